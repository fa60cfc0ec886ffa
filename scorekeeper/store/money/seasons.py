"""What is open in a club, by currency, and settling several evenings all at once."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import func, select

from ... import accounts, ledger
from ...db import db
from ...entry import N_, Problem, Refused
from ...models import Account, Payment, Sitting
from ..errors import Conflict
from ..operations import Actor, Change, perform
from . import books, played, rows
from .changing import person
from .marks import mark
from .rows import Person, Stored


class Item(NamedTuple):
    """An evening or a season with balances: its day and place, or its number and evenings."""

    sitting: int | None
    season: int | None
    date: datetime.date | None
    place: str
    balances: Mapping[int, int]
    evenings: int = 1


class Open(NamedTuple):
    """What is open in one currency: evenings and seasons, newest first, and what they sum to."""

    currency: str
    persons: Mapping[int, Person]
    items: Sequence[Item]

    @property
    def evenings(self) -> list[Item]:
        """Return the evenings that can be settled together."""
        return [item for item in self.items if item.sitting is not None]

    @property
    def balances(self) -> dict[int, int]:
        """Return what everybody is up or down in all of them, highest first."""
        found: accounts.Sums = {}
        for item in self.items:
            accounts.add(found, item.balances)
        order = sorted(found, key=lambda who: (-found[who], self.persons[who].name))
        return {who: found[who] for who in order if found[who]}


def opened(club: int) -> list[Open]:
    """Return what is open in a club, by currency; accounts that are settled are not read."""
    unsettled = (Account.settled_at.is_(None), Account.currency.is_not(None))
    found = rows.stored(club, *unsettled, Account.in_season.is_(None))
    if not found:
        return []
    persons = rows.people(club)
    joined = {s: one.number for one in found for s in one.account.sittings}
    own = [one for one in found if one.sitting is not None]
    if joined:
        own += rows.stored(club, Account.sitting_id.in_(joined))
    sittings = [one.sitting for one in own if one.sitting is not None]
    matches = played.of(sittings)
    evenings = {
        one.sitting: played.evening(one.account, matches[one.sitting], persons)
        for one in own
        if one.sitting is not None
    }
    days = _days(sittings)
    items = [(one.account.currency or "", _item(one, evenings, days, persons)) for one in found]
    currencies = sorted({currency for currency, _ in items})
    by_currency = [
        Open(c, persons, [i for of, i in reversed(items) if of == c and any(i.balances.values())])
        for c in currencies
    ]
    return [one for one in by_currency if one.items]


def settled(club: int, sittings: Sequence[int], found: Sequence[Open]) -> set[int]:
    """Return which of these evenings are settled, by themselves or in a season.

    `found` is what is open in the club: what is marked as settled is known, the rest was looked at.
    """
    owing = {(item.sitting, item.season) for one in found for item in one.items}
    # An evening in which nobody owes anything yet has nothing that was settled.
    own = (Payment.account_id == Account.id, Payment.undone_at.is_(None))
    paid = select(Payment.id).where(*own).exists()
    wanted = select(Account.sitting_id, Account.in_season).where(
        Account.club_id == club,
        Account.sitting_id.in_(sittings),
        Account.currency.is_not(None),
        Account.in_season.is_not(None) | paid,
    )
    return {
        sitting
        for sitting, season in db.session.execute(wanted)
        if sitting is not None
        and ((sitting, None) if season is None else (None, season)) not in owing
    }


def latest(club: int) -> ledger.Account | None:
    """Return the account of the newest evening that was played for money, if there is one."""
    newest = select(func.max(Account.id)).where(
        Account.club_id == club, Account.currency.is_not(None), Account.sitting_id.is_not(None)
    )
    found = rows.stored(club, Account.id == newest.scalar_subquery())
    return found[0].account if found else None


def _days(sittings: Sequence[int]) -> dict[int, tuple[datetime.date, str]]:
    wanted = select(Sitting.id, Sitting.date, Sitting.place).where(Sitting.id.in_(sittings))
    return {key: (date, place) for key, date, place in db.session.execute(wanted)}


def _item(
    one: Stored,
    evenings: Mapping[int, accounts.Evening],
    days: Mapping[int, tuple[datetime.date, str]],
    persons: Mapping[int, Person],
) -> Item:
    if one.sitting is not None:
        date, place = days[one.sitting]
        return Item(one.sitting, None, date, place, evenings[one.sitting].balances())
    among = [evenings[sitting] for sitting in one.account.sittings]
    balances = accounts.Season(among, played.paid(one.account, persons)).balances()
    first = max(days[sitting][0] for sitting in one.account.sittings)
    return Item(None, one.number, first, "", balances, len(among))


def settle(
    actor: Actor,
    op_id: str,
    currency: str,
    sittings: Sequence[int],
    banker: int | None = None,
) -> int:
    """Settle several evenings together, and return the number of the season they make.

    Raises `Refused` without evenings, and `Conflict` where one is settled otherwise by now.
    """

    def change() -> Change:
        if not sittings or len(set(sittings)) < len(sittings):
            say = N_("Choose evenings that are open.")
            raise Refused(Problem("sittings", "evenings that are open", list(sittings), say))
        wanted = (Account.club_id == actor.club, Account.sitting_id.in_(sittings))
        found = db.session.scalars(select(Account).where(*wanted)).all()
        free = [one for one in found if one.in_season is None and one.currency == currency]
        if len(free) < len(sittings):
            raise Conflict("season")
        newest = select(func.max(Account.season)).where(Account.club_id == actor.club)
        number = (db.session.scalar(newest) or 0) + 1
        through = None if banker is None else person(actor.club, banker, "banker")
        db.session.add(
            Account(club_id=actor.club, season=number, currency=currency, banker_id=through)
        )
        for one in free:
            one.in_season = number
        db.session.flush()
        db.session.expire_all()
        mark(books.season(actor.club, number))
        in_order = sorted(sittings)
        after = {"season": number, "currency": currency, "sittings": in_order, "banker": through}
        return Change({"season": number}, after=after)

    content = [currency, list(sittings), banker]
    return int(perform(actor, op_id, ledger.SETTLE, content, change)["season"])
