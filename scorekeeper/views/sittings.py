"""Evenings: list, start, show, correct, close, reopen. What starting them shows is in `seating`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from .. import entry
from ..days import today
from ..entry import Refused
from ..forms import EveningForm, StartForm, start_form
from ..store import money, sittings
from ..store.errors import Conflict, NotFound, OpReused
from ..store.operations import new_op_id
from ..summary import evening_text, settlement_text
from . import seating
from .guard import MEMBERS, SCORERS, actor, allow, member
from .refusing import op_id_of, say_why

bp = Blueprint("sittings", __name__, url_prefix="/clubs/<id:club>")


@bp.get("")
@allow(MEMBERS)
def index() -> Any:
    """List all evenings, and offer to go on or to play again."""
    page = max(1, entry.number(request.args.get("page", "1")) or 1)
    evenings, pages = sittings.listed(member().club, page)
    if not evenings and page > 1:
        raise NotFound
    opened = money.opened(member().club)
    return render_template(
        "sittings/list.html",
        evenings=evenings,
        page=page,
        pages=pages,
        settled=money.settled(member().club, [evening.id for evening in evenings], opened),
        opened=opened if page == 1 else [],
    )


@bp.get("/sittings/new")
@allow(SCORERS)
def new() -> Any:
    """Let players be tapped in seat order; the address carries who sits already."""
    return seating.seats_page(seating.plan(request.args))


@bp.get("/sittings/start")
@allow(SCORERS)
def ask() -> Any:
    """Ask who deals first; house rules, date and place stand ready."""
    plan = seating.plan(request.args)
    if plan.line.gone or not plan.complete:
        asked = (person.id for person in plan.line.asked)
        return redirect(url_for(".new", **plan.at(asked)))
    form = start_form(StartForm, plan.game, len(plan.line.seats), plan.rules, None)
    form.date.data = request.args.get("date", today().isoformat())
    form.place.data = request.args.get("place", "")
    return seating.start_page(form, plan)


@bp.post("/sittings/start")
@allow(SCORERS, writes=True)
def start() -> Any:
    """Start the evening with its first match, or another match of a running one."""
    plan = seating.plan(request.form)
    if not plan.complete or seating.joined(plan.line.ids) != request.form.get("seats"):
        return seating.seats_page(plan, changed=True), 422
    form = start_form(StartForm, plan.game, len(plan.line.seats), plan.rules, request.form)
    try:
        op_id_of(form)
        return redirect(url_for("deals.new", match=seating.start(form, plan)), 303)
    except (Refused, OpReused) as why:
        say_why(form, why)
    except Conflict as conflict:
        return seating.start_page(form, plan, newer=conflict.kind == "next"), 409
    return seating.start_page(form, plan), 422


@bp.get("/sittings/<id:sitting>")
@allow(MEMBERS)
def show(sitting: int) -> Any:
    """Show an evening: its matches, sums and a summary to copy."""
    evening = sittings.one(member().club, sitting)
    books = money.evening(member().club, sitting)
    return render_template(
        "sittings/show.html",
        evening=evening,
        books=books,
        text=evening_text(evening) + settlement_text(books),
        op_id=new_op_id(),
        new_op_id=new_op_id,
    )


@bp.get("/sittings/<id:sitting>/correct")
@allow(SCORERS)
def ask_correct(sitting: int) -> Any:
    """Offer when and where an evening was, to be corrected."""
    evening = sittings.one(member().club, sitting)
    data = {"date": evening.date.isoformat(), "place": evening.place}
    return _correct_page(evening, EveningForm(None, data=data))


@bp.post("/sittings/<id:sitting>/correct")
@allow(SCORERS, writes=True)
def correct(sitting: int) -> Any:
    """Correct when and where an evening was."""
    form, status = EveningForm(request.form), 422
    op_id, place, seen = (form[name].data or "" for name in ("op_id", "place", "seen"))
    try:
        sittings.correct(actor(), op_id, sitting, form.day(), place, seen=seen)
        return redirect(url_for(".show", sitting=sitting), 303)
    except (Refused, OpReused) as why:
        say_why(form, why)
    except Conflict:
        status = 409
    evening = sittings.one(member().club, sitting)
    return _correct_page(evening, form, theirs=status == 409), status


def _correct_page(evening: sittings.Evening, form: EveningForm, **said: bool) -> str:
    form.op_id.data = new_op_id()
    form.seen.data = sittings.standing(evening.date, evening.place)
    return render_template("sittings/correct.html", evening=evening, form=form, **said)


@bp.post("/sittings/<id:sitting>/close")
@allow(SCORERS, writes=True)
def close(sitting: int) -> Any:
    """Close an evening."""
    return _switch(sitting, sittings.close)


@bp.post("/sittings/<id:sitting>/reopen")
@allow(SCORERS, writes=True)
def reopen(sitting: int) -> Any:
    """Reopen a closed evening."""
    return _switch(sitting, sittings.reopen)


def _switch(sitting: int, change: Callable[..., None]) -> Any:
    change(actor(), request.form.get("op_id", ""), sitting)
    return redirect(url_for(".show", sitting=sitting), 303)
