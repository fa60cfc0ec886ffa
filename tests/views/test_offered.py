"""Whoever may only look, or only keep score, is offered on no page what it may not do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask

from scorekeeper.store import deals, players, sittings
from scorekeeper.store.operations import new_op_id
from scorekeeper.views import guard
from tests.pages import Page
from tests.phone import Phone
from tests.record import Inside
from tests.seating import Seating, Table
from tests.views.test_routes import ROUTES, address, change_owner, ids_of


def offered(page: Page) -> Iterator[tuple[str, str]]:
    """Yield what can be tapped on a page, or is asked for by itself: method and address."""
    for node in page.all():
        found = {
            "GET": node.attrs.get("href") if node.tag == "a" else node.attrs.get("hx-get"),
            "POST": node.attrs.get("formaction") or node.attrs.get("hx-post"),
        }
        if node.tag == "form" and list(node.all("button")):
            found[node.attrs.get("method", "get").upper()] = node.attrs.get("action")
        for method, where in found.items():
            if where and where.startswith("/"):
                yield method, where


def _states(seat: Seating, table: Table) -> Iterator[dict[str, Any]]:
    """Yield the ids of tables of every kind: played for money, counters, undone, won, closed."""
    do, act = seat.inside, seat.actor
    yield (ids := ids_of(seat, table))
    counted = seat.of("calabrasella", "Anna", "Ben", "Carla", counters=50)
    seat.deal(counted, bid="stand", soloist=0, card_points=35)
    bought = seat.deal(counted, adjust=[0, 0, 0], bought=[0, 50, 0])
    undone = seat("Anna", "Ben", "Carla")
    for _ in range(2):
        last = seat.deal(undone)
    do(deals.undo, act, new_op_id(), undone.match, last)
    won = seat("Anna", "Ben", "Carla", target=4)
    winning = [seat.deal(won, card_points=8) for _ in range(2)][-1]
    closed = seat("Anna", "Ben", "Carla")
    kept = seat.deal(closed)
    do(sittings.close, act, new_op_id(), closed.sitting)
    do(players.retire, act, new_op_id(), ids["player"])
    for other, deal in ((counted, bought), (undone, last), (won, winning), (closed, kept)):
        yield ids | {"sitting": other.sitting, "match": other.match, "deal": deal}


PAGES = [rule for method, rule in ROUTES if method == "GET" and "." not in rule]


@pytest.mark.sqlite  # what a page offers does not hang on the database
@pytest.mark.parametrize("role", ["viewer", "scorer"])
def test_nobody_is_offered_what_they_may_not_do(
    app: Flask, inside: Inside, owner: Phone, seat: Seating, table: Table, role: str
) -> None:
    states = list(_states(seat, table))
    inside(change_owner, role=role)
    routes = app.url_map.bind("localhost")
    seen, forbidden = 0, set()
    for ids in states:
        for rule in PAGES:
            where = address(rule, ids | {"token": "x"})
            answer = owner.get(where)
            if answer.status != 200:
                continue
            for how, there in offered(answer.page):
                endpoint, _ = routes.match(urlsplit(there).path, method=how)
                roles = guard.access_of(app, endpoint).roles
                if roles != guard.EVERYBODY and role not in roles:
                    forbidden.add((where, how, there))
                seen += 1
    assert forbidden == set()
    assert seen > 1000
