"""A real application on a folder of its own, the owner's phone, and the people at the table.

With CI set, a test that is skipped fails: there everything it needs has to be installed. What is in
`store/` and `views/` runs on SQLite and on PostgreSQL, unless it is marked with one of them or
`--engine` names one.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache

from scorekeeper import create_app, schema
from scorekeeper.config import Settings
from scorekeeper.db import db
from scorekeeper.models import Club
from scorekeeper.server import CLUB
from scorekeeper.store import clubs, invites, players
from scorekeeper.store.operations import Actor, new_op_id
from tests import catalogues
from tests import cluster as postgresql
from tests.cluster import Cluster
from tests.phone import Phone
from tests.record import Inside
from tests.seating import NAMES, Seating, Table

SQLITE, POSTGRESQL, BOTH = "sqlite", "postgresql", "both"
ON_BOTH = ("store", "views", "proofs")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let one of the engines be chosen."""
    choices = (SQLITE, POSTGRESQL, BOTH)
    parser.addoption("--engine", choices=choices, default=BOTH, help="what the tests store in")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to leave PostgreSQL out where it has to be there."""
    for engine in (SQLITE, POSTGRESQL):
        config.addinivalue_line("markers", f"{engine}: what is tested is of this engine alone")
    wanted = config.getoption("--engine")
    needed = wanted == POSTGRESQL or (wanted == BOTH and os.environ.get("CI"))
    if needed and postgresql.programs() is None:
        raise pytest.UsageError(postgresql.MISSING)
    catalogues.compile_old()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of the store and of the views on each engine."""
    here, path = Path(__file__).parent, metafunc.definition.path
    place = path.relative_to(here).parts[0] if path.is_relative_to(here) else ""
    if "engine" in metafunc.fixturenames and place in ON_BOTH:
        wanted = metafunc.config.getoption("--engine")
        marked = {mark.name for mark in metafunc.definition.iter_markers()} & {SQLITE, POSTGRESQL}
        there = {SQLITE} if postgresql.programs() is None else {SQLITE, POSTGRESQL}
        engines = there & (marked or there) & (there if wanted == BOTH else {wanted})
        metafunc.parametrize("engine", sorted(engines, reverse=True))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say where nothing was tested on PostgreSQL."""
    wanted = terminalreporter.config.getoption("--engine")
    if wanted == BOTH and postgresql.programs() is None:
        terminalreporter.write_line(f"Not run on PostgreSQL: {postgresql.MISSING}")


def _failed(report: Any) -> Any:
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"With CI set no test may be skipped: {why}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    """Fail what skips itself, where CI is set."""
    return _failed((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, Any, Any]:
    """Fail a module that skips itself, where CI is set."""
    return _failed((yield))


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder with a club that has no owner yet; tests work on copies."""
    folder = tmp_path_factory.mktemp("migrated")
    _migrate(Settings(folder, "127.0.0.1", 8021))
    return folder


def _migrate(settings: Settings) -> None:
    app = create_app(settings)
    with app.app_context():
        schema.upgrade(settings)
        invites.owner_token(clubs.ensure_club(CLUB), app.config["SECRET_KEY"])
        db.session.remove()
        db.engine.dispose()


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> FileSystemBytecodeCache:
    """Return a place where the templates are kept once they are compiled."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("compiled")))


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Return a PostgreSQL that is running."""
    if postgresql.programs() is None:
        pytest.skip(postgresql.MISSING)
    with postgresql.running() as cluster:
        yield cluster


@pytest.fixture(scope="session")
def template(cluster: Cluster, migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the name of a database like the one in `migrated`."""
    name = cluster.make()
    folder = tmp_path_factory.mktemp("template")
    shutil.copy(migrated / "key", folder)
    _migrate(Settings(folder, "127.0.0.1", 8021, postgresql=cluster.url(name)))
    return name


@pytest.fixture
def engine() -> str:
    """Return what is stored in; see `pytest_generate_tests`."""
    return SQLITE


@pytest.fixture
def settings(
    engine: str, tmp_path: Path, migrated: Path, request: pytest.FixtureRequest
) -> Iterator[Settings]:
    """Return the settings of a data folder, and a database, that a test has for itself."""
    data = tmp_path / "data"
    if engine == SQLITE:
        shutil.copytree(migrated, data)
        yield Settings(data, "127.0.0.1", 8021)
        return
    data.mkdir()
    shutil.copy(migrated / "key", data)
    cluster: Cluster = request.getfixturevalue("cluster")
    name = cluster.make(request.getfixturevalue("template"))
    yield Settings(data, "127.0.0.1", 8021, postgresql=cluster.url(name))
    cluster.drop(name)


@pytest.fixture
def app(settings: Settings, compiled: FileSystemBytecodeCache) -> Iterator[Flask]:
    """Return the application on that folder."""
    app = create_app(settings)
    app.jinja_env.bytecode_cache = compiled
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def inside(app: Flask) -> Inside:
    """Return what calls a function in a fresh app context, as a request of its own."""

    def run(function: Any, *args: Any, **kwargs: Any) -> Any:
        with app.app_context():
            found = function(*args, **kwargs)
            db.session.expunge_all()
            return found

    return run


@pytest.fixture
def club(inside: Inside) -> int:
    """Return the club's id."""
    return int(inside(clubs.ensure_club, CLUB))


@pytest.fixture
def actor(club: int) -> Actor:
    """Return who acts when no phone does."""
    return Actor(club)


@pytest.fixture
def link(app: Flask, inside: Inside, club: int) -> str:
    """Return the address by which the owner joins."""
    return f"/join/{inside(invites.owner_token, club, app.config['SECRET_KEY'])}"


@pytest.fixture
def owner(app: Flask, link: str, inside: Inside) -> Phone:
    """Return the owner's phone, joined by the real link as its page would; see `test_access`."""
    phone, key = Phone(app), app.config["SECRET_KEY"]
    token = link.rpartition("/")[2]
    _, secret = inside(invites.join, token, new_op_id(), "Anna's phone", key)
    phone.client.set_cookie(app.config["SCOREKEEPER_COOKIE"], secret, domain="localhost")
    return phone


@pytest.fixture
def stranger(app: Flask) -> Phone:
    """Return a phone that has joined nothing."""
    return Phone(app)


@pytest.fixture
def people(inside: Inside, actor: Actor) -> dict[str, int]:
    """Return the ids of Anna, Ben, Carla and Dino."""
    return {name: inside(players.add, actor, new_op_id(), name) for name in NAMES}


@pytest.fixture
def seat(inside: Inside, actor: Actor, people: dict[str, int]) -> Seating:
    """Return what seats people for an evening and records deals."""
    return Seating(inside, actor, people)


@pytest.fixture
def table(seat: Seating) -> Table:
    """Return a match of Anna, Ben and Carla, Anna dealing first."""
    return seat("Anna", "Ben", "Carla")


@pytest.fixture
def elsewhere(inside: Inside) -> Seating:
    """Return what seats the people of another club on the same server."""

    def found_another() -> int:
        club = Club(name="Another club")
        db.session.add(club)
        db.session.commit()
        return club.id

    actor = Actor(inside(found_another))
    people = {name: inside(players.add, actor, new_op_id(), name) for name in NAMES}
    return Seating(inside, actor, people)
