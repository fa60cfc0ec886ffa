"""Compare the accounts of every club with what its events come to, and their marks with both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlalchemy import select

from ... import ledger
from ...db import db
from ...models import Account, Club, Event
from ..money import books
from ..money.rebuilding import differences
from .differences import Difference, differs, quoted

_DAMAGED: Final = (KeyError, TypeError, ValueError, AttributeError)


def money() -> Iterator[Difference]:
    """Yield where the money of a club is not as its events left it."""
    for club, name in db.session.execute(select(Club.id, Club.name).order_by(Club.id)).all():
        where = f"club {quoted(name)}"
        try:
            found = ledger.fold(_events(club))
        except _DAMAGED:
            # An event that is damaged is told where events are looked at.
            yield Difference(where, "money: expected events that can be followed, got others")
            continue
        for what, expected, stored in differences(club, found):
            yield Difference(f"{where}, {what}", differs("money", str(expected), str(stored)))
        try:
            yield from list(_marks(club, where))
        except _DAMAGED:
            yield Difference(where, "money: expected accounts that can be summed, got others")


def _events(club: int) -> Iterator[ledger.Past]:
    kinds = (*ledger.KINDS, ledger.CLOSE)
    wanted = select(Event.kind, Event.sitting_id, Event.before, Event.after)
    own = wanted.where(Event.club_id == club, Event.kind.in_(kinds)).order_by(Event.id)
    for row in db.session.execute(own):
        yield ledger.Past(*row)


def _marks(club: int, where: str) -> Iterator[Difference]:
    wanted = select(Account.sitting_id, Account.season).where(
        Account.club_id == club, Account.settled_at.is_not(None)
    )
    for sitting, season in db.session.execute(wanted).all():
        found = books.season(club, season or 0) if sitting is None else books.evening(club, sitting)
        if not found.settled:
            what = f"sitting {sitting}" if sitting else f"season {season}"
            expected = "none, because somebody is not at zero"
            yield Difference(f"{where}, {what}", differs("account.settled_at", expected, "one"))
