"""Matches: read one with everything that scores it, and start the next one."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, bindparam, func, select
from sqlalchemy.orm import aliased

from .. import scoring
from ..db import db, run
from ..games import GAMES
from ..games.base import read_rules
from ..models import Deal, Event, Match, Player, Seat, Sitting
from .errors import NotFound

CORRECT: Final = "match.correct"

_OTHER = aliased(Match)
_NUMBER = (
    select(func.count(_OTHER.id))
    .where(_OTHER.sitting_id == Match.sitting_id, _OTHER.id <= Match.id)
    .correlate(Match)
    .scalar_subquery()
)


_LATER = (
    select(func.coalesce(func.max(_OTHER.id), 0))
    .where(_OTHER.sitting_id == Match.sitting_id, _OTHER.id > Match.id)
    .correlate(Match)
    .scalar_subquery()
)


def _newest(about: ColumnElement[bool]) -> ColumnElement[int]:
    newest = select(func.coalesce(func.max(Event.id), 0)).where(about).correlate(Match)
    return newest.scalar_subquery()


# Each part is found by an index of its own, and neither ever falls: so does not their sum.
_STAMP = _newest(Event.match_id == Match.id) + _newest(Event.sitting_id == Match.sitting_id)

_THIS = (Match.club_id == bindparam("club"), Match.id == bindparam("match"))
_ASK_STAMP = select(_STAMP).where(*_THIS)
_ASK_MATCH = (
    select(
        Match.game,
        Match.rules,
        Match.first_dealer,
        Match.version,
        Sitting.id.label("sitting"),
        Sitting.date,
        Sitting.place,
        Sitting.closed_at.is_not(None).label("closed"),
        _STAMP.label("stamp"),
        _NUMBER.label("number"),
        _LATER.label("later"),
    )
    .join(Sitting, Sitting.id == Match.sitting_id)
    .where(*_THIS)
)
_ASK_SEATS = (
    select(Player.id, Player.name)
    .join(Seat, Seat.player_id == Player.id)
    .where(Seat.match_id == bindparam("match"))
    .order_by(Seat.number)
)
_ASK_ROWS = (
    select(Deal.id, Deal.facts, Deal.version, Deal.position)
    .where(Deal.club_id == bindparam("club"), Deal.match_id == bindparam("match"))
    .order_by(Deal.position)
)
_ASK_VISIBLE = _ASK_ROWS.where(Deal.hidden_at.is_(None))
_ASK_HIDDEN = _ASK_ROWS.where(Deal.hidden_at.is_not(None))


@dataclass(frozen=True)
class DealRow:
    """A deal as it is kept: its id, facts and the version an edit must have seen."""

    id: int
    facts: dict[str, Any]
    version: int
    position: int


@dataclass(frozen=True)
class Kept:
    """A match as it is kept, with its people and its visible deals, scored from the facts.

    `later` is the newest match of the sitting that began after this one, 0 when there is none.
    """

    id: int
    stamp: int
    number: int
    later: int
    sitting: int
    date: datetime.date
    place: str
    closed: bool
    version: int
    players: tuple[int, ...]
    names: tuple[str, ...]
    match: scoring.Match
    deals: tuple[DealRow, ...]
    scored: scoring.Scored

    @property
    def newest(self) -> int:
        """Return the id of the newest visible deal, 0 when there is none."""
        return self.deals[-1].id if self.deals else 0

    def reseated(self, sat: Sequence[int]) -> bool:
        """Say whether somebody sits elsewhere than a page saw, which named players by seat."""
        seats = {player: seat for seat, player in enumerate(sat)}
        return any(seats.get(player, seat) != seat for seat, player in enumerate(self.players))

    def row(self, deal: int) -> scoring.Row | None:
        """Return the scored row of a visible deal."""
        pairs = zip(self.deals, self.scored.rows, strict=True)
        return next((row for kept, row in pairs if kept.id == deal), None)


def stamp(club: int, match: int) -> int:
    """Return a number that grows with everything that is done to a match or its sitting.

    0 means that there is no such match.
    """
    return run(_ASK_STAMP, {"club": club, "match": match}).scalar() or 0


def hidden(club: int, match: int) -> list[DealRow]:
    """Return the rows of a match that were undone or deleted, in their places."""
    return [DealRow(*row) for row in run(_ASK_HIDDEN, {"club": club, "match": match})]


def following(club: int, kept: Kept) -> Kept | None:
    """Return the match after this one in its sitting, if there is one."""
    later = select(Match.id).where(Match.sitting_id == kept.sitting, Match.id > kept.id)
    found = db.session.scalar(later.order_by(Match.id).limit(1))
    return None if found is None else load(club, found)


def what_changed(
    kept: Kept, rows: Sequence[DealRow], deal: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what an event says of a change of the visible rows: before and after.

    Each has the number of the deal that it is about (None: it is not there), the players by seat,
    and the facts of every row that differs, by its id (None: it is not there).
    """
    old, new = ({row.id: row.facts for row in some} for some in (kept.deals, rows))
    changed = [i for i in new | old if old.get(i) != new.get(i)]

    def said(facts: dict[int, Any]) -> dict[str, Any]:
        return {
            "number": list(facts).index(deal) + 1 if deal in facts else None,
            "players": list(kept.players),
            "deals": {str(i): facts.get(i) for i in changed},
        }

    return said(old), said(new)


def load(club: int, match: int) -> Kept:
    """Return a match of a club, scored, or raise `NotFound`."""
    this = {"club": club, "match": match}
    row = run(_ASK_MATCH, this).first()
    if row is None:
        raise NotFound
    seats = run(_ASK_SEATS, {"match": match}).all()
    deals = tuple(DealRow(*deal) for deal in run(_ASK_VISIBLE, this))
    pure = _pure(row, len(seats), deals)
    return Kept(
        id=match,
        stamp=row.stamp,
        number=row.number,
        later=row.later,
        sitting=row.sitting,
        date=row.date,
        place=row.place,
        closed=row.closed,
        version=row.version,
        players=tuple(player for player, _ in seats),
        names=tuple(name for _, name in seats),
        match=pure,
        deals=deals,
        scored=scoring.score(pure),
    )


def _pure(row: Row[*tuple[Any, ...]], seats: int, deals: Sequence[DealRow]) -> scoring.Match:
    game = GAMES[row.game]
    rules = read_rules(game, row.rules, seats)
    facts = tuple(deal.facts for deal in deals)
    return scoring.Match(game, rules, seats, row.first_dealer, facts)
