"""Bring the database to the program's schema: a copy first, then Alembic's steps.

Called by the server at its start, under the data folder's lock; never by `create_app`.
"""

from __future__ import annotations

import datetime
import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import current_app

from .config import Settings, SettingsError
from .db import db

MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(settings: Settings) -> None:
    """Apply the steps that are missing, or raise `SettingsError` for an unknown schema."""
    config: Config = current_app.extensions["migrate"].migrate.get_config(str(MIGRATIONS))
    known = ScriptDirectory.from_config(config)
    with db.engine.connect() as connection:
        there = MigrationContext.configure(connection).get_current_revision()
        empty = not db.inspect(connection).get_table_names()
    if there == known.get_current_head():
        return
    if there is None and not empty:
        raise SettingsError("expected a database of this program, got one with other tables")
    if there is not None and there not in {step.revision for step in known.walk_revisions()}:
        raise SettingsError(
            f"expected a database of this version or an older one, got schema {there}: "
            "it was made by a newer version of the program"
        )
    if there is not None:
        _copy(settings, there)
    command.upgrade(config, "head")


def _copy(settings: Settings, revision: str) -> None:
    folder = settings.data / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    moment = datetime.datetime.now(datetime.UTC).strftime("%Y%m%dT%H%M%S")
    target = folder / f"before-upgrade-from-{revision}-{moment}.sqlite3"
    part = target.with_suffix(".part")
    part.unlink(missing_ok=True)
    with closing(sqlite3.connect(str(db.engine.url.database))) as source:
        source.execute("VACUUM INTO ?", (str(part),))
    part.chmod(0o600)
    part.rename(target)
