"""Check a club's record from the command line: open the database as it is, print what differs.

Nothing is migrated or made here. What is checked, and how a projection is mended, is in
`store/checking/`.
"""

from __future__ import annotations

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy.exc import DBAPIError

from . import config, create_app
from .config import Settings, SettingsError
from .db import Busy, db
from .schema import MIGRATIONS
from .store import checking
from .store.checking import Report


def check(settings: Settings, *, repair: bool = False) -> int:
    """Print what differs from the facts, mend projections if asked; return the exit status."""
    app = _opened(settings)
    with app.app_context():
        try:
            _check_schema()
            return _check(repair=repair)
        except DBAPIError as error:
            raise SettingsError(
                f"the database in {settings.data} cannot be used: {error.orig}"
            ) from None
        except Busy:
            raise SettingsError(
                f"the database in {settings.data} is being written to: try again"
            ) from None
        finally:
            db.session.remove()
            db.engine.dispose()


def _opened(settings: Settings) -> Flask:
    path = settings.data / config.DATABASE
    try:
        there = path.is_file()
    except OSError as error:
        raise SettingsError(f"the database {path} cannot be read: {error.strerror}") from None
    if not there:
        raise SettingsError(
            f"there is no database in {settings.data}: expected the file {config.DATABASE}, which "
            "the server makes at its first start; or set SCOREKEEPER_DATA to another folder"
        )
    return create_app(settings)


def _check_schema() -> None:
    known = ScriptDirectory(str(MIGRATIONS))
    with db.engine.connect() as connection:
        there = MigrationContext.configure(connection).get_current_revision()
    if there == known.get_current_head():
        return
    if there is None:
        raise SettingsError("expected a database of this program, got one without its tables")
    if there in {step.revision for step in known.walk_revisions()}:
        raise SettingsError(
            f"expected a database of this version, got schema {there} of an older one: start the "
            "server once, which brings it up to date"
        )
    raise SettingsError(
        f"expected a database of this version, got schema {there}: it was made by a newer version "
        "of the program"
    )


def _check(*, repair: bool) -> int:
    report = checking.check()
    _print(report)
    if repair and (mended := list(checking.repair(report))):
        print(*mended, sep="\n", flush=True)
        report = checking.check()
        _print(report)
    return 1 if report.differences else 0


def _print(report: Report) -> None:
    for difference in report.differences:
        print(difference)
    how = _count(len(report.differences), "difference") if report.differences else "all as recorded"
    matches, deals = _count(report.matches, "match", "es"), _count(report.deals, "deal")
    print(f"{matches}, {deals}: {how}", flush=True)


def _count(number: int, noun: str, plural: str = "s") -> str:
    return f"{number} {noun}{'' if number == 1 else plural}"
