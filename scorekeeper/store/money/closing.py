"""What stands when an evening is closed, payments left out, to be compared later."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete

from ... import ledger
from ...db import db
from ...models import Frozen
from . import books


def freeze(club: int, sitting: int) -> dict[str, Any]:
    """Keep what everybody is up or down before payments, and return what the event says of it.

    An evening in which nothing is paid for has nothing to keep.
    """
    found = books.evening(club, sitting)
    if found.stored is None or found.currency is None:
        return {}
    stands = found.evenings[sitting].played()
    if not stands or max(map(abs, stands.values())) > ledger.KEPT:
        return {}
    db.session.execute(delete(Frozen).where(Frozen.account_id == found.stored.id))
    frozen = sorted(stands.items())
    db.session.add_all(frozen_rows(found.stored.id, frozen))
    return {"frozen": [{"player": who, "balance": amount} for who, amount in frozen]}


def frozen_rows(account: int, frozen: Any) -> list[Frozen]:
    """Return what stood at closing as it is stored."""
    return [
        Frozen(account_id=account, player_id=who, balance_minor=amount) for who, amount in frozen
    ]
