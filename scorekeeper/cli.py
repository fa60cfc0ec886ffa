"""The `scorekeeper` command: one function for each of its commands.

`score` reads and prints, and loads the pure rooms alone; the server is imported by the commands
that start it. Formats and exit statuses: sections 2 and 6 of
`docs/formats.md`.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from .entry import N_, Problem, Refused, shown
from .pad import pad
from .scoring import ImpossibleDeals, score
from .sheet import Sheet, read_text, result_of

if TYPE_CHECKING:
    from .config import Settings

LARGEST: Final = 5_000_000  # bytes of a sheet
REFUSED: Final = 2
INTERRUPTED: Final = 130  # as a shell counts a program ended by Ctrl-C
PIPE_CLOSED: Final = 141  # as a shell counts a program that wrote into a closed pipe


class Unreadable(Exception):
    """A file that cannot be read, in words."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    args = _parser().parse_args(argv)
    command: Callable[[argparse.Namespace], int] = args.command
    try:
        return command(args)
    except KeyboardInterrupt:
        return INTERRUPTED


def score_command(args: argparse.Namespace) -> int:
    """Print what a sheet comes to, or every line's sheet with `--lines`."""
    pieces = _pieces(args.file, lines=args.lines)
    if args.lines:
        return _printing(lambda: _score_lines(pieces))
    return _printing(lambda: _score_sheet(next(pieces), args.json))


def check_command(args: argparse.Namespace) -> int:
    """Print what differs from the facts in the user's data; mend projections with `--repair`."""
    from .check import check

    return _printing(lambda: _with_settings(lambda data: check(data, repair=args.repair)))


def _printing(run: Callable[[], int]) -> int:
    """Run what prints, and say in a line why it could not."""
    # Where a name cannot be printed its code is.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return run()
    except Unreadable as unreadable:
        return _refuse(str(unreadable))
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except OSError as error:
        _drop_output()
        return _refuse(f"cannot write the result: {error.strerror or error}")


def serve_command(_: argparse.Namespace) -> int:
    """Start the server on the user's data."""
    from .server import serve

    return _with_settings(serve)


def demo_command(_: argparse.Namespace) -> int:
    """Start the server on a demo club in a folder of its own."""
    from .server import demo

    return _with_settings(demo)


def _with_settings(run: Callable[[Settings], int]) -> int:
    from .config import Settings, SettingsError

    try:
        return run(Settings.from_env(os.environ))
    except SettingsError as error:
        return _refuse(str(error))


class _Version(argparse.Action):
    """Print the installed version; looked up only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"scorekeeper {version('scorekeeper')}")
        except PackageNotFoundError:
            print("scorekeeper, not installed")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scorekeeper",
        description="Keep the score of card games at a real table.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and stop")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    serve = commands.add_parser("serve", help="start the server")
    serve.set_defaults(command=serve_command)
    demo = commands.add_parser("demo", help="start a server with sample evenings")
    demo.set_defaults(command=demo_command)
    check = commands.add_parser(
        "check", help="compare the scores kept with the facts", allow_abbrev=False
    )
    check.add_argument("--repair", action="store_true", help="write scores that differ anew")
    check.set_defaults(command=check_command)
    score_parser = commands.add_parser("score", help="score a sheet", allow_abbrev=False)
    score_parser.add_argument("file", metavar="FILE", help="the sheet; - is standard input")
    score_parser.add_argument("--json", action="store_true", help="print the result as JSON")
    score_parser.add_argument(
        "--lines",
        action="store_true",
        help="read a sheet from every line and print a line of JSON for each, blank ones included",
    )
    score_parser.set_defaults(command=score_command)
    return parser


def _score_sheet(text: bytes, as_json: bool) -> int:
    try:
        sheet = _read(text)
        if as_json:
            result = json.dumps(result_of(sheet), indent=2) + "\n"
        else:
            result = pad(sheet, score(sheet.match))
    except Refused as refused:
        return _refuse(*_messages(refused))
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


def _refuse(*messages: str) -> int:
    for message in messages:
        print(f"scorekeeper: {message}", file=sys.stderr)
    return REFUSED


def _drop_output() -> None:
    # What is left in the buffer must not fail once more when Python ends.
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
