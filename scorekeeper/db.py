"""The database: connection settings, write transactions, migrations. No tables, no queries.

SQLite's own driver would begin a transaction at the first write only, so two requests that read
and then write could lose one of the writes. Here every transaction begins when SQLAlchemy says
so: deferred for those that read, `BEGIN IMMEDIATE` for those that write.
"""

from __future__ import annotations

import sqlite3
import threading
from typing import Any, Final

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, MetaData, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.orm import DeclarativeBase, Session, SessionTransaction

BUSY_SECONDS: Final = 5
_WRITES: Final = "scorekeeper_writes"
_HOLDS: Final = "scorekeeper_holds_lock"

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


class Busy(Exception):
    """Another operation holds the database for longer than anybody waits."""


@event.listens_for(Engine, "connect")
def _configure(connection: Any, _record: Any) -> None:
    if not isinstance(connection, sqlite3.Connection):
        return
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


@event.listens_for(Engine, "begin")
def _begin(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        writes = connection.get_execution_options().get(_WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def begin_write() -> None:
    """Begin the transaction of an operation that writes, before its first query.

    Does nothing inside such a transaction. It ends, and lets the next one in, with the
    session's commit, rollback or removal.
    """
    session = db.session()
    if session.info.get(_HOLDS):
        return
    if session.in_transaction():
        raise ValueError("expected begin_write() before the first query of a transaction")
    if not _writer.acquire(timeout=BUSY_SECONDS):
        raise Busy
    session.info[_HOLDS] = True
    try:
        session.connection(execution_options={_WRITES: True})
    except BaseException:
        session.rollback()
        _release(session)
        raise


def _release(session: Session) -> None:
    if session.info.pop(_HOLDS, False):
        _writer.release()


@event.listens_for(Session, "after_transaction_end")
def _end(session: Session, transaction: SessionTransaction) -> None:
    if transaction.parent is None:
        _release(session)


def forget() -> None:
    """End the transaction and keep nothing of it."""
    db.session.rollback()


def failure(error: DBAPIError) -> str:
    """Return in a word what a database error means: refused, busy or unwritable."""
    if isinstance(error, IntegrityError):
        return "refused"
    return "busy" if "locked" in str(error.orig) else "unwritable"
