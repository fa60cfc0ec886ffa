"""Sharing a match and an evening: text to copy, files to save, the sheet for paper."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from scorekeeper.cli import main
from scorekeeper.days import today
from scorekeeper.store import deals, players, sittings, starting
from scorekeeper.store.operations import Actor, new_op_id
from scorekeeper.words import minus
from tests.phone import Answer, Phone
from tests.record import Inside
from tests.seating import Seating, Table

CAST = ("<b>Anna</b>", "=cmd|'/c calc'!A1", 'Żoë "🃏"; x')
PLAYED: tuple[dict[str, Any], ...] = (
    {"bid": "solo", "soloist": 1, "card_points": 7},
    {"bid": "pass"},
    {"bid": "chiamo", "soloist": 2, "card_points": 11, "tricks": "all", "note": "@home <i>"},
    {"adjust": [-2, 1, 1], "note": "revoke"},
)
ENDINGS = ("share", "print", "deals.csv")


@pytest.fixture
def table(inside: Inside, actor: Actor) -> Table:
    """Return the second match of an evening of people with names that somebody made up."""
    people = [inside(players.add, actor, new_op_id(), name) for name in CAST]
    start = (actor, new_op_id(), "calabresella", people, {"target": 5})
    sitting, first = inside(
        sittings.start, *start, first_dealer=0, date=today(), place='-1+1 "<u>"'
    )
    scegliete = {"bid": "scegliete", "soloist": 0, "card_points": 8}
    inside(deals.record, actor, new_op_id(), first, scegliete, seen=0)
    second = inside(starting.start_next, actor, new_op_id(), first)
    for facts in PLAYED:
        inside(deals.record, actor, new_op_id(), second, facts, seen=-1, both_count=True)
    return Table(actor.club, sitting, second)


def files(phone: Phone, page: str) -> dict[str, Answer]:
    """Return what the links of a page to files give, by their addresses."""
    links = [link.attrs["href"] for link in phone.read(page).all("a")]
    return {link: phone.get(link) for link in links if "/deals.csv" in link or ".json" in link}


def scored(text: bytes, capsys: Any, monkeypatch: pytest.MonkeyPatch, *more: str) -> list[Any]:
    """Return what the command says of a file."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["score", "-", "--json", *more]) == 0
    said = capsys.readouterr().out
    return [json.loads(line) for line in (said.splitlines() if more else [said])]


def totals(phone: Phone, table: Table) -> list[str]:
    """Return the running totals of the table page in seat order."""
    [score] = phone.read(table.path).all("section", of="score")
    return [node.text for node in score.all("strong")]


