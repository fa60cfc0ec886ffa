"""Events of people, devices and the club in words."""

from __future__ import annotations

from typing import Any, Final

from flask_babel import gettext as _

from ..entry import N_
from ..store.history import Entry
from ..words import listing, translated
from .telling import Names, Told

ROLES: Final = {"owner": N_("owner"), "scorer": N_("scorer"), "viewer": N_("viewer")}


def _role(said: Any) -> str:
    return translated(ROLES.get(said["role"], said["role"]))


def player(entry: Entry, names: Names) -> Told:
    """Return what was done to a player, by the name of today."""
    name = names.get(entry.player or 0, "?")
    if entry.kind == "player.add":
        spelled = entry.after["name"]
        if spelled != name:
            return Told(str(_("%(name)s added, as %(spelling)s", name=name, spelling=spelled)))
        return Told(str(_("%(name)s added", name=name)))
    if entry.kind == "player.rename":
        new, old = entry.after["name"], entry.before["name"]
        return Told(str(_("Renamed: %(new)s instead of %(old)s", new=new, old=old)))
    if entry.kind == "player.merge":
        pair = listing(sorted(entry.before["names"]))
        return Told(str(_("%(names)s are one person: %(name)s", names=pair, name=name)))
    if entry.kind == "player.retire":
        return Told(str(_("%(name)s retired", name=name)))
    return Told(str(_("%(name)s brought back", name=name)))


def device(entry: Entry, names: Names) -> Told:
    """Return what was done to a device."""
    del names
    if entry.kind == "device.sign_out":
        gone = listing([said["name"] for said in entry.before]) or _("none")
        if entry.device is None:
            return Told(str(_("Every device signed out: %(names)s", names=gone)))
        return Told(str(_("Every other device signed out: %(names)s", names=gone)))
    name, before, after = entry.after["name"], entry.before, entry.after
    if entry.kind == "device.join":
        return Told(str(_("Joined: %(name)s, %(role)s", name=name, role=_role(after))))
    if entry.kind == "device.rename":
        old = before["name"]
        return Told(str(_("Device renamed: %(new)s instead of %(old)s", new=name, old=old)))
    if entry.kind == "device.role":
        new, old = _role(after), _role(before)
        text = _("%(name)s: %(new)s instead of %(old)s", name=name, new=new, old=old)
        return Told(str(text))
    if entry.kind == "device.leave":
        return Told(str(_("Left the club: %(name)s", name=name)))
    return Told(str(_("Signed out: %(name)s", name=name)))


def invite(entry: Entry, names: Names) -> Told:
    """Return that a link was made or ended."""
    del names
    if entry.kind == "invite.make":
        return Told(str(_("Link made to join as %(role)s", role=_role(entry.after))))
    return Told(str(_("Link ended to join as %(role)s", role=_role(entry.before))))


def club(entry: Entry, names: Names) -> Told:
    """Return that the club was made or renamed, or that another one was made of a file."""
    del names
    name = entry.after["name"]
    if entry.kind == "club.import":
        return Told(str(_("Another club was made of a file: %(name)s", name=name)))
    if entry.before is None:
        return Told(str(_("Club made: %(name)s", name=name)))
    old = entry.before["name"]
    return Told(str(_("Club renamed: %(new)s instead of %(old)s", new=name, old=old)))
