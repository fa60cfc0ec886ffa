"""Correct how a match was set up: who sat where, who dealt first, its rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _

from .. import entry
from ..correction import Consequences
from ..entry import Problem, Refused
from ..forms import MatchCorrection, match_form
from ..games.base import full_rules
from ..scoring import ImpossibleDeals
from ..store import corrections, earlier, match_corrections, matches, players
from ..store.errors import Conflict, OpReused
from ..store.match_corrections import SetUp
from ..store.matches import Kept
from ..store.operations import is_op_id, new_op_id
from ..store.players import Person
from ..summary import match_title
from .guard import SCORERS, actor, allow, member
from .hidden import hidden_rows
from .later import later_of, moves_of

bp = Blueprint("setup", __name__, url_prefix="/clubs/<id:club>/matches/<id:match>/setup")

NOBODY: Final = "?"  # at a seat for which nobody of the club was chosen


@bp.get("")
@allow(SCORERS)
def edit(match: int) -> Any:
    """Show how a match was set up, to be corrected, and its hidden deals, to be restored.

    With `as` it starts from the set-up before an event, and shows at once what would change.
    """
    if "as" not in request.args:
        return _paper(match, None).html()
    event = entry.row_id(request.args["as"])
    paper = _paper(match, None, earlier.setup_before(member().club, match, event))
    page = paper.checked()
    return page if isinstance(page, str) else page[0]


@bp.get("/check")
@allow(SCORERS)
def back(match: int) -> Any:
    """Lead a browser that asks again for the address of the form to the form."""
    return redirect(url_for(".edit", match=_paper(match, None).kept.id))


@bp.post("/check")
@allow(SCORERS)
def check(match: int) -> Any:
    """Show what a correction would change; saves nothing."""
    return _paper(match, request.form).checked()


@bp.post("")
@allow(SCORERS, writes=True)
def save(match: int) -> Any:
    """Save a correction, or return it with what stands against it."""
    paper = _paper(match, request.form)
    try:
        paper.save()
    except (Refused, Conflict, OpReused) as why:
        return paper.refused(why)
    return redirect(url_for("deals.new", match=match), 303)


@dataclass
class Paper:
    """The correction of one match's set-up."""

    kept: Kept
    form: MatchCorrection
    people: list[Person]

    def setup(self) -> SetUp:
        """Return the set-up that the form says, or raise `Refused`."""
        seats = self.kept.match.seats
        order, dealer = self.form.players(seats), self.form.dealer(seats)
        if NOBODY in self.names():
            say = _("Choose players of this club.")
            raise Refused(Problem("seats", "players of this club", list(order), say))
        return SetUp(order, self.form.rules(), dealer or 0)

    def save(self) -> None:
        """Save the correction; raises what stands against it."""
        op_id = self.form.op_id.data
        if not is_op_id(op_id):
            say = _("This page was too old. Nothing was saved yet: check, and save again.")
            raise Refused(Problem("page", "an op id", op_id, say))
        setup, reason, version = self.setup(), self.form.why(), self.form.saw()
        match_corrections.correct(
            actor(), op_id, self.kept.id, setup, version=version, reason=reason
        )

    def checked(self) -> Any:
        """Return the page with what the correction would change."""
        try:
            changes = match_corrections.consequences(self.kept, self.setup())
            if self.form.saw() != self.kept.version:
                raise Conflict("changed", self.kept)
        except (Refused, Conflict) as why:
            return self.refused(why)
        return self.html(changes)

    def refused(self, why: Refused | Conflict | OpReused) -> tuple[str, int]:
        """Return the page with the input kept, and what stands against it."""
        if isinstance(why, ImpossibleDeals):
            numbered = why.deals.items()
            others = [(n, self.kept.deals[n - 1], problems) for n, problems in numbered]
            return self.html(others=others), 422
        if isinstance(why, Refused):
            self.form.show(why.problems)
            return self.html(self._changes()), 422
        self.form.op_id.data = new_op_id()
        if isinstance(why, OpReused):
            return self.html(self._changes(), reused=True), 422
        self.form.version.data = str(self.kept.version)
        return self.html(self._changes(), conflict=why, theirs=match_title(self.kept)), 409

    def _changes(self) -> Consequences | None:
        """Return what saving would change, None where it cannot be saved as it is."""
        try:
            return match_corrections.consequences(self.kept, self.setup())
        except Refused:
            return None

    def html(self, changes: Consequences | None = None, **said: Any) -> str:
        """Return the page."""
        kept, names = self.kept, self.names()
        if not is_op_id(self.form.op_id.data):
            self.form.op_id.data = new_op_id()
        return render_template(
            "corrections/match.html",
            kept=kept,
            form=self.form,
            people=self.people,
            changes=changes,
            names=names,
            later=later_of(kept, changes, names) if changes else None,
            moves=moves_of(kept, changes, self.setup().players) if changes else None,
            hidden=hidden_rows(kept),
            needs_reason=corrections.needs_reason(kept),
            **said,
        )

    def names(self) -> list[str]:
        """Return who sits where as the form has it."""
        known = {str(person.id): person.name for person in self.people}
        seats = range(self.kept.match.seats)
        return [known.get(self.form[f"seat_{seat}"].data, NOBODY) for seat in seats]


def _paper(match: int, data: Any, was: SetUp | None = None) -> Paper:
    kept = matches.load(member().club, match)
    now = SetUp(kept.players, full_rules(kept.match.rules), kept.match.first_dealer)
    start = was or now
    form = match_form(kept.match.game, start.players, start.rules, data)
    if data is None:
        form.version.data = str(kept.version)
        form.first_dealer.data = str(start.first_dealer)
    return Paper(kept, form, players.everybody(member().club))
