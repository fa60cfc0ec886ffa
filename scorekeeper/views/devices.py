"""Share the table: links with their codes, who joined, roles, revoke and leave."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import segno
from flask import Blueprint, current_app, redirect, render_template, request, url_for

from .. import backup
from ..addresses import addresses, bracketed
from ..entry import Refused
from ..forms import Form
from ..store import clubs, devices, invites
from ..store.errors import NotFound
from ..store.operations import new_op_id
from .guard import MEMBERS, OWNERS, actor, allow, member

bp = Blueprint("devices", __name__, url_prefix="/clubs/<id:club>/devices")


@bp.get("")
@allow(MEMBERS)
def index() -> Any:
    """Show who joined; the owner may make links and change what others may do."""
    return _page(Form(None))


@bp.post("/links")
@allow(OWNERS, writes=True)
def make_link() -> Any:
    """Make a link for scorers, viewers or another owner."""
    role = request.form.get("role", "")
    if role not in invites.RANK:
        raise NotFound
    key = current_app.config["SECRET_KEY"]
    return _done(lambda op_id: invites.make(actor(), op_id, role, key))


@bp.post("/links/<id:link>/revoke")
@allow(OWNERS, writes=True)
def revoke_link(link: int) -> Any:
    """End a link."""
    return _done(lambda op_id: invites.revoke(actor(), op_id, link))


@bp.post("/<id:device>/rename")
@allow(OWNERS, writes=True)
def rename(device: int) -> Any:
    """Give a device another name."""
    name = request.form.get("name", "")
    return _done(lambda op_id: devices.rename(actor(), op_id, device, name))


@bp.post("/<id:device>/role")
@allow(OWNERS, writes=True)
def set_role(device: int) -> Any:
    """Give a device another role."""
    role = request.form.get("role", "")
    if role not in invites.RANK:
        raise NotFound
    return _done(lambda op_id: devices.set_role(actor(), op_id, device, role))


@bp.post("/<id:device>/revoke")
@allow(OWNERS, writes=True)
def revoke(device: int) -> Any:
    """Put a device out at its next request."""
    return _done(lambda op_id: devices.revoke(actor(), op_id, device))


@bp.post("/sign-out")
@allow(OWNERS, writes=True)
def sign_out() -> Any:
    """Put every other device out."""
    return _done(lambda op_id: devices.sign_out_others(actor(), op_id))


@bp.post("/club")
@allow(OWNERS, writes=True)
def rename_club() -> Any:
    """Give the club another name."""
    name = request.form.get("name", "")
    return _done(lambda op_id: clubs.rename(actor(), op_id, name))


@bp.post("/leave")
@allow(MEMBERS, writes=True)
def leave() -> Any:
    """Leave the club with this device."""
    devices.leave(actor(), request.form.get("op_id", ""))
    return redirect(url_for("access.welcome"), 303)


def _done(change: Callable[[str], Any]) -> Any:
    try:
        change(request.form.get("op_id", ""))
    except Refused as refused:
        form = Form(None)
        form.show(refused.problems)
        return _page(form), 422
    return redirect(url_for(".index"), 303)


def _page(form: Form) -> str:
    key, club = current_app.config["SECRET_KEY"], member().club
    living = invites.links(club, key) if member().role in OWNERS else []
    shown = [(link, *_shown(link.token)) for link in living]
    return render_template(
        "devices/list.html",
        form=form,
        links=shown,
        devices=devices.listed(club),
        own=member(),
        op_ids=new_op_id,
        roles=invites.RANK,
        **_backup(),
    )


def _backup() -> dict[str, Any]:
    """Return when the server's newest backup was made, and whether it should be newer."""
    settings, at = current_app.config["SCOREKEEPER"], backup.now()
    if settings.postgresql is not None:  # its backups are made elsewhere
        return {}
    made = backup.newest(settings.data, at)
    old = made is not None and at - made > backup.OLD
    return {"backups": True, "backed_up": made, "backup_is_old": old}


def _shown(token: str) -> tuple[str, str]:
    """Return a link's address as other phones reach it, and its code as an image's address."""
    address = f"{_base()}{url_for('access.ask', token=token)}"
    return address, segno.make(address, error="l").svg_data_uri(scale=4, border=3, light="#fff")


def _base() -> str:
    """Return this server as others reach it: as it was asked for, unless only it knows the name."""
    parts = urlsplit(request.host_url)
    host = parts.hostname or ""
    try:
        own = ip_address(host).is_loopback
    except ValueError:
        own = host == "localhost"
    if not own:
        return request.host_url.rstrip("/")
    found = addresses(current_app.config["SCOREKEEPER"].host)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{bracketed(found[0])}{port}"
