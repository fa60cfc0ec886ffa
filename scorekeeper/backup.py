"""Copies of the database in the data folder's `backups/`: made, read back, and which of them stay.

The key is in none of them. How a database is copied and checked is in `store/files.py`; putting
one back is in `restore.py`.
"""

from __future__ import annotations

import datetime
import errno
import logging
import os
import re
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from .config import DATABASE, SettingsError, database
from .store import files

FOLDER: Final = "backups"
DAYS: Final = 14
WEEKS: Final = 8
LAST: Final = 3  # of each kind, whatever their age
DAY: Final = datetime.timedelta(days=1)
OLD: Final = 2 * DAY  # the server makes one every day
WAKES: Final = 15 * 60  # seconds between two looks at the age of the newest
RESERVE: Final = 8_000_000  # bytes that a copy leaves free for the deals to come

_MOMENT: Final = "%Y%m%dT%H%M%S"
_NAME: Final = re.compile(r"(scorekeeper|before-upgrade-from-\w+)-(\d{8}T\d{6})\.sqlite3", re.ASCII)
_USUAL: Final = "scorekeeper"
_PART: Final = ".part"
_LEFT_BEHIND: Final = 3600  # seconds after which nobody is writing a part any more

log = logging.getLogger(__name__)


class BackupFailed(SettingsError):
    """A copy could not be made, in words; nothing of it was left."""


def make(data: Path, folder: Path | None = None) -> Path:
    """Make a copy in `backups/`, where old ones then go, or in another folder, where none do."""
    if folder is not None:
        return _made(data, folder, _USUAL)
    return _made_and_pruned(data, _USUAL)


def before_upgrade(data: Path, schema: str) -> Path:
    """Make a copy of a database of an older schema before the steps change it."""
    return _made_and_pruned(data, f"before-upgrade-from-{schema}")


def newest(data: Path, at: datetime.datetime) -> datetime.datetime | None:
    """Return when the newest copy in `backups/` was made that is not of the future."""
    moments = [moment for _, moment in _read(_names(data / FOLDER)).values() if moment <= at]
    return max(moments, default=None)


def keep(names: Collection[str], at: datetime.datetime) -> set[str]:
    """Return which of these files stay.

    Of the usual ones the last of each of the 14 newest days and of each of the 8 newest weeks
    (UTC), of those made before an upgrade what is not older than 8 weeks, and of each kind the
    last 3. What has another name or is of the future is not ours to judge, and stays.
    """
    known = _read(names)
    stay = {name for name in names if name not in known or known[name][1] > at}
    past = sorted(known.keys() - stay, key=lambda name: known[name][1])
    usual = [name for name in past if known[name][0] == _USUAL]
    others = [name for name in past if known[name][0] != _USUAL]
    days = {known[name][1].date(): name for name in usual}
    weeks = {known[name][1].isocalendar()[:2]: name for name in usual}
    young = [name for name in others if at - known[name][1] <= WEEKS * 7 * DAY]
    stay.update(usual[-LAST:], others[-LAST:], young)
    stay.update([days[day] for day in sorted(days)[-DAYS:]])
    stay.update([weeks[week] for week in sorted(weeks)[-WEEKS:]])
    return stay


def make_daily(data: Path, stop: threading.Event, wakes: float = WAKES) -> None:
    """Make a copy whenever the newest is older than a day, until told to stop.

    What goes wrong is logged, and tried again when it wakes next.
    """
    while True:
        made = newest(data, now())
        if made is None or now() - made > DAY:
            try:
                log.info("backup made: %s", make(data).name)
            except SettingsError as failed:  # a database that is gone among them
                log.warning("%s", failed)
        if stop.wait(wakes):
            return


def expect_none(data: Path) -> None:
    """Raise `SettingsError` where there are copies: an empty database would hide a lost one."""
    copies = _read(_names(data / FOLDER))
    if copies:
        last = max(copies, key=lambda name: copies[name][1])
        raise SettingsError(
            f"the database {data / DATABASE} is missing or empty, and {data / FOLDER} holds "
            "backups of it: put it back, or restore one with `scorekeeper restore "
            f"{data / FOLDER / last}`, or set SCOREKEEPER_DATA to another folder"
        )


def now() -> datetime.datetime:
    """Return this moment in UTC, in whole seconds as the names have it."""
    return datetime.datetime.now(datetime.UTC).replace(microsecond=0)


def sync(path: Path) -> None:
    """See that a file or a folder is on the disk; some network folders cannot be asked."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if not (path.is_dir() and error.errno in (errno.EINVAL, errno.ENOTSUP)):
            raise
    finally:
        os.close(handle)


def _made_and_pruned(data: Path, kind: str) -> Path:
    database(data)
    folder = data / FOLDER
    with _in_words(folder):
        folder.mkdir(mode=0o700, exist_ok=True)
    made = _made(data, folder, kind)
    with suppress(OSError):  # what cannot be removed now is at the next time
        _prune(folder)
    return made


def _made(data: Path, folder: Path, kind: str) -> Path:
    source, target = database(data), folder / f"{kind}-{now().strftime(_MOMENT)}.sqlite3"
    with _in_words(folder):
        _check_room(folder, sum(path.stat().st_size for path in _parts_of(source)))
        handle, name = tempfile.mkstemp(_PART, f"{kind}-", folder)  # mode 600
        os.close(handle)
        part = Path(name)
        try:
            files.copy(source, part)
            sync(part)
            part.rename(target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        sync(folder)
    return target


@contextmanager
def _in_words(folder: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error, files.Unsound) as error:
        why = getattr(error, "strerror", None) or error
        raise BackupFailed(f"no backup was made in {folder}: {why}") from None


def _parts_of(database: Path) -> list[Path]:
    beside = [database.with_name(database.name + side) for side in files.SIDES]
    return [database, *(path for path in beside if path.exists())]


def _check_room(folder: Path, size: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < size + RESERVE:
        raise OSError(errno.ENOSPC, f"expected {size + RESERVE} bytes free on the disk, got {free}")


def _prune(folder: Path) -> None:
    names = _names(folder)
    for name in names - keep(names, now()):
        (folder / name).unlink()
    for part in folder.glob(f"*{_PART}"):
        if now().timestamp() - part.stat().st_mtime > _LEFT_BEHIND:
            part.unlink()


def _names(folder: Path) -> set[str]:
    with suppress(OSError):
        return {path.name for path in folder.iterdir()}
    return set()


def _read(names: Collection[str]) -> dict[str, tuple[str, datetime.datetime]]:
    """Return kind and moment of the names that are of copies."""
    found = {}
    for name in names:
        match = _NAME.fullmatch(name)
        with suppress(ValueError):  # a day such as the 31st of June
            if match:
                moment = datetime.datetime.strptime(match[2], _MOMENT).replace(tzinfo=datetime.UTC)
                found[name] = (match[1], moment)
    return found
