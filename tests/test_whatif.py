"""A match under other rules: the same facts, scored anew; deals that cannot be are named."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.base import read_rules
from scorekeeper.scoring import ImpossibleDeals, Match, score
from scorekeeper.whatif import Other, what_if

GAME = GAMES["calabresella"]
# By the usual rules +4 −2 −2, then −1 +2 −1, then +36 −18 −18 by stramazzo: Anna has 39.
DEALS: tuple[dict[str, Any], ...] = (
    {"bid": "solo", "soloist": 0, "card_points": 7},
    {"bid": "chiamo", "soloist": 1, "card_points": 6},
    {"adjust": [0, 0, 0]},
    {"bid": "solissimo", "soloist": 0, "card_points": 11, "tricks": "some"},
    {"bid": "solo", "soloist": 0, "card_points": 5},
)


def asked(**other: Any) -> Other:
    match = Match(GAME, read_rules(GAME, {}, 3), 3, 0, DEALS)
    return what_if(match, score(match), read_rules(GAME, other, 3))


def test_a_deal_that_scores_otherwise_is_told_with_both_scores() -> None:
    found = asked(stramazzo=1)
    [shift] = found.moved
    assert shift.deal == 4
    assert shift.before is not None
    assert shift.after is not None
    assert (shift.before.result.score, shift.after.result.score) == ((24, -12, -12), (8, -4, -4))
    assert (found.changes.before.totals, found.changes.after.totals) == (
        (23, -10, -13),
        (7, -2, -5),
    )


def test_a_deal_that_scores_the_same_is_not_told_though_others_sat_out() -> None:
    deals = ({"bid": "pass"}, {"bid": "solo", "soloist": 3, "card_points": 6})
    match = Match(GAME, read_rules(GAME, {}, 4), 4, 0, deals)
    found = what_if(match, score(match), read_rules(GAME, {"active": 4}, 4))
    assert [shift.deal for shift in found.moved] == [2]


def test_who_would_have_won_and_when() -> None:
    assert asked().winners == (0,)
    early = asked(target=2)
    assert early.decided is not None
    assert (early.decided.number, early.winners, early.earlier) == (1, (0,), True)
    late = asked(deals=4)
    assert late.decided is not None
    # An adjustment is no deal: the fourth deal is the fifth row.
    assert (late.decided.number, late.winners, late.earlier) == (5, (0,), False)
    assert (asked(target=50).decided, asked(target=50).earlier) == (None, False)


def test_the_match_itself_stays_as_it_is() -> None:
    match = Match(GAME, read_rules(GAME, {}, 3), 3, 0, DEALS)
    before = score(match)
    what_if(match, before, read_rules(GAME, {"stakes": "linear"}, 3))
    assert score(match) == before
    assert match.deals == DEALS


def test_deals_that_cannot_be_are_all_named() -> None:
    with pytest.raises(ImpossibleDeals) as impossible:
        asked(stakes={"chiamo": 1, "solissimo": 3})
    assert list(impossible.value.deals) == [1, 5]
    # Four play, and the dealer was the soloist: with one who sits out that cannot be.
    all_four = Match(GAME, read_rules(GAME, {"active": 4}, 4), 4, 0, (DEALS[0], DEALS[1]))
    with pytest.raises(ImpossibleDeals) as impossible:
        what_if(all_four, score(all_four), read_rules(GAME, {}, 4))
    assert list(impossible.value.deals) == [1, 2]
