"""A database as a file by itself: its copy, whether it is sound, what is in it.

No application is needed. SQLite alone.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import URL, NullPool, create_engine

from ..db import BUSY_SECONDS

SIDES: Final = ("-wal", "-shm")  # what SQLite keeps beside a database, after its whole name
_TABLES: Final = frozenset({"club", "deal", "device", "event", "match", "membership", "sitting"})
_SETTINGS: Final[dict[str, dict[str, str]]] = {
    "journal_mode": {},
    "synchronous": {"0": "off", "1": "normal", "2": "full", "3": "extra"},
    "foreign_keys": {"0": "off", "1": "on"},
}

Rows = Mapping[str, int]


class Unsound(Exception):
    """A file that is no sound database of this program: what was expected, and what came."""


@dataclass(frozen=True)
class Totals:
    """What is in a database: how many of each that count, and the day of the newest evening."""

    clubs: int
    evenings: int
    matches: int
    deals: int
    newest: str | None


@dataclass(frozen=True)
class Found:
    """A sound database of this program: its schema, and what is in it."""

    schema: str
    totals: Totals


def make(path: Path) -> None:
    """Make a database without tables, readable as the process says, unless there is one."""
    with _opened(path, "rwc") as connection:
        connection.execute("PRAGMA journal_mode=WAL")


def copy(source: Path, target: Path) -> None:
    """Write a consistent copy into an empty file, also while others write, and read it back.

    Raises `Unsound` and `sqlite3.Error`; what has been written of the copy is left there.
    """
    with _opened(source, "rw") as connection:
        before = _written(connection)
        connection.execute("VACUUM INTO ?", (str(target),))
        after = _written(connection)
    with _opened(target, "rw") as connection:
        _check(connection)
        expect_between(before, _written(connection), after)


def expect_between(before: Rows, copied: Rows, after: Rows) -> None:
    """See that a copy has as many rows as there were while it was made.

    Neither deals nor events are ever removed, so that it lies between before and after.
    """
    for name, rows in copied.items():
        if not before[name] <= rows <= after[name]:
            expected = f"from {before[name]} to {after[name]} rows of {name}"
            raise Unsound(f"expected {expected} in the copy, got {rows}")


def examine(path: Path, *, own: bool = False) -> Found:
    """Return what is in a database that is sound; `Unsound` for any other file.

    One that nobody else uses is looked at more closely: of a file that is only read SQLite does
    not check what its columns may hold.
    """
    try:
        with _opened(path, "rw" if own else "ro") as connection:
            _check(connection)
            if _TABLES - _tables(connection):
                raise Unsound("expected a database of scorekeeper, got one without its tables")
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            if row is None:
                raise Unsound("expected a database of scorekeeper, got one without a version")
            return Found(str(row[0]), _totals(connection))
    except sqlite3.Error as error:
        raise Unsound(f"expected a database of scorekeeper, got: {error}") from None


def integrity(path: Path) -> list[str]:
    """Return what SQLite finds wrong with a file and its references, nothing when all is well."""
    with _opened(path, "rw") as connection:
        wrong = _faults(connection)
        broken = connection.execute("PRAGMA foreign_key_check").fetchall()
    tables = sorted({str(row[0]) for row in broken})
    return [*wrong, *(f"rows of {name} that refer to nothing" for name in tables)]


def schema(path: Path) -> str | None:
    """Return the schema that a database says it has."""
    with _opened(path) as connection:
        if "alembic_version" not in _tables(connection):
            return None
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if row is None else str(row[0])


def in_force(path: Path) -> dict[str, str]:
    """Return the settings of a connection as the program makes it, in SQLite's words."""
    engine = create_engine(URL.create("sqlite", database=str(path)), poolclass=NullPool)
    raw = engine.raw_connection()
    try:
        cursor = raw.cursor()
        found = {}
        for name, words in _SETTINGS.items():
            cursor.execute(f"PRAGMA {name}")
            came = ", ".join(str(value) for row in cursor.fetchall() for value in row)
            found[name] = words.get(came, came)
        return found
    finally:
        raw.close()
        engine.dispose()


def settle(path: Path) -> None:
    """Bring into a database what was written beside it, as its last user would."""
    with _opened(path, "rw") as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _opened(path: Path, mode: str = "ro") -> Iterator[sqlite3.Connection]:
    address = f"{path.absolute().as_uri()}?mode={mode}"  # makes no file that is not there
    with closing(
        sqlite3.connect(address, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
    ) as connection:
        yield connection


def _check(connection: sqlite3.Connection) -> None:
    if wrong := _faults(connection):
        raise Unsound(f"expected a sound database, got: {wrong[0]}")


def _faults(connection: sqlite3.Connection) -> list[str]:
    lines = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
    return [line for line in lines if line != "ok"]


def _tables(connection: sqlite3.Connection) -> set[str]:
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {str(row[0]) for row in rows}


def _written(connection: sqlite3.Connection) -> Rows:
    """Count the rows that are only ever added."""
    return {
        "deal": _count(connection, "SELECT count(*) FROM deal"),
        "event": _count(connection, "SELECT count(*) FROM event"),
    }


def _totals(connection: sqlite3.Connection) -> Totals:
    newest = connection.execute("SELECT max(date) FROM sitting").fetchone()[0]
    return Totals(
        clubs=_count(connection, "SELECT count(*) FROM club"),
        evenings=_count(connection, "SELECT count(*) FROM sitting"),
        matches=_count(connection, "SELECT count(*) FROM match"),
        deals=_count(connection, "SELECT count(*) FROM deal WHERE hidden_at IS NULL"),
        newest=None if newest is None else str(newest),
    )


def _count(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])
