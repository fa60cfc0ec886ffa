"""What must hold whatever was played: the file, its references, names, events and their clubs.

Matches and their projection are checked in `checking.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import literal_column, select, text
from sqlalchemy.orm import aliased

from ... import entry
from ...db import db
from ...entry import Refused, shown
from ...models import (
    Account,
    Club,
    Deal,
    DealResult,
    DealScore,
    Event,
    Match,
    MatchResult,
    Payment,
    Player,
    Sitting,
)
from ..operations import is_op_id
from .differences import Difference, differs, quoted, read_object, read_objects, rows

_DIGEST: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
# What is there, by whether it is SQLite.
_TRIGGERS: Final = {
    True: "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'event'",
    False: "SELECT tgname FROM pg_trigger "
    "WHERE tgrelid = CAST('event' AS regclass) AND tgenabled IN ('O', 'A')",
}
PROJECTION: Final[tuple[Any, ...]] = (DealResult, DealScore, MatchResult)
_OF_THE_SAME_CLUB: Final = (
    (Player, Player.merged_into_id, Player),
    (Account, Account.sitting_id, Sitting),
    (Account, Account.banker_id, Player),
    (Payment, Payment.account_id, Account),
    (Payment, Payment.payer_id, Player),
    (Payment, Payment.payee_id, Player),
    (Event, Event.player_id, Player),
    (Event, Event.sitting_id, Sitting),
    (Event, Event.match_id, Match),
    (Event, Event.deal_id, Deal),
)


def soundness() -> Iterator[Difference]:
    """Check everything in this module."""
    named = {row["id"]: f"club {quoted(row['name'])}" for row in rows(Club)}
    if db.engine.dialect.name == "sqlite":  # PostgreSQL has no file to read, and lets none break
        yield from _file()
        yield from _references()
    yield from _players(named)
    yield from _guards()
    yield from _events(named)
    yield from _clubs(named)


def _file() -> Iterator[Difference]:
    for line in db.session.scalars(text("PRAGMA integrity_check")).all():
        if line != "ok":
            yield Difference("database", differs("integrity_check", "ok", line))


def _references() -> Iterator[Difference]:
    projection = [model.__tablename__ for model in PROJECTION]
    for name, rowid, parent, key in db.session.execute(text("PRAGMA foreign_key_check")).all():
        keys = text('SELECT "from" FROM pragma_foreign_key_list(:table) WHERE id = :id')
        column = db.session.scalar(keys, {"table": name, "id": key}) or ""
        table = db.metadata.tables[name]
        primary = table.primary_key.columns
        value, *values = db.session.execute(
            select(table.c[column], *primary).where(literal_column("rowid") == rowid)
        ).one()
        row = ", ".join(f"{key.name} {value}" for key, value in zip(primary, values, strict=True))
        what = differs(f"{name}.{column}", f"the id of a row of {parent}", value)
        yield Difference(f"{name} with {row}", what, projection=name in projection)


def _players(named: dict[Any, str]) -> Iterator[Difference]:
    for row in rows(Player):
        where, name = _where(named, Player, row), row["name"]
        try:
            clean = entry.name(name, "player.name")
        except Refused as refused:
            yield Difference(where, str(refused))
            continue
        if name != clean:
            yield Difference(where, differs("player.name", shown(clean), name))
        if row["lookalike"] != entry.lookalike(name):
            expected = shown(entry.lookalike(name))
            yield Difference(where, differs("player.lookalike", expected, row["lookalike"]))


def _where(named: dict[Any, str], model: Any, row: Any) -> str:
    club = row["club_id"]
    return f"{named.get(club, f'club {shown(club)}')}, {model.__tablename__} {row['id']}"


def _guards() -> Iterator[Difference]:
    """Check that what refuses changes of events is still there and in force."""
    sqlite = db.engine.dialect.name == "sqlite"
    there = set(db.session.scalars(text(_TRIGGERS[sqlite])))
    for verb in ("update", "delete") if sqlite else ("update", "delete", "truncate"):
        if f"event_no_{verb}" not in there:
            what = differs("trigger", f"event_no_{verb}, which keeps events as they are", None)
            yield Difference("database", what)


def _events(named: dict[Any, str]) -> Iterator[Difference]:
    seen: set[tuple[Any, Any]] = set()
    for row in rows(Event):
        where = _where(named, Event, row)
        for what in _event(row):
            yield Difference(where, what)
        op = (row["club_id"], row["op_id"])
        if op in seen:
            yield Difference(where, differs("event.op_id", "one of its own", row["op_id"]))
        seen.add(op)


def _event(row: Any) -> Iterator[str]:
    op_id, digest = row["op_id"], row["digest"]
    if not (isinstance(op_id, str) and is_op_id(op_id)):
        yield differs("event.op_id", "32 hex digits", op_id)
    if not (isinstance(digest, str) and _DIGEST.fullmatch(digest)):
        yield differs("event.digest", "64 hex digits", digest)
    for field in ("before", "after", "answer"):
        if row[field] is not None:
            try:
                # Those who were signed out at once stand in a list.
                read = read_object if field == "answer" else read_objects
                read(f"event.{field}", row[field])
            except Refused as refused:
                yield str(refused)


def _clubs(named: dict[Any, str]) -> Iterator[Difference]:
    for model, column, parent in _OF_THE_SAME_CLUB:
        other: Any = aliased(parent)
        found = db.session.execute(
            select(model.id, model.club_id, other.id.label("other"))
            .join(other, other.id == column)
            .where(model.club_id != other.club_id)
            .order_by(model.id)
        )
        for row in found.mappings().all():
            what = differs(f"{model.__tablename__}.{column.key}", "one of this club", row["other"])
            yield Difference(_where(named, model, row), what)
