"""A match set up otherwise: seats, rules, first dealer, a player taken for another; scored anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.entry import Refused
from scorekeeper.games.base import full_rules
from scorekeeper.scoring import ImpossibleDeals
from scorekeeper.store import (
    corrections,
    deals,
    match_corrections,
    matches,
    players,
    sittings,
    spellings,
)
from scorekeeper.store.errors import Conflict, NotFound, OpReused
from scorekeeper.store.match_corrections import SetUp
from scorekeeper.store.operations import Actor, new_op_id
from tests.correcting import Correcting
from tests.record import Inside, events, everything, facts, projection, scored_afresh
from tests.seating import Seating, Table

ANNA, BEN, CARLA, DINO = range(4)
PLAYED: tuple[dict[str, Any], ...] = (
    {"bid": "chiamo", "soloist": ANNA, "partner": DINO, "card_points": 7},
    {"bid": "solo", "soloist": BEN, "card_points": 4, "dealer": CARLA},
    {"bid": "pass"},
    {"adjust": [-3, 1, 1, 1], "note": "revoke"},
)
Ids = dict[str, int]


@pytest.fixture
def table(seat: Seating) -> Table:
    """Return a match of four, all of whom play, with its deals; the last was undone."""
    table = seat("Anna", "Ben", "Carla", "Dino", active=4)
    for said in PLAYED:
        seat.deal(table, **said)
    last = seat.deal(table, bid="chiamo", soloist=CARLA, partner=ANNA, card_points=6)
    seat.inside(deals.undo, seat.actor, new_op_id(), table.match, last)
    return table


@pytest.fixture
def correct(inside: Inside, actor: Actor, table: Table) -> Correcting:
    return Correcting(inside, actor, table.match)


@pytest.fixture
def send(inside: Inside, actor: Actor, table: Table) -> Callable[..., Any]:
    """Return what corrects the set-up as a page does, with all that a page says."""

    def run(setup: SetUp, op_id: str = "", match: int = 0, **ask: Any) -> Any:
        what = (actor, op_id or new_op_id(), match or table.match, setup)
        return inside(match_corrections.correct, *what, **{"version": 1, "reason": ""} | ask)

    return run


def seats(people: Ids, *names: str) -> list[int]:
    return [people[name] for name in names]


def by_player(correct: Correcting) -> dict[int, int]:
    kept = correct.kept
    return dict(zip(kept.players, kept.scored.totals, strict=True))


def refused(inside: Inside, call: Callable[[], Any], error: Any = Refused) -> Any:
    """Return what a correction raises, which changes nothing at all."""
    before = inside(everything)
    with pytest.raises(error) as caught:
        call()
    assert inside(everything) == before
    return caught.value


def consistent(inside: Inside, table: Table) -> bool:
    return bool(inside(projection, table.match) == inside(scored_afresh, table.club, table.match))


def test_facts_follow_the_people_when_seats_are_reordered(
    inside: Inside, table: Table, people: Ids, correct: Correcting
) -> None:
    before = by_player(correct)
    order = seats(people, "Carla", "Anna", "Dino", "Ben")
    # Anna dealt first, and does so at her new seat.
    correct.set_up(order, 1, active=4)
    assert correct.kept.players == tuple(order)
    assert by_player(correct) == before
    assert inside(facts, table.match) == [
        {"bid": "chiamo", "soloist": 1, "partner": 2, "card_points": 7},
        {"bid": "solo", "soloist": 3, "card_points": 4, "dealer": 0},
        {"bid": "pass"},
        {"adjust": [1, -3, 1, 1], "note": "revoke"},
    ]
    assert consistent(inside, table)


def test_hidden_deals_follow_the_people_too(
    inside: Inside, table: Table, people: Ids, correct: Correcting
) -> None:
    correct.set_up(seats(people, "Carla", "Anna", "Dino", "Ben"), 1, active=4)
    [hidden] = correct.hidden
    assert hidden.facts == {"bid": "chiamo", "soloist": 0, "partner": 1, "card_points": 6}
    correct.restore(hidden.id)
    assert correct.kept.scored.rows[-1].result.roles == ("soloist", "partner", *["opponent"] * 2)
    assert consistent(inside, table)


def test_hidden_deals_follow_the_people_when_the_rules_no_longer_ask_for_a_partner(
    inside: Inside, table: Table, people: Ids, correct: Correcting
) -> None:
    """With three active nobody is called; the hidden deals keep whom they named all the same."""
    correct.delete(correct.kept.deals[0].id)
    usual = correct.kept.players
    correct.set_up(seats(people, "Ben", "Anna", "Carla", "Dino"), 2, active=3)
    correct.set_up(list(usual), 0, active=3)
    first, last = correct.hidden
    assert first.facts == PLAYED[0]
    assert last.facts == {"bid": "chiamo", "soloist": CARLA, "partner": ANNA, "card_points": 6}
    correct.set_up(first_dealer=0, active=4)
    correct.restore(first.id)
    assert inside(facts, table.match) == list(PLAYED)


def test_a_player_is_replaced_by_the_one_who_really_sat_there(
    inside: Inside, actor: Actor, table: Table, people: Ids, correct: Correcting
) -> None:
    elsa = inside(players.add, actor, new_op_id(), "Elsa")
    before, rows = by_player(correct), inside(facts, table.match)
    correct.set_up([elsa if who == people["Ben"] else who for who in before], active=4)
    assert by_player(correct) == {elsa if w == people["Ben"] else w: n for w, n in before.items()}
    assert inside(facts, table.match) == rows
    assert consistent(inside, table)
    evening = inside(sittings.one, table.club, table.sitting)
    assert {name for name, _ in evening.sums("calabresella")} == {"Anna", "Elsa", "Carla", "Dino"}


def test_somebody_is_replaced_and_seats_are_reordered_at_once(
    inside: Inside, actor: Actor, table: Table, people: Ids, correct: Correcting
) -> None:
    elsa = inside(players.add, actor, new_op_id(), "Elsa")
    before = by_player(correct)
    correct.set_up([elsa, *seats(people, "Dino", "Carla", "Anna")], 3, active=4)
    after = by_player(correct)
    assert after.pop(elsa) == before.pop(people["Ben"])
    assert after == before


def test_a_retired_player_may_stand_in(
    inside: Inside, actor: Actor, people: Ids, correct: Correcting
) -> None:
    elsa = inside(players.add, actor, new_op_id(), "Elsa")
    inside(players.retire, actor, new_op_id(), elsa)
    correct.set_up([elsa, *seats(people, "Ben", "Carla", "Dino")], active=4)
    assert correct.kept.names[0] == "Elsa"


def test_rules_score_the_match_anew(inside: Inside, table: Table, correct: Correcting) -> None:
    assert correct.kept.scored.totals == (1, -7, 1, 5)
    correct.set_up(active=4, stakes="linear", target=None)
    assert not correct.kept.scored.standing.finished
    correct.set_up(active=4, stakes={"chiamo": 5, "solo": 10})
    assert correct.kept.scored.totals == (17, -39, 1, 21)
    correct.set_up(active=4, target=3)
    assert correct.kept.scored.standing.winners == (DINO,)
    correct.set_up(active=4, deals=4)
    assert not correct.kept.scored.standing.finished, "an adjustment is no deal"
    correct.set_up(active=4, deals=3)
    assert correct.kept.scored.standing.winners == (DINO,)
    assert consistent(inside, table)


def test_another_first_dealer_moves_the_deals_until_one_says_who_dealt(
    inside: Inside, table: Table, correct: Correcting
) -> None:
    correct.set_up(first_dealer=2, active=4)
    assert [row.dealer for row in correct.kept.scored.rows] == [2, 2, 3, None]
    assert consistent(inside, table)


def test_a_match_keeps_its_rules_whatever_presets_there_are(correct: Correcting) -> None:
    """What is stored is every rule and the ladder itself, never a preset's name."""
    rules = full_rules(correct.kept.match.rules)
    assert rules["stakes"]["scegliete"] == 16
    correct.set_up(active=4, stakes="linear")
    after = full_rules(correct.kept.match.rules)
    assert after == rules | {"stakes": after["stakes"]}
    assert after["stakes"]["scegliete"] == 12


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        ({"active": 4, "target": 0}, "target"),
        ({"active": 4, "target": 21, "deals": 9}, "deals"),
        ({"active": 5}, "active"),
        ({"active": 4, "stakes": {}}, "stakes"),
        ({"active": 4, "prices": 3}, "prices"),
    ],
)
def test_rules_that_cannot_be_are_refused(
    inside: Inside, correct: Correcting, rules: dict[str, Any], field: str
) -> None:
    found = refused(inside, lambda: correct.set_up(**rules))
    assert field in [problem.field for problem in found.problems]


