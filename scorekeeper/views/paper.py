"""Bring evenings that were played on paper: a file, whose each name is, then they are recorded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _

from .. import paper
from ..days import today
from ..entry import N_, Problem, Refused
from ..forms import NEW, PaperForm, paper_form
from ..games import GAMES
from ..paper import Evening, PaperRefused
from ..scoring import score
from ..sheet import Sheet
from ..store import moving, operations, players
from ..store.operations import is_op_id, new_op_id
from . import uploaded
from .guard import SCORERS, actor, allow, begin, member

bp = Blueprint("paper", __name__, url_prefix="/clubs/<id:club>/sittings/import")


@bp.get("")
@allow(SCORERS)
def ask() -> Any:
    """Offer to bring evenings from a file."""
    return _ask()


@bp.get("/check")
@allow(SCORERS)
def back() -> Any:
    """Lead a browser that asks again for the address of the form to the form."""
    return redirect(url_for(".ask"))


@bp.post("/check")
@allow(SCORERS, upload=True)
def check() -> Any:
    """Show the evenings in a file and ask whose its names are; nothing is recorded."""
    content, game = uploaded.sent(), _game()
    if content is None:
        return _ask(str(_("Choose a file."))), 422
    try:
        evenings = paper.read(content, game, today())
    except PaperRefused as refused:
        return _ask(found=refused.found), 422
    token = uploaded.keep(content)
    if token is None:
        return _ask(str(_("The server's disk is full or cannot be written."))), 507
    return _Parcel.of(evenings, file=token, game=game).html()


@bp.post("")
@allow(SCORERS, writes=True, prepares=True)
def record() -> Any:
    """Record the evenings of the file."""
    content = uploaded.fetch(request.form.get("file"))
    if content is None:
        op_id = request.form.get("op_id", "")
        done = operations.answered(member().club, op_id, uploaded.said())
        gone = str(_("The file is not here any more. Choose it again."))
        return _to_evenings() if done else (_ask(gone), 422)
    try:
        evenings = paper.read(content, _game(), today())
    except PaperRefused as refused:
        return _ask(found=refused.found), 422
    return _recorded(_Parcel.of(evenings))


def _recorded(parcel: _Parcel) -> Any:
    begin()
    try:
        parcel.record()
    except Refused as refused:
        return parcel.refused(refused)
    uploaded.drop(parcel.form.file.data)
    return _to_evenings()


def _to_evenings() -> Any:
    return redirect(url_for("sittings.index"), 303)


def _game() -> str:
    """Return the game that a table is of: the one that was said, or the first there is.

    A line of a table says what everybody won and lost; games whose scores are not that have none.
    """
    said, games = request.form.get("game", ""), [g.slug for g in GAMES.values() if g.zero_sum]
    return said if said in games else games[0]


def _ask(why: str = "", **said: Any) -> str:
    return render_template("moving/paper.html", why=why, **said)


def _totals(sheet: Sheet) -> list[tuple[str, int]]:
    return list(zip(sheet.names, score(sheet.match).totals, strict=True))


@dataclass
class _Parcel:
    """The evenings of a file, with the form that asks whose its names are."""

    evenings: list[Evening]
    form: PaperForm
    known: dict[str, int]

    @classmethod
    def of(cls, evenings: list[Evening], **filled: str) -> _Parcel:
        """Return evenings with the form that was sent, or a new one that is filled in."""
        names, known = paper.people(evenings), moving.known_names(member().club)
        if not filled:
            return cls(evenings, paper_form(names, request.form), known)
        for number, name in enumerate(names):
            filled[f"who_{number}"] = str(paper.suggested(name, known) or NEW)
        return cls(evenings, paper_form(names, None, filled), known)

    def record(self) -> None:
        """Record the evenings, or raise `Refused`."""
        op_id = self.form.op_id.data
        if not is_op_id(op_id):
            say = N_("This page was too old. Nothing was saved yet: check, and save again.")
            raise Refused(Problem("", "an op id", op_id, say))
        evenings = self.evenings
        if self.undated:
            date, place = self.form.day(today()), self.form.where()
            evenings = [replace(evening, date=date, place=place) for evening in evenings]
        moving.record(actor(), op_id, evenings, self.form.chosen(), uploaded.said())

    @property
    def undated(self) -> bool:
        """Say whether the file does not say when its evenings were: score sheets do not."""
        return any(evening.date is None for evening in self.evenings)

    def refused(self, why: Refused) -> tuple[str, int]:
        """Return the page with the input kept, and what stands against it."""
        self.form.show(why.problems, {name: self.form.field_of(name) for name in self.form.names})
        return self.html(), 422

    def html(self) -> str:
        """Return the page."""
        if not is_op_id(self.form.op_id.data):
            self.form.op_id.data = new_op_id()
        return render_template(
            "moving/names.html",
            form=self.form,
            evenings=self.evenings,
            totals=_totals,
            people=players.everybody(member().club),
            known=self.known,
            undated=self.undated,
            new=NEW,
        )
