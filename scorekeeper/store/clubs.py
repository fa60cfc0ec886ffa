"""Clubs and the devices that joined them: invites, tokens, roles."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from sqlalchemy import select

from ..db import begin_write, db
from ..models import Club, Device, Invite, Membership, now
from .errors import NotFound
from .operations import Actor, Change, new_op_id, perform


@dataclass(frozen=True)
class Member:
    """A device that is in a club, and as what."""

    device: int
    club: int
    club_name: str
    role: str


@dataclass(frozen=True)
class Joining:
    """What a living invite leads to."""

    club_id: int
    club: str
    role: str


def ensure_club(name: str) -> int:
    """Return the id of the server's club; make it, with its owner's invite, at first start."""
    club_id = db.session.scalar(select(Club.id).order_by(Club.id).limit(1))
    db.session.rollback()
    if club_id is not None:
        return club_id
    begin_write()
    club = Club(name=name)
    db.session.add(club)
    db.session.flush()
    made = Change({"club": club.id}, after={"name": name})
    return int(perform(Actor(club.id), new_op_id(), "club.make", name, lambda: made)["club"])


def owner_token(club_id: int, key: bytes) -> str | None:
    """Return the token by which a first owner joins; None once the club has an owner.

    The same token at every start: it is derived from the key and the invite's nonce.
    """
    begin_write()
    try:
        if _has_owner(club_id):
            return None
        living = db.session.scalars(
            select(Invite).where(
                Invite.club_id == club_id, Invite.role == "owner", Invite.dead_at.is_(None)
            )
        )
        # One that was made with another key cannot be shown again.
        tokens = {invite.token_hash: _token(key, invite.nonce) for invite in living}
        token = next((t for kept, t in tokens.items() if _hash(t) == kept), None)
        token = token or _token(key, _new_invite(club_id, key).nonce)
        db.session.commit()
    finally:
        db.session.rollback()
    return token


def _has_owner(club_id: int) -> bool:
    found = select(Membership.id).where(
        Membership.club_id == club_id,
        Membership.role == "owner",
        Membership.revoked_at.is_(None),
    )
    return db.session.scalar(found.limit(1)) is not None


def _new_invite(club_id: int, key: bytes) -> Invite:
    nonce = secrets.token_hex(16)
    invite = Invite(
        club_id=club_id, role="owner", nonce=nonce, token_hash=_hash(_token(key, nonce))
    )
    db.session.add(invite)
    return invite


def _token(key: bytes, nonce: str) -> str:
    return _derive(key, "invite", nonce)


def _derive(key: bytes, purpose: str, text: str) -> str:
    return hmac.new(key, f"{purpose}:{text}".encode(), hashlib.sha256).hexdigest()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def joining(token: str) -> Joining:
    """Return what a token leads to, or raise `NotFound` for one that is dead or unknown."""
    invite = _invite(token)
    if invite.dead_at is not None:
        raise NotFound
    club = db.session.get_one(Club, invite.club_id)
    return Joining(club.id, club.name, invite.role)


def _invite(token: str) -> Invite:
    invite = db.session.scalar(select(Invite).where(Invite.token_hash == _hash(token)))
    if invite is None:
        raise NotFound
    return invite


def join(token: str, op_id: str, device_name: str, key: bytes) -> tuple[int, str]:
    """Let a device join by a token; return the club and the device's own token.

    An owner's invite is dead after its first device. The device's token follows from the key
    and the op id, so that a tap repeated because the answer was lost gives the same device.
    """
    begin_write()
    invite = _invite(token)
    secret = _derive(key, "device", f"{invite.nonce}:{op_id}")
    if db.session.scalar(select(Device.id).where(Device.token_hash == _hash(secret))):
        return invite.club_id, secret
    if invite.dead_at is not None:
        raise NotFound
    device = Device(token_hash=_hash(secret))
    db.session.add(device)
    db.session.flush()

    def change() -> Change:
        member = Membership(
            device_id=device.id, club_id=invite.club_id, role=invite.role, name=device_name
        )
        db.session.add(member)
        invite.dead_at = now()
        after = {"device": device.id, "name": device_name, "role": invite.role}
        return Change({"club": invite.club_id}, after=after)

    actor = Actor(invite.club_id, device.id)
    answer = perform(actor, op_id, "device.join", [invite.id, device_name], change)
    return answer["club"], secret


def memberships(token: str) -> list[Member]:
    """Return the clubs that the device with this token is in, oldest first."""
    rows = db.session.execute(
        select(Device.id, Club.id, Club.name, Membership.role)
        .join(Membership, Membership.device_id == Device.id)
        .join(Club, Club.id == Membership.club_id)
        .where(Device.token_hash == _hash(token), Membership.revoked_at.is_(None))
        .order_by(Membership.id)
    )
    return [Member(*row) for row in rows]
