"""The schema: made from nothing, brought up to date with a copy first, or refused untouched."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from scorekeeper import config, create_app, schema
from scorekeeper.config import Settings, SettingsError
from scorekeeper.db import db
from scorekeeper.store import files, sittings
from tests import record
from tests.record import Inside
from tests.seating import Seating, Table

STEPS = [step.revision for step in ScriptDirectory(str(schema.MIGRATIONS)).walk_revisions()][::-1]
DAY = "2026-10-15"
ROWS: dict[str, dict[str, Any]] = {
    "club": {"id": 1, "name": "Our club"},
    "device": {"id": 1, "token_hash": "a" * 64},
    "membership": {"id": 1, "device_id": 1, "club_id": 1, "role": "owner", "name": "Phone"},
    "player": {"id": 1, "club_id": 1, "name": "Anna", "lookalike": "anna"},
    "sitting": {"id": 1, "club_id": 1, "date": DAY, "place": "Home"},
    "match": {"id": 1, "club_id": 1, "sitting_id": 1, "game": "calabresella", "rules": "{}"}
    | {"first_dealer": 0},
    "seat": {"match_id": 1, "number": 0, "player_id": 1},
    "deal": {"id": 1, "club_id": 1, "match_id": 1, "position": 2**32, "version": 1}
    | {"facts": '{"bid": "pass"}'},
    "event": {"id": 1, "club_id": 1, "op_id": "b" * 32, "digest": "c" * 64, "kind": "deal.record"}
    | {"match_id": 1, "deal_id": 1, "answer": "{}"},
    "deal_result": {"deal_id": 1, "match_id": 1, "outcome": "won", "points": 6},
    "deal_score": {"deal_id": 1, "player_id": 1, "match_id": 1, "role": "soloist"}
    | {"score": 4, "payoff": 4},
    "match_result": {"match_id": 1, "player_id": 1, "total": 4, "payoff": 4},
}


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Flask]:
    """Return an application on a folder without a database."""
    (tmp_path / "data").mkdir()
    app = create_app(Settings(tmp_path / "data", "127.0.0.1", 8021))
    yield app
    with app.app_context():
        db.engine.dispose()


def settings_of(app: Flask) -> Settings:
    found: Settings = app.config["SCOREKEEPER"]
    return found


def upgrade(app: Flask) -> None:
    with app.app_context():
        schema.upgrade(settings_of(app))


@contextmanager
def connected(app: Flask) -> Iterator[Connection]:
    with app.app_context(), db.engine.connect() as connection:
        yield connection


def revision(app: Flask) -> str | None:
    with connected(app) as connection:
        return MigrationContext.configure(connection).get_current_revision()


def dump(path: Path) -> list[str]:
    """Return what makes a database; a copy may hold the same in another order."""
    with closing(sqlite3.connect(path)) as connection:
        return sorted(connection.iterdump())


def copies(app: Flask) -> list[Path]:
    return sorted((settings_of(app).data / "backups").glob("*"))


def fill(app: Flask) -> None:
    """Put a row into every table, as far as it is there, and something into what is needed."""
    with app.app_context(), db.engine.begin() as connection:
        tables = set(db.inspect(connection).get_table_names())
        for name, row in ROWS.items():
            if name not in tables:
                continue
            columns = db.inspect(connection).get_columns(name)
            given = {
                key: value for key, value in row.items() if key in {c["name"] for c in columns}
            }
            for column in columns:
                if not column["nullable"] and column["default"] is None:
                    time = str(column["type"]).startswith("DATETIME")
                    given.setdefault(column["name"], f"{DAY} 21:00:00.000000" if time else 0)
            names = ", ".join(f'"{key}"' for key in given)
            places = ", ".join(f":{key}" for key in given)
            connection.execute(text(f'INSERT INTO "{name}" ({names}) VALUES ({places})'), given)


def kept(app: Flask) -> dict[str, list[dict[str, Any]]]:
    """Return of every table what `fill` put there."""
    found = {}
    with connected(app) as connection:
        for name, row in ROWS.items():
            rows = connection.execute(text(f'SELECT * FROM "{name}"')).mappings().all()
            found[name] = [{key: value[key] for key in row if key in value} for value in rows]
    return found


def test_the_application_alone_makes_no_database(empty: Flask) -> None:
    """Two programs that start together must not migrate at once: the server does, under a lock."""
    assert {path.name for path in settings_of(empty).data.iterdir()} == {"key"}


def test_the_steps_make_from_nothing_what_the_models_say(empty: Flask) -> None:
    upgrade(empty)
    assert revision(empty) == STEPS[-1]
    with connected(empty) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, db.metadata) == []
    assert copies(empty) == []


def test_checks_that_no_comparison_sees_are_in_force(empty: Flask) -> None:
    upgrade(empty)
    fill(empty)
    with connected(empty) as connection, pytest.raises(IntegrityError, match="version"):
        connection.execute(text("UPDATE deal SET version = 0"))
    with connected(empty) as connection:
        made = {row[0] for row in connection.execute(text("SELECT sql FROM sqlite_master"))}
    sql = "\n".join(filter(None, made))
    checks = [c for t in db.metadata.sorted_tables for c in t.constraints if "ck_" in str(c.name)]
    assert checks
    for check in checks:
        assert str(check.name) in sql


def test_a_database_that_is_up_to_date_is_left_alone(empty: Flask) -> None:
    upgrade(empty)
    path = settings_of(empty).data / config.DATABASE
    before = dump(path)
    upgrade(empty)
    assert dump(path) == before
    assert copies(empty) == []


def test_the_names_of_the_steps_tell_their_order() -> None:
    assert schema.known()[::-1] == STEPS


def test_a_database_that_is_up_to_date_is_opened_without_alembic(settings: Settings) -> None:
    opens = (
        "import sys; from pathlib import Path; from scorekeeper import create_app, schema;"
        "from scorekeeper.config import Settings;"
        f"settings = Settings(Path({str(settings.data)!r}), '127.0.0.1', 8021);"
        "context = create_app(settings).app_context(); context.push(); schema.upgrade(settings);"
        "print(*({'alembic', 'mako', 'pygments'} & set(sys.modules)))"
    )
    run = [sys.executable, "-c", opens]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_there_is_one_line_of_steps() -> None:
    assert len(ScriptDirectory(str(schema.MIGRATIONS)).get_heads()) == 1


@pytest.mark.parametrize("step", STEPS[:-1])
def test_scores_survive_every_step(empty: Flask, step: str) -> None:
    files.make(settings_of(empty).data / config.DATABASE)
    with empty.app_context():
        command.upgrade(schema.configuration(), step)
    fill(empty)
    before = dump(settings_of(empty).data / config.DATABASE)
    upgrade(empty)
    assert revision(empty) == STEPS[-1]
    assert kept(empty) == {name: [row] for name, row in ROWS.items()}
    # The copy is the database as it was, for this user alone.
    [copy] = copies(empty)
    assert dump(copy) == before
    assert copy.stat().st_mode & 0o777 == 0o600
    assert step in copy.name


NEXT = """
from alembic import op
import sqlalchemy as sa
revision, down_revision = "next", "{last}"
branch_labels = depends_on = None
def upgrade():
{steps}
"""
COPIES_TABLES = """
    for name in ("match", "player", "deal"):
        with op.batch_alter_table(name, recreate="always") as batch:
            batch.add_column(sa.Column("colour", sa.String(10), nullable=True))
