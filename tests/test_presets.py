"""House rules that are kept, as their events tell them."""

from __future__ import annotations

from types import SimpleNamespace

from scorekeeper.games import GAMES
from scorekeeper.games.base import full_rules, read_rules
from scorekeeper.presets import KEEP, problems


def test_rules_for_seats_that_the_game_does_not_have_are_told() -> None:
    rules = full_rules(read_rules(GAMES["tressette"], {}, 4))
    after = {"preset": 1, "name": "Long", "game": "tressette", "seats": 5, "rules": rules}
    event = SimpleNamespace(kind=KEEP, before=None, after=after)
    assert list(problems({}, event)) == [("after.seats", "one of 4", 5)]
    event.after = after | {"seats": 4}
    assert list(problems({}, event)) == []
