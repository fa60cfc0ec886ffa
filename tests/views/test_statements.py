"""What requests that are made all evening send to the database: how much, how it is found."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, event

from scorekeeper.config import DATABASE, Settings
from tests.phone import Phone
from tests.seating import Seating, Table

MOST = 12
HELD = 3  # on PostgreSQL: the club, the match, the turn to write an event
REQUESTS = ("record", "page", "poll")
Sent = list[tuple[str, Any]]


@contextmanager
def sent() -> Iterator[Sent]:
    """Collect the statements that are sent meanwhile, with their values."""
    found: Sent = []

    def add(
        _connection: Any, _cursor: Any, statement: str, values: Any, _: Any, many: bool
    ) -> None:
        found.append((statement, values[0] if many else values))

    event.listen(Engine, "before_cursor_execute", add)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", add)


@pytest.fixture
def table(seat: Seating) -> Table:
    """Return a match of three deals."""
    table = seat("Anna", "Ben", "Carla", target=None)
    for _ in range(3):
        seat.deal(table)
    return table


def asked(phone: Phone, table: Table, request: str) -> Sent:
    """Return what a request sends: a deal saved, the table page, a poll that finds nothing new."""
    form = phone.read(table.path).form("/deals")
    page = phone.get(table.path).body.decode()
    live = page.partition('id="live" hx-get="')[2].partition('"')[0].replace("&amp;", "&")
    with sent() as found:
        if request == "record":
            answer = phone.send(form, soloist="2", bid="solo", card_points="8")
        else:
            answer = phone.get(live if request == "poll" else table.path)
    assert answer.status == {"record": 303, "page": 200, "poll": 204}[request]
    return found


@pytest.mark.parametrize("request_", REQUESTS)
def test_a_request_sends_few_statements_however_much_there_is(
    engine: str, owner: Phone, seat: Seating, table: Table, request_: str
) -> None:
    few = asked(owner, table, request_)
    assert len(few) <= MOST + (HELD if engine == "postgresql" and request_ == "record" else 0)
    for _ in range(3):
        another = seat("Anna", "Ben", "Carla", target=None)
        for _ in range(4):
            seat.deal(another)
            seat.deal(table)
    many = asked(owner, table, request_)
    assert [statement for statement, _ in many] == [statement for statement, _ in few]


@pytest.mark.sqlite
@pytest.mark.parametrize("request_", REQUESTS)
def test_no_statement_looks_through_a_whole_table(
    settings: Settings, owner: Phone, table: Table, request_: str
) -> None:
    found = asked(owner, table, request_)
    # A connection of its own: where foreign keys are on, a plan has scans that are never run.
    with closing(sqlite3.connect(settings.data / DATABASE)) as connection:
        for statement, values in found:
            if not statement.startswith("BEGIN"):
                plan = connection.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
                looks = [step for *_, step in plan if step.startswith(("SCAN", "SEARCH"))]
                assert all(" USING " in step for step in looks), (statement, looks)
