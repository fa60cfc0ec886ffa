"""One operation: one transaction, one event, one answer however often it is sent."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeGuard

from sqlalchemy import bindparam, insert, select

from ..db import DatabaseRefused, db, run
from ..models import Event
from .errors import NoOpId, OpReused
from .holding import hold, take_turn

_OP_ID: Final = re.compile(r"[0-9a-f]{32}", re.ASCII)
_ASK_OPERATION = select(Event.digest, Event.kind, Event.deal_id, Event.answer).where(
    Event.club_id == bindparam("club"), Event.op_id == bindparam("op_id")
)
_ADD_EVENT = insert(Event)


class Actor(NamedTuple):
    """Who acts: a device in a club; no device when the server itself acts."""

    club: int
    device: int | None = None


class Change(NamedTuple):
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
    actor: Actor,
    op_id: str,
    kind: str,
    content: Any,
    change: Callable[[], Change],
    *,
    match: int | None = None,
) -> dict[str, Any]:
    """Run `change` once for this op id, and return its answer.

    The same op id with the same content gives the first answer again and changes nothing; with
    other content it raises `OpReused`, with none `NoOpId`. Whatever `change` raises undoes
    everything. `match` is what
    is held meanwhile, when nothing else of the club is changed or must stay as it is.
    """
    return perform_all(actor, op_id, content, [(kind, change)], match=match)


def perform_all(
    actor: Actor,
    op_id: str,
    content: Any,
    steps: Sequence[tuple[str, Callable[[], Change]]],
    *,
    match: int | None = None,
) -> dict[str, Any]:
    """Run several changes in one transaction, all or none; return the answer of the first.

    Each has a kind, leaves its own event, and an op id that follows from the first one's.
    """
    if not is_op_id(op_id):
        raise NoOpId(f"expected an op id of 32 hex digits, got {op_id!r}")
    hold(actor.club, match)
    same = digest(steps[0][0], content)
    try:
        answer = _first_answer(actor, op_id, same)
        if answer is None:
            answers = [
                _change(actor, _op_id(op_id, number), kind, content, change)
                for number, (kind, change) in enumerate(steps)
            ]
            answer = answers[0]
        db.session.commit()
    except DatabaseRefused:
        db.session.rollback()
        # Another process may have been sent the same at the same moment.
        answer = _first_answer(actor, op_id, same)
        db.session.rollback()
        if answer is None:
            raise
    except BaseException:
        db.session.rollback()
        raise
    return answer


def _op_id(first: str, number: int) -> str:
    return hashlib.sha256(f"{first}:{number}".encode()).hexdigest()[:32] if number else first


def digest(kind: str, content: Any) -> str:
    """Return what tells one operation's content from another's: SHA-256 as hex."""
    text = json.dumps([kind, content], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def known(club: int, op_id: str) -> bool:
    """Say whether an operation with this op id was done."""
    found = select(Event.id).where(Event.club_id == club, Event.op_id == op_id)
    return db.session.scalar(found) is not None


def answered(club: int, op_id: str, sent: str) -> dict[str, Any] | None:
    """Return the answer that an operation got whose content is not here any more, None if none.

    `sent` is what it was recorded with as the `sent` of its answer; another raises `OpReused`.
    """
    event = run(_ASK_OPERATION, {"club": club, "op_id": op_id}).first()
    if event is None:
        return None
    answer: dict[str, Any] = event.answer
    if answer.get("sent") != sent:
        raise OpReused(answer)
    return answer


def _first_answer(actor: Actor, op_id: str, content: str) -> dict[str, Any] | None:
    event = run(_ASK_OPERATION, {"club": actor.club, "op_id": op_id}).first()
    if event is None:
        return None
    answer: dict[str, Any] = event.answer
    if event.digest != content:
        raise OpReused(answer | {"kind": event.kind, "deal": event.deal_id})
    return answer


def _change(
    actor: Actor, op_id: str, kind: str, content: Any, change: Callable[[], Change]
) -> dict[str, Any]:
    done = change()
    db.session.flush()
    take_turn(actor.club)
    values = {
        "club_id": actor.club,
        "op_id": op_id,
        "digest": digest(kind, content),
        "device_id": actor.device,
        "kind": kind,
        "player_id": done.player,
        "sitting_id": done.sitting,
        "match_id": done.match,
        "deal_id": done.deal,
        "before": done.before,
        "after": done.after,
        "reason": done.reason,
        "answer": done.answer,
    }
    run(_ADD_EVENT, values)
    return done.answer
