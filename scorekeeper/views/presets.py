"""House rules kept under a name: list, keep, rename, remove, bring back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from .. import entry
from ..answered import answers, unusual
from ..entry import Refused
from ..forms import Form, PresetForm, StartForm, start_form
from ..games import GAMES
from ..games.base import full_rules
from ..presets import Preset
from ..scoring import Match
from ..store import matches, presets
from ..store.errors import OpReused
from ..store.operations import new_op_id
from . import rules, seating
from .guard import MEMBERS, SCORERS, actor, allow, member
from .refusing import op_id_of, say_why

bp = Blueprint("presets", __name__, url_prefix="/clubs/<id:club>/house-rules")


@bp.get("")
@allow(MEMBERS)
def index() -> Any:
    """List the house rules that the club has kept."""
    kept = presets.everything(member().club)
    lines = {one.number: unusual(_match(one)) for one in kept}
    return render_template("presets/list.html", presets=kept, lines=lines)


@bp.post("")
@allow(SCORERS, writes=True)
def keep() -> Any:
    """Keep the rules of a match, or of what is being started, under a name."""
    return _keep_of_match() if "match" in request.form else _keep_of_plan()


def _keep_of_match() -> Any:
    form = PresetForm(request.form)
    kept = matches.load(member().club, entry.row_id(form.match.data))
    game, seats = kept.match.game.slug, kept.match.seats

    def save(op_id: str) -> int:
        name, own = form.name.data or "", full_rules(kept.match.rules)
        return presets.keep(actor(), op_id, name, game, seats, own)

    if (number := _saved(form, save)) is None:
        return rules.page(kept.match, kept, form), 422
    return redirect(url_for(".show", preset=number), 303)


def _keep_of_plan() -> Any:
    plan = seating.plan(request.form)
    if not plan.complete or seating.joined(plan.line.ids) != request.form.get("seats"):
        return seating.seats_page(plan, changed=True), 422
    seats = len(plan.line.seats)
    form = start_form(StartForm, plan.game, seats, plan.rules, request.form)

    def save(op_id: str) -> int:
        name, own = form.keep.data or "", form.rules()
        return presets.keep(actor(), op_id, name, plan.game.slug, seats, own)

    if (number := _saved(form, save, {"name": "keep"})) is None:
        return seating.start_page(form, plan), 422
    said = {"preset": number, "date": form.date.data, "place": form.place.data}
    return redirect(url_for("sittings.ask", **(plan.at(plan.line.ids) | said)), 303)


@bp.get("/<id:preset>")
@allow(MEMBERS)
def show(preset: int) -> Any:
    """Show house rules, and offer to rename or remove them."""
    one = presets.one(member().club, preset)
    return _page(one, PresetForm(None, data={"name": one.name}))


@bp.post("/<id:preset>")
@allow(SCORERS, writes=True)
def rename(preset: int) -> Any:
    """Give house rules another name."""
    form = PresetForm(request.form)
    name = form.name.data or ""
    return _change(preset, form, lambda op: presets.rename(actor(), op, preset, name))


@bp.post("/<id:preset>/remove")
@allow(SCORERS, writes=True)
def remove(preset: int) -> Any:
    """Offer house rules no more."""
    return _change(preset, PresetForm(request.form), lambda op: presets.remove(actor(), op, preset))


@bp.post("/<id:preset>/bring-back")
@allow(SCORERS, writes=True)
def bring_back(preset: int) -> Any:
    """Offer house rules again."""
    return _change(
        preset, PresetForm(request.form), lambda op: presets.bring_back(actor(), op, preset)
    )


def _change(number: int, form: PresetForm, change: Callable[[str], Any]) -> Any:
    one = presets.one(member().club, number)
    if _saved(form, lambda op_id: (change(op_id), number)[1]) is None:
        form.name.data = form.name.data or one.name
        return _page(one, form), 422
    return redirect(url_for(".index"), 303)


def _saved(
    form: Form, save: Callable[[str], int], names: dict[str, str] | None = None
) -> int | None:
    """Save and return the number, or put a sentence into the form and return None."""
    try:
        return save(op_id_of(form))
    except (Refused, OpReused) as why:
        say_why(form, why, names)
    return None


def _page(one: Preset, form: PresetForm) -> str:
    form.op_id.data = new_op_id()
    game = GAMES[one.game]
    return render_template(
        "presets/show.html",
        preset=one,
        form=form,
        game=game,
        line=unusual(_match(one)),
        answers=answers(game, one.rules, one.seats),
    )


def _match(one: Preset) -> Match:
    return Match(GAMES[one.game], one.for_seats(one.seats), one.seats, 0)
