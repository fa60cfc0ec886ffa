"""Every form that saves something: the page that serves it, and how a person fills it in."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from scorekeeper.db import begin_write, db
from scorekeeper.models import Device, Membership
from scorekeeper.store import deals, sittings
from scorekeeper.store.operations import new_op_id
from tests.pages import Fields
from tests.phone import Phone
from tests.seating import Seating, Table


class Saving(NamedTuple):
    """A form somebody is about to send: where to, and what."""

    action: str
    fields: Fields

    def without(self, name: str, value: str | None = None) -> Fields:
        """Return what is sent with a field left out, or with another value."""
        rest = [(key, text) for key, text in self.fields if key != name]
        return rest if value is None else [*rest, (name, value)]


class World(NamedTuple):
    """The owner's phone, and a table at which one deal was recorded."""

    phone: Phone
    seat: Seating
    table: Table
    deal: int

    def form(self, page: str, action: str, **answers: Any) -> Saving:
        """Return a form of a page as it is sent with these answers."""
        form = self.phone.read(page).form(action)
        return Saving(form.action, form.filled(answers))


PLAIN = {"soloist": "2", "bid": "solo", "card_points": "8"}


def _club(world: World) -> str:
    return f"/clubs/{world.table.club}"


def _person(world: World) -> str:
    return f"{_club(world)}/players/{world.seat.people['Anna']}"


def _start(world: World) -> Saving:
    seats = ".".join(str(player) for player in world.seat.people.values())
    page = f"{_club(world)}/sittings/start?seats={seats}"
    form = world.form(page, "/sittings/start", place="Bruno's")
    return Saving(form.action, [*form.without("first_dealer"), ("first_dealer", "1")])


def _bring_back(world: World) -> Saving:
    phone = world.phone
    phone.send(phone.read(_person(world)).form("/retire"))
    return world.form(_person(world), "/bring-back")


def _reopen(world: World) -> Saving:
    world.seat.inside(sittings.close, world.seat.actor, new_op_id(), world.table.sitting)
    return world.form(world.table.evening, "/reopen")


def _redo(world: World) -> Saving:
    undo = (deals.undo, world.seat.actor, new_op_id(), world.table.match, world.deal)
    world.seat.inside(*undo)
    return world.form(world.table.path, "/redo")


def _next(world: World) -> Saving:
    world.seat.deal(world.table, bid="scegliete", soloist=1, card_points=9)
    return world.form(world.table.path, "/next")


def _paper(world: World) -> Saving:
    page = f"{_club(world)}/sittings/import"
    form = world.phone.read(page).form("/import/check")
    table = b"date,place,Anna,Ben,Carla\n2025-11-06,Bruno's,4,-6,2\n"
    sent = world.phone.upload(form, table).page.form("/sittings/import")
    return Saving(sent.action, sent.untouched)


def _join(club: int) -> int:
    begin_write()
    device = Device(token_hash=secrets.token_hex(32))
    db.session.add(device)
    db.session.flush()
    db.session.add(Membership(device_id=device.id, club_id=club, role="viewer", name="Ben's"))
    number = device.id
    db.session.commit()
    return number


def _device(world: World, what: str, **answers: str) -> Saving:
    """Return a form about another device of the club."""
    other = world.seat.inside(_join, world.table.club)
    return world.form(f"{_club(world)}/devices", f"/devices/{other}/{what}", **answers)


def _role(world: World) -> Saving:
    form = _device(world, "role")
    return Saving(form.action, [*form.fields, ("role", "scorer")])


def _link(world: World) -> Saving:
    page = world.phone.read(f"{_club(world)}/devices")
    form = next(form for form in page.forms if form.value("role") == "viewer")
    return Saving(form.action, form.untouched)


def _end_link(world: World) -> Saving:
    link = _link(world)
    world.phone.post(link.action, link.fields)
    forms = world.phone.read(f"{_club(world)}/devices").forms
    form = [form for form in forms if "/links/" in form.action][-1]
    return Saving(form.action, form.untouched)


def _kept(world: World) -> Saving:
    return world.form(f"{world.table.path}/rules", "/house-rules", name=f"Rules {new_op_id()[:9]}")


def _preset(world: World, action: str = "", **answers: str) -> Saving:
    """Return a form on the page of house rules that were kept."""
    keep = _kept(world)
    page = world.phone.post(keep.action, keep.fields).location
    return world.form(page, page.rpartition("/")[2] + action, **answers)


def _offer_again(world: World) -> Saving:
    remove = _preset(world, "/remove")
    world.phone.post(remove.action, remove.fields)
    page = remove.action.removesuffix("/remove")
    return world.form(page, "/bring-back")


