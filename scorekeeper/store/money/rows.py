"""Accounts as they are stored. Only reads; what was played for is in `played.py`."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, select

from ... import ledger
from ...db import db
from ...models import (
    Account,
    Cost,
    Frozen,
    Membership,
    Payment,
    Player,
    Transfer,
    Value,
)


class Seen(NamedTuple):
    """When a payment was recorded, and on which device."""

    at: datetime.datetime
    device: str | None


@dataclass(frozen=True)
class Stored:
    """An account as it is stored; `seen` by the payments' numbers."""

    id: int
    club: int
    sitting: int | None
    number: int | None
    settled: bool
    account: ledger.Account
    seen: Mapping[int, Seen] = field(default_factory=dict)


class Person(NamedTuple):
    """A player of the club, whoever was merged into him or her."""

    id: int
    name: str
    retired: bool


def people(club: int) -> dict[int, Person]:
    """Return the person that each player's id stands for; merged spellings are that person."""
    found = db.session.execute(
        select(Player.id, Player.name, Player.retired_at, Player.merged_into_id).where(
            Player.club_id == club
        )
    ).all()
    own = {key: Person(key, name, retired is not None) for key, name, retired, _ in found}
    return {key: own[into or key] for key, _, _, into in found}


def stored(club: int, *conditions: ColumnElement[bool]) -> list[Stored]:
    """Return accounts of a club, oldest first."""
    rows = db.session.scalars(
        select(Account).where(Account.club_id == club, *conditions).order_by(Account.id)
    ).all()
    ids = [row.id for row in rows]
    if not ids:
        return []
    values, costs = _of(Value, ids, Value.game, Value.way), _of(Cost, ids, Cost.number)
    transfers = _of(Transfer, ids, Transfer.plan, Transfer.number)
    frozen = _of(Frozen, ids, Frozen.player_id)
    payments, devices = _of(Payment, ids, Payment.number), _devices(club, ids)
    joined = _joined(club, [row.season for row in rows if row.season is not None])
    return [
        Stored(
            row.id,
            row.club_id,
            row.sitting_id,
            row.season,
            row.settled_at is not None,
            ledger.Account(
                row.currency,
                row.banker_id,
                tuple((v.game, v.way, v.value_minor) for v in values.get(row.id, [])),
                tuple(_cost(c) for c in costs.get(row.id, [])),
                _plans(transfers.get(row.id, [])),
                tuple(_payment(p) for p in payments.get(row.id, [])),
                tuple(joined.get(row.season or 0, [])),
                row.in_season,
                _frozen(frozen.get(row.id)),
            ),
            {p.number: Seen(p.at, devices.get(p.device_id)) for p in payments.get(row.id, [])},
        )
        for row in rows
    ]


def _of(model: Any, ids: Sequence[int], *order: Any) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    wanted = select(model).where(model.account_id.in_(ids)).order_by(*order)
    for row in db.session.scalars(wanted):
        found.setdefault(row.account_id, []).append(row)
    return found


def _devices(club: int, ids: Sequence[int]) -> dict[int | None, str]:
    wanted = select(Payment.device_id).where(Payment.account_id.in_(ids))
    found = select(Membership.device_id, Membership.name).where(
        Membership.club_id == club, Membership.device_id.in_(wanted)
    )
    return {row[0]: row[1] for row in db.session.execute(found)}


def _joined(club: int, seasons: Sequence[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    if seasons:
        wanted = select(Account.in_season, Account.sitting_id).where(
            Account.club_id == club, Account.in_season.in_(seasons)
        )
        for season, sitting in db.session.execute(wanted.order_by(Account.sitting_id)):
            found.setdefault(season or 0, []).append(sitting or 0)
    return found


def _cost(row: Cost) -> ledger.Cost:
    return ledger.Cost(
        row.number, row.what, row.amount_minor, row.payer_id, row.shared, tuple(row.players)
    )


def _plans(rows: Iterable[Transfer]) -> tuple[ledger.Kept, ...]:
    plans: dict[int, list[Transfer]] = {}
    for row in rows:
        plans.setdefault(row.plan, []).append(row)
    return tuple(
        ledger.Kept(
            tuple(ledger.Row(t.payer_id, t.payee_id, t.amount_minor) for t in plans[plan]),
            plans[plan][0].banker_id,
        )
        for plan in sorted(plans)
    )


def _payment(row: Payment) -> ledger.Payment:
    return ledger.Payment(
        row.number,
        row.payer_id,
        row.payee_id,
        row.amount_minor,
        row.plan,
        row.row,
        undone=row.undone_at is not None,
    )


def _frozen(rows: Sequence[Frozen] | None) -> tuple[tuple[int, int], ...] | None:
    return None if rows is None else tuple((row.player_id, row.balance_minor) for row in rows)
