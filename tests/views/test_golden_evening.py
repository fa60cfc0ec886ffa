"""A sample evening that was counted by hand, as its pages show it: 15 October, two matches."""

from __future__ import annotations

import datetime

import pytest

from scorekeeper import paper, seeds
from scorekeeper.store import players
from scorekeeper.store.moving import evenings
from scorekeeper.store.operations import Actor, new_op_id
from tests.phone import Phone
from tests.record import Inside
from tests.views.test_statistics import rows_of

DAY = datetime.date(2026, 10, 15)


@pytest.fixture
def anna(inside: Inside, actor: Actor) -> str:
    """Record the evening, and return the address of Anna's figures."""
    [seed] = [evening for evening in seeds.evenings() if evening.date == DAY]
    evening = paper.Evening(seed.date, seed.place, seed.sheets)
    inside(evenings.record, actor, new_op_id(), [evening], {})
    ids = {person.name: person.id for person in inside(players.everybody, actor.club)}
    return f"/clubs/{actor.club}/statistics/players/{ids['Anna']}"


def test_the_bids_of_anna(owner: Phone, anna: str) -> None:
    """Five solos: 11 with all tricks (+8), 6, 8 and 6 (+4 each), 5 lost (-4). Four chiamos."""
    assert rows_of(owner, anna, "By bid")[1:] == [
        ["solo", "80 % of 5", "44 % of 5", "5", "56 % of 9", "4", "0", "1", "7.2", "+3.2"],
        ["chiamo", "75 % of 4", "50 % of 4", "4", "44 % of 9", "3", "0", "1", "6.3", "+1.0"],
    ]


def test_the_runs_and_roles_of_anna(owner: Phone, anna: str) -> None:
    """Won, won, lost, won, lost; then all four of the second match. One of the 20 was passed."""
    runs = rows_of(owner, anna, "Runs")[1:]
    assert [row[:2] for row in runs] == [
        ["Longest run won", "4"],
        ["Longest run lost", "1"],
        ["Won in a row by now", "4"],
    ]
    [soloist, opponent] = rows_of(owner, anna, "By role")[1:]
    assert soloist[:7] == ["Soloist", "78 % of 9", "9", "47 % of 19", "7", "0", "2"]
    assert opponent[:7] == ["Opponent", "20 % of 10", "10", "53 % of 19", "2", "0", "8"]
    assert rows_of(owner, anna, "Cappotti and stramazzi")[1:] == [["cappotto", "Anna", "1", "0"]]


def test_the_evening_ends_as_its_sums_do(owner: Phone, anna: str) -> None:
    """-3, 0, +3 in the first match, 11, -4, -7 in the second."""
    path = f"{anna.partition('/statistics')[0]}/sittings/1/statistics"
    assert rows_of(owner, path, "Running totals")[12] == ["11", "−1", "−4", "5"]
    assert rows_of(owner, path, "Running totals")[-1] == ["20", "8", "−4", "−4"]
    # After 16 deals Anna and Carla have 3 each; by the solo after it Anna has 7.
    assert "Turning point: deal 17. In the lead since then: Anna." in owner.read(path).main
