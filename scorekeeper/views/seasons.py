"""What is open in the club over many evenings, and settling them all at once."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _

from ..entry import Refused
from ..forms import SeasonForm
from ..store import money, players
from ..store.errors import Conflict, OpReused
from ..store.operations import new_op_id
from .guard import MEMBERS, SCORERS, actor, allow, member
from .refusing import op_id_of, ready, say_why

bp = Blueprint("seasons", __name__, url_prefix="/clubs/<id:club>/seasons")


@bp.get("")
@allow(MEMBERS)
def index() -> Any:
    """Show what is open, by currency."""
    return _page(SeasonForm(None))


@bp.post("")
@allow(SCORERS, writes=True)
def settle() -> Any:
    """Settle several evenings together."""
    form = SeasonForm(request.form)
    try:
        op_id, chosen = op_id_of(form), form.evenings()
        currency = form.currency.data or ""
        season = money.settle(actor(), op_id, currency, chosen, form.through())
    except (Refused, OpReused) as why:
        say_why(form, why)
        return _page(form, said=form.currency.data), 422
    except Conflict:
        notice = _("Not settled: one of these evenings is settled with others by now.")
        return _page(SeasonForm(None), notice=notice), 409
    return redirect(url_for("settling.show", season=season), 303)


def _page(form: SeasonForm, **said: Any) -> str:
    ready(form)
    club = member().club
    return render_template(
        "settling/open.html",
        form=form,
        opened=money.opened(club),
        everybody=players.everybody(club),
        new_op_id=new_op_id,
        **said,
    )
