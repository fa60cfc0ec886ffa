"""What a unit of a match was worth, where its evening was played for money."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from ...db import db
from ...models import Account, Match, Value
from ..money.played import way_of


def of(matches: Sequence[int], game: str, seats: int) -> dict[int, tuple[str, int]]:
    """Return the currency and the value in minor units by match, of those that had one."""
    wanted = (
        select(Match.id, Match.rules, Account.currency, Value.way, Value.value_minor)
        .join(Account, Account.sitting_id == Match.sitting_id)
        .join(Value, (Value.account_id == Account.id) & (Value.game == Match.game))
        .where(Match.id.in_(matches), Account.currency.is_not(None), Value.value_minor > 0)
    )
    return {
        match: (str(currency), value)
        for match, rules, currency, way, value in db.session.execute(wanted)
        if way == way_of(game, rules, seats)
    }
