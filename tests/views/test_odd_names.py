"""Names with markup, quotes, formulas, other scripts and emoji, on every page and in every file.

What turns the direction of a line, or cannot be seen, is refused as a name: see `test_entry`.
"""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any

import pytest
from flask import Flask

from scorekeeper.store import clubs, deals, players
from scorekeeper.store.operations import new_op_id
from tests.phone import Answer, Phone
from tests.record import Inside, events
from tests.seating import Seating, Table
from tests.views.test_routes import ROUTES, address, ids_of

ODD = {
    "Anna": "<u>An&na</u>",
    "Ben": '"B\'en" {{ 1 }} %(name)s',
    "Carla": "=1+\u05e9\u05e8\u05d4",
    "Dino": "\U0001f0cf Z\u0307o\u00eb $x_$",
}
CLUB, NOTE = "<i>Club</i> & co", "</textarea><script>x</script>"
ELEMENTS = re.compile(rb"<u>|<i>Club|</textarea><script>|<script>")
FORMULA = re.compile(r"[=+@\t\r]")


@pytest.fixture
def ids(inside: Inside, seat: Seating, table: Table) -> dict[str, Any]:
    """Return the ids of a table at which everybody and everything has an odd name."""
    for name, odd in ODD.items():
        inside(players.rename, seat.actor, new_op_id(), seat.people[name], odd)
    inside(clubs.rename, seat.actor, new_op_id(), CLUB)
    seat.deal(table, note=NOTE)
    undone = seat.deal(table, note=NOTE)
    inside(deals.undo, seat.actor, new_op_id(), table.match, undone)
    return ids_of(seat, table)


def test_odd_names_are_shown_as_they_are_everywhere(
    app: Flask, inside: Inside, owner: Phone, ids: dict[str, Any], table: Table
) -> None:
    seen = 0
    for method, rule in ROUTES:
        where = address(rule, ids | {"filename": "app.css", "token": "x"})
        answer = owner.get(where) if method == "GET" else None
        if answer is None or answer.status in (302, 404):
            continue
        assert answer.status == 200, where
        kind = answer.headers["Content-Type"].partition(";")[0]
        seen += CHECKED[kind](where, answer) if kind in CHECKED else 0
    assert seen > 40
    # Nothing that was shown had been kept in another form.
    assert ODD["Carla"] in [event.after.get("name") for event in inside(events)[:20] if event.after]


def _page(where: str, answer: Answer) -> int:
    assert not ELEMENTS.search(answer.body), where
    assert all("src" in node.attrs for node in answer.page.all("script")), where
    text = answer.page.root.raw + " ".join(n.attrs.get("value", "") for n in answer.page.all())
    if "An&na" in text:
        assert ODD["Anna"] in text, where
    return 1


def _table(where: str, answer: Answer) -> int:
    rows = list(csv.reader(io.StringIO(answer.body.decode("utf-8-sig"))))
    assert len({len(row) for row in rows}) == 1, where
    for cell in (cell for row in rows for cell in row):
        assert not FORMULA.match(cell) or re.fullmatch(r"[+-]?\d+(\.\d+)?", cell), (where, cell)
    return 1


def _json(where: str, answer: Answer) -> int:
    for line in answer.body.splitlines() if where.endswith(".jsonl") else [answer.body]:
        found = json.loads(line)
        if "seats" in found:
            assert found["seats"] == [ODD[name] for name in ("Anna", "Ben", "Carla")]
    return 1


def _drawing(where: str, answer: Answer) -> int:
    assert not ELEMENTS.search(answer.body), where
    return 1


CHECKED = {
    "text/html": _page,
    "text/csv": _table,
    "application/json": _json,
    "application/x-ndjson": _json,
    "image/svg+xml": _drawing,
}


def test_the_text_to_copy_and_the_sheet_say_odd_names_as_they_are(
    owner: Phone, ids: dict[str, Any], table: Table
) -> None:
    for path in (f"{table.evening}/share", f"{table.path}/share"):
        [text] = [node.raw for node in owner.read(path).all("textarea")]
        assert all(ODD[name] in text for name in ("Anna", "Ben", "Carla"))
    for path in (f"{table.path}/print", table.path):
        text = owner.read(path).root.text
        assert all(ODD[name] in text for name in ("Anna", "Ben", "Carla"))


@pytest.mark.parametrize("mark", ["\u202e", "\u200f", "\u2067", "\u200b", "\u0000", "\ud800"])
def test_marks_that_turn_a_line_or_cannot_be_seen_are_refused_in_every_name(
    inside: Inside, owner: Phone, club: int, mark: str
) -> None:
    before = len(inside(events))
    token = {"csrf_token": owner.token}
    name = f"An{mark}na".encode("utf-8", "surrogatepass")
    for action in ("players", "devices/club", "devices/1/rename"):
        fields = token | {"op_id": new_op_id(), "name": name}
        assert owner.post(f"/clubs/{club}/{action}", fields).status in (400, 422)
    assert len(inside(events)) == before
