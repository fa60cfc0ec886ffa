"""Move clubs from the command line: write one into a file, make one of a file.

The file is `clubfile/`; what it is made of and what becomes of it is in the store.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from . import clubfile, create_app, door, entry, lock, schema
from .clubfile import Document, FileRefused, Found
from .config import DATABASE, Settings, SettingsError
from .db import db
from .entry import Refused, shown
from .opening import opened
from .store import moving

DAMAGED: Final = 1
STDOUT: Final = "-"


def export(settings: Settings, club: int | None, target: str) -> int:
    """Write a club into a file, or to standard output; return the exit status.

    What could not be read again is written all the same, and everything that is wrong is said.
    """
    with opened(settings):
        content = clubfile.write(moving.club_document(door.club_of(club).id))
    if target == STDOUT:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        _replace(Path(target), content)
    problems = list(_problems(content))
    for problem in problems:
        print(f"scorekeeper: {problem}", file=sys.stderr)
    if problems:
        print(
            "scorekeeper: the record is damaged, and the file cannot be imported as it is; "
            "`scorekeeper check` says more",
            file=sys.stderr,
        )
    return DAMAGED if problems else 0


def bring(settings: Settings, content: bytes, name: str | None) -> int:
    """Make a new club of a file and print its owner's link; return the exit status.

    Raises `FileRefused` with everything that is wrong, before anything is written.
    """
    document = clubfile.read(content)
    try:
        entry.name(document["club"]["name"] if name is None else name)
    except Refused as refused:
        raise SettingsError(f"--{refused}") from None
    if not (settings.data / DATABASE).exists() and not lock.is_held(settings.data):
        _make(settings)
    with opened(settings) as app:
        club = moving.bring(document, name)
        print(_said(document, club, name), flush=True)
        door.print_owners_links(settings, app.config["SECRET_KEY"], club)
    return 0


def _make(settings: Settings) -> None:
    """Make the data folder and its database, as the first start of the server would."""
    with lock.locked(settings):
        app = create_app(settings)
        with app.app_context():
            schema.upgrade(settings)
            db.session.remove()
            db.engine.dispose()


def _said(document: Document, club: int, name: str | None) -> str:
    held = clubfile.summary(document)
    counts = (
        (held.people, "player", "players"),
        (held.evenings, "evening", "evenings"),
        (held.matches, "match", "matches"),
        (held.deals, "deal", "deals"),
    )
    what = ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in counts)
    days = f", {held.first} to {held.last}" if held.first else ""
    return f'Club {club} "{name or held.name}" is made of it: {what}{days}.'


def _problems(content: bytes) -> Iterator[Found]:
    try:
        clubfile.read(content)
    except FileRefused as refused:
        yield from refused.found


def _replace(path: Path, content: bytes) -> None:
    """Put a file in its place whole, readable by its owner alone."""
    part = None
    try:
        handle, part = tempfile.mkstemp(prefix=".club-", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(part).replace(path)
    except OSError as error:
        if part is not None:
            with contextlib.suppress(OSError):
                Path(part).unlink()
        raise SettingsError(f"{shown(str(path))} cannot be written: {error.strerror}") from None
