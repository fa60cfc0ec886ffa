"""Payments: of a row of the plan with one tap, in part, or any other; and taking one back."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import func, select

from ... import ledger
from ...db import db
from ...entry import N_, Problem, Refused
from ...models import Event, Payment, Transfer, now
from ..errors import Conflict, NotFound
from ..operations import Actor, Change, perform
from .books import Books
from .changing import check_amount, person
from .marks import mark, mark_evening
from .scopes import Scope, books_of


class Paying(NamedTuple):
    """A payment as a page asks for it; `whole`: all that is left of a row of the plan.

    `seen` is the number of the newest payment that the page knew, 0 where it knew none.
    """

    payer: int
    payee: int
    amount: int
    currency: str
    whole: bool = False
    seen: int | None = None


def keep(actor: Actor, op_id: str, scope: Scope) -> None:
    """Keep the plan that stands; does nothing where it is kept, or nobody owes anything."""

    def change() -> Change:
        found = _payable(actor.club, scope)
        if found.kept or not found.plan or found.stored is None:
            raise Conflict("kept")
        rows = _keep(found)
        db.session.flush()
        return Change({}, after={**_season(scope), "plan": rows}, sitting=scope.sitting)

    kind = ledger.PLAN if scope.season is None else ledger.SEASON_PLAN
    perform(actor, op_id, kind, list(scope), change)


def pay(actor: Actor, op_id: str, scope: Scope, paying: Paying) -> int:
    """Record a payment, and return its number; the plan that stands is kept with the first.

    Raises `NotFound`; `Refused` for a payment that cannot be; `Conflict` where the row of the plan
    or just this is paid since the page was made (`paid`), or the row is no more (`plan`).
    """

    def change() -> Change:
        found = _payable(actor.club, scope)
        payer, payee = _check(actor.club, found, paying)
        linked = _row(found, payer, payee, paying)
        rows = _keep(found) if not found.kept and found.plan else None
        number = _next_number(actor.club)
        plans = len(found.account.plans) + (rows is not None)
        _record(actor, found, paying, (payer, payee), number, (plans, linked))
        _mark(actor.club, scope)
        after = {
            **_season(scope),
            "payment": number,
            "payer": payer,
            "payee": payee,
            "amount": paying.amount,
            "currency": found.currency,
            "plan": rows,
            "row": linked,
        }
        return Change({"payment": number}, after=after, sitting=scope.sitting)

    kind = ledger.PAY if scope.season is None else ledger.SEASON_PAY
    said = [paying.payer, paying.payee, paying.amount, paying.currency, paying.whole]
    return int(perform(actor, op_id, kind, [list(scope), said], change)["payment"])


def undo(actor: Actor, op_id: str, scope: Scope, number: int) -> None:
    """Take a payment back; the record keeps it.

    Raises `NotFound`, and `Conflict` where it was taken back already (`undone`) or belongs to what
    was settled when the evening was closed (`frozen`).
    """

    def change() -> Change:
        found = books_of(actor.club, scope)
        row = _payment(found, number)
        if row.undone_at is not None:
            raise Conflict("undone")
        if found.closed and _before_closing(actor.club, scope, number):
            raise Conflict("frozen")
        row.undone_at = now()
        db.session.flush()
        _mark(actor.club, scope)
        said = next(one for one in found.account.payments if one.number == number)
        before, after = said.said(found.currency), {**_season(scope), "payment": number}
        return Change({"payment": number}, before, after, sitting=scope.sitting)

    kind = ledger.UNDO if scope.season is None else ledger.SEASON_UNDO
    perform(actor, op_id, kind, [list(scope), number], change)


def _season(scope: Scope) -> dict[str, Any]:
    return {} if scope.season is None else {"season": scope.season}


def _payable(club: int, scope: Scope) -> Books:
    found = books_of(club, scope)
    if found.currency is None or found.stored is None:
        raise Conflict("no money")
    if found.account.season is not None:
        raise Conflict("season", found.account.season)
    if found.over:
        say = N_("The balances do not sum to zero, so nothing can be settled.")
        raise Refused(Problem("balances", "numbers that sum to 0", found.over, say))
    if max((row.amount for row in found.plan), default=0) > ledger.KEPT:
        say = N_("That is too much for one amount.")
        raise Refused(Problem("balances", f"at most {ledger.KEPT}", found.plan[0].amount, say))
    return found


def _check(club: int, found: Books, paying: Paying) -> tuple[int, int]:
    """Return who pays whom by person, or raise `Refused`."""
    if paying.currency != found.currency:
        say = N_("This is settled in %(currency)s.")
        values = {"currency": found.currency}
        raise Refused(Problem("currency", str(found.currency), paying.currency, say, values))
    check_amount(paying.amount)
    payer, payee = person(club, paying.payer, "payer"), person(club, paying.payee, "payee")
    if payer == payee:
        say = N_("Nobody pays himself or herself: choose two people.")
        raise Refused(Problem("payee", "somebody else than who pays", paying.payee, say))
    return payer, payee


def _row(found: Books, payer: int, payee: int, paying: Paying) -> int | None:
    """Return the number of the row of the plan that is meant, if any."""
    if paying.seen is not None and paying.seen < found.newest(payer, payee, paying.amount):
        raise Conflict("paid")
    there = found.between(payer, payee)
    fitting = [n for n, row in there if row.left == paying.amount]
    if paying.whole and not fitting:
        raise Conflict("paid" if any(row.left == 0 for _, row in there) else "plan")
    fitting += [n for n, row in there if row.left > paying.amount]
    return fitting[0] if fitting else None


def _keep(found: Books) -> list[dict[str, Any]]:
    """Store the plan that stands, and return what an event says of it."""
    account, banker = found.account, found.account.banker
    rows = [ledger.Row(row.payer, row.payee, row.amount) for row in found.plan]
    if found.stored is not None:
        plan = ledger.Kept(tuple(rows), banker)
        db.session.add_all(plan_rows(found.stored.id, len(account.plans) + 1, plan))
    return [row.said() for row in rows]


def plan_rows(account: int, number: int, plan: ledger.Kept) -> list[Transfer]:
    """Return a plan as it is stored."""
    return [
        Transfer(
            account_id=account,
            plan=number,
            number=place,
            payer_id=row.payer,
            payee_id=row.payee,
            amount_minor=row.amount,
            banker_id=plan.banker,
        )
        for place, row in enumerate(plan.rows)
    ]


def _next_number(club: int) -> int:
    newest = select(func.max(Payment.number)).where(Payment.club_id == club)
    return (db.session.scalar(newest) or 0) + 1


def _record(
    actor: Actor,
    found: Books,
    paying: Paying,
    people: tuple[int, int],
    number: int,
    row: tuple[int, int | None],
) -> None:
    plan, place = row
    db.session.add(
        Payment(
            club_id=actor.club,
            number=number,
            account_id=found.stored.id if found.stored else 0,
            payer_id=people[0],
            payee_id=people[1],
            amount_minor=paying.amount,
            plan=None if place is None else plan,
            row=place,
            at=now(),
            device_id=actor.device,
        )
    )
    db.session.flush()


def _mark(club: int, scope: Scope) -> None:
    if scope.sitting is not None:
        mark_evening(club, scope.sitting)
    else:
        db.session.expire_all()
        mark(books_of(club, scope))


def _payment(found: Books, number: int) -> Payment:
    row = None
    if found.stored is not None:
        own = (Payment.account_id == found.stored.id, Payment.number == number)
        row = db.session.scalar(select(Payment).where(*own))
    if row is None:
        raise NotFound
    return row


def _before_closing(club: int, scope: Scope, number: int) -> bool:
    """Say whether a payment came before its evening was closed last, whatever the clock said."""
    about = (Event.club_id == club, Event.sitting_id == scope.sitting)
    kinds = Event.kind.in_((ledger.PAY, ledger.CLOSE))
    newest_first = select(Event.kind, Event.before, Event.after).where(*about, kinds)
    for kind, before, after in db.session.execute(newest_first.order_by(Event.id.desc())):
        if kind == ledger.PAY and after["payment"] == number:
            return False
        if kind == ledger.CLOSE and not before["closed"]:
            return True
    return False
