"""Evenings and their matches: started, listed, closed, reopened; sums over them."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from scorekeeper.entry import Refused
from scorekeeper.models import Match, Sitting
from scorekeeper.store import matches, sittings, starting
from scorekeeper.store.errors import Conflict, NotFound
from scorekeeper.store.operations import new_op_id
from tests.record import Inside, count, everything
from tests.seating import Seating, Table

DAY = datetime.date(2026, 10, 15)


def start(inside: Inside, seat: Seating, seats: list[int], **given: Any) -> tuple[int, int]:
    rules = given.pop("rules", {})
    usual: dict[str, Any] = {"first_dealer": 0, "date": DAY, "place": ""}
    call: tuple[Any, ...] = (sittings.start, seat.actor, new_op_id(), "calabresella", seats, rules)
    found: tuple[int, int] = inside(*call, **usual | given)
    return found


def test_an_evening_keeps_every_rule_it_was_started_with(inside: Inside, seat: Seating) -> None:
    table = seat("Anna", "Ben", "Carla", stakes="linear", target=31)
    kept = inside(matches.load, table.club, table.match)
    assert (kept.match.rules.target, kept.match.rules.stakes["solissimo"]) == (31, 3)
    assert (kept.number, kept.place, kept.names) == (1, "Bruno's", ("Anna", "Ben", "Carla"))


def test_a_dealer_at_random_is_somebody_at_the_table_and_stays_it(
    inside: Inside, seat: Seating
) -> None:
    seats = list(seat.people.values())
    op_id = new_op_id()
    call: tuple[Any, ...] = (sittings.start, seat.actor, op_id, "calabresella", seats, {})
    first = inside(*call, first_dealer=None, date=DAY)
    dealer = inside(matches.load, seat.actor.club, first[1]).scored.next_dealer
    assert dealer in range(4)
    assert inside(*call, first_dealer=None, date=DAY) == first
    assert inside(count, Match) == 1


def test_wrong_seats_are_refused_and_nothing_is_started(
    inside: Inside, seat: Seating, elsewhere: Seating
) -> None:
    anna, ben, carla, dino = seat.people.values()
    before = inside(everything)
    for seats in (
        [],
        [anna, ben],
        [anna, ben, ben],
        [anna, ben, carla, dino] * 2,
        [anna, ben, 10**6],
        [anna, ben, elsewhere.people["Carla"]],
    ):
        with pytest.raises(Refused):
            start(inside, seat, seats)
    with pytest.raises(Refused):
        start(inside, seat, [anna, ben, carla], rules={"target": 21, "deals": 9})
    with pytest.raises(Refused):
        start(inside, seat, [anna, ben, carla], place="x" * 41)
    assert inside(everything) == before


@pytest.mark.parametrize("dealer", [-1, 3])
def test_a_dealer_who_has_no_seat_is_refused_and_nothing_is_started(
    inside: Inside, seat: Seating, dealer: int
) -> None:
    table = seat("Anna", "Ben", "Carla")
    seats = list(seat.people.values())[:3]
    before = inside(everything)
    with pytest.raises(Refused, match="from 0 to 2"):
        start(inside, seat, seats, first_dealer=dealer)
    another: tuple[Any, ...] = (
        seat.actor,
        new_op_id(),
        table.sitting,
        "calabresella",
        seats,
        {},
        dealer,
    )
    with pytest.raises(Refused, match="from 0 to 2"):
        inside(starting.start_other, *another)
    assert inside(everything) == before


def test_the_next_match_has_the_same_seats_and_rules_and_the_deal_moves_on(
    inside: Inside, seat: Seating
) -> None:
    table = seat("Anna", "Ben", "Carla", target=9)
    seat.deal(table)
    new = inside(starting.start_next, seat.actor, new_op_id(), table.match)
    before, after = (inside(matches.load, table.club, m) for m in (table.match, new))
    assert after.players == before.players
    assert after.match.rules == before.match.rules
    assert (after.number, after.sitting) == (2, table.sitting)
    assert after.scored.next_dealer == before.scored.next_dealer == 1


def test_the_next_match_is_started_once_from_two_phones(
    inside: Inside, seat: Seating, table: Table
) -> None:
    new = inside(starting.start_next, seat.actor, new_op_id(), table.match)
    with pytest.raises(Conflict) as asked:
        inside(starting.start_next, seat.actor, new_op_id(), table.match)
    assert (asked.value.kind, asked.value.found) == ("next", new)
    assert inside(count, Match) == 2


def test_a_closed_evening_takes_no_next_match_until_it_is_reopened(
    inside: Inside, seat: Seating, table: Table
) -> None:
    inside(sittings.close, seat.actor, new_op_id(), table.sitting)
    assert inside(sittings.one, table.club, table.sitting).closed
    with pytest.raises(Conflict):
        inside(starting.start_next, seat.actor, new_op_id(), table.match)
    inside(sittings.reopen, seat.actor, new_op_id(), table.sitting)
    assert not inside(sittings.one, table.club, table.sitting).closed
    inside(starting.start_next, seat.actor, new_op_id(), table.match)


def test_an_evening_sums_its_matches(inside: Inside, seat: Seating) -> None:
    table = seat("Anna", "Ben", "Carla", target=4)
    seat.deal(table)
    second = inside(starting.start_next, seat.actor, new_op_id(), table.match)
    seat.deal(table._replace(match=second), bid="chiamo", soloist=2, card_points=5)
    evening = inside(sittings.one, table.club, table.sitting)
    assert [match.winners for match in evening.matches] == [["Ben"], []]
    assert evening.sums("calabresella") == [("Ben", 5), ("Anna", -1), ("Carla", -4)]


def test_evenings_are_listed_newest_first_a_page_at_a_time(inside: Inside, seat: Seating) -> None:
    seats = list(seat.people.values())[:3]
    days = [DAY + datetime.timedelta(days=7 * n) for n in range(sittings.PAGE + 2)]
    for day in days:
        start(inside, seat, seats, date=day)
    first, pages = inside(sittings.listed, seat.actor.club)
    second, _ = inside(sittings.listed, seat.actor.club, 2)
    assert pages == 2
    assert [evening.date for evening in first + second] == days[::-1]
    assert inside(sittings.listed, seat.actor.club, 3)[0] == []


def test_an_evening_of_another_club_is_not_there(
    inside: Inside, seat: Seating, elsewhere: Seating
) -> None:
    there = elsewhere("Anna", "Ben", "Carla")
    before = inside(everything)
    for call in (sittings.one, matches.load):
        with pytest.raises(NotFound):
            inside(call, seat.actor.club, there.sitting if call is sittings.one else there.match)
    for change in (sittings.close, sittings.reopen):
        with pytest.raises(NotFound):
            inside(change, seat.actor, new_op_id(), there.sitting)
    with pytest.raises(NotFound):
        inside(starting.start_next, seat.actor, new_op_id(), there.match)
    seats = list(seat.people.values())[:3]
    other = (starting.start_other, seat.actor, new_op_id(), there.sitting)
    with pytest.raises(NotFound):
        inside(*other, "calabresella", seats, {}, 0)
    assert inside(everything) == before
    assert inside(sittings.listed, seat.actor.club)[0] == []
    assert inside(count, Sitting) == 1


def test_another_match_of_an_evening_takes_its_own_people_and_rules(
    inside: Inside, seat: Seating, table: Table
) -> None:
    anna, ben, carla, dino = seat.people.values()
    other = (starting.start_other, seat.actor, new_op_id(), table.sitting, "calabresella")
    new = inside(*other, [dino, carla, ben, anna], {"target": 31}, 2)
    kept = inside(matches.load, table.club, new)
    assert (kept.number, kept.names) == (2, ("Dino", "Carla", "Ben", "Anna"))
    before = inside(everything)
    other = (starting.start_other, seat.actor, new_op_id(), table.sitting, "calabresella")
    with pytest.raises(Refused):
        inside(*other, [anna, anna, ben], {}, 0)
    assert inside(everything) == before
    inside(sittings.close, seat.actor, new_op_id(), table.sitting)
    with pytest.raises(Conflict):
        inside(*other, [anna, ben, carla], {}, 0)
