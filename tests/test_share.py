"""Files to take along: the deals as CSV that no spreadsheet runs, the sheets as JSON lines."""

import csv
import datetime
import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import share
from scorekeeper.cli import main
from scorekeeper.share import Shared
from scorekeeper.sheet import Sheet, read_sheet, read_text, result_of
from tests.strategies import sheets

DAY = datetime.date(2026, 10, 15)
SEATS = ["Anna", "Ben", "Carla"]
DEALS: list[dict[str, Any]] = [
    {"bid": "solo", "soloist": "Ben", "card_points": 6},
    {"bid": "pass"},
    {"bid": "chiamo", "soloist": "Anna", "card_points": 11, "tricks": "all", "dealer": "Anna"},
    {"adjust": {"Anna": -2, "Ben": 1, "Carla": 1}, "note": "revoke"},
]
NASTY = ["=cmd|'/c calc'!A1", '<b>&"\'x"', "Żoë 🃏; 2,5"]


def sheet(seats: list[str] = SEATS, deals: list[dict[str, Any]] = DEALS, **more: Any) -> Sheet:
    said = {"game": "calabresella", "seats": seats, "deals": deals}
    return read_sheet(said | {"first_dealer": seats[-1]} | more)


def shared(what: Sheet, number: int = 1, place: str = "Bruno's") -> Shared:
    return Shared(DAY, place, number, what)


def read(file: bytes, separator: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(file.decode("utf-8-sig"), newline=""), delimiter=separator))


def as_mappings(table: list[list[Any]]) -> list[dict[str, Any]]:
    head, *lines = table
    assert len(set(head)) == len(head)
    return [dict(zip(head, line, strict=True)) for line in lines]


def test_each_row_of_the_pad_is_a_line_with_what_was_played_and_what_it_came_to() -> None:
    head, *lines = share.deal_table([shared(sheet())])
    assert head[:15] == list(share.COLUMNS)
    where: list[Any] = ["2026-10-15", "Bruno's", 1, "Calabresella"]
    nobody = [None] * 3
    played: list[list[Any]] = [
        [1, "Carla", "solo", "Ben", None, 6, "won", None, 2, 1, None],
        [2, "Anna", "pass", *nobody, "passed", *nobody, None],
        [3, "Anna", "chiamo", "Anna", None, 11, "won", "cappotto", 1, 2, None],
        [4, None, None, *nobody, "adjusted", *nobody, "revoke"],
    ]
    scores = [
        [-2, -2, -2, 4, 4, 4, -2, -2, -2],
        [0, -2, 0, 0, 4, 0, 0, -2, 0],
        [4, 2, 4, -2, 2, -2, -2, -4, -2],
        [-2, 0, -2, 1, 3, 1, 1, -3, 1],
    ]
    expected = [where + deal + score for deal, score in zip(played, scores, strict=True)]
    assert lines == expected


def test_a_partner_is_named() -> None:
    seats = ["Anna", "Ben", "Carla", "Dino", "Elsa"]
    facts = {"bid": "chiamo", "soloist": "Ben", "partner": "Elsa", "card_points": 7}
    [line] = as_mappings(share.deal_table([shared(sheet(seats, [facts]))]))
    assert (line["soloist"], line["partner"]) == ("Ben", "Elsa")


def test_an_evening_has_a_column_for_everybody_who_was_there_in_any_match() -> None:
    first, second = sheet(), sheet(["Dino", "Carla", "Anna"], [DEALS[2]])
    lines = as_mappings(share.deal_table([shared(first), shared(second, number=2)]))
    players = list(lines[0])[15:]
    assert players[::3] == ["Anna score", "Ben score", "Carla score", "Dino score"]
    assert players[1::3] == ["Anna total", "Ben total", "Carla total", "Dino total"]
    assert players[2::3] == [f"{name} payoff" for name in ("Anna", "Ben", "Carla", "Dino")]
    assert [line["match"] for line in lines] == [1, 1, 1, 1, 2]
    assert (lines[0]["Dino score"], lines[0]["Dino total"]) == (None, None)
    assert (lines[4]["Ben score"], lines[4]["Ben total"]) == (None, None)
    assert (lines[4]["Anna score"], lines[4]["Anna total"]) == (4, 4)


