"""Deals: record, undo, redo, and what was done last. Nothing is erased."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import func, select

from .. import scoring
from ..db import db
from ..games.base import InvalidDeal
from ..models import Deal, Event, now
from .errors import Conflict, NotFound
from .matches import DealRow, Kept, load, what_changed
from .operations import Actor, Change, perform
from .projection import project

# Wide gaps between sort keys leave room for a forgotten deal in the middle.
STEP: Final = 2**32
RECORD, UNDO, REDO = "deal.record", "deal.undo", "deal.redo"


@dataclass(frozen=True)
class Last:
    """What was done last in a match: the kind of event, its deal, the facts it left or hid."""

    kind: str
    deal: int
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
) -> int:
    """Record a deal or an adjustment at the end of a match; return its id.

    `seen` is the newest deal that the form knew of. When the match has moved on since, raises
    `Conflict` with the match as it is, unless `both_count`; also when those in `sat`, the players
    it showed in seat order, sit elsewhere by now. Raises `InvalidDeal`.
    """

    def change() -> Change:
        kept = load(actor.club, match)
        _open(kept)
        if kept.reseated(sat):
            raise Conflict("seats", kept)
        if kept.newest != seen and not both_count:
            raise Conflict("moved", kept)
        score_with(kept, facts)
        said = _without_usual_dealer(kept, facts)
        last = db.session.scalar(select(func.max(Deal.position)).where(Deal.match_id == match))
        deal = Deal(club_id=actor.club, match_id=match, facts=said, position=(last or 0) + STEP)
        db.session.add(deal)
        db.session.flush()
        return _changed(kept, (*kept.deals, DealRow(deal.id, said, 1, deal.position)), deal.id)

    return int(perform(actor, op_id, RECORD, [match, facts], change, match=match)["deal"])


def _without_usual_dealer(kept: Kept, facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts; a dealer whose turn it was anyway is not one of them."""
    usual = facts.get("dealer") == kept.scored.next_dealer
    return {key: value for key, value in facts.items() if not (usual and key == "dealer")}


def score_with(kept: Kept, facts: dict[str, Any]) -> scoring.Scored:
    """Score a match with one more deal, or raise `InvalidDeal` with that deal's problems."""
    more = replace(kept.match, deals=(*kept.match.deals, facts))
    try:
        return scoring.score(more)
    except scoring.ImpossibleDeals as impossible:
        number = len(more.deals)
        raise InvalidDeal(*impossible.deals[number], deal=number) from None


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
    before, after = what_changed(kept, deals, deal)
    return Change({"match": kept.id, "deal": deal}, before, after, match=kept.id, deal=deal)


def last(club: int, match: int) -> Last | None:
    """Return what was done last to a deal of a match."""
    wanted = select(Event.kind, Event.deal_id, Event.before, Event.after)
    event = db.session.execute(_newest_first(wanted, club, match).limit(1)).first()
    if event is None:
        return None
    deal = str(event.deal_id)
    facts = event.after["deals"].get(deal) or event.before["deals"].get(deal) or {}
    return Last(event.kind, event.deal_id, facts)


def redoable(club: int, match: int) -> int | None:
    """Return the deal undone last that can be shown again: nothing was recorded since."""
    steps = _newest_first(select(Event.kind, Event.deal_id), club, match)
    shown: set[int] = set()
    for kind, deal in db.session.execute(steps):
        if kind == REDO:
            shown.add(deal)
        elif kind == UNDO and deal in shown:
            shown.remove(deal)
        else:
            return int(deal) if kind == UNDO else None
    return None


def _newest_first(wanted: Any, club: int, match: int) -> Any:
    about = (Event.club_id == club, Event.match_id == match, Event.deal_id.is_not(None))
    return wanted.where(*about).order_by(Event.id.desc())
