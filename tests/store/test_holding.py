"""Who waits for whom on PostgreSQL: writers in one match, and what concerns the whole club."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper import db as rooms
from scorekeeper.config import Settings
from scorekeeper.db import DatabaseError, db, failure
from scorekeeper.models import Event
from scorekeeper.store import (
    deals,
    devices,
    invites,
    matches,
    operations,
    players,
    sittings,
    spellings,
)
from scorekeeper.store.errors import Conflict, NotFound, OpReused
from scorekeeper.store.holding import hold
from scorekeeper.store.operations import Actor, Change, new_op_id
from tests.record import Inside, by_hand, count, facts, projection, scored_afresh
from tests.seating import SOLO_6, Seating, Table

pytestmark = pytest.mark.postgresql


@pytest.fixture
def other(seat: Seating, table: Table) -> Table:
    """Return another match of the club."""
    return seat("Anna", "Ben", "Carla")


@pytest.fixture
def impatient(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait longer than a moment."""
    monkeypatch.setattr(rooms, "BUSY_SECONDS", 0)
    with app.app_context():
        db.engine.dispose()


@contextmanager
def held(app: Flask, club: int, match: int | None = None) -> Iterator[None]:
    """Be in the middle of an operation."""
    with app.app_context():
        hold(club, match)
        yield


def fails(inside: Inside, *what: Any, **how: Any) -> str:
    """Return in a word why an operation is not done."""
    with pytest.raises(DatabaseError) as caught:
        inside(*what, **how)
    return failure(caught.value)


def record(table: Table, op_id: str | None = None, **how: Any) -> tuple[Any, ...]:
    return deals.record, Actor(table.club), op_id or new_op_id(), table.match, SOLO_6


def at_once(inside: Inside, *calls: Callable[[], Any]) -> list[Any]:
    """Call functions in threads of their own; return what each gave or raised."""

    def call(function: Callable[[], Any]) -> Any:
        try:
            return inside(function)
        except Exception as error:  # noqa: BLE001 (whatever it is, it is what is asked for)
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(call, calls))


def test_a_match_is_held_for_one_writer_and_no_other_match(
    app: Flask, inside: Inside, table: Table, other: Table, impatient: None
) -> None:
    with held(app, table.club, table.match):
        assert fails(inside, *record(table), seen=0) == "busy"
        assert inside(*record(other), seen=0)
        assert inside(matches.load, table.club, table.match).deals == ()
    assert inside(*record(table), seen=0)


def test_what_concerns_the_club_waits_for_its_matches_and_they_for_it(
    app: Flask, inside: Inside, table: Table, elsewhere: Seating, impatient: None
) -> None:
    adding = (players.add, Actor(table.club), new_op_id(), "Gina")
    with held(app, table.club, table.match):
        assert fails(inside, *adding) == "busy"
        assert fails(inside, sittings.close, Actor(table.club), new_op_id(), table.sitting)
    with held(app, table.club):
        assert fails(inside, *record(table), seen=0) == "busy"
        assert inside(players.add, elsewhere.actor, new_op_id(), "Gina")
        assert len(inside(players.everybody, table.club)) == 4
    assert inside(*adding)


def test_who_has_waited_sees_what_the_others_have_done(
    app: Flask, inside: Inside, table: Table
) -> None:
    with ThreadPoolExecutor(1) as pool, app.app_context():
        hold(table.club, table.match)
        waiting = pool.submit(inside, *record(table), seen=0)
        with pytest.raises(TimeoutError):
            waiting.result(0.5)
        first = deals.record(Actor(table.club), new_op_id(), table.match, SOLO_6, seen=0)
        with pytest.raises(Conflict) as caught:
            waiting.result(10)
    assert caught.value.kind == "moved"
    assert caught.value.found.newest == first


def test_the_same_operation_at_the_same_moment_is_one_with_one_answer(
    inside: Inside, table: Table
) -> None:
    op_id = new_op_id()
    one = [lambda: deals.record(Actor(table.club), op_id, table.match, SOLO_6, seen=0)] * 4
    answers = at_once(inside, *one)
    assert len(set(answers)) == 1
    assert inside(facts, table.match) == [SOLO_6]


@pytest.mark.parametrize("same", [True, False], ids=["same content", "other content"])
def test_one_op_id_that_two_processes_have_done_already_is_answered_by_the_first(
    inside: Inside, table: Table, other: Table, same: bool
) -> None:
    """They hold different matches, so that only the record of operations brings them together."""
    both_are_in, op_id = threading.Barrier(2), new_op_id()
    before = inside(count, Event)

    def perform(match: int, content: str) -> Any:
        def change() -> Change:
            both_are_in.wait(10)
            return Change({"by": match})

        return operations.perform(Actor(table.club), op_id, "x", content, change, match=match)

    first, second = table.match, other.match
    answers = at_once(
        inside,
        lambda: perform(first, "this"),
        lambda: perform(second, "this" if same else "that"),
    )
    assert inside(count, Event) == before + 1
    if same:
        assert answers[0] == answers[1] in ({"by": first}, {"by": second})
    else:
        assert {type(answer) for answer in answers} == {OpReused, dict}


def test_the_first_owners_link_lets_one_of_two_in(
    app: Flask, inside: Inside, club: int, link: str
) -> None:
    token, key = link.rpartition("/")[2], app.config["SECRET_KEY"]
    join = [lambda: invites.join(token, new_op_id(), "Phone", key)] * 2
    answers = at_once(inside, *join)
    assert len([answer for answer in answers if isinstance(answer, NotFound)]) == 1
    assert len(inside(devices.owners, club)) == 1


def test_merging_and_recording_at_once_leave_scores_that_belong_to_somebody(
    inside: Inside, seat: Seating, table: Table, people: dict[str, int]
) -> None:
    actor = Actor(table.club)
    into = inside(players.add, actor, new_op_id(), "Annette")
    done = threading.Event()

    def play() -> int:
        played = 0
        while not done.is_set() and played < 200:
            inside(*record(table), seen=0, both_count=True)
            played += 1
        return played

    def merge() -> None:
        try:
            inside(spellings.merge, actor, new_op_id(), people["Anna"], into)
        finally:
            done.set()

    played, merged = at_once(lambda function: function(), play, merge)
    assert merged is None
    kept = inside(matches.load, table.club, table.match)
    assert kept.players[0] == into
    assert len(kept.deals) == played > 0
    assert inside(projection, table.match) == inside(scored_afresh, table.club, table.match)


def test_two_who_wait_for_each_other_are_told_to_send_it_again(
    app: Flask, inside: Inside, settings: Settings, club: int, elsewhere: Seating
) -> None:
    foreign = elsewhere.actor.club
    lock = "SELECT * FROM club WHERE id = %s FOR UPDATE"
    with by_hand(settings) as other, ThreadPoolExecutor(1) as pool, app.app_context():
        other.execute("BEGIN")
        other.execute(lock, (foreign,))
        hold(club)
        db.session.execute(text("SET LOCAL deadlock_timeout = 1"))
        waiting = pool.submit(other.execute, lock, (club,))
        with pytest.raises(TimeoutError):
            waiting.result(0.3)
        with pytest.raises(DatabaseError) as caught:
            hold(foreign)
        assert failure(caught.value) == "busy"
        db.session.rollback()
        waiting.result(10)
