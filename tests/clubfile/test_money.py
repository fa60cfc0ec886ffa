"""Events of money in a club's file: what cannot follow from what was there is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clubfile.damage import changed, document, refused

EVENTS = document()["events"]


def first(kind: str) -> int:
    """Return which event is the first of a kind."""
    return next(i for i, event in enumerate(EVENTS) if event["kind"] == kind)


CASES: list[tuple[str, str, tuple[str | int, ...], Any, str]] = [
    ("a payment to oneself", "money.pay", ("after", "payee"), None, "somebody else than who pays"),
    ("a number that is not the next", "money.pay", ("after", "payment"), 7, "expected 1, got 7"),
    ("another currency", "money.pay", ("after", "currency"), "CHF", "expected EUR"),
    ("a row that is not there", "money.pay", ("after", "row"), 9, "rows of the plan, from 0"),
    ("an amount of nothing", "money.pay", ("after", "amount"), 0, "a whole number from 1"),
    ("terms that were not so", "money.terms", ("before", "currency"), "CHF", "expected {"),
    ("a payment that is not there", "money.undo", ("after", "payment"), 9, "that counts"),
    ("a payment that was otherwise", "money.undo", ("before", "amount"), 1, "events["),
    ("a bill of nothing", "money.cost", ("after", "amount"), 0, "a whole number from 1"),
    ("a bill that nobody shares so", "money.cost", ("after", "shared"), "some", "one of all"),
    ("a season out of turn", "season.settle", ("after", "season"), 2, "expected 1, got 2"),
    ("a season of another evening", "season.settle", ("after", "sittings"), [2], "in no season"),
    ("a season of one evening twice", "season.settle", ("after", "sittings"), [1, 1], "once"),
    ("a currency that is none", "money.terms", ("after", "currency"), "eur", "such as EUR"),
]


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_what_cannot_have_happened_to_money_is_refused(
    case: tuple[str, str, tuple[str | int, ...], Any, str],
) -> None:
    _, kind, where, new, says = case
    number = first(kind)
    value = EVENTS[number]["after"]["payer"] if new is None else new
    told = refused(changed(("events", number, *where), value))
    assert told
    assert told[0].startswith(f"events[{number}].")
    assert says in told[0]


def test_a_bill_that_was_never_there_is_not_taken_back() -> None:
    gone = next(
        i for i, event in enumerate(EVENTS) if event["kind"] == "money.cost" and event["before"]
    )
    told = refused(changed(("events", gone, "before", "amount"), 201))
    assert told
    assert told[0].startswith(f"events[{gone}].before")
