"""Which accounts are known to be settled, so that lists and sums can pass them over."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import aliased

from ...db import db, run
from ...models import Account, Match, now
from .books import Books


def mark(books: Books) -> None:
    """Mark an account as settled where everybody in it is at zero."""
    if books.stored is not None:
        at = now() if books.settled and books.currency else None
        db.session.execute(
            update(Account).where(Account.id == books.stored.id).values(settled_at=at)
        )


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
