"""Whose side everybody was on, and who won: in every game the same words for it."""

from __future__ import annotations

from hypothesis import given

from scorekeeper.games.deal import Result
from scorekeeper.meaning import Meant, meant
from scorekeeper.scoring import Match, score
from tests import strategies

PAIRS = ((0, 2), (1, 3))


def test_a_partner_wins_with_the_caller_and_who_sits_out_wins_nothing() -> None:
    roles = ("caller", "opponent", "partner", "opponent", "opponent", "out")
    result = Result("won", (2, -1, 1, -1, -1, 0), points=70, roles=roles)
    won, lost = Meant(1, "won", 70), Meant(2, "lost")
    assert meant(result, ()) == (won, lost, won, lost, lost, Meant())


def test_sides_win_by_their_number_with_their_own_card_points() -> None:
    result = Result("lost", (3, 8, 3, 8), shares=(3, 8), winner=2)
    assert meant(result, PAIRS) == (Meant(1, "lost", 3), Meant(2, "won", 8)) * 2
    three = Result("won", (0, 1, 0), shares=(30, 60, 30), winner=2)
    sides = ((0,), (1,), (2,))
    assert [one.result for one in meant(three, sides)] == ["lost", "won", "lost"]


def test_a_draw_is_a_draw_for_all_and_a_passed_deal_is_nothing() -> None:
    drawn = Result("drawn", (0, 0, 0, 0), shares=(60, 60))
    assert meant(drawn, PAIRS) == (Meant(1, "drawn", 60), Meant(2, "drawn", 60)) * 2
    assert meant(Result("passed", (0, 0, 0)), ()) == (Meant(),) * 3
    assert meant(Result("adjusted", (1, -1)), ((0,), (1,))) == (Meant(),) * 2


@given(strategies.matches())
def test_in_every_game_somebody_wins_where_somebody_loses(match: Match) -> None:
    for row in score(match).rows:
        results = [one.result for one in meant(row.result, match.sides)]
        assert ("won" in results) == ("lost" in results)
        assert any(results) == (row.result.outcome in ("won", "lost", "drawn"))
