"""Sheets: `score`. The pure rooms alone are loaded. Formats: section 2 of `docs/formats.md`."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from ..entry import N_, Problem, Refused, shown
from ..pad import pad
from ..scoring import ImpossibleDeals, score
from ..sheet import Sheet, read_text, result_of
from .terminal import REFUSED, Unreadable, add, printing, refuse

if TYPE_CHECKING:
    from .terminal import Commands

LARGEST: Final = 5_000_000  # bytes of a sheet


def add_to(commands: Commands) -> None:
    """Add `score`."""
    parser = add(commands, "score", "score a sheet", score_command)
    parser.add_argument("file", metavar="FILE", help="the sheet; - is standard input")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument(
        "--lines",
        action="store_true",
        help="read a sheet from every line and print a line of JSON for each, blank ones included",
    )


def score_command(args: argparse.Namespace) -> int:
    """Print what a sheet comes to, or every line's sheet with `--lines`."""
    pieces = _pieces(args.file, lines=args.lines)
    if args.lines:
        return printing(lambda: _score_lines(pieces))
    return printing(lambda: _score_sheet(next(pieces), args.json))


def _score_sheet(text: bytes, as_json: bool) -> int:
    try:
        sheet = _read(text)
        if as_json:
            result = json.dumps(result_of(sheet), indent=2) + "\n"
        else:
            result = pad(sheet, score(sheet.match))
    except Refused as refused:
        return refuse(*_messages(refused))
    print(result, end="", flush=True)
    return 0


def _score_lines(lines: Iterator[bytes]) -> int:
    status = 0
    for line in lines:
        try:
            result = result_of(_read(line))
        except Refused as refused:
            status = REFUSED
            deal, problem = _wrong(refused)[0]
            result = {
                "error": "; ".join(_messages(refused)),
                "field": problem.field.partition(".")[0],
                "deal": deal,
            }
        # Another program may wait for each answer before it asks again.
        print(json.dumps(result), flush=True)
    return status


def _read(text: bytes) -> Sheet:
    if len(text) > LARGEST:
        expected = f"a sheet of at most {LARGEST} bytes"
        raise Refused(Problem("format", expected, "more", N_("The file is too large.")))
    return read_text(text)


def _pieces(path: str, *, lines: bool) -> Iterator[bytes]:
    """Yield a file, or its lines; what is too long comes cut, still too long to be read."""
    try:
        with _opened(path) as file:
            if not lines:
                yield file.read(LARGEST + 1)
                return
            while line := file.readline(LARGEST + 1):
                rest = line
                while rest and not rest.endswith(b"\n"):
                    rest = file.readline(LARGEST + 1)
                yield line.rstrip(b"\r\n")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Unreadable(f"cannot read {shown(path)}: {reason}") from None


def _opened(path: str) -> contextlib.AbstractContextManager[BinaryIO]:
    if path != "-":
        return Path(path).open("rb")
    if sys.stdin is None:
        raise OSError("there is no standard input")
    return contextlib.nullcontext(sys.stdin.buffer)


def _wrong(refused: Refused) -> list[tuple[int | None, Problem]]:
    """Return every problem with the number of its deal, None where no deal is to blame."""
    if isinstance(refused, ImpossibleDeals):
        return [(number, problem) for number in refused.deals for problem in refused.deals[number]]
    return [(None, problem) for problem in refused.problems]


def _messages(refused: Refused) -> list[str]:
    return [
        str(problem) if deal is None else f"deal {deal}: {problem}"
        for deal, problem in _wrong(refused)
    ]
