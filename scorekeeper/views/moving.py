"""Take a club along as a file, and make a new club of such a file."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _

from .. import clubfile
from ..clubfile import Document, FileRefused
from ..days import today
from ..entry import Refused
from ..forms import ClubFileForm
from ..store import moving, operations
from ..store.operations import is_op_id
from . import uploaded
from .guard import OWNERS, actor, allow, begin, member
from .refusing import ready
from .sharing import attachment

bp = Blueprint("moving", __name__, url_prefix="/clubs/<id:club>/devices")


@bp.get("/export.json")
@allow(OWNERS)
def export() -> Any:
    """Return the whole club as a file."""
    body = clubfile.write(moving.club_document(member().club))
    return attachment(body, f"club-{today().isoformat()}.json", "application/json")


@bp.get("/import")
@allow(OWNERS)
def ask() -> Any:
    """Offer to bring a club from a file."""
    return _page(ClubFileForm(None))


@bp.get("/import/check")
@allow(OWNERS)
def back() -> Any:
    """Lead a browser that asks again for the address of the form to the form."""
    return redirect(url_for(".ask"))


@bp.post("/import/check")
@allow(OWNERS, upload=True)
def check() -> Any:
    """Show what a file holds, or everything that is wrong with it; nothing is recorded."""
    form, content = ClubFileForm(None), uploaded.sent()
    if content is None:
        return _refused(form, str(_("Choose a file.")))
    try:
        document = clubfile.read(content)
    except FileRefused as refused:
        return _page(form, found=refused.found), 422
    form.file.data, form.name.data = uploaded.keep(content), document["club"]["name"]
    if form.file.data is None:
        return _refused(form, str(_("The server's disk is full or cannot be written.")), 507)
    return _page(form, summary=clubfile.summary(document))


@bp.post("/import")
@allow(OWNERS, writes=True, prepares=True)
def bring() -> Any:
    """Make a new club of the file; this device is its owner."""
    form = ClubFileForm(request.form)
    content = uploaded.fetch(form.file.data)
    if content is None:
        done = operations.answered(member().club, form.op_id.data or "", uploaded.said())
        gone = str(_("The file is not here any more. Choose it again."))
        return _to(done["club"]) if done else _refused(form, gone)
    try:
        document = clubfile.read(content)
    except FileRefused as refused:
        return _page(form, found=refused.found), 422
    return _brought(form, document)


def _brought(form: ClubFileForm, document: Document) -> Any:
    summary, op_id = clubfile.summary(document), form.op_id.data
    if not is_op_id(op_id):
        return _page(form, summary=summary), 422
    begin()
    try:
        name = form.name.data or ""
        club = moving.bring_for(actor(), op_id, document, name, uploaded.said())
    except Refused as refused:
        form.show(refused.problems)
        return _page(form, summary=summary), 422
    uploaded.drop(form.file.data)
    return _to(club)


def _to(club: int) -> Any:
    return redirect(url_for("sittings.index", club=club), 303)


def _refused(form: ClubFileForm, why: str, status: int = 422) -> tuple[str, int]:
    form.form_errors.append(why)
    return _page(form), status


def _page(form: ClubFileForm, **said: Any) -> str:
    ready(form)
    return render_template("moving/club.html", form=form, **said)
