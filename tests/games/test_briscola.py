"""Briscola: one row for every line of section 3 of `docs/rules.md` for 2, 3, 4 and 6."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from scorekeeper.entry import Refused
from scorekeeper.games import GAMES
from scorekeeper.games.answers import answers_from, facts_from, kept, unanswered
from scorekeeper.games.base import InvalidDeal, Result, read_rules
from scorekeeper.scoring import Match, Scored, score

GAME = GAMES["briscola"]
DEAL = {"pay": "deal"}
LAST = {"sixty": "last_trick"}


def points(*numbers: int | None, **more: Any) -> dict[str, Any]:
    return {"card_points": list(numbers)} | more


def match(seats: int, *deals: dict[str, Any], **rules: Any) -> Match:
    return Match(GAME, read_rules(GAME, rules, seats), seats, 0, deals)


def play(seats: int, *deals: dict[str, Any], **rules: Any) -> Scored:
    return score(match(seats, *deals, **rules))


def deal(facts: dict[str, Any], seats: int, rules: dict[str, Any]) -> Result:
    return GAME.score(facts, match(seats, **rules).table(0))


@dataclass(frozen=True)
class Row:
    """What a line of section 3 says: the facts, and what they come to."""

    why: str
    seats: int
    facts: dict[str, Any]
    score: tuple[int, ...]
    outcome: str
    winner: int | None = None
    paid: tuple[int, ...] | None = None
    rules: dict[str, Any] = field(default_factory=dict)


ROWS = (
    Row("61 wins", 2, points(61, 59), (1, 0), "won", 1),
    Row("60 does not", 2, points(60, 60), (0, 0), "drawn"),
    Row("59 loses", 2, points(59, 61), (0, 1), "lost", 2),
    Row("the other side is derived", 2, points(None, 61), (0, 1), "lost", 2),
    Row("the first side is enough", 2, points(61, None), (1, 0), "won", 1),
    Row("60 and nothing is 60 to 60", 2, points(60, None), (0, 0), "drawn"),
    Row("two points", 2, points(2, 118), (0, 1), "lost", 2),
    Row("three: the highest wins, 61 not needed", 3, points(41, 40, 39), (1, 0, 0), "won", 1),
    Row("three: the last of them", 3, points(30, 40, 50), (0, 0, 1), "won", 3),
    Row("three: level at the top is nobody's", 3, points(30, 45, 45), (0, 0, 0), "drawn"),
    Row("three: level below is no matter", 3, points(35, 50, 35), (0, 1, 0), "won", 2),
    Row("three: 60 to 60 and nothing", 3, points(60, 60, 0), (0, 0, 0), "drawn"),
    Row("two pairs, partners opposite", 4, points(61, 59), (1, 0, 1, 0), "won", 1),
    Row("two pairs, the second", 4, points(59, None), (0, 1, 0, 1), "lost", 2),
    Row("two teams seated alternately", 6, points(20, 100), (0, 1) * 3, "lost", 2),
    Row(
        "the last trick, by house rule",
        2,
        points(60, 60, last_trick=2),
        (0, 1),
        "lost",
        2,
        None,
        LAST,
    ),
    Row("of a pair", 4, points(60, None, last_trick=1), (1, 0, 1, 0), "won", 1, None, LAST),
    Row(
        "told where it does not decide",
        2,
        points(61, 59, last_trick=2),
        (1, 0),
        "won",
        1,
        None,
        LAST,
    ),
    Row("three by that rule: nobody", 3, points(45, 45, 30), (0, 0, 0), "drawn", None, None, LAST),
    Row("a match pays no deal", 2, points(61, 59), (1, 0), "won", 1, (0, 0)),
    Row("by the deal, a unit", 2, points(61, 59), (1, 0), "won", 1, (1, -1), DEAL),
    Row("by the deal, lost", 2, points(59, 61), (0, 1), "lost", 2, (-1, 1), DEAL),
    Row("each loser pays, of three", 3, points(20, 60, 40), (0, 1, 0), "won", 2, (-1, 2, -1), DEAL),
    Row("pairs pay a unit each", 4, points(70, 50), (1, 0, 1, 0), "won", 1, (1, -1, 1, -1), DEAL),
    Row("teams, too", 6, points(50, 70), (0, 1) * 3, "lost", 2, (-1, 1) * 3, DEAL),
    Row("a draw pays nobody", 2, points(60, 60), (0, 0), "drawn", None, (0, 0), DEAL),
    Row("cappotto is off", 2, points(120, 0), (1, 0), "won", 1, (1, -1), DEAL),
    Row(
        "cappotto by house rule",
        2,
        points(0, None),
        (0, 1),
        "lost",
        2,
        (-2, 2),
        DEAL | {"cappotto": 2},
    ),
    Row(
        "cappotto of three",
        3,
        points(0, 120, 0),
        (0, 1, 0),
        "won",
        2,
        (-3, 6, -3),
        DEAL | {"cappotto": 3},
    ),
    Row("118 is none", 2, points(118, 2), (1, 0), "won", 1, (1, -1), DEAL | {"cappotto": 2}),
    Row(
        "cappotto when the match pays", 2, points(120, 0), (1, 0), "won", 1, (0, 0), {"cappotto": 2}
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.seats}: {row.why}")
def test_a_deal_scores_as_section_3_of_the_rules_says(row: Row) -> None:
    result = deal(row.facts, row.seats, row.rules)
    assert (result.score, result.outcome, result.winner) == (row.score, row.outcome, row.winner)
    assert row.paid in (None, result.paid)
    assert sum(result.shares) == 120
    assert (result.stake, result.multiplier, result.sweep) == (None, None, None)


@pytest.mark.parametrize(
    ("seats", "facts", "rules", "key"),
    [
        (2, points(61, 58), {}, "card_points"),
        (2, points(61, 60), {}, "card_points"),
        (2, points(119, 1), {}, "card_points"),
        (2, points(1, None), {}, "card_points"),
        (2, points(None, 119), {}, "card_points"),
        (2, points(None, None), {}, "card_points"),
        (2, points(121, None), {}, "card_points"),
        (2, points(-1, 121), {}, "card_points"),
        (2, points(61), {}, "card_points"),
        (2, points(40, 40, 40), {}, "card_points"),
        (2, {"card_points": 61}, {}, "card_points"),
        (2, {"card_points": {"1": 61}}, {}, "card_points"),
        (2, {"card_points": [True, 119]}, {}, "card_points"),
        (2, {"card_points": ["61", 59]}, {}, "card_points"),
        (2, {}, {}, "card_points"),
        (3, points(50, 40, None), {}, "card_points"),
        (3, points(50, 69, 1), {}, "card_points"),
        (3, points(119, 0, 1), {}, "card_points"),
        (3, points(50, 40, 31), {}, "card_points"),
        (4, points(20, 30, 40, 30), {}, "card_points"),
        (2, points(60, 60), LAST, "last_trick"),
        (2, points(60, 60, last_trick=3), LAST, "last_trick"),
        (2, points(60, 60, last_trick=0), LAST, "last_trick"),
        (2, points(60, 60, last_trick=True), LAST, "last_trick"),
        (2, points(60, 60, last_trick="Ada"), LAST, "last_trick"),
        (2, points(60, 60, last_trick=2), {}, "last_trick"),
        (3, points(45, 45, 30, last_trick=1), LAST, "last_trick"),
        (2, points(61, 59, bid="pass"), {}, "bid"),
        (2, points(61, 59, soloist=1), {}, "soloist"),
        (2, points(61, 59, counted=1), {}, "counted"),
    ],
)
def test_what_cannot_be_is_refused_by_its_key(
    seats: int, facts: dict[str, Any], rules: dict[str, Any], key: str
) -> None:
    with pytest.raises(InvalidDeal) as caught:
        deal(facts, seats, rules)
    assert {problem.field for problem in caught.value.problems} == {key}


def test_a_match_is_won_by_the_first_side_with_three_deals() -> None:
    won, lost, level = points(61, 59), points(59, 61), points(60, 60)
    going = play(2, won, lost, level, lost, won)
    assert (going.totals, going.standing.finished) == ((2, 2), False)
    assert going.standing.payoffs == (0, 0)
    done = play(2, won, lost, level, lost, won, won)
    assert (done.standing.winners, done.standing.payoffs) == ((0,), (1, -1))


def test_a_team_wins_together_and_every_loser_pays_a_unit() -> None:
    lost = points(20, None)
    assert play(6, lost, lost, lost).standing.winners == (1, 3, 5)
    assert play(6, lost, lost, lost).standing.payoffs == (-1, 1, -1, 1, -1, 1)
    assert play(3, *[points(20, 30, 70)] * 3).standing.payoffs == (-1, -1, 2)


def test_first_to_another_number_and_a_fixed_number_of_deals() -> None:
    won, lost = points(61, 59), points(59, 61)
    assert play(2, won, first_to=1).standing.winners == (0,)
    assert play(2, won, points(60, 60), deals=2).standing.winners == (0,)
    level = play(2, won, lost, deals=2).standing
    assert (level.finished, level.winners, level.payoffs) == (True, (0, 1), (0, 0))


def test_three_who_are_not_all_level_at_the_end_pay_nobody_either() -> None:
    first, second = points(60, 30, 30), points(30, 60, 30)
    level = play(3, first, second, deals=2).standing
    assert (level.winners, level.payoffs) == ((0, 1), (0, 0, 0))


def test_by_the_deal_the_payoffs_are_what_the_deals_paid() -> None:
    deals = (points(20, 60, 40), points(60, 20, 40), points(20, 60, 40))
    assert play(3, *deals, pay="deal").standing.payoffs == (0, 3, -3)
    assert play(3, *deals, pay="deal", first_to=None).standing.finished is False


def test_a_correction_of_the_pad_pays_nothing() -> None:
    scored = play(2, points(61, 59), {"adjust": [1, 0]}, pay="deal")
    assert (scored.totals, scored.standing.payoffs) == ((2, 0), (1, -1))


def test_a_match_paid_as_a_whole_needs_an_end() -> None:
    with pytest.raises(Refused, match="first_to: expected an end"):
        read_rules(GAME, {"first_to": None}, 2)
    assert read_rules(GAME, {"first_to": None, "pay": "deal"}, 2).first_to is None


def test_who_wins_at_60_to_60_is_asked_of_two_sides_only() -> None:
    assert [
        seats for seats in GAME.seats if "sixty" in {i.key for i in GAME.rule_inputs(seats)}
    ] == [
        2,
        4,
        6,
    ]


ASKED: tuple[tuple[str, int, dict[str, Any], dict[str, Any], list[str]], ...] = (
    ("whose points, of two sides", 4, {}, {}, ["counted", "points"]),
    ("nothing more", 4, {"counted": 2, "points": 75}, {}, []),
    ("nothing more at 60", 4, {"counted": 2, "points": 60}, {}, []),
    ("the last trick, by house rule", 4, {"counted": 2, "points": 60}, LAST, ["last_trick"]),
    ("not at 61", 4, {"counted": 2, "points": 61}, LAST, []),
    (
        "the cards, to count",
        2,
        {"counted": 1, "count": True},
        {},
        ["aces", "threes", "kings", "queens", "jacks"],
    ),
    ("two of three players", 3, {}, {}, ["points_1", "points_2"]),
)


@pytest.mark.parametrize(
    ("seats", "said", "rules", "asked"), [row[1:] for row in ASKED], ids=[r[0] for r in ASKED]
)
def test_only_what_is_open_is_asked(
    seats: int, said: dict[str, Any], rules: dict[str, Any], asked: list[str]
) -> None:
    inputs = GAME.inputs(match(seats, **rules).table(0))
    assert [question.name for question in unanswered(inputs, kept(inputs, said))] == asked


def test_counted_cards_come_to_the_points_of_their_side() -> None:
    """Two Aces 22, a three 10, three kings 12, a queen 3, four jacks 8: 55 (section 3)."""
    inputs = GAME.inputs(match(2).table(0))
    cards = {"aces": 2, "threes": 1, "kings": 3, "queens": 1, "jacks": 4}
    facts = facts_from(inputs, kept(inputs, {"counted": 2, "count": True} | cards))
    assert facts == points(None, 55)
    assert answers_from(inputs, facts) == {"counted": 2, "count": False, "points": 55}


def test_all_the_cards_are_120() -> None:
    inputs = GAME.inputs(match(2).table(0))
    cards = dict.fromkeys(("aces", "threes", "kings", "queens", "jacks"), 4)
    facts = facts_from(inputs, kept(inputs, {"counted": 1, "count": True} | cards))
    assert facts == points(120, None)


def test_the_third_player_has_what_the_others_leave() -> None:
    inputs = GAME.inputs(match(3).table(0))
    assert facts_from(inputs, kept(inputs, {"points_1": 50, "points_2": 40})) == points(50, 40, 30)
    wrong = facts_from(inputs, kept(inputs, {"points_1": 80, "points_2": 60}))
    with pytest.raises(InvalidDeal, match="card_points"):
        deal(wrong, 3, {})
