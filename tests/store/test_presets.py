"""House rules kept under a name: numbered in their club, never erased, never reaching a match."""

from __future__ import annotations

import pytest
from sqlalchemy import delete, update

from scorekeeper import clubfile
from scorekeeper.db import begin_write, db
from scorekeeper.entry import Refused
from scorekeeper.models import Preset as Row
from scorekeeper.store import checking, matches, moving, presets
from scorekeeper.store.errors import NotFound, OpReused
from scorekeeper.store.operations import Actor, new_op_id
from tests.record import Inside, events
from tests.seating import Seating

GAME = "calabresella"
OWN = {"target": 31, "cappotto": 4, "dealer_shares": True}


@pytest.fixture
def kept(inside: Inside, actor: Actor) -> int:
    """Return the number of the club's Thursday rules, for four."""
    return int(inside(presets.keep, actor, new_op_id(), "Thursday rules", GAME, 4, OWN))


def names(inside: Inside, club: int) -> list[str]:
    return [one.name for one in inside(presets.offered, club, GAME)]


def test_rules_are_kept_whole_with_their_number_and_one_event(
    inside: Inside, actor: Actor, kept: int
) -> None:
    one = inside(presets.one, actor.club, kept)
    assert (one.number, one.name, one.game, one.seats) == (1, "Thursday rules", GAME, 4)
    assert (one.rules["cappotto"], one.rules["stramazzo"], one.rules["active"]) == (4, 3, 3)
    event = inside(events)[-1]
    assert (event.kind, event.before, event.after["rules"]) == ("preset.keep", None, one.rules)
    assert inside(presets.keep, actor, new_op_id(), "Others", GAME, 3, {}) == 2


def test_each_game_is_offered_its_own(inside: Inside, actor: Actor, kept: int) -> None:
    inside(presets.keep, actor, new_op_id(), "To five", "briscola", 2, {"first_to": 5})
    assert names(inside, actor.club) == ["Thursday rules"]
    assert [one.name for one in inside(presets.offered, actor.club, "briscola")] == ["To five"]


def test_a_double_tap_keeps_once(inside: Inside, actor: Actor) -> None:
    op_id = new_op_id()
    for _ in range(2):
        assert inside(presets.keep, actor, op_id, "Thursdays", GAME, 4, OWN) == 1
    assert len(inside(presets.everything, actor.club)) == 1
    with pytest.raises(OpReused):
        inside(presets.keep, actor, op_id, "Fridays", GAME, 4, OWN)


@pytest.mark.parametrize("name", ["thursday  RULES", "", "x" * 41, "a\u202eb"])
def test_a_name_that_is_taken_or_none_is_refused(
    inside: Inside, actor: Actor, kept: int, name: str
) -> None:
    before = len(inside(events))
    with pytest.raises(Refused):
        inside(presets.keep, actor, new_op_id(), name, GAME, 4, {})
    assert len(inside(events)) == before


def test_rules_that_cannot_be_are_refused(inside: Inside, actor: Actor) -> None:
    for seats, rules in ((3, {"active": 4}), (3, {"odd": 1}), (4, {"target": 1, "deals": 1})):
        with pytest.raises(Refused):
            inside(presets.keep, actor, new_op_id(), "Thursdays", GAME, seats, rules)


def test_removed_rules_are_offered_no_more_and_can_be_brought_back(
    inside: Inside, actor: Actor, kept: int
) -> None:
    inside(presets.remove, actor, new_op_id(), kept)
    assert names(inside, actor.club) == []
    assert inside(presets.one, actor.club, kept).removed
    again = inside(presets.keep, actor, new_op_id(), "Thursday rules", GAME, 3, {})
    with pytest.raises(Refused):
        inside(presets.bring_back, actor, new_op_id(), kept)
    inside(presets.rename, actor, new_op_id(), again, "Others")
    inside(presets.bring_back, actor, new_op_id(), kept)
    assert names(inside, actor.club) == ["Others", "Thursday rules"]
    said = [(event.kind, event.after["name"]) for event in inside(events)[-3:]]
    assert said == [
        ("preset.keep", "Thursday rules"),
        ("preset.rename", "Others"),
        ("preset.bring_back", "Thursday rules"),
    ]


def test_other_numbers_of_seats_get_their_own_usual_number_of_players(
    inside: Inside, actor: Actor
) -> None:
    number = inside(presets.keep, actor, new_op_id(), "All", GAME, 4, {"active": 4, "cappotto": 5})
    one = inside(presets.one, actor.club, number)
    assert [one.for_seats(seats).active for seats in (3, 4, 7)] == [3, 4, 6]
    assert {one.for_seats(seats).cappotto for seats in (3, 4, 7)} == {5}


def test_a_match_keeps_its_rules_whatever_becomes_of_those_it_was_started_with(
    inside: Inside, actor: Actor, kept: int, seat: Seating
) -> None:
    table = seat("Anna", "Ben", "Carla", "Dino", **OWN)
    inside(presets.rename, actor, new_op_id(), kept, "Others")
    inside(presets.remove, actor, new_op_id(), kept)
    assert inside(matches.load, table.club, table.match).match.rules.cappotto == 4


def test_another_clubs_rules_are_not_there(
    inside: Inside, actor: Actor, kept: int, elsewhere: Seating
) -> None:
    other = elsewhere.actor
    assert inside(presets.everything, other.club) == []
    for change in (presets.remove, presets.bring_back):
        with pytest.raises(NotFound):
            inside(change, other, new_op_id(), kept)
    with pytest.raises(NotFound):
        inside(presets.rename, other, new_op_id(), kept, "Others")


def test_a_club_that_is_taken_along_takes_them_with_it(
    inside: Inside, actor: Actor, kept: int
) -> None:
    inside(presets.rename, actor, new_op_id(), kept, "Thursdays")
    gone = inside(presets.keep, actor, new_op_id(), "Gone", GAME, 3, {})
    inside(presets.remove, actor, new_op_id(), gone)
    content = clubfile.write(inside(moving.club_document, actor.club))
    other = inside(moving.bring, clubfile.read(content), "Another")
    assert inside(presets.everything, other) == inside(presets.everything, actor.club)
    assert inside(checking.check).differences == ()


def test_rules_that_are_not_as_their_events_left_them_are_told(
    inside: Inside, actor: Actor, kept: int
) -> None:
    def damage() -> None:
        begin_write()
        db.session.execute(update(Row).values(name="Fridays", hidden_at=None, seats=5))
        db.session.commit()

    def lose() -> None:
        begin_write()
        db.session.execute(delete(Row))
        db.session.commit()

    inside(damage)
    told = [str(one) for one in inside(checking.check).differences]
    assert told == [
        'club "Our club", preset 1: preset.name: expected "Thursday rules", got "Fridays"',
        'club "Our club", preset 1: preset.seats: expected 4, got 5',
    ]
    inside(lose)
    [one] = inside(checking.check).differences
    assert str(one) == 'club "Our club", preset 1: preset: expected a row, got nothing'
