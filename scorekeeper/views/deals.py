"""The table page: record, preview, adjust, undo, redo, and the next match."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from ..entry import Refused
from ..forms import AdjustForm, adjust_form
from ..store import deals, matches, starting
from ..store.errors import Conflict, OpReused
from ..store.matches import Kept
from ..store.operations import is_op_id
from .guard import MEMBERS, SCORERS, actor, allow, member
from .tables import Page, entry_form, fresh, known_to, preview_of

bp = Blueprint("deals", __name__, url_prefix="/clubs/<id:club>/matches/<id:match>")


@bp.get("")
@allow(MEMBERS)
def new(match: int) -> Any:
    """Show the table: totals, the form for the next deal, the score sheet."""
    kept = matches.load(member().club, match)
    return Page(kept, entry_form(kept, None), play_on="on" in request.args).html()


@bp.get("/live")
@allow(MEMBERS)
def live(match: int) -> Any:
    """Return what another phone has changed since, nothing where nothing was."""
    stamp = matches.stamp(member().club, match)
    if request.args.get("v") == str(stamp) != "0":
        return "", 204
    kept = matches.load(member().club, match)
    return Page(kept, entry_form(kept, None), play_on="on" in request.args).live()


@bp.post("/deals")
@allow(SCORERS, writes=True)
def record(match: int) -> Any:
    """Record a deal, or return the form with what to do about it."""
    kept = matches.load(member().club, match)
    form = entry_form(kept, request.form)
    page = Page(kept, form, play_on=True)
    if not is_op_id(form.op_id.data):
        return page.html(old=True), 422
    try:
        deals.record(actor(), form.op_id.data, match, form.facts(), **known_to(form), kept=kept)
    except (Refused, Conflict, OpReused) as problem:
        return page.refused(problem)
    return _back(kept)


@bp.post("/deals/preview")
@allow(SCORERS)
def preview(match: int) -> Any:
    """Show what a deal would do; saves nothing."""
    kept = matches.load(member().club, match)
    form = entry_form(kept, request.form)
    if request.headers.get("HX-Request-Type") == "partial":
        return render_template("deals/preview.html", preview=preview_of(kept, form), kept=kept)
    return Page(kept, form, play_on=True).html(checked=True)


@bp.get("/deals", endpoint="back")
@bp.get("/deals/preview", endpoint="back")
@bp.get("/deals/<id:deal>/undo", endpoint="back")
@bp.get("/deals/<id:deal>/redo", endpoint="back")
@bp.get("/next", endpoint="back")
@allow(MEMBERS)
def back(match: int, **_deal: int) -> Any:
    """Lead a browser that asks again for the address of a form to the table."""
    return redirect(url_for(".new", match=matches.load(member().club, match).id))


@bp.get("/adjust")
@allow(SCORERS)
def ask_adjust(match: int) -> Any:
    """Offer a penalty or an agreed correction."""
    kept = matches.load(member().club, match)
    return _adjust_page(kept, adjust_form(AdjustForm, kept.match.sides, None))


@bp.post("/adjust")
@allow(SCORERS, writes=True)
def adjust(match: int) -> Any:
    """Record a penalty or an agreed correction."""
    kept = matches.load(member().club, match)
    form = adjust_form(AdjustForm, kept.match.sides, request.form)
    if not is_op_id(form.op_id.data):
        return _adjust_page(kept, form, old=True), 422
    try:
        facts = form.facts()
        deals.record(actor(), form.op_id.data, match, facts, **known_to(form), kept=kept)
    except (Refused, Conflict, OpReused) as why:
        return _adjust_refused(kept, form, why)
    return _back(kept)


def _adjust_refused(kept: Kept, form: AdjustForm, why: Exception) -> tuple[str, int]:
    if isinstance(why, Refused):
        form.show(why.problems)
        return _adjust_page(kept, form), 422
    if isinstance(why, Conflict):
        if why.kind == "seats":
            form = adjust_form(AdjustForm, kept.match.sides, None)
        return _adjust_page(kept, form, conflict=why), 409
    return _adjust_page(kept, form, reused=True), 422


def _adjust_page(kept: Kept, form: AdjustForm, **said: Any) -> str:
    fresh(kept, form)
    return render_template("deals/adjust.html", kept=kept, form=form, **said)


@bp.post("/deals/<id:deal>/undo")
@allow(SCORERS, writes=True)
def undo(match: int, deal: int) -> Any:
    """Undo the newest deal; ask, and hide nothing, when it is not the newest."""
    return _step(match, deal, deals.undo)


@bp.post("/deals/<id:deal>/redo")
@allow(SCORERS, writes=True)
def redo(match: int, deal: int) -> Any:
    """Show a deal again that was just undone."""
    return _step(match, deal, deals.redo)


def _step(match: int, deal: int, step: Any) -> Any:
    kept = matches.load(member().club, match)
    try:
        step(actor(), request.form.get("op_id", ""), match, deal)
    except Conflict as conflict:
        page = Page(kept, entry_form(kept, None))
        return page.html(conflict=conflict, about=kept.row(deal)), 409
    except OpReused:
        return Page(kept, entry_form(kept, None)).html(old=True), 422
    return _back(kept)


@bp.post("/next")
@allow(SCORERS, writes=True)
def start_next(match: int) -> Any:
    """Start the next match with the same seats and rules."""
    try:
        new_match = starting.start_next(actor(), request.form.get("op_id", ""), match)
    except Conflict as conflict:
        new_match = conflict.found if conflict.kind == "next" else match
    return redirect(url_for(".new", match=new_match), 303)


def _back(kept: Kept) -> Any:
    """Lead back to the table; who plays on after the end goes on doing so."""
    on = 1 if kept.scored.standing.finished and "on" in request.args else None
    return redirect(url_for(".new", match=kept.id, on=on), 303)
