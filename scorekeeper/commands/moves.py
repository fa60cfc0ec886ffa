"""Moving clubs: `export` and `import`. The file: section 7 of `docs/formats.md`."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from ..clubfile import FileRefused
from ..entry import shown
from .clubs import WHICH, an_id
from .terminal import Unreadable, add, printing, refuse, with_settings

if TYPE_CHECKING:
    from .terminal import Commands

LARGEST: Final = 500_000_000  # bytes of a file


def add_to(commands: Commands) -> None:
    """Add `export` and `import`."""
    export = add(commands, "export", "write a whole club into a file", export_command)
    export.add_argument("--club", metavar="ID", type=an_id, help=WHICH)
    export.add_argument(
        "file", metavar="FILE", nargs="?", default="-", help="the file; else standard output"
    )
    bring = add(commands, "import", "make a new club of such a file", import_command)
    bring.add_argument("file", metavar="FILE", help="the file; - is standard input")
    bring.add_argument("--name", metavar="NAME", help="another name for the club")


def export_command(args: argparse.Namespace) -> int:
    """Write a club into a file."""
    from .. import moves

    return printing(lambda: with_settings(lambda data: moves.export(data, args.club, args.file)))


def import_command(args: argparse.Namespace) -> int:
    """Make a new club of a file, or say everything that is wrong with it."""
    from .. import moves

    def run() -> int:
        content = _read(args.file)
        try:
            return with_settings(lambda data: moves.bring(data, content, args.name))
        except FileRefused as refused:
            return refuse(*map(str, refused.found))

    return printing(run)


def _read(path: str) -> bytes:
    try:
        with _opened(path) as file:
            content = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Unreadable(f"cannot read {shown(path)}: {reason}") from None
    if len(content) > LARGEST:
        raise Unreadable(f"{shown(path)}: expected a file of at most {LARGEST} bytes")
    return content


def _opened(path: str) -> contextlib.AbstractContextManager[BinaryIO]:
    if path != "-":
        return Path(path).open("rb")
    if sys.stdin is None:
        raise OSError("there is no standard input")
    return contextlib.nullcontext(sys.stdin.buffer)
