"""Two years of a club that never was: evenings made by chance, always the same, in every game."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from . import plausible
from .games import GAMES
from .games.base import Game, read_rules
from .paper import Evening
from .scoring import Match, score
from .sheet import Sheet

PEOPLE: Final = ("Anna", "Ben", "Carla", "Dino", "Elsa", "Fabio")
PLACES: Final = ("Anna's", "Bruno's", "Carla's")
YEARS: Final = 2
EVENINGS: Final = 30  # a year
MOST: Final = 18  # deals of a match that comes to no end by itself


def evenings(before: datetime.date) -> tuple[Evening, ...]:
    """Return evenings that end some days before a day, oldest first."""
    chance = Random(40)  # noqa: S311 - a made-up club, no secret
    apart, number = 365 // EVENINGS, YEARS * EVENINGS
    days = [before - datetime.timedelta(apart * n + chance.randint(1, 5)) for n in range(number)]
    games = _games()
    return tuple(_evening(day, games, chance) for day in reversed(days))


def _games() -> Iterator[Game]:
    """Yield the games, the first of them every second time, the others in turn."""
    first, *others = GAMES.values()
    while True:
        for other in others or [first]:
            yield first
            yield other


def _evening(day: datetime.date, games: Iterator[Game], chance: Random) -> Evening:
    matches = [_match(next(games), chance) for _ in range(chance.choice((1, 1, 2)))]
    return Evening(day, chance.choice(PLACES), tuple(matches))


def _match(game: Game, chance: Random) -> Sheet:
    seats = chance.choice([number for number in game.seats if number <= len(PEOPLE)])
    people = tuple(chance.sample(PEOPLE, seats))
    match = Match(game, read_rules(game, {}, seats), seats, chance.randrange(seats))
    dealer = match.first_dealer
    while len(match.deals) < MOST and not (match.deals and score(match).standing.finished):
        facts = plausible.deal(match, dealer, chance)
        match = replace(match, deals=(*match.deals, facts))
        dealer = (dealer + 1) % seats
    return Sheet(match, people)
