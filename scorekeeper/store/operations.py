"""One operation: one transaction, one event, one answer however often it is sent."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from sqlalchemy import select

from ..db import begin_write, db
from ..models import Event
from .errors import OpReused

_OP_ID: Final = re.compile(r"[0-9a-f]{32}", re.ASCII)


@dataclass(frozen=True)
class Actor:
    """Who acts: a device in a club; no device when the server itself acts."""

    club: int
    device: int | None = None


@dataclass(frozen=True)
class Change:
    """What an operation changed: facts before and after, the rows it is about, its answer."""

    answer: dict[str, Any]
    before: Any = None
    after: Any = None
    player: int | None = None
    sitting: int | None = None
    match: int | None = None
    deal: int | None = None
    reason: str | None = None


def new_op_id() -> str:
    """Return 128 random bits as hex, made when a form is served."""
    return secrets.token_hex(16)


def is_op_id(text: str | None) -> TypeGuard[str]:
    """Say whether a text has the shape of an op id."""
    return bool(text and _OP_ID.fullmatch(text))


def perform(
    actor: Actor, op_id: str, kind: str, content: Any, change: Callable[[], Change]
) -> dict[str, Any]:
    """Run `change` once for this op id, and return its answer.

    The same op id with the same content gives the first answer again and changes nothing; with
    other content it raises `OpReused`. Whatever `change` raises undoes everything.
    """
    if not is_op_id(op_id):
        raise ValueError(f"expected an op id of 32 hex digits, got {op_id!r}")
    begin_write()
    try:
        answer = _first_answer(actor, op_id, digest(kind, content))
        if answer is None:
            answer = _change(actor, op_id, kind, content, change)
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise
    return answer


def digest(kind: str, content: Any) -> str:
    """Return what tells one operation's content from another's: SHA-256 as hex."""
    text = json.dumps([kind, content], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def known(club: int, op_id: str) -> bool:
    """Say whether an operation with this op id was done."""
    found = select(Event.id).where(Event.club_id == club, Event.op_id == op_id)
    return db.session.scalar(found) is not None


def _first_answer(actor: Actor, op_id: str, content: str) -> dict[str, Any] | None:
    event = db.session.scalar(
        select(Event).where(Event.club_id == actor.club, Event.op_id == op_id)
    )
    if event is None:
        return None
    if event.digest != content:
        raise OpReused(event.answer | {"kind": event.kind, "deal": event.deal_id})
    return event.answer


def _change(
    actor: Actor, op_id: str, kind: str, content: Any, change: Callable[[], Change]
) -> dict[str, Any]:
    done = change()
    db.session.add(
        Event(
            club_id=actor.club,
            op_id=op_id,
            digest=digest(kind, content),
            device_id=actor.device,
            kind=kind,
            player_id=done.player,
            sitting_id=done.sitting,
            match_id=done.match,
            deal_id=done.deal,
            before=done.before,
            after=done.after,
            reason=done.reason,
            answer=done.answer,
        )
    )
    return done.answer
