"""Rows that an operation holds from its first query to its end, so that others wait for it.

SQLite lets one writer in at a time, and nothing is held. On PostgreSQL what is done in one match
holds the match, and shares the club with what is done in other matches; what concerns the club (its
evenings, players, devices, links) holds the club from all of them. The club always comes before the
match, so that no two wait for each other.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import func, select

from ..db import begin_write, db, held, holds_rows
from ..models import Club, Match

_EVERYTHING: Final = 0x73636F7265  # the number under which the whole database is held
_LAST: Final = 0x7363  # and, beside a club, the one under which its events come in their order


def hold(club: int | None = None, match: int | None = None) -> None:
    """Begin an operation that writes, or take more in one that has begun, before what it reads.

    Without a match it is the club's operation, without a club the server's, which holds nothing.
    """
    begin_write()
    if club is None or not holds_rows() or not {(club, None), (club, match)}.isdisjoint(held()):
        return
    row: Any = select(Club.id).where(Club.id == club)
    if match is None:
        _take(row.with_for_update())
    else:
        _take(row.with_for_update(read=True, key_share=True))
        _take(select(Match.id).where(Match.club_id == club, Match.id == match).with_for_update())
    held().add((club, match))


def hold_everything() -> None:
    """Begin an operation that makes a club where there is none yet: one at a time."""
    begin_write()
    if holds_rows():
        _take(select(func.pg_advisory_xact_lock(_EVERYTHING)))


def take_turn(club: int) -> None:
    """Let nobody else of a club write an event until this operation has ended.

    The last thing an operation does before it writes its own: so events are seen in the order of
    their ids, and the newest id tells whether anything has changed.
    """
    if holds_rows():
        db.session.execute(select(func.pg_advisory_xact_lock(_LAST, club)))


def _take(rows: Any) -> None:
    """Wait for rows; what was read before may have been changed by those who held them."""
    db.session.execute(rows)
    db.session.expire_all()
