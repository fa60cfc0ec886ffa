"""A server with its database on PostgreSQL: its schema, its start, what it says where it cannot."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from scorekeeper import config, create_app, postgresql, schema
from scorekeeper.config import Settings, SettingsError
from scorekeeper.db import db
from scorekeeper.store import clubs, holding, matches
from tests import racing, test_server
from tests.cluster import Cluster
from tests.phone import Phone
from tests.polling import until
from tests.record import Inside, by_hand, everything
from tests.seating import Seating, Table
from tests.test_server import free_port

SECRET = "s3cret-of-the-database"
URL = "SCOREKEEPER_DATABASE_URL"


@pytest.fixture
def engine() -> str:
    """Keep what the tests store on PostgreSQL."""
    return "postgresql"


@pytest.fixture
def empty(cluster: Cluster, tmp_path: Path) -> Iterator[Settings]:
    """Return settings with a database in which nothing is."""
    data = tmp_path / "empty"
    data.mkdir()
    name = cluster.make()
    yield Settings(data, "127.0.0.1", 8021, postgresql=cluster.url(name))
    cluster.drop(name)


@contextmanager
def application(settings: Settings) -> Iterator[Flask]:
    app = create_app(settings)
    with app.app_context():
        try:
            yield app
        finally:
            db.session.remove()
            db.engine.dispose()


def started(settings: Settings, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    assert settings.postgresql is not None
    given = {URL: settings.postgresql} | more
    begin = test_server.command(settings.data, free_port(), *words, **given)
    done: subprocess.CompletedProcess[str] = subprocess.run(**begin, timeout=60, check=False)
    return done


def test_the_steps_make_from_nothing_what_the_models_say(empty: Settings) -> None:
    with application(empty):
        schema.upgrade(empty)
        schema.upgrade(empty)
        schema.expect_current()
        with db.engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, db.metadata) == []
    assert not (empty.data / "backups").exists()


def test_checks_are_in_force(app: Flask, seat: Seating, table: Table) -> None:
    seat.deal(table)
    with (
        app.app_context(),
        db.engine.connect() as connection,
        pytest.raises(IntegrityError, match="ck_deal_version"),
    ):
        connection.execute(text("UPDATE deal SET version = 0"))


def test_a_database_of_the_first_version_is_brought_up_to_date(empty: Settings) -> None:
    with application(empty):
        command.upgrade(schema.configuration(), "0001")
        with db.engine.begin() as connection:
            connection.execute(text("INSERT INTO club (name, made_at) VALUES ('Ours', now())"))
        schema.upgrade(empty)
        schema.expect_current()
        assert [club.name for club in clubs.listed()] == ["Ours"]


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "newer version of the program"),
        ("DROP TABLE alembic_version", "other tables"),
    ],
)
def test_a_database_that_is_not_of_this_program_is_refused_untouched(
    app: Flask, inside: Inside, settings: Settings, statement: str, said: str
) -> None:
    before = inside(everything)
    with app.app_context():
        with db.engine.begin() as connection:
            connection.execute(text(statement))
        with pytest.raises(SettingsError, match=said):
            schema.upgrade(settings)
    assert inside(everything) == before


def test_a_database_that_cannot_keep_every_name_is_refused(
    cluster: Cluster, empty: Settings
) -> None:
    cluster.admin.execute("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1'")
    latin = replace(empty, postgresql=cluster.url("latin"))
    with application(latin), pytest.raises(SettingsError, match="UTF8, got one in LATIN1"):
        schema.upgrade(latin)
    cluster.drop("latin")


def test_servers_that_start_together_make_the_schema_and_the_club_once(empty: Settings) -> None:
    with racing.servers(empty, 3) as running:
        links = {one.link for one in running}
        assert len(links) == 1
        assert None not in links
        for one in running:
            assert any("the PostgreSQL database" in line for line in one.printed)
        phone = test_server.joined(running[0])
        phone.move(running[1].port)
        assert phone.read(phone.get("/").location).heading == "Evenings"
        # They share the folder among themselves, not with a server on the file.
        assert "is being served already" in test_server.refused(empty.data)
    with application(empty):
        assert [club.name for club in clubs.listed()] == ["Our club"]


def test_who_waited_to_make_the_first_club_finds_it_made(empty: Settings) -> None:
    assert empty.postgresql is not None
    with application(empty) as app, ThreadPoolExecutor(3) as pool:
        schema.upgrade(empty)

        def ensure() -> int:
            with app.app_context():
                return clubs.ensure_club("Our club")

        with by_hand(empty) as other:
            other.execute("BEGIN")
            other.execute("SELECT pg_advisory_xact_lock(%s)", (holding._EVERYTHING,))
            waiting = [pool.submit(ensure) for _ in range(3)]
            waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            until(lambda: other.execute(waits).fetchone() == (3,))
            other.execute("COMMIT")
        assert len({one.result() for one in waiting}) == 1
        assert len(clubs.listed()) == 1


def test_the_commands_read_it(settings: Settings, seat: Seating, table: Table) -> None:
    seat.deal(table)
    done = started(settings, "check")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "1 match, 1 deal: all as recorded\n"


def test_check_finds_and_mends_what_was_changed_by_hand(
    settings: Settings, inside: Inside, seat: Seating, table: Table
) -> None:
    seat.deal(table)
    before = inside(everything)
    assert settings.postgresql is not None
    with closing(psycopg.connect(settings.postgresql, autocommit=True)) as other:
        other.execute("UPDATE deal_score SET score = score + 1")
        other.execute("DELETE FROM match_result")
    done = started(settings, "check")
    assert done.returncode == 1
    assert "deal_score.score: expected" in done.stdout
    assert "match_result: expected a row" in done.stdout
    assert started(settings, "check", "--repair").returncode == 0
    after = inside(everything)
    assert after.pop("club") != before.pop("club")  # it says that it was repaired
    assert after == before


def test_check_says_when_nothing_keeps_events_as_they_are(settings: Settings) -> None:
    assert started(settings, "check").returncode == 0
    assert settings.postgresql is not None
    with closing(psycopg.connect(settings.postgresql, autocommit=True)) as other:
        other.execute("DROP TRIGGER event_no_update ON event")
        other.execute("ALTER TABLE event DISABLE TRIGGER event_no_truncate")
    done = started(settings, "check")
    assert done.returncode == 1
    for name in ("event_no_update", "event_no_truncate"):
        assert f"database: trigger: expected {name}" in done.stdout
    assert "event_no_delete" not in done.stdout


@pytest.mark.parametrize("words", [("backup",), ("restore", "--yes", "some.sqlite3"), ("doctor",)])
def test_what_is_for_the_file_alone_says_so(settings: Settings, words: tuple[str, ...]) -> None:
    done = started(settings, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "pg_dump" in done.stderr
    assert sorted(path.name for path in settings.data.iterdir()) == ["key"]


def test_a_database_that_is_not_reached_stops_the_start_with_a_sentence(tmp_path: Path) -> None:
    where = f"postgresql://scorekeeper:{SECRET}@127.0.0.1:{free_port()}/cards"
    done = started(Settings(tmp_path / "data", "127.0.0.1", 8021, postgresql=where))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "the PostgreSQL database cards on 127.0.0.1 cannot be used: " in done.stderr
    assert SECRET not in done.stderr


def test_an_address_that_is_none_is_refused_without_its_password(tmp_path: Path) -> None:
    for wrong in (
        "mysql://me:{}@host/cards",
        "postgresql://me:{}@host",
        "{}",
        "postgresql://a:1@b:{}/c",
    ):
        with pytest.raises(SettingsError, match=f"^{URL}: expected an address such as") as caught:
            Settings.from_env({URL: wrong.format(SECRET)})
        assert SECRET not in str(caught.value)


def test_the_password_is_in_no_text_about_the_settings(tmp_path: Path) -> None:
    address = f"postgresql://me:{SECRET}@db.example.org/cards"
    settings = Settings.from_env({URL: address, "SCOREKEEPER_DATA": str(tmp_path)})
    assert settings.postgresql == address
    app = create_app(settings)
    shown = [repr(settings), str(settings), repr(app.config), config.database_in_words(settings)]
    assert not [text for text in shown if SECRET in text]
    assert shown[-1] == "the PostgreSQL database cards on db.example.org"


def test_without_its_driver_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(SettingsError, match=r"pip install 'psycopg\[binary\]'"):
        postgresql.url("postgresql:///cards")


def test_the_demo_never_touches_it(empty: Settings) -> None:
    assert empty.postgresql is not None
    where = {URL: empty.postgresql}
    with test_server.serving(empty.data, "demo", before=None, **where) as running:
        assert test_server.joined(running).get("/").status == 302
    with application(empty), db.engine.connect() as connection:
        assert db.inspect(connection).get_table_names() == []


def test_what_pg_dump_has_written_is_the_whole_record_again(
    cluster: Cluster,
    settings: Settings,
    inside: Inside,
    seat: Seating,
    table: Table,
    tmp_path: Path,
) -> None:
    """As `docs/operating.md` does it."""
    seat.deal(table)
    dump, name = tmp_path / "scorekeeper.dump", cluster.make()

    def run(program: str, *words: str) -> None:
        subprocess.run([cluster.bin / program, *words], check=True)

    run("pg_dump", "--format=custom", f"--file={dump}", str(settings.postgresql))
    into = f"--dbname={cluster.url(name)}"
    run("pg_restore", "--no-owner", "--exit-on-error", into, str(dump))
    restored = replace(settings, postgresql=cluster.url(name))
    with application(restored):
        assert everything() == inside(everything)
        with pytest.raises(IntegrityError, match="only ever added"), db.engine.begin() as again:
            again.execute(text("DELETE FROM event"))
    assert started(restored, "check").stdout == "1 match, 1 deal: all as recorded\n"
    cluster.drop(name)


def test_while_the_database_is_away_pages_say_so_and_keep_the_input(
    cluster: Cluster, app: Flask, owner: Phone, inside: Inside, table: Table
) -> None:
    form = owner.read(table.path).form("/deals")
    filled = form.filled({"soloist": "1", "bid": "solo", "card_points": "6"})
    cluster.stop()
    try:
        answer = owner.get(table.path)
        assert (answer.status, answer.page.heading) == (503, "The database does not answer")
        assert not answer.page.forms
        answer = owner.post(form.action, filled)
        assert (answer.status, answer.page.heading) == (503, "The database does not answer")
        assert owner.get("/static/app.css").status == 200
    finally:
        cluster.start()
    again = next(one for one in answer.page.forms if one.action == form.action)
    for _ in range(2):
        owner.follow(owner.send(again))
    assert len(inside(matches.load, table.club, table.match).deals) == 1


def test_a_restart_of_the_database_is_noticed_by_nobody(
    cluster: Cluster, app: Flask, owner: Phone, table: Table
) -> None:
    owner.read(table.path)
    cluster.stop()
    cluster.start()
    assert owner.get(table.path).status == 200


def test_what_is_read_in_one_request_is_of_one_moment(
    app: Flask, inside: Inside, seat: Seating, table: Table
) -> None:
    with app.app_context():
        before = matches.load(table.club, table.match)
        seat.deal(table)
        assert matches.stamp(table.club, table.match) == before.stamp
    assert inside(matches.stamp, table.club, table.match) > before.stamp
