"""The tables of money written anew from a club's events, and told where they differ from them."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import Any

from ... import ledger
from ...db import db
from ...ledger import Ledger
from ...models import Account, Payment, Value
from . import books, rows
from .changing import cost_row
from .closing import frozen_rows
from .marks import mark
from .paying import plan_rows

# When and where from a payment was recorded and taken back, by its number.
Moments = Mapping[int, tuple[datetime.datetime, int | None, datetime.datetime | None]]


def rebuild(club: int, found: Ledger, moments: Moments) -> None:
    """Write the accounts of a club that has none yet."""
    for sitting, account in found.evenings.items():
        _write(club, account, moments, sitting_id=sitting)
    for number, account in found.seasons.items():
        _write(club, account, moments, season=number)
    db.session.flush()
    db.session.expire_all()
    for sitting in found.evenings:
        mark(books.evening(club, sitting))
    for number in found.seasons:
        mark(books.season(club, number))


def _write(club: int, account: ledger.Account, moments: Moments, **whose: int) -> None:
    row = Account(
        club_id=club,
        currency=account.currency,
        banker_id=account.banker,
        in_season=account.season,
        **whose,
    )
    db.session.add(row)
    db.session.flush()
    db.session.add_all(
        Value(account_id=row.id, game=game, way=way, value_minor=value)
        for game, way, value in account.values
    )
    db.session.add_all(cost_row(row.id, cost) for cost in account.costs)
    for number, plan in enumerate(account.plans, start=1):
        db.session.add_all(plan_rows(row.id, number, plan))
    db.session.add_all(_payment(club, row.id, one, moments) for one in account.payments)
    db.session.add_all(frozen_rows(row.id, account.frozen or ()))


def _payment(club: int, account: int, one: ledger.Payment, moments: Moments) -> Payment:
    at, device, undone = moments[one.number]
    return Payment(
        club_id=club,
        number=one.number,
        account_id=account,
        payer_id=one.payer,
        payee_id=one.payee,
        amount_minor=one.amount,
        plan=one.plan,
        row=one.row,
        at=at,
        device_id=device,
        undone_at=undone if one.undone else None,
    )


def differences(club: int, found: Ledger) -> Iterator[tuple[str, Any, Any]]:
    """Yield where the stored accounts are not what the events come to: what, expected, stored."""
    stored = rows.stored(club)
    there = {("sitting", one.sitting): one.account for one in stored if one.sitting is not None}
    there |= {("season", one.number): one.account for one in stored if one.number is not None}
    wanted = {("sitting", k): v for k, v in found.evenings.items()}
    wanted |= {("season", k): v for k, v in found.seasons.items()}
    for key in sorted(there.keys() | wanted.keys()):
        if there.get(key) != wanted.get(key):
            yield from _differing(key, wanted.get(key), there.get(key))


def _differing(
    key: tuple[str, Any], wanted: ledger.Account | None, there: ledger.Account | None
) -> Iterator[tuple[str, Any, Any]]:
    where = f"{key[0]} {key[1]}"
    if wanted is None or there is None:
        yield where, None if wanted is None else "an account", there and "an account"
        return
    for field in vars(wanted):
        if getattr(wanted, field) != getattr(there, field):
            yield f"{where}: account.{field}", getattr(wanted, field), getattr(there, field)
