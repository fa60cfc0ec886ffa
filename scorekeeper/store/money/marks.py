"""Which accounts are known to be settled, so that lists and sums can pass them over."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import aliased

from ...db import db, run
from ...ledger import CHOSEN
from ...models import Account, Cost, Match, now
from . import books as reckoned
from . import rows
from .books import Books


def mark(books: Books) -> None:
    """Mark an account as settled where everybody in it is at zero."""
    if books.stored is not None:
        at = now() if books.settled and books.currency else None
        db.session.execute(
            update(Account).where(Account.id == books.stored.id).values(settled_at=at)
        )


def mark_evening(club: int, sitting: int) -> Books:
    """Mark an evening after a change, and the season it is settled in; return its books."""
    db.session.flush()
    db.session.expire_all()
    found = reckoned.evening(club, sitting)
    mark(found)
    if found.account.season is not None:
        mark(reckoned.season(club, found.account.season))
    return found


def mark_shared(club: int, player: int) -> None:
    """Mark anew where a bill is shared by people chosen by name, this one among them.

    Two spellings that became one person share it once, and the others bear the rest.
    """
    wanted = (Account.club_id == club, Cost.shared == CHOSEN)
    found = db.session.execute(
        select(Account.sitting_id, Cost.players).join(Cost).where(*wanted)
    ).all()
    persons = rows.people(club) if found else {}
    for sitting, among in found:
        if sitting is not None and any(persons[one].id == player for one in among):
            mark_evening(club, sitting)


def _opening() -> Any:
    """Return what takes the mark from the accounts that a match belongs to."""
    own, season = aliased(Account), aliased(Account)
    of_match = Match.id == bindparam("of_match")
    evening = select(own.id).join(Match, Match.sitting_id == own.sitting_id).where(of_match)
    together = (
        select(season.id)
        .join(own, (own.club_id == season.club_id) & (own.in_season == season.season))
        .join(Match, Match.sitting_id == own.sitting_id)
        .where(of_match)
    )
    of_either = Account.id.in_(evening.union(together))
    return update(Account).where(Account.settled_at.is_not(None), of_either).values(settled_at=None)


_OPEN: Final = _opening()


def open_again(match: int) -> None:
    """Take the mark from what a match belongs to: its payoffs have changed."""
    run(_OPEN, {"of_match": match})