def test_the_command_says_of_the_sheet_what_the_page_says(
    owner: Phone, table: Table, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    [result] = scored(owner.get(f"{table.path}/sheet.json").body, capsys, monkeypatch)
    assert list(result["totals"]) == list(CAST)
    assert [minus(total) for total in result["totals"].values()] == totals(owner, table)


def test_the_command_reads_the_lines_of_an_evening_and_its_sum_is_that_of_the_page(
    owner: Phone, table: Table, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = owner.get(f"{table.evening}/sheets.jsonl").body
    first, second = scored(lines, capsys, monkeypatch, "--lines")
    assert [minus(total) for total in second["totals"].values()] == totals(owner, table)
    [sums] = owner.read(table.evening).all("table", of="sums")
    for row in sums.all("tr"):
        [name], [number] = row.all("th"), row.all("td")
        both = first["payoffs"][name.text] + second["payoffs"][name.text]
        assert number.text.lstrip("+") == minus(both)


def test_every_sheet_of_an_evening_can_be_had_alone(owner: Phone, table: Table) -> None:
    found = files(owner, f"{table.evening}/share")
    [lines] = [answer.body for link, answer in found.items() if link.endswith("sheets.jsonl")]
    alone = [json.loads(answer.body) for link, answer in found.items() if link.endswith(".json")]
    assert alone == [json.loads(line) for line in lines.splitlines()]
    assert len(alone) == 2


def test_files_are_saved_under_a_safe_name_and_kept_by_nobody_on_the_way(
    owner: Phone, table: Table
) -> None:
    day = today().isoformat()
    found = files(owner, f"{table.path}/share") | files(owner, f"{table.evening}/share")
    kinds = {
        "json": "application/json",
        "jsonl": "application/x-ndjson",
        "csv": "text/csv; charset=utf-8",
    }
    names = set()
    for answer in found.values():
        assert answer.status == 200
        what, _, name = answer.headers["Content-Disposition"].partition("; filename=")
        assert what == "attachment"
        assert answer.headers["Content-Type"] == kinds[name.strip('"').rpartition(".")[2]]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "private, no-store"
        names.add(name)
    assert names == {
        f'"{day}-{name}"'
        for name in (
            "match-1.json",
            "match-2.json",
            "match-2.csv",
            "evening.csv",
            "evening.jsonl",
        )
    }


@pytest.mark.parametrize("page", ["match", "evening"])
def test_the_deals_come_with_either_separator_with_and_without_a_mark(
    owner: Phone, table: Table, page: str
) -> None:
    where = table.path if page == "match" else table.evening
    found = {k: v.body for k, v in files(owner, f"{where}/share").items() if ".csv" in k}
    assert len(found) == 4
    read = []
    for link, body in found.items():
        assert body.startswith(b"\xef\xbb\xbf") == ("bom=1" in link)
        separator = ";" if "semicolon" in link else ","
        read.append(list(csv.reader(io.StringIO(body.decode("utf-8-sig")), delimiter=separator)))
    assert all(lines == read[0] for lines in read)
    assert len(read[0]) == 1 + len(PLAYED) + (page == "evening")
    cells = [cell for line in read[0] for cell in line]
    assert not [c for c in cells if c[:1] in ("=", "+", "@")]
    assert {c for c in cells if c[:1] == "-"} <= {str(number) for number in range(-99, 0)}
    assert "'=cmd|'/c calc'!A1 score" in cells
    assert "'@home <i>" in cells
    assert cells.count('\'-1+1 "<u>"') == len(read[0]) - 1


def test_a_separator_that_nobody_offers_is_nothing(owner: Phone, table: Table) -> None:
    assert owner.get(f"{table.path}/deals.csv?separator=tab").status == 404
    assert owner.get(f"{table.path}/deals.csv?separator=").status == 404


def test_a_match_is_text_to_copy(owner: Phone, table: Table) -> None:
    [text] = owner.read(f"{table.path}/share").all("textarea")
    assert text.attrs["aria-label"] == "Summary of the match"
    anna, cmd, zoe = CAST
    lines = text.raw.strip().splitlines()
    assert lines[1:] == [
        "Match 2: Calabresella, to 5",
        f"1. {cmd} solo, 7: {cmd} +4, {anna} −2, {zoe} −2",
        "2. all passed",
        f"3. {zoe} chiamo, 11, cappotto: {zoe} +4, {anna} −2, {cmd} −2 (@home <i>)",
        f"4. adjustment: {anna} −2, {cmd} +1, {zoe} +1 (revoke)",
        f"Total: {anna} −6, {cmd} 3, {zoe} 3",
    ]


def test_an_evening_is_text_to_copy_on_its_page_and_where_it_is_shared(
    owner: Phone, table: Table
) -> None:
    texts = [
        node.raw
        for page in (table.evening, f"{table.evening}/share")
        for node in owner.read(page).all("textarea")
    ]
    assert len(texts) == 2
    assert texts[0] == texts[1]
    anna, cmd, zoe = CAST
    assert texts[0].strip().splitlines()[1:] == [
        f"Match 1: {anna} 32, {cmd} −16, {zoe} −16. Won by {anna}",
        f"Match 2: {anna} −6, {cmd} 3, {zoe} 3",
        f"Sum: {anna} +26, {cmd} −13, {zoe} −13",
    ]


@pytest.mark.parametrize("rules", [{"target": None}, {"deals": 2}])
def test_a_match_says_how_it_ends(owner: Phone, seat: Seating, rules: dict[str, Any]) -> None:
    table = seat("Anna", "Ben", "Carla", **rules)
    [text] = owner.read(f"{table.path}/share").all("textarea")
    ending = ", 2 deals" if "deals" in rules else ""
    assert text.raw.strip().splitlines()[1] == f"Match 1: Calabresella{ending}"


def test_a_sheet_for_paper_has_every_row_oldest_first(owner: Phone, table: Table) -> None:
    page = owner.read(f"{table.path}/print")
    [sheet] = page.all("section", of="sheet")
    rows = [node.text for node in sheet.all("th", scope="row")]
    anna, cmd, zoe = CAST
    assert rows == [
        f"1 · {cmd[:14]}… solo, 7 {cmd[:14]}… dealt",
        f"2 · all passed {zoe} dealt",
        f"3 · {zoe} chiamo, 11 cappotto {anna} dealt · @home <i>",
        "4 · adjustment revoke",
    ]
    assert [node.text for node in sheet.all("th", scope="col")] == ["Deal", *CAST]
    assert [node.text for node in sheet.all("td")][-3:] == ["−2 −6", "+1 3", "+1 3"]


def test_an_evening_for_paper_has_all_its_sheets_and_the_sum(owner: Phone, table: Table) -> None:
    page = owner.read(f"{table.evening}/print")
    assert [node.text for node in page.all("h2")] == [
        "Match 1: Calabresella, to 5",
        "Match 2: Calabresella, to 5",
        "Sum of the evening",
    ]
    assert page.main.count("Won by") == 1
    assert f"{CAST[0]} +26" in page.main


def test_names_that_look_alike_when_cut_are_written_in_full(
    owner: Phone, inside: Inside, actor: Actor, seat: Seating
) -> None:
    names = ["Anna-Katharina Schmidt", "Anna-Katharina Schulz"]
    seat.people |= {name: inside(players.add, actor, new_op_id(), name) for name in names}
    table = seat(*names, "Carla")
    seat.deal(table)
    assert f"1 · {names[1]} solo, 6 {names[0]} dealt" in owner.read(f"{table.path}/print").main


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_match_without_a_deal_can_be_shared(owner: Phone, seat: Seating, ending: str) -> None:
    table = seat("Anna", "Ben", "Carla")
    assert owner.get(f"{table.path}/{ending}").status == 200
    assert owner.get(f"{table.evening}/{ending}").status == 200


def test_the_pages_lead_to_each_other(owner: Phone, table: Table) -> None:
    assert owner.read(table.path).offers(f"{table.path}/share")
    assert owner.read(table.evening).offers(f"{table.evening}/share")
    match, evening = (owner.read(f"{where}/share") for where in (table.path, table.evening))
    assert match.offers(table.path)
    assert match.offers(f"{table.path}/print")
    assert match.offers(f"{table.evening}/share")
    assert evening.offers(table.evening)
    assert evening.offers(f"{table.evening}/print")
    assert evening.offers(f"{table.path}/share")
    assert owner.read(f"{table.path}/print").offers(f"{table.path}/share")
    assert owner.read(f"{table.evening}/print").offers(f"{table.evening}/share")
