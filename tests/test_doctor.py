"""The doctor: a line for each thing it looked at, and what it says of each that is not well."""

from __future__ import annotations

import datetime
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import backup, doctor, lock, mounts, schema
from scorekeeper.cli import main
from scorekeeper.config import DATABASE, Settings
from tests.test_backup import aged, in_folder
from tests.test_restore import by_hand, damaged, tree

Capture = pytest.CaptureFixture[str]
OK, LOOK = "ok            ", "look at this  "
NEWEST = schema.known()[0]
BROUGHT = "the server brings it up to date at its next start"


@pytest.fixture
def data(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder with which all is well."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(settings.data))
    monkeypatch.setenv("SCOREKEEPER_HOST", "127.0.0.1")
    for path in settings.data.iterdir():
        path.chmod(0o600)
    backup.make(settings.data)
    return settings.data


def lines(capsys: Capture, status: int) -> list[str]:
    assert main(["doctor"]) == status
    out, err = capsys.readouterr()
    assert err == ""
    found = out.splitlines()
    assert all(line.startswith((OK, LOOK)) for line in found)
    return found


def wrong(capsys: Capture, status: int = 1) -> list[str]:
    """Return what is to be looked at."""
    found = lines(capsys, status)
    return [line.removeprefix(LOOK) for line in found if line.startswith(LOOK)]


def test_all_is_well(data: Path, capsys: Capture) -> None:
    found = [line.removeprefix(OK) for line in lines(capsys, 0)]
    assert "database setting journal_mode: wal" in found
    assert "database setting synchronous: full" in found
    assert "database setting foreign_keys: on" in found
    assert f"schema: database {NEWEST}, program {NEWEST}" in found
    assert f"access to {data / 'key'}: mode 600" in found
    assert f"access to {data}: mode 700" in found
    assert "integrity: nothing wrong in the file" in found
    assert "backup: the newest is less than an hour old" in found
    assert "server: none is running" in found
    assert "addresses: http://127.0.0.1:8021/" in found
    [versions] = [line for line in found if line.startswith("versions: ")]
    assert f"SQLite {sqlite3.sqlite_version}, " in versions
    assert "Python 3." in versions
    assert "sqlalchemy 2." in versions


def test_a_server_that_holds_the_lock_is_seen_and_not_disturbed(
    data: Path, settings: Settings, capsys: Capture
) -> None:
    with lock.locked(settings):
        assert f"{OK}server: one is running on this folder" in lines(capsys, 0)
        assert lock.is_held(data)
    assert not lock.is_held(data)


def of_backups(data: Path, age: datetime.timedelta) -> None:
    [made] = (data / "backups").iterdir()
    aged(made, age)


def no_backups(data: Path) -> None:
    for path in (data / "backups").iterdir():
        path.unlink()


def short_key(data: Path) -> None:
    (data / "key").write_bytes(b"short")


def in_database(run: Callable[[Path], None]) -> Callable[[Path], None]:
    return lambda data: run(data / DATABASE)


BROKEN = by_hand(
    "PRAGMA foreign_keys=OFF",
    "INSERT INTO player (id, club_id, name, lookalike) VALUES (1, 99, 'Anna', 'anna')",
)
NOT_ALLOWED = by_hand(
    "PRAGMA foreign_keys=OFF",
    "PRAGMA ignore_check_constraints=ON",
    "INSERT INTO deal VALUES (1, 99, 99, 1, '{}', 0, NULL)",
)
SPOILED: dict[str, tuple[Callable[[Path], Any], str]] = {
    "no backup": (no_backups, "backup: none yet: `scorekeeper backup` makes one"),
    "old backup": (
        lambda data: of_backups(data, datetime.timedelta(days=3)),
        "backup: the newest is 3 days old",
    ),
    "key for others": (
        lambda data: (data / "key").chmod(0o644),
        "access to {data}/key: mode 644; expected 600",
    ),
    "database for others": (
        lambda data: (data / DATABASE).chmod(0o660),
        f"access to {{data}}/{DATABASE}: mode 660; expected 600",
    ),
    "folder for others": (
        lambda data: data.chmod(0o755),
        "access to {data}: mode 755; expected 700",
    ),
    "no key": (
        lambda data: (data / "key").unlink(),
        "key: {data}/key is not there: phones that joined have to join again",
    ),
    "half a key": (short_key, "key: 5 bytes; expected 32"),
    "older": (
        in_database(by_hand("UPDATE alembic_version SET version_num = '0001'")),
        f"schema: database 0001, program {NEWEST}: {BROUGHT}",
    ),
    "newer": (
        in_database(by_hand("UPDATE alembic_version SET version_num = '9999'")),
        f"schema: database 9999, program {NEWEST}: made by another program or a newer version",
    ),
    "broken references": (
        in_database(BROKEN),
        "integrity: rows of player that refer to nothing",
    ),
}


@pytest.mark.parametrize("spoiled", SPOILED)
def test_what_is_not_well_is_said_and_nothing_else(
    data: Path, spoiled: str, capsys: Capture
) -> None:
    spoil, says = SPOILED[spoiled]
    spoil(data)
    assert wrong(capsys) == [says.format(data=data)]


@pytest.mark.parametrize(
    ("spoil", "says"),
    [(damaged, "malformed"), (NOT_ALLOWED, "CHECK constraint failed in deal")],
    ids=["damaged", "not allowed"],
)
def test_what_sqlite_finds_in_the_file_is_told(
    data: Path, spoil: Callable[[Path], None], says: str, capsys: Capture
) -> None:
    spoil(data / DATABASE)
    found = wrong(capsys)
    assert says in " ".join(line for line in found if line.startswith("integrity: "))


def test_a_disk_that_is_nearly_full_is_to_be_looked_at(settings: Settings, tmp_path: Path) -> None:
    holes = tmp_path / "holes"
    holes.touch()
    os.truncate(holes, 4 * 10**12)
    [finding] = doctor._disk(settings, holes)
    assert not finding.well
    assert finding.is_like.endswith("the database has 4,000,000.0 MB")


def test_where_there_is_no_database_nothing_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "data"))
    for _ in range(2):
        assert main(["doctor"]) == 2
        assert "there is no database in" in capsys.readouterr().err
        assert in_folder(tmp_path / "data") == []
        (tmp_path / "data").mkdir(exist_ok=True)


