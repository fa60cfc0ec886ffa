"""The tables. What was entered (facts) and the events are the record; results are a projection.

Everything hangs on a club. No queries, and no game is known here.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import JSON, BigInteger, CheckConstraint, ForeignKey, Index, String, text
from sqlalchemy import UniqueConstraint as Unique
from sqlalchemy.orm import Mapped, mapped_column

from ..db import Base, db

if TYPE_CHECKING:
    Model = Base
else:
    Model = db.Model

Moment = datetime.datetime  # UTC, without a zone, as SQLite keeps it


def now() -> Moment:
    """Return the moment in UTC, as the tables keep it."""
    return datetime.datetime.now(datetime.UTC).replace(tzinfo=None)


class Club(Model):
    """The circle of people who share players and history."""

    __tablename__ = "club"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    made_at: Mapped[Moment] = mapped_column(default=now)
    # Grows when a projection is written without an event: what was counted is counted anew.
    repairs: Mapped[int] = mapped_column(default=0, server_default="0")


class Device(Model):
    """A browser that joined; only a hash of its token is kept."""

    __tablename__ = "device"

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    made_at: Mapped[Moment] = mapped_column(default=now)


class Membership(Model):
    """A device's role in a club."""

    __tablename__ = "membership"
    __table_args__ = (Unique("device_id", "club_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    device_id: Mapped[int] = mapped_column(ForeignKey("device.id"))
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    role: Mapped[str] = mapped_column(String(10))
    name: Mapped[str] = mapped_column(String(40))
    joined_at: Mapped[Moment] = mapped_column(default=now)
    revoked_at: Mapped[Moment | None]


class Invite(Model):
    """A way to join: its token is derived from the key and the nonce, and kept as a hash."""

    __tablename__ = "invite"

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    role: Mapped[str] = mapped_column(String(10))
    nonce: Mapped[str] = mapped_column(String(32))
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    made_at: Mapped[Moment] = mapped_column(default=now)
    expires_at: Mapped[Moment | None]
    dead_at: Mapped[Moment | None]


class Player(Model):
    """A person. `lookalike` is what names share that an eye could take for each other.

    A spelling that was merged keeps its row and points to the person it belongs to.
    """

    __tablename__ = "player"
    __table_args__ = (Unique("club_id", "name"), Index(None, "club_id", "lookalike"))

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    name: Mapped[str] = mapped_column(String(40))
    lookalike: Mapped[str] = mapped_column(String(400))
    retired_at: Mapped[Moment | None]
    merged_into_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))


class Sitting(Model):
    """One evening at the table. `date` is the local day on which it began."""

    __tablename__ = "sitting"
    __table_args__ = (Index(None, "club_id", "date"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    date: Mapped[datetime.date]
    place: Mapped[str] = mapped_column(String(40), default="")
    closed_at: Mapped[Moment | None]


class Match(Model):
    """A race of deals inside a sitting, with its game and every rule it was started with."""

    __tablename__ = "match"

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"), index=True)
    game: Mapped[str] = mapped_column(String(20))
    rules: Mapped[dict[str, Any]] = mapped_column(JSON)
    first_dealer: Mapped[int]
    started_at: Mapped[Moment] = mapped_column(default=now)
    version: Mapped[int] = mapped_column(default=1, server_default="1")


class Preset(Model):
    """House rules kept under a name; numbers count from 1 in the club."""

    __tablename__ = "preset"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(40))
    game: Mapped[str] = mapped_column(String(20))
    seats: Mapped[int]
    rules: Mapped[dict[str, Any]] = mapped_column(JSON)
    hidden_at: Mapped[Moment | None]


class Seat(Model):
    """Who sits where in a match; numbers count from 0 in the order of play."""

    __tablename__ = "seat"
    __table_args__ = (Unique("match_id", "player_id"),)

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)


class Deal(Model):
    """A row of the pad: its facts. `position` sorts it, its number is counted."""

    __tablename__ = "deal"
    __table_args__ = (
        Index(
            "uq_deal_visible_position",
            "match_id",
            "position",
            unique=True,
            sqlite_where=text("hidden_at IS NULL"),
            postgresql_where=text("hidden_at IS NULL"),
        ),
        CheckConstraint("version > 0", name="version"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), index=True)
    position: Mapped[int] = mapped_column(BigInteger)
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    version: Mapped[int] = mapped_column(default=1)
    hidden_at: Mapped[Moment | None]


class Event(Model):
    """One operation, once: who did what when. Rows are only ever added."""

    __tablename__ = "event"
    __table_args__ = (Unique("club_id", "op_id"), Index(None, "club_id", "id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    op_id: Mapped[str] = mapped_column(String(32))
    digest: Mapped[str] = mapped_column(String(64))
    at: Mapped[Moment] = mapped_column(default=now)
    device_id: Mapped[int | None] = mapped_column(ForeignKey("device.id"))
    kind: Mapped[str] = mapped_column(String(30))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    sitting_id: Mapped[int | None] = mapped_column(ForeignKey("sitting.id"), index=True)
    match_id: Mapped[int | None] = mapped_column(ForeignKey("match.id"), index=True)
    deal_id: Mapped[int | None] = mapped_column(ForeignKey("deal.id"))
    before: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    after: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    reason: Mapped[str | None] = mapped_column(String(200))
    answer: Mapped[dict[str, Any]] = mapped_column(JSON)


class DealResult(Model):
    """Projection: what a deal came to. Seats, points and contract as its game means them."""

    __tablename__ = "deal_result"

    deal_id: Mapped[int] = mapped_column(ForeignKey("deal.id"), primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), index=True)
    dealer: Mapped[int | None]
    outcome: Mapped[str] = mapped_column(String(10))
    contract: Mapped[str | None] = mapped_column(String(40))
    points: Mapped[int | None]
    sweep: Mapped[str | None] = mapped_column(String(10))
    stake: Mapped[int | None]


class DealScore(Model):
    """Projection: what a deal meant for one player; the last three as in `meaning.py`."""

    __tablename__ = "deal_score"

    deal_id: Mapped[int] = mapped_column(ForeignKey("deal.id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, index=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), index=True)
    role: Mapped[str] = mapped_column(String(10))
    score: Mapped[int]
    payoff: Mapped[int]
    side: Mapped[int] = mapped_column(default=0, server_default="0")
    result: Mapped[str] = mapped_column(String(5), default="", server_default="")
    points: Mapped[int | None]


class MatchResult(Model):
    """Projection: how a match stands for one player; `place` is set when it is decided."""

    __tablename__ = "match_result"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, index=True)
    total: Mapped[int]
    payoff: Mapped[int]
    place: Mapped[int | None]
