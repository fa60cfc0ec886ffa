"""Compare the house rules that every club has kept with what its events come to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select

from ... import presets
from ...db import db
from ...entry import shown
from ...models import Club, Event
from ...models import Preset as Row
from .differences import Difference, differs, quoted

_DAMAGED = (KeyError, TypeError, ValueError, AttributeError)


def kept_rules() -> Iterator[Difference]:
    """Yield where the house rules of a club are not as its events left them."""
    for club, name in db.session.execute(select(Club.id, Club.name).order_by(Club.id)).all():
        where = f"club {quoted(name)}"
        try:
            found = presets.fold(_events(club))
            stored = {row.number: _preset(row) for row in _rows(club)}
        except _DAMAGED:
            # An event that is damaged is told where events are looked at.
            yield Difference(where, "preset: expected events that can be followed, got others")
            continue
        for number in sorted(found | stored):
            for what in _differences(found.get(number), stored.get(number)):
                yield Difference(f"{where}, preset {number}", what)


def _events(club: int) -> Iterator[Any]:
    wanted = select(Event.kind, Event.before, Event.after)
    own = wanted.where(Event.club_id == club, Event.kind.in_(presets.KINDS)).order_by(Event.id)
    yield from db.session.execute(own)


def _rows(club: int) -> Iterator[Row]:
    yield from db.session.scalars(select(Row).where(Row.club_id == club))


def _preset(row: Row) -> presets.Preset:
    removed = row.hidden_at is not None
    return presets.Preset(row.number, row.name, row.game, row.seats, row.rules, removed)


def _differences(left: presets.Preset | None, stored: presets.Preset | None) -> Iterator[str]:
    if left is None or stored is None:
        yield differs("preset", "a row" if left else "no row", None if left else "one")
        return
    for field in ("name", "game", "seats", "rules", "removed"):
        wanted, came = getattr(left, field), getattr(stored, field)
        if wanted != came:
            yield differs(f"preset.{field}", shown(wanted), came)
