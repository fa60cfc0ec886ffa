"""The sample evenings read, score and show what the games can do; a broken one is refused."""

import dataclasses
import datetime
import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import config
from scorekeeper.games import GAMES
from scorekeeper.scoring import Match, score
from scorekeeper.seeds import Evening, evenings
from scorekeeper.sheet import Sheet, read_sheet, read_text, result_of, write_sheet

FILES = sorted((config.resources() / "seeds").glob("*.json"))
CLUB = {"Anna", "Ben", "Carla", "Dino", "Elsa"}


def seed(name: str) -> Any:
    return json.loads((config.resources() / "seeds" / f"{name}.json").read_text("utf-8"))


def every_match() -> list[tuple[Evening, Sheet]]:
    return [(evening, sheet) for evening in evenings() for sheet in evening.sheets]


def every_row() -> list[dict[str, Any]]:
    return [row for _, sheet in every_match() for row in result_of(sheet)["deals"]]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_sheet_reads_alone_and_comes_back_as_written(path: Path) -> None:
    for given in json.loads(path.read_text("utf-8"))["sheets"]:
        sheet = read_text(json.dumps(given))
        assert set(sheet.names) <= CLUB
        assert read_sheet(write_sheet(sheet)) == sheet
        result = result_of(sheet)
        assert sum(result["payoffs"].values()) == 0
        if sheet.match.game.zero_sum:
            assert result["payoffs"] == result["totals"]


def test_the_evenings_come_oldest_first() -> None:
    dates = [evening.date for evening in evenings()]
    assert len(dates) == len(FILES) == 5
    assert dates == sorted(set(dates))
    assert dates[-1] == datetime.date(2026, 10, 15)


def test_the_worked_example_gives_four_to_the_soloist() -> None:
    (sheet,) = evenings()[0].sheets
    assert write_sheet(sheet)["deals"] == seed("worked-example")["sheets"][0]["deals"]
    assert result_of(sheet)["totals"] == {"Anna": -2, "Ben": 4, "Carla": -2}


def test_the_account_of_the_worked_example_balances_to_its_payoffs() -> None:
    """Section 2 of the rules: the first player is ahead in the column and still pays."""
    result = result_of(read_sheet(seed("evening-4")["sheets"][0]))
    assert list(result["account"].values()) == [14, 2, 57]
    assert list(result["payoffs"].values()) == [-31, -67, 98]


def test_a_full_evening_has_twelve_to_thirty_deals() -> None:
    for evening in evenings()[1:]:
        assert 12 <= sum(len(sheet.match.deals) for sheet in evening.sheets) <= 30


def test_only_the_newest_evening_goes_on_with_one_running_match() -> None:
    assert [evening.closed for evening in evenings()] == [True, True, True, True, False]
    running = [s for _, s in every_match() if not result_of(s)["finished"]]
    assert running == [evenings()[-1].sheets[-1]]


def test_a_finished_match_has_a_winner_and_ended_with_its_last_row() -> None:
    for _, sheet in every_match():
        result = result_of(sheet)
        assert bool(result["winners"]) == result["finished"]
        earlier = dataclasses.replace(sheet.match, deals=sheet.match.deals[:-1])
        assert not score(earlier).standing.finished


def test_the_evenings_show_every_outcome_and_sweep() -> None:
    rows = every_row()
    outcomes = {"won", "lost", "passed", "adjusted", "drawn", "void"}
    assert {row["outcome"] for row in rows} == outcomes
    assert {row["sweep"] for row in rows} == {"cappotto", "stramazzo", None}


def test_the_evenings_show_what_a_sheet_can_say() -> None:
    matches: list[Match] = [sheet.match for _, sheet in every_match()]
    keys = {key for match in matches for facts in match.deals for key in facts}
    assert {"adjust", "cards", "dealer", "last_trick", "note", "partner", "tricks"} <= keys
    assert {"declarations", "revoke", "void"} <= keys
    assert {match.game.slug for match in matches} == set(GAMES)
    assert {match.seats for match in matches} == {3, 4, 5}
    rules = [write_sheet(sheet).get("rules", {}) for _, sheet in every_match()]
    assert {"counters", "deals", "pay", "stakes"} == {key for given in rules for key in given}
    assert "linear" in [given.get("stakes") for given in rules]
    assert any(isinstance(given.get("stakes"), dict) for given in rules)


def test_most_deals_are_chiamo_and_solo() -> None:
    usual = [sheet for _, sheet in every_match() if sheet.match.game is next(iter(GAMES.values()))]
    bids = [facts.get("bid") for sheet in usual for facts in sheet.match.deals]
    assert bids.count("chiamo") + bids.count("solo") > 0.7 * len(bids)


GOOD: dict[str, Any] = {
    "date": "2026-10-15",
    "place": "Bruno's",
    "closed": True,
    "sheets": [
        {
            "game": "calabresella",
            "seats": ["Anna", "Ben", "Carla"],
            "deals": [{"bid": "solo", "soloist": "Ben", "card_points": 6}],
        }
    ],
}
IMPOSSIBLE = {**GOOD["sheets"][0], "deals": [{"bid": "pass"}, {"bid": "solo", "soloist": "Ben"}]}
STRANGER = {**GOOD["sheets"][0], "first_dealer": "Dino"}


def test_evenings_of_one_day_keep_the_order_of_their_names(tmp_path: Path) -> None:
    for name, place in (("b", "Later"), ("a", "Earlier")):
        (tmp_path / f"{name}.json").write_text(json.dumps(GOOD | {"place": place}))
    assert [evening.place for evening in evenings(tmp_path)] == ["Earlier", "Later"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"date": "15.10.2026"}, 'date: expected a day such as 2026-10-15, got "15.10.2026"'),
        ({"date": "2026-02-30"}, "date: expected a day"),
        ({"date": "20261015"}, "date: expected a day"),
        ({"date": 2026}, "date: expected a day"),
        ({"place": ""}, "place: expected a text of 1 to 40 characters"),
        ({"closed": "no"}, "closed: expected true or false"),
        ({"sheets": []}, "sheets: expected a list of score sheets"),
        ({"sheets": {}}, "sheets: expected a list of score sheets"),
        ({"sheets": [IMPOSSIBLE]}, "sheet 1, deal 2: card_points: expected a whole number"),
        ({"sheets": [*GOOD["sheets"], STRANGER]}, "sheet 2, first_dealer: expected one of Anna"),
        ({"owner": "Bruno"}, "seed: expected an object of date, place, closed, sheets"),
    ],
)
def test_a_broken_seed_is_refused_by_name(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    (tmp_path / "evening.json").write_text(json.dumps(GOOD))
    (tmp_path / "other.json").write_text(json.dumps(GOOD | change))
    with pytest.raises(ValueError, match=r"^seed other\.json: ") as caught:
        evenings(tmp_path)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "expected JSON"),
        (b"[]", "expected an object"),
        (b"\xff", "expected UTF-8 text"),
        (b'{"date": "", "closed": true, "closed": true, "place": "x", "sheets": []}', "closed: "),
    ],
)
def test_a_file_that_is_no_seed_is_refused(tmp_path: Path, text: bytes, message: str) -> None:
    (tmp_path / "broken.json").write_bytes(text)
    with pytest.raises(ValueError, match=r"^seed broken\.json: .*expected") as caught:
        evenings(tmp_path)
    assert message in str(caught.value)


def test_a_folder_without_seeds_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="found none"):
        evenings(tmp_path)
