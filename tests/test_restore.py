"""Restoring: looked at first, all or nothing, nothing lost, and everybody signed out."""

from __future__ import annotations

import os
import pty
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command as alembic

from scorekeeper import backup, create_app, schema
from scorekeeper.cli import main
from scorekeeper.config import DATABASE, Settings
from scorekeeper.db import db
from scorekeeper.restore import REASON, restore
from scorekeeper.store import clubs, files, invites
from scorekeeper.store.operations import Actor, new_op_id
from tests.phone import Phone
from tests.polling import until
from tests.record import Inside, events
from tests.seating import Seating, Table
from tests.test_server import ROOT, command, free_port, joined, last, seated, serving

Capture = pytest.CaptureFixture[str]
LINK = re.compile(r"http://127\.0\.0\.1:\d+(/join/[\w-]{43})")
STEPS = schema.known()


@pytest.fixture
def data(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the data folder that the command is told of."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(settings.data))
    monkeypatch.setenv("SCOREKEEPER_HOST", settings.host)
    monkeypatch.setattr(sys, "stdin", None)
    return settings.data


@pytest.fixture
def made(data: Path, owner: Phone, seat: Seating, table: Table) -> Path:
    """Return a backup with one deal; another was recorded after it."""
    seat.deal(table)
    made = backup.make(data)
    seat.deal(table)
    seat.inside(close)
    return made


def rows(path: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def deals(path: Path) -> int:
    return files.examine(path).totals.deals


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return sorted(connection.iterdump())


def tree(data: Path) -> dict[str, bytes]:
    """Return what every file of a folder holds, but for what reading alone may leave there."""
    held = {
        str(path.relative_to(data)): path.read_bytes()
        for path in data.rglob("*")
        if path.is_file() and path.name != "lock" and path.suffix != ".sqlite3-shm"
    }
    return {name: content for name, content in held.items() if content or "-wal" not in name}


def close() -> None:
    """Let go of the database, as a server that has ended."""
    db.engine.dispose()


def aside(data: Path) -> Path:
    [folder] = data.glob("replaced-*")
    return folder


def test_the_backup_takes_the_place_of_the_data_and_those_are_moved_aside(
    data: Path, made: Path, table: Table, capsys: Capture
) -> None:
    before = dump(data / DATABASE)
    assert main(["restore", str(made), "--yes"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines = {line[:16].strip(): line[16:].split() for line in out.splitlines()[1:6]}
    day = rows(made, "SELECT max(date) FROM sitting")[0][0]
    assert lines == {
        "clubs": ["1", "1"],
        "evenings": ["1", "1"],
        "matches": ["1", "1"],
        "deals": ["2", "1"],
        "newest evening": [day, day],
    }
    assert f"Restored: 1 clubs, 1 evenings, 1 matches, 1 deals; newest evening: {day}.\n" in out
    assert f"What was there before is in {aside(data)}.\n" in out
    assert deals(data / DATABASE) == 1
    assert dump(aside(data) / DATABASE) == before
    assert made.is_file()
    for path in (data / DATABASE, aside(data)):
        assert path.stat().st_mode & 0o077 == 0, path
    assert not list(data.glob("restoring-*"))
    assert main(["check"]) == 0


def test_everybody_is_signed_out_and_the_owner_comes_in_by_the_new_link_alone(
    data: Path, owner: Phone, table: Table, actor: Actor, inside: Inside, capsys: Capture
) -> None:
    """A phone that was put out after the backup was made stays out, an ended link ended."""
    key = (data / "key").read_bytes()
    inside(invites.make, actor, new_op_id(), "viewer", key)
    [viewers] = inside(invites.links, actor.club, key)
    inside(close)
    made = backup.make(data)
    assert main(["restore", str(made), "--yes"]) == 0
    out = capsys.readouterr().out
    [new] = LINK.findall(out)
    assert "Every device is signed out and every link has ended." in out
    assert owner.get(f"/clubs/{table.club}").status == 404
    assert owner.get(f"/join/{viewers.token}").status == 404
    phone = Phone(owner.app)
    phone.follow(phone.send(phone.read(new).form(new), device="Anna's new phone"))
    [event] = [event for event in inside(events) if event.kind == "device.sign_out"]
    assert (event.device_id, event.reason) == (None, REASON)
    assert (
        "Every device signed out: Anna's phone" in phone.read(f"/clubs/{table.club}/history").main
    )


def test_every_club_gets_an_owners_link(
    data: Path, made: Path, inside: Inside, capsys: Capture
) -> None:
    inside(clubs.make, "Thursdays")
    inside(close)
    assert main(["restore", str(backup.make(data)), "--yes"]) == 0
    out = capsys.readouterr().out
    assert len(set(LINK.findall(out))) == 2
    assert 'The club "Our club" has no owner.' in out
    assert 'The club "Thursdays" has no owner.' in out


def test_what_was_moved_aside_can_be_put_back_with_what_was_written_beside_it(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a server leaves it that was killed: the last deals stand in the file beside."""
    data, deals_there = killed(tmp_path / "data")
    monkeypatch.setenv("SCOREKEEPER_DATA", str(data))
    assert (data / f"{DATABASE}-wal").stat().st_size > 0
    copied = tmp_path / "copied"
    shutil.copytree(data, copied)
    before = tree(copied)
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "new"))
    assert main(["restore", str(copied / DATABASE), "--yes"]) == 0
    assert deals(tmp_path / "new" / DATABASE) == deals_there == 3
    assert {name: tree(copied)[name] for name in before} == before
    # So is what is kept of the data that make place.
    monkeypatch.setenv("SCOREKEEPER_DATA", str(data))
    [empty] = (data / "backups").glob("scorekeeper-*")
    assert main(["restore", str(empty), "--yes"]) == 0
    assert deals(data / DATABASE) == 0
    old = aside(data) / DATABASE
    assert main(["restore", str(old), "--yes"]) == 0
    assert deals(data / DATABASE) == 3
    capsys.readouterr()


def killed(data: Path) -> tuple[Path, int]:
    """Return the folder of a server that was killed, and how many deals it has answered."""
    with serving(data) as running:
        until(lambda: list((data / "backups").glob("*.sqlite3")))
        phone = joined(running)
        table = seated(phone)
        for _ in range(3):
            phone.play(table, soloist="pass")
        running.end(signal.SIGKILL)
    return data, 3


CUT_SHORT = """
import os, shutil, sys
import scorekeeper.restore
from scorekeeper.cli import main
template, made, runs = sys.argv[1:]
for number in range(1, 200):
    os.environ["SCOREKEEPER_DATA"] = data = os.path.join(runs, str(number))
    shutil.copytree(template, data)
    child = os.fork()
    if child == 0:
        left = number
        def count(event, args):
            global left
            if event in ("os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir"):
                left -= 1
                if left == 0:
                    os._exit(9)
        sys.addaudithook(count)
        os._exit(main(["restore", made, "--yes"]))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == 0:
        sys.exit()
    assert status == 9, status
"""


def test_cut_short_at_any_step_it_has_changed_nothing_or_is_complete(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ended without a word before each of its steps with files, on data with deals beside."""
    template, there = killed(tmp_path / "data")
    [empty] = (template / "backups").glob("scorekeeper-*")
    runs = tmp_path / "runs"
    runs.mkdir()
    script = [sys.executable, "-c", CUT_SHORT, str(template), str(empty), str(runs)]
    subprocess.run(script, check=True, cwd=ROOT, capture_output=True)
    outcomes = []
    for number in range(1, len(list(runs.iterdir())) + 1):
        data = runs / str(number)
        found = deals(data / DATABASE)
        outcomes.append(found)
        if found == 0:
            assert deals(aside(data) / DATABASE) == there
            assert rows(data / DATABASE, "SELECT 1 FROM membership WHERE revoked_at IS NULL") == []
        monkeypatch.setenv("SCOREKEEPER_DATA", str(data))
        assert main(["restore", str(empty), "--yes"]) == 0
        assert deals(data / DATABASE) == 0
        assert there in [deals(path) for path in data.glob(f"replaced-*/{DATABASE}")]
        assert not list(data.glob("restoring-*"))
    assert outcomes == sorted(outcomes, reverse=True)
    assert set(outcomes) == {there, 0}
    assert len(outcomes) > 8
    capsys.readouterr()


def test_an_older_backup_is_brought_up_to_date(data: Path, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "old").mkdir()
    files.make(tmp_path / "old" / DATABASE)
    app = create_app(Settings(tmp_path / "old", "127.0.0.1", 8021))
    with app.app_context():
        alembic.upgrade(schema.configuration(), STEPS[-1])
        db.session.remove()
        db.engine.dispose()
    old = tmp_path / "old" / DATABASE
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("INSERT INTO club VALUES (1, 'Old club', '2026-01-01 00:00:00')")
        connection.commit()
    before = old.read_bytes()
    assert main(["restore", str(old), "--yes"]) == 0
    assert files.schema(data / DATABASE) == STEPS[0]
    assert old.read_bytes() == before
    assert 'The club "Old club" has no owner.' in capsys.readouterr().out


def test_on_another_machine_without_the_key_everything_is_there_and_the_link_works(
    made: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = tmp_path / "new"
    monkeypatch.setenv("SCOREKEEPER_DATA", str(new))
    assert main(["restore", str(made), "--yes"]) == 0
    out = capsys.readouterr().out
    assert "deals           none          1\n" in out
    assert "What was there before" not in out
    assert not list(new.glob("replaced-*"))
    assert (new / "key").stat().st_size == 32
    [link] = LINK.findall(out)
    with serving(new) as running:
        assert running.link == link
        phone = joined(running)
        assert phone.read(phone.get("/").location).heading == "Evenings"


def test_with_the_key_lost_a_restore_lets_the_owner_in_again(
    data: Path, made: Path, capsys: Capture
) -> None:
    (data / "key").unlink()
    assert main(["restore", str(made), "--yes"]) == 0
    [link] = LINK.findall(capsys.readouterr().out)
    phone = Phone(create_app(Settings(data, "127.0.0.1", 8021)))
    phone.follow(phone.send(phone.read(link).form(link), device="Anna's new phone"))


def damaged(path: Path) -> None:
    """Overwrite a page of the deals."""
    [(page,)] = rows(path, "SELECT rootpage FROM sqlite_master WHERE name = 'event'")
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def by_hand(*statements: str) -> Callable[[Path], None]:
    def run(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for statement in statements:
                connection.execute(statement)

    return run


WRONG: dict[str, tuple[Callable[[Path], Any], str]] = {
    "damaged": (damaged, "malformed"),
    "cut": (cut, "expected a"),
    "another file": (lambda path: path.write_bytes(b"scores " * 999), "file is not a database"),
    "nothing": (lambda path: path.write_bytes(b""), "one without its tables"),
    "no file": (Path.unlink, "is none"),
    "another program's": (by_hand("DROP TABLE deal"), "one without its tables"),
    "no version": (by_hand("DELETE FROM alembic_version"), "one without a version"),
    "newer": (
        by_hand("UPDATE alembic_version SET version_num = '9999'"),
        "made by a newer version of the program",
    ),
    "not allowed": (
        by_hand("PRAGMA ignore_check_constraints=ON", "UPDATE deal SET version = 0"),
        "CHECK constraint failed in deal",
    ),
    "cannot be made ready": (
        by_hand("CREATE TRIGGER no BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'no'); END"),
        "the backup cannot be made ready",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_sound_backup_is_refused_and_nothing_is_touched(
    data: Path, made: Path, wrong: str, capsys: Capture
) -> None:
    spoil, says = WRONG[wrong]
    spoil(made)
    before = tree(data)
    assert main(["restore", str(made), "--yes"]) == 2
    out, err = capsys.readouterr()
    assert err.startswith("scorekeeper: ")
    assert says in err
    assert err.count("\n") == 1
    # Nobody is asked about a file that cannot be restored.
    assert (out != "") == (wrong == "cannot be made ready")
    assert tree(data) == before
    assert {path.name for path in data.iterdir()} <= {
        "backups",
        "key",
        "lock",
        *(DATABASE + side for side in ("", "-wal", "-shm")),
    }


def test_the_present_database_itself_is_no_backup(data: Path, made: Path, capsys: Capture) -> None:
    (data / "same").symlink_to(data / DATABASE)
    for path in (data / DATABASE, data / "same"):
        assert main(["restore", str(path), "--yes"]) == 2
        assert "the present database" in capsys.readouterr().err


def test_a_damaged_database_is_moved_aside_as_it_is(
    data: Path, made: Path, capsys: Capture
) -> None:
    (data / DATABASE).write_bytes(b"scores " * 999)
    assert main(["restore", str(made), "--yes"]) == 0
    assert "deals           damaged       1\n" in capsys.readouterr().out
    assert (aside(data) / DATABASE).read_bytes() == b"scores " * 999


def test_a_folder_without_a_backup_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "new"))
    assert main(["restore", str(tmp_path / "missing"), "--yes"]) == 2
    assert "expected the file of a backup" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_nothing_is_restored_under_a_server_or_from_under_one(tmp_path: Path) -> None:
    data, other = tmp_path / "data", tmp_path / "other"
    with serving(data) as running:
        phone = joined(running)
        table = seated(phone)
        phone.play(table, soloist="pass")
        subprocess.run(**command(data, 1, "backup", "--to", str(tmp_path)), check=True, timeout=60)
        [made] = tmp_path.glob("*.sqlite3")
        phone.play(table, soloist="pass")
        for folder, source, says in (
            (data, made, "is being served already: stop the server first, then restore"),
            (other, data / DATABASE, "that a server is writing to"),
        ):
            done = subprocess.run(
                **command(folder, 1, "restore", str(source), "--yes"), check=False, timeout=60
            )
            assert (done.returncode, done.stdout) == (2, "")
            assert says in done.stderr
            assert done.stderr.count("\n") == 1
        phone.play(table, soloist="pass")
        assert "deal 3," in last(phone, table)
        assert not list(data.glob("re*-*"))
        assert not other.exists()


def test_while_a_restore_is_under_way_no_server_starts(
    data: Path, made: Path, settings: Settings, capsys: Capture
) -> None:
    asked: list[str] = []

    def agreed() -> bool:
        done = subprocess.run(**command(data, free_port()), check=False, timeout=60)
        asked.append(done.stderr)
        return False

    assert restore(settings, made, agreed) == 1
    assert "is being served already" in asked[0]
    assert capsys.readouterr().out.endswith("Nothing was changed.\n")


@pytest.mark.parametrize(
    ("answer", "status", "left"), [("yes\n", 0, 1), ("no\n", 1, 2), ("\n", 1, 2)]
)
def test_on_a_terminal_it_asks(data: Path, made: Path, answer: str, status: int, left: int) -> None:
    before = tree(data)
    terminal, other = pty.openpty()
    try:
        os.write(terminal, answer.encode())
        done = subprocess.run(
            **command(data, 1, "restore", str(made)), stdin=other, check=False, timeout=60
        )
    finally:
        os.close(terminal)
        os.close(other)
    assert (done.returncode, done.stderr) == (status, "")
    assert "Replace the data by this backup?" in done.stdout
    assert deals(data / DATABASE) == left
    if status:
        assert done.stdout.endswith("Nothing was changed.\n")
        assert tree(data) == before


def test_without_a_terminal_it_asks_nobody_and_does_nothing(data: Path, made: Path) -> None:
    before = tree(data)
    done = subprocess.run(
        **command(data, 1, "restore", str(made)), stdin=subprocess.DEVNULL, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "expected a terminal, or --yes" in done.stderr
    assert tree(data) == before


def test_a_full_disk_changes_nothing_and_is_said(data: Path, made: Path) -> None:
    before = tree(data)
    most = made.stat().st_size // 2

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    done = subprocess.run(
        **command(data, 1, "restore", str(made), "--yes"), preexec_fn=limit, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"scorekeeper: {made} was not restored: ")
    assert done.stderr.count("\n") == 1
    assert tree(data) == before
