"""What a check finds when rows are damaged by hand, and what a repair mends."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given
from hypothesis import settings as profile
from hypothesis import strategies as st
from sqlalchemy import event

from scorekeeper import config, create_app, models
from scorekeeper.config import Settings
from scorekeeper.db import db
from scorekeeper.entry import Refused
from scorekeeper.games import GAMES
from scorekeeper.games.base import Game, Result
from scorekeeper.games.base import Table as SeatsAt
from scorekeeper.games.inputs import Facts
from scorekeeper.server import CLUB
from scorekeeper.store import (
    checking,
    clubs,
    deals,
    match_corrections,
    players,
)
from scorekeeper.store.errors import Conflict, NotFound
from scorekeeper.store.operations import Actor, new_op_id
from tests import strategies
from tests.damages import FACTS, NO_EVENT, OURS, PROJECTED, RECORDED, SUM
from tests.playing import STEPS, Play
from tests.record import events, projection, scored_afresh
from tests.seating import NAMES, Seating, Table

# What a repair writes: also, in the club, that there was one.
MENDED = ("deal_result", "deal_score", "match_result", "club")
DAY = "2026-10-15"


GUARDS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"


@dataclass
class Club:
    """A club with a match of three deals that count and one undone, and another match."""

    app: Flask
    path: Path
    copy: sqlite3.Connection
    table: Table
    ids: dict[str, Any]

    def inside(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        """Call a function in an app context of its own."""
        with self.app.app_context():
            found = function(*args, **kwargs)
            db.session.expunge_all()
            return found

    def damage(self, *statements: str) -> None:
        """Change the database as somebody would who opens it with other tools.

        Who takes a guard away to change an event puts it back.
        """
        with closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            guards = dict(connection.execute(GUARDS).fetchall())
            for statement in statements:
                connection.execute(statement, self.ids)
            for name in guards.keys() - dict(connection.execute(GUARDS).fetchall()).keys():
                connection.execute(guards[name])

    def restore(self) -> None:
        """Make the database what it was before all damage."""
        with closing(sqlite3.connect(self.path)) as connection:
            self.copy.backup(connection)

    def found(self) -> list[str]:
        """Return what a check says, the damaged match's place shortened to `here`."""
        report = self.inside(checking.check)
        here = f'club "Our club", {DAY}, match {self.table.match}'
        return [str(one).replace(here, "here") for one in report.differences]

    def say(self, lines: list[str]) -> list[str]:
        """Fill in the ids of what a line is about."""
        return [re.sub("<([a-z]+)>", lambda found: str(self.ids[found[1]]), line) for line in lines]

    def repair(self) -> list[str]:
        """Check and repair, and return what was written."""
        report = self.inside(checking.check)
        return list(self.inside(lambda: list(checking.repair(report))))

    def rows(self, *without: str) -> dict[str, list[Any]]:
        """Return all tables but some, byte for byte."""
        with closing(sqlite3.connect(self.path)) as connection:
            connection.text_factory = bytes
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            names = {name.decode() for (name,) in tables} - {*without}
            return {
                name: connection.execute(f'SELECT rowid, * FROM "{name}"').fetchall()
                for name in sorted(names)
            }


