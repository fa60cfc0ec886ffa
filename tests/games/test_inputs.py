"""The questions by themselves: what each takes for an answer, whatever the game."""

from typing import Any

import pytest

from scorekeeper.entry import NotANumber, Refused
from scorekeeper.games.answers import kept
from scorekeeper.games.inputs import (
    Choice,
    Flag,
    Implied,
    Input,
    Number,
    Option,
    Seat,
    check_facts,
    missing,
    seat_of,
)

SEAT = Seat(key="soloist", seats=(1, 2), of=(0, 1, 2), missing="Choose the soloist.")
CHOICE = Choice(key="who", options=(Option(1, "One"), Option("two", "Two")))
NUMBER = Number(key="points", low=0, high=11)
OPTIONAL = Number(key="target", low=1, high=9, optional=True)
FLAG = Flag(key="void")


def each(question: Input, *values: Any) -> list[tuple[Input, Any]]:
    return [(question, value) for value in values]


@pytest.mark.parametrize(
    ("question", "value"),
    [
        (SEAT, 1),
        (SEAT, 2),
        (CHOICE, 1),
        (CHOICE, "two"),
        (NUMBER, 0),
        (NUMBER, 11),
        (OPTIONAL, None),
        (FLAG, False),
        (Implied(key="tricks", value="some"), "some"),
    ],
)
def test_an_answer_that_fits_has_no_problem(question: Input, value: Any) -> None:
    assert question.problem(value) is None


@pytest.mark.parametrize(
    ("question", "value"),
    [
        *each(SEAT, 0, 3, -1, True, 1.0, "1", None, [1], NotANumber("1.0")),
        *each(CHOICE, True, 1.0, "1", "Two", None, ["two"], {}),
        *each(NUMBER, -1, 12, True, 6.0, "6", None, [], NotANumber("6.0")),
        *each(OPTIONAL, 0, 10, False),
        *each(FLAG, 0, 1, None, "true"),
        *each(Implied(key="tricks", value="some"), "all"),
    ],
)
def test_an_answer_that_does_not_fit_is_named_by_its_key(question: Input, value: Any) -> None:
    problem = question.problem(value)
    assert problem is not None
    assert problem.field == question.key
    assert problem.expected
    assert problem.say % problem.values


def test_who_sits_out_is_told_so_and_a_stranger_is_not() -> None:
    out, stranger = SEAT.problem(0), SEAT.problem(3)
    assert out is not None
    assert stranger is not None
    assert out.say == "The dealer sits this deal out."
    assert stranger.say == "Choose one of the players."


def test_an_unknown_fact_is_refused_with_the_known_ones() -> None:
    [problem] = check_facts((SEAT, NUMBER), {"trump": {}})
    assert str(problem) == 'trump: expected one of the keys soloist, points, got "trump"'


def test_what_is_missing_is_said_in_the_words_of_its_question() -> None:
    [problem] = missing((SEAT, NUMBER), ("soloist", "points"), {"points": 6})
    assert (problem.field, problem.came, problem.say) == ("soloist", None, "Choose the soloist.")


def test_an_implied_fact_cannot_be_answered() -> None:
    implied = Implied(key="tricks", field="follows", value="some")
    assert kept((SEAT, implied), {"soloist": 1, "follows": "all"}) == {"soloist": 1}


@pytest.mark.parametrize("value", ["Zoe", "anna", "", None, 0, True, ["Anna"], "An\u200bna"])
def test_only_a_name_at_the_table_has_a_seat(value: Any) -> None:
    assert seat_of("soloist", " Ben ", ("Anna", "Ben")) == 1
    with pytest.raises(Refused, match="soloist: expected one of Anna, Ben, got "):
        seat_of("soloist", value, ("Anna", "Ben"))