def _terms(world: World, table: Table | None = None) -> Saving:
    page = f"{(table or world.table).evening}/settle/terms"
    return world.form(page, "/terms", currency="EUR", unit_calabresella="0,05")


def _settled(world: World, table: Table | None = None) -> str:
    """Play for money, and return the page that settles it."""
    terms = _terms(world, table)
    return world.phone.post(terms.action, terms.fields).location


def _bill(world: World) -> Saving:
    _settled(world)
    ben = str(world.seat.people["Ben"])
    page = f"{world.table.evening}/settle/bills"
    return world.form(page, "/bills", what="Pizza", amount="30", payer=ben)


def _drop_bill(world: World) -> Saving:
    bill = _bill(world)
    page = world.phone.post(bill.action, bill.fields).location
    return world.form(page, "/remove")


def _keep_plan(world: World) -> Saving:
    _settled(world)
    return world.form(world.table.evening, "/settle")


def _pay(world: World) -> Saving:
    """Return the first *Paid* of a plan."""
    forms = world.phone.read(_settled(world)).forms
    form = next(form for form in forms if form.value("whole"))
    return Saving(form.action, form.untouched)


def _take_back(world: World) -> Saving:
    pay = _pay(world)
    return world.form(world.phone.post(pay.action, pay.fields).location, "/undo")


def _season(world: World) -> Saving:
    other = world.seat("Anna", "Ben", "Dino")
    for table in (world.table, other):
        world.seat.deal(table, soloist=0)
        _settled(world, table)
    return world.form(f"{_club(world)}/seasons", "/seasons")


def _counters(world: World) -> Saving:
    table = world.seat.of("calabrasella", "Anna", "Ben", "Carla", counters=50)
    page = f"{table.path}/account"
    return world.form(page, "/account", bought_1="50", note="from Dino")


# Who sends it a second time is not in the club any more.
LEAVE = "devices.leave"
# By the endpoint that takes it.
SAVING: dict[str, Callable[[World], Saving]] = {
    "players.add": lambda w: w.form(f"{_club(w)}/players", "/players", name="Gina"),
    "players.rename": lambda w: w.form(
        _person(w), f"/players/{w.seat.people['Anna']}", name="Annalisa"
    ),
    "players.retire": lambda w: w.form(_person(w), "/retire"),
    "players.bring_back": _bring_back,
    "players.merge": lambda w: w.form(f"{_person(w)}/merge?into={w.seat.people['Dino']}", "/merge"),
    "sittings.start": _start,
    "sittings.correct": lambda w: w.form(
        f"{w.table.evening}/correct", "/correct", date="2026-10-14", place="At home"
    ),
    "sittings.close": lambda w: w.form(w.table.evening, "/close"),
    "sittings.reopen": _reopen,
    "deals.record": lambda w: w.form(w.table.path, "/deals", note="what a monte", **PLAIN),
    "deals.adjust": lambda w: w.form(
        f"{w.table.path}/adjust", "/adjust", score_0="2", sign_0="-", score_2="2", note="revoke"
    ),
    "deals.undo": lambda w: w.form(w.table.path, "/undo"),
    "deals.redo": _redo,
    "deals.start_next": _next,
    "corrections.save": lambda w: w.form(
        f"{w.table.path}/deals/{w.deal}", "/edit", card_points="9", note="revoke"
    ),
    "paper.record": _paper,
    "devices.make_link": _link,
    "devices.revoke_link": _end_link,
    "devices.rename": lambda w: _device(w, "rename", name="Ben's phone"),
    "devices.set_role": _role,
    "devices.revoke": lambda w: _device(w, "revoke"),
    "devices.rename_club": lambda w: w.form(
        f"{_club(w)}/devices", "/devices/club", name="Wednesday"
    ),
    "devices.sign_out": lambda w: w.form(f"{_club(w)}/devices", "/sign-out"),
    LEAVE: lambda w: w.form(f"{_club(w)}/devices", "/leave"),
    "presets.keep": _kept,
    "presets.rename": lambda w: _preset(w, name="Fridays"),
    "presets.remove": lambda w: _preset(w, "/remove"),
    "presets.bring_back": _offer_again,
    "terms.save": _terms,
    "terms.add": _bill,
    "terms.remove": _drop_bill,
    "settling.pay": _pay,
    "settling.keep": _keep_plan,
    "settling.undo": _take_back,
    "seasons.settle": _season,
    "tally.buy": _counters,
    "setup.save": lambda w: w.form(f"{w.table.path}/setup", "/setup", target="31", seat_1="4"),
}
