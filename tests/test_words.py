"""Rows, numbers and days in words."""

from __future__ import annotations

import datetime
import time
from collections.abc import Iterator
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from flask_babel import force_locale, ngettext

from scorekeeper import days, words
from scorekeeper.entry import Problem
from scorekeeper.games import GAMES
from scorekeeper.games.base import read_rules
from scorekeeper.scoring import Match, Row, score

NAMES = ("Anna", "Ben", "Carla", "Dino")


@pytest.fixture(autouse=True)
def page(app: Flask) -> Iterator[None]:
    """Translate as a page does."""
    with app.test_request_context():
        yield


def row(**facts: Any) -> Row:
    game = GAMES["calabresella"]
    rules = read_rules(game, {"active": 4}, 4)
    return score(Match(game, rules, 4, 3, (facts,))).rows[0]


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        ({"bid": "solo", "soloist": 1, "card_points": 6}, "Ben solo, 6"),
        (
            {"bid": "chiamo", "soloist": 0, "partner": 2, "card_points": 4},
            "Anna with Carla chiamo, 4",
        ),
        ({"bid": "pass"}, "all passed"),
        ({"adjust": [1, -1, 0, 0]}, "adjustment"),
        (
            {
                "bid": "solo",
                "soloist": 3,
                "cards": {"aces": 4, "others": 20},
                "last_trick": "soloist",
                "tricks": "all",
            },
            "Dino solo, 11",
        ),
    ],
)
def test_what_was_played_is_said_in_a_few_words(facts: dict[str, Any], wanted: str) -> None:
    assert words.played(row(**facts), NAMES) == wanted


@pytest.mark.parametrize(
    ("number", "plain", "change"), [(0, "0", "0"), (7, "7", "+7"), (-12, "−12", "−12")]
)
def test_numbers_have_a_real_minus(number: int, plain: str, change: str) -> None:
    assert (words.minus(number), words.signed(number)) == (plain, change)


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        ([], ""),
        (["Anna"], "Anna"),
        (["Anna", "Ben"], "Anna and Ben"),
        (["Anna", "Ben", "%(first)s"], "Anna, Ben and %(first)s"),
    ],
)
def test_names_are_listed_as_one_says_them(names: list[str], wanted: str) -> None:
    assert words.listing(names) == wanted


def test_a_problem_is_said_with_its_values() -> None:
    found = Problem("adjust", "", None, "now they add up to %(sum)s.", {"sum": -3})
    assert words.problem(found) == "now they add up to −3."


@pytest.mark.parametrize(("hour", "days_back"), [(0, 1), (3, 1), (5, 1), (6, 0), (12, 0), (23, 0)])
@pytest.mark.parametrize("zone", ["Europe/Rome", "America/Los_Angeles", "Asia/Tokyo", "UTC"])
def test_an_evening_that_ends_at_three_began_the_day_before(
    monkeypatch: pytest.MonkeyPatch, zone: str, hour: int, days_back: int
) -> None:
    """The day of the place where the server stands, whatever the day is in Greenwich."""
    local = datetime.datetime(2026, 10, 16, hour, 30, tzinfo=ZoneInfo(zone))

    class Clock(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Clock:
            return cls.fromtimestamp(local.timestamp(), tz)

    monkeypatch.setenv("TZ", zone)
    time.tzset()
    monkeypatch.setattr("datetime.datetime", Clock)
    today = days.today()
    monkeypatch.undo()
    time.tzset()
    assert today == datetime.date(2026, 10, 16 - days_back)


def test_a_void_deal_is_told_as_one() -> None:
    game = GAMES["calabrasella"]
    match = Match(
        game, read_rules(game, {}, 3), 3, 0, ({"bid": "stand", "soloist": 1, "void": True},)
    )
    assert words.played(score(match).rows[0], NAMES[:3]) == "Ben stands, void"


def test_who_calls_nobody_is_said_to_play_alone() -> None:
    game = GAMES["chiamata"]
    bid = {"caller": 1, "bid": 61, "card_points": 70}
    played = ({**bid, "partner": None}, {**bid, "partner": 0})
    scored = score(Match(game, read_rules(game, {}, 5), 5, 0, played))
    said = [words.played(row, (*NAMES, "Elsa")) for row in scored.rows]
    assert said == ["Ben alone 61, 70", "Ben with Anna 61, 70"]


class Evening(NamedTuple):
    """What of an evening its title says."""

    date: datetime.date
    place: str


def test_each_language_writes_days_lists_and_plurals_its_own_way() -> None:
    date, recent = datetime.date(2026, 3, 5), days.today()
    said = {}
    for locale in ("en_GB", "it", "pl"):
        with force_locale(locale):
            said[locale] = [
                days.day(date),
                days.evening_title(Evening(date, "Bruno's")),
                days.evening_in_full(Evening(date, "")),
                words.listing(["Anna", "Ben", "Carla"]),
                words.how_many([2, 3, 4, 6]),
                *(ngettext("%(num)s deal", "%(num)s deals", n) for n in (1, 2, 5, 12, 22)),
            ]
            assert days.evening_title(Evening(recent, ""))[0].isupper()
            local = datetime.datetime(2026, 3, 5, 21, 5).astimezone(datetime.UTC)
            when = days.moment(local.replace(tzinfo=None))
            assert when.endswith(" 2026, 21:05")
    assert said == {
        "en_GB": [
            "Thursday, 5 March 2026",
            "5 Mar 2026 at Bruno's",
            "Thursday, 5 March 2026",
            "Anna, Ben and Carla",
            "2, 3, 4 or 6",
            *("1 deal", "2 deals", "5 deals", "12 deals", "22 deals"),
        ],
        "it": [
            "giovedì 5 marzo 2026",
            "5 mar 2026, Bruno's",
            "Giovedì 5 marzo 2026",
            "Anna, Ben e Carla",
            "2, 3, 4 o 6",
            *("1 mano", "2 mani", "5 mani", "12 mani", "22 mani"),
        ],
        "pl": [
            "czwartek, 5 marca 2026",
            "5 mar 2026, Bruno's",
            "Czwartek, 5 marca 2026",
            "Anna, Ben i Carla",
            "2, 3, 4 lub 6",
            *("1 rozdanie", "2 rozdania", "5 rozdań", "12 rozdań", "22 rozdania"),
        ],
    }
