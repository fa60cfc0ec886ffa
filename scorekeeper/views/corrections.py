"""Correct what was recorded: a deal, a forgotten one, a whole match; with what changes first."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, request, url_for

from ..entry import Refused
from ..store.errors import Conflict, OpReused
from .desk import desk
from .guard import MEMBERS, SCORERS, allow

bp = Blueprint(
    "corrections", __name__, url_prefix="/clubs/<id:club>/matches/<id:match>/deals/<id:deal>"
)


@bp.get("")
@allow(MEMBERS)
def edit(match: int, deal: int) -> Any:
    """Show a deal with all its facts, to be corrected, deleted or restored."""
    found = desk(match, deal, "edit", None)
    return found.html() if found.row_is_visible else desk(match, deal, "restore", None).html()


@bp.get("/insert")
@allow(SCORERS)
def ask_insert(match: int, deal: int) -> Any:
    """Ask for a forgotten deal before another."""
    return desk(match, deal, "insert", None).html()


@bp.get("/<any(edit, delete, restore):kind>")
@bp.get("/<any(edit, delete, restore, insert):kind>/check")
@allow(SCORERS)
def back(match: int, deal: int, kind: str) -> Any:
    """Lead a browser that asks again for the address of a form to the form."""
    where = ".ask_insert" if kind == "insert" else ".edit"
    return redirect(url_for(where, match=match, deal=deal))


@bp.post("/<any(edit, delete, restore, insert):kind>/check")
@allow(SCORERS)
def check(match: int, deal: int, kind: str) -> Any:
    """Show what a correction would change; saves nothing."""
    return desk(match, deal, kind, request.form).checked()


@bp.post("/<any(edit, delete, restore, insert):kind>")
@allow(SCORERS, writes=True)
def save(match: int, deal: int, kind: str) -> Any:
    """Save a correction, or return it with what stands against it."""
    found = desk(match, deal, kind, request.form)
    try:
        found.save()
    except (Refused, Conflict, OpReused) as why:
        return found.refused(why)
    return redirect(url_for("deals.new", match=match), 303)