@pytest.mark.parametrize(
    "text", ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\tx", "\rx", "-", "\uff1d1+1"]
)
def test_what_a_spreadsheet_would_run_is_text(text: str) -> None:
    assert share.safe(text) == f"'{text}"


@pytest.mark.parametrize("text", ["-4", "+4", "0", "-2,5", "2.5", "Anna", "a=b", "1 - 2", ""])
def test_numbers_and_plain_texts_stay_as_they_are(text: str) -> None:
    assert share.safe(text) == text


@pytest.mark.parametrize("separator", share.SEPARATORS)
@pytest.mark.parametrize("text", ["x;=1+1", "x,=1+1", 'x;"=1+1', 'x, "=1+1"', "x\t=1+1"])
def test_nothing_runs_where_the_other_separator_is_expected(text: str, separator: str) -> None:
    file = share.csv_file([["a", text, "b"]], separator)
    for other in ",;\t":
        for cell in read(file, other)[0]:
            assert cell.lstrip(' "')[:1] not in ("=", "+", "-", "@")


@given(st.lists(st.text(st.characters(codec="utf-8") | st.sampled_from("=+-@,;\t\"' 12"))))
def test_no_text_begins_like_a_formula(texts: list[str]) -> None:
    for separator, mark in share.SEPARATORS.items():
        [cells] = read(share.csv_file([["first", *texts]], separator), mark)
        for cell, text in zip(cells[1:], texts, strict=True):
            assert cell[:1] not in ("=", "+", "-", "@", "\t", "\r") or cell == text
            assert cell.replace("'", "") == text.replace("'", "")


def test_the_file_is_utf_8_and_has_a_mark_on_wish() -> None:
    table: list[list[share.Cell]] = [["Zoë", 1], ["🃏", -2]]
    plain = share.csv_file(table, "semicolon")
    assert plain == "Zoë;1\r\n🃏;-2\r\n".encode()
    assert share.csv_file(table, "semicolon", bom=True) == b"\xef\xbb\xbf" + plain


def test_names_with_formulas_markup_quotes_and_separators_come_through() -> None:
    table = share.deal_table([shared(sheet(NASTY, [DEALS[1]]), place="@home")])
    for separator, mark in share.SEPARATORS.items():
        [line] = as_mappings(read(share.csv_file(table, separator), mark))
        assert line["dealer"] == NASTY[2]
        assert line["place"] == "'@home"
        assert line["'=cmd|'/c calc'!A1 total"] == "0"
        assert line['<b>&"\'x" score'] == "0"


@given(sheets())
def test_the_totals_of_the_file_are_those_of_the_command(what: Sheet) -> None:
    lines = as_mappings(read(share.csv_file(share.deal_table([shared(what)]), "comma")))
    result = result_of(what)
    assert len(lines) == len(result["deals"])
    for line, deal in zip(lines, result["deals"], strict=True):
        assert int(line["deal"]) == deal["number"]
        assert line["outcome"] == deal["outcome"]
        assert line["dealer"] == (deal["dealer"] or "")
        for name in what.names:
            assert int(line[f"{name} score"]) == deal["score"][name]
            assert int(line[f"{name} total"]) == deal["totals"][name]
    for name in what.names:
        assert sum(int(line[f"{name} payoff"]) for line in lines) == result["payoffs"][name]


@given(sheets())
def test_a_sheet_that_was_written_reads_as_the_same_sheet(what: Sheet) -> None:
    assert read_text(share.sheet_file(what)) == what
    lines = share.sheet_lines([what, what]).splitlines()
    assert [read_text(line) for line in lines] == [what, what]


def test_the_command_reads_the_lines(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    both = [sheet(NASTY, [DEALS[1]]), sheet(rules={"target": 51})]
    file = tmp_path / "evening.jsonl"
    file.write_bytes(share.sheet_lines(both))
    assert main(["score", str(file), "--lines"]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert said == [result_of(one) for one in both]


def test_a_file_is_called_by_its_day_and_match_alone() -> None:
    assert share.file_name(DAY, "csv") == "2026-10-15-evening.csv"
    assert share.file_name(DAY, "json", 12) == "2026-10-15-match-12.json"
