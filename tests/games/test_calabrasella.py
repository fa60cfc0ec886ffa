"""Calabrasella: one row for every line of section 2 of `docs/rules.md`."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import GAMES
from scorekeeper.games.answers import answers_from, facts_from, kept, unanswered
from scorekeeper.games.base import InvalidDeal, Result, read_rules
from scorekeeper.scoring import Match, Scored, score

GAME = GAMES["calabrasella"]


def stands(points: int, soloist: int = 1, **more: Any) -> dict[str, Any]:
    return {"bid": "stand", "soloist": soloist, "card_points": points} | more


def counted(aces: int, others: int, last_trick: str, **more: Any) -> dict[str, Any]:
    cards = {"aces": aces, "others": others}
    return {"bid": "stand", "soloist": 1, "cards": cards, "last_trick": last_trick} | more


VOID = {"bid": "stand", "soloist": 1, "void": True}


def match(seats: int, *deals: dict[str, Any], **rules: Any) -> Match:
    return Match(GAME, read_rules(GAME, rules, seats), seats, 0, deals)


def play(*deals: dict[str, Any], seats: int = 3, **rules: Any) -> Scored:
    return score(match(seats, *deals, **rules))


def deal(facts: dict[str, Any], seats: int = 3, **rules: Any) -> Result:
    return GAME.score(facts, match(seats, **rules).table(0))


@dataclass(frozen=True)
class Row:
    """What a line of section 2 says: the facts, what each adversary pays, how it ended."""

    why: str
    facts: dict[str, Any]
    value: int
    outcome: str
    rules: dict[str, Any] = field(default_factory=dict)


ROWS = (
    Row("23 points: 11 from each", stands(23), 11, "won"),
    Row("16 points: 3 to each", stands(16), -3, "lost"),
    Row("18 is the least that wins", stands(18), 1, "won"),
    Row("17 loses", stands(17), -1, "lost"),
    # All 35 points to one side count double: on points, not on tricks.
    Row("all 35", stands(35), 70, "won"),
    Row("none of them", stands(0), -70, "lost"),
    Row("34 to 1 is 33", stands(34), 33, "won"),
    Row("1 to 34 is 33", stands(1), -33, "lost"),
    Row("35 by house rule", stands(35), 35, "won", {"double_all": False}),
    Row("0 by house rule", stands(0), -35, "lost", {"double_all": False}),
    # A revoke moves 9 points, no more than the side has; it never makes a deal double.
    Row("24 to 11 becomes 33 to 2", stands(24, revoke="opponents"), 31, "won"),
    Row("24 to 11 becomes 15 to 20", stands(24, revoke="soloist"), -5, "lost"),
    Row("26 becomes 35, not doubled", stands(26, revoke="opponents"), 35, "won"),
    Row("30 becomes 35", stands(30, revoke="opponents"), 35, "won"),
    Row("9 becomes 0, not doubled", stands(9, revoke="soloist"), -35, "lost"),
    Row("5 becomes 0", stands(5, revoke="soloist"), -35, "lost"),
    Row("35 becomes 26, not doubled", stands(35, revoke="soloist"), 17, "won"),
    Row("35 before and after", stands(35, revoke="opponents"), 70, "won"),
    Row("0 before and after", stands(0, revoke="soloist"), -70, "lost"),
    Row("0 becomes 9", stands(0, revoke="opponents"), -17, "lost"),
    Row("the outcome follows the points after", stands(20, revoke="soloist"), -13, "lost"),
    Row("and the other way", stands(10, revoke="opponents"), 3, "won"),
    # The stock turned before discarding: 35 to each, and the deal is void.
    Row("the stock was exposed", VOID, -35, "void"),
    # Counted cards: Aces 3, the others 1, the last trick 3.
    Row("23 counted", counted(4, 11, "opponents"), 11, "won"),
    Row("the last trick is three", counted(3, 11, "soloist"), 11, "won"),
    Row("all the cards and the last trick", counted(4, 20, "soloist"), 70, "won"),
    Row("all the cards without it", counted(4, 20, "opponents"), 29, "won"),
    Row("nothing at all", counted(0, 0, "opponents"), -70, "lost"),
    Row("only the last trick", counted(0, 0, "soloist"), -29, "lost"),
    Row("counted, with a revoke", counted(3, 11, "soloist", revoke="soloist"), -7, "lost"),
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.why)
def test_a_deal_scores_as_section_2_of_the_rules_says(row: Row) -> None:
    for seats, payers in ((3, 2), (4, 3)):
        result = deal(row.facts, seats, **row.rules)
        others = [-row.value] * (seats - 1)
        assert result.score == (others[0], payers * row.value, *others[1:])
        assert (result.outcome, result.sweep) == (row.outcome, None)


def test_every_number_of_points_is_worth_the_difference_and_never_nothing() -> None:
    for points in range(1, 35):
        assert deal(stands(points)).score[1] == 2 * (2 * points - 35) != 0


def test_all_pass_is_void_and_moves_the_deal_on() -> None:
    scored = play({"bid": "pass"}, seats=4)
    assert (scored.totals, scored.next_dealer) == ((0,) * 4, 1)
    assert scored.rows[0].result.roles == ("out", "", "", "")


def test_the_dealer_of_four_shares_the_fortunes_of_the_adversaries_unless_the_house_says_no() -> (
    None
):
    assert deal(stands(35), 4).score == (-70, 210, -70, -70)
    assert deal(stands(23), 4, dealer_shares=False).score == (0, 22, -11, -11)
    assert deal(VOID, 4, dealer_shares=False).score == (0, -70, 35, 35)
    with pytest.raises(InvalidDeal, match="soloist: expected one of those who play"):
        deal(stands(23, soloist=0), 4)


SIX = (stands(24, 0), stands(15, 1), stands(35, 2), stands(18, 0), stands(21, 1), stands(11, 2))


def test_the_account_holds_the_single_players_columns_and_balances_to_the_payoffs() -> None:
    """The example of section 2: the first player is ahead in his column and still pays."""
    standing = play(*SIX).standing
    assert standing.extras == {"account": (14, 2, 57)}
    assert standing.payoffs == (-31, -67, 98)


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 35), st.booleans()), max_size=8),
    st.sampled_from([3, 4]),
)
def test_net_is_n_times_the_column_less_all_columns(deals: list[Any], seats: int) -> None:
    """Where everybody at the table shares: section 2."""
    facts = []
    for number, (step, points, exposed) in enumerate(deals):
        soloist = (number + 1 + step % (3 if seats == 4 else 2)) % seats
        facts.append(VOID | {"soloist": soloist} if exposed else stands(points, soloist))
    scored = play(*facts, seats=seats)
    columns = scored.standing.extras["account"]
    assert scored.standing.payoffs == tuple(seats * own - sum(columns) for own in columns)


def test_a_match_is_open_ended_or_of_a_number_of_deals() -> None:
    assert play(*SIX).standing.finished is False
    assert play(*SIX, deals=6).standing.winners == (2,)
    assert play({"bid": "pass"}, VOID, deals=2).standing.winners == (0, 2)


@pytest.mark.parametrize(
    ("facts", "key"),
    [
        (stands(36), "card_points"),
        (stands(-1), "card_points"),
        (stands(23, bid="solo"), "bid"),
        (stands(23, soloist=3), "soloist"),
        (stands(23, revoke="nobody"), "revoke"),
        (stands(23, revoke=True), "revoke"),
        (stands(23, revoke=None), "revoke"),
        (stands(23, last_trick="soloist"), "last_trick"),
        (stands(23, tricks="all"), "tricks"),
        (stands(23, partner=0), "partner"),
        (counted(4, 11, "soloist", card_points=26), "cards"),
        ({"bid": "stand", "soloist": 1, "cards": {"aces": 4, "others": 11}}, "last_trick"),
        (counted(5, 0, "soloist"), "cards"),
        (counted(0, 21, "soloist"), "cards"),
        ({"bid": "stand", "soloist": 1}, "card_points"),
        ({"soloist": 1, "card_points": 20}, "bid"),
        ({"bid": "stand", "card_points": 20}, "soloist"),
        ({"bid": "stand", "void": True}, "soloist"),
        (VOID | {"card_points": 20}, "card_points"),
        (VOID | {"revoke": "soloist"}, "revoke"),
        (VOID | {"last_trick": "soloist"}, "last_trick"),
        (VOID | {"cards": {"aces": 1, "others": 1}}, "cards"),
        (VOID | {"void": False}, "void"),
        (VOID | {"void": 1}, "void"),
        (stands(20, void=False), "void"),
        ({"bid": "pass", "void": True}, "void"),
        ({"bid": "pass", "soloist": 1}, "soloist"),
    ],
)
def test_what_cannot_be_is_refused_by_its_key(facts: dict[str, Any], key: str) -> None:
    with pytest.raises(InvalidDeal) as caught:
        deal(facts)
    assert key in {problem.field.partition(".")[0] for problem in caught.value.problems}


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ({"card_points": 23}, stands(23)),
        ({"card_points": 23, "revoke": "opponents"}, stands(23, revoke="opponents")),
        ({"void": True, "card_points": 23, "revoke": "soloist"}, VOID),
        (
            {"count": True, "aces": 4, "others": 11, "last_trick": "soloist"},
            counted(4, 11, "soloist"),
        ),
    ],
)
def test_what_is_seldom_need_not_be_answered(said: dict[str, Any], facts: dict[str, Any]) -> None:
    inputs = GAME.inputs(match(3).table(0))
    answers = kept(inputs, {"soloist": 1} | said)
    assert unanswered(inputs, answers) == []
    assert facts_from(inputs, answers) == facts
    assert answers_from(inputs, facts) == answers


def test_play_goes_to_the_left_and_the_eldest_leads_whoever_stands() -> None:
    assert GAME.to_the_left
    assert GAME.leader(match(4).table(0), {"soloist": 3}) == 1


def test_whether_the_dealer_shares_is_asked_of_four() -> None:
    asked = [{item.key for item in GAME.rule_inputs(seats)} for seats in (3, 4)]
    assert asked[1] - asked[0] == {"dealer_shares"}
