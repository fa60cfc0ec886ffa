"""A match from its facts: dealers, totals, adjustments, the end, and deals that cannot be."""

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.base import Game, Result, Sides, decide, pay, read_rules
from scorekeeper.scoring import ImpossibleDeals, Match, Scored, score

GAME = GAMES["calabresella"]
PASS = {"bid": "pass"}
BEN_WINS: dict[str, Any] = {"bid": "solo", "soloist": 1, "card_points": 7}
BEN_LOSES: dict[str, Any] = {"bid": "solo", "soloist": 1, "card_points": 5}


def match(*deals: dict[str, Any], seats: int = 3, first_dealer: int = 0, **rules: Any) -> Match:
    return Match(GAME, read_rules(GAME, rules, seats), seats, first_dealer, deals)


def play(*deals: dict[str, Any], seats: int = 3, first_dealer: int = 0, **rules: Any) -> Scored:
    return score(match(*deals, seats=seats, first_dealer=first_dealer, **rules))


def dealers(scored: Scored) -> list[int | None]:
    return [*(row.dealer for row in scored.rows), scored.next_dealer]


def refused(*deals: dict[str, Any], seats: int = 3, **rules: Any) -> dict[int, list[str]]:
    with pytest.raises(ImpossibleDeals) as caught:
        play(*deals, seats=seats, **rules)
    return {n: [p.field for p in problems] for n, problems in caught.value.deals.items()}


def test_a_match_without_deals_stands_at_zero() -> None:
    scored = play(first_dealer=2)
    assert (scored.rows, scored.totals, scored.next_dealer) == ((), (0, 0, 0), 2)
    assert not scored.standing.finished


def test_the_deal_passes_to_the_next_seat_also_when_everybody_passed() -> None:
    assert dealers(play(PASS, BEN_WINS, PASS, PASS, first_dealer=1)) == [1, 2, 0, 1, 2]


def test_when_somebody_else_dealt_the_rotation_continues_from_there() -> None:
    assert dealers(play(PASS, PASS | {"dealer": 0}, PASS)) == [0, 0, 1, 2]


def test_an_adjustment_has_no_dealer_and_moves_none() -> None:
    assert dealers(play(PASS, {"adjust": [1, -1, 0]}, PASS)) == [0, None, 1, 2]


def test_rows_are_numbered_adjustments_among_them() -> None:
    scored = play(PASS, {"adjust": [1, -1, 0]}, PASS)
    assert [row.number for row in scored.rows] == [1, 2, 3]


def test_totals_run_through_deals_and_adjustments() -> None:
    scored = play(BEN_WINS, PASS, {"adjust": [2, -1, -1]}, BEN_LOSES)
    assert [row.totals for row in scored.rows] == [
        (-2, 4, -2),
        (-2, 4, -2),
        (0, 3, -3),
        (2, -1, -1),
    ]


def test_a_note_may_stand_on_any_row_and_changes_nothing() -> None:
    deals = (BEN_WINS, PASS, {"adjust": [1, -1, 0]})
    noted = tuple(deal | {"note": "what a monte"} for deal in deals)
    plain, with_notes = play(*deals), play(*noted)
    assert [row.result for row in plain.rows] == [row.result for row in with_notes.rows]


def test_a_race_is_won_at_the_target_by_who_is_alone_in_front() -> None:
    assert play(*[BEN_WINS] * 5).standing.finished is False  # 20
    won = play(*[BEN_WINS] * 6).standing
    assert (won.finished, won.winners, won.payoffs) == (True, (1,), (-12, 24, -12))


def test_level_at_the_top_is_played_on_and_the_higher_total_wins() -> None:
    level = [BEN_LOSES] * 11
    assert play(*level).totals == (22, -44, 22)
    assert play(*level).standing.winners == ()
    decided = play(*level, BEN_WINS | {"soloist": 0})
    assert (decided.totals, decided.standing.winners) == ((26, -46, 20), (0,))


def test_the_last_row_alone_says_whether_a_match_is_finished() -> None:
    """Deals recorded after the end are scored, and can take a win back."""
    assert play(*[BEN_WINS] * 6, BEN_LOSES, target=24).standing.finished is False
    assert play(*[BEN_WINS] * 6, BEN_LOSES, PASS, target=20).standing.winners == (1,)


def test_a_fixed_number_of_deals_counts_passed_ones_and_no_adjustments() -> None:
    assert play(BEN_WINS, {"adjust": [1, -1, 0]}, deals=2).standing.finished is False
    assert play(BEN_WINS, PASS, deals=2).standing.winners == (1,)
    assert play(BEN_WINS, PASS, BEN_LOSES, BEN_LOSES, deals=2).standing.winners == (0, 2)


