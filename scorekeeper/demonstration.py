"""Fill the demo club: two years from paper, then the sample evenings, by everybody's doors."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from . import past, seeds
from .db import begin_write
from .games.base import written_rules
from .paper import Evening
from .sheet import Sheet, write_sheet
from .store import clubs, deals, operations, players, sittings, starting
from .store.moving import evenings as paper
from .store.operations import Actor

CLUB: Final = "Demo club"


class Steps:
    """Op ids that are the same at every start, so that a filling cut short is gone on with."""

    def __init__(self, *evenings: Evening | seeds.Evening) -> None:
        content = [[write_sheet(sheet) for sheet in evening.sheets] for evening in evenings]
        self._content = operations.digest("seeds", content)
        self._count = 0

    def next(self) -> str:
        """Return the op id of the next step."""
        self._count += 1
        return hashlib.sha256(f"{self._content}:{self._count}".encode()).hexdigest()[:32]


def fill() -> None:
    """Record every sample evening, once: a club filled from other samples is left as it is."""
    actor = Actor(clubs.ensure_club(CLUB))
    evenings = seeds.evenings()
    begin_write()
    older = past.evenings(evenings[0].date)
    begun = operations.known(actor.club, Steps(*older, *evenings).next())
    if players.everybody(actor.club) and not begun:
        return
    steps = Steps(*older, *evenings)
    paper.record(actor, steps.next(), older, {})
    begin_write()
    there = [person for person in players.everybody(actor.club) if person.name in past.PEOPLE]
    ids = {person.name: person.id for person in there}
    for evening in evenings:
        for name in (name for sheet in evening.sheets for name in sheet.names):
            if name not in ids:
                ids[name] = players.add(actor, steps.next(), name)
        _record_evening(actor, steps, evening, ids)


def _record_evening(
    actor: Actor, steps: Steps, evening: seeds.Evening, ids: dict[str, int]
) -> None:
    first, *others = evening.sheets
    where: dict[str, Any] = {"date": evening.date, "place": evening.place}
    sitting, match = sittings.start(actor, steps.next(), **_set_up(first, ids), **where)
    _record(actor, steps, match, first)
    for sheet in others:
        match = starting.start_other(actor, steps.next(), sitting, **_set_up(sheet, ids))
        _record(actor, steps, match, sheet)
    if evening.closed:
        sittings.close(actor, steps.next(), sitting)


def _set_up(sheet: Sheet, ids: dict[str, int]) -> dict[str, Any]:
    match = sheet.match
    return {
        "game": match.game.slug,
        "players": [ids[name] for name in sheet.names],
        "rules": written_rules(match.game, match.rules, match.seats),
        "first_dealer": match.first_dealer,
    }


def _record(actor: Actor, steps: Steps, match: int, sheet: Sheet) -> None:
    seen = 0
    for facts in sheet.match.deals:
        seen = deals.record(actor, steps.next(), match, facts, seen=seen)
