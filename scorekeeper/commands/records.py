"""The record: `check`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .terminal import add, printing, with_settings

if TYPE_CHECKING:
    from .terminal import Commands


def add_to(commands: Commands) -> None:
    """Add `check`."""
    parser = add(commands, "check", "compare the scores kept with the facts", check_command)
    parser.add_argument("--repair", action="store_true", help="write scores that differ anew")


def check_command(args: argparse.Namespace) -> int:
    """Print what differs from the facts in the user's data; mend projections with `--repair`."""
    from ..check import check

    return printing(lambda: with_settings(lambda data: check(data, repair=args.repair)))