@pytest.mark.parametrize("dealer", [-1, 4])
def test_a_dealer_who_has_no_seat_is_refused(
    inside: Inside, correct: Correcting, dealer: int
) -> None:
    found = refused(inside, lambda: correct.set_up(first_dealer=dealer))
    assert [problem.field for problem in found.problems] == ["first_dealer"]


def test_deals_that_could_not_be_any_more_are_named(inside: Inside, correct: Correcting) -> None:
    gone = refused(inside, lambda: correct.set_up(active=4, stakes={"chiamo": 1}), ImpossibleDeals)
    assert {n: [p.field for p in found] for n, found in gone.deals.items()} == {2: ["bid"]}
    both = refused(inside, lambda: correct.set_up(active=3), ImpossibleDeals)
    assert {n: {p.field for p in found} for n, found in both.deals.items()} == {
        1: {"partner", "soloist"}
    }


def test_a_hidden_deal_is_in_nobodys_way_until_it_is_restored(
    inside: Inside, correct: Correcting
) -> None:
    first = correct.kept.deals[0].id
    correct.delete(first)
    correct.set_up(active=3)
    assert refused(inside, lambda: correct.restore(first), ImpossibleDeals).deals.keys() == {1}


@pytest.mark.parametrize(
    "names",
    [
        ("Anna", "Ben", "Carla"),
        ("Anna", "Ben", "Carla", "Carla"),
        ("Anna", "Ben", "Carla", "Dino", "Elsa"),
        ("Anna", "Ben", "Elsa", "Fabio"),
        (),
    ],
)
def test_everybody_sits_once_and_one_is_replaced_at_a_time(
    inside: Inside, actor: Actor, people: Ids, send: Any, names: tuple[str, ...]
) -> None:
    more = {name: inside(players.add, actor, new_op_id(), name) for name in ("Elsa", "Fabio")}
    order = tuple(seats(people | more, *names))
    found = refused(inside, lambda: send(SetUp(order, {"active": 4}, 0)))
    assert [problem.field for problem in found.problems] == ["seats"]


