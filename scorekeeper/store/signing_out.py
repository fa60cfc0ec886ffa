"""Everybody out of a club: its devices and its links, in one operation of the server."""

from __future__ import annotations

from sqlalchemy import select

from ..db import db
from ..models import Invite, Membership, now
from .devices import seen
from .operations import Actor, Change, new_op_id, perform


def everybody(club: int, reason: str) -> None:
    """Put every device of a club out and end its links, those of a first owner included."""

    def change() -> Change:
        members = db.session.scalars(
            select(Membership).where(Membership.club_id == club, Membership.revoked_at.is_(None))
        ).all()
        before = [seen(member) for member in members]
        for member in members:
            member.revoked_at = now()
        links = db.session.scalars(
            select(Invite).where(Invite.club_id == club, Invite.dead_at.is_(None))
        ).all()
        for link in links:
            link.dead_at = now()
        answer = {"devices": len(members), "links": len(links)}
        return Change(answer, before, [seen(member) for member in members], reason=reason)

    perform(Actor(club), new_op_id(), "device.sign_out", [], change)
