"""Invites: make and revoke links, and join by one."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import select

from ..db import begin_write, db
from ..models import Club, Device, Event, Invite, Membership, now
from . import devices
from .errors import NotFound, OpReused
from .holding import hold
from .operations import Actor, Change, perform
from .tokens import device_token, hashed, invite_token

LIVES: Final = timedelta(minutes=10)
TAP_REPEATED: Final = timedelta(minutes=2)
RANK: Final = ("viewer", "scorer", "owner")


class Joining(NamedTuple):
    """What a living invite leads to."""

    club_id: int
    club: str
    role: str


class Link(NamedTuple):
    """A living invite, to be shown: `minutes` are left, None for one that stays until revoked."""

    id: int
    role: str
    token: str
    minutes: int | None


def owner_token(club_id: int, key: bytes) -> str | None:
    """Return the token by which a first owner joins; None once the club has an owner.

    It stays good until a device has joined by it, and is the same at every start.
    """
    hold(club_id)
    try:
        if devices.owners(club_id):
            return None
        living = db.session.scalars(
            select(Invite).where(
                Invite.club_id == club_id,
                Invite.role == "owner",
                Invite.dead_at.is_(None),
                Invite.expires_at.is_(None),
            )
        )
        # One that was made with another key cannot be shown again.
        tokens = {invite.token_hash: invite_token(key, invite.nonce) for invite in living}
        token = next((t for kept, t in tokens.items() if hashed(t) == kept), None)
        token = token or invite_token(key, _add(club_id, "owner", key, None).nonce)
        db.session.commit()
    finally:
        db.session.rollback()
    return token


def _add(club: int, role: str, key: bytes, expires: datetime | None) -> Invite:
    nonce = secrets.token_hex(16)
    token = hashed(invite_token(key, nonce))
    invite = Invite(club_id=club, role=role, nonce=nonce, token_hash=token, expires_at=expires)
    db.session.add(invite)
    db.session.flush()
    return invite


def make(actor: Actor, op_id: str, role: str, key: bytes) -> int:
    """Make a link for a role, and return its id.

    A scorer's or owner's link is good for everybody at the table for ten minutes, a viewer's
    until it is revoked.
    """
    if role not in RANK:
        raise ValueError(f"expected one of {RANK}, got {role!r}")

    def change() -> Change:
        expires = None if role == "viewer" else now() + LIVES
        invite = _add(actor.club, role, key, expires)
        return Change({"invite": invite.id}, after={"role": role})

    return int(perform(actor, op_id, "invite.make", [role], change)["invite"])


def revoke(actor: Actor, op_id: str, invite: int) -> None:
    """End a link: nobody joins by it any more."""

    def change() -> Change:
        row = db.session.scalar(
            select(Invite).where(Invite.club_id == actor.club, Invite.id == invite)
        )
        if row is None:
            raise NotFound
        row.dead_at = row.dead_at or now()
        return Change({"invite": invite}, before={"role": row.role})

    perform(actor, op_id, "invite.revoke", [invite], change)


def links(club: int, key: bytes) -> list[Link]:
    """Return the club's living links that this key can show, oldest first."""
    rows = db.session.scalars(
        select(Invite).where(Invite.club_id == club, Invite.dead_at.is_(None)).order_by(Invite.id)
    )
    return [_link(row, key) for row in rows if _lives(row) and _shows(row, key)]


def _shows(invite: Invite, key: bytes) -> bool:
    return hashed(invite_token(key, invite.nonce)) == invite.token_hash


def _link(invite: Invite, key: bytes) -> Link:
    left = None if invite.expires_at is None else invite.expires_at - now()
    minutes = None if left is None else -(-int(left.total_seconds()) // 60)
    return Link(invite.id, invite.role, invite_token(key, invite.nonce), minutes)


def _lives(invite: Invite) -> bool:
    if invite.dead_at is not None:
        return False
    # A clock that was set back must not make a link good for longer.
    at = now()
    return invite.expires_at is None or invite.made_at <= at < invite.expires_at


def joining(token: str) -> Joining:
    """Return what a token leads to, or raise `NotFound` for one that is dead or unknown."""
    invite = _invite(token)
    if not _lives(invite):
        raise NotFound
    club = db.session.get_one(Club, invite.club_id)
    return Joining(club.id, club.name, invite.role)


def _club(token: str) -> int | None:
    return db.session.scalar(select(Invite.club_id).where(Invite.token_hash == hashed(token)))


def _invite(token: str) -> Invite:
    invite = db.session.scalar(select(Invite).where(Invite.token_hash == hashed(token)))
    if invite is None:
        raise NotFound
    return invite


def join(
    token: str, op_id: str, device_name: str, key: bytes, known: str | None = None
) -> tuple[int, str]:
    """Let a device join by a token; return the club and the device's own token.

    `known` is the token of a device that is in other clubs, or in this one with a lesser role:
    it stays the same device. A first owner's invite is dead after its first device.
    """
    begin_write()
    hold(_club(token))
    invite = _invite(token)
    secret = device_token(key, invite.nonce, op_id)
    if (joined := _device(secret)) is not None:
        return _joined_again(invite, joined), secret
    if not _lives(invite):
        raise NotFound
    device = _device(known) if known else None
    if device is None or known is None:
        device, known = Device(token_hash=hashed(secret)), secret
        db.session.add(device)
        db.session.flush()
    device_id = device.id

    def change() -> Change:
        before, after = _admit(invite, device_id, device_name)
        if invite.role == "owner" and invite.expires_at is None:
            invite.dead_at = now()
        return Change({"club": invite.club_id}, before, after)

    actor = Actor(invite.club_id, device_id)
    answer = perform(actor, op_id, "device.join", [invite.id, device_name], change)
    return answer["club"], known


def _joined_again(invite: Invite, device: Device) -> int:
    """Return the club when a tap is repeated at once, before the device did anything else.

    Later, who comes by a used link with what was sent then is not that device.
    """
    did = db.session.scalars(select(Event.at).where(Event.device_id == device.id).limit(2)).all()
    if len(did) == 1 and timedelta() <= now() - did[0] < TAP_REPEATED:
        return invite.club_id
    if _lives(invite):
        raise OpReused({})
    raise NotFound


def _device(token: str) -> Device | None:
    return db.session.scalar(select(Device).where(Device.token_hash == hashed(token)))


def _admit(invite: Invite, device: int, name: str) -> tuple[devices.Seen | None, devices.Seen]:
    """Make the device a member with the invite's role; nobody loses a role by joining again."""
    member = db.session.scalar(
        select(Membership).where(
            Membership.club_id == invite.club_id, Membership.device_id == device
        )
    )
    if member is None:
        member = Membership(device_id=device, club_id=invite.club_id, role=invite.role, name=name)
        db.session.add(member)
        return None, devices.seen(member)
    before = devices.seen(member)
    if member.revoked_at is not None or RANK.index(invite.role) > RANK.index(member.role):
        member.role = invite.role
    if member.revoked_at is not None:
        member.revoked_at, member.joined_at = None, now()
    return before, devices.seen(member)
