"""Briscola Chiamata: one row for every line of section 3 of `docs/rules.md` for five and more."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.answers import answers_from, facts_from, kept, unanswered
from scorekeeper.games.base import InvalidDeal, Result, read_rules
from scorekeeper.scoring import Match, score

GAME = GAMES["chiamata"]
DRAW = {"sixty": "draw"}


def called(points: int, bid: int = 61, partner: int | None = 2, **more: Any) -> dict[str, Any]:
    return {"bid": bid, "caller": 0, "partner": partner, "card_points": points} | more


def match(seats: int = 5, *deals: dict[str, Any], **rules: Any) -> Match:
    return Match(GAME, read_rules(GAME, rules, seats), seats, 0, deals)


def deal(facts: dict[str, Any], seats: int = 5, **rules: Any) -> Result:
    return GAME.score(facts, match(seats, **rules).table(0))


@dataclass(frozen=True)
class Row:
    """What a line of section 3 says: the facts, and what they come to."""

    why: str
    facts: dict[str, Any]
    score: tuple[int, ...]
    outcome: str
    sweep: str | None = None
    seats: int = 5
    rules: dict[str, Any] = field(default_factory=dict)


MADE, FAILED = (2, -1, 1, -1, -1), (-2, 1, -1, 1, 1)


def times(factor: int, score: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(factor * number for number in score)


ROWS = (
    Row("made", called(70), MADE, "won"),
    Row("61 is enough", called(61), MADE, "won"),
    Row("failed", called(55), FAILED, "lost"),
    Row("made alone", called(70, partner=None), (4, -1, -1, -1, -1), "won"),
    Row("failed alone", called(50, partner=None), (-4, 1, 1, 1, 1), "lost"),
    # Times one for every ten points bid, whatever was made.
    *(
        Row(f"{bid} bid and made", called(bid, bid), times(step, MADE), "won")
        for step, bids in enumerate(((61, 70), (71, 80), (81, 90), (91, 100), (101, 110)), start=1)
        for bid in bids
    ),
    Row("missed by one", called(74, 75), times(2, FAILED), "lost"),
    Row("more than bid", called(118, 61), MADE, "won"),
    Row("111 bid", called(116, 111), times(5, MADE), "won"),
    Row("111 bid, six above 110", called(116, 111), times(6, MADE), "won", rules={"top_step": 6}),
    Row("110 bid, six above 110", called(116, 110), times(5, MADE), "won", rules={"top_step": 6}),
    Row("120 bid and failed", called(118, 120), times(5, FAILED), "lost"),
    # All 120 to one side doubles.
    Row("cappotto", called(120), times(2, MADE), "won", "cappotto"),
    Row("cappotto against", called(0), times(2, FAILED), "lost", "cappotto"),
    Row("cappotto alone", called(120, partner=None), (8, -2, -2, -2, -2), "won", "cappotto"),
    Row("cappotto at 120 bid", called(120, 120), times(10, MADE), "won", "cappotto"),
    Row("cappotto at once", called(120), MADE, "won", "cappotto", rules={"cappotto": 1}),
    # With the plain bid of 61, exactly 60.
    Row("60 is lost", called(60), FAILED, "lost"),
    Row("60 is drawn by house rule", called(60), (0,) * 5, "drawn", rules=DRAW),
    Row("59 is lost by it", called(59), FAILED, "lost", rules=DRAW),
    Row("60 at 62 bid is lost by it", called(60, 62), FAILED, "lost", rules=DRAW),
    Row("all pass", {"bid": "pass"}, (0,) * 5, "passed"),
    # Six or more: the extra players sit out.
    Row("six", called(70, out=[5]), (*MADE, 0), "won", seats=6),
    Row("six, another sits out", called(70, out=[1]), (2, 0, 1, -1, -1, -1), "won", seats=6),
    Row("seven", called(55, out=[6, 1]), (-2, 0, -1, 1, 1, 1, 0), "lost", seats=7),
    Row("six all pass", {"bid": "pass"}, (0,) * 6, "passed", seats=6),
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.why)
def test_a_deal_scores_as_section_3_of_the_rules_says(row: Row) -> None:
    result = deal(row.facts, row.seats, **row.rules)
    assert (result.score, result.outcome, result.sweep) == (row.score, row.outcome, row.sweep)


@pytest.mark.parametrize(
    ("facts", "seats", "key"),
    [
        (called(70, 60), 5, "bid"),
        (called(70, 121), 5, "bid"),
        (called(70) | {"bid": "61"}, 5, "bid"),
        (called(70) | {"bid": None}, 5, "bid"),
        (called(121), 5, "card_points"),
        (called(119), 5, "card_points"),
        (called(1), 5, "card_points"),
        (called(70) | {"card_points": [70, 50]}, 5, "card_points"),
        (called(70, partner=0), 5, "partner"),
        (called(70, partner=5), 5, "partner"),
        ({"bid": 61, "caller": 0, "card_points": 70}, 5, "partner"),
        ({"bid": 61, "partner": 0, "card_points": 70}, 5, "caller"),
        ({"bid": 61, "caller": 0, "partner": 1}, 5, "card_points"),
        ({"caller": 0, "partner": 1, "card_points": 70}, 5, "bid"),
        (called(70, caller=None), 5, "caller"),
        (called(70, out=[4]), 5, "out"),
        (called(70, out=[]), 5, "out"),
        (called(70), 6, "out"),
        (called(70, out=[]), 6, "out"),
        (called(70, out=5), 6, "out"),
        (called(70, out=[5, 4]), 6, "out"),
        (called(70, out=[6]), 6, "out"),
        (called(70, out=[5, 5]), 7, "out"),
        (called(70, out=[0]), 6, "caller"),
        (called(70, out=[2]), 6, "partner"),
        ({"bid": "pass", "out": [5]}, 6, "out"),
        ({"bid": "pass", "caller": 0}, 5, "caller"),
        (called(70, called="Ad"), 5, "called"),
    ],
)
def test_what_cannot_be_is_refused_by_its_key(facts: dict[str, Any], seats: int, key: str) -> None:
    with pytest.raises(InvalidDeal) as caught:
        deal(facts, seats)
    assert {problem.field for problem in caught.value.problems} == {key}


@pytest.mark.parametrize(
    ("seats", "dealer", "out"),
    [(5, 0, []), (6, 0, [0]), (6, 3, [3]), (7, 3, [2, 3]), (8, 0, [0, 6, 7])],
)
def test_who_sits_out_is_proposed_in_turn(seats: int, dealer: int, out: list[int]) -> None:
    """The dealer, and those who dealt last; so the player after the dealer always leads."""
    table = match(seats).table(dealer)
    assert [seat for seat in range(seats) if seat not in table.active] == out
    asked = {item.key: item for item in GAME.inputs(table)}
    assert ("out" in asked) == (seats > 5)
    assert "out" not in asked or asked["out"].initial == out
    assert GAME.leader(table, {}) == (dealer + 1) % seats


def test_the_partner_is_asked_for_with_the_result_and_alone_is_null() -> None:
    inputs = GAME.inputs(match(6).table(0))
    said = kept(inputs, {"caller": 1, "bid": 75, "partner": "nobody", "card_points": 80})
    assert unanswered(inputs, said) == []
    facts = facts_from(inputs, said)
    assert facts == {"bid": 75, "caller": 1, "partner": None, "card_points": 80, "out": [0]}
    assert answers_from(inputs, facts) == said
    first = [item.name for item in unanswered(inputs, kept(inputs, {}))]
    assert first == ["caller", "bid", "partner", "card_points"]


def test_the_result_names_roles_bid_and_factors() -> None:
    result = deal(called(0, 85, out=[5]), 6)
    assert result.roles == ("caller", "opponent", "partner", "opponent", "opponent", "out")
    assert (result.contract, result.points, result.stake, result.multiplier) == ("85", 0, 1, 6)


def test_a_match_is_open_ended_unless_it_has_a_target_or_a_number_of_deals() -> None:
    assert score(match(5, *[called(70)] * 9)).standing.finished is False
    assert score(match(5, *[called(70)] * 9, target=18)).standing.winners == (0,)
    shared = score(match(5, called(55), deals=1)).standing
    assert (shared.winners, shared.payoffs) == ((1, 3, 4), FAILED)
