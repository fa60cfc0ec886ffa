"""Players: list and add, rename, retire, bring back, merge two spellings of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _

from .. import entry
from ..entry import Refused
from ..forms import Form, MergeForm, PlayerForm
from ..store import matches, players, spellings
from ..store.errors import Conflict, OpReused
from ..store.operations import new_op_id
from . import seating
from .guard import MEMBERS, SCORERS, actor, allow, member
from .refusing import op_id_of, say_why

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
    form = PlayerForm(request.form)
    if not _saved(form, lambda op: _added(form, op)):
        return _list(form), 422
    return _back(form, form.player)


def _added(form: PlayerForm, op_id: str) -> None:
    form.player = players.add(actor(), op_id, form.name.data or "", another=bool(form.another.data))


@bp.get("/<id:player>")
@allow(MEMBERS)
def edit(player: int) -> Any:
    """Offer to rename a player, to retire, to bring back or to merge."""
    person = players.one(member().club, player)
    if person.id != player:
        return redirect(url_for(".edit", player=person.id))
    return _edit(person, PlayerForm(None, data={"name": person.name}))


@bp.post("/<id:player>")
@allow(SCORERS, writes=True)
def rename(player: int) -> Any:
    """Give a player another name."""
    person = players.one(member().club, player)
    form = PlayerForm(request.form)

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
    return _back(form)


def _back(form: PlayerForm, player: int | None = None) -> Any:
    """Lead back to the seats if they asked for a player, else to the list."""
    then = form.then.data
    return redirect(seating.back(then, player) if then else url_for(".index"), 303)


@bp.get("/<id:player>/merge")
@allow(SCORERS)
def ask_merge(player: int) -> Any:
    """Offer the others as the same person; show what it does once one is chosen."""
    person = players.one(member().club, player)
    if person.id != player:
        return redirect(url_for(".edit", player=person.id))
    form = MergeForm(None, data={"into": request.args.get("into", "")})
    return _merge(person, form)


@bp.post("/<id:player>/merge")
@allow(SCORERS, writes=True)
def merge(player: int) -> Any:
    """Merge a spelling into the person it belongs to."""
    person = players.one(member().club, player)
    form = MergeForm(request.form)
    into = entry.row_id(form.into.data)
    if not _saved(form, lambda op_id: spellings.merge(actor(), op_id, player, into)):
        return _merge(person, form), 422
    return redirect(url_for(".edit", player=into), 303)


def _merge(person: players.Person, form: MergeForm) -> str:
    """Return the page that asks for the person, or the one that shows what merging does."""
    club, found = member().club, None
    if form.into.data:
        try:
            found = spellings.merging(club, person.id, entry.row_id(form.into.data))
        except Refused as refused:
            form.show(refused.problems)
    if found and found.problem:
        form.show([found.problem])
    _fresh(form)
    others = [other for other in players.everybody(club) if other.id != person.id]
    shared = [matches.load(club, match) for match in found.shared] if found else []
    return render_template(
        "players/merge.html", person=person, form=form, found=found, others=others, shared=shared
    )


def _saved(form: Form, save: Callable[[str], None]) -> bool:
    """Save, or put a sentence into the form and give it a fresh op id."""
    try:
        save(op_id_of(form))
    except (Refused, OpReused) as why:
        say_why(form, why)
    except Conflict as conflict:
        if conflict.kind == "lookalike":
            form.alike = conflict.found
        else:
            name = conflict.found.name
            text = _("Nothing was changed: this was merged and is %(name)s by now.", name=name)
            form.form_errors.append(text)
    else:
        return True
    return False


def _fresh(form: Form) -> None:
    form.op_id.data = new_op_id()


def _list(form: PlayerForm) -> str:
    _fresh(form)
    everybody = players.everybody(member().club)
    return render_template("players/list.html", players=everybody, form=form, new_op_id=new_op_id)


def _edit(person: players.Person, form: PlayerForm) -> str:
    _fresh(form)
    also = spellings.of(member().club, person.id)
    return render_template("players/edit.html", person=person, form=form, also=also)
