"""Answers into facts and back: what a form shows of a deal leads to the same deal again."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import GAMES
from scorekeeper.games.answers import answers_from, facts_from, kept, unanswered
from scorekeeper.games.base import InvalidDeal, Table, read_rules
from scorekeeper.games.inputs import PASS, Facts, Input
from scorekeeper.scoring import Match
from tests import strategies


def inputs_of(seats: int = 3, **rules: Any) -> tuple[Table, tuple[Input, ...]]:
    game = GAMES["calabresella"]
    match = Match(game, read_rules(game, rules, seats), seats, 0)
    table = match.table(0)
    return table, game.inputs(table)


def again(inputs: Any, facts: Facts) -> Facts:
    """Return the facts that the form of these facts leads to."""
    answers = answers_from(inputs, facts)
    assert kept(inputs, answers) == answers, "a form would drop an answer"
    assert unanswered(inputs, answers) == [], "a form would ask more"
    return facts_from(inputs, answers)


@given(data=st.data())
def test_facts_of_a_form_come_back_as_they_were(data: st.DataObject) -> None:
    match = data.draw(strategies.empty_matches())
    inputs = match.game.inputs(match.table(match.first_dealer))
    facts = facts_from(inputs, kept(inputs, data.draw(strategies.full_answers(inputs))))
    assert again(inputs, facts) == facts


@given(data=st.data())
def test_facts_of_a_sheet_come_back_with_the_same_score(data: st.DataObject) -> None:
    """A sheet may say more than a form asks: that is left out, and the deal is the same."""
    match = data.draw(strategies.empty_matches())
    table = match.table(match.first_dealer)
    inputs = match.game.inputs(table)
    facts = facts_from(inputs, kept(inputs, data.draw(strategies.full_answers(inputs))))
    for item in inputs:
        if not item.derived and item.key and "." not in item.key and item.key not in facts:
            value = data.draw(strategies.answer(item))
            if value == PASS:
                continue
            more = facts | facts_from([item], {item.name: value})
            try:
                match.game.score(more, table)
            except InvalidDeal:
                continue
            facts = more
    before = match.game.score(facts, table)
    shown = again(inputs, facts)
    assert match.game.score(shown, table) == before
    assert shown.items() <= facts.items()


@pytest.mark.parametrize(
    ("facts", "dropped"),
    [
        ({"bid": "solo", "soloist": 1, "card_points": 6}, set()),
        ({"bid": "solo", "soloist": 1, "card_points": 6, "tricks": "some"}, {"tricks"}),
        ({"bid": "solo", "soloist": 1, "card_points": 6, "last_trick": "soloist"}, {"last_trick"}),
        ({"bid": "solo", "soloist": 1, "card_points": 11, "tricks": "all"}, set()),
        (
            {
                "bid": "solo",
                "soloist": 1,
                "card_points": 11,
                "tricks": "some",
                "last_trick": "soloist",
            },
            {"last_trick"},
        ),
        ({"bid": "solo", "soloist": 1, "card_points": 0, "tricks": "none"}, set()),
        ({"bid": "solo", "soloist": 1, "card_points": 10, "last_trick": "opponents"}, set()),
        (
            {
                "bid": "solo",
                "soloist": 1,
                "cards": {"aces": 4, "others": 19},
                "last_trick": "soloist",
                "tricks": "some",
            },
            set(),
        ),
        (
            {
                "bid": "solo",
                "soloist": 1,
                "cards": {"aces": 0, "others": 0},
                "last_trick": "opponents",
                "tricks": "none",
            },
            set(),
        ),
        ({"bid": "pass"}, set()),
    ],
)
def test_what_no_form_asks_is_dropped_and_nothing_else(facts: Facts, dropped: set[str]) -> None:
    table, inputs = inputs_of()
    shown = again(inputs, facts)
    assert shown == {key: value for key, value in facts.items() if key not in dropped}
    game = GAMES["calabresella"]
    assert game.score(shown, table) == game.score(facts, table)


def test_nobody_is_the_answer_where_there_was_no_partner() -> None:
    _, inputs = inputs_of(5)
    alone: Facts = {"bid": "chiamo", "soloist": 1, "card_points": 6}
    assert answers_from(inputs, alone)["partner"] == "nobody"
    assert answers_from(inputs, alone | {"partner": 3})["partner"] == 3
    assert again(inputs, alone) == alone
    assert again(inputs, alone | {"partner": 3}) == alone | {"partner": 3}


def test_a_note_and_who_dealt_are_no_answers_of_a_game() -> None:
    _, inputs = inputs_of()
    facts = {"bid": "pass", "dealer": 2, "note": "what a monte"}
    assert answers_from(inputs, facts) == {"soloist": PASS}
