"""Devices in a club: who joined, their names and roles, revoke and leave."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from .. import entry
from ..db import db, run
from ..entry import N_, Problem, Refused
from ..models import Club, Device, Membership, now
from .errors import NotFound
from .operations import Actor, Change, perform
from .tokens import hashed

Seen = dict[str, Any]

_ASK_MEMBERSHIPS = (
    select(Device.id, Club.id, Club.name, Membership.role)
    .join(Membership, Membership.device_id == Device.id)
    .join(Club, Club.id == Membership.club_id)
    .where(Device.token_hash == bindparam("token"), Membership.revoked_at.is_(None))
    .order_by(Membership.id)
)


class Member(NamedTuple):
    """A device that is in a club, and as what."""

    device: int
    club: int
    club_name: str
    role: str


class DeviceRow(NamedTuple):
    """A device as its club sees it."""

    id: int
    name: str
    role: str
    joined_at: datetime.datetime
    revoked: bool


def memberships(token: str) -> list[Member]:
    """Return the clubs that the device with this token is in, oldest first."""
    return [Member(*row) for row in run(_ASK_MEMBERSHIPS, {"token": hashed(token)})]


def listed(club: int) -> list[DeviceRow]:
    """Return the devices that are or were in a club, in the order in which they joined."""
    rows = db.session.scalars(
        select(Membership).where(Membership.club_id == club).order_by(Membership.joined_at)
    )
    return [
        DeviceRow(row.device_id, row.name, row.role, row.joined_at, row.revoked_at is not None)
        for row in rows
    ]


def owners(club: int) -> list[int]:
    """Return the devices that own a club."""
    return list(
        db.session.scalars(
            select(Membership.device_id).where(
                Membership.club_id == club,
                Membership.role == "owner",
                Membership.revoked_at.is_(None),
            )
        )
    )


def seen(row: Membership) -> Seen:
    """Return what an event says of a membership."""
    return {
        "device": row.device_id,
        "name": row.name,
        "role": row.role,
        "revoked": row.revoked_at is not None,
    }


def rename(actor: Actor, op_id: str, device: int, name: str) -> None:
    """Give a device another name. Raises `Refused`."""

    def change(row: Membership) -> None:
        row.name = entry.name(name)

    _change(actor, op_id, device, "device.rename", [name], change)


def set_role(actor: Actor, op_id: str, device: int, role: str) -> None:
    """Give a device another role. Raises `Refused` for the last owner's."""

    def change(row: Membership) -> None:
        _keep_an_owner(actor, row)
        row.role = role

    _change(actor, op_id, device, "device.role", [role], change)


def revoke(actor: Actor, op_id: str, device: int) -> None:
    """Put a device out at its next request. Raises `Refused` for the last owner's.

    The server may put that out, too: its phone may be lost, and the server can make a new link.
    """

    def change(row: Membership) -> None:
        if actor.device is not None:
            _keep_an_owner(actor, row)
        row.revoked_at = row.revoked_at or now()

    _change(actor, op_id, device, "device.revoke", [], change)


def leave(actor: Actor, op_id: str) -> None:
    """Leave the club with this device. A club without an owner is given a link at next start."""

    def change(row: Membership) -> None:
        row.revoked_at = row.revoked_at or now()

    if actor.device is None:
        raise ValueError("expected a device that leaves, got none")
    _change(actor, op_id, actor.device, "device.leave", [], change)


def sign_out_others(actor: Actor, op_id: str) -> None:
    """Put every other device of the club out."""

    def change() -> Change:
        rows = db.session.scalars(
            select(Membership).where(
                Membership.club_id == actor.club,
                Membership.device_id != actor.device,
                Membership.revoked_at.is_(None),
            )
        ).all()
        before = [seen(row) for row in rows]
        for row in rows:
            row.revoked_at = now()
        return Change({"devices": len(rows)}, before, [seen(row) for row in rows])

    perform(actor, op_id, "device.sign_out", [], change)


def _keep_an_owner(actor: Actor, row: Membership) -> None:
    if row.role == "owner" and owners(actor.club) == [row.device_id]:
        say = N_("The club needs an owner: make another device the owner first.")
        raise Refused(Problem("device", "another owner", row.device_id, say))


def _change(
    actor: Actor,
    op_id: str,
    device: int,
    kind: str,
    content: list[str],
    change: Callable[[Membership], None],
) -> None:
    def run() -> Change:
        row = db.session.scalar(
            select(Membership).where(
                Membership.club_id == actor.club, Membership.device_id == device
            )
        )
        if row is None:
            raise NotFound
        before = seen(row)
        change(row)
        return Change({"device": device}, before, seen(row))

    perform(actor, op_id, kind, [device, *content], run)
