"""Facts follow the people when seats are corrected, those of a side, too."""

from __future__ import annotations

import pytest

from scorekeeper.entry import Refused
from scorekeeper.games import GAMES
from scorekeeper.games.base import read_rules
from scorekeeper.games.inputs import Facts
from scorekeeper.reseating import moved
from scorekeeper.scoring import Match
from tests.toys import Pairs

PAIRS = Match(Pairs(), read_rules(Pairs(), {}, 4), 4, 0)
DEAL: Facts = {"points": [70, None], "last": 2, "said": [3, 0], "dealer": 1, "note": "x"}


@pytest.mark.parametrize(
    ("order", "points", "last", "said", "dealer"),
    [
        ((0, 1, 2, 3), [70, None], 2, [3, 0], 1),
        ((2, 1, 0, 3), [70, None], 2, [3, 0], 1),
        ((1, 0, 3, 2), [None, 70], 1, [0, 3], 0),
        ((1, 2, 3, 0), [None, 70], 1, [0, 3], 2),
    ],
)
def test_what_a_side_has_follows_its_people(
    order: tuple[int, ...], points: list[int | None], last: int, said: list[int], dealer: int
) -> None:
    after = {"points": points, "last": last, "said": said, "dealer": dealer, "note": "x"}
    assert moved(PAIRS, DEAL, order) == after
    back = [order.index(seat) for seat in range(4)]
    assert moved(PAIRS, after, back) == DEAL


def test_partners_stay_together_once_they_have_points() -> None:
    with pytest.raises(Refused, match="the same partners"):
        moved(PAIRS, DEAL, (1, 0, 2, 3))
    assert moved(PAIRS, {"adjust": [1, 0, 1, 0]}, (1, 0, 2, 3)) == {"adjust": [0, 1, 1, 0]}


def test_who_did_what_follows_its_person() -> None:
    game = GAMES["calabresella"]
    match = Match(game, read_rules(game, {}, 4), 4, 0)
    deal = {"bid": "chiamo", "soloist": 1, "partner": 3, "card_points": 7, "dealer": 0}
    assert moved(match, deal, (3, 0, 1, 2)) == deal | {"soloist": 0, "partner": 2, "dealer": 3}
