"""Sheets and balances: `score`, `settle`. The pure rooms alone are loaded.

Formats: sections 2 and 3 of `docs/formats.md`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple

from ..balances import plan_json, plan_text, read_balances
from ..entry import N_, Problem, Refused, shown
from ..jsontext import read_json
from ..pad import pad
from ..scoring import ImpossibleDeals
from ..sheet import read_text, result_of, score_sheet
from .terminal import REFUSED, Unreadable, add, printing, refuse

if TYPE_CHECKING:
    from .terminal import Commands

LARGEST: Final = 5_000_000  # bytes of a sheet


class Work(NamedTuple):
    """What a command makes of a file: `as_json` and `as_text` raise `Refused`."""

    noun: str
    as_json: Callable[[bytes], dict[str, Any]]
    as_text: Callable[[bytes], str]

    def check(self, text: bytes) -> bytes:
        """Return the file's bytes, or raise `Refused` when there are too many."""
        if len(text) > LARGEST:
            expected = f"{self.noun} of at most {LARGEST} bytes"
            raise Refused(Problem("format", expected, "more", N_("The file is too large.")))
        return text


def _pad(text: bytes) -> str:
    sheet = read_text(text)
    return pad(sheet, score_sheet(sheet))


SCORE: Final = Work("a sheet", lambda text: result_of(read_text(text)), _pad)
SETTLE: Final = Work(
    "balances",
    lambda text: plan_json(read_balances(read_json(text)).plan),
    lambda text: plan_text(read_balances(read_json(text)).plan),
)


def add_to(commands: Commands) -> None:
    """Add `score` and `settle`."""
    for name, says, file, work in (
        ("score", "score a sheet", "the sheet", SCORE),
        ("settle", "say who pays whom", "the balances", SETTLE),
    ):
        parser = add(commands, name, says, _run)
        parser.set_defaults(work=work)
        parser.add_argument("file", metavar="FILE", help=f"{file}; - is standard input")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")
        parser.add_argument(
            "--lines",
            action="store_true",
            help=f"read {work.noun} from every line, print a line of JSON for each, blank ones too",
        )


def _run(args: argparse.Namespace) -> int:
    """Print what a file comes to, or every line of it with `--lines`."""
    pieces = _pieces(args.file, lines=args.lines)
    if args.lines:
        return printing(lambda: _lines(args.work, pieces))
    return printing(lambda: _whole(args.work, next(pieces), args.json))


def _whole(work: Work, text: bytes, as_json: bool) -> int:
    try:
        text = work.check(text)
        result = json.dumps(work.as_json(text), indent=2) + "\n" if as_json else work.as_text(text)
    except Refused as refused:
        return refuse(*_messages(refused))
    print(result, end="", flush=True)
    return 0


def _lines(work: Work, lines: Iterator[bytes]) -> int:
    status = 0
    for line in lines:
        try:
            result = work.as_json(work.check(line))
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
