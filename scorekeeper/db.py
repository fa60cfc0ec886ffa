"""The database: connection settings, write transactions, what errors mean. No tables, no queries.

SQLite's own driver would begin a transaction at the first write only, so two requests that read
and then write could lose one of the writes. Here every transaction begins when SQLAlchemy says
so: deferred for those that read, `BEGIN IMMEDIATE` for those that write. On PostgreSQL those that
read see one state of the database, and those that write hold rows: see `store/holding.py`.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, CursorResult, Engine, Executable, MetaData, event
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.orm import DeclarativeBase, Session, SessionTransaction

BUSY_SECONDS: Final = 5
_WRITES: Final = "scorekeeper_writes"
_HOLDS: Final = "scorekeeper_holds"
_WRITER: Final = "scorekeeper_writer"
_FILE: Final = "scorekeeper_file"
# What SQLite says of a file that is not there, or is no database, or no whole one.
_NO_DATABASE: Final = frozenset(
    {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}
)
# What PostgreSQL says where others hold what is wanted: serialization, deadlock, lock, time.
_OTHERS: Final = frozenset({"40001", "40P01", "55P03", "57014"})

# One writer at a time in this process: SQLite's busy handler sleeps, a lock wakes at once.
_writer = threading.Lock()


class Base(DeclarativeBase):
    """The base of all tables, with names for constraints, so that migrations can name them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


db = SQLAlchemy(model_class=Base)
DatabaseError = DBAPIError
DatabaseRefused = IntegrityError


class Busy(Exception):
    """Another operation holds the database for longer than anybody waits."""


class Gone(sqlite3.OperationalError):
    """The database's file is empty, or is not the one any more that was opened."""


@event.listens_for(Engine, "connect")
def _configure(connection: Any, record: Any) -> None:
    if not isinstance(connection, sqlite3.Connection):
        _configure_postgresql(connection)
        return
    path = Path(connection.execute("PRAGMA database_list").fetchone()[2])
    file = _identity(path)
    if file is None:
        connection.close()
        raise Gone(f"expected a database in {path}, and the file is empty or gone")
    record.info[_FILE] = (path, file)
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout={BUSY_SECONDS * 1000}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        # Without this a REPLACE removes an event past the trigger that refuses it.
        "recursive_triggers=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _configure_postgresql(connection: Any) -> None:
    connection.autocommit = True
    # 0 would be for ever.
    connection.execute(f"SET lock_timeout = {max(1, BUSY_SECONDS * 1000)}")
    connection.autocommit = False


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from another in its place, None where there is none with content."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found.st_size else None


@event.listens_for(Engine, "begin")
def _begin(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        writes = connection.get_execution_options().get(_WRITES, False)
        if writes:
            _expect_its_file(connection)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _expect_its_file(connection: Connection) -> None:
    """See that what is written can be found again: a file that was removed can be written to."""
    path, file = connection.info[_FILE]
    if _identity(path) != file:
        connection.invalidate()
        connection.engine.dispose()
        why = Gone(f"{path} is not the file any more that was opened")
        raise OperationalError("BEGIN IMMEDIATE", None, why)


def begin_write() -> None:
    """Begin the transaction of an operation that writes, before its first query.

    Does nothing inside such a transaction. It ends, and lets the next one in, with the
    session's commit, rollback or removal.
    """
    session = db.session()
    if _HOLDS in session.info:
        return
    if session.in_transaction():
        raise ValueError("expected begin_write() before the first query of a transaction")
    # Where rows are held, each statement sees what was committed by those who held them before.
    options: dict[str, Any] = {"isolation_level": "READ COMMITTED"}
    if not holds_rows():
        options = {_WRITES: True}
        if not _writer.acquire(timeout=BUSY_SECONDS):
            raise Busy
        session.info[_WRITER] = True
    session.info[_HOLDS] = set()
    try:
        session.connection(execution_options=options)
    except BaseException:
        session.rollback()
        _release(session)
        raise


def run(
    statement: Executable, values: Mapping[str, Any] | Sequence[Mapping[str, Any]]
) -> CursorResult[*tuple[Any, ...]]:
    """Execute a statement that was made once, with these values, and return its rows.

    For what most requests ask: nothing is built anew, and no object of the session is made. What
    the session has pending is written before.
    """
    session = db.session()
    session.flush()
    return session.connection().execute(statement, values)


def writing() -> bool:
    """Say whether the transaction is one that writes, begun before its first query."""
    return _HOLDS in db.session().info


def holds_rows() -> bool:
    """Say whether writers hold rows, each its own, instead of taking turns."""
    return db.engine.dialect.name == "postgresql"


def held() -> set[Any]:
    """Return what the transaction that writes holds; who takes more adds it."""
    found: set[Any] = db.session().info[_HOLDS]
    return found


def _release(session: Session) -> None:
    session.info.pop(_HOLDS, None)
    if session.info.pop(_WRITER, False):
        _writer.release()


@event.listens_for(Session, "after_transaction_end")
def _end(session: Session, transaction: SessionTransaction) -> None:
    if transaction.parent is None:
        _release(session)


def forget() -> None:
    """End the transaction and keep nothing of it."""
    db.session.rollback()


def failure(error: DBAPIError) -> str:
    """Return in a word what a database error means: refused, busy, unreachable or unwritable."""
    if isinstance(error, IntegrityError):
        return "refused"
    if isinstance(error.orig, sqlite3.Error):
        return _failure_of_file(error.orig)
    state = getattr(error.orig, "sqlstate", None)
    if state in _OTHERS:
        return "busy"
    gone = error.connection_invalidated or (state is None and isinstance(error, OperationalError))
    return "unreachable" if gone else "unwritable"


def _failure_of_file(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without what it adds to the code
    if isinstance(error, Gone) or code in _NO_DATABASE:
        return "unreachable"
    return "busy" if "locked" in str(error) else "unwritable"
