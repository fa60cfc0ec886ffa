"""How matches are set up, as their events left it: game, rules, seats, first dealer.

Merged spellings move seats, too: their events are of no match, and are read once for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import RowMapping

from ...entry import Refused, is_number, shown
from ...models import Event
from ...replay import MERGE, Replayed, Setup, step
from .differences import differs, read_object, rows


class Told(NamedTuple):
    """An event about a match as a whole, as far as it can be read."""

    id: int
    kind: str
    player: Any
    match: int | None
    before: Any
    after: Any
    deal: None = None


Merges = Mapping[int, Sequence[Told]]


def merges() -> Merges:
    """Return what was merged, by the matches in which that moved a seat."""
    found: dict[int, list[Told]] = {}
    for row in rows(Event, Event.kind == MERGE, order=Event.id):
        before = _read(row, "before") or {}
        there = before.get("matches")
        for match in filter(is_number, there if isinstance(there, list) else ()):
            told = Told(
                row["id"], MERGE, row["player_id"], None, before | {"matches": [match]}, None
            )
            found.setdefault(match, []).append(told)
    return found


def differing(match: int, there: Setup, merged: Sequence[Told]) -> Iterator[str]:
    """Yield what of a match is not as its events left it."""
    whole = rows(Event, Event.match_id == match, Event.deal_id.is_(None), order=Event.id)
    told = [
        Told(row["id"], row["kind"], None, match, _read(row, "before"), _read(row, "after"))
        for row in whole
    ]
    found: dict[int, Replayed] = {}
    for event in sorted([*told, *merged], key=lambda one: one.id):
        try:
            step(found, event)
        except (AttributeError, KeyError, TypeError, ValueError):
            yield differs(f"event {event.id}", "how a match is set up", event.after)
            return
    if match not in found:
        yield differs("event", "one that started the match", None)
        return
    left = found[match].setup
    for name in ("game", "rules", "players", "first_dealer"):
        expected, came = getattr(left, name), getattr(there, name)
        if came != expected:
            yield differs(f"match.{name}", f"{shown(expected)}, as its events left it", came)


def _read(row: RowMapping, field: str) -> dict[str, Any] | None:
    try:
        return None if row[field] is None else read_object(field, row[field])
    except Refused:
        return None
