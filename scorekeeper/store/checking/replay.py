"""The events of a match, replayed: each deal comes from one, and is as the last one left it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ...entry import Refused, shown
from ...models import Event
from .differences import differs, read_object, rows


class State(NamedTuple):
    """A deal as an event left it: its facts, and whether it counts."""

    facts: Any
    counts: bool
    event: int = 0


def replayed(match: int, deals: Mapping[int, State]) -> Iterator[tuple[int, str]]:
    """Yield what does not follow from the events of a match, by the deal's id.

    Before and after of an event hold the facts of the deals it changed. None stands for a deal
    that does not count, save in an event about the whole match, which leaves that as it is; with
    the event that brings a whole match in, nothing was there before and all of its deals count.
    """
    last: dict[int, State] = {}
    ids = {str(deal): deal for deal in deals}
    for row in rows(Event, Event.match_id == match, order=Event.id):
        before, after = _deals(row["before"]), _deals(row["after"])
        for key, facts in after.items():
            if key not in ids:
                continue
            deal, whole = ids[key], row["deal_id"] is None
            there = last.get(deal, State(None, counts=False))
            known = there.facts if there.counts or whole else None
            if before.get(key) != known:
                expected = f"{shown(known)}, as the events before left it"
                yield deal, differs(f"event {row['id']}.before", expected, before.get(key))
            counts = there.counts if whole and row["before"] is not None else facts is not None
            last[deal] = State(there.facts if facts is None else facts, counts, row["id"])
    for deal, state in deals.items():
        yield from _compare(deal, state, last.get(deal))


def _compare(deal: int, state: State, left: State | None) -> Iterator[tuple[int, str]]:
    if left is None:
        yield deal, differs("event", "one that recorded the deal", None)
        return
    if state.counts != left.counts:
        how = ("hidden", "shown")
        expected = f"{how[left.counts]}, as event {left.event} left it"
        yield deal, f"deal: expected {expected}, got {how[state.counts]}"
    if state.facts != left.facts:
        expected = f"{shown(left.facts)}, as event {left.event} left them"
        yield deal, differs("deal.facts", expected, state.facts)


def _deals(value: bytes | None) -> dict[str, Any]:
    """Return the facts of the deals in an event's before or after; what is broken has none."""
    try:
        found = read_object("event", value).get("deals")
    except Refused:
        return {}
    return found if isinstance(found, dict) else {}
