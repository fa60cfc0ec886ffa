"""Put a copy in the place of the database: looked at, made ready aside, then exchanged.

The copy is brought to the program's schema, and everybody is signed out of it, before it takes
its place, so that a restore that is cut short at any moment has changed nothing or is complete.
What was there is moved into a folder `replaced-...`, never removed.
"""

from __future__ import annotations

import datetime
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from itertools import count
from pathlib import Path
from typing import Final

from sqlalchemy.exc import DBAPIError

from . import backup, config, create_app, lock, schema
from .config import DATABASE, Settings, SettingsError
from .db import db
from .door import print_owners_links
from .opening import opened
from .store import clubs, files, signing_out
from .store.files import Totals, Unsound

DECLINED: Final = 1
REASON: Final = "A backup was put in the place of the data."
_STAGE: Final = "restoring-"
_ROWS: Final = {
    "clubs": "clubs",
    "evenings": "evenings",
    "matches": "matches",
    "deals": "deals",
    "newest": "newest evening",
}


def restore(settings: Settings, source: Path, agreed: Callable[[], bool]) -> int:
    """Put a copy in the place of the database if that is agreed to; return the exit status."""
    _expect_a_copy(settings, source)
    with lock.locked(settings, "stop the server first, then restore"):
        with _in_words(source), _staged(settings, source) as stage:
            copied = _examined(stage.data / DATABASE, source)
            print(*_compared(_present(settings.data), copied), sep="\n", flush=True)
            if not agreed():
                print("Nothing was changed.", flush=True)
                return DECLINED
            _make_ready(stage)
            aside = _exchange(settings.data, stage.data / DATABASE)
        _tell(settings, aside)
    return 0


def _expect_a_copy(settings: Settings, source: Path) -> None:
    """See that there is a file, and that nobody is writing to it."""
    try:
        if not source.is_file():
            raise SettingsError(f"expected the file of a backup, and {source} is none")
        present = settings.data / DATABASE
        if present.exists() and source.samefile(present):
            raise SettingsError(f"expected a backup, got the present database {source} itself")
    except OSError as error:
        raise SettingsError(f"{source} cannot be read: {error.strerror}") from None
    if source.name == DATABASE and lock.is_held(source.parent):
        raise SettingsError(
            f"expected a backup, got the database {source} that a server is writing to: make a "
            "backup of it with `scorekeeper backup`"
        )


@contextmanager
def _in_words(source: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error, Unsound) as error:
        why = getattr(error, "strerror", None) or error
        raise SettingsError(f"{source} was not restored: {why}") from None


@contextmanager
def _staged(settings: Settings, source: Path) -> Iterator[Settings]:
    """Copy a database with what was written beside it into a folder of its own, for a while."""
    for old in settings.data.glob(f"{_STAGE}*"):  # of a restore that was cut short
        shutil.rmtree(old)
    with tempfile.TemporaryDirectory(prefix=_STAGE, dir=settings.data) as folder:
        stage = replace(settings, data=Path(folder))
        shutil.copyfile(source, stage.data / DATABASE)
        beside = source.with_name(source.name + "-wal")
        if beside.exists():
            shutil.copyfile(beside, stage.data / (DATABASE + "-wal"))
        yield stage


def _examined(path: Path, source: Path) -> Totals:
    try:
        found = files.examine(path, own=True)
        schema.expect_known(found.schema)
    except (Unsound, SettingsError) as error:
        raise SettingsError(f"{source} was not restored: {error}") from None
    return found.totals


def _present(data: Path) -> Totals | str:
    if not (data / DATABASE).exists():
        return "none"
    try:
        return files.examine(data / DATABASE).totals
    except Unsound:
        return "damaged"


def _compared(before: Totals | str, after: Totals) -> list[str]:
    """Return the totals of both side by side."""
    rows = [("", "now", "in the backup")]
    for field, label in _ROWS.items():
        now = before if isinstance(before, str) else _said(before, field)
        rows.append((label, now, _said(after, field)))
    return [f"{label:<16}{now:<14}{then}".rstrip() for label, now, then in rows]


def _said(totals: Totals, field: str) -> str:
    value = asdict(totals)[field]
    return "none" if value is None else str(value)


def _make_ready(stage: Settings) -> None:
    """Bring the copy to the program's schema, and sign everybody out of it."""
    app = create_app(stage)
    with app.app_context():
        try:
            schema.upgrade(stage)
            for club in clubs.listed():
                signing_out.everybody(club.id, REASON)
        except (DBAPIError, ValueError) as error:
            why = error.orig if isinstance(error, DBAPIError) else error
            raise SettingsError(f"the backup cannot be made ready: {why}") from None
        finally:
            db.session.remove()
            db.engine.dispose()
    path = stage.data / DATABASE
    files.settle(path)
    files.examine(path, own=True)
    backup.sync(path)


def _exchange(data: Path, ready: Path) -> Path | None:
    """Move the database aside and the copy into its place; return where the old one is now."""
    present = data / DATABASE
    aside = _folder_aside(data)
    with suppress(sqlite3.Error):  # what is damaged is moved as it is
        files.settle(present)
    for side in files.SIDES:
        with suppress(FileNotFoundError):
            (data / (DATABASE + side)).rename(aside / (DATABASE + side))
    with suppress(FileNotFoundError):
        os.link(present, aside / DATABASE)
    backup.sync(aside)
    ready.rename(present)  # at no moment is there none
    backup.sync(data)
    with suppress(OSError):  # of a folder that had no database
        aside.rmdir()
    return aside if aside.exists() else None


def _folder_aside(data: Path) -> Path:
    moment = datetime.datetime.now().astimezone().strftime("%Y%m%dT%H%M%S")
    for number in count(1):
        folder = data / f"replaced-{moment}{f'-{number}' if number > 1 else ''}"
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
            return folder
    raise AssertionError


def _tell(settings: Settings, aside: Path | None) -> None:
    after = files.examine(config.database(settings.data)).totals
    said = ", ".join(f"{_said(after, field)} {label}" for field, label in list(_ROWS.items())[:-1])
    print(f"\nRestored: {said}; newest evening: {_said(after, 'newest')}.")
    if aside is not None:
        print(f"What was there before is in {aside}.")
    print("Every device is signed out and every link has ended.", flush=True)
    with opened(settings) as app:
        print_owners_links(settings, app.config["SECRET_KEY"])
