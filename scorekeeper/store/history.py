"""The history: events as they were written, newest first. They are read here, never changed."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import aliased

from ..db import db
from ..models import Deal, Event, Match, Membership, Player, Seat, Sitting
from ..replay import Setup, started
from .corrections import DELETE, EDIT, INSERT, RESTORE
from .errors import NotFound
from .matches import CORRECT
from .players import find

PAGE: Final = 50
NEWEST: Final = 50
SETS_UP: Final = ("sitting.start", "match.start", "sitting.import", "match.import", CORRECT)


@dataclass(frozen=True)
class Filter:
    """Which events are wanted: of a match, of a player, from a device, of a kind."""

    match: int | None = None
    player: int | None = None
    device: int | None = None
    kind: str | None = None


@dataclass(frozen=True)
class Where:
    """A match, or an evening (no number): what it is called by."""

    date: datetime.date
    place: str
    number: int | None = None


@dataclass(frozen=True)
class Entry:
    """An event with what its words need.

    `device` is its name, None for the server itself; `was` and `is_now` how the match was set up
    before and after it; `reverts` says whether something of it can be put back as it was.
    """

    id: int
    at: datetime.datetime
    kind: str
    player: int | None
    sitting: int | None
    match: int | None
    deal: int | None
    before: Any
    after: Any
    reason: str | None
    device: str | None = None
    where: Where | None = None
    was: Setup | None = None
    is_now: Setup | None = None
    reverts: bool = False


Setups = dict[int, list[tuple[int, Setup]]]


def events(club: int, wanted: Filter, page: int = 1) -> tuple[list[Entry], int]:
    """Return one page of a club's events, newest first, and how many pages there are.

    Raises `NotFound` for a filter by what is not in this club.
    """
    conditions = [Event.club_id == club, *_conditions(club, wanted)]
    count = db.session.scalar(select(func.count(Event.id)).where(*conditions)) or 0
    rows = db.session.execute(
        select(Event, Membership.name, Deal.hidden_at.is_(None), Deal.facts)
        .outerjoin(
            Membership,
            (Membership.device_id == Event.device_id) & (Membership.club_id == Event.club_id),
        )
        .outerjoin(Deal, Deal.id == Event.deal_id)
        .where(*conditions)
        .order_by(Event.id.desc())
        .limit(PAGE)
        .offset((page - 1) * PAGE)
    ).all()
    places, evenings = _matches(_ids(rows, "match")), _sittings(_ids(rows, "sitting"))
    setups = _setups(places)
    found = [
        replace(
            plain(event),
            device=device,
            where=places.get(event.match_id) or evenings.get(event.sitting_id),
            was=_setup(setups, event, event.id - 1),
            is_now=_setup(setups, event, event.id),
            reverts=_reverts(event, counts, facts, setups),
        )
        for event, device, counts, facts in rows
    ]
    return found, max(1, -(-count // PAGE))


def plain(event: Event) -> Entry:
    """Return an event as it stands, without what belongs to others."""
    return Entry(
        id=event.id,
        at=event.at,
        kind=event.kind,
        player=event.player_id,
        sitting=event.sitting_id,
        match=event.match_id,
        deal=event.deal_id,
        before=event.before,
        after=event.after,
        reason=event.reason,
    )


def _ids(rows: Iterable[Any], noun: str) -> set[int]:
    return {getattr(row[0], f"{noun}_id") for row in rows} - {None}


def _setups(matches: Iterable[int]) -> Setups:
    """Return how matches were set up, by match: after which event, and how."""
    found: Setups = {}
    wanted = select(Event).where(Event.match_id.in_(matches), Event.kind.in_(SETS_UP))
    for event in db.session.scalars(wanted.order_by(Event.id)):
        ways = found.setdefault(event.match_id or 0, [])
        way = ways[-1][1].corrected(event.after) if ways else started(event.after)
        ways.append((event.id, way))
    return found


def _setup(setups: Setups, event: Event, until: int) -> Setup | None:
    ways = [way for at, way in setups.get(event.match_id or 0, []) if at <= until]
    return ways[-1] if ways else None


def _reverts(event: Event, counts: bool, facts: Any, setups: Setups) -> bool:
    """Say whether an event has left something that is not as it was before."""
    if event.kind == EDIT:
        was = event.before["deals"].get(str(event.deal_id), facts)
        return counts and was != facts
    if event.kind == CORRECT:
        return setups[event.match_id or 0][-1][1] != _setup(setups, event, event.id - 1)
    return counts if event.kind in (RESTORE, INSERT) else event.kind == DELETE and not counts


def _conditions(club: int, wanted: Filter) -> list[ColumnElement[bool]]:
    found = []
    if wanted.match is not None:
        _known(select(Match.id).where(Match.club_id == club, Match.id == wanted.match))
        found.append(Event.match_id == wanted.match)
    if wanted.player is not None:
        found.append(_of_player(club, wanted.player))
    if wanted.device is not None:
        member = (Membership.club_id == club, Membership.device_id == wanted.device)
        _known(select(Membership.id).where(*member))
        found.append(Event.device_id == wanted.device)
    if wanted.kind is not None:
        found.append(Event.kind == wanted.kind)
    return found


def _known(found: Select[Any]) -> None:
    if db.session.scalar(found) is None:
        raise NotFound


def _of_player(club: int, player: int) -> ColumnElement[bool]:
    """Return what holds for events of a player, under any spelling, and of his or her matches."""
    row = find(club, player)
    person = row.merged_into_id or row.id
    spellings = db.session.scalars(select(Player.id).where(Player.merged_into_id == person))
    ids = {person, *spellings}
    # Who was taken for another player sits there no more, and did when the deals were recorded.
    corrected = db.session.execute(
        select(Event.match_id, Event.before).where(Event.club_id == club, Event.kind == CORRECT)
    )
    left = {match for match, before in corrected if ids & set(before["players"])}
    sat = select(Seat.match_id).where(Seat.player_id.in_(ids))
    return Event.player_id.in_(ids) | Event.match_id.in_(sat) | Event.match_id.in_(left)


def _numbered() -> Any:
    number = func.row_number().over(partition_by=Match.sitting_id, order_by=Match.id)
    return select(Match.id, Match.club_id, Match.sitting_id, number.label("number")).subquery()


def matches(club: int, wanted: int | None = None) -> list[tuple[int, Where]]:
    """Return the newest matches of a club, newest first, and the wanted one wherever it is."""
    every = _numbered()
    newest = select(every.c.id).where(every.c.club_id == club).order_by(every.c.id.desc())
    ids = {*db.session.scalars(newest.limit(NEWEST))} | ({wanted} if wanted else set())
    return sorted(_matches(ids).items(), reverse=True)


def _matches(ids: Iterable[int]) -> dict[int, Where]:
    every = _numbered()
    rows = db.session.execute(
        select(every.c.id, Sitting.date, Sitting.place, every.c.number)
        .join(Sitting, Sitting.id == every.c.sitting_id)
        .where(every.c.id.in_(ids))
    )
    return {match: Where(date, place, number) for match, date, place, number in rows}


def _sittings(ids: Iterable[int]) -> dict[int, Where]:
    rows = db.session.execute(
        select(Sitting.id, Sitting.date, Sitting.place).where(Sitting.id.in_(ids))
    )
    return {sitting: Where(date, place) for sitting, date, place in rows}


def names(club: int) -> dict[int, str]:
    """Return the present name of every player by id; a merged spelling's is the person's."""
    person = aliased(Player)
    rows = db.session.execute(
        select(Player.id, func.coalesce(person.name, Player.name))
        .outerjoin(person, person.id == Player.merged_into_id)
        .where(Player.club_id == club)
    )
    return {row[0]: row[1] for row in rows}