def test_level_at_the_end_of_a_fixed_number_is_shared() -> None:
    assert play(BEN_LOSES, deals=1).standing.winners == (0, 2)
    assert play(PASS, deals=1).standing.winners == (0, 1, 2)


def test_an_open_match_is_never_finished() -> None:
    scored = play(*[BEN_WINS] * 40, target=None)
    assert (scored.totals[1], scored.standing.finished, scored.standing.winners) == (160, False, ())


@pytest.mark.parametrize(
    "adjust",
    [
        [1, 1, -1],
        [10000, -10000, 0],
        [1, -1],
        [1, -1, 0, 0],
        [True, -1, 0],
        [1.0, -1.0, 0],
        ["1", "-1", "0"],
        [None, None, None],
        {"0": 1, "1": -1, "2": 0},
        "abc",
        None,
        5,
    ],
)
def test_an_adjustment_that_cannot_be_is_refused(adjust: object) -> None:
    assert refused(PASS, {"adjust": adjust}) == {2: ["adjust"]}


def test_an_adjustment_stands_alone() -> None:
    assert refused({"adjust": [1, -1, 0], "bid": "pass", "dealer": 0}) == {1: ["bid", "dealer"]}


@pytest.mark.parametrize("dealer", [3, -1, True, "Anna", None, 1.0, []])
def test_a_dealer_who_is_not_there_is_refused(dealer: object) -> None:
    assert refused(PASS | {"dealer": dealer}) == {1: ["dealer"]}


def test_every_deal_that_cannot_be_is_named() -> None:
    twelve = BEN_WINS | {"card_points": 12}
    assert refused(twelve, PASS, {"bid": "solo"}, BEN_WINS) == {
        1: ["card_points"],
        3: ["soloist", "card_points"],
    }


def test_a_deal_that_cannot_be_moves_the_dealer_so_that_later_ones_are_not_blamed() -> None:
    """Seat 1 deals and sits out deal 2; seat 2 deals deal 3, seat 1 plays."""
    twelve = BEN_WINS | {"card_points": 12}
    nobody = PASS | {"dealer": 9}
    for first in (twelve, nobody):
        assert refused(first, PASS, BEN_WINS, seats=4) == {1: refused(first, seats=4)[1]}
    assert refused({"adjust": 5}, BEN_WINS, seats=4) == {1: ["adjust"]}


def test_a_wrong_dealer_can_make_another_deal_impossible() -> None:
    assert refused(BEN_WINS | {"dealer": 1}, seats=4) == {1: ["soloist"]}
    assert refused(PASS | {"dealer": 0}, BEN_WINS, seats=4) == {2: ["soloist"]}


SIDES = ((0, 2), (1, 3))


class Pairs(Game):
    """A game of two pairs whose scores need not sum to zero."""

    zero_sum = False

    def sides(self, seats: int) -> Sides:
        return SIDES


@pytest.mark.parametrize(("adjust", "fits"), [([1, 0, 1, 0], True), ([1, 0, 0, 0], False)])
def test_partners_are_adjusted_by_the_same_number(adjust: list[int], fits: bool) -> None:
    pairs = Match(Pairs(), Rules(None, 1), 4, 0, ({"adjust": adjust},))
    if fits:
        assert score(pairs).totals == (1, 0, 1, 0)
    else:
        with pytest.raises(ImpossibleDeals, match="adjust: expected the same number"):
            score(pairs)


class Rules:
    """The rules of a game in pairs: a race, and a fixed number of deals if there is one."""

    endings = ("target", "deals")

    def __init__(self, target: int | None, deals: int | None) -> None:
        self.target = target
        self.deals = deals


def test_partners_win_together() -> None:
    won = Result("won", (3, 1, 3, 1))
    assert decide([won], (3, 1, 3, 1), Rules(3, None), SIDES) == (True, ((0, 2),))
    assert decide([won], (3, 3, 3, 3), Rules(3, None), SIDES) == (False, ())
    assert decide([won], (3, 3, 3, 3), Rules(None, 1), SIDES) == (True, SIDES)


def test_every_loser_pays_every_winner() -> None:
    assert pay(5, (0, 3), (1, 2, 4), 2) == (6, -4, -4, 6, -4)
    assert pay(4, (1,), (0, 2), -2) == (2, -4, 2, 0)
