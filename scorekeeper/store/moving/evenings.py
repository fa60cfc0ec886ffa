"""Evenings from paper become evenings of a club, closed: all of a file in one transaction.

Each new player and each match is an operation of its own with its own event; their op ids follow
from the one of the page, so that a file that is sent twice is recorded once.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from sqlalchemy import select

from ... import scoring
from ...correction import without_usual_dealer
from ...db import db
from ...entry import N_, Problem, Refused
from ...models import Deal, Player, Sitting, now
from ...paper import Evening, people
from ...sheet import Sheet, write_sheet
from .. import players, starting
from ..deals import STEP
from ..operations import Actor, Change, perform_all
from ..projection import project

EVENING, MATCH = "sitting.import", "match.import"
ADD: Final = "player.add"

Chosen = Mapping[str, int | None]


def known_names(club: int) -> dict[str, int]:
    """Return whose every name of a club is, merged spellings among them."""
    rows = db.session.execute(
        select(Player.name, Player.merged_into_id, Player.id).where(Player.club_id == club)
    )
    return {name: into or player for name, into, player in rows}


def record(
    actor: Actor, op_id: str, evenings: Sequence[Evening], chosen: Chosen, sent: str = ""
) -> None:
    """Record evenings of the past, each with its date.

    `chosen` says who each name is, None for a new player; `sent` tells a repetition from another
    operation once the file is gone. Raises `Refused`, with the name as the field.
    """
    names = people(evenings)
    run = _Run(actor, {name: player for name in names if (player := chosen.get(name))})
    new = [name for name in names if chosen.get(name) is None]
    steps: list[tuple[str, Callable[[], Change]]] = [(ADD, partial(run.add, name)) for name in new]
    for evening in evenings:
        place = _Place(_date(evening), evening.place)
        for number, sheet in enumerate(evening.sheets):
            kind = MATCH if number else EVENING
            steps.append((kind, partial(run.match, place, sheet)))
    content = [
        [[name, chosen.get(name)] for name in names],
        [
            [_date(evening).isoformat(), evening.place, *map(write_sheet, evening.sheets)]
            for evening in evenings
        ],
    ]
    kind, change = steps[0]
    steps[0] = (kind, partial(_noting, change, sent))
    perform_all(actor, op_id, content, steps)


def _noting(change: Callable[[], Change], sent: str) -> Change:
    done = change()
    return done._replace(answer=done.answer | {"sent": sent})


def _date(evening: Evening) -> datetime.date:
    if evening.date is None:
        raise ValueError("expected evenings with their dates, got one without")
    return evening.date


@dataclass
class _Place:
    """When and where an evening was; its row once its first match is in."""

    date: datetime.date
    place: str
    sitting: int | None = None


@dataclass
class _Run:
    """The recording of one file: who acts, and the players by the names in the file."""

    actor: Actor
    ids: dict[str, int] = field(default_factory=dict)

    def add(self, name: str) -> Change:
        """Add a player; that this is another person than those that look alike was chosen."""
        try:
            change = players.added(self.actor.club, name, another=True)
        except Refused as refused:
            first = refused.problems[0]
            raise Refused(
                Problem(name, first.expected, first.came, first.say, first.values)
            ) from None
        self.ids[name] = int(change.answer["player"])
        return change

    def match(self, place: _Place, sheet: Sheet) -> Change:
        """Add a match, and its evening with the first."""
        seats = self._seats(sheet)
        first = place.sitting is None
        if place.sitting is None:
            row = Sitting(
                club_id=self.actor.club, date=place.date, place=place.place, closed_at=now()
            )
            db.session.add(row)
            db.session.flush()
            place.sitting = row.id
        pure = sheet.match
        for index in range(len(pure.deals)):
            pure = without_usual_dealer(pure, index)
        slug = pure.game.slug
        match, after = starting.add(
            self.actor, place.sitting, slug, pure.rules, seats, pure.first_dealer
        )
        after["deals"] = self._deals(match, seats, pure)
        if first:
            after |= {"date": place.date.isoformat(), "place": place.place}
        answer = {"sitting": place.sitting, "match": match}
        return Change(answer, after=after, sitting=place.sitting, match=match)

    def _seats(self, sheet: Sheet) -> list[int]:
        seats = [self.ids[name] for name in sheet.names]
        wanted = select(Player.id).where(
            Player.club_id == self.actor.club,
            Player.id.in_(seats),
            Player.merged_into_id.is_(None),
        )
        there = set(db.session.scalars(wanted))
        for name in (name for name in sheet.names if self.ids[name] not in there):
            say = N_("Choose a player of this club.")
            raise Refused(Problem(name, "a player of this club", self.ids[name], say))
        for name, player in zip(sheet.names, seats, strict=True):
            if seats.count(player) > 1:
                say = N_("Two who sat in one match cannot be one person.")
                raise Refused(Problem(name, "players that differ", name, say))
        return seats

    def _deals(self, match: int, seats: Sequence[int], pure: scoring.Match) -> dict[str, Any]:
        rows = [
            Deal(club_id=self.actor.club, match_id=match, facts=facts, position=number * STEP)
            for number, facts in enumerate(pure.deals, start=1)
        ]
        db.session.add_all(rows)
        db.session.flush()
        project(match, seats, [row.id for row in rows], scoring.score(pure))
        return {str(row.id): row.facts for row in rows}
