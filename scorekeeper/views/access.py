"""The door: what an uninvited visitor sees, and joining a club by a link."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, current_app, g, redirect, render_template, request, url_for
from flask_babel import gettext as _

from .. import entry
from ..entry import Refused
from ..forms import JoinForm
from ..store import invites
from ..store.operations import is_op_id, new_op_id
from .guard import EVERYBODY, allow, set_device_cookie

bp = Blueprint("access", __name__)


@bp.get("/")
@allow(EVERYBODY)
def welcome() -> Any:
    """Lead a device to its club; tell everybody else how to join."""
    if len(g.members) == 1:
        return redirect(url_for("sittings.index", club=g.members[0].club))
    return render_template("access/welcome.html")


@bp.get("/join/<token>")
@allow(EVERYBODY)
def ask(token: str) -> Any:
    """Show the club's name and a button: a chat's preview must not use the link up."""
    return _page(token, JoinForm(None))


@bp.post("/join/<token>")
@allow(EVERYBODY, writes=True)
def join(token: str) -> Any:
    """Let this device join, and give it its cookie."""
    form = JoinForm(request.form)
    try:
        name = entry.name(form.device.data, "device") if form.device.data else _("Phone")
    except Refused as refused:
        form.show(refused.problems)
        return _page(token, form), 422
    if not is_op_id(form.op_id.data):
        return _page(token, form), 422
    key = current_app.config["SECRET_KEY"]
    known = request.cookies.get(current_app.config["SCOREKEEPER_COOKIE"])
    club, secret = invites.join(token, form.op_id.data, str(name), key, known)
    response: Any = redirect(url_for("sittings.index", club=club), 303)
    set_device_cookie(response, secret)
    return response


def _page(token: str, form: JoinForm) -> Any:
    joining = invites.joining(token)
    if request.method == "GET" and any(m.club == joining.club_id for m in g.members):
        return redirect(url_for("sittings.index", club=joining.club_id))
    form.op_id.data = new_op_id()
    return render_template("access/join.html", joining=joining, form=form, token=token)
