"""What a correction changes, row by row; and a deal that keeps its dealer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.correction import Consequences, compare, pinned, without_usual_dealer
from scorekeeper.games import GAMES
from scorekeeper.games.base import read_rules
from scorekeeper.scoring import Match, dealers, score
from tests import strategies

SOLO = {"bid": "solo", "soloist": 1, "card_points": 7}
PASS = {"bid": "pass"}
SAME = (0, 1, 2)


def match(*deals: dict[str, Any], seats: int = 3, **rules: Any) -> Match:
    game = GAMES["calabresella"]
    return Match(game, read_rules(game, rules, seats), seats, 0, deals)


def changed(
    before: Match, after: Match, old: Sequence[int], new: Sequence[int], order: Sequence[int] = SAME
) -> Consequences:
    return compare(score(before), score(after), old, new, order)


def test_nothing_corrected_changes_nothing() -> None:
    played = match(SOLO, PASS, {"adjust": [1, -1, 0]})
    found = changed(played, played, [1, 2, 3], [1, 2, 3])
    assert found.shifts == ()
    assert not found.decision_moved


@pytest.mark.parametrize(
    ("facts", "scores", "plays"),
    [
        ({"card_points": 5}, True, True),
        ({"card_points": 8}, False, True),
        ({"soloist": 0}, True, True),
        ({"note": "what a monte"}, False, False),
    ],
)
def test_a_row_is_told_for_what_is_played_or_scored(
    facts: dict[str, Any], scores: bool, plays: bool
) -> None:
    found = changed(match(SOLO, PASS), match(SOLO | facts, PASS), [4, 7], [4, 7])
    assert [shift.deal for shift in found.shifts] == [4] * (scores or plays)
    for shift in found.shifts:
        assert (shift.score_moved, shift.play_moved) == (scores, plays)
        assert not shift.dealer_moved


def test_counted_cards_that_come_to_the_same_points_are_told() -> None:
    cards = {"bid": "solo", "soloist": 1, "last_trick": "soloist"}
    fewer, more = ({**cards, "cards": {"aces": 3, "others": n}} for n in (9, 10))
    found = changed(match(fewer), match(more), [1], [1])
    assert [row.result.points for row in (score(match(fewer)).rows[0],)] == [7]
    assert [shift.play_moved for shift in found.shifts] == [True]


def test_later_deals_are_told_when_others_deal_them() -> None:
    found = changed(
        match(SOLO, PASS, {"adjust": [1, -1, 0]}, PASS),
        match(SOLO | {"dealer": 2}, PASS, {"adjust": [1, -1, 0]}, PASS),
        [1, 2, 3, 4],
        [1, 2, 3, 4],
    )
    assert [(shift.deal, shift.dealer_moved, shift.score_moved) for shift in found.shifts] == [
        (1, True, False),
        (2, True, False),
        (4, True, False),
    ]


def test_a_deal_that_goes_and_one_that_comes_are_told() -> None:
    gone = changed(match(SOLO, PASS), match(PASS), [1, 2], [2])
    assert [(s.deal, bool(s.before), bool(s.after)) for s in gone.shifts] == [
        (2, True, True),
        (1, True, False),
    ]
    come = changed(match(PASS), match(SOLO, PASS), [2], [0, 2])
    assert [(s.deal, bool(s.before), bool(s.after)) for s in come.shifts] == [
        (0, False, True),
        (2, True, True),
    ]


def test_who_only_moved_to_another_seat_is_not_told() -> None:
    """Ben and Carla change seats: the facts follow them, and Anna deals first as before."""
    before = match(SOLO)
    after = match(SOLO | {"soloist": 2})
    assert changed(before, after, [1], [1], (0, 2, 1)).shifts == ()
    assert changed(before, after, [1], [1], SAME).shifts != ()


def test_a_seat_in_which_another_sits_now_is_another_dealer() -> None:
    before, after = match(PASS, PASS, PASS), match(PASS, PASS | {"dealer": 2}, PASS | {"dealer": 1})
    swapped = (0, 2, 1)
    assert changed(before, after, [1, 2, 3], [1, 2, 3], swapped).shifts == ()
    found = changed(before, before, [1, 2, 3], [1, 2, 3], swapped)
    assert [(shift.deal, shift.dealer_moved) for shift in found.shifts] == [(2, True), (3, True)]


@pytest.mark.parametrize(
    ("before", "after", "moved"),
    [
        ({"target": 4}, {"target": 4}, False),
        ({"target": 4}, {"target": 9}, True),
        ({"target": 9}, {"target": 4}, True),
        ({"target": 9}, {"target": 8}, False),
    ],
)
def test_a_decision_moves_when_a_match_is_won_or_no_longer(
    before: dict[str, Any], after: dict[str, Any], moved: bool
) -> None:
    found = changed(match(SOLO, **before), match(SOLO, **after), [1], [1])
    assert found.decision_moved is moved


def test_a_decision_moves_when_somebody_else_wins() -> None:
    before, after = match(SOLO, target=4), match(SOLO | {"soloist": 0}, target=4)
    assert changed(before, after, [1], [1]).decision_moved
    # The same person at another seat is nobody else.
    assert not changed(before, after, [1], [1], (1, 0, 2)).decision_moved


def test_a_later_deal_is_pinned_only_where_another_would_deal() -> None:
    played = match(SOLO | {"dealer": 2}, {"adjust": [1, -1, 0]}, PASS, PASS)
    assert pinned(played, 0, 1) == {2: PASS | {"dealer": 1}}
    assert pinned(played, 0, 0) == {}
    assert pinned(played, 0, None) == {}
    assert pinned(played, 3, 1) == {}


def test_a_dealer_whose_turn_it_was_anyway_is_left_out() -> None:
    played = match(PASS, SOLO | {"dealer": 1}, SOLO | {"dealer": 1}, {"adjust": [0, 1, -1]})
    assert without_usual_dealer(played, 1).deals[1] == SOLO
    assert without_usual_dealer(played, 2) == played
    assert without_usual_dealer(played, 3) == played


@given(data=st.data())
def test_the_pinned_deal_and_all_after_it_keep_their_dealers(data: st.DataObject) -> None:
    played = data.draw(strategies.matches())
    if not played.deals:
        return
    index = data.draw(st.integers(0, len(played.deals) - 1))
    was = dealers(played)
    later = [i for i in range(index + 1, len(played.deals)) if was[i] is not None]
    other = {"bid": "pass", "dealer": data.draw(st.integers(0, played.seats - 1))}
    deals = [*played.deals]
    deals[index] = other
    draft = replace(played, deals=tuple(deals))
    for i, facts in pinned(draft, index, was[later[0]] if later else None).items():
        deals[i] = facts
    assert dealers(replace(played, deals=tuple(deals)))[index + 1 :] == was[index + 1 :]


@given(played=strategies.matches(), data=st.data())
def test_leaving_out_usual_dealers_changes_no_dealer(played: Match, data: st.DataObject) -> None:
    bare = played
    for index in range(len(played.deals)):
        bare = without_usual_dealer(bare, index)
    assert dealers(bare) == dealers(played)
    assert score(bare).totals == score(played).totals


def of(slug: str, seats: int, *deals: dict[str, Any], **rules: Any) -> Match:
    game = GAMES[slug]
    return Match(game, read_rules(game, rules, seats), seats, 0, deals)


@pytest.mark.parametrize(
    ("before", "after", "order", "plays"),
    [
        # Everybody one seat on: the pairs have changed places, and nobody played anything else.
        ([70, 50], [50, 70], (1, 2, 3, 0), False),
        ([70, None], [70, 50], (0, 1, 2, 3), False),
        ([70, 50], [70, 50], (1, 2, 3, 0), True),
        ([70, 50], [71, 49], (0, 1, 2, 3), True),
    ],
)
def test_a_row_of_sides_is_told_by_who_is_in_them(
    before: list[int | None], after: list[int | None], order: tuple[int, ...], plays: bool
) -> None:
    old, new = (of("briscola", 4, {"card_points": numbers}) for numbers in (before, after))
    found = changed(old, new, [1], [1], order)
    assert any(shift.play_moved for shift in found.shifts) == plays


def test_points_that_change_nothing_for_the_first_side_are_told() -> None:
    old, new = (of("briscola", 3, {"card_points": n}) for n in ([60, 40, 20], [60, 35, 25]))
    assert [shift.play_moved for shift in changed(old, new, [1], [1]).shifts] == [True]


def test_counters_that_somebody_else_bought_are_told() -> None:
    old, new = (
        of("calabrasella", 3, {"adjust": [0, 0, 0], "bought": bought}, counters=50)
        for bought in ([50, 0, 0], [0, 50, 0])
    )
    assert [shift.play_moved for shift in changed(old, new, [1], [1]).shifts] == [True]
    assert changed(old, new, [1], [1], (1, 0, 2)).shifts == ()
