"""What the table page shows: the form for the next deal, the preview, what was done last."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from flask import g, render_template

from .. import entry
from ..entry import Refused
from ..forms import DealForm, Form, deal_form
from ..forms.rows import seats_seen
from ..games.answers import unanswered
from ..games.base import Table
from ..games.inputs import Flag
from ..scoring import Row, Scored, alone
from ..store import deals
from ..store.errors import Conflict, OpReused
from ..store.matches import Kept
from ..store.operations import new_op_id
from ..words import problem, translated
from .guard import may_write
from .lines import lines


class Preview(NamedTuple):
    """What a deal would do: its scored row when the form is complete, else what is open."""

    row: Row | None = None
    scored: Scored | None = None
    text: str = ""
    leader: int | None = None


class Said(NamedTuple):
    """What was done last: to a deal, and what can be done about it; or to the match, no deal."""

    kind: str
    row: Row | None
    deal: int | None
    redo: int | None


def entry_form(kept: Kept, data: Any) -> DealForm:
    """Return the form for the next deal; `data` are the posted fields, None for an empty one."""
    dealer, before = (_seat(kept, data, name) for name in ("dealer", "dealing"))
    inputs = kept.match.game.inputs(table_of(kept, dealer))
    form = deal_form(DealForm, inputs, kept.match.seats, data)
    if data is None:
        fresh(kept, form)
    elif dealer is not None and before is not None:
        # Only what the fields say themselves: the same ones mean the same facts at any time.
        form.follow(kept.match.game.inputs(table_of(kept, before)))
    return form


def _seat(kept: Kept, data: Any, name: str) -> int | None:
    """Return the seat that a posted field names, if it does."""
    said = entry.number((data or {}).get(name, ""))
    return said if said is not None and 0 <= said < kept.match.seats else None


def table_of(kept: Kept, dealer: int | None) -> Table:
    """Return the table at the next deal, when the one whose turn it is or another deals."""
    return kept.match.table(kept.scored.next_dealer if dealer is None else dealer)


def fresh(kept: Kept, form: Form) -> None:
    """Give a form a new op id, and the newest deal and the seats as seen."""
    form.op_id.data = new_op_id()
    form.seen.data = str(kept.newest)
    form.sat.data = ".".join(map(str, kept.players))


def known_to(form: Form) -> dict[str, Any]:
    """Return what a form knew when it was made: the newest deal, who sat where."""
    sat = seats_seen(form.sat.data)
    return {"seen": seen_by(form), "sat": sat, "both_count": bool(form.both_count.data)}


def seen_by(form: Form) -> int:
    """Return the newest deal that a form knew of; -1 when it does not say."""
    seen = entry.number(form.seen.data or "")
    return -1 if seen is None else seen


def preview_of(kept: Kept, form: DealForm) -> Preview:
    """Return what saving the form would do, or the next open question."""
    table = table_of(kept, form.said_dealer())
    try:
        answers = form.answers()
    except Refused as refused:
        return Preview(text=problem(refused.problems[0]))
    leader = kept.match.game.leader(table, answers)
    leads = leader if leader != kept.match.game.leader(table, {}) else None
    missing = unanswered(form.inputs, answers)
    if missing:
        begun = any(i.name in answers for i in form.inputs if not isinstance(i, Flag))
        text = translated(missing[0].missing) if begun else ""
        return Preview(text=text, leader=leads)
    try:
        scored = deals.score_with(kept, form.facts())
    except Refused as refused:
        return Preview(text=problem(refused.problems[0]))
    return Preview(row=scored.rows[-1], scored=scored, leader=leads)


def said_last(kept: Kept, club: int) -> Said | None:
    """Return what was done last, with the row it was done to."""
    last = deals.last(club, kept.id)
    if last is None:
        return None
    if last.deal is None:
        return Said(last.kind, None, None, None)
    row = kept.row(last.deal)
    if row is None:
        try:
            row = replace(alone(kept.match, last.facts), number=len(kept.deals) + 1)
        except Refused:
            row = None
    steps = last.kind in (deals.UNDO, deals.REDO)
    redo = deals.redoable(club, kept.id) if steps else None
    return Said(last.kind, row, last.deal, redo)


@dataclass
class Page:
    """The table page of a match, as the answer to any request about its next deal."""

    kept: Kept
    form: DealForm
    play_on: bool = False

    def html(self, *, checked: bool = False, **said: Any) -> str:
        """Return the page; `said` are notices: old, reused, conflict."""
        if said or not self.form.op_id.data:
            fresh(self.kept, self.form)
        preview = preview_of(self.kept, self.form) if checked or said else Preview()
        return render_template("deals/table.html", preview=preview, **self._context(), **said)

    def live(self) -> str:
        """Return the parts that another phone's saving changes: totals, what was said, sheet."""
        return render_template("deals/live.html", **self._context())

    def _context(self) -> dict[str, Any]:
        kept = self.kept
        table = table_of(kept, self.form.said_dealer())
        return {
            "kept": kept,
            "form": self.form,
            "table": table,
            "leader": kept.match.game.leader(table, {}),
            "lines": lines(kept, corrects=may_write()),
            "said": said_last(kept, g.member.club),
            "op_ids": (new_op_id(), new_op_id(), new_op_id()),
            **self._offers(),
        }

    def _offers(self) -> dict[str, bool]:
        """Return what this device may do here now."""
        kept, writes = self.kept, may_write()
        plays = not kept.closed and (self.play_on or not kept.scored.standing.finished)
        # What was typed for an evening that was closed meanwhile is kept in sight.
        return {
            "may_record": writes and not kept.closed,
            "shows_form": writes and (plays or self.form.is_submitted()),
        }

    def refused(self, why: Refused | Conflict | OpReused) -> tuple[str, int]:
        """Return the page with the input kept, and what is to be done about it."""
        if isinstance(why, Refused):
            self.form.show_problems(why.problems)
            return self.html(checked=True), 422
        if isinstance(why, Conflict):
            if why.kind == "moved":
                newer = _newer(self.kept, self.form)
                return self.html(conflict=why, newer=newer, alike=_alike(newer, self.form)), 409
            # Answers that name a seat in which another sits by now are not to be saved unread.
            form = entry_form(self.kept, None) if why.kind == "seats" else self.form
            return replace(self, form=form).html(conflict=why), 409
        return self.html(reused=True, earlier=self.kept.row(why.answer["deal"] or 0)), 422


def _alike(newer: list[Row], form: DealForm) -> bool:
    """Say whether one of the rows says what the form says, but for remarks."""
    try:
        mine = form.facts()
    except Refused:
        return False
    aside = ("note", "dealer")
    plain = [
        {k: v for k, v in facts.items() if k not in aside}
        for facts in (mine, *(r.facts for r in newer))
    ]
    return plain[0] in plain[1:]


def _newer(kept: Kept, form: DealForm) -> list[Row]:
    """Return the rows that were recorded since the form was made."""
    seen = seen_by(form)
    pairs = zip(kept.deals, kept.scored.rows, strict=True)
    return [row for deal, row in pairs if deal.id > seen][-3:]
