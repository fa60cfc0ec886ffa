"""House rules kept under a name: keep, list, rename, remove, bring back. Nothing is erased."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from sqlalchemy import select

from .. import entry
from ..db import db
from ..entry import N_, Problem, Refused
from ..games import GAMES
from ..games.base import full_rules, read_rules
from ..models import Preset as Row
from ..models import now
from ..presets import BRING_BACK, KEEP, REMOVE, RENAME, Preset, Presets, step, taken
from .errors import NotFound
from .operations import Actor, Change, perform


def everything(club: int) -> list[Preset]:
    """Return all that a club has kept, removed ones too, by name."""
    rows = db.session.scalars(select(Row).where(Row.club_id == club))
    found = (_preset(row) for row in rows)
    return sorted(found, key=lambda one: (entry.lookalike(one.name), one.number))


def offered(club: int, game: str) -> list[Preset]:
    """Return what a club offers for a game."""
    return [one for one in everything(club) if one.game == game and not one.removed]


def one(club: int, number: int) -> Preset:
    """Return house rules of a club by their number, or raise `NotFound`."""
    return _preset(_row(club, number))


def keep(actor: Actor, op_id: str, name: str, game: str, seats: int, rules: dict[str, Any]) -> int:
    """Keep rules under a name, and return their number.

    `rules` as a match takes them. Raises `Refused` for a name that is no name or is taken.
    """

    def change() -> Change:
        others = everything(actor.club)
        row = Row(
            club_id=actor.club,
            number=len(others) + 1,
            name=_free(others, name),
            game=game,
            seats=seats,
            rules=full_rules(read_rules(GAMES[game], rules, seats)),
        )
        db.session.add(row)
        db.session.flush()
        after = {"preset": row.number, "name": row.name, "game": game, "seats": seats}
        return Change({"preset": row.number}, after=after | {"rules": row.rules})

    content = [name, game, seats, rules]
    return int(perform(actor, op_id, KEEP, content, change)["preset"])


def bring(club: int, events: Sequence[Mapping[str, Any]]) -> None:
    """Write what the rows of a new club's events come to; raises nothing for events that follow."""
    hidden: dict[int, datetime.datetime] = {}
    found: Presets = {}
    for event in events:
        step(found, SimpleNamespace(**event))
        if event["kind"] == REMOVE:
            hidden.setdefault(event["after"]["preset"], event["at"])
        elif event["kind"] == BRING_BACK:
            hidden.pop(event["after"]["preset"], None)
    db.session.add_all(
        Row(
            club_id=club,
            number=one.number,
            name=one.name,
            game=one.game,
            seats=one.seats,
            rules=dict(one.rules),
            hidden_at=hidden.get(one.number),
        )
        for one in found.values()
    )


def rename(actor: Actor, op_id: str, number: int, name: str) -> None:
    """Give house rules another name; raises what `keep` raises, and `NotFound`."""

    def change(row: Row) -> None:
        row.name = _free(everything(actor.club), name, number)

    _change(actor, op_id, RENAME, [number, name], number, change)


def remove(actor: Actor, op_id: str, number: int) -> None:
    """Offer house rules no more; they can be brought back. Raises `NotFound`."""

    def change(row: Row) -> None:
        row.hidden_at = row.hidden_at or now()

    _change(actor, op_id, REMOVE, [number], number, change)


def bring_back(actor: Actor, op_id: str, number: int) -> None:
    """Offer house rules again. Raises `Refused` when their name is taken by now, and `NotFound`."""

    def change(row: Row) -> None:
        row.name, row.hidden_at = _free(everything(actor.club), row.name, number), None

    _change(actor, op_id, BRING_BACK, [number], number, change)


def _change(
    actor: Actor,
    op_id: str,
    kind: str,
    content: Any,
    number: int,
    change: Callable[[Row], None],
) -> None:
    def run() -> Change:
        row = _row(actor.club, number)
        before = _preset(row).said()
        change(row)
        return Change({"preset": number}, before=before, after=_preset(row).said())

    perform(actor, op_id, kind, content, run)


def _row(club: int, number: int) -> Row:
    row = db.session.scalar(select(Row).where(Row.club_id == club, Row.number == number))
    if row is None:
        raise NotFound
    return row


def _preset(row: Row) -> Preset:
    removed = row.hidden_at is not None
    return Preset(row.number, row.name, row.game, row.seats, row.rules, removed)


def _free(others: list[Preset], name: str, but: int = 0) -> str:
    clean = entry.name(name)
    if taken(others, clean, but):
        say = N_("There are already house rules called %(name)s.")
        raise Refused(Problem("name", "a name that is not taken", clean, say, {"name": clean}))
    return clean
