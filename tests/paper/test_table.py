"""A table of past evenings is read line by line, or every line that is wrong is told."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import paper
from scorekeeper.paper import Evening, PaperRefused
from scorekeeper.paper.evenings import MOST_MATCHES, MOST_NAMES
from scorekeeper.scoring import score
from tests import strategies  # noqa: F401 - its profile of hypothesis

GAME = "calabresella"
TODAY = datetime.date(2026, 10, 15)
HEAD = "date,place,Anna,Ben,Carla,Dino"


def read(*lines: str, head: str = HEAD, end: str = "\r\n") -> list[Evening]:
    return paper.read(end.join([head, *lines]).encode(), GAME, TODAY)


def said(*lines: str, head: str = HEAD) -> list[str]:
    with pytest.raises(PaperRefused) as caught:
        read(*lines, head=head)
    return [str(wrong) for wrong in caught.value.found]


def held(evenings: list[Evening]) -> list[tuple[str, str, list[dict[str, int]]]]:
    """Return the evenings with what everybody had at the end of each match."""
    return [
        (
            str(evening.date),
            evening.place,
            [
                dict(zip(sheet.names, score(sheet.match).totals, strict=True))
                for sheet in evening.sheets
            ],
        )
        for evening in evenings
    ]


def test_each_line_is_a_match_with_what_everybody_had() -> None:
    found = read("2025-11-06,Bruno's,4,-6,2,", "2025-11-13,,0,8,-3,-5")
    assert held(found) == [
        ("2025-11-06", "Bruno's", [{"Anna": 4, "Ben": -6, "Carla": 2}]),
        ("2025-11-13", "", [{"Anna": 0, "Ben": 8, "Carla": -3, "Dino": -5}]),
    ]


def test_a_match_from_paper_has_one_adjustment_and_no_winner() -> None:
    [evening] = read("2025-11-06,Bruno's,40,-60,20,")
    [sheet] = evening.sheets
    assert sheet.match.deals == ({"adjust": [40, -60, 20], "note": "from paper"},)
    assert not score(sheet.match).standing.finished


def test_lines_of_one_day_and_place_that_follow_each_other_are_one_evening() -> None:
    found = read(
        "2025-11-06,Bruno's,4,-6,2,",
        "2025-11-06,Bruno's,,3,-3,0",
        "2025-11-06,,1,-1,0,",
        "2025-11-13,Bruno's,4,-6,2,",
        "2025-11-06,Bruno's,4,-6,2,",
    )
    assert [len(evening.sheets) for evening in found] == [2, 1, 1, 1]


@pytest.mark.parametrize("head", [HEAD, '"Date","PLACE",Anna , Ben,Carla,Dino', "\ufeff" + HEAD])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r\n\r\n,,,,,\r\n"])
def test_files_of_different_spreadsheets_say_the_same(head: str, end: str) -> None:
    assert held(read("2025-11-06,Bruno's, 4 ,-6,2,", head=head, end=end)) == [
        ("2025-11-06", "Bruno's", [{"Anna": 4, "Ben": -6, "Carla": 2}])
    ]


def test_semicolons_do_as_well_and_the_place_may_be_left_out() -> None:
    found = read("2025-11-06;4;-6;2", head="date;Anna;Ben;Carla")
    assert held(found) == [("2025-11-06", "", [{"Anna": 4, "Ben": -6, "Carla": 2}])]


def test_names_may_be_anything_that_can_be_read() -> None:
    head = 'date,"<b>Ben</b>",שרה,"Żoë, 🃏",=1+1'
    [evening] = read("2025-11-06,1,2,-3,", head=head)
    assert paper.people([evening]) == ["<b>Ben</b>", "שרה", "Żoë, 🃏"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("2025-11-06,,4,-5,2,", "line 2: adjust: expected numbers that sum to 0, got [4, -5, 2]"),
        ("2025-11-06,,4,-4,,", "line 2: score: expected numbers for 3 to 7 players, got 2"),
        ("2025-11-06,,,,,", "line 2: score: expected numbers for 3 to 7 players, got 0"),
        ("2025-11-06,,4,-4,x,", 'line 2: score: expected a whole number, got "x"'),
        ("2025-11-06,,4.0,-4,0,", 'line 2: score: expected a whole number, got "4.0"'),
        ("2025-11-06,,\uff14,-4,0,", 'line 2: score: expected a whole number, got "\\uff14"'),
        ("2025-11-06,,1_0,-4,0,", 'line 2: score: expected a whole number, got "1_0"'),
        ("2025-11-06,,10000,-10000,0,", "line 2: adjust: expected whole numbers from -9999 to"),
        ("2025-11-06,,4,-4", "line 2: line: expected 6 cells, got 4"),
        ("2025-11-06,,4,-4,0,,", "line 2: line: expected 6 cells, got 7"),
        ("06.11.2025,,4,-4,0,", "line 2: date: expected a past day such as 2026-10-15, got"),
        ("2025-02-30,,4,-4,0,", "line 2: date: expected a past day"),
        ("2026-10-17,,4,-4,0,", "line 2: date: expected a past day"),
        ("1899-12-31,,4,-4,0,", "line 2: date: expected a past day"),
        ("\uff12025-11-06,,4,-4,0,", "line 2: date: expected a past day"),
        (",,4,-4,0,", "line 2: date: expected a past day such as 2026-10-15, got"),
        (f"2025-11-06,{'x' * 41},4,-4,0,", "line 2: place: expected a text of 1 to 40 characters"),
        ("2025-11-06,\u202e,4,-4,0,", "line 2: place: expected a text of 1 to 40 characters"),
        ('2025-11-06,"a"b,4,-4,0,', "line 2: line: expected cells with separators"),
        ('2025-11-06,"a', "line 2: line: expected cells with separators"),
    ],
)
def test_a_line_that_cannot_be_is_told_by_its_number(line: str, says: str) -> None:
    [one] = said(line)
    assert one.startswith(says)


@pytest.mark.parametrize(
    ("head", "says"),
    [
        ("", "line 1: file: expected a line for each match"),
        ("day,Anna,Ben,Carla", "line 1: date: expected date, got"),
        ("Anna,Ben,Carla", "line 1: date: expected date, got"),
        ("date,place", "line 1: name: expected 3 to 100 names, got 0"),
        ("date,Anna,Ben", "line 1: name: expected 3 to 100 names, got 2"),
        ("date,Anna,Ben,Anna", 'line 1: name: expected each name once, got "Anna"'),
        ("date,Anna,Ben,,Carla", "line 1: name: expected a text of 1 to 40 characters"),
        ("date,Anna,Ben,Carla,a\x00b", "line 1: name: expected a text of 1 to 40 characters"),
        ("date," + ",".join(f"P{n}" for n in range(MOST_NAMES + 1)), "line 1: name: expected 3 to"),
    ],
)
def test_names_that_cannot_be_are_told_and_nothing_below_them(head: str, says: str) -> None:
    [one] = said(*["2025-11-06,x"] * bool(head), head=head)
    assert one.startswith(says)


def test_a_table_without_a_match_is_refused() -> None:
    assert said() == ["line 1: file: expected a line for each match, got nothing"]


def test_every_line_that_is_wrong_is_told_by_the_lines_of_the_file() -> None:
    found = said("2025-11-06,,4,-5,2,", "", '2025-11-06,"Bruno\'s",1,-1,0,', "x,,4,y,2,")
    assert [one.partition(": ")[0] for one in found] == ["line 2", "line 5", "line 5"]


def test_a_file_may_not_go_on_forever() -> None:
    lines = ["2025-11-06,,4,-6,2,"] * (MOST_MATCHES + 1)
    assert said(*lines) == ["line 1: file: expected at most 2000 lines, got 2001"]
    assert len(read(*lines[1:])[0].sheets) == MOST_MATCHES


@pytest.mark.parametrize("content", [b"\xff", b"date,Anna\xe9"])
def test_a_file_that_is_no_text_is_refused(content: bytes) -> None:
    with pytest.raises(PaperRefused, match="expected UTF-8 text"):
        paper.read(content, GAME, TODAY)


@given(st.text(max_size=60) | st.binary(max_size=60))
def test_whatever_comes_is_read_or_refused(text: str | bytes) -> None:
    content = text if isinstance(text, bytes) else text.encode(errors="surrogatepass")
    for start in (b"", HEAD.encode() + b"\n", HEAD.encode() + b"\n2025-11-06,"):
        try:
            paper.read(start + content, GAME, TODAY)
        except PaperRefused as refused:
            assert all("\n" not in str(wrong) for wrong in refused.found)  # noqa: PT017


@pytest.mark.parametrize(
    ("name", "known", "who"),
    [
        ("Anna", {"Anna": 1, "anna": 2}, 1),
        ("ANNA", {"Anna": 1, "Ben": 2}, 1),
        ("Rene", {"René": 3}, 3),
        ("Carla", {"Anna": 1}, None),
    ],
)
def test_a_name_is_suggested_to_belong_to_who_has_it_or_looks_alike(
    name: str, known: dict[str, int], who: int | None
) -> None:
    assert paper.suggested(name, known) == who
