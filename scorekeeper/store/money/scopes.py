"""What is settled: an evening or a season, and its books."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import select

from ...db import db
from ...models import Account, Payment
from ..errors import NotFound
from . import books
from .books import Books


class Scope(NamedTuple):
    """What is settled: an evening by its sitting, or a season by its number."""

    sitting: int | None = None
    season: int | None = None


def books_of(club: int, scope: Scope) -> Books:
    """Return the books of what is settled, or raise `NotFound`."""
    if scope.season is not None:
        return books.season(club, scope.season)
    return books.evening(club, scope.sitting or 0)


def scope_of(club: int, number: int) -> Scope:
    """Return for what a payment was recorded, or raise `NotFound`."""
    found = db.session.execute(
        select(Account.sitting_id, Account.season)
        .join(Payment, Payment.account_id == Account.id)
        .where(Payment.club_id == club, Payment.number == number)
    ).first()
    if found is None:
        raise NotFound
    return Scope(*found)
