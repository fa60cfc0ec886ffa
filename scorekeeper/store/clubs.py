"""Clubs: make, list, rename."""

from __future__ import annotations

import datetime
from typing import NamedTuple

from sqlalchemy import func, select

from .. import entry
from ..db import begin_write, db
from ..models import Club, Membership, Sitting
from .errors import NotFound
from .holding import hold_everything
from .operations import Actor, Change, new_op_id, perform


class ClubRow(NamedTuple):
    """A club of this server, how many devices are in it, and the day of its newest evening."""

    id: int
    name: str
    devices: int
    newest: datetime.date | None


def ensure_club(name: str) -> int:
    """Return the id of the server's first club; make it at first start."""
    there = _first()
    db.session.rollback()
    if there is None:
        hold_everything()  # two servers may start at once
        there = _first() or make(name)
        db.session.rollback()
    return there


def _first() -> int | None:
    return db.session.scalar(select(Club.id).order_by(Club.id).limit(1))


def make(name: str) -> int:
    """Make a club, and return its id. Raises `Refused` for a name that is no name."""
    clean = entry.name(name)
    begin_write()
    club = Club(name=clean)
    db.session.add(club)
    db.session.flush()
    made = Change({"club": club.id}, after={"name": clean})
    return int(perform(Actor(club.id), new_op_id(), "club.make", clean, lambda: made)["club"])


def listed() -> list[ClubRow]:
    """Return all clubs of the server, oldest first."""
    inside = (Membership.club_id == Club.id) & Membership.revoked_at.is_(None)
    devices = select(func.count(Membership.id)).where(inside).scalar_subquery()
    newest = select(func.max(Sitting.date)).where(Sitting.club_id == Club.id).scalar_subquery()
    rows = db.session.execute(select(Club.id, Club.name, devices, newest).order_by(Club.id))
    found = [ClubRow(*row) for row in rows]
    db.session.rollback()
    return found


def rename(actor: Actor, op_id: str, name: str) -> None:
    """Give the club another name. Raises `Refused` for a name that is no name."""

    def change() -> Change:
        club = db.session.get(Club, actor.club)
        if club is None:
            raise NotFound
        before, club.name = club.name, entry.name(name)
        return Change({"club": club.id}, {"name": before}, {"name": club.name})

    perform(actor, op_id, "club.rename", [name], change)
