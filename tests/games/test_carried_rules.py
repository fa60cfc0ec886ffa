"""House rules that go on in the next match, with as many seats or another number."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import GAMES
from scorekeeper.games.base import carried_rules, full_rules, read_rules
from tests import strategies


@given(data=st.data())
def test_rules_go_on_as_they_were_and_fit_the_seats(data: st.DataObject) -> None:
    """All that do not hang on the number of seats stay; those that do get their default again."""
    game = GAMES[data.draw(st.sampled_from(sorted(GAMES)))]
    seats, now = (data.draw(st.sampled_from(game.seats)) for _ in range(2))
    rules = read_rules(game, data.draw(strategies.given_rules(game, seats)), seats)
    carried = full_rules(carried_rules(game, rules, seats, now))
    usual = [full_rules(read_rules(game, {}, number)) for number in game.seats]
    for key, value in full_rules(rules).items():
        hangs = any(some[key] != usual[0][key] for some in usual)
        if seats != now and hangs:
            value = usual[game.seats.index(now)][key]
        assert carried[key] == value


def test_three_play_of_four_whatever_was_agreed_for_five() -> None:
    game = GAMES["calabresella"]
    rules = read_rules(game, {"target": 31, "stakes": "linear", "active": 4}, 5)
    four = carried_rules(game, rules, 5, 4)
    assert (four.active, four.target, four.stakes["solissimo"]) == (3, 31, 3)
    assert carried_rules(game, rules, 5, 5) == rules
