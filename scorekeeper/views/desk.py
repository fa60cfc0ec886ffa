"""Where one deal is corrected: its form, what would change, what stands against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import render_template
from flask_babel import gettext as _

from ..correction import Consequences
from ..entry import Problem, Refused
from ..forms import AdjustCorrection, DealCorrection, PlainCorrection, adjust_form, deal_form
from ..games.inputs import Facts
from ..scoring import ImpossibleDeals
from ..store import corrections, matches
from ..store.corrections import Ask, Make
from ..store.errors import Conflict, NotFound, OpReused
from ..store.matches import DealRow, Kept
from ..store.operations import is_op_id, new_op_id
from .guard import actor, member
from .later import later_of

KINDS = {
    "edit": corrections.EDIT,
    "delete": corrections.DELETE,
    "restore": corrections.RESTORE,
    "insert": corrections.INSERT,
}
AnyForm = DealCorrection | AdjustCorrection | PlainCorrection


@dataclass
class Desk:
    """One correction of one row: `kind` is edit, delete, restore or insert (before the row)."""

    kept: Kept
    row: DealRow
    row_is_visible: bool
    kind: str
    form: AnyForm
    dealer: int | None

    def facts(self) -> Facts | None:
        """Return the facts that the form says, None where it says none; raises `Refused`."""
        if isinstance(self.form, DealCorrection):
            return self.form.facts()
        if isinstance(self.form, AdjustCorrection):
            return self.form.facts(self.kept.match.seats)
        return None

    def make(self, facts: Facts | None) -> Make:
        """Return the draft that the correction makes."""
        if self.kind == "restore":
            return corrections.restored(self.row)
        if self.kind == "delete" or facts is None:
            return corrections.deleted(self.row.id)
        change = corrections.inserted if self.kind == "insert" else corrections.edited
        return change(self.row.id, facts)

    def save(self) -> None:
        """Save the correction; raises what stands against it."""
        facts, form = self.facts(), self.form
        op_id = form.op_id.data
        if not is_op_id(op_id):
            say = _("This page was too old. Nothing was saved yet: check, and save again.")
            raise Refused(Problem("", "an op id", op_id, say))
        ask = Ask(form.saw(), bool(form.stay.data), form.why())
        match, deal, content = self.kept.id, self.row.id, [self.row.id, facts]
        make = self.make(facts)
        corrections.correct(actor(), op_id, KINDS[self.kind], match, deal, content, make, ask)

    def checked(self) -> Any:
        """Return the page with what the correction would change."""
        try:
            make, stay = self.make(self.facts()), bool(self.form.stay.data)
            return self.html(corrections.consequences(self.kept, make, stay=stay))
        except (Refused, Conflict) as why:
            return self.refused(why)

    def refused(self, why: Refused | Conflict | OpReused) -> tuple[str, int]:
        """Return the page with the input kept, and what stands against it."""
        if isinstance(why, ImpossibleDeals):
            return self._impossible(why)
        if isinstance(why, Refused):
            self._show(why)
            return self.html(), 422
        if isinstance(why, OpReused):
            self.form.op_id.data = new_op_id()
            return self.html(reused=True), 422
        now = desk(self.kept.id, self.row.id, self.kind, None)
        self.form.op_id.data = new_op_id()
        self.form.version.data = str(now.row.version)
        return self.html(theirs=now, conflict=why), 409

    def _show(self, why: Refused) -> None:
        if isinstance(self.form, DealCorrection):
            self.form.show_problems(why.problems)
        else:
            self.form.show(why.problems)

    def _impossible(self, why: ImpossibleDeals) -> tuple[str, int]:
        """Show this deal's own problems beside its fields, and name the other deals."""
        draft = corrections.settled(
            self.kept, self.make(self.facts()), stay=bool(self.form.stay.data)
        )
        others = []
        for number, problems in why.deals.items():
            row = draft.rows[number - 1]
            if row.id == draft.deal:
                self._show(Refused(*problems))
            else:
                others.append((number, row, problems))
        return self.html(others=others), 422

    def html(self, changes: Consequences | None = None, **said: Any) -> str:
        """Return the page."""
        kept, later = self.kept, None
        if changes is not None:
            later = later_of(kept, changes)
        said.setdefault("later", later)
        if not self.form.op_id.data:
            self.form.op_id.data = new_op_id()
        return render_template(
            "corrections/deal.html",
            desk=self,
            kept=kept,
            form=self.form,
            changes=changes,
            number=self.number(),
            needs_reason=corrections.needs_reason(kept),
            **said,
        )

    def number(self) -> int | None:
        """Return the row's number, None while it is hidden."""
        row = self.kept.row(self.row.id)
        return row.number if row else None

    @property
    def table(self) -> Any:
        """Return the table at this deal, for who sits out."""
        return self.kept.match.table(self.dealer or 0)


def desk(match: int, deal: int, kind: str, data: Any) -> Desk:
    """Return the desk for one row of a match; `data` are the posted fields."""
    kept = matches.load(member().club, match)
    visible = next((row for row in kept.deals if row.id == deal), None)
    hidden = matches.hidden(member().club, match) if visible is None else []
    row = visible or next((row for row in hidden if row.id == deal), None)
    if row is None:
        raise NotFound
    scored = kept.row(deal)
    dealer = scored.dealer if scored else None
    form = _form(kept, row, kind, dealer, data)
    if data is None:
        form.version.data = str(row.version)
    return Desk(kept, row, visible is not None, kind, form, dealer)


def _form(kept: Kept, row: DealRow, kind: str, dealer: int | None, data: Any) -> AnyForm:
    seats, facts = kept.match.seats, row.facts
    if kind in ("delete", "restore"):
        return PlainCorrection(data)
    if "adjust" in facts and kind == "edit":
        return adjust_form(AdjustCorrection, seats, data, facts)
    inputs = kept.match.game.inputs(kept.match.table(dealer or 0))
    filled = {"dealer": dealer, **facts} if kind == "edit" else None
    return deal_form(DealCorrection, inputs, seats, data, filled)