def test_strangers_and_merged_spellings_take_no_seat(
    inside: Inside, actor: Actor, people: Ids, elsewhere: Seating, send: Any
) -> None:
    spelling = inside(players.add, actor, new_op_id(), "Elza")
    elsa = inside(players.add, actor, new_op_id(), "Elsa")
    inside(spellings.merge, actor, new_op_id(), spelling, elsa)
    rest = seats(people, "Ben", "Carla", "Dino")
    for other in (elsewhere.people["Anna"], spelling, 10**9):
        setup = SetUp((other, *rest), {"active": 4}, 0)
        found = refused(inside, lambda: send(setup))  # noqa: B023
        assert [problem.field for problem in found.problems] == ["seats"]


# What a page has not seen; why; once.


def test_a_set_up_that_was_changed_meanwhile_is_shown_as_it_is(
    inside: Inside, people: Ids, correct: Correcting, send: Any
) -> None:
    correct.set_up(active=4, target=31)
    yours = SetUp(correct.kept.players, {"active": 4, "target": 51}, 0)
    for version in (1, -1, 3):
        asked = refused(inside, lambda: send(yours, version=version), Conflict)  # noqa: B023
        assert asked.kind == "changed"
        assert asked.found.match.rules.target == 31
    send(yours, version=2)
    assert correct.kept.match.rules.target == 51


def test_deals_recorded_and_corrected_meanwhile_are_kept(
    inside: Inside, seat: Seating, table: Table, people: Ids, correct: Correcting, send: Any
) -> None:
    correct.edit(correct.kept.deals[1].id, bid="solo", soloist=BEN, card_points=9)
    seat.deal(table, bid="solo", soloist=DINO, card_points=9)
    send(SetUp(tuple(seats(people, "Dino", "Ben", "Carla", "Anna")), {"active": 4}, 3))
    assert [row.get("soloist") for row in inside(facts, table.match)] == [3, 1, None, None, 0]


def test_a_page_that_shows_a_deal_has_to_see_who_sits_where_now(
    inside: Inside, people: Ids, correct: Correcting
) -> None:
    """Every row that names a seat has a new version when seats are reordered, hidden ones too."""
    rows = [*correct.kept.deals, *correct.hidden]
    correct.set_up(seats(people, "Ben", "Anna", "Carla", "Dino"), active=4)
    versions = {row.id: row.version for row in [*correct.kept.deals, *correct.hidden]}
    moved = [versions[row.id] - row.version for row in rows]
    assert moved == [1, 1, 0, 1, 1]
    assert correct.kept.version == 2


@pytest.mark.parametrize("when", ["decided", "closed"])
def test_a_decided_match_and_a_closed_evening_ask_why(
    inside: Inside, actor: Actor, seat: Seating, table: Table, correct: Correcting, when: str
) -> None:
    if when == "closed":
        inside(sittings.close, actor, new_op_id(), table.sitting)
    else:
        seat.deal(table, bid="scegliete", soloist=BEN, card_points=9)
    found = refused(inside, lambda: correct.set_up(active=4, target=99, reason=""))
    assert [problem.field for problem in found.problems] == ["reason"]
    correct.set_up(active=4, target=99, reason="We had said 99")
    assert inside(events)[-1].reason == "We had said 99"
    assert consistent(inside, table)


def test_an_undecided_match_asks_for_no_reason(inside: Inside, correct: Correcting) -> None:
    correct.set_up(active=4, target=99, reason="")
    assert inside(events)[-1].reason is None


