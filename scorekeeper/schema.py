"""Bring the database to the program's schema: a copy first, then Alembic's steps.

Called by the server at its start, under the data folder's lock; never by `create_app`. Servers that
share a PostgreSQL database take turns there, and make no copy: that is `pg_dump`'s. Alembic is
loaded only where a step is missing: what is current is found without it.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import current_app
from sqlalchemy import Connection, func, select, text

from . import backup
from .config import DATABASE, Settings, SettingsError
from .db import db
from .store import files

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
_TURN = 0x736368656D61  # the number of the lock that is held meanwhile


def known() -> list[str]:
    """Return the schemas that this program knows, its own first: their files begin with them."""
    steps = (path.stem.partition("_")[0] for path in (MIGRATIONS / "versions").glob("*.py"))
    return sorted(steps, reverse=True)


def configuration() -> Config:
    """Return what Alembic needs to know of the open database."""
    from flask_migrate import Migrate

    migrate = Migrate(current_app, db, directory=str(MIGRATIONS))
    found: Any = migrate.get_config()
    config: Config = found
    return config


def upgrade(settings: Settings) -> None:
    """Apply the steps that are missing, or raise `SettingsError` for an unknown schema."""
    if settings.postgresql is None:
        _make_file(settings.data)
        _upgrade(settings)
        return
    with db.engine.connect() as connection:
        _expect_utf8(connection)
        connection.execute(text("SET LOCAL lock_timeout = '60s'"))
        connection.execute(select(func.pg_advisory_xact_lock(_TURN)))
        _upgrade(settings)


def _make_file(data: Path) -> None:
    path = data / DATABASE
    try:
        if not path.exists() or path.stat().st_size == 0:
            backup.expect_none(data)
            files.make(path)
    except (OSError, sqlite3.Error) as error:
        raise SettingsError(f"the database {path} cannot be made: {error}") from None


def _expect_utf8(connection: Connection) -> None:
    encoding = connection.execute(text("SHOW server_encoding")).scalar()
    if encoding != "UTF8":
        raise SettingsError(f"expected a PostgreSQL database in UTF8, got one in {encoding}")


def _upgrade(settings: Settings) -> None:
    there = _there()
    if there == known()[0]:
        return
    if there is not None:
        expect_known(there)
        if settings.postgresql is None:
            backup.before_upgrade(settings.data, there)
    else:
        with db.engine.connect() as connection:
            if db.inspect(connection).get_table_names():
                raise SettingsError(
                    "expected a database of this program, got one with other tables"
                )
        if settings.postgresql is None:
            backup.expect_none(settings.data)
    from alembic import command

    command.upgrade(configuration(), "head")


def expect_known(there: str) -> None:
    """Raise `SettingsError` for a schema that this program cannot bring up to its own."""
    if there not in known():
        raise SettingsError(
            f"expected a database of this version or an older one, got schema {there}: "
            "it was made by a newer version of the program"
        )


def expect_current() -> None:
    """Raise `SettingsError` when the open database has another schema than the program."""
    there = _there()
    if there is None:
        raise SettingsError("expected a database of this program, got one without its tables")
    if there not in known():
        raise SettingsError(
            f"expected a database of this version, got schema {there}: it was made by a newer "
            "version of the program"
        )
    if there != known()[0]:
        raise SettingsError(
            f"expected a database of this version, got schema {there} of an older one: start the "
            "server once, which brings it up to date"
        )


def _there() -> str | None:
    with db.engine.connect() as connection:
        if not db.inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return found
