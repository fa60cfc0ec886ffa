"""Deals as they might have been played, made by chance from what a game asks.

No game is known here: a new one has such deals at once. The same chance gives the same deals.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from .games.answers import facts_from, unanswered
from .games.base import InvalidDeal
from .games.inputs import NOBODY, PASS, Choice, Facts, Flag, Input, Number, Seat, Seats
from .games.sides import Side
from .scoring import Match

ALL_PASS: Final = 0.08
ALONE: Final = 0.25
SELDOM: Final = 0.04
ATTEMPTS: Final = 1000


def deal(match: Match, dealer: int, chance: Random) -> Facts:
    """Return the facts of a deal that can be, dealt by a seat."""
    table = match.table(dealer)
    inputs = match.game.inputs(table)
    for _ in range(ATTEMPTS):
        facts = facts_from(inputs, _answers(inputs, chance))
        try:
            match.game.score(facts, table)
        except InvalidDeal:
            continue
        return facts
    raise ValueError(f"expected a deal of {match.game.name} that can be, found none")


def deals(match: Match, number: int, chance: Random) -> tuple[Facts, ...]:
    """Return the facts of so many deals, dealt in turn."""
    return tuple(deal(match, (match.first_dealer + n) % match.seats, chance) for n in range(number))


def _answers(inputs: tuple[Input, ...], chance: Random) -> dict[str, Any]:
    answers: dict[str, Any] = {}
    while left := unanswered(inputs, answers):
        answers[left[0].name] = _answer(left[0], chance)
    return {item.name: answers[item.name] for item in inputs if item.name in answers}


def _answer(item: Input, chance: Random) -> Any:
    if item.rare and item.initial is not None and chance.random() > SELDOM:
        return item.initial
    if isinstance(item, Seat):
        if item.passes and chance.random() < ALL_PASS:
            return PASS
        return NOBODY if item.nobody and chance.random() < ALONE else chance.choice(item.seats)
    if isinstance(item, Seats):
        return chance.sample(item.of, item.count)
    if isinstance(item, Side):
        return chance.randint(1, len(item.sides))
    if isinstance(item, Choice):
        values = [option.value for option in item.options]
        # What stands first is bid most often.
        return chance.choices(values, [0.5**place for place in range(len(values))])[0]
    if isinstance(item, Number):
        return round(chance.triangular(item.low, item.high))
    if isinstance(item, Flag):
        return chance.random() < SELDOM
    raise ValueError(f"expected a question of a known kind, got {type(item).__name__}")