def test_a_correction_leaves_one_event_with_what_it_changed(
    inside: Inside, table: Table, people: Ids, correct: Correcting
) -> None:
    start, before = len(inside(events)), correct.kept
    order = seats(people, "Ben", "Anna", "Carla", "Dino")
    correct.set_up(order, 1, active=4, target=31)
    [event] = inside(events)[start:]
    assert (event.kind, event.match_id, event.deal_id) == ("match.correct", table.match, None)
    rules = full_rules(before.match.rules)
    old = [*before.deals, *correct.hidden]
    moved = {str(row.id): row for row in old if row.facts.get("bid") != "pass"}
    assert event.before["rules"] == rules
    assert event.before["players"] == list(before.players)
    assert event.before["first_dealer"] == 0
    assert event.before["deals"].keys() == event.after["deals"].keys() == moved.keys()
    assert event.before["deals"][str(before.deals[0].id)] == PLAYED[0]
    assert event.after["deals"][str(before.deals[0].id)] == PLAYED[0] | {"soloist": 1}
    assert event.after["rules"] == rules | {"target": 31}
    assert event.after["players"] == order
    assert event.after["first_dealer"] == 1


def test_the_same_correction_sent_twice_is_done_once(
    inside: Inside, people: Ids, correct: Correcting, send: Any
) -> None:
    """A second reordering by the same page would put the people back."""
    op_id = new_op_id()
    order = tuple(seats(people, "Ben", "Anna", "Carla", "Dino"))
    setup = SetUp(order, {"active": 4}, 1)
    send(setup, op_id)
    before = inside(everything)
    send(setup, op_id)
    assert inside(everything) == before
    correct.set_up(list(order), 1, active=4, target=31)
    send(setup, op_id)
    assert correct.kept.match.rules.target == 31
    other = SetUp(order, {"active": 4, "target": 51}, 1)
    refused(inside, lambda: send(other, op_id), OpReused)


def test_matches_of_another_club_are_not_there(
    inside: Inside, elsewhere: Seating, correct: Correcting, send: Any
) -> None:
    there = elsewhere("Anna", "Ben", "Carla")
    setup = SetUp(correct.kept.players, {"active": 4}, 0)
    for match in (there.match, 10**9):
        refused(inside, lambda: send(setup, match=match), NotFound)  # noqa: B023


def test_a_set_up_that_was_right_changes_no_deal(
    inside: Inside, table: Table, correct: Correcting
) -> None:
    rows, results = [*correct.kept.deals, *correct.hidden], inside(projection, table.match)
    correct.set_up(active=4)
    assert [*correct.kept.deals, *correct.hidden] == rows
    assert inside(projection, table.match) == results
    assert inside(events)[-1].after["deals"] == {}


def test_what_would_change_is_asked_without_writing(
    inside: Inside, people: Ids, correct: Correcting
) -> None:
    before = inside(everything)
    setup = SetUp(tuple(seats(people, "Ben", "Anna", "Carla", "Dino")), {"active": 4}, 1)
    found = inside(match_corrections.consequences, correct.kept, setup)
    assert found.order == (1, 0, 2, 3)
    # Anna deals first as before; after her it is Carla's turn instead of Ben's.
    assert [shift.after.number for shift in found.shifts if shift.dealer_moved] == []
    moved = SetUp(setup.players, {"active": 4}, 0)
    found = inside(match_corrections.consequences, correct.kept, moved)
    assert [shift.after.number for shift in found.shifts if shift.dealer_moved] == [1]
    assert inside(everything) == before


def test_a_new_deal_goes_on_from_the_corrected_match(
    inside: Inside, seat: Seating, table: Table, people: Ids, correct: Correcting
) -> None:
    correct.set_up(seats(people, "Ben", "Anna", "Carla", "Dino"), 1, active=4)
    seat.deal(table, bid="solo", soloist=0, card_points=9)
    kept = inside(matches.load, table.club, table.match)
    assert kept.scored.rows[-1].dealer == 0
    assert consistent(inside, table)


def test_a_version_seen_before_a_reordering_saves_no_edit(
    inside: Inside, actor: Actor, table: Table, people: Ids, correct: Correcting
) -> None:
    """A passed deal names no seat, so its version is the same; the seats that were seen are not."""
    kept = correct.kept
    passed = kept.deals[2]
    correct.set_up(seats(people, "Ben", "Anna", "Carla", "Dino"), active=4)
    said = {"bid": "solo", "soloist": 0, "card_points": 9}
    ask = corrections.Ask(passed.version, players=kept.players)
    make = corrections.edited(passed.id, said)
    what = (actor, new_op_id(), "deal.edit", table.match, passed.id, said, make, ask)
    assert refused(inside, lambda: inside(corrections.correct, *what), Conflict).kind == "seats"
