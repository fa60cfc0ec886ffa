"""The pages for what went wrong: whole sentences, and the input kept where there was any."""

from __future__ import annotations

import logging
from typing import Any

from flask import Flask, g, render_template, request
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from ..db import Busy, DatabaseError, failure, forget
from ..scoring import ImpossibleDeals
from ..store.errors import Conflict, NoOpId, NotFound, OpReused
from ..store.operations import new_op_id
from . import guard

log = logging.getLogger("scorekeeper")


def install(app: Flask) -> None:
    """Answer every error with a page."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(NotFound, lambda _error: _page(404))
    app.register_error_handler(CSRFError, _expired)
    app.register_error_handler(OpReused, _reused)
    app.register_error_handler(NoOpId, _unnamed)
    app.register_error_handler(Conflict, _moved)
    app.register_error_handler(Busy, _busy)
    app.register_error_handler(DatabaseError, _database)
    app.register_error_handler(ImpossibleDeals, _damaged)
    app.register_error_handler(Exception, _unexpected)


def _sentence(status: int) -> tuple[str, str]:
    nothing_here = (
        _("There is nothing here"),
        _("The address is mistyped, or this device has not joined the club it belongs to."),
    )
    return {
        400: (_("That was broken on its way"), _("Nothing was saved. Open the page again.")),
        403: (
            _("This was not sent from a page of this server"),
            _("Nothing was changed. Open the page again and repeat it there."),
        ),
        413: (_("That was too much"), _("Nothing was saved. Send less at once.")),
    }.get(status, nothing_here)


def _page(status: int) -> Any:
    title, text = _sentence(status)
    if g.get("wrong_host"):
        title = _("This name is not known here")
        text = _("Open the address that the server printed, or one with the server's number.")
    if status == 403 and g.get("member"):
        title = _("This device may look, not write")
        text = _("Nothing was changed. Ask the owner of the club for a link to keep score.")
    told = _told(title, text, status)
    # What follows by itself is a part of a page whose device was put out: the whole page goes.
    by_itself = request.method in guard.SAFE and request.headers.get("HX-Request")
    return (*told, {"HX-Refresh": "true"}) if by_itself else told


def _http(error: HTTPException) -> Any:
    if error.code is None or error.code < 400:
        return error
    return _page(error.code if error.code in (400, 403, 413) else 404)


def _again(title: str, text: str, status: int, **fresh: str) -> tuple[str, int]:
    """Return a page that keeps what was sent and offers to send it again."""
    forget()
    aside = {"csrf_token", *fresh}
    sent = [(k, v) for k, v in request.form.items(multi=True) if k not in aside]
    sent += fresh.items()
    page = render_template("errors/again.html", title=title, text=text, sent=sent)
    return page, status


def _unread(status: int) -> tuple[str, int]:
    """Return a page that offers to open again what could not be read."""
    text = _("Nothing was changed. Open the page again in a minute.")
    return _told(_("This page cannot be shown now"), text, status, again=True)


def _expired(_error: CSRFError) -> tuple[str, int]:
    return _too_old(400)


def _unnamed(_error: NoOpId) -> tuple[str, int]:
    return _too_old(422, op_id=new_op_id())


def _too_old(status: int, **fresh: str) -> tuple[str, int]:
    text = _("Nothing was saved yet. Send it again, and it is.")
    return _again(_("This page was too old"), text, status, **fresh)


def _reused(_error: OpReused) -> tuple[str, int]:
    return _told(
        _("This page was used before"), _("Nothing was changed. Open the page again."), 422
    )


def _moved(_error: Conflict) -> tuple[str, int]:
    text = _("Nothing was changed. Open the page again and see what is there now.")
    return _told(_("Somebody else was faster"), text, 409)


def _told(title: str, text: str, status: int, *, again: bool = False) -> tuple[str, int]:
    forget()
    return render_template("errors/page.html", title=title, text=text, again=again), status


def _busy(_error: Busy) -> tuple[str, int]:
    if request.method in guard.SAFE:
        return _unread(503)
    text = _("Somebody else is saving. Nothing was saved yet: send it again.")
    return _again(_("Not saved yet"), text, 503)


def _database(error: DatabaseError) -> tuple[str, int]:
    log.error("the database failed: %s", error.orig)
    kind = failure(error)
    if kind == "busy":
        return _busy(Busy())
    if kind == "unreachable":
        return _unreachable()
    if request.method in guard.SAFE:
        return _unread(503)
    if kind == "refused":
        text = _("Something else was saved at the same moment. Nothing was saved yet: try again.")
        return _again(_("Not saved yet"), text, 409)
    text = _("The server's disk is full or cannot be written. Once it can, send it again.")
    return _again(_("Not saved yet"), text, 507)


def _unreachable() -> tuple[str, int]:
    title = _("The database does not answer")
    if request.method in guard.SAFE:
        return _told(title, _("Open the page again in a minute."), 503, again=True)
    return _again(title, _("Nothing was saved yet. Once it answers, send it again."), 503)


def _damaged(error: ImpossibleDeals) -> tuple[str, int]:
    log.error("stored deals cannot be scored: %s", error)
    numbers = ", ".join(str(number) for number in error.deals)
    text = _("Deal %(numbers)s of its record cannot be.", numbers=numbers)
    return _told(_("This match cannot be scored"), text, 409)


def _unexpected(error: Exception) -> tuple[str, int]:
    log.error("unexpected", exc_info=error)
    text = _("Nothing was saved. The server's log says more.")
    return _told(_("The server made a mistake"), text, 500)
