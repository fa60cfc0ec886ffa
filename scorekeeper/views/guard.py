"""What every request passes: host, origin, the device and its role, the form's token; headers.

A view says with `allow` who may use it and whether it writes. A view that says nothing is
refused at start.
"""

from __future__ import annotations

import functools
import logging
import time
from collections.abc import Callable, Set
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import unquote_to_bytes

from flask import Flask, Response, abort, current_app, g, request, session
from flask_wtf import CSRFProtect

from ..db import forget
from ..store import devices
from ..store.devices import Member
from ..store.holding import hold
from ..store.operations import Actor
from .origin import host_allowed, own_names, same_origin

View = TypeVar("View", bound=Callable[..., Any])

OWNER, SCORER, VIEWER = "owner", "scorer", "viewer"
MEMBERS: Final = frozenset({OWNER, SCORER, VIEWER})
OWNERS: Final = frozenset({OWNER})
SCORERS: Final = frozenset({OWNER, SCORER})
EVERYBODY: Final = frozenset({"everybody"})
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
YEAR: Final = 365 * 24 * 3600
UPLOAD: Final = 5 * 1024 * 1024
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "img-src 'self' data:",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}

log = logging.getLogger("scorekeeper.requests")


class Access(NamedTuple):
    """Who may use a route, whether it changes anything, and whether it takes a whole file.

    What `prepares` begins to write by itself, once it has read what was sent.
    """

    roles: frozenset[str]
    writes: bool
    upload: bool = False
    prepares: bool = False


def allow(
    roles: frozenset[str], *, writes: bool = False, upload: bool = False, prepares: bool = False
) -> Callable[[View], View]:
    """Declare who may use a view; `writes` begins its transaction before the first query.

    A POST that does not write, such as a preview, takes no lock and must change nothing. `upload`
    lets in as much as the server takes at all, once the device was admitted. What takes long to
    read `prepares`, so that nobody waits for that: its view calls `begin` before it saves.
    """

    def declare(view: View) -> View:
        view.access = Access(roles, writes, upload, prepares)  # type: ignore[attr-defined]
        return view

    return declare


def access_of(app: Flask, endpoint: str) -> Access:
    """Return what a route's view declared."""
    if endpoint == "static":
        return Access(EVERYBODY, writes=False)
    access = getattr(app.view_functions[endpoint], "access", None)
    if not isinstance(access, Access):
        raise ValueError(f"expected the view {endpoint} to declare who may use it")
    return access


def install(app: Flask, csrf: CSRFProtect) -> None:
    """Put the guard before every request, and the headers after it."""
    for endpoint in app.view_functions:
        access_of(app, endpoint)
    own = own_names(app.config["SCOREKEEPER"])

    def before() -> None:
        _check(own, csrf)

    app.url_value_preprocessor(_take_club)
    inside = {rule.endpoint for rule in app.url_map.iter_rules() if "club" in rule.arguments}
    app.url_defaults(functools.partial(_add_club, inside))
    app.before_request(before)
    app.after_request(_after)


def _take_club(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    g.club = (values or {}).pop("club", None)


def _add_club(inside: Set[str], endpoint: str, values: dict[str, Any]) -> None:
    if endpoint in inside and (who := g.get("member")):
        values.setdefault("club", who.club)


def _check(own: frozenset[str], csrf: CSRFProtect) -> None:
    g.started = time.perf_counter()
    if not host_allowed(request.environ.get("HTTP_HOST", ""), own):
        g.wrong_host = True
        abort(400)
    unsafe = request.method not in SAFE
    if unsafe and not same_origin():
        abort(403)
    if request.endpoint is not None:
        access = access_of(current_app, request.endpoint)
        _admit(access, unsafe=unsafe)
        if access.upload:
            request.max_content_length = request.max_form_memory_size = UPLOAD
        if unsafe:
            _expect_text()
            csrf.protect()


def _expect_text() -> None:
    """Refuse fields whose bytes are no text: they would be kept as what stands for them."""
    if request.mimetype == "application/x-www-form-urlencoded":
        try:
            unquote_to_bytes(request.get_data()).decode()
        except UnicodeDecodeError:
            abort(400)


def _admit(access: Access, *, unsafe: bool) -> None:
    g.members = []
    if access.writes and unsafe and not access.prepares:
        hold(g.club, (request.view_args or {}).get("match"))
    if access.roles == EVERYBODY and request.endpoint in ("static", "rules.asks"):
        return
    _look_up(access)
    session.permanent = True


def begin() -> None:
    """Begin to write in a view that prepares; its device may have been put out meanwhile."""
    forget()
    hold(g.club, (request.view_args or {}).get("match"))
    _look_up(access_of(current_app, request.endpoint or ""))


def _look_up(access: Access) -> None:
    token = request.cookies.get(current_app.config["SCOREKEEPER_COOKIE"], "")
    g.members = devices.memberships(token) if token else []
    if access.roles != EVERYBODY:
        g.member = next((member for member in g.members if member.club == g.club), None)
        if g.member is None:
            abort(404)
        if g.member.role not in access.roles:
            abort(403)


def member() -> Member:
    """Return the device that asks, as a member of the club in the address."""
    found: Member = g.member
    return found


def may_write() -> bool:
    """Say whether this device may record and correct in the club that it looks at."""
    return bool(g.get("member")) and member().role in SCORERS


def actor() -> Actor:
    """Return who acts in this request."""
    return Actor(member().club, member().device)


def set_device_cookie(response: Response, token: str) -> None:
    """Let the browser keep its device's token for a year from now."""
    response.set_cookie(
        current_app.config["SCOREKEEPER_COOKIE"],
        token,
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=current_app.config["SCOREKEEPER"].https,
    )


def _after(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    if g.get("members") and request.method == "GET":
        set_device_cookie(response, request.cookies[current_app.config["SCOREKEEPER_COOKIE"]])
    _log(response)
    return response


def _log(response: Response) -> None:
    rule = request.url_rule.rule if request.url_rule else "-"
    device = g.members[0].device if g.get("members") else "-"
    spent = (time.perf_counter() - g.get("started", time.perf_counter())) * 1000
    log.info(
        "%s %s %s %.0f ms device %s", request.method, rule, response.status_code, spent, device
    )
