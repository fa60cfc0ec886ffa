"""Where one deal is corrected: its form, what would change, what stands against it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask import render_template
from flask_babel import gettext as _

from ..correction import Consequences
from ..entry import Problem, Refused
from ..forms import AdjustCorrection, DealCorrection, PlainCorrection, adjust_form, deal_form
from ..forms.corrections import CountersCorrection
from ..forms.counters import counters_form
from ..games.inputs import Facts, Seat
from ..scoring import ImpossibleDeals, Row, dealers
from ..store import corrections, matches
from ..store.corrections import Ask, Make
from ..store.errors import Conflict, NotFound, OpReused
from ..store.matches import DealRow, Kept
from ..store.operations import is_op_id, new_op_id
from .guard import actor, member
from .hidden import in_words
from .later import later_of, moves_of

KINDS = {
    "edit": corrections.EDIT,
    "delete": corrections.DELETE,
    "restore": corrections.RESTORE,
    "insert": corrections.INSERT,
}
AnyForm = DealCorrection | AdjustCorrection | CountersCorrection | PlainCorrection


@dataclass
class Desk:
    """One correction of one row: `kind` is edit, delete, restore or insert (before the row).

    `turn` is the seat whose turn to deal it is at that place, None for an adjustment.
    """

    kept: Kept
    row: DealRow
    row_is_visible: bool
    kind: str
    form: AnyForm
    turn: int | None

    def facts(self) -> Facts | None:
        """Return the facts that the form says, None where it says none; raises `Refused`."""
        return None if isinstance(self.form, PlainCorrection) else self.form.facts()

    def make(self, facts: Facts | None) -> Make:
        """Return the draft that the correction makes."""
        if self.kind == "restore":
            return corrections.restored(self.row)
        if self.kind == "delete" or facts is None:
            return corrections.deleted(self.row.id)
        change = corrections.inserted if self.kind == "insert" else corrections.edited
        return change(self.row.id, facts)

    def ask(self) -> Ask:
        """Return what the form asks of the correction; raises `Refused`."""
        form = self.form
        return Ask(form.saw(), bool(form.stay.data), form.why(), form.saw_seats())

    def save(self) -> None:
        """Save the correction; raises what stands against it."""
        facts, op_id = self.facts(), self.form.op_id.data
        if not is_op_id(op_id):
            say = _("This page was too old. Nothing was saved yet: check, and save again.")
            raise Refused(Problem("page", "an op id", op_id, say))
        match, deal, content = self.kept.id, self.row.id, [self.row.id, facts]
        kind, make, ask = KINDS[self.kind], self.make(facts), self.ask()
        corrections.correct(actor(), op_id, kind, match, deal, content, make, ask)

    def checked(self) -> Any:
        """Return the page with what the correction would change."""
        try:
            make, ask = self.make(self.facts()), self.ask()
            changes = corrections.consequences(self.kept, make, stay=ask.stay)
            corrections.check_seen(self.kept, KINDS[self.kind], self.row, ask)
        except (Refused, Conflict) as why:
            return self.refused(why)
        return self.html(changes)

    def preview(self) -> str:
        """Return the page with what the correction would change, to whoever only asks for it."""
        page = self.checked()
        return str(page if isinstance(page, str) else page[0])

    def refused(self, why: Refused | Conflict | OpReused) -> tuple[str, int]:
        """Return the page with the input kept, and what stands against it."""
        if isinstance(why, ImpossibleDeals):
            return self._impossible(why)
        if isinstance(why, Refused):
            self._show(why)
            return self.html(self._changes()), 422
        self.form.op_id.data = new_op_id()
        if isinstance(why, OpReused):
            return self.html(self._changes(), reused=True), 422
        if why.kind == "seats":
            # The answers name seats in which others sit by now: nobody is to save them unread.
            return desk(self.kept.id, self.row.id, self.kind, None).html(conflict=why), 409
        self.see()
        return self.html(self._changes(), conflict=why), 409

    def see(self) -> None:
        """Let the form say that it has seen the record as it is."""
        version = corrections.version_of(self.kept, KINDS[self.kind], self.row)
        self.form.version.data = str(version)
        self.form.sat.data = ".".join(map(str, self.kept.players))

    def _changes(self) -> Consequences | None:
        """Return what saving would change, None where it cannot be saved as it is."""
        try:
            make = self.make(self.facts())
            return corrections.consequences(self.kept, make, stay=bool(self.form.stay.data))
        except (Refused, Conflict):
            return None

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
        kept = self.kept
        if not is_op_id(self.form.op_id.data):
            self.form.op_id.data = new_op_id()
        return render_template(
            "corrections/deal.html",
            desk=self,
            kept=kept,
            form=self.form,
            changes=changes,
            later=later_of(kept, changes, kept.names) if changes else None,
            moves=moves_of(kept, changes, kept.players) if changes else None,
            needs_reason=corrections.needs_reason(kept),
            **said,
        )

    @property
    def now(self) -> Row | None:
        """Return the row as it is, or for an insertion the row before; None without one."""
        if self.kind != "insert":
            return self.kept.row(self.row.id)
        return self.kept.row(corrections.version_of(self.kept, KINDS["insert"], self.row))

    @property
    def number(self) -> int:
        """Return the number of the row, or the one it had or would have."""
        return 1 + sum(row.position < self.row.position for row in self.kept.deals)

    @property
    def dealer(self) -> int | None:
        """Return the seat that deals as the form has it."""
        form = self.form
        other = isinstance(form, DealCorrection) and form.other_dealt()
        return form.said_dealer() if other else self.turn

    @property
    def in_words(self) -> str:
        """Return what was played in a hidden row."""
        return in_words(self.kept.match, self.row.facts, self.kept.names)


def desk(match: int, deal: int, kind: str, data: Any, facts: Facts | None = None) -> Desk:
    """Return the desk for one row of a match.

    `data` are the posted fields; without them an edit starts from `facts`, else from the row's.
    """
    kept = matches.load(member().club, match)
    row, is_visible = _row(kept, deal)
    turn = _turn(kept, row, kind)
    form = _form(kept, row.facts if facts is None else facts, kind, turn, data)
    found = Desk(kept, row, is_visible, kind, form, turn)
    if data is None:
        found.see()
    return found


def _row(kept: Kept, deal: int) -> tuple[DealRow, bool]:
    """Return a row of the match, and whether it is visible, or raise `NotFound`."""
    for rows, is_visible in ((kept.deals, True), (matches.hidden(member().club, kept.id), False)):
        for row in rows:
            if row.id == deal:
                return row, is_visible
    raise NotFound


def _turn(kept: Kept, row: DealRow, kind: str) -> int | None:
    """Return whose turn to deal it is at a visible row, or at one inserted before it."""
    index = next((i for i, other in enumerate(kept.deals) if other.id == row.id), None)
    if index is None or (kind == "edit" and "adjust" in row.facts):
        return None
    deals = [other.facts for other in kept.deals]
    return dealers(replace(kept.match, deals=(*deals[:index], {}, *deals[index:])))[index]


def _form_beside_deals(kept: Kept, facts: Facts, data: Any) -> AnyForm:
    filled = facts if data is None else None
    if "bought" in facts:
        return counters_form(CountersCorrection, kept.match.seats, data, filled)
    return adjust_form(AdjustCorrection, kept.match.sides, data, filled)


def _form(kept: Kept, facts: Facts, kind: str, turn: int | None, data: Any) -> AnyForm:
    seats = kept.match.seats
    if kind in ("delete", "restore"):
        return PlainCorrection(data)
    if "adjust" in facts and kind == "edit":
        return _form_beside_deals(kept, facts, data)
    # Who dealt may be corrected with the rest, so nobody is barred as the one who sits out.
    inputs = [
        replace(item, seats=item.of) if isinstance(item, Seat) else item
        for item in kept.match.game.inputs(kept.match.table(turn or 0))
    ]
    # What was not answered is not taken from the row, which may have changed meanwhile.
    filled = {"dealer": turn, **facts} if kind == "edit" and data is None else None
    form = deal_form(DealCorrection, inputs, seats, data, filled)
    if data is None:
        form.turn.data = str(turn)
        form.dealer.data = form.dealer.data or str(turn)
    return form
