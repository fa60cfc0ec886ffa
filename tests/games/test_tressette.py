"""Tressette: one row for every line of section 4 of `docs/rules.md`."""

from typing import Any

import pytest

from scorekeeper.entry import Refused
from scorekeeper.games import GAMES
from scorekeeper.games.answers import answers_from, facts_from, kept, unanswered
from scorekeeper.games.base import InvalidDeal, read_rules
from scorekeeper.scoring import Match, Scored, score

GAME = GAMES["tressette"]


def points(*numbers: int | None, declared: Any = None) -> dict[str, Any]:
    said = {} if declared is None else {"declarations": declared}
    return {"card_points": list(numbers)} | said


def play(*deals: dict[str, Any], **rules: Any) -> Scored:
    return score(Match(GAME, read_rules(GAME, rules, 4), 4, 0, deals))


@pytest.mark.parametrize(
    ("why", "facts", "first", "second", "outcome"),
    [
        ("7 to 4", points(7, 4), 7, 4, "won"),
        ("the other pair is derived", points(7, None), 7, 4, "won"),
        ("so is the first", points(None, 7), 4, 7, "lost"),
        ("all eleven", points(11, 0), 11, 0, "won"),
        ("declarations are added", points(6, 5, declared=[4, 3]), 10, 8, "won"),
        ("they decide the deal", points(7, 4, declared=[0, 4]), 7, 8, "lost"),
        ("level with them is drawn", points(7, 4, declared=[0, 3]), 7, 7, "drawn"),
        ("three threes and a napoletana", points(3, None, declared=[6, 0]), 9, 8, "won"),
        ("none said are none", points(5, 6, declared=[0, 0]), 5, 6, "lost"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_deal_scores_as_section_4_of_the_rules_says(
    why: str, facts: dict[str, Any], first: int, second: int, outcome: str
) -> None:
    [row] = play(facts).rows
    assert (row.result.score, row.result.outcome) == ((first, second) * 2, outcome)
    assert (row.result.paid, row.result.stake, row.result.sweep) == ((0,) * 4, None, None)
    assert row.result.winner == {"won": 1, "lost": 2, "drawn": None}[outcome]


@pytest.mark.parametrize(
    ("facts", "key"),
    [
        (points(7, 5), "card_points"),
        (points(12, None), "card_points"),
        (points(None, None), "card_points"),
        (points(7), "card_points"),
        ({"card_points": 7}, "card_points"),
        ({}, "card_points"),
        ({"declarations": [3, 0]}, "card_points"),
        (points(7, 4, declared=[3]), "declarations"),
        (points(7, 4, declared=[3, None]), "declarations"),
        (points(7, 4, declared=[-3, 0]), "declarations"),
        (points(7, 4, declared=3), "declarations"),
        (points(7, 4, declared=[True, 0]), "declarations"),
        (points(7, 4) | {"last_trick": 1}, "last_trick"),
        (points(7, 4) | {"bid": "pass"}, "bid"),
    ],
)
def test_what_cannot_be_is_refused_by_its_key(facts: dict[str, Any], key: str) -> None:
    with pytest.raises(InvalidDeal) as caught:
        GAME.score(facts, Match(GAME, read_rules(GAME, {}, 4), 4, 0).table(0))
    assert {problem.field for problem in caught.value.problems} == {key}


def test_the_first_pair_past_21_wins_a_unit() -> None:
    going = play(points(11, 0), points(9, 2))
    assert (going.totals, going.standing.finished) == ((20, 2, 20, 2), False)
    done = play(points(11, 0), points(10, 1)).standing
    assert (done.winners, done.payoffs) == ((0, 2), (1, -1, 1, -1))


def test_both_past_it_the_higher_wins_and_level_is_played_on() -> None:
    level = points(6, 5, declared=[15, 16])
    assert play(level).totals == (21,) * 4
    assert play(level).standing.payoffs == (0,) * 4
    assert play(level, points(4, 7)).standing.winners == (1, 3)


def test_the_target_is_31_or_41_by_house_rule() -> None:
    assert play(*[points(11, 0)] * 2, target=31).standing.finished is False
    assert play(*[points(11, 0)] * 3, target=31).standing.winners == (0, 2)
    for target in (None, 0, "21", 1000):
        with pytest.raises(Refused, match="target"):
            read_rules(GAME, {"target": target}, 4)


def test_declarations_are_asked_when_there_were_any() -> None:
    inputs = GAME.inputs(Match(GAME, read_rules(GAME, {}, 4), 4, 0).table(0))
    usual = kept(inputs, {"counted": 2, "points": 7})
    assert unanswered(inputs, usual) == []
    assert facts_from(inputs, usual) == points(None, 7)
    said = kept(inputs, {"counted": 1, "points": 7, "declared": True, "declarations_2": 3})
    assert facts_from(inputs, said) == points(7, None, declared=[0, 3])
    assert answers_from(inputs, points(7, None, declared=[0, 3])) == said
