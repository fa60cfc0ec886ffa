"""The `scorekeeper` command: its parser and its end. What it can do is in `commands/`.

Formats and exit statuses: sections 2 and 6 of `docs/formats.md`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from .commands import backups, clubs, moves, records, servers, sheets
from .commands.terminal import INTERRUPTED


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    args = _parser().parse_args(argv)
    command: Callable[[argparse.Namespace], int] = args.command
    try:
        return command(args)
    except KeyboardInterrupt:
        return INTERRUPTED


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
    for noun in (servers, clubs, backups, moves, records, sheets):
        noun.add_to(commands)
    return parser