"""
FAILS = """
    op.execute("UPDATE deal_score SET score = 0")
    op.execute("UPDATE no_such_table SET score = 0")
"""
BREAKS = """
    op.execute("DELETE FROM player")
"""


@pytest.fixture
def another_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what gives the program one more step than it has."""

    def add(steps: str) -> None:
        folder = tmp_path / "migrations"
        shutil.copytree(schema.MIGRATIONS, folder)
        made = NEXT.format(last=STEPS[-1], steps=steps)
        (folder / "versions" / "next.py").write_text(made)
        monkeypatch.setattr(schema, "MIGRATIONS", folder)

    return add


def test_scores_survive_a_step_that_copies_their_tables(
    app: Flask, inside: Inside, seat: Seating, table: Table, another_step: Any
) -> None:
    """With foreign keys on, copying a table takes the rows with it that refer to it."""
    seat.deal(table)
    before = inside(sittings.one, table.club, table.sitting)
    another_step(COPIES_TABLES)
    upgrade(app)
    assert revision(app) == "next"
    assert inside(sittings.one, table.club, table.sitting) == before
    with connected(app) as connection:
        assert connection.execute(text("SELECT count(*) FROM deal_score")).scalar() == 3
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    assert len(copies(app)) == 1


@pytest.mark.parametrize("steps", [FAILS, BREAKS], ids=["fails", "breaks references"])
def test_a_step_that_goes_wrong_changes_nothing(
    app: Flask, inside: Inside, seat: Seating, table: Table, another_step: Any, steps: str
) -> None:
    seat.deal(table)
    path = settings_of(app).data / config.DATABASE
    before = dump(path)
    another_step(steps)
    with pytest.raises(Exception, match=r"no_such_table|broken references"):
        upgrade(app)
    assert dump(path) == before
    [copy] = copies(app)
    assert dump(copy) == before


