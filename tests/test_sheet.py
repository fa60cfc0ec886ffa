"""The score sheet: section 1 of `docs/formats.md`, and its result, section 2."""

import json
from typing import Any

import pytest

from scorekeeper.entry import Object, Refused
from scorekeeper.scoring import ImpossibleDeals
from scorekeeper.sheet import (
    FORMAT,
    read_sheet,
    read_text,
    result_of,
    score_sheet,
    write_sheet,
)

EXAMPLE: dict[str, Any] = {
    "format": "scorekeeper-sheet/1",
    "game": "calabresella",
    "rules": {"target": 21},
    "seats": ["Anna", "Ben", "Carla"],
    "first_dealer": "Carla",
    "deals": [
        {"bid": "solo", "soloist": "Ben", "card_points": 6},
        {"bid": "pass"},
        {"bid": "chiamo", "soloist": "Anna", "card_points": 11, "tricks": "all"},
        {
            "bid": "chiamo",
            "soloist": "Carla",
            "card_points": 10,
            "last_trick": "opponents",
            "note": "what a monte",
        },
        {"adjust": {"Anna": -2, "Ben": 1, "Carla": 1}, "note": "revoke"},
    ],
}


def sheet(*deals: Any, **more: Any) -> dict[str, Any]:
    usual = {"game": "calabresella", "seats": ["Anna", "Ben", "Carla"], "deals": list(deals)}
    return usual | more


