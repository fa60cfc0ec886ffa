"""Forms turn text into typed answers, and put what is wrong beside its field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.entry import Problem, Refused
from scorekeeper.forms import DealForm, StartForm, deal_form, pads, start_form
from scorekeeper.forms.base import typed
from scorekeeper.games import GAMES
from scorekeeper.games.answers import facts_from, kept
from scorekeeper.games.base import InvalidDeal, full_rules, read_rules
from scorekeeper.games.inputs import Choice, Flag, Number, Option, Seat
from scorekeeper.scoring import Match
from tests import strategies

SEAT = Seat(key="soloist", seats=(0, 2), of=(0, 1, 2), passes=True, nobody="Nobody")
NUMBER = Number(key="points", low=0, high=11)
CHOICE = Choice(key="tricks", options=(Option("all", "Yes"), Option(3, "Three")))
FLAG = Flag(key="shares")


@pytest.fixture(autouse=True)
def page(app: Flask) -> Iterator[None]:
    with app.test_request_context():
        yield


@pytest.mark.parametrize(
    ("item", "text", "answer"),
    [
        (SEAT, "0", 0),
        (SEAT, "pass", "pass"),
        (SEAT, "nobody", "nobody"),
        # Who sits out is for the scoring to see, which knows who deals.
        (SEAT, "1", 1),
        (NUMBER, "11", 11),
        (NUMBER, " 7 ", 7),
        (CHOICE, "all", "all"),
        (CHOICE, "3", 3),
        (FLAG, "yes", True),
        (FLAG, "", False),
        *((item, nothing, None) for item in (SEAT, NUMBER, CHOICE) for nothing in ("", None)),
    ],
)
def test_a_text_means_the_answer_that_was_offered(item: Any, text: Any, answer: Any) -> None:
    assert typed(item, text) == answer
    assert type(typed(item, text)) is type(answer)


@pytest.mark.parametrize(
    ("item", "text"),
    [
        *((SEAT, text) for text in ("3", "-1", "x", "\u0661", "1.0", "9" * 30, "Anna")),
        *((NUMBER, text) for text in ("12", "-1", "1_0", "\uff11", "1e1", "pass", "9" * 30)),
        *((CHOICE, text) for text in ("none", "ALL", "03", "\u0663")),
    ],
)
def test_any_other_text_is_refused(item: Any, text: str) -> None:
    with pytest.raises(Refused) as caught:
        typed(item, text)
    assert [problem.field for problem in caught.value.problems] == [item.key]


def test_a_seat_that_cannot_pass_takes_pass_for_nobody() -> None:
    seat = Seat(key="partner", seats=(0, 1), of=(0, 1))
    for text in ("pass", "nobody"):
        with pytest.raises(Refused):
            typed(seat, text)


def text_of(value: Any) -> Any:
    if isinstance(value, list):
        return [str(one) for one in value]
    return "yes" if value is True else str(value)


def form_of(match: Match, answers: dict[str, Any], **more: str) -> DealForm:
    """Return the deal's form as a browser sends it."""
    fields = {name: text_of(value) for name, value in answers.items() if value is not False}
    inputs = match.game.inputs(match.table(match.first_dealer))
    return deal_form(DealForm, inputs, match.seats, MultiDict(fields | more))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_form_of_any_game_means_what_its_answers_mean(app: Flask, data: st.DataObject) -> None:
    match = data.draw(strategies.empty_matches())
    inputs = match.game.inputs(match.table(match.first_dealer))
    answers = data.draw(strategies.full_answers(inputs))
    assert form_of(match, answers).facts() == facts_from(inputs, kept(inputs, answers))


def usual(slug: str, seats: int) -> Match:
    game = GAMES[slug]
    return Match(game, read_rules(game, {}, seats), seats, 0)


@pytest.mark.parametrize("slug", GAMES)
def test_every_question_builds_a_field(slug: str) -> None:
    """And begins with the answer that it says, so that sending it untouched says no more."""
    for seats in GAMES[slug].seats:
        match = usual(slug, seats)
        inputs = match.game.inputs(match.table(0))
        form = deal_form(DealForm, inputs, seats, None)
        assert {item.name for item in inputs if not item.derived} <= {field.name for field in form}
        begun = {item.name: item.initial for item in inputs if item.initial is not None}
        assert (
            form.answers().items()
            >= {
                name: answer for name, answer in begun.items() if name in kept(inputs, begun)
            }.items()
        )


@pytest.mark.parametrize("slug", GAMES)
def test_an_empty_form_says_every_question_that_is_open(slug: str) -> None:
    match = usual(slug, min(GAMES[slug].seats))
    form = form_of(match, {})
    with pytest.raises(InvalidDeal) as caught:
        form.facts()
    form.show_problems(caught.value.problems)
    shown = [field.name for field in form if field.errors]
    assert shown == [problem.field for problem in caught.value.problems]
    assert len(shown) > 1
    assert form.wrong


def test_a_problem_of_one_fact_stands_beside_the_question_that_was_asked() -> None:
    """At 11 and at 0 different questions lead to the same fact."""
    match = usual("calabresella", 3)
    for points, field in (("11", "all_won"), ("0", "all_lost")):
        form = form_of(match, {"soloist": 1, "bid": "solo", "card_points": points})
        form.show_problems([Problem("tricks", "all or some", None, "Choose one.")])
        assert {f.name: list(f.errors) for f in form if f.errors} == {field: ["Choose one."]}


def test_a_problem_without_a_field_stands_at_the_top_once() -> None:
    form = form_of(usual("calabresella", 3), {})
    form.show([Problem("adjust", "", None, "Odd.")] * 2)
    assert form.form_errors == ["Odd."]


@pytest.mark.parametrize("slug", GAMES)
def test_the_house_rules_of_a_fresh_form_are_the_usual_ones(slug: str) -> None:
    game = GAMES[slug]
    for seats in game.seats:
        rules = read_rules(game, {}, seats)
        shown = start_form(StartForm, game, seats, full_rules(rules), None)
        sent = {f.name: f.data for f in shown if isinstance(f.data, str)}
        sent |= {f.name: "yes" for f in shown if f.data is True}
        posted = start_form(StartForm, game, seats, full_rules(rules), MultiDict(sent))
        assert read_rules(game, posted.rules(), seats) == rules


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(match=strategies.empty_matches())
def test_any_house_rules_come_back_from_their_form(app: Flask, match: Match) -> None:
    rules = full_rules(match.rules)
    shown = start_form(StartForm, match.game, match.seats, rules, None)
    sent = {f.name: f.data for f in shown if isinstance(f.data, str)}
    sent |= {f.name: "yes" for f in shown if f.data is True}
    posted = start_form(StartForm, match.game, match.seats, rules, MultiDict(sent))
    assert read_rules(match.game, posted.rules(), match.seats) == match.rules


def test_a_number_is_typed_where_a_tile_was_chosen_before(app: Flask) -> None:
    game = GAMES["tressette"]
    table = Match(game, read_rules(game, {}, 4), 4, 0).table(0)
    inputs = [i for i in game.inputs(table) if pads.stepped(i) and i.initial is not None]
    assert inputs
    with app.test_request_context(method="POST"):
        for item in inputs:
            form = deal_form(DealForm, inputs, 4, MultiDict({pads.other(item.name): "18"}))
            assert pads.tapped(item, form) == "18"
