"""Look at a server's data and surroundings, and say of each whether it is as it should be.

Nothing is made, changed or mended; what a file holds is looked at by `store/files.py`.
"""

from __future__ import annotations

import platform
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final, NamedTuple

from . import backup, config, links, lock, mounts, schema
from .config import KEY_BYTES, Settings
from .store import files

WELL, LOOK, CANNOT = 0, 1, 2
LIBRARIES: Final = ("scorekeeper", "flask", "sqlalchemy", "alembic", "waitress", "wtforms")
SPARE: Final = 100_000_000  # bytes that should be free beyond a few copies of the database
COPIES: Final = 3
WANTED: Final = {"journal_mode": "wal", "synchronous": "full", "foreign_keys": "on"}


class Finding(NamedTuple):
    """What was looked at, what it is like, and whether that is well."""

    what: str
    is_like: str
    well: bool = True

    def __str__(self) -> str:
        return f"{'ok' if self.well else 'look at this':<14}{self.what}: {self.is_like}"


def doctor(settings: Settings) -> int:
    """Print what is found; 0 when all is well, 1 when not, 2 when nothing can be opened."""
    path = config.database(settings.data)
    status = WELL
    for look in LOOKS:
        try:
            found = list(look(settings, path))
        except (OSError, sqlite3.Error) as error:
            what = (look.__doc__ or "").partition(":")[0]
            found = [Finding(what, f"cannot be looked at: {_why(error)}", well=False)]
        for finding in found:
            print(finding, flush=True)
            status = status if finding.well else LOOK
    return status if _opens(path) else CANNOT


def _opens(path: Path) -> bool:
    with suppress(sqlite3.Error):
        files.schema(path)
        return True
    return False


def _why(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error)


def _versions(_settings: Settings, _path: Path) -> Iterator[Finding]:
    """versions: of Python, SQLite and what the program uses."""
    names = [f"Python {platform.python_version()}", f"SQLite {sqlite3.sqlite_version}"]
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):
            names.append(f"{name} {version(name)}")
    yield Finding("versions", ", ".join(names))


def _modes(settings: Settings, path: Path) -> Iterator[Finding]:
    """access: nobody but this user reads the folder, the key and the database."""
    data = settings.data
    beside = [path.with_name(path.name + side) for side in files.SIDES]
    for one in (data, data / "key", path, *beside, data / backup.FOLDER):
        if one.exists():
            mode = stat.S_IMODE(one.stat().st_mode)
            private = mode & 0o077 == 0
            rest = "" if private else f"; expected {'700' if one.is_dir() else '600'}"
            yield Finding(f"access to {one}", f"mode {mode:o}{rest}", private)


def _key(settings: Settings, _path: Path) -> Iterator[Finding]:
    """key: the links and the cookies of phones hang on it."""
    path = settings.data / "key"
    if not path.exists():
        yield Finding("key", f"{path} is not there: phones that joined have to join again", False)
    else:
        size = path.stat().st_size
        well = size == KEY_BYTES
        yield Finding("key", f"{size} bytes{'' if well else f'; expected {KEY_BYTES}'}", well)


def _settings(_settings: Settings, path: Path) -> Iterator[Finding]:
    """database settings: what keeps a saved deal through a power cut."""
    found = files.in_force(path)
    for name, wanted in WANTED.items():
        well = found[name] == wanted
        rest = "" if well else f"; expected {wanted}"
        yield Finding(f"database setting {name}", found[name] + rest, well)


def _schema(_settings: Settings, path: Path) -> Iterator[Finding]:
    """schema: the one of the database and the one of the program."""
    there, known = files.schema(path), schema.known()
    said = f"database {there or 'none'}, program {known[0]}"
    if there == known[0]:
        yield Finding("schema", said)
    elif there in known:
        yield Finding("schema", f"{said}: the server brings it up to date at its next start", False)
    else:
        yield Finding("schema", f"{said}: made by another program or a newer version", False)


def _integrity(_settings: Settings, path: Path) -> Iterator[Finding]:
    """integrity: what SQLite finds in the file."""
    wrong = files.integrity(path)
    yield Finding("integrity", "; ".join(wrong[:3]) or "nothing wrong in the file", not wrong)


def _disk(_settings: Settings, path: Path) -> Iterator[Finding]:
    """disk: is there room for what comes?"""
    free, size = shutil.disk_usage(path.parent).free, path.stat().st_size
    well = free >= COPIES * size + SPARE
    yield Finding("disk", f"{_megabytes(free)} free, the database has {_megabytes(size)}", well)


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB"


def _file_system(settings: Settings, _path: Path) -> Iterator[Finding]:
    """file system: SQLite's locks can be trusted on a disk of this machine only."""
    kind = mounts.kind(settings.data)
    if kind is None:
        yield Finding("file system", "not known on this system")
    elif mounts.is_network(kind):
        said = f"{kind}, over a network: move the data folder to a disk of this machine"
        yield Finding("file system", said, False)
    else:
        yield Finding("file system", kind)


def _backup(settings: Settings, _path: Path) -> Iterator[Finding]:
    """backup: how old is the newest?"""
    made = backup.newest(settings.data, backup.now())
    if made is None:
        yield Finding("backup", "none yet: `scorekeeper backup` makes one", False)
    else:
        age = backup.now() - made
        yield Finding("backup", f"the newest is {_age(age)} old", age <= backup.OLD)


def _age(age: timedelta) -> str:
    """Return an age in words.

    >>> _age(timedelta(hours=30)), _age(timedelta(days=3))
    ('30 hours', '3 days')
    """
    hours = age // timedelta(hours=1)
    if hours < 1:
        return "less than an hour"
    number, unit = (hours, "hour") if hours < 48 else (age.days, "day")
    return f"{number} {unit}{'' if number == 1 else 's'}"


def _server(settings: Settings, _path: Path) -> Iterator[Finding]:
    """server: does one hold the lock, and where do phones reach it?"""
    running = lock.is_held(settings.data)
    yield Finding("server", "one is running on this folder" if running else "none is running")
    yield Finding("addresses", ", ".join(f"{url}/" for url in links.servers(settings)))


LOOKS: Final[tuple[Callable[[Settings, Path], Iterator[Finding]], ...]] = (
    _versions,
    _modes,
    _key,
    _settings,
    _schema,
    _integrity,
    _disk,
    _file_system,
    _backup,
    _server,
)