def refusal(given: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        result_of(read_text(given if isinstance(given, str | bytes) else json.dumps(given)))
    return caught.value


def field(given: Any) -> str:
    return refusal(given).problems[0].field


def test_the_example_of_the_format_scores_as_the_format_says() -> None:
    result = result_of(read_sheet(EXAMPLE))
    assert result["deals"][0] == {
        "number": 1,
        "dealer": "Carla",
        "outcome": "won",
        "sweep": None,
        "stake": 2,
        "multiplier": 1,
        "score": {"Anna": -2, "Ben": 4, "Carla": -2},
        "totals": {"Anna": -2, "Ben": 4, "Carla": -2},
    }
    assert [deal["outcome"] for deal in result["deals"]] == [
        "won",
        "passed",
        "won",
        "won",
        "adjusted",
    ]
    assert [deal["dealer"] for deal in result["deals"]] == ["Carla", "Anna", "Ben", "Carla", None]
    assert [deal["sweep"] for deal in result["deals"]] == [
        None,
        None,
        "cappotto",
        "stramazzo",
        None,
    ]
    assert result["deals"][4]["score"] == {"Anna": -2, "Ben": 1, "Carla": 1}
    assert {key: result[key] for key in result if key != "deals"} == {
        "game": "calabresella",
        "totals": {"Anna": -3, "Ben": 0, "Carla": 3},
        "next_dealer": "Anna",
        "finished": False,
        "winners": [],
        "payoffs": {"Anna": -3, "Ben": 0, "Carla": 3},
    }


def test_the_result_has_the_keys_of_the_format_in_their_order() -> None:
    result = result_of(read_sheet(EXAMPLE))
    assert list(result) == [
        "game",
        "deals",
        "totals",
        "next_dealer",
        "finished",
        "winners",
        "payoffs",
    ]
    for row in result["deals"]:
        assert list(row) == [
            "number",
            "dealer",
            "outcome",
            "sweep",
            "stake",
            "multiplier",
            "score",
            "totals",
        ]


@pytest.mark.parametrize("row", [{"bid": "pass"}, {"adjust": {"Anna": 1, "Ben": -1}}])
def test_what_means_nothing_is_null(row: dict[str, Any]) -> None:
    [deal] = result_of(read_sheet(sheet(row)))["deals"]
    assert (deal["sweep"], deal["stake"], deal["multiplier"]) == (None, None, None)


def test_format_rules_and_first_dealer_may_be_left_out() -> None:
    short = read_sheet(sheet())
    long = read_sheet(sheet(format=FORMAT, rules={}, first_dealer="Anna"))
    assert short == long
    assert short.match.first_dealer == 0


def test_a_sheet_is_written_with_only_what_differs_from_the_defaults() -> None:
    written = write_sheet(read_sheet(EXAMPLE))
    assert written == EXAMPLE | {"rules": {}}
    other = sheet(rules={"stakes": "linear", "deals": 6, "cappotto": 3, "active": 3})
    assert write_sheet(read_sheet(other))["rules"] == {
        "deals": 6,
        "stakes": "linear",
        "cappotto": 3,
    }


def test_facts_name_seats_and_sheets_name_people() -> None:
    read = read_sheet(sheet({"bid": "solo", "soloist": "Ben", "card_points": 6, "dealer": "Carla"}))
    assert read.match.deals == ({"bid": "solo", "soloist": 1, "card_points": 6, "dealer": 2},)
    adjusted = read_sheet(sheet({"adjust": {"Carla": -3, "Anna": 3}}))
    assert adjusted.match.deals == ({"adjust": [3, 0, -3]},)
    assert write_sheet(adjusted)["deals"] == [{"adjust": {"Anna": 3, "Carla": -3}}]


def test_names_are_the_same_however_they_are_composed_or_spaced() -> None:
    read = read_sheet(
        sheet({"bid": "pass", "dealer": " Rene\u0301"}, seats=["Ren\u00e9", "B", "C"])
    )
    assert read.match.deals[0]["dealer"] == 0


def test_a_name_may_look_like_anything() -> None:
    names = ["pass", "adjust", "dealer"]
    deals = [
        {"bid": "solo", "soloist": "pass", "card_points": 6},
        {"adjust": {"adjust": 1, "pass": -1}},
    ]
    assert result_of(read_sheet(sheet(*deals, seats=names)))["totals"] == {
        "pass": 3,
        "adjust": -1,
        "dealer": -2,
    }


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ("[]", "sheet"),
        ("7", "sheet"),
        ("null", "sheet"),
        ("6.5", "sheet"),
        ("", "format"),
        (b"\xff", "format"),
        (sheet(surprise=1), "surprise"),
        (sheet(format="scorekeeper-sheet/2"), "format"),
        (sheet(format=None), "format"),
        (sheet(game="canasta"), "game"),
        (sheet(game=["calabresella"]), "game"),
        ({"seats": ["A", "B", "C"], "deals": []}, "game"),
        ({"game": "calabresella", "deals": []}, "seats"),
        ({"game": "calabresella", "seats": ["A", "B", "C"]}, "deals"),
        (sheet(deals=None), "deals"),
        (sheet(deals={}), "deals"),
        (sheet(seats=["Anna", "Ben"]), "seats"),
        (sheet(seats=list("ABCDEFGH")), "seats"),
        (sheet(seats="ABC"), "seats"),
        (sheet(seats=["Anna", "Ben", 3]), "seats"),
        (sheet(seats=["Anna", "Ben", ""]), "seats"),
        (sheet(seats=["Anna", "Ben", "Ben "]), "seats"),
        (sheet(seats=["Rene\u0301", "Ren\u00e9", "C"]), "seats"),
        (sheet(seats=["Anna", "Ben", "x" * 41]), "seats"),
        (sheet(first_dealer="Zoe"), "first_dealer"),
        (sheet(first_dealer=None), "first_dealer"),
        (sheet(first_dealer=0), "first_dealer"),
        (sheet(rules=None), "rules"),
        (sheet(rules=[]), "rules"),
        (sheet(rules={"target": 21.0}), "target"),
        (sheet(rules={"surprise": 1}), "surprise"),
        ('{"game": "calabresella", "game": "calabresella"}', "game"),
        (json.dumps(sheet()).replace("{", '{"rules": {"target": 7, "target": 9}, ', 1), "target"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused_by_its_key(given: Any, key: str) -> None:
    refused = refusal(given)
    assert refused.problems[0].field == key
    assert not isinstance(refused, ImpossibleDeals)


@pytest.mark.parametrize(
    ("deal", "key"),
    [
        (None, "deals"),
        ([], "deals"),
        ("pass", "deals"),
        ({}, "bid"),
        ({"bid": "pass", "dealer": "Zoe"}, "dealer"),
        ({"bid": "pass", "dealer": None}, "dealer"),
        ({"bid": "pass", "dealer": 0}, "dealer"),
        ({"bid": "pass", "note": ""}, "note"),
        ({"bid": "pass", "note": 7}, "note"),
        ({"bid": "pass", "note": None}, "note"),
        ({"bid": "pass", "note": "two\nlines"}, "note"),
        ({"bid": "pass", "note": "x" * 201}, "note"),
        ({"bid": None}, "bid"),
        ({"bid": "solo", "soloist": 1, "card_points": 6}, "soloist"),
        ({"bid": "solo", "soloist": "ben", "card_points": 6}, "soloist"),
        ({"bid": "solo", "soloist": None, "card_points": 6}, "soloist"),
        ({"bid": "solo", "soloist": "Ben", "partner": None, "card_points": 6}, "partner"),
        ({"bid": "solo", "soloist": "Ben", "card_points": 6, "": True}, ""),
        ({"bid": "solo", "soloist": "Ben", "card_points": None}, "card_points"),
        ({"bid": "solo", "soloist": "Ben", "card_points": 6, "tricks": None}, "tricks"),
        ({"adjust": None}, "adjust"),
        ({"adjust": [1, -1, 0]}, "adjust"),
        ({"adjust": {"Zoe": 1, "Ben": -1}}, "adjust"),
        ({"adjust": {"Anna": 1.5, "Ben": -1.5}}, "adjust"),
        ({"adjust": {"Anna": "1", "Ben": -1}}, "adjust"),
        ({"adjust": {"Anna": 1}}, "adjust"),
        ({"adjust": {"Anna": 1, "Ben": -1, " Anna": 1}}, "adjust"),
        ({"adjust": {"Anna": 1, "Ben": -1}, "dealer": "Anna"}, "dealer"),
        ({"adjust": {"Anna": 1, "Ben": -1}, "bid": "pass"}, "bid"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_by_number_and_key(deal: Any, key: str) -> None:
    refused = refusal(sheet({"bid": "pass"}, deal))
    assert isinstance(refused, ImpossibleDeals)
    assert refused.deals[2][0].field == key
    assert list(refused.deals) == [2]


@pytest.mark.parametrize(
    ("deal", "key"),
    [
        ('{"bid": "pass", "bid": "pass"}', "bid"),
        ('{"adjust": {"Anna": 1, "Ben": -1, "Anna": 1}}', "adjust"),
        (
            '{"bid": "solo", "soloist": "Ben", "cards": {"aces": 2, "aces": 2, "others": 9}}',
            "cards",
        ),
    ],
)
def test_a_key_that_stands_twice_is_refused(deal: str, key: str) -> None:
    text = json.dumps(sheet("HERE")).replace('"HERE"', deal)
    assert field(text) == key


def test_a_bid_that_stands_twice_in_the_ladder_is_refused() -> None:
    text = json.dumps(sheet(rules={"stakes": "HERE"})).replace('"HERE"', '{"solo": 1, "solo": 2}')
    assert field(text) == "stakes"


def test_a_repeated_key_is_known_only_from_a_text() -> None:
    repeated = Object(sheet())
    repeated.repeated = "deals"
    with pytest.raises(Refused, match="deals: expected each key once"):
        read_sheet(repeated)


def test_what_came_is_shown_and_what_was_expected_is_said() -> None:
    refused = refusal(sheet({"bid": "solo", "soloist": "Zoe", "card_points": 6}))
    assert str(refused) == 'soloist: expected one of Anna, Ben, Carla, got "Zoe"'


def refused_deal(game: str, seats: str, deal: dict[str, Any]) -> list[str]:
    sheet = read_sheet({"game": game, "seats": list(seats), "deals": [deal]})
    with pytest.raises(ImpossibleDeals) as caught:
        score_sheet(sheet)
    return [str(problem) for problem in caught.value.deals[1]]


@pytest.mark.parametrize(
    ("game", "seats", "deal", "came"),
    [
        ("calabresella", "ABCD", {"bid": "solo", "soloist": "A", "card_points": 6}, 'got "A"'),
        (
            "chiamata",
            "ABCDEF",
            {"bid": 61, "caller": "A", "partner": None, "card_points": 70, "out": ["E", "F"]},
            'got ["E", "F"]',
        ),
        ("calabresella", "ABC", {"adjust": {"A": 2}}, 'got {"A": 2}'),
        ("calabresella", "ABC", {"bid": "solo", "soloist": "A", "card_points": 12}, "got 12"),
    ],
)
def test_a_deal_that_cannot_be_shows_what_came_as_the_sheet_has_it(
    game: str, seats: str, deal: dict[str, Any], came: str
) -> None:
    [said] = refused_deal(game, seats, deal)
    assert said.endswith(came)
