"""Connections and transactions: what SQLite is told, and who writes when."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError, OperationalError

from scorekeeper import config
from scorekeeper import db as rooms
from scorekeeper.config import Settings
from scorekeeper.db import Busy, begin_write, db
from scorekeeper.models import Club, Player
from tests.record import Inside


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """Collect what is said to the database meanwhile."""
    said: list[str] = []

    def note(_conn: Any, _cursor: Any, statement: str, *_: Any) -> None:
        said.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield said
    finally:
        event.remove(engine, "before_cursor_execute", note)


def rename_club(name: str) -> None:
    begin_write()
    club = db.session.scalars(db.select(Club)).one()
    club.name = name
    db.session.commit()


def club_name() -> str:
    return str(db.session.scalars(db.select(Club)).one().name)


@pytest.mark.parametrize(
    ("pragma", "wanted"),
    [("journal_mode", "wal"), ("synchronous", 2), ("busy_timeout", 5000), ("foreign_keys", 1)],
)
def test_every_connection_keeps_what_was_answered_and_waits_for_others(
    inside: Inside, pragma: str, wanted: Any
) -> None:
    def asked() -> list[Any]:
        connections = [db.engine.connect() for _ in range(3)]
        found = [c.execute(text(f"PRAGMA {pragma}")).scalar() for c in connections]
        for connection in connections:
            connection.close()
        return found

    assert inside(asked) == [wanted] * 3


def test_a_row_of_a_club_that_is_not_there_is_refused(inside: Inside) -> None:
    def add() -> None:
        begin_write()
        db.session.add(Player(club_id=10**6, name="Anna", lookalike="anna"))
        db.session.commit()

    with pytest.raises(IntegrityError):
        inside(add)


def test_a_write_begins_immediately_and_a_read_deferred(app: Flask, inside: Inside) -> None:
    with statements(app) as said:
        inside(rename_club, "Thursdays")
    assert [said[0], said.count("BEGIN IMMEDIATE")] == ["BEGIN IMMEDIATE", 1]
    with statements(app) as said:
        assert inside(club_name) == "Thursdays"
    assert said[0] == "BEGIN"
    assert len(said) == 2


def test_a_write_is_not_begun_in_the_middle_of_a_transaction(inside: Inside) -> None:
    def late() -> None:
        club_name()
        begin_write()

    with pytest.raises(ValueError, match="before the first query"):
        inside(late)


def test_beginning_twice_is_beginning_once(inside: Inside) -> None:
    def twice() -> None:
        begin_write()
        rename_club("Fridays")

    inside(twice)
    assert inside(club_name) == "Fridays"


def test_what_fails_lets_the_next_one_in(inside: Inside) -> None:
    def fail() -> None:
        begin_write()
        db.session.execute(text("SELECT no_such_column FROM club"))

    with pytest.raises(OperationalError):
        inside(fail)
    inside(rename_club, "Saturdays")
    assert inside(club_name) == "Saturdays"


def test_who_only_looks_after_beginning_lets_the_next_one_in(inside: Inside) -> None:
    inside(begin_write)
    inside(rename_club, "Sundays")
    assert inside(club_name) == "Sundays"


def test_a_writer_in_another_program_is_waited_for_and_then_named(
    settings: Settings, inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "BUSY_SECONDS", 0)
    with closing(sqlite3.connect(settings.data / config.DATABASE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(2):  # the second finds the lock of this process free again
            with pytest.raises(OperationalError, match="locked"):
                inside(rename_club, "Mondays")
        assert inside(club_name) != "Mondays"
        other.execute("ROLLBACK")
    inside(rename_club, "Mondays")
    assert inside(club_name) == "Mondays"


def test_a_writer_in_this_program_is_waited_for_and_then_named(
    app: Flask, inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "BUSY_SECONDS", 0)
    with app.app_context():
        begin_write()
        with app.app_context(), pytest.raises(Busy):
            begin_write()
    inside(rename_club, "Tuesdays")
    assert inside(club_name) == "Tuesdays"


def test_constraints_have_names_so_that_a_later_step_can_name_them() -> None:
    nameless = [
        (table.name, constraint)
        for table in db.metadata.sorted_tables
        for constraint in table.constraints
        if not constraint.name
    ]
    assert nameless == []
