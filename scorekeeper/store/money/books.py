"""The books of an evening or a season: balances, the plan that stands, and why it is a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from sqlalchemy import select

from ... import accounts, ledger
from ...db import db
from ...models import Account, Event, Match, Sitting
from ...settlement import EXACT, settle
from ..errors import NotFound
from . import played, rows
from .played import Played
from .rows import Person, Seen, Stored

# What changes balances, by what an event's kind begins with: the reason for a new plan.
_DEALS: Final = ("deal.", "match.")


class Standing(NamedTuple):
    """A transfer of the plan that stands: what of it is left, and the payments for it."""

    payer: int
    payee: int
    amount: int
    left: int
    payments: tuple[ledger.Payment, ...] = ()


@dataclass(frozen=True)
class Books:
    """What is settled together, and how it stands.

    `kept` says whether the plan was kept already; `why` are the reasons for a new one. `played` is
    by sitting and empty in lists; `closed` is set for an evening that is closed.
    """

    stored: Stored | None
    sitting: int | None
    persons: Mapping[int, Person]
    evenings: Mapping[int, accounts.Evening]
    played: Mapping[int, Sequence[Played]]
    balances: Mapping[int, int]
    closed: bool = False

    @property
    def account(self) -> ledger.Account:
        """Return currency, values, bills, payments and plans."""
        return ledger.Account() if self.stored is None else self.stored.account

    @property
    def currency(self) -> str | None:
        """Return the currency, None where nothing is paid."""
        return self.account.currency

    @property
    def seen(self) -> Mapping[int, Seen]:
        """Return when and on which device each payment was recorded, by its number."""
        return {} if self.stored is None else self.stored.seen

    @property
    def over(self) -> int:
        """Return what the balances sum to: not 0 only where results are damaged."""
        return sum(self.balances.values())

    @property
    def people(self) -> list[Person]:
        """Return everybody who is in it, in seat order, then those who paid or were paid."""
        return [self.persons[who] for who in self.balances]

    @property
    def settled(self) -> bool:
        """Say whether everybody is at zero."""
        return not any(self.balances.values())

    @cached_property
    def kept(self) -> bool:
        """Say whether the plan that stands was kept: nothing but its own payments came since."""
        plans = self.account.plans
        if not plans or plans[-1].banker != self.account.banker:
            return False
        left: accounts.Sums = dict.fromkeys(self.balances, 0)
        for row in self._kept_rows():
            accounts.add(left, {row.payee: row.left})
            accounts.add(left, {row.payer: -row.left})
        return left == dict(self.balances)

    @cached_property
    def plan(self) -> list[Standing]:
        """Return who pays whom: the plan that was kept, else a new one."""
        if self.over:
            return []
        if self.kept:
            return [row for row in self._kept_rows() if row.payer != row.payee]
        banker = self.account.banker
        through = None if banker is None else self.persons[banker].id
        found = settle(self.balances, through).transfers
        return [Standing(t.payer, t.payee, t.amount, t.amount) for t in found]

    @property
    def exact(self) -> bool:
        """Say whether no plan has fewer transfers."""
        return sum(amount != 0 for amount in self.balances.values()) <= EXACT

    def _kept_rows(self) -> list[Standing]:
        plans, found = self.account.plans, []
        for number, row in enumerate(plans[-1].rows if plans else ()):
            own = tuple(
                one
                for one in self.account.payments
                if (one.plan, one.row, one.undone) == (len(plans), number, False)
            )
            left = row.amount - sum(one.amount for one in own)
            pair = self.persons[row.payer].id, self.persons[row.payee].id
            found.append(Standing(*pair, row.amount, left, own))
        return found

    def between(self, payer: int, payee: int) -> list[tuple[int, Standing]]:
        """Return the rows of the plan from one to another, by their numbers in it.

        Two spellings that became one person may have a row each.
        """
        rows = self._kept_rows() if self.kept else self.plan
        return [(n, row) for n, row in enumerate(rows) if (row.payer, row.payee) == (payer, payee)]

    def newest(self, payer: int, payee: int, amount: int) -> int:
        """Return the number of the newest payment that is just this one, 0 where none is."""
        same = (
            one.number
            for one in self.account.payments
            if (self.persons[one.payer].id, self.persons[one.payee].id) == (payer, payee)
            and (one.amount, one.undone) == (amount, False)
        )
        return max(same, default=0)

    @property
    def changed_since(self) -> dict[int, int]:
        """Return what everybody is up or down by since the evening was closed, where that is."""
        if self.account.frozen is None or self.sitting is None:
            return {}
        was: accounts.Sums = {}
        for player, balance in self.account.frozen:
            accounts.add(was, {self.persons[player].id: balance})
        now = self.evenings[self.sitting].played()
        found = {who: now.get(who, 0) - was.get(who, 0) for who in now | was}
        return {who: amount for who, amount in found.items() if amount}


def evening(club: int, sitting: int) -> Books:
    """Return the books of an evening, without a currency where nothing is paid for."""
    row = db.session.scalar(select(Sitting).where(Sitting.club_id == club, Sitting.id == sitting))
    if row is None:
        raise NotFound
    found = rows.stored(club, Account.sitting_id == sitting)
    return opened_books(found[0] if found else None, [sitting], club, row.closed_at is not None)


def season(club: int, number: int) -> Books:
    """Return the books of a season, or raise `NotFound`."""
    found = rows.stored(club, Account.season == number)
    if not found:
        raise NotFound
    return opened_books(found[0], found[0].account.sittings, club)


def opened_books(
    found: Stored | None, sittings: Sequence[int], club: int, closed: bool = False
) -> Books:
    """Return the books of an account with all that was played in its evenings."""
    persons, matches = rows.people(club), played.of(sittings)
    own: dict[int | None, Stored] = {} if found is None else {found.sitting: found}
    if found is not None and found.sitting is None:
        own = {one.sitting: one for one in rows.stored(club, Account.sitting_id.in_(sittings))}
    evenings = {
        sitting: played.evening(
            own[sitting].account if sitting in own else ledger.Account(), matches[sitting], persons
        )
        for sitting in sittings
    }
    together = (
        [] if found is None or found.sitting is not None else played.paid(found.account, persons)
    )
    balances = accounts.Season(list(evenings.values()), together).balances()
    one = sittings[0] if found is None or found.sitting is not None else None
    return Books(found, one, persons, evenings, matches, balances, closed)


def why(club: int, books: Books) -> list[str]:
    """Return what happened to a plan that was kept and stands no more, each reason in a word."""
    plans, stored = books.account.plans, books.stored
    if not plans or books.kept or books.settled or stored is None:
        return []
    sittings = list(books.evenings)
    matches = select(Match.id).where(Match.sitting_id.in_(sittings))
    about = Event.sitting_id.in_(sittings) | Event.match_id.in_(matches)
    if stored.number is not None:
        about |= Event.kind.in_((ledger.SEASON_PLAN, ledger.SEASON_PAY, ledger.SEASON_UNDO))
    about |= Event.kind == "player.merge"
    found = db.session.execute(
        select(Event.kind, Event.after)
        .where(Event.club_id == club, about)
        .order_by(Event.id.desc())
    )
    reasons: dict[str, None] = {}
    for kind, after in found:
        if _keeps(kind, after, stored):
            break
        reason = _reason(kind, after, len(plans), books)
        if reason:
            reasons.setdefault(reason)
    return list(reversed(reasons))


def _keeps(kind: str, after: Any, stored: Stored) -> bool:
    """Say whether an event is the one that kept the newest plan."""
    if kind in (ledger.SEASON_PLAN, ledger.SEASON_PAY):
        return after["season"] == stored.number and after["plan"] is not None
    own = kind in (ledger.PLAN, ledger.PAY) and stored.number is None
    return own and after["plan"] is not None


def _reason(kind: str, after: Any, plans: int, books: Books) -> str | None:
    if kind.startswith(_DEALS):
        return "deal"
    if kind == ledger.TERMS:
        kept = books.account.plans[-1].banker
        return "value" if kept == books.account.banker else "banker"
    if kind == "player.merge":
        return "person"
    if kind in (ledger.PAY, ledger.SEASON_PAY):
        return "payment" if after["row"] is None else None
    if kind in (ledger.UNDO, ledger.SEASON_UNDO):
        undone = [p.plan for p in books.account.payments if p.number == after["payment"]]
        return "undone" if undone != [plans] else None
    return "cost" if kind == ledger.COST else None
