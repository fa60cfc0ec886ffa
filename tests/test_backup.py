"""Backups: copies that can be trusted, made while others write, and which of them stay."""

from __future__ import annotations

import datetime
import logging
import os
import re
import resource
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import backup
from scorekeeper.backup import BackupFailed
from scorekeeper.cli import main
from scorekeeper.config import DATABASE, Settings
from scorekeeper.store import files
from scorekeeper.store.files import Unsound
from tests.phone import Phone
from tests.polling import until
from tests.seating import Seating, Table
from tests.test_server import Wire, command, free_port, joined, seated, serving

NOW = datetime.datetime(2026, 10, 15, 21, 30, tzinfo=datetime.UTC)
DAY = datetime.timedelta(days=1)
Capture = pytest.CaptureFixture[str]


def named(age: datetime.timedelta, kind: str = "scorekeeper", at: datetime.datetime = NOW) -> str:
    return f"{kind}-{(at - age).strftime('%Y%m%dT%H%M%S')}.sqlite3"


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return sorted(connection.iterdump())


def rows(path: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def by_hand(data: Path, *statements: str) -> None:
    with closing(sqlite3.connect(data / DATABASE, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def in_folder(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


@pytest.fixture
def data(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the data folder that the command is told of."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(settings.data))
    return settings.data


class TestWhichStay:
    def test_of_a_year_of_daily_ones_fourteen_days_and_eight_weeks_stay(self) -> None:
        year = {named(n * DAY) for n in range(365)}
        stay = backup.keep(year, NOW)
        daily = {named(n * DAY) for n in range(14)}
        # The 15th is a Thursday; the last of each earlier week is its Sunday.
        weekly = {named(datetime.timedelta(days=4 + 7 * n)) for n in range(7)}
        assert stay == daily | weekly
        assert backup.keep(stay, NOW) == stay

    def test_one_a_day_goes_on_leaving_as_many(self) -> None:
        there: set[str] = set()
        for n in range(200):
            at = NOW + n * DAY
            there = backup.keep({*there, named(0 * DAY, at=at)}, at)
        assert len(there) == 14 + 6

    def test_the_last_of_a_day_stays(self) -> None:
        hours = {named(datetime.timedelta(hours=n)) for n in range(1, 60)}
        days = {name[12:20] for name in hours}
        stay = backup.keep(hours, NOW)
        assert {max(name for name in hours if name[12:20] == day) for day in days} <= stay
        assert len(stay) == len(days) + 2

    def test_the_last_three_stay_whatever_their_age(self) -> None:
        for kind in ("scorekeeper", "before-upgrade-from-0002"):
            old = [named(1000 * DAY + n * DAY / 1440, kind) for n in range(9)]
            assert backup.keep(old, NOW) == set(old[:3])

    def test_those_before_an_upgrade_are_counted_apart_and_stay_for_eight_weeks(self) -> None:
        upgrades = {named(n * 10 * DAY, f"before-upgrade-from-{n:04}") for n in range(9)}
        usual = {named(n * DAY) for n in range(14)}
        stay = backup.keep(upgrades | usual, NOW)
        assert stay - usual == {name for name in upgrades if named(56 * DAY)[12:] <= name[25:]}
        assert usual <= stay

    def test_what_has_another_name_or_is_of_the_future_stays_and_takes_no_place(self) -> None:
        others = {
            "notes.txt",
            "scorekeeper.sqlite3",
            "scorekeeper-20260631T000000.sqlite3",
            "scorekeeper-20260101T000000.sqlite3.gz",
            *(named(-n * DAY) for n in range(1, 40)),
        }
        usual = {named(n * DAY) for n in range(14)}
        assert backup.keep(others | usual, NOW) == others | usual


def test_a_backup_holds_everything_for_this_user_alone(
    data: Path, seat: Seating, table: Table, capsys: Capture
) -> None:
    seat.deal(table)
    assert main(["backup"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    made = Path(out.strip())
    assert in_folder(data / "backups") == [made.name]
    assert re.fullmatch(r"scorekeeper-\d{8}T\d{6}\.sqlite3", made.name)
    assert dump(made) == dump(data / DATABASE)
    assert (made.stat().st_mode & 0o777, made.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_the_key_is_in_no_backup(data: Path, owner: Phone) -> None:
    made = backup.make(data)
    assert (data / "key").read_bytes() not in made.read_bytes()


def test_old_ones_go_when_one_is_made_and_nothing_else(data: Path) -> None:
    folder = data / "backups"
    folder.mkdir()
    now = backup.now()
    names = [named(n * DAY, at=now) for n in range(1, 100)] + ["notes.txt"]
    for name in names:
        (folder / name).touch()
    made = backup.make(data).name
    left = set(in_folder(folder))
    assert left == backup.keep({*names, made}, now)
    assert {"notes.txt", made} <= left
    assert len(left) < 30


def test_the_one_just_made_stays_also_when_the_clock_was_set_back(data: Path) -> None:
    folder = data / "backups"
    folder.mkdir()
    ahead = [named(-n * DAY, at=backup.now()) for n in range(1, 40)]
    for name in ahead:
        (folder / name).touch()
    for _ in range(2):
        made = backup.make(data).name
        assert set(in_folder(folder)) >= {made, *ahead}


def test_a_folder_of_ones_own_is_filled_and_never_emptied(
    data: Path, tmp_path: Path, capsys: Capture
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    old = [named(n * DAY, at=backup.now()) for n in range(1, 100)]
    for name in old:
        (stick / name).touch()
    assert main(["backup", "--to", str(stick)]) == 0
    made = Path(capsys.readouterr().out.strip())
    assert in_folder(stick) == sorted([*old, made.name])
    assert made.stat().st_mode & 0o777 == 0o600
    assert in_folder(data / "backups") == []


def test_what_is_in_the_way_of_a_backup_is_said(
    data: Path, tmp_path: Path, capsys: Capture
) -> None:
    assert main(["backup", "--to", str(tmp_path / "missing")]) == 2
    assert capsys.readouterr() == (
        "",
        f"scorekeeper: no backup was made in {tmp_path / 'missing'}: No such file or directory\n",
    )
    (data / "backups").write_text("")
    assert main(["backup"]) == 2
    assert capsys.readouterr().err.startswith("scorekeeper: no backup was made in ")
    (data / DATABASE).unlink()
    assert main(["backup"]) == 2
    assert "there is no database in" in capsys.readouterr().err
    assert not (data / DATABASE).exists()


@pytest.mark.parametrize("content", [b"scores " * 1000, b""], ids=["another file", "nothing"])
def test_no_backup_is_made_of_what_is_no_database(data: Path, content: bytes) -> None:
    (data / DATABASE).write_bytes(content)
    with pytest.raises(BackupFailed):
        backup.make(data)
    assert in_folder(data / "backups") == []


def test_a_copy_that_reads_back_wrong_is_no_backup(data: Path, seat: Seating, table: Table) -> None:
    """SQLite copies a row that its own rules refuse; looked at, the copy is not sound."""
    good = backup.make(data)
    seat.deal(table)
    by_hand(data, "PRAGMA ignore_check_constraints=ON", "UPDATE deal SET version = 0")
    with pytest.raises(BackupFailed, match="CHECK constraint failed in deal"):
        backup.make(data)
    assert in_folder(data / "backups") == [good.name]


@pytest.mark.parametrize(("deals", "events"), [(2, 9), (6, 9), (4, 6), (4, 13)])
def test_a_copy_with_rows_missing_or_too_many_is_no_backup(deals: int, events: int) -> None:
    before, after = {"deal": 3, "event": 7}, {"deal": 5, "event": 12}
    for same in (before, after):
        files.expect_between(before, same, after)
    with pytest.raises(Unsound, match=r"rows of (deal|event) in the copy"):
        files.expect_between(before, {"deal": deals, "event": events}, after)


def test_a_full_disk_leaves_no_half_file_and_is_said(
    data: Path, seat: Seating, table: Table, settings: Settings
) -> None:
    """Files may grow to less than the database has, then writing fails as on a full disk."""
    for _ in range(3):
        seat.deal(table, note="x" * 200)
    by_hand(data, "PRAGMA wal_checkpoint(TRUNCATE)")
    most = (data / DATABASE).stat().st_size - 40_000

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    done = subprocess.run(**command(data, 1, "backup"), preexec_fn=limit, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"scorekeeper: no backup was made in {data / 'backups'}: ")
    assert done.stderr.count("\n") == 1
    assert in_folder(data / "backups") == []


def test_a_backup_does_not_take_the_last_of_the_disk(data: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(data / DATABASE)) as held:
        held.execute("SELECT * FROM club").fetchall()
        # A file with a hole, as large as no disk here.
        os.truncate(data / f"{DATABASE}-wal", 4 * 10**12)
        with pytest.raises(BackupFailed, match="bytes free on the disk, got"):
            backup.make(data)
        os.truncate(data / f"{DATABASE}-wal", 0)
    assert in_folder(data / "backups") == []


def test_what_a_crash_left_half_written_goes_after_an_hour(data: Path) -> None:
    folder = data / "backups"
    folder.mkdir()
    for name, age in (("old.part", 4000), ("young.part", 60)):
        (folder / name).touch()
        os.utime(folder / name, times=(backup.now().timestamp() - age,) * 2)
    made = backup.make(data)
    assert in_folder(folder) == sorted([made.name, "young.part"])


@contextmanager
def daily(data: Path) -> Iterator[threading.Thread]:
    stop = threading.Event()
    thread = threading.Thread(target=backup.make_daily, args=(data, stop, 0.01))
    thread.start()
    try:
        yield thread
    finally:
        stop.set()
        thread.join(30)
    assert not thread.is_alive()


def made_in(data: Path) -> list[Path]:
    return sorted((data / "backups").glob("scorekeeper-*.sqlite3"))


def aged(path: Path, age: datetime.timedelta) -> None:
    path.rename(path.with_name(named(age, at=backup.now())))


def test_one_is_made_at_once_and_another_when_that_is_a_day_old(data: Path) -> None:
    with daily(data):
        [first] = until(lambda: made_in(data))
        aged(first, DAY - datetime.timedelta(minutes=10))
    with daily(data) as thread:
        aged(made_in(data)[0], DAY + datetime.timedelta(minutes=1))
        until(lambda: len(made_in(data)) == 2)
        assert thread.is_alive()
    assert len(made_in(data)) == 2


def test_one_that_is_younger_than_a_day_is_enough(data: Path) -> None:
    aged(backup.make(data), DAY - datetime.timedelta(minutes=10))
    before = made_in(data)
    stop = threading.Event()
    stop.set()
    backup.make_daily(data, stop)
    assert made_in(data) == before


def test_one_of_the_future_counts_for_nothing(data: Path) -> None:
    aged(backup.make(data), -10 * DAY)
    stop = threading.Event()
    stop.set()
    for _ in range(2):
        backup.make_daily(data, stop)
        assert len(made_in(data)) == 2


def test_a_failure_is_logged_and_tried_again(data: Path, caplog: pytest.LogCaptureFixture) -> None:
    (data / "backups").write_text("")
    with caplog.at_level(logging.WARNING), daily(data) as thread:
        until(lambda: "no backup was made in" in caplog.text)
        assert thread.is_alive()
        (data / "backups").unlink()
        until(lambda: made_in(data))


def test_a_database_that_is_gone_for_a_while_does_not_end_the_backups(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    aside = (data / DATABASE).rename(data / "aside")
    with caplog.at_level(logging.WARNING), daily(data) as thread:
        until(lambda: "there is no database in" in caplog.text)
        assert thread.is_alive()
        aside.rename(data / DATABASE)
        until(lambda: made_in(data))


def test_a_server_makes_one_at_its_start_and_serves_on_when_it_cannot(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as running:
        until(lambda: made_in(data))
        assert Wire(running.port).get("/").status == 200
    for path in made_in(data):
        path.unlink()
    (data / "backups").rmdir()
    (data / "backups").write_text("")
    with serving(data) as running:
        errors = running.process.stderr
        assert errors is not None
        assert any("no backup was made" in line for line in errors)
        assert Wire(running.port).get("/").status == 200


def solo(number: int) -> dict[str, str]:
    """Return one of six solos, each won once and lost once: no match of them comes to an end."""
    points = "7" if number % 2 else "3"
    return {"soloist": str(number % 3), "bid": "solo", "card_points": points}


class Posting(threading.Thread):
    """Records solos at one table, one after the other, and counts what was sent and answered."""

    def __init__(self, phone: Wire, table: str) -> None:
        super().__init__()
        self.phone, self.table = phone, table
        self.sent = self.saved = 0
        self.end = False

    def run(self) -> None:
        while not self.end:
            form = self.phone.read(self.table).form("/deals")
            self.sent += 1
            if self.phone.send(form, **solo(self.saved)).status == 303:
                self.saved += 1


def another_phone(phone: Wire) -> Wire:
    one = Wire(phone.port)
    one.cookies = dict(phone.cookies)
    return one


def test_a_backup_taken_under_load_is_the_record_up_to_a_moment(tmp_path: Path) -> None:
    """Restored elsewhere it has every deal answered before, none twice, and all sums are right."""
    data, other, stick = tmp_path / "data", tmp_path / "other", tmp_path / "stick"
    stick.mkdir()
    with serving(data) as running:
        phone = joined(running)
        tables = [seated(phone), seated(phone, "Dino", "Eva", "Fritz")]
        posting = [Posting(another_phone(phone), table) for table in tables]
        for one in posting:
            one.start()
        try:
            until(lambda: all(one.saved >= 3 for one in posting))
            least = sum(one.saved for one in posting)
            backed_up = subprocess.run(
                **command(data, running.port, "backup", "--to", str(stick)), check=True
            )
            most = sum(one.sent for one in posting)
            until(lambda: sum(one.saved for one in posting) > most)
        finally:
            for one in posting:
                one.end = True
                one.join(30)
    [made] = stick.iterdir()
    assert backed_up.stdout == f"{made}\n"
    done = subprocess.run(**command(other, free_port(), "restore", str(made), "--yes"), check=True)
    restored, whole = other / DATABASE, data / DATABASE
    [(deals,)] = rows(restored, "SELECT count(*) FROM deal")
    assert least <= deals <= most < rows(whole, "SELECT count(*) FROM deal")[0][0]
    assert f", {deals} deals;" in done.stdout
    everything = "SELECT id, op_id, kind, deal_id FROM event ORDER BY id"
    events = rows(made, everything)
    assert events == rows(whole, everything)[: len(events)]
    assert rows(restored, "SELECT id, facts, position FROM deal ORDER BY id") == (
        rows(whole, f"SELECT id, facts, position FROM deal ORDER BY id LIMIT {deals}")
    )
    scores = "SELECT player_id, deal_id, score FROM deal_score ORDER BY deal_id, player_id"
    scored = rows(restored, scores)
    assert scored == rows(whole, scores)[: 3 * deals]
    totals = {player: 0 for player, _, _ in scored}
    for player, _, score in scored:
        totals[player] += score
    assert rows(restored, "SELECT player_id, total FROM match_result ORDER BY player_id") == (
        sorted(totals.items())
    )
    assert sorted({score for _, _, score in scored}) == [-4, -2, 2, 4]
    checked = subprocess.run(**command(other, 1, "check"), check=False)
    assert checked.stdout.endswith(f", {deals} deals: all as recorded\n")


def test_the_owners_page_says_how_old_the_last_one_is(
    data: Path, owner: Phone, table: Table
) -> None:
    page = f"/clubs/{table.club}/devices"

    def said() -> str:
        [hint] = owner.read(page).all("p", of="backup")
        return hint.text

    assert said().startswith("No backup has been made yet.")
    aged(backup.make(data), datetime.timedelta(hours=3))
    assert said() == "Last backup: 3 hours ago."
    aged(made_in(data)[0], datetime.timedelta(days=5))
    assert said().startswith("Last backup: 5 days ago. The server should make one every day")
