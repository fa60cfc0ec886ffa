"""What is being started: who sits where, in a new evening or in another match of a running one.

The two pages that ask for it, who plays and who deals first, are made here; their routes are in
`sittings`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, urlencode

from flask import render_template, url_for

from .. import entry
from ..forms import PlayerForm, StartForm
from ..games import GAMES
from ..games.base import Game, carried_rules, full_rules, read_rules
from ..presets import Preset
from ..scoring import Match
from ..store import matches, players, presets, sittings, starting
from ..store.errors import NotFound
from ..store.matches import Kept
from ..store.operations import new_op_id
from ..store.players import Person
from ..store.sittings import Evening
from ..words import named
from .guard import actor, member

CARRIED: Final = ("seats", "sitting", "again", "game", "preset")


class Line(NamedTuple):
    """Who is to sit where, those retired by now among them, and who else could."""

    asked: tuple[Person, ...]
    others: tuple[Person, ...]

    @property
    def seats(self) -> list[Person]:
        """Return who sits, in order."""
        return [person for person in self.asked if not person.retired]

    @property
    def gone(self) -> list[Person]:
        """Return who was to sit but is retired."""
        return [person for person in self.asked if person.retired]

    @property
    def ids(self) -> list[int]:
        """Return the seated by their ids."""
        return [person.id for person in self.seats]

    def moved(self, person: Person, step: int | None) -> list[int]:
        """Return the seats with one player moved up or down, or out where `step` is None."""
        ids, place = self.ids, self.ids.index(person.id)
        ids.pop(place)
        if step is not None:
            ids.insert(max(0, place + step), person.id)
        return ids

    def shuffled(self) -> list[int]:
        """Return the seats in an order that chance chose."""
        ids = self.ids
        secrets.SystemRandom().shuffle(ids)
        return ids


class Plan(NamedTuple):
    """What is being started: the match it goes on from, its evening (None: a new one).

    `like` is the match whose rules go on unless `preset` was chosen, `games` are what can be
    chosen, the last one first.
    """

    game: Game
    line: Line
    last: Kept | None
    evening: Evening | None
    like: Kept | None
    games: tuple[Game, ...]
    preset: Preset | None

    @property
    def complete(self) -> bool:
        """Say whether this many can play the game."""
        return len(self.line.seats) in self.game.seats

    @property
    def rules(self) -> dict[str, Any]:
        """Return the house rules to start from: chosen, of its last match, else the usual ones."""
        seats = len(self.line.seats)
        if self.preset is not None:
            return full_rules(self.preset.for_seats(seats))
        if self.like is None:
            return full_rules(read_rules(self.game, {}, seats))
        like = self.like.match
        return full_rules(carried_rules(self.game, like.rules, like.seats, seats))

    @property
    def match(self) -> Match:
        """Return what is to be started as far as it is known: the first seat deals."""
        seats = len(self.line.seats)
        return Match(self.game, read_rules(self.game, self.rules, seats), seats, 0)

    @property
    def teams(self) -> list[list[str]]:
        """Return who plays together, nobody where each plays alone."""
        names = [person.name for person in self.line.seats]
        sides = self.game.sides(len(names)) if self.complete else ()
        return [named(side, names) for side in sides] if any(len(s) > 1 for s in sides) else []

    def at(self, seats: Iterable[int], game: Game | None = None) -> dict[str, Any]:
        """Return what an address carries to say the same with these seats, or of another game."""
        return {
            "seats": joined(seats),
            "sitting": self.evening.id if self.evening else None,
            "again": self.last.id if self.last and not self.evening else None,
            "game": (game or self.game).slug,
            "preset": self.preset.number if self.preset else None,
        }

    def then(self, people: Iterable[Person]) -> str:
        """Return in a text where a form leads back to, these people seated; `back` reads it."""
        carried = self.at(person.id for person in people)
        return urlencode({key: value for key, value in carried.items() if value is not None})


def plan(given: Mapping[str, str]) -> Plan:
    """Return what an address or a form says is to be started, or raise `NotFound`."""
    club = member().club
    sitting, again = _id(given.get("sitting")), _id(given.get("again"))
    evening = None if sitting is None else sittings.one(club, sitting)
    before = evening.matches[-1].id if evening else again
    last = None if before is None else matches.load(club, before)
    games = _games(club, last)
    game = GAMES.get(given.get("game", games[0].slug))
    if game is None:
        raise NotFound
    asked: Sequence[int] = last.players if last else ()
    if "seats" in given:
        asked = [entry.row_id(part) for part in given["seats"][:200].split(".")]
    preset = _preset(club, game, _id(given.get("preset")))
    return Plan(game, _line(club, asked), last, evening, _like(game, last, evening), games, preset)


def _preset(club: int, game: Game, number: int | None) -> Preset | None:
    """Return house rules that are still offered for this game."""
    found = None if number is None else presets.one(club, number)
    return found if found and found.game == game.slug and not found.removed else None


def _games(club: int, last: Kept | None) -> tuple[Game, ...]:
    """Return all games: that of the last match first, then as they were played last."""
    played = [GAMES[slug] for slug in sittings.games_played(club) if slug in GAMES]
    before = [last.match.game] if last else []
    return tuple(dict.fromkeys([*before, *played, *GAMES.values()]))


def _like(game: Game, last: Kept | None, evening: Evening | None) -> Kept | None:
    """Return the match whose rules go on: the last one of that game in the evening, or `last`."""
    if last is None or last.match.game is game:
        return last
    same = [match.id for match in evening.matches if match.game == game.slug] if evening else []
    return matches.load(member().club, same[-1]) if same else None


def _id(text: str | None) -> int | None:
    return entry.row_id(text) if text else None


def _line(club: int, asked: Sequence[int]) -> Line:
    people = tuple(players.these(club, asked))
    everybody = players.everybody(club)
    others = (person for person in everybody if not person.retired and person not in people)
    return Line(people, tuple(others))


def joined(ids: Iterable[int]) -> str:
    """Return seats as they stand in an address."""
    return ".".join(str(i) for i in ids)


def back(then: str, player: int | None = None) -> str:
    """Return the address of the page that asked for a player, with a new one seated."""
    given = dict(parse_qsl(then[:400], keep_blank_values=True))
    carried: dict[str, Any] = {key: given[key] for key in CARRIED if key in given}
    if player is not None:
        carried["seats"] = f"{carried.get('seats', '')}.{player}".strip(".")
    return url_for("sittings.new", **carried)


def seats_page(plan: Plan, *, changed: bool = False) -> str:
    """Return the page on which players are tapped in seat order."""
    form = PlayerForm(None, data={"then": plan.then(plan.line.seats)})
    form.op_id.data = new_op_id()
    return render_template(
        "sittings/new.html", plan=plan, form=form, changed=changed, new_op_id=new_op_id
    )


def start_page(form: StartForm, plan: Plan, *, newer: bool = False) -> str:
    """Return the page that asks who deals first; `newer`: another match was started meanwhile."""
    form.op_id.data = new_op_id()
    offered = presets.offered(member().club, plan.game.slug)
    return render_template(
        "sittings/start.html", form=form, plan=plan, newer=newer, presets=offered
    )


def start(form: StartForm, plan: Plan) -> int:
    """Start what is planned, and return its match; raises what the store raises."""
    seats = plan.line.ids
    chosen = (plan.game.slug, seats, form.rules())
    dealer, op_id = form.dealer(len(seats)), form.op_id.data or ""
    if plan.evening is not None:
        seen = entry.row_id(form.seen.data)
        return starting.start_other(
            actor(), op_id, plan.evening.id, *chosen, first_dealer=dealer, seen=seen
        )
    place = (form.place.data or "").strip()
    evening = sittings.start(
        actor(), op_id, *chosen, first_dealer=dealer, date=form.day(), place=place
    )
    return evening[1]
