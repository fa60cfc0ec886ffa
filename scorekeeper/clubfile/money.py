"""What cannot be in an event of money, held against the accounts that are there before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..ledger import (
    COST,
    KINDS,
    PAY,
    SEASON_PAY,
    SEASON_UNDO,
    SETTLE,
    TERMS,
    UNDO,
    Account,
    Happened,
    Ledger,
    Past,
)

Wrong = tuple[str, str, Any]  # the place in the event, what was expected, what came


def past(event: dict[str, Any]) -> Past:
    """Return an event of a file as the accounts follow it."""
    return Past(event["kind"], event["sitting"], event["before"], event["after"])


def problems(ledger: Ledger, event: Happened) -> Iterator[Wrong]:
    """Yield what cannot be in the next event; its shape is right."""
    if event.kind == SETTLE:
        yield from _wrong_season(ledger, event.after)
        return
    if event.kind not in KINDS:
        return
    account, after = ledger.account(event), event.after
    if event.kind == TERMS:
        yield from _differs("before", account.terms(), event.before)
    elif event.kind == COST:
        yield from _wrong_cost(account, event.before, after)
    elif account.currency is None:
        yield ("kind", "an event of an account with a currency", event.kind)
    elif event.kind in (PAY, SEASON_PAY):
        yield from _differs("after.payment", ledger.payments + 1, after["payment"])
        yield from _wrong_payment(account, after)
    elif event.kind in (UNDO, SEASON_UNDO):
        yield from _wrong_undoing(account, event)


def _wrong_season(ledger: Ledger, after: Any) -> Iterator[Wrong]:
    yield from _differs("after.season", len(ledger.seasons) + 1, after["season"])
    for place, sitting in enumerate(after["sittings"]):
        account = ledger.evenings.get(sitting, Account())
        if account.currency != after["currency"] or account.season is not None:
            expected = "an evening in this currency that is in no season"
            yield (f"after.sittings[{place}]", expected, sitting)
    if len(set(after["sittings"])) < len(after["sittings"]):
        yield ("after.sittings", "each evening once", after["sittings"])


def _differs(place: str, expected: Any, came: Any) -> Iterator[Wrong]:
    if expected != came:
        yield (place, str(expected), came)


def _wrong_undoing(account: Account, event: Happened) -> Iterator[Wrong]:
    number = event.after["payment"]
    there = [one for one in account.payments if one.number == number and not one.undone]
    if not there:
        yield ("after.payment", "the number of a payment that counts", number)
    else:
        yield from _differs("before", there[0].said(account.currency), event.before)


def _wrong_cost(account: Account, before: Any, after: Any) -> Iterator[Wrong]:
    there = {cost.number: cost.said(account.currency) for cost in account.costs}
    if before is None and after is None:
        yield ("after", "a bill", None)
    elif before is not None:
        yield from _differs("before", there.get(before["number"]), before)
        if after is not None:
            yield from _differs("after.number", before["number"], after["number"])
    elif after["number"] in there:
        yield ("after.number", "a number of its own", after["number"])


def _wrong_payment(account: Account, after: Any) -> Iterator[Wrong]:
    if after["payer"] == after["payee"]:
        yield ("after.payee", "somebody else than who pays", after["payee"])
    yield from _differs("after.currency", account.currency, after["currency"])
    kept = account.plans[-1].rows if account.plans else ()
    count = len(kept if after["plan"] is None else after["plan"])
    if after["row"] is not None and after["row"] >= count:
        yield ("after.row", f"one of the {count} rows of the plan, from 0", after["row"])
