"""The account and the counters of a match, where its game has them."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from .. import tally
from ..entry import Refused
from ..forms.counters import CountersForm, counters_form
from ..store import deals, matches
from ..store.errors import Conflict, OpReused
from ..store.matches import Kept
from ..store.operations import is_op_id
from .guard import MEMBERS, SCORERS, actor, allow, member
from .tables import fresh, known_to

bp = Blueprint("tally", __name__, url_prefix="/clubs/<id:club>/matches/<id:match>")


@bp.get("/account")
@allow(MEMBERS)
def show(match: int) -> Any:
    """Show the account, how it balances, and how many counters everybody should hold."""
    kept = matches.load(member().club, match)
    return _page(kept, counters_form(CountersForm, kept.match.seats, None))


@bp.post("/account")
@allow(SCORERS, writes=True)
def buy(match: int) -> Any:
    """Record that somebody bought counters from the banker."""
    kept = matches.load(member().club, match)
    form = counters_form(CountersForm, kept.match.seats, request.form)
    if not is_op_id(form.op_id.data):
        return _page(kept, form, old=True), 422
    try:
        facts = form.facts()
        deals.record(actor(), form.op_id.data, match, facts, **known_to(form), kept=kept)
    except (Refused, Conflict, OpReused) as why:
        return _refused(kept, form, why)
    return redirect(url_for(".show", match=match, _anchor="counters"), 303)


def _refused(kept: Kept, form: CountersForm, why: Exception) -> tuple[str, int]:
    if isinstance(why, Refused):
        form.show(why.problems)
        return _page(kept, form), 422
    if isinstance(why, Conflict):
        if why.kind == "seats":
            form = counters_form(CountersForm, kept.match.seats, None)
        return _page(kept, form, conflict=why), 409
    return _page(kept, form, reused=True), 422


def _page(kept: Kept, form: CountersForm, **said: Any) -> str:
    account = tally.account_of(kept.scored)
    held = tally.holdings(kept.match, kept.scored)
    fresh(kept, form)
    bought = tally.purchases(kept.scored)
    page = {"account": account, "held": held, "bought": bought}
    return render_template("tally/show.html", kept=kept, form=form, **page, **said)
