"""Money as the events tell it: what evenings are played for, bills, payments, plans.

Each event's before and after, folded from the first on, as `replay.py` does for matches. Nothing is
stored, and no payoff is known here: what anybody is up or down is `accounts.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

MOST: Final = 10**9  # minor units in one amount
KEPT: Final = 10**10 - 1  # what a plan or a balance that is kept may come to, as JSON is read
TERMS: Final = "money.terms"
PLAN: Final = "money.plan"
COST: Final = "money.cost"
PAY, SEASON_PAY = "money.pay", "season.pay"
UNDO, SEASON_UNDO = "money.undo", "season.undo"
SETTLE: Final = "season.settle"
CLOSE: Final = "sitting.close"
SEASON_PLAN: Final = "season.plan"
KINDS: Final = (TERMS, COST, PLAN, PAY, UNDO, SETTLE, SEASON_PLAN, SEASON_PAY, SEASON_UNDO)

ALL, CHOSEN, LOSERS = "all", "chosen", "losers"
SHARED: Final = (ALL, CHOSEN, LOSERS)


class Happened(Protocol):
    """An event: its kind, the sitting that it is about, before and after."""

    @property
    def kind(self) -> str:
        """Return what kind of operation it was."""

    @property
    def sitting(self) -> int | None:
        """Return the sitting that it is about."""

    @property
    def before(self) -> Any:
        """Return what was there."""

    @property
    def after(self) -> Any:
        """Return what it left."""


@dataclass(frozen=True)
class Past:
    """An event that happened, as far as money goes."""

    kind: str
    sitting: int | None
    before: Any
    after: Any


@dataclass(frozen=True)
class Cost:
    """A bill: who paid it, and who shares it (`players` when they were chosen)."""

    number: int
    what: str
    amount: int
    payer: int
    shared: str
    players: tuple[int, ...] = ()

    def said(self, currency: str | None) -> dict[str, Any]:
        """Return what an event says of it."""
        return {
            "number": self.number,
            "currency": currency,
            "what": self.what,
            "amount": self.amount,
            "payer": self.payer,
            "shared": self.shared,
            "players": list(self.players),
        }


@dataclass(frozen=True)
class Row:
    """A transfer of a plan that was kept."""

    payer: int
    payee: int
    amount: int

    def said(self) -> dict[str, Any]:
        """Return what an event says of it."""
        return {"payer": self.payer, "payee": self.payee, "amount": self.amount}


@dataclass(frozen=True)
class Kept:
    """A plan that was kept, and through whom it goes, if through anybody."""

    rows: tuple[Row, ...]
    banker: int | None = None


@dataclass(frozen=True)
class Payment:
    """Money that changed hands. `plan` counts the plans of its account from 1; `row` is in it."""

    number: int
    payer: int
    payee: int
    amount: int
    plan: int | None = None
    row: int | None = None
    undone: bool = False

    def said(self, currency: str | None) -> dict[str, Any]:
        """Return what an event says of it that takes it back."""
        pair = {"payer": self.payer, "payee": self.payee, "amount": self.amount}
        return {**pair, "currency": currency}


@dataclass(frozen=True)
class Account:
    """What is settled together: an evening, or several of them, with plans and payments."""

    currency: str | None = None
    banker: int | None = None
    values: tuple[tuple[str, str, int], ...] = ()
    costs: tuple[Cost, ...] = ()
    plans: tuple[Kept, ...] = ()
    payments: tuple[Payment, ...] = ()
    sittings: tuple[int, ...] = ()
    season: int | None = None
    frozen: tuple[tuple[int, int], ...] | None = None

    def terms(self) -> dict[str, Any]:
        """Return what an event says of currency, values and banker."""
        values = [{"game": g, "way": w, "value": v} for g, w, v in self.values]
        return {"currency": self.currency, "values": values, "banker": self.banker}


@dataclass
class Ledger:
    """A club's accounts: of evenings by their sitting, of seasons by their number."""

    evenings: dict[int, Account] = field(default_factory=dict)
    seasons: dict[int, Account] = field(default_factory=dict)
    payments: int = 0

    def account(self, event: Happened) -> Account:
        """Return the account that an event is about, as it is before it."""
        if event.sitting is not None:
            return self.evenings.get(event.sitting, Account())
        return self.seasons.get(event.after["season"], Account())

    def step(self, event: Happened) -> None:
        """Change the accounts as the next event does."""
        if event.kind == SETTLE:
            self._settle(event.after)
        elif event.kind in KINDS or (event.kind == CLOSE and event.sitting in self.evenings):
            account = _after(self.account(event), event)
            if event.kind in (PAY, SEASON_PAY):
                self.payments = event.after["payment"]
            if event.sitting is not None:
                self.evenings[event.sitting] = account
            else:
                self.seasons[event.after["season"]] = account

    def _settle(self, after: Any) -> None:
        season = after["season"]
        self.seasons[season] = Account(
            after["currency"], after["banker"], sittings=tuple(after["sittings"])
        )
        for sitting in after["sittings"]:
            self.evenings[sitting] = replace(self.evenings[sitting], season=season)


def fold(events: Iterable[Happened]) -> Ledger:
    """Return the accounts that events come to; all of a club's events, oldest first."""
    ledger = Ledger()
    for event in events:
        ledger.step(event)
    return ledger


def cost_of(said: Any) -> Cost:
    """Return the bill that an event says."""
    facts = {key: value for key, value in said.items() if key != "currency"}
    return Cost(**{**facts, "players": tuple(facts["players"])})


def _after(account: Account, event: Happened) -> Account:
    after = event.after
    if event.kind == TERMS:
        values = tuple((v["game"], v["way"], v["value"]) for v in after["values"])
        terms = {"currency": after["currency"], "banker": after["banker"], "values": values}
        return replace(account, **terms)
    if event.kind == COST:
        number = (event.before or after)["number"]
        rest = [cost for cost in account.costs if cost.number != number]
        new = [] if after is None else [cost_of(after)]
        in_order = sorted(rest + new, key=lambda cost: cost.number)
        return replace(account, costs=tuple(in_order))
    if event.kind == CLOSE:
        if "frozen" not in after:
            return account
        frozen = tuple((one["player"], one["balance"]) for one in after["frozen"])
        return replace(account, frozen=frozen)
    if event.kind in (PLAN, SEASON_PLAN):
        return _planned(account, after["plan"])
    if event.kind in (PAY, SEASON_PAY):
        return _paid(account, after)
    undone = tuple(
        replace(one, undone=True) if one.number == after["payment"] else one
        for one in account.payments
    )
    return replace(account, payments=undone)


def _planned(account: Account, plan: Any) -> Account:
    kept = Kept(tuple(Row(**row) for row in plan), account.banker)
    return replace(account, plans=(*account.plans, kept))


def _paid(account: Account, after: Any) -> Account:
    if after["plan"] is not None:
        account = _planned(account, after["plan"])
    plan = None if after["row"] is None else len(account.plans)
    said = (after["payment"], after["payer"], after["payee"], after["amount"])
    payment = Payment(*said, plan, after["row"])
    return replace(account, payments=(*account.payments, payment))