def test_the_schema_of_a_newer_program_is_refused_untouched(app: Flask) -> None:
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    path = settings_of(app).data / config.DATABASE
    before = dump(path)
    with pytest.raises(SettingsError, match=r"got schema 9999.* newer version of the program"):
        upgrade(app)
    assert dump(path) == before
    assert copies(app) == []


@pytest.mark.parametrize("kind", ["scorekeeper", "before-upgrade-from-0001"])
def test_no_tables_are_made_where_backups_tell_of_some(empty: Flask, kind: str) -> None:
    """Also in a file that something has opened since, and that is not quite empty any more."""
    data = settings_of(empty).data
    files.make(data / config.DATABASE)
    (data / "backups").mkdir()
    (data / "backups" / f"{kind}-20261015T213000.sqlite3").write_bytes(b"")
    with pytest.raises(SettingsError, match=f"is missing or empty.*restore .*/{kind}-2026"):
        upgrade(empty)
    assert revision(empty) is None


def test_a_database_of_another_program_is_refused_untouched(empty: Flask) -> None:
    path = settings_of(empty).data / config.DATABASE
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipe (name)")
        other.commit()
    before = dump(path)
    with pytest.raises(SettingsError, match="other tables"):
        upgrade(empty)
    assert dump(path) == before
    assert copies(empty) == []


LATER = ("preset", "frozen", "payment", "transfer", "cost", "value", "account")


def test_what_deals_meant_is_told_of_those_recorded_before_it_was_asked(
    app: Flask, inside: Inside, seat: Seating, table: Table
) -> None:
    """The columns are taken away, as if the deals had been recorded without them.

    What later steps have made goes, too.
    """
    for facts in ({}, {"bid": "pass"}, {"bid": "solissimo", "soloist": 0, "card_points": 3}):
        seat.deal(table, **facts)
    seat.deal(seat("Anna", "Ben", "Carla", "Dino"))
    before = inside(record.everything)
    with app.app_context(), db.engine.begin() as connection:
        for step in (
            "DROP INDEX ix_event_club_id_id",
            "ALTER TABLE club DROP COLUMN repairs",
            "ALTER TABLE deal_result DROP COLUMN stake",
            "ALTER TABLE deal_score DROP COLUMN side",
            "ALTER TABLE deal_score DROP COLUMN result",
            "ALTER TABLE deal_score DROP COLUMN points",
            *(f"DROP TABLE {table}" for table in LATER),
            "UPDATE alembic_version SET version_num = '0004'",
        ):
            connection.execute(text(step))
    upgrade(app)
    assert inside(record.everything) == before
