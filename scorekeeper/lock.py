"""The data folder's lock: one server at a time, and nobody migrates or replaces data under it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from . import config
from .config import Settings, SettingsError

LOCK: Final = "lock"
_SERVED: Final = (
    "expected no other server on it; stop the other one, or set SCOREKEEPER_DATA to another folder"
)


@contextmanager
def locked(settings: Settings, served: str = _SERVED) -> Iterator[None]:
    """Make the data folder and hold its lock; `served` is what to do when somebody else does.

    Several servers share one that has its database elsewhere.
    """
    how = fcntl.LOCK_EX if settings.postgresql is None else fcntl.LOCK_SH
    os.umask(0o077)
    config.folder(settings)
    path = settings.data / LOCK
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise SettingsError(f"the lock {path} cannot be opened: {error.strerror}") from None
    try:
        try:
            fcntl.flock(handle, how | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SettingsError(
                f"the data folder {settings.data} is being served already: {served}"
            ) from None
        yield
    finally:
        os.close(handle)


def is_held(data: Path) -> bool:
    """Say whether somebody holds the lock of a data folder; nothing is made for that."""
    try:
        handle = os.open(data / LOCK, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False
