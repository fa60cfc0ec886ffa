"""The language of the pages: the browser's, until one is chosen by hand. It says nothing itself."""

from __future__ import annotations

from typing import Any, Final

from babel import Locale
from flask import Blueprint, current_app, has_request_context, redirect, request, session, url_for
from werkzeug.exceptions import HTTPException

from .guard import EVERYBODY, allow

# What each is called in itself, and the country whose dates and lists it is written with.
LANGUAGES: Final = {
    "en": ("English", "en_GB"),
    "it": ("Italiano", "it"),
    "pl": ("Polski", "pl"),
}
ENGLISH: Final = "en"
CHOSEN: Final = "language"

bp = Blueprint("language", __name__)


@bp.post("/language")
@allow(EVERYBODY)
def choose() -> Any:
    """Keep the language that was chosen in this browser, and lead back to the page."""
    chosen = request.form.get("language", "")
    if chosen in LANGUAGES:
        session[CHOSEN] = chosen
    return redirect(_back(request.form.get("back", "")), 303)


def wanted() -> Locale:
    """Return the language of this request: the one chosen by hand, or the browser's best."""
    return Locale.parse(LANGUAGES[_wanted() if has_request_context() else ENGLISH][1])


def _wanted() -> str:
    if session.get(CHOSEN) in LANGUAGES:
        return str(session[CHOSEN])
    # In the browser's order; of a dialect such as it-CH the language counts.
    asked = (tag.partition("-")[0].lower() for tag in request.accept_languages.values())
    return next((language for language in asked if language in LANGUAGES), ENGLISH)


def _back(address: str) -> str:
    """Return an address of a page of this server, the start where it is none."""
    start, path = url_for("access.welcome"), address.partition("?")[0]
    # What begins with two would name another server; in a header stands one line.
    if not path.startswith("/") or path.startswith("//") or not address.isprintable():
        return start
    try:
        current_app.url_map.bind("").match(path, method="GET")
    except HTTPException:
        return start
    return address
