"""Deals: record, undo, redo, and what was done last. Nothing is erased."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, func, insert, or_, select

from .. import scoring
from ..db import db, run, writing
from ..models import Deal, Event, now
from .errors import Conflict, NotFound
from .matches import CORRECT, DealRow, Kept, load, what_changed
from .operations import Actor, Change, perform
from .projection import project, project_last

# Wide gaps between sort keys leave room for a forgotten deal in the middle.
STEP: Final = 2**32
RECORD, UNDO, REDO = "deal.record", "deal.undo", "deal.redo"

# At the end of its match, hidden rows counted.
_ADD_DEAL = (
    insert(Deal)
    .values(
        position=select(func.coalesce(func.max(Deal.position), 0) + STEP)
        .where(Deal.match_id == bindparam("of_match"))
        .scalar_subquery()
    )
    .returning(Deal.id, Deal.position)
)
_ASK_STEPS = (
    select(Event.kind, Event.deal_id)
    .where(
        Event.club_id == bindparam("club"),
        Event.match_id == bindparam("match"),
        Event.deal_id.is_not(None),
    )
    .order_by(Event.id.desc())
)
_ASK_LAST = (
    select(Event.kind, Event.deal_id, Event.before, Event.after)
    .where(
        Event.club_id == bindparam("club"),
        Event.match_id == bindparam("match"),
        or_(Event.deal_id.is_not(None), Event.kind == CORRECT),
    )
    .order_by(Event.id.desc())
    .limit(1)
)


class Last(NamedTuple):
    """What was done last in a match: the kind of event, its deal, the facts it left or hid.

    There is no deal where the match itself was corrected.
    """

    kind: str
    deal: int | None
    facts: dict[str, Any]


def record(
    actor: Actor,
    op_id: str,
    match: int,
    facts: dict[str, Any],
    *,
    seen: int,
    sat: Sequence[int] = (),
    both_count: bool = False,
    kept: Kept | None = None,
) -> int:
    """Record a deal or an adjustment at the end of a match; return its id.

    `seen` is the newest deal that the form knew of. When the match has moved on since, raises
    `Conflict` with the match as it is, unless `both_count`; also when those in `sat`, the players
    it showed in seat order, sit elsewhere by now. Raises `InvalidDeal`. `kept` is the match, when
    the transaction that writes has loaded it already.
    """
    if kept is not None and not writing():
        raise ValueError("expected a match that was loaded by the transaction that writes")

    def change() -> Change:
        there = load(actor.club, match) if kept is None else kept
        _open(there)
        if there.reseated(sat):
            raise Conflict("seats", there)
        if there.newest != seen and not both_count:
            raise Conflict("moved", there)
        score_with(there, facts)
        return _add(actor.club, there, _without_usual_dealer(there, facts))

    return int(perform(actor, op_id, RECORD, [match, facts], change, match=match)["deal"])


def _add(club: int, kept: Kept, facts: dict[str, Any]) -> Change:
    """Add a row at the end, and what it comes to."""
    scored = score_with(kept, facts)
    of = {"club_id": club, "match_id": kept.id, "of_match": kept.id}
    deal, position = run(_ADD_DEAL, of | {"facts": facts}).one()
    project_last(kept.id, kept.players, deal, scored)
    return _change(kept, (*kept.deals, DealRow(deal, facts, 1, position)), deal)


def _without_usual_dealer(kept: Kept, facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts; a dealer whose turn it was anyway is not one of them."""
    usual = facts.get("dealer") == kept.scored.next_dealer
    return {key: value for key, value in facts.items() if not (usual and key == "dealer")}


def score_with(kept: Kept, facts: dict[str, Any]) -> scoring.Scored:
    """Score a match with one more deal, or raise `InvalidDeal` with that deal's problems."""
    return scoring.score_more(kept.match, kept.scored, facts)


def undo(actor: Actor, op_id: str, match: int, deal: int) -> None:
    """Hide the newest deal. Raises `Conflict` when it is not, or no longer, the newest."""

    def change() -> Change:
        kept = load(actor.club, match)
        row = _row(kept, actor.club, deal)
        _open(kept)
        if row.hidden_at is not None:
            raise Conflict("hidden", kept)
        if kept.newest != deal:
            raise Conflict("not_newest", kept)
        row.hidden_at = now()
        row.version += 1
        db.session.flush()
        return _changed(kept, kept.deals[:-1], deal)

    perform(actor, op_id, UNDO, [match, deal], change, match=match)


def redo(actor: Actor, op_id: str, match: int, deal: int) -> None:
    """Show the deal again that was undone last. Raises `Conflict` once another was recorded."""

    def change() -> Change:
        kept = load(actor.club, match)
        row = _row(kept, actor.club, deal)
        _open(kept)
        if row.hidden_at is None:
            raise Conflict("shown", kept)
        if redoable(actor.club, match) != deal:
            raise Conflict("recorded_since", kept)
        row.hidden_at = None
        row.version += 1
        db.session.flush()
        again = DealRow(deal, row.facts, row.version, row.position)
        try:
            return _changed(kept, (*kept.deals, again), deal)
        except scoring.ImpossibleDeals:
            raise Conflict("impossible", kept) from None

    perform(actor, op_id, REDO, [match, deal], change, match=match)


def _row(kept: Kept, club: int, deal: int) -> Deal:
    row = db.session.scalar(
        select(Deal).where(Deal.club_id == club, Deal.match_id == kept.id, Deal.id == deal)
    )
    if row is None:
        raise NotFound
    return row


def _open(kept: Kept) -> None:
    if kept.closed:
        raise Conflict("closed", kept)


def _changed(kept: Kept, deals: tuple[DealRow, ...], deal: int) -> Change:
    """Project the match with other rows, and say what changed."""
    scored = scoring.score(replace(kept.match, deals=tuple(row.facts for row in deals)))
    project(kept.id, kept.players, [row.id for row in deals], scored)
    return _change(kept, deals, deal)


def _change(kept: Kept, deals: tuple[DealRow, ...], deal: int) -> Change:
    before, after = what_changed(kept, deals, deal)
    return Change({"match": kept.id, "deal": deal}, before, after, match=kept.id, deal=deal)


def last(club: int, match: int) -> Last | None:
    """Return what was done last to a deal of a match, or to the match."""
    event = run(_ASK_LAST, {"club": club, "match": match}).first()
    if event is None:
        return None
    deal = str(event.deal_id)
    facts = event.after["deals"].get(deal) or event.before["deals"].get(deal) or {}
    return Last(event.kind, event.deal_id, facts)


def redoable(club: int, match: int) -> int | None:
    """Return the deal undone last that can be shown again: nothing was recorded since."""
    shown: set[int] = set()
    for kind, deal in run(_ASK_STEPS, {"club": club, "match": match}):
        if kind == REDO:
            shown.add(deal)
        elif kind == UNDO and deal in shown:
            shown.remove(deal)
        else:
            return int(deal) if kind == UNDO else None
    return None
