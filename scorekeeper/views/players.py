"""Players: list and add, rename, retire, bring back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _

from ..entry import Refused
from ..forms import Form, PlayerForm
from ..store import players
from ..store.errors import Conflict, OpReused
from ..store.operations import is_op_id, new_op_id
from .guard import MEMBERS, SCORERS, actor, allow, member

bp = Blueprint("players", __name__, url_prefix="/clubs/<id:club>/players")


@bp.get("")
@allow(MEMBERS)
def index() -> Any:
    """List the players and offer to add one."""
    return _list(PlayerForm(None))


@bp.post("")
@allow(SCORERS, writes=True)
def add() -> Any:
    """Add a player, and seat the new one where a sitting was being started."""
    form = PlayerForm()
    if not _saved(form, lambda op: _added(form, op)):
        return _list(form), 422
    then = form.then.data or ""
    if then.startswith("seats:"):
        seats = f"{then[6:]}.{form.player}".strip(".")
        return redirect(url_for("sittings.new", seats=seats), 303)
    return redirect(url_for(".index"), 303)


def _added(form: PlayerForm, op_id: str) -> None:
    form.player = players.add(actor(), op_id, form.name.data or "", another=bool(form.another.data))


@bp.get("/<id:player>")
@allow(MEMBERS)
def edit(player: int) -> Any:
    """Offer to rename a player, to retire or to bring back."""
    person = players.one(member().club, player)
    return _edit(person, PlayerForm(None, data={"name": person.name}))


@bp.post("/<id:player>")
@allow(SCORERS, writes=True)
def rename(player: int) -> Any:
    """Give a player another name."""
    person = players.one(member().club, player)
    form = PlayerForm()

    def save(op_id: str) -> None:
        name, another = form.name.data or "", bool(form.another.data)
        players.rename(actor(), op_id, player, name, another=another)

    if not _saved(form, save):
        return _edit(person, form), 422
    return redirect(url_for(".index"), 303)


@bp.post("/<id:player>/retire")
@allow(SCORERS, writes=True)
def retire(player: int) -> Any:
    """Retire a player."""
    return _switch(player, players.retire)


@bp.post("/<id:player>/bring-back")
@allow(SCORERS, writes=True)
def bring_back(player: int) -> Any:
    """Bring a retired player back."""
    return _switch(player, players.bring_back)


def _switch(player: int, change: Callable[..., None]) -> Any:
    person = players.one(member().club, player)
    form = PlayerForm(request.form, data={"name": person.name})
    if not _saved(form, lambda op_id: change(actor(), op_id, player)):
        return _edit(person, form), 422
    return redirect(url_for(".index"), 303)


def _saved(form: PlayerForm, save: Callable[[str], None]) -> bool:
    """Save, or put a sentence into the form and give it a fresh op id."""
    try:
        if is_op_id(form.op_id.data):
            save(form.op_id.data)
            return True
        form.form_errors.append(_("This page was too old. Nothing was saved yet: save again."))
    except Refused as refused:
        form.show(refused.problems)
    except Conflict as conflict:
        form.alike = conflict.found
    except OpReused:
        form.form_errors.append(_("This page has saved something else. Check, and save again."))
    return False


def _fresh(form: Form) -> None:
    form.op_id.data = new_op_id()


def _list(form: PlayerForm) -> str:
    _fresh(form)
    everybody = players.everybody(member().club)
    return render_template("players/list.html", players=everybody, form=form)


def _edit(person: players.Person, form: PlayerForm) -> str:
    _fresh(form)
    return render_template("players/edit.html", person=person, form=form)
