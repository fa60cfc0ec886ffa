"""Change what an evening is played for, and its bills: refused while it is closed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import delete, insert, select

from ... import entry, ledger
from ...db import db
from ...entry import N_, Problem, Refused
from ...games import GAMES
from ...models import Account, Cost, Event, Player, Value
from ..errors import Conflict, NotFound
from ..operations import Actor, Change, perform
from . import books
from .books import Books
from .marks import mark_evening
from .played import UNIT, WHOLE

_CURRENCY: Final = re.compile(r"[A-Z]{3}", re.ASCII)

Values = Mapping[tuple[str, str], int]


def set_terms(
    actor: Actor,
    op_id: str,
    sitting: int,
    currency: str | None,
    values: Values,
    banker: int | None = None,
    *,
    seen: str | None = None,
) -> None:
    """Say in which currency an evening is settled, what units are worth, and through whom.

    Values are in minor units by game and way of paying; what is 0 is not kept. Without a currency
    nothing is paid for. Raises `NotFound`, `Refused`, and `Conflict` where the evening is closed,
    or where what stands is not what was `seen`, see `standing`.
    """

    def change() -> Change:
        found = _changeable(actor.club, sitting)
        if seen not in (None, standing(found.account)):
            raise Conflict("terms")
        before = found.account.terms()
        _check_terms(found, currency, values)
        through = (
            None if banker is None or currency is None else person(actor.club, banker, "banker")
        )
        row = _account(actor.club, sitting)
        row.currency, row.banker_id = currency, through
        kept = sorted((*key, v) for key, v in values.items() if v and currency is not None)
        _write_values(row.id, kept)
        found = mark_evening(actor.club, sitting)
        return Change({"sitting": sitting}, before, found.account.terms(), sitting=sitting)

    said = sorted([*key, value] for key, value in values.items())
    perform(actor, op_id, ledger.TERMS, [sitting, currency, said, banker], change)


def standing(account: ledger.Account) -> str:
    """Return what tells that currency, values or banker of an evening were changed."""
    values = " ".join(f"{game}.{way}={value}" for game, way, value in account.values)
    return f"{account.currency or ''} {account.banker or ''} {values}".strip()


def add_cost(
    actor: Actor,
    op_id: str,
    sitting: int,
    what: str,
    amount: int,
    payer: int,
    shared: str,
    players: Sequence[int] = (),
) -> None:
    """Add a bill that somebody paid for others: all who played, those chosen, or the losers.

    Raises what `set_terms` raises.
    """

    def change() -> Change:
        found = _changeable(actor.club, sitting)
        if found.currency is None or found.stored is None:
            raise Conflict("no money")
        clean = entry.name(what, "what")
        check_amount(amount)
        chosen = [person(actor.club, who, "players") for who in dict.fromkeys(players)]
        if shared not in ledger.SHARED or (shared == ledger.CHOSEN) != bool(chosen):
            say = N_("Choose who shares the bill.")
            raise Refused(Problem("players", "those who share it", list(players), say))
        number = _next_bill(actor.club, sitting)
        paid_by = person(actor.club, payer, "payer")
        cost = ledger.Cost(number, clean, amount, paid_by, shared, tuple(chosen))
        db.session.add(cost_row(found.stored.id, cost))
        mark_evening(actor.club, sitting)
        return Change({"sitting": sitting}, after=cost.said(found.currency), sitting=sitting)

    content = [sitting, what, amount, payer, shared, list(players)]
    perform(actor, op_id, ledger.COST, content, change)


def remove_cost(actor: Actor, op_id: str, sitting: int, number: int) -> None:
    """Take a bill back; the history keeps it. Raises what `set_terms` raises."""

    def change() -> Change:
        found = _changeable(actor.club, sitting)
        cost = next((cost for cost in found.account.costs if cost.number == number), None)
        if cost is None or found.stored is None:
            raise NotFound
        own = (Cost.account_id == found.stored.id, Cost.number == number)
        db.session.execute(delete(Cost).where(*own))
        mark_evening(actor.club, sitting)
        return Change({"sitting": sitting}, before=cost.said(found.currency), sitting=sitting)

    perform(actor, op_id, ledger.COST, [sitting, number], change)


def person(club: int, player: int, field: str) -> int:
    """Return the person of a club that a player is, retired ones too, or raise `Refused`."""
    row = db.session.scalar(select(Player).where(Player.club_id == club, Player.id == player))
    if row is None:
        say = N_("Choose players of this club.")
        raise Refused(Problem(field, "a player of this club", player, say))
    return row.merged_into_id or row.id


def check_amount(amount: int) -> None:
    """Raise `Refused` unless an amount can be paid."""
    if not 1 <= amount <= ledger.MOST:
        say = (
            N_("Write an amount above zero.")
            if amount < 1
            else N_("That is too much for one amount.")
        )
        expected = f"a whole number from 1 to {ledger.MOST}, in minor units"
        raise Refused(Problem("amount", expected, amount, say))


def _next_bill(club: int, sitting: int) -> int:
    """Return a number that no bill of the evening had: a page may still show one taken back."""
    said = select(Event.after).where(
        Event.club_id == club, Event.sitting_id == sitting, Event.kind == ledger.COST
    )
    return max((one["number"] for one in db.session.scalars(said) if one), default=0) + 1


def cost_row(account: int, cost: ledger.Cost) -> Cost:
    """Return a bill as it is stored."""
    return Cost(
        account_id=account,
        number=cost.number,
        what=cost.what,
        amount_minor=cost.amount,
        payer_id=cost.payer,
        shared=cost.shared,
        players=list(cost.players),
    )


def _changeable(club: int, sitting: int) -> Books:
    found = books.evening(club, sitting)
    if found.closed:
        raise Conflict("closed")
    return found


def _check_terms(found: Books, currency: str | None, values: Values) -> None:
    if currency is not None and not _CURRENCY.fullmatch(currency):
        say = N_("Choose a currency.")
        raise Refused(Problem("currency", "a currency's three letters", currency, say))
    account = found.account
    if currency != account.currency and account.currency is not None:
        if account.costs or any(not one.undone for one in account.payments):
            say = N_("There are bills or payments in %(currency)s: take them back first.")
            values_said = {"currency": account.currency}
            raise Refused(Problem("currency", account.currency, currency, say, values_said))
        if account.season is not None:
            say = N_("This evening is settled together with others in %(currency)s.")
            values_said = {"currency": account.currency}
            raise Refused(Problem("currency", account.currency, currency, say, values_said))
    for (game, way), value in values.items():
        if game not in GAMES or way not in (UNIT, WHOLE) or not 0 <= value <= ledger.MOST:
            say = N_("That is too much for one amount.")
            expected = f"a whole number from 0 to {ledger.MOST}, in minor units"
            raise Refused(Problem(f"{way}_{game}", expected, value, say))


def _account(club: int, sitting: int) -> Account:
    row = db.session.scalar(
        select(Account).where(Account.club_id == club, Account.sitting_id == sitting)
    )
    if row is None:
        row = Account(club_id=club, sitting_id=sitting)
        db.session.add(row)
        db.session.flush()
    return row


def _write_values(account: int, values: Sequence[tuple[str, str, int]]) -> None:
    db.session.execute(delete(Value).where(Value.account_id == account))
    keys = ("account_id", "game", "way", "value_minor")
    new: list[dict[str, Any]] = [dict(zip(keys, (account, *v), strict=True)) for v in values]
    if new:
        db.session.execute(insert(Value), new)
