"""Corrections of what was recorded: edit, delete, restore and insert deals.

Each is a draft of the whole match, compared with what is kept before anything is written, and
scored by the same function as a match typed in right from the start.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import select

from .. import correction, scoring
from ..correction import Consequences
from ..db import db
from ..entry import N_, Problem, Refused
from ..models import Deal, now
from .deals import STEP
from .errors import Conflict, NotFound
from .matches import DealRow, Kept, load, what_changed
from .operations import Actor, Change, perform
from .projection import project

EDIT, DELETE, RESTORE, INSERT = "deal.edit", "deal.delete", "deal.restore", "deal.insert"
NEW: Final = 0


@dataclass(frozen=True)
class Draft:
    """The visible rows of a match as they would be; `deal` is the row that is corrected.

    `index` is its place, or where it was.
    """

    rows: tuple[DealRow, ...]
    deal: int
    index: int


Make = Callable[[Kept], Draft]


@dataclass(frozen=True)
class Ask:
    """What is asked of a correction: the rows as the page saw them, and what it settles.

    `version` is what `version_of` gave; `players` is who sat where, where facts are sent.
    `stay`: who dealt the deals after this one stays as it was. `reason` is asked where the match
    is decided or the evening closed.
    """

    version: int
    stay: bool = False
    reason: str = ""
    players: tuple[int, ...] = ()


def edited(deal: int, facts: dict[str, Any]) -> Make:
    """Return the draft in which a deal has other facts."""

    def make(kept: Kept) -> Draft:
        index = _index(kept, deal)
        row = replace(kept.deals[index], facts=facts)
        return Draft((*kept.deals[:index], row, *kept.deals[index + 1 :]), deal, index)

    return make


def deleted(deal: int) -> Make:
    """Return the draft without a deal."""

    def make(kept: Kept) -> Draft:
        index = _index(kept, deal)
        return Draft((*kept.deals[:index], *kept.deals[index + 1 :]), deal, index)

    return make


def restored(row: DealRow) -> Make:
    """Return the draft with a hidden deal at its place."""

    def make(kept: Kept) -> Draft:
        if any(visible.id == row.id for visible in kept.deals):
            raise Conflict("shown", kept)
        index = sum(visible.position < row.position for visible in kept.deals)
        return Draft((*kept.deals[:index], row, *kept.deals[index:]), row.id, index)

    return make


def inserted(before: int, facts: dict[str, Any]) -> Make:
    """Return the draft with a forgotten deal before another."""

    def make(kept: Kept) -> Draft:
        index = _index(kept, before)
        row = DealRow(NEW, facts, 1, 0)
        return Draft((*kept.deals[:index], row, *kept.deals[index:]), NEW, index)

    return make


def _index(kept: Kept, deal: int) -> int:
    for index, row in enumerate(kept.deals):
        if row.id == deal:
            return index
    raise Conflict("hidden", kept)


def settled(kept: Kept, make: Make, *, stay: bool) -> Draft:
    """Return the draft with its dealers settled: no needless dealer, later ones kept if asked."""
    draft = make(kept)
    match = replace(kept.match, deals=tuple(row.facts for row in draft.rows))
    there = any(row.id == draft.deal for row in draft.rows)
    if there:
        match = correction.without_usual_dealer(match, draft.index)
    last = draft.index if there else draft.index - 1
    later = [row.id for row in draft.rows[last + 1 :] if "adjust" not in row.facts]
    if stay and later:
        was = kept.row(later[0])
        for index, facts in correction.pinned(match, last, was.dealer if was else None).items():
            match = replace(match, deals=(*match.deals[:index], facts, *match.deals[index + 1 :]))
    pairs = zip(draft.rows, match.deals, strict=True)
    return replace(draft, rows=tuple(replace(row, facts=facts) for row, facts in pairs))


def consequences(kept: Kept, make: Make, *, stay: bool = False) -> Consequences:
    """Return what a correction would change, or raise `ImpossibleDeals`; writes nothing."""
    draft = settled(kept, make, stay=stay)
    after = _scored(kept, draft)
    old, new = [row.id for row in kept.deals], [row.id for row in draft.rows]
    return correction.compare(kept.scored, after, old, new, range(kept.match.seats))


def _scored(kept: Kept, draft: Draft) -> scoring.Scored:
    return scoring.score(replace(kept.match, deals=tuple(row.facts for row in draft.rows)))


def needs_reason(kept: Kept) -> bool:
    """Say whether a correction of this match has to say why."""
    return kept.closed or kept.scored.standing.finished


def check_reason(kept: Kept, reason: str) -> None:
    """Raise `Refused` where a reason is needed and none is given."""
    if needs_reason(kept) and not reason:
        say = N_("Say why: the match was decided, or the evening closed.")
        raise Refused(Problem("reason", "a reason", None, say))


def version_of(kept: Kept, kind: str, row: DealRow) -> int:
    """Return what a page has to have seen: of a row its version, of a gap the row before it."""
    if kind != INSERT:
        return row.version
    before = [other.id for other in kept.deals if other.position < row.position]
    return before[-1] if before else NEW


def check_seen(kept: Kept, kind: str, row: DealRow, ask: Ask) -> None:
    """Raise `Conflict` where the row, the gap or the seats have changed since the page was made."""
    if kept.reseated(ask.players):
        raise Conflict("seats", kept)
    if ask.version != version_of(kept, kind, row):
        raise Conflict("changed", kept)


def correct(
    actor: Actor, op_id: str, kind: str, match: int, deal: int, content: Any, make: Make, ask: Ask
) -> int:
    """Correct a match, and return the corrected row's id.

    `deal` is the row whose version the page saw; raises `Conflict` when it has changed since,
    `ImpossibleDeals` when deals could not be any more, `Refused` without a needed reason.
    """

    def change() -> Change:
        kept = load(actor.club, match)
        row = _row(actor.club, match, deal)
        draft = settled(kept, make, stay=ask.stay)
        check_seen(kept, kind, DealRow(row.id, row.facts, row.version, row.position), ask)
        check_reason(kept, ask.reason)
        scored = _scored(kept, draft)
        rows = _write(actor, kept, draft)
        project(kept.id, kept.players, [row.id for row in rows], scored)
        corrected = rows[draft.index].id if draft.deal == NEW else draft.deal
        before, after = what_changed(kept, rows, corrected)
        answer = {"match": match, "deal": corrected}
        reason = ask.reason or None
        return Change(answer, before, after, match=match, deal=corrected, reason=reason)

    everything = [match, deal, content, ask.stay, ask.reason]
    return int(perform(actor, op_id, kind, everything, change, match=match)["deal"])


def _row(club: int, match: int, deal: int) -> Deal:
    row = db.session.scalar(
        select(Deal).where(Deal.club_id == club, Deal.match_id == match, Deal.id == deal)
    )
    if row is None:
        raise NotFound
    return row


def _write(actor: Actor, kept: Kept, draft: Draft) -> tuple[DealRow, ...]:
    """Write the rows that differ, and return the draft's rows with their ids."""
    there = {row.id: row for row in kept.deals}
    rows = tuple(_new(actor, kept, draft) if row.id == NEW else row for row in draft.rows)
    for row in rows:
        if row.id in there and there[row.id].facts == row.facts:
            continue
        stored = _row(actor.club, kept.id, row.id)
        if stored.facts != row.facts or stored.hidden_at is not None:
            stored.facts, stored.hidden_at = row.facts, None
            stored.version += 1
    for gone in there.keys() - {row.id for row in rows}:
        stored = _row(actor.club, kept.id, gone)
        stored.hidden_at = now()
        stored.version += 1
    db.session.flush()
    return rows


def _new(actor: Actor, kept: Kept, draft: Draft) -> DealRow:
    row = draft.rows[draft.index]
    position = _between(kept.id, draft.rows[draft.index + 1].id)
    deal = Deal(club_id=actor.club, match_id=kept.id, facts=row.facts, position=position)
    db.session.add(deal)
    db.session.flush()
    return replace(row, id=deal.id, position=position)


def _between(match: int, following: int) -> int:
    """Return a free sort key just before a row, hidden rows counted; make room if need be."""
    rows = db.session.scalars(
        select(Deal).where(Deal.match_id == match).order_by(Deal.position)
    ).all()
    index = next(i for i, row in enumerate(rows) if row.id == following)
    before = rows[index - 1].position if index else rows[0].position - 2 * STEP
    if rows[index].position - before > 1:
        return (before + rows[index].position) // 2
    top = rows[-1].position
    for step, row in enumerate(rows, start=1):
        row.position = top + step * STEP
        db.session.flush()
    return rows[index].position - STEP // 2
