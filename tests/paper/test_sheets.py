"""Score sheets are brought in as they are shared: one, a list of them, or one on each line."""

from __future__ import annotations

import datetime
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import paper, share
from scorekeeper.games import GAMES
from scorekeeper.paper import PaperRefused
from scorekeeper.sheet import Sheet
from tests.strategies import json_values, sheets

TODAY = datetime.date(2026, 10, 15)
SHEET = {
    "game": "calabresella",
    "seats": ["Anna", "Ben", "Carla"],
    "deals": [{"bid": "solo", "soloist": "Ben", "card_points": 6}],
}


def read(content: Any) -> tuple[Sheet, ...]:
    given = content if isinstance(content, bytes) else json.dumps(content).encode()
    [evening] = paper.read(given, "calabresella", TODAY)
    assert (evening.date, evening.place) == (None, "")
    return evening.sheets


def said(content: Any) -> list[str]:
    with pytest.raises(PaperRefused) as caught:
        read(content)
    return [str(wrong) for wrong in caught.value.found]


@given(st.lists(sheets(), min_size=1, max_size=3))
def test_sheets_that_are_shared_are_brought_in_as_they_are(played: list[Sheet]) -> None:
    assert read(share.sheet_lines(played)) == tuple(played)
    assert read(share.sheet_file(played[0])) == (played[0],)


def test_a_list_of_sheets_is_an_evening() -> None:
    assert len(read([SHEET, SHEET])) == 2


def test_each_problem_is_told_with_its_sheet_and_its_deal() -> None:
    wrong = SHEET | {
        "deals": [{"bid": "pass"}, {"bid": "solo", "soloist": "Zoe", "card_points": 12}]
    }
    assert said([SHEET, wrong, SHEET | {"seats": ["Anna", "Ben"]}]) == [
        'sheet 2, deal 2: soloist: expected one of Anna, Ben, Carla, got "Zoe"',
        'sheet 3: seats: expected a list of 3 or 4 or 5 or 6 or 7 names, got ["Anna", "Ben"]',
    ]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ([], "file: expected 1 to 2000 sheets, got 0"),
        ([1], "sheet 1: sheet: expected an object, got 1"),
        (b"{", "format: expected JSON"),
        (b"{\n}", f"sheet 1: game: expected one of {', '.join(GAMES)}, got nothing"),
        (b'{"game": 1.5}', f"sheet 1: game: expected one of {', '.join(GAMES)}, got 1.5"),
        (b"[" * 5_000_000, "format: expected lists and objects at most 8 deep"),
        (b'{"a": 1}\n{"b"', "line 2: format: expected JSON"),
        (b'{\n"a": x}', 'format: expected JSON, got "Expecting value in line 2'),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_no_sheet_is_refused(content: Any, says: str) -> None:
    assert said(content)[0].startswith(says)


def test_a_file_holds_so_many_names_at_most() -> None:
    many = [SHEET | {"seats": [f"{n}a", f"{n}b", f"{n}c"], "deals": []} for n in range(34)]
    assert said(many) == ["file: expected at most 100 names, got 102"]


@given(st.lists(json_values, max_size=3))
def test_whatever_comes_is_read_or_refused(values: list[Any]) -> None:
    for content in (json.dumps(values), "\n".join(json.dumps(value) for value in values)):
        if content.lstrip()[:1] in ("{", "["):
            assert said(content.encode())
