"""Correct what was recorded: a deal, a forgotten one, a whole match; with what changes first."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, request, url_for

from .. import entry
from ..entry import Refused
from ..store import corrections, earlier, matches
from ..store.errors import Conflict, OpReused
from .desk import desk
from .guard import MEMBERS, SCORERS, allow, member

bp = Blueprint(
    "corrections", __name__, url_prefix="/clubs/<id:club>/matches/<id:match>/deals/<id:deal>"
)

# What puts back what a correction did.
BACK = {
    corrections.EDIT: "edit",
    corrections.DELETE: "restore",
    corrections.RESTORE: "delete",
    corrections.INSERT: "delete",
}


@bp.get("")
@allow(MEMBERS)
def edit(match: int, deal: int) -> Any:
    """Show a deal with all its facts, or those before an event, to be corrected or restored."""
    if "as" in request.args:
        return _put_back(match, deal, entry.row_id(request.args["as"]))
    return _as_it_is(match, deal)


def _as_it_is(match: int, deal: int) -> str:
    found = desk(match, deal, "edit", None)
    return found.html() if found.row_is_visible else desk(match, deal, "restore", None).preview()


def _put_back(match: int, deal: int, event: int) -> str:
    """Return the page that puts a deal back as it was before an event, with what would change.

    Where that is done already, it is the page of the deal as it is.
    """
    kept = matches.load(member().club, match)
    was = earlier.deal_before(member().club, kept, deal, event)
    kind = BACK[was.kind]
    found = desk(match, deal, kind, None, was.facts if kind == "edit" else None)
    if found.row_is_visible == (kind == "restore"):
        return _as_it_is(match, deal)
    return found.preview()


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
    found = desk(match, deal, "restore", None)
    return redirect(url_for(where, match=found.kept.id, deal=found.row.id))


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
