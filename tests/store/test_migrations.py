"""A record of any earlier schema is brought up to date whole, with what everybody had scored.

What lies in it is a club in which everything has happened, as far as that schema had a place for
it: a step that is added is tested by this as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import JSON, Connection, Engine, MetaData, Table, func, insert, select, text

from scorekeeper import clubfile, create_app, ledger, schema
from scorekeeper.config import DATABASE, Settings
from scorekeeper.db import db
from scorekeeper.store import checking, deals, files, matches, moving
from scorekeeper.store.operations import Actor, new_op_id
from tests.clubfile.damage import WHOLE
from tests.record import Inside
from tests.seating import SOLO_6, Seating
from tests.seating import Table as Seated

EARLIER = schema.known()[:0:-1]
KEPT = ("club", "player", "sitting", "match", "seat", "deal", "event")
SCORES = ("deal_result", "deal_score", "match_result")
# Events that are not called after their table, by the table that they need.
KINDS = {"account": ledger.KINDS}
Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture
def empty(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Settings]:
    """Return settings with a database in which nothing is yet."""
    data = tmp_path / "old"
    data.mkdir()
    if engine == "sqlite":
        yield Settings(data, "127.0.0.1", 8021)
        return
    cluster = request.getfixturevalue("cluster")
    name = cluster.make()
    yield Settings(data, "127.0.0.1", 8021, postgresql=cluster.url(name))
    cluster.drop(name)


@contextmanager
def opened(settings: Settings) -> Iterator[Engine]:
    app = create_app(settings)
    with app.app_context():
        try:
            yield db.engine
        finally:
            db.session.remove()
            db.engine.dispose()


def tables(connection: Connection) -> list[Table]:
    """Return the tables as they are there, whatever the program thinks of them."""
    there = MetaData()
    there.reflect(connection)
    found = [table for table in there.sorted_tables if table.name != "alembic_version"]
    for column in (column for table in found for column in table.columns):
        if isinstance(column.type, JSON):
            column.type.none_as_null = True
    return found


def read(connection: Connection) -> Rows:
    return {
        table.name: [
            dict(row)
            for row in connection.execute(
                select(table).order_by(*table.primary_key.columns)
            ).mappings()
        ]
        for table in tables(connection)
    }


def write(connection: Connection, rows: Rows) -> None:
    """Put rows into the tables and columns that are there, those that others refer to first."""
    there = tables(connection)
    later = rows.keys() - {table.name for table in there}
    kinds = [kind for name in later & KINDS.keys() for kind in KINDS[name]]
    rows = rows | {"event": [row for row in rows["event"] if _could_be(row["kind"], later, kinds)]}
    for table in there:
        own = [key.parent.name for key in table.foreign_keys if key.column.table is table]
        given = [_placed(table, row) for row in rows.get(table.name, ())]
        given.sort(key=lambda row: any(row[name] is not None for name in own))
        if given:
            connection.execute(insert(table), given)
        if connection.dialect.name == "postgresql" and "id" in table.columns:
            number = func.pg_get_serial_sequence(table.name, "id")
            newest = select(func.coalesce(func.max(table.c.id), 1)).scalar_subquery()
            connection.execute(select(func.setval(number, newest)))


def _could_be(kind: str, later: set[str], kinds: list[str]) -> bool:
    """Say whether an event of a kind could happen before some tables were there."""
    return kind not in kinds and kind.partition(".")[0] not in later


def _placed(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    known = {column.name for column in table.columns}
    needed = [c for c in table.columns if not c.nullable and c.server_default is None]
    blank = {c.name: "" if c.type.python_type is str else 0 for c in needed if c.name not in row}
    return blank | {name: value for name, value in row.items() if name in known}


def made_at(settings: Settings, step: str, rows: Rows) -> Rows:
    """Make the database of an earlier program with these rows in it; return what it holds."""
    if settings.postgresql is None:
        files.make(settings.data / DATABASE)
    with opened(settings) as engine:
        command.upgrade(schema.configuration(), step)
        with engine.begin() as connection:
            write(connection, rows)
            return read(connection)


@pytest.fixture
def lived(inside: Inside, seat: Seating, table: Seated) -> Rows:
    """Return all rows of a server with two clubs: one that was brought, one that plays."""
    inside(moving.bring, clubfile.read(WHOLE.read_bytes()))
    seat.deal(table)
    seat.deal(table, adjust=[-2, 1, 1], note="revoke")

    def whole() -> Rows:
        with db.engine.connect() as connection:
            return read(connection)

    found: Rows = inside(whole)
    return found


@pytest.mark.parametrize("step", EARLIER)
def test_a_record_of_every_earlier_schema_is_brought_up_to_date_with_its_scores(
    empty: Settings, lived: Rows, table: Seated, step: str
) -> None:
    before = made_at(empty, step, lived)
    assert all(before[name] for name in (*KEPT, *SCORES))
    with opened(empty) as engine:
        schema.upgrade(empty)
        schema.expect_current()
        with engine.connect() as connection:
            after = read(connection)
            if connection.dialect.name == "sqlite":
                assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
        for name in (*KEPT, *SCORES):
            pairs = zip(before[name], after[name], strict=True)
            assert all(old.items() <= new.items() for old, new in pairs), name
        report = checking.check()
        assert report.differences == ()
        assert report.deals == sum(row["hidden_at"] is None for row in lived["deal"])
        # And the evening goes on.
        actor = Actor(table.club)
        totals = matches.load(table.club, table.match).scored.totals
        db.session.rollback()
        deals.record(actor, new_op_id(), table.match, SOLO_6, seen=-1, both_count=True)
        kept = matches.load(table.club, table.match)
        assert kept.scored.totals == (totals[0] - 2, totals[1] + 4, totals[2] - 2)
        assert checking.check().differences == ()
