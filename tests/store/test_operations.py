"""Every operation: one event, one answer however often it is sent, all of it or nothing."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from scorekeeper.days import today
from scorekeeper.db import begin_write, db
from scorekeeper.models import Event, Player
from scorekeeper.store import clubs, deals, operations, players, sittings, starting
from scorekeeper.store.errors import OpReused
from scorekeeper.store.operations import Actor, Change, new_op_id
from tests.record import Inside, count, events, everything
from tests.seating import SOLO_6, Seating, Table

DAY = datetime.date(2026, 10, 15)


@dataclass
class World:
    """A club with a table at which one deal was recorded."""

    actor: Actor
    people: dict[str, int]
    table: Table
    deal: int

    @property
    def seats(self) -> list[int]:
        """Return Anna, Ben and Carla."""
        return list(self.people.values())[:3]


@pytest.fixture
def world(seat: Seating, table: Table) -> World:
    return World(seat.actor, seat.people, table, seat.deal(table))


def _start(world: World, op: str, place: str) -> Any:
    seats = world.seats
    return sittings.start(
        world.actor, op, "calabresella", seats, {}, first_dealer=0, date=DAY, place=place
    )


def _correct(world: World, op: str, place: str) -> Any:
    seen = sittings.standing(today(), "Bruno's")
    return sittings.correct(world.actor, op, world.table.sitting, DAY, place, seen=seen)


def _start_other(world: World, op: str, dealer: int) -> Any:
    at = (world.table.sitting, "calabresella", world.seats)
    return starting.start_other(world.actor, op, *at, {}, dealer)


def _record(world: World, op: str, points: int) -> Any:
    facts = SOLO_6 | {"card_points": points}
    return deals.record(world.actor, op, world.table.match, facts, seen=world.deal)


def _adjust(world: World, op: str, amount: int) -> Any:
    facts = {"adjust": [amount, -amount, 0]}
    return deals.record(world.actor, op, world.table.match, facts, seen=world.deal)


def _redo(world: World, op: str, deal: int) -> Any:
    return deals.redo(world.actor, op, world.table.match, deal)


# What each operation is: its kind, how it is done, what it is given, and something else instead.
Operation = tuple[str, Callable[[World, str, Any], Any], Callable[[World], tuple[Any, Any]]]
OPERATIONS: dict[str, Operation] = {
    "add a player": (
        "player.add",
        lambda w, op, name: players.add(w.actor, op, name),
        lambda w: ("Eva", "Fabio"),
    ),
    "rename a player": (
        "player.rename",
        lambda w, op, name: players.rename(w.actor, op, w.seats[0], name),
        lambda w: ("Annalisa", "Annabella"),
    ),
    "retire a player": (
        "player.retire",
        lambda w, op, who: players.retire(w.actor, op, who),
        lambda w: (w.seats[0], w.seats[1]),
    ),
    "bring a player back": (
        "player.bring_back",
        lambda w, op, who: players.bring_back(w.actor, op, who),
        lambda w: (w.seats[0], w.seats[1]),
    ),
    "start an evening": ("sitting.start", _start, lambda w: ("Bruno's", "Home")),
    "correct an evening": ("sitting.correct", _correct, lambda w: ("Home", "Club")),
    "close an evening": (
        "sitting.close",
        lambda w, op, evening: sittings.close(w.actor, op, evening),
        lambda w: (w.table.sitting, w.table.sitting + 1),
    ),
    "reopen an evening": (
        "sitting.reopen",
        lambda w, op, evening: sittings.reopen(w.actor, op, evening),
        lambda w: (w.table.sitting, w.table.sitting + 1),
    ),
    "start the next match": (
        "match.start",
        lambda w, op, match: starting.start_next(w.actor, op, match),
        lambda w: (w.table.match, w.table.match + 1),
    ),
    "start another match": ("match.start", _start_other, lambda w: (1, 2)),
    "record a deal": ("deal.record", _record, lambda w: (7, 5)),
    "record an adjustment": ("deal.record", _adjust, lambda w: (2, 3)),
    "undo a deal": (
        "deal.undo",
        lambda w, op, deal: deals.undo(w.actor, op, w.table.match, deal),
        lambda w: (w.deal, w.deal + 1),
    ),
    "redo a deal": ("deal.redo", _redo, lambda w: (w.deal, w.deal + 1)),
}
each = pytest.mark.parametrize("name", OPERATIONS)


def test_all_operations_of_the_store_are_here() -> None:
    changing = {
        f"{module.__name__.rpartition('.')[2]}.{name}"
        for module in (players, sittings, starting, deals)
        for name, function in vars(module).items()
        if not name.startswith("_")
        and getattr(function, "__module__", "") == module.__name__
        and "op_id" in getattr(getattr(function, "__code__", None), "co_varnames", ())[:2]
    }
    assert changing == {
        "players.add",
        "players.rename",
        "players.retire",
        "players.bring_back",
        "sittings.start",
        "sittings.close",
        "sittings.correct",
        "sittings.reopen",
        "starting.start_next",
        "starting.start_other",
        "deals.record",
        "deals.undo",
        "deals.redo",
    }


def prepared(inside: Inside, world: World, name: str) -> Callable[[str, Any], Any]:
    """Return what does an operation in a request of its own, with what has to come before."""
    if name == "redo a deal":
        inside(deals.undo, world.actor, new_op_id(), world.table.match, world.deal)
    _, run, _ = OPERATIONS[name]
    return lambda op, given: inside(run, world, op, given)


@each
def test_an_operation_leaves_exactly_one_event_that_says_what_was_done(
    inside: Inside, world: World, name: str
) -> None:
    do = prepared(inside, world, name)
    before = inside(count, Event)
    op_id = new_op_id()
    do(op_id, OPERATIONS[name][2](world)[0])
    done = inside(events)
    assert len(done) == before + 1
    assert (done[-1].kind, done[-1].op_id, done[-1].club_id) == (
        OPERATIONS[name][0],
        op_id,
        world.actor.club,
    )
    assert done[-1].before or done[-1].after


@each
def test_sent_again_it_gives_the_first_answer_and_changes_nothing(
    inside: Inside, world: World, name: str
) -> None:
    do = prepared(inside, world, name)
    op_id, given = new_op_id(), OPERATIONS[name][2](world)[0]
    first = do(op_id, given)
    before = inside(everything)
    assert do(op_id, given) == first
    assert inside(everything) == before


@each
def test_sent_again_with_other_content_it_is_refused_and_changes_nothing(
    inside: Inside, world: World, name: str
) -> None:
    do = prepared(inside, world, name)
    given, other = OPERATIONS[name][2](world)
    op_id = new_op_id()
    do(op_id, given)
    before = inside(everything)
    with pytest.raises(OpReused):
        do(op_id, other)
    assert inside(everything) == before


@each
def test_an_op_id_of_one_operation_does_not_do_for_another(
    inside: Inside, world: World, name: str
) -> None:
    do = prepared(inside, world, name)
    used = inside(events)[0].op_id
    before = inside(everything)
    with pytest.raises(OpReused):
        do(used, OPERATIONS[name][2](world)[0])
    assert inside(everything) == before


def test_what_was_done_to_something_is_not_mistaken_for_the_opposite(
    inside: Inside, world: World
) -> None:
    """Both are told by the same row: only the kind of operation differs."""
    match, anna = world.table.match, world.seats[0]
    for step, back, about in (
        (players.retire, players.bring_back, (anna,)),
        (sittings.close, sittings.reopen, (world.table.sitting,)),
        (deals.undo, deals.redo, (match, world.deal)),
    ):
        op_id = new_op_id()
        inside(step, world.actor, op_id, *about)
        before = inside(everything)
        with pytest.raises(OpReused):
            inside(back, world.actor, op_id, *about)
        assert inside(everything) == before
        inside(back, world.actor, new_op_id(), *about)


def test_two_clubs_may_use_the_same_op_id(inside: Inside, world: World, elsewhere: Seating) -> None:
    used = inside(events)[0].op_id
    assert inside(players.add, elsewhere.actor, used, "Gina")


def test_the_event_names_the_device(inside: Inside, world: World, owner: object) -> None:
    device = inside(events)[-1].device_id
    assert device is not None
    inside(players.add, Actor(world.actor.club, device), new_op_id(), "Gina")
    assert inside(events)[-1].device_id == device


def test_what_fails_half_way_leaves_nothing(inside: Inside, world: World) -> None:
    def add_and_fail() -> Change:
        db.session.add(Player(club_id=world.actor.club, name="Gina", lookalike="gina"))
        db.session.flush()
        raise RuntimeError("the light went out")

    before = inside(everything)
    with pytest.raises(RuntimeError):
        inside(operations.perform, world.actor, new_op_id(), "player.add", "Gina", add_and_fail)
    assert inside(everything) == before


def test_the_change_and_its_event_come_together_or_not_at_all(inside: Inside, world: World) -> None:
    """An answer that cannot be kept takes the change down with it."""

    def add() -> Change:
        db.session.add(Player(club_id=world.actor.club, name="Gina", lookalike="gina"))
        db.session.flush()
        return Change({}, match=10**6)

    before = inside(everything)
    with pytest.raises(IntegrityError):
        inside(operations.perform, world.actor, new_op_id(), "player.add", "Gina", add)
    assert inside(everything) == before


@pytest.mark.parametrize("op_id", ["", "abc", "A" * 32, "a" * 33, "a" * 31 + "\n", "٣" * 32])
def test_an_op_id_has_one_shape(inside: Inside, world: World, op_id: str) -> None:
    assert not operations.is_op_id(op_id)
    with pytest.raises(ValueError, match="op id"):
        inside(players.add, world.actor, op_id, "Gina")


def test_op_ids_have_the_shape_and_differ() -> None:
    made = {new_op_id() for _ in range(100)}
    assert len(made) == 100
    assert all(operations.is_op_id(op_id) for op_id in made)


@pytest.mark.parametrize("statement", ["UPDATE event SET kind = 'nothing'", "DELETE FROM event"])
def test_events_cannot_be_changed_or_removed(inside: Inside, world: World, statement: str) -> None:
    def meddle() -> None:
        begin_write()
        db.session.execute(text(statement))
        db.session.commit()

    before = inside(everything)
    with pytest.raises(IntegrityError, match="only ever added"):
        inside(meddle)
    assert inside(everything) == before


def test_joining_and_making_the_club_leave_events_too(inside: Inside, owner: object) -> None:
    assert [event.kind for event in inside(events)] == ["club.make", "device.join"]
    assert inside(clubs.ensure_club, "Another name") == inside(events)[0].club_id
    assert len(inside(events)) == 2
