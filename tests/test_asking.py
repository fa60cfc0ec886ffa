"""Questions that come and go by style alone, and numbers that are tapped in parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.entry import Refused
from scorekeeper.forms import DealForm, asking, deal_form, pads
from scorekeeper.games import GAMES
from scorekeeper.games.base import read_rules
from scorekeeper.games.inputs import Choice, Flag, Number, Option
from scorekeeper.scoring import Match

MANY = Number(key="points", low=0, high=120)
FEW = Number(key="aces", low=0, high=4)
SOME = Number(key="bid", low=61, high=120, common=(61, 71, 81))
LAST = Choice(
    key="last",
    options=(Option("us", "Us"), Option("them", "Them")),
    when=({"points": frozenset({60})},),
)


@pytest.fixture(autouse=True)
def page(app: Flask) -> Iterator[None]:
    with app.test_request_context():
        yield


@pytest.mark.parametrize("slug", GAMES)
def test_the_style_sheet_knows_the_questions_of_every_usual_table(slug: str) -> None:
    game, style = GAMES[slug], asking.style(GAMES.values())
    for seats in game.seats:
        match = Match(game, read_rules(game, {}, seats), seats, 0)
        for dealer in range(seats):
            inputs = game.inputs(match.table(dealer))
            assert asking.mark(inputs) in style
            conditional = [item for item in inputs if item.when and not item.derived]
            assert bool(asking.mark(inputs)) == bool(conditional)
            form = f'form[data-asks="{asking.mark(inputs)}"]'
            for item in conditional:
                assert any(
                    line.startswith(form) and f".ask-{item.name}{{" in line
                    for line in style.splitlines()
                )


def test_questions_with_other_conditions_have_another_mark() -> None:
    flag = Flag(key="", field="count", label="Count")
    by_flag = Choice(key="last", options=LAST.options, when=({"count": frozenset({True})},))
    marks = {asking.mark(some) for some in ((MANY, LAST), (flag, by_flag), (MANY, FEW), ())}
    assert len(marks) == 3
    assert asking.mark((MANY, FEW)) == ""


@pytest.mark.parametrize(
    ("item", "sent", "answer"),
    [
        (MANY, {"points_tens": "7", "points_ones": "4"}, 74),
        (MANY, {"points_tens": "0", "points_ones": "0"}, 0),
        (MANY, {"points_tens": "12", "points_ones": "0"}, 120),
        (MANY, {"points": "33"}, 33),
        (SOME, {"bid": "71"}, 71),
        (SOME, {"bid_other": " 65 "}, 65),
        (SOME, {"bid": "71", "bid_other": "71"}, 71),
        (FEW, {"aces": "3"}, 3),
    ],
)
def test_a_number_is_put_together(item: Number, sent: dict[str, str], answer: int) -> None:
    form = deal_form(DealForm, (item,), 3, MultiDict(sent))
    assert form.facts() == {item.key: answer}


@pytest.mark.parametrize(
    ("item", "sent", "say"),
    [
        (MANY, {"points_tens": "7"}, "Choose the tens and the ones."),
        (MANY, {"points_ones": "7"}, "Choose the tens and the ones."),
        (MANY, {"points_tens": "12", "points_ones": "1"}, "whole number from"),
        (MANY, {"points_tens": "x", "points_ones": "1"}, "whole number from"),
        (SOME, {"bid": "71", "bid_other": "65"}, "not both"),
        (SOME, {"bid_other": "60"}, "whole number from"),
        (SOME, {"bid_other": "\u0661"}, "whole number from"),
        (SOME, {}, "Choose one."),
    ],
)
def test_what_is_no_number_is_said_beside_its_question(
    item: Number, sent: dict[str, str], say: str
) -> None:
    form = deal_form(DealForm, (item,), 3, MultiDict(sent))
    with pytest.raises(Refused) as caught:
        form.facts()
    form.show_problems(caught.value.problems)
    [text] = form[item.name].errors
    assert say in text


@pytest.mark.parametrize("item", [MANY, SOME, FEW])
def test_a_number_is_shown_as_it_was_tapped(item: Number) -> None:
    for value in range(item.low, item.high + 1):
        shown = pads.shown(item, value)
        form: Any = deal_form(DealForm, (item,), 3, MultiDict(shown))
        assert form.facts() == {item.key: value}
        filled = deal_form(DealForm, (item,), 3, None, {item.key: value})
        assert {name: filled[name].data for name in shown} == shown


def test_the_stage_with_a_problem_is_unfolded() -> None:
    inputs = (FEW, *(Number(key=key, low=0, high=4, after_play=True) for key in ("b", "c")))
    stages = pads.stages(inputs)
    assert [len(stage) for stage in stages] == [1, 2]

    def unfolded(**sent: str) -> int:
        form = deal_form(DealForm, inputs, 3, MultiDict(sent))
        if sent.pop("save", None):
            with pytest.raises(Refused) as caught:
                form.facts()
            form.show_problems(caught.value.problems)
        return form.unfolded(stages)

    assert unfolded() == 0
    assert unfolded(aces="1") == 0
    assert unfolded(aces="1", b="2") == 1
    assert unfolded(aces="1", b="2", save="1") == 1
    assert unfolded(b="2", c="1", save="1") == 0
