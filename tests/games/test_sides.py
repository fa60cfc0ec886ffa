"""Sides of more than one seat: what they have, who has won, what is paid, how a match stands."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from scorekeeper.entry import N_
from scorekeeper.games.answers import answers_from, facts_from, kept
from scorekeeper.games.base import Game, Result, Rules, Sides, pay_side
from scorekeeper.games.inputs import Flag, Number, Seat, Seats
from scorekeeper.games.sides import Share, Side, whole

PAIRS: Sides = ((0, 2), (1, 3))
WHOSE = Side(key="", field="whose", sides=PAIRS, counts="points", label=N_("Whose?"))
POINTS = Share(
    key="points", sides=2, whose="whose", total=120, low=0, high=120, never=(1, 119), common=(61,)
)
THREE = tuple(
    Share(key="points", field=f"points_{n}", sides=3, whose=n, total=120, low=0, high=120)
    for n in (1, 2)
)


@pytest.mark.parametrize(
    "value", [[70, 50], [70, None], [None, 50], [0, 120], [120, None], [60, 60]]
)
def test_of_two_numbers_one_is_enough(value: list[Any]) -> None:
    assert POINTS.problem(value) is None
    assert sum(whole(value, 120)) == 120


@pytest.mark.parametrize(
    "value",
    [
        70,
        None,
        "70",
        {},
        [],
        [70],
        [70, 50, 0],
        [None, None],
        [70, 51],
        [119, None],
        [1, 119],
        [121, -1],
        [121, None],
        [True, 119],
        [60.0, 60],
        ["60", 60],
    ],
)
def test_shares_that_cannot_be_are_refused(value: Any) -> None:
    found = POINTS.problem(value)
    assert found is not None
    assert (found.field, bool(found.say)) == ("points", True)


def test_of_three_numbers_all_are_needed() -> None:
    assert THREE[0].problem([50, 40, 30]) is None
    for value in ([50, 40, None], [50, 40, 31], [None, None, 120]):
        assert THREE[0].problem(value) is not None


@pytest.mark.parametrize(
    ("answers", "facts"),
    [
        ({"whose": 1, "points": 70}, [70, None]),
        ({"whose": 2, "points": 50}, [None, 50]),
    ],
)
def test_a_form_asks_whose_number_it_is(answers: dict[str, Any], facts: list[Any]) -> None:
    inputs = (WHOSE, POINTS)
    assert facts_from(inputs, kept(inputs, answers)) == {"points": facts}
    assert answers_from(inputs, {"points": facts}) == answers


def test_a_form_shows_the_first_of_two_numbers_that_are_both_given() -> None:
    assert answers_from((WHOSE, POINTS), {"points": [70, 50]}) == {"whose": 1, "points": 70}


def test_the_last_of_three_sides_has_what_the_others_leave() -> None:
    answers = {"points_1": 50, "points_2": 40}
    assert facts_from(THREE, kept(THREE, answers)) == {"points": [50, 40, 30]}
    assert answers_from(THREE, {"points": [50, 40, 30]}) == answers


def test_what_adds_up_is_not_asked() -> None:
    count = Flag(key="", field="count")
    aces = Number(key="", field="aces", low=0, high=4)
    sums = Share(
        key="points",
        field="sums",
        sides=2,
        whose="whose",
        total=120,
        low=0,
        high=120,
        worth={"aces": 11, "kings": 4},
    )
    inputs = (WHOSE, count, aces, sums)
    facts = facts_from(inputs, kept(inputs, {"whose": 2, "count": True, "aces": 3}))
    assert facts == {"points": [None, 33]}


def test_numbers_of_a_list_stand_in_their_places() -> None:
    inputs = [Number(key=f"said.{n}", low=0, high=9, initial=0) for n in (1, 2)]
    assert facts_from(inputs, kept(inputs, {"said_2": 4})) == {"said": [0, 4]}
    assert answers_from(inputs, {"said": [0, 4]}) == {"said_1": 0, "said_2": 4}


def test_nobody_may_be_null() -> None:
    partner = Seat(key="partner", seats=(0, 1), of=(0, 1), nobody=N_("Alone"), is_null=True)
    assert facts_from([partner], {"partner": "nobody"}) == {"partner": None}
    assert answers_from([partner], {"partner": None}) == {"partner": "nobody"}
    assert (partner.problem(None), partner.to_sheet(None, ["A", "B"])) == (None, None)
    assert partner.from_sheet(None, ["A", "B"]) is None


@pytest.mark.parametrize(
    "value", [[5], [5, 6], [5, 5], [5, 6, 4], [5, 7], [True, 5], ["5", "6"], 5, None]
)
def test_so_many_seats_are_named_once_each(value: Any) -> None:
    out = Seats(key="out", of=(0, 1, 2, 3, 4, 5, 6), count=2)
    assert (out.problem(value) is None) == (value == [5, 6])
    assert out.problem([6, 0]) is None


def test_all_losers_pay_the_side_that_won() -> None:
    assert pay_side(PAIRS, 2) == (-1, 1, -1, 1)
    assert pay_side(((0,), (1,), (2,)), 2, 3) == (-3, 6, -3)
    assert pay_side(PAIRS, None) == (0, 0, 0, 0)


class PairsRules(Rules):
    """First to two deals, or a fixed number."""

    endings: ClassVar[tuple[str, ...]] = ("first_to", "deals")

    def __init__(self, first_to: int | None, deals: int | None = None) -> None:
        self.first_to, self.deals = first_to, deals


class Whole(Game):
    """Two pairs, paid as a whole match."""

    zero_sum = False

    def sides(self, seats: int) -> Sides:
        return PAIRS

    def paid_as_a_whole(self, rules: Any) -> bool:
        return True


WON, LOST = Result("won", (1, 0, 1, 0), payoff=(0,) * 4), Result("lost", (0, 1, 0, 1))


def test_a_match_paid_as_a_whole_pays_when_it_is_decided() -> None:
    two = PairsRules(2)
    assert Whole().standing([WON], (1, 0, 1, 0), two).payoffs == (0, 0, 0, 0)
    standing = Whole().standing([WON, WON], (2, 0, 2, 0), two)
    assert (standing.finished, standing.winners, standing.payoffs) == (True, (0, 2), (1, -1, 1, -1))
    assert standing.sides == PAIRS


def test_sides_that_are_level_at_the_end_pay_nobody() -> None:
    standing = Whole().standing([WON, LOST], (1, 1, 1, 1), PairsRules(None, 2))
    assert (standing.winners, standing.payoffs) == ((0, 1, 2, 3), (0, 0, 0, 0))