@pytest.fixture(scope="module")
def recorded(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """Return the club that every test begins with."""
    data = tmp_path_factory.mktemp("checked") / "data"
    shutil.copytree(migrated, data)
    path = data / config.DATABASE
    with closing(sqlite3.connect(":memory:")) as copy:
        club = Club(create_app(Settings(data, "127.0.0.1", 8021)), path, copy, Table(0, 0, 0), {})
        record(club)
        club.damage(f"UPDATE sitting SET date = '{DAY}'")
        with closing(sqlite3.connect(path)) as connection:
            connection.backup(copy)
        yield club
        club.inside(lambda: db.engine.dispose())


def record(club: Club) -> None:
    """Record the matches, and keep the ids of what is damaged later."""
    ours = Actor(club.inside(clubs.ensure_club, CLUB))
    foreign = Actor(club.inside(another_club))
    people = {name: club.inside(players.add, ours, new_op_id(), name) for name in NAMES}
    stranger = club.inside(players.add, foreign, new_op_id(), "Stranger")
    seat = Seating(club.inside, ours, people)
    table, other = seat("Anna", "Ben", "Carla"), seat("Carla", "Dino", "Anna")
    club.table = table
    first, second = seat.deal(table), seat.deal(table, bid="pass")
    third = seat.deal(table, bid="chiamo", soloist=0, card_points=11, tricks="all")
    undone = seat.deal(table)
    club.inside(deals.undo, ours, new_op_id(), table.match, undone)
    by = {(e.kind, e.match_id, e.deal_id): e.id for e in club.inside(events)}
    club.ids |= {name.lower(): player for name, player in people.items()}
    club.ids |= table._asdict() | {"other": other.match, "fourth": seat.deal(other)}
    club.ids |= {"foreign": foreign.club, "stranger": stranger}
    club.ids |= {"deal": first, "second": second, "third": third, "undone": undone}
    club.ids |= {
        "starting": by["sitting.start", table.match, None],
        "event": by["deal.record", table.match, first],
        "later": by["deal.record", table.match, third],
        "recording": by["deal.record", table.match, undone],
        "undoing": by["deal.undo", table.match, undone],
    }


def another_club() -> int:
    club = models.Club(name="Another club")
    db.session.add(club)
    db.session.commit()
    return club.id


@pytest.fixture
def club(recorded: Club) -> Iterator[Club]:
    yield recorded
    recorded.restore()


def test_a_club_as_it_was_recorded_is_fine(club: Club) -> None:
    report = club.inside(checking.check)
    assert report == checking.Report(matches=2, deals=4, differences=())


def test_a_match_whose_seats_were_put_in_order_is_fine(club: Club) -> None:
    """The facts of hidden deals moved with the others, and stayed hidden."""
    anna, ben, carla = (club.ids[name] for name in ("anna", "ben", "carla"))
    setup = match_corrections.SetUp((carla, anna, ben), {}, 1)
    ours, version = Actor(club.table.club), 1
    correct = (ours, new_op_id(), club.table.match, setup)
    club.inside(match_corrections.correct, *correct, version=version)
    assert club.found() == []
    club.inside(deals.redo, ours, new_op_id(), club.table.match, club.ids["undone"])
    assert club.found() == []


def test_a_hidden_deal_may_be_where_another_one_is(club: Club) -> None:
    club.damage("UPDATE deal SET position = 3 << 32 WHERE id = :undone")
    assert club.found() == []


@pytest.mark.parametrize("name", PROJECTED)
def test_rows_that_do_not_follow_from_the_facts_are_found_and_mended(club: Club, name: str) -> None:
    statement, lines = PROJECTED[name]
    club.damage(statement)
    assert club.found() == club.say(lines)
    before = club.rows(*MENDED)
    assert club.repair()
    assert club.rows(*MENDED) == before
    assert club.found() == []
    for match in (club.table.match, club.ids["other"]):
        fresh = club.inside(scored_afresh, club.table.club, match)
        assert club.inside(projection, match) == fresh


@pytest.mark.parametrize("name", RECORDED)
def test_a_record_that_does_not_hold_is_found_and_never_changed(club: Club, name: str) -> None:
    statements, lines = RECORDED[name]
    club.damage(*statements)
    assert club.found() == club.say(lines)
    before = club.rows()
    assert club.repair() == []
    assert club.rows() == before


def test_every_kind_of_damage_of_two_matches_is_told(club: Club) -> None:
    """A match that another one took the deal of, a deal that came back, one that is gone."""
    taken = "UPDATE deal SET match_id = :other WHERE id = :third"
    shown = "UPDATE deal SET hidden_at = NULL WHERE id = :undone"
    hidden = "UPDATE deal SET hidden_at = '2026-10-15 22:00:00' WHERE id = :deal"
    club.damage(taken, shown, hidden)
    lines = club.found()
    record = club.say(
        [
            (
                "here, hidden deal with id <deal>: deal: expected shown, as event <event> left it, "
                "got hidden"
            ),
            "here, deal 2: deal: expected hidden, as event <undoing> left it, got shown",
            f'club "Our club", {DAY}, match <other>, deal 2: {NO_EVENT}',
        ]
    )
    assert [line for line in lines if "event" in line] == record
    place = [f"here: {ROWS}", f'club "Our club", {DAY}, match {club.ids["other"]}: {ROWS}']
    assert len(club.repair()) == len(place)
    assert club.found() == record


ROWS = "projection rewritten"


@pytest.mark.parametrize("swapped", [False, True], ids=["one", "both"])
def test_a_row_that_says_another_match_is_mended(club: Club, swapped: bool) -> None:
    """Whatever the order in which the matches are mended: no row is in the other's way."""
    for table in ("deal_result", "deal_score"):
        club.damage(f"UPDATE {table} SET match_id = :other WHERE deal_id = :deal")
        if swapped:
            club.damage(f"UPDATE {table} SET match_id = :match WHERE deal_id = :fourth")
    assert club.found()
    assert len(club.repair()) == 2
    assert club.found() == []


def test_a_match_is_mended_beside_one_that_cannot_be(club: Club) -> None:
    club.damage(
        FACTS.format("'?'"),
        "UPDATE deal_score SET score = 9",
        "UPDATE match_result SET total = 0 WHERE match_id = :match",
    )
    club.repair()
    assert [line for line in club.found() if "here" not in line] == []
    assert f"here, deal 1: {SUM} [9, 9, 9]" in club.found()


def test_a_player_of_another_club_is_told_when_the_scores_are_mended(club: Club) -> None:
    club.damage("UPDATE seat SET player_id = :stranger WHERE match_id = :match AND number = 1")
    assert club.repair()
    line = f'here, "Stranger": seat.player_id: {OURS.replace("one", "a player")} <stranger>'
    left = "here: match.players: expected [<anna>, <ben>, <carla>], as its events left it"
    assert club.found() == club.say([line, f"{left}, got [<anna>, <stranger>, <carla>]"])


SET_UP = {
    "rules": ("rules = json_set(rules, '$.target', 31)", "rules", None),
    "the first dealer": (
        "first_dealer = 1",
        "first_dealer",
        "expected 0, as its events left it, got 1",
    ),
}


@pytest.mark.parametrize("name", SET_UP)
def test_a_match_that_is_not_set_up_as_its_events_say_is_found(club: Club, name: str) -> None:
    changed, field, said = SET_UP[name]
    club.damage(f"UPDATE match SET {changed} WHERE id = :match")
    [line] = [one for one in club.found() if ": match." in one]
    assert line.startswith(f"here: match.{field}: {said or 'expected {'}")
    before = club.rows(*MENDED)
    club.repair()
    assert club.rows(*MENDED) == before


def test_seats_that_were_exchanged_by_hand_are_found(club: Club) -> None:
    club.damage(
        "UPDATE seat SET number = 9 WHERE match_id = :match AND number = 0",
        "UPDATE seat SET number = 0 WHERE match_id = :match AND number = 1",
        "UPDATE seat SET number = 1 WHERE match_id = :match AND number = 9",
    )
    expected = "here: match.players: expected [<anna>, <ben>, <carla>], as its events left it"
    assert club.say([f"{expected}, got [<ben>, <anna>, <carla>]"])[0] in club.found()


def test_a_match_that_no_event_started_is_found(club: Club) -> None:
    club.damage("DROP TRIGGER event_no_delete", "DELETE FROM event WHERE id = :starting")
    assert "here: event: expected one that started the match, got nothing" in club.found()


@pytest.mark.parametrize("verb", ["update", "delete"])
def test_it_is_said_when_nothing_keeps_events_as_they_are(club: Club, verb: str) -> None:
    with closing(sqlite3.connect(club.path)) as connection:
        connection.execute(f"DROP TRIGGER event_no_{verb}")
    said = f"expected event_no_{verb}, which keeps events as they are, got nothing"
    assert club.found() == [f"database: trigger: {said}"]


def test_a_name_that_moves_the_cursor_stays_in_its_line(club: Club) -> None:
    name = "'An' || char(10) || char(27) || '[2J' || char(8238)"
    club.damage(
        f"UPDATE player SET name = {name} WHERE id = :anna",
        "UPDATE club SET name = 'Our' || char(13) WHERE id = :club",
        "UPDATE match_result SET place = 1 WHERE match_id = :match AND player_id = :anna",
    )
    where = f'club "Our\\r", {DAY}, match <match>, "An\\n\\u001b[2J\\u202e"'
    line = f"{where}: match_result.place: expected nothing, got 1"
    assert club.found()[-1:] == club.say([line])


def test_facts_that_cannot_be_read_are_not_taken_for_none(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in a game in which there can be nothing to say of a deal."""

    def score(self: Game, facts: Facts, table: SeatsAt) -> Result:
        return Result("passed", (0,) * table.seats)

    for game in GAMES.values():
        monkeypatch.setattr(type(game), "score", score)
    assert len(club.repair()) == 2
    club.damage(FACTS.format("'?'"), "DELETE FROM deal_result WHERE match_id = :match")
    assert club.repair() == []


def test_a_repair_mends_what_is_there_when_it_begins(club: Club) -> None:
    """Between the check and the repair somebody recorded a deal, and its rows were lost, too."""
    club.damage("DELETE FROM deal_score WHERE match_id = :match")
    report = club.inside(checking.check)
    record = (Actor(club.table.club), new_op_id(), club.table.match, {"bid": "pass"})
    club.inside(deals.record, *record, seen=-1, both_count=True)
    club.damage("DELETE FROM deal_score WHERE match_id = :match")
    club.inside(lambda: list(checking.repair(report)))
    assert club.found() == []


def test_a_repair_leaves_a_match_that_was_damaged_since_the_check(club: Club) -> None:
    club.damage("DELETE FROM deal_score WHERE match_id = :match")
    report = club.inside(checking.check)
    club.damage(FACTS.format("'?'"))
    before = club.rows()
    assert club.inside(lambda: list(checking.repair(report))) == []
    assert club.rows() == before


def test_a_check_reads_in_one_transaction_and_writes_nothing(club: Club) -> None:
    said: list[str] = []

    def note(_conn: Any, _cursor: Any, statement: str, *_: Any) -> None:
        said.append(statement.split()[0] + (" IMMEDIATE" if "IMMEDIATE" in statement else ""))

    engine = club.inside(lambda: db.engine)
    event.listen(engine, "before_cursor_execute", note)
    club.found()
    event.remove(engine, "before_cursor_execute", note)
    assert said.count("BEGIN") == 1
    assert set(said) == {"BEGIN", "SELECT", "PRAGMA"}


def test_a_check_and_a_writer_do_not_wait_for_each_other(club: Club) -> None:
    with closing(sqlite3.connect(club.path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM deal_score")
        assert club.found() == []
        writer.execute("ROLLBACK")


quick = profile(
    max_examples=strategies.examples(10, 100),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@quick
@given(data=st.data())
def test_nonsense_in_any_column_is_told_and_stops_no_check(club: Club, data: st.DataObject) -> None:
    before = club.rows()
    tables = [table for table in db.metadata.sorted_tables if table.name in before]
    table = data.draw(st.sampled_from(tables))
    columns = [column for column in table.columns if not column.primary_key]
    column = data.draw(st.sampled_from(columns))
    written = json.dumps(data.draw(strategies.json_values))
    with closing(sqlite3.connect(club.path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER event_no_update")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        with suppress(sqlite3.IntegrityError):
            connection.execute(f'UPDATE "{table.name}" SET "{column.name}" = ?', (written,))
    try:
        found = club.found()
        club.repair()
        assert all(line.isprintable() for line in found)
    finally:
        club.restore()
    assert club.rows() == before


@quick
@given(data=st.data())
def test_a_club_of_random_play_and_corrections_is_fine(club: Club, data: st.DataObject) -> None:
    play = Play(club.inside, club.table.club, data.draw)
    try:
        for _ in range(data.draw(st.integers(1, 10))):
            step = data.draw(st.sampled_from(STEPS))
            with suppress(Conflict, NotFound, Refused):
                step(play)
        report = club.inside(checking.check)
        assert report.differences == ()
        assert report.deals == 4 + len(play.kept.deals)
    finally:
        club.restore()
