"""Copies of the data and its health: `backup`, `restore` and `doctor`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .terminal import add, printing, refuse, with_settings

if TYPE_CHECKING:
    from ..config import Settings
    from .terminal import Commands


def add_to(commands: Commands) -> None:
    """Add `backup`, `restore` and `doctor`."""
    backup = add(commands, "backup", "make a backup, also while the server runs", backup_command)
    backup.add_argument(
        "--to", metavar="FOLDER", type=Path, help="a folder for it, in which nothing is removed"
    )
    restore = add(commands, "restore", "put a backup in the place of the data", restore_command)
    restore.add_argument("file", metavar="FILE", type=Path, help="the backup")
    restore.add_argument("--yes", action="store_true", help="do not ask")
    add(commands, "doctor", "look whether the server is well set up", doctor_command)


def backup_command(args: argparse.Namespace) -> int:
    """Make a backup and print its name."""
    from .. import backup

    def run(settings: Settings) -> int:
        _expect_a_file(settings)
        print(backup.make(settings.data, args.to), flush=True)
        return 0

    return printing(lambda: with_settings(run))


def restore_command(args: argparse.Namespace) -> int:
    """Put a backup in the place of the data, after asking."""
    if not (args.yes or (sys.stdin is not None and sys.stdin.isatty())):
        return refuse("restore asks before it replaces anything: expected a terminal, or --yes")
    from ..restore import restore

    def agreed() -> bool:
        return args.yes or _asked()

    def run(settings: Settings) -> int:
        _expect_a_file(settings)
        return restore(settings, args.file, agreed)

    return printing(lambda: with_settings(run))


def _asked() -> bool:
    print("Replace the data by this backup? Every device is signed out. [yes/no] ", end="")
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() in ("yes", "y")


def doctor_command(_: argparse.Namespace) -> int:
    """Print what is well and what should be looked at."""
    from ..doctor import doctor

    def run(settings: Settings) -> int:
        _expect_a_file(settings)
        return doctor(settings)

    return printing(lambda: with_settings(run))


def _expect_a_file(settings: Settings) -> None:
    from ..config import DATABASE_URL, SettingsError

    if settings.postgresql is not None:
        raise SettingsError(
            f"expected the database in the data folder, got one of PostgreSQL by {DATABASE_URL}: "
            "pg_dump and pg_restore make and restore its backups, see docs/operating.md"
        )
