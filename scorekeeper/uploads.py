"""Files that were uploaded and wait for a yes: in the data folder, one for each device, an hour.

A browser cannot be given back the file it sent, and without script nothing else keeps it. Names
are random, files are readable by the server's user alone, and nothing in them is looked at here.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import time
from pathlib import Path
from typing import Final

FOLDER: Final = "uploads"
SECONDS: Final = 3600
_TOKEN: Final = re.compile(r"[0-9a-f]{32}", re.ASCII)


def keep(data: Path, owner: str, content: bytes) -> str:
    """Keep a file for an owner instead of the one before, and return its token."""
    folder = data / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    for old in folder.glob(f"{owner}-*"):
        old.unlink(missing_ok=True)
    token = secrets.token_hex(16)
    path = folder / f"{owner}-{token}"
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
    except OSError:
        path.unlink(missing_ok=True)
        raise
    return token


def fetch(data: Path, owner: str, token: str) -> bytes | None:
    """Return an owner's file, None when there is none of this token any more."""
    if not _TOKEN.fullmatch(token):
        return None
    try:
        return (data / FOLDER / f"{owner}-{token}").read_bytes()
    except FileNotFoundError:
        return None


def drop(data: Path, owner: str, token: str) -> None:
    """Remove an owner's file."""
    if _TOKEN.fullmatch(token):
        (data / FOLDER / f"{owner}-{token}").unlink(missing_ok=True)


def sweep(data: Path) -> None:
    """Remove what has waited for too long."""
    before = time.time() - SECONDS
    with contextlib.suppress(FileNotFoundError):
        for path in (data / FOLDER).iterdir():
            with contextlib.suppress(FileNotFoundError):
                if path.stat().st_mtime < before:
                    path.unlink()