def test_a_file_that_is_no_database_cannot_be_opened(data: Path, capsys: Capture) -> None:
    (data / DATABASE).write_bytes(b"scores " * 999)
    found = wrong(capsys, status=2)
    assert "schema: cannot be looked at: file is not a database" in found
    assert "integrity: cannot be looked at: file is not a database" in found


def test_looking_changes_nothing(data: Path, capsys: Capture) -> None:
    (data / "key").unlink()
    before = tree(data)
    lines(capsys, 1)
    assert tree(data) == before


MOUNTS = r"""/dev/sda1 / ext4 rw,relatime 0 0
proc /proc proc rw 0 0
nas:/scores /srv/my\040scores nfs4 rw 0 0
/dev/sdb1 /srv/my\040scores/local ext4 rw 0 0
//nas/home /mnt cifs rw 0 0
anna@nas: /home/anna/nas fuse.sshfs rw 0 0
tmpfs /over tmpfs rw 0 0
nas:/x /over nfs rw 0 0
"""


@pytest.mark.parametrize(
    ("folder", "kind", "network"),
    [
        ("/home/anna/scores", "ext4", False),
        ("/srv/my scores", "nfs4", True),
        ("/srv/my scores/data", "nfs4", True),
        ("/srv/my scores/local/data", "ext4", False),
        ("/srv/my scores too", "ext4", False),
        ("/mnt/a/b", "cifs", True),
        ("/home/anna/nas/x", "fuse.sshfs", True),
        ("/over/data", "nfs", True),
    ],
)
def test_the_innermost_mount_says_what_a_folder_lies_on(
    folder: str, kind: str, network: bool
) -> None:
    assert mounts.kind_in(MOUNTS, Path(folder)) == kind
    assert mounts.is_network(kind) is network


def test_a_network_file_system_is_to_be_looked_at(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "mounts"
    table.write_text(f"nas:/x {settings.data} nfs4 rw 0 0\n")
    monkeypatch.setattr(mounts, "TABLE", table)
    [finding] = doctor._file_system(settings, settings.data)
    assert str(finding) == (
        f"{LOOK}file system: nfs4, over a network: move the data folder to a disk of this machine"
    )
    table.unlink()
    [finding] = doctor._file_system(settings, settings.data)
    assert (finding.well, finding.is_like) == (True, "not known on this system")


def test_what_a_database_says_of_itself_is_what_is_in_force(data: Path) -> None:
    """A file that was left in another journal mode is brought back by the program's connection."""
    with closing(sqlite3.connect(data / DATABASE)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    [finding, *_] = doctor._settings(Settings(data, "127.0.0.1", 8021), data / DATABASE)
    assert finding.is_like == "wal"
