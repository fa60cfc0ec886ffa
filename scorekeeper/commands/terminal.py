"""What commands share: messages and exit statuses, settings, output that cannot be written."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from ..config import Settings

    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]

REFUSED: Final = 2
INTERRUPTED: Final = 130  # as a shell counts a program ended by Ctrl-C
PIPE_CLOSED: Final = 141  # as a shell counts a program that wrote into a closed pipe


class Unreadable(Exception):
    """A file that cannot be read, in words."""


def add(commands: Commands, name: str, says: str, run: Any) -> argparse.ArgumentParser:
    """Add a command, and return its parser."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=says, allow_abbrev=False)
    parser.set_defaults(command=run)
    return parser


def refuse(*messages: str) -> int:
    """Say on standard error why nothing was done, and return the exit status for it."""
    for message in messages:
        print(f"scorekeeper: {message}", file=sys.stderr)
    return REFUSED


def printing(run: Callable[[], int]) -> int:
    """Run what prints, and say in a line why it could not."""
    # Where a name cannot be printed its code is.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return run()
    except Unreadable as unreadable:
        return refuse(str(unreadable))
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except OSError as error:
        _drop_output()
        return refuse(f"cannot write the result: {error.strerror or error}")


def with_settings(run: Callable[[Settings], int]) -> int:
    """Run what needs the settings, and say what is wrong with them or with the data."""
    from ..config import Settings, SettingsError

    try:
        return run(Settings.from_env(os.environ))
    except SettingsError as error:
        return refuse(str(error))


def _drop_output() -> None:
    # What is left in the buffer must not fail once more when Python ends.
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
