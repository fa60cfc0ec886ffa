"""Every route with the roles that may use it; to everybody else there is nothing here."""

from __future__ import annotations

import re
import secrets
from typing import Any, NamedTuple

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.db import begin_write, db
from scorekeeper.models import Device, Invite, Membership, now
from scorekeeper.store import money, presets
from scorekeeper.store.money import Paying, Scope
from scorekeeper.store.operations import new_op_id
from scorekeeper.views import guard
from tests.phone import Answer, Phone
from tests.record import Inside, everything
from tests.seating import Seating, Table

EVERYBODY, MEMBERS, SCORERS = guard.EVERYBODY, guard.MEMBERS, guard.SCORERS
OWNERS = frozenset({guard.OWNER})
CLUB = "/clubs/<id:club>"
GAME = "calabresella"
MATCH = f"{CLUB}/matches/<id:match>"
DRAWN = "<any(svg, png, pdf):ending>"
KIND = "<any(edit, delete, restore, insert):kind>"


class Route(NamedTuple):
    """Who may use a route, whether it changes anything, takes a whole file, reads it first."""

    roles: frozenset[str]
    writes: bool = False
    upload: bool = False
    prepares: bool = False


SETTLE = f"{CLUB}/sittings/<id:sitting>/settle"
SEASON = f"{CLUB}/seasons/<id:season>"
ROUTES = {
    ("GET", "/"): Route(EVERYBODY),
    ("GET", "/asks.css"): Route(EVERYBODY),
    ("GET", "/static/<path:filename>"): Route(EVERYBODY),
    ("GET", "/join/<token>"): Route(EVERYBODY),
    ("POST", "/join/<token>"): Route(EVERYBODY, writes=True),
    ("POST", "/language"): Route(EVERYBODY),
    ("GET", CLUB): Route(MEMBERS),
    ("GET", f"{CLUB}/house-rules"): Route(MEMBERS),
    ("POST", f"{CLUB}/house-rules"): Route(SCORERS, writes=True),
    ("GET", f"{CLUB}/house-rules/<id:preset>"): Route(MEMBERS),
    ("POST", f"{CLUB}/house-rules/<id:preset>"): Route(SCORERS, writes=True),
    ("POST", f"{CLUB}/house-rules/<id:preset>/remove"): Route(SCORERS, writes=True),
    ("POST", f"{CLUB}/house-rules/<id:preset>/bring-back"): Route(SCORERS, writes=True),
    ("GET", f"{CLUB}/rules"): Route(MEMBERS),
    ("GET", f"{CLUB}/rules/<game>"): Route(MEMBERS),
    ("GET", f"{CLUB}/history"): Route(MEMBERS),
    ("GET", f"{CLUB}/statistics"): Route(MEMBERS),
    ("GET", f"{CLUB}/statistics/<table>.csv"): Route(MEMBERS),
    ("GET", f"{CLUB}/statistics/<chart>.{DRAWN}"): Route(MEMBERS),
    ("GET", f"{CLUB}/statistics/players/<id:player>"): Route(MEMBERS),
    ("GET", f"{CLUB}/statistics/players/<id:player>/<table>.csv"): Route(MEMBERS),
    ("GET", f"{CLUB}/statistics/players/<id:player>/<chart>.{DRAWN}"): Route(MEMBERS),
    ("GET", f"{CLUB}/matches/<id:match>/statistics"): Route(MEMBERS),
    ("GET", f"{CLUB}/matches/<id:match>/statistics/<rows>.csv"): Route(MEMBERS),
    ("GET", f"{CLUB}/matches/<id:match>/statistics/totals.{DRAWN}"): Route(MEMBERS),
    ("GET", f"{CLUB}/sittings/<id:sitting>/statistics"): Route(MEMBERS),
    ("GET", f"{CLUB}/sittings/<id:sitting>/statistics/<rows>.csv"): Route(MEMBERS),
    ("GET", f"{CLUB}/sittings/<id:sitting>/statistics/totals-<game>.{DRAWN}"): Route(MEMBERS),
    ("GET", f"{CLUB}/devices"): Route(MEMBERS),
    ("POST", f"{CLUB}/devices/club"): Route(OWNERS, writes=True),
    ("POST", f"{CLUB}/devices/leave"): Route(MEMBERS, writes=True),
    ("POST", f"{CLUB}/devices/sign-out"): Route(OWNERS, writes=True),
    ("POST", f"{CLUB}/devices/links"): Route(OWNERS, writes=True),
    ("POST", f"{CLUB}/devices/links/<id:link>/revoke"): Route(OWNERS, writes=True),
    ("POST", f"{CLUB}/devices/<id:device>/rename"): Route(OWNERS, writes=True),
    ("POST", f"{CLUB}/devices/<id:device>/revoke"): Route(OWNERS, writes=True),
    ("POST", f"{CLUB}/devices/<id:device>/role"): Route(OWNERS, writes=True),
    ("GET", f"{CLUB}/devices/export.json"): Route(OWNERS),
    ("GET", f"{CLUB}/devices/import"): Route(OWNERS),
    ("POST", f"{CLUB}/devices/import"): Route(OWNERS, writes=True, prepares=True),
    ("GET", f"{CLUB}/devices/import/check"): Route(OWNERS),
    ("POST", f"{CLUB}/devices/import/check"): Route(OWNERS, upload=True),
    ("GET", f"{CLUB}/players"): Route(MEMBERS),
    ("POST", f"{CLUB}/players"): Route(SCORERS, writes=True),
    ("GET", f"{CLUB}/players/<id:player>"): Route(MEMBERS),
    ("POST", f"{CLUB}/players/<id:player>"): Route(SCORERS, writes=True),
    ("POST", f"{CLUB}/players/<id:player>/retire"): Route(SCORERS, writes=True),
    ("POST", f"{CLUB}/players/<id:player>/bring-back"): Route(SCORERS, writes=True),
    ("GET", f"{CLUB}/players/<id:player>/merge"): Route(SCORERS),
    ("POST", f"{CLUB}/players/<id:player>/merge"): Route(SCORERS, writes=True),
    ("GET", f"{CLUB}/sittings/new"): Route(SCORERS),
    ("GET", f"{CLUB}/sittings/start"): Route(SCORERS),
    ("POST", f"{CLUB}/sittings/start"): Route(SCORERS, writes=True),
    ("GET", f"{CLUB}/sittings/import"): Route(SCORERS),
    ("POST", f"{CLUB}/sittings/import"): Route(SCORERS, writes=True, prepares=True),
    ("GET", f"{CLUB}/sittings/import/check"): Route(SCORERS),
    ("POST", f"{CLUB}/sittings/import/check"): Route(SCORERS, upload=True),
    ("GET", f"{CLUB}/sittings/<id:sitting>"): Route(MEMBERS),
    ("GET", f"{CLUB}/sittings/<id:sitting>/correct"): Route(SCORERS),
    ("POST", f"{CLUB}/sittings/<id:sitting>/correct"): Route(SCORERS, writes=True),
    ("POST", f"{CLUB}/sittings/<id:sitting>/close"): Route(SCORERS, writes=True),
    ("POST", f"{CLUB}/sittings/<id:sitting>/reopen"): Route(SCORERS, writes=True),
    ("GET", f"{CLUB}/sittings/<id:sitting>/share"): Route(MEMBERS),
    ("GET", f"{CLUB}/sittings/<id:sitting>/sheets.jsonl"): Route(MEMBERS),
    ("GET", f"{CLUB}/sittings/<id:sitting>/deals.csv"): Route(MEMBERS),
    ("GET", f"{CLUB}/sittings/<id:sitting>/print"): Route(MEMBERS),
    ("GET", SETTLE): Route(MEMBERS),
    ("POST", SETTLE): Route(SCORERS, writes=True),
    ("GET", f"{SETTLE}/payments"): Route(MEMBERS),
    ("POST", f"{SETTLE}/payments"): Route(SCORERS, writes=True),
    ("GET", f"{CLUB}/payments/<id:number>/undo"): Route(MEMBERS),
    ("POST", f"{CLUB}/payments/<id:number>/undo"): Route(SCORERS, writes=True),
    ("GET", f"{SETTLE}/players/<id:player>"): Route(MEMBERS),
    ("GET", SEASON): Route(MEMBERS),
    ("POST", SEASON): Route(SCORERS, writes=True),
    ("GET", f"{SEASON}/payments"): Route(MEMBERS),
    ("POST", f"{SEASON}/payments"): Route(SCORERS, writes=True),
    ("GET", f"{SEASON}/players/<id:player>"): Route(MEMBERS),
    ("GET", f"{SETTLE}.csv"): Route(MEMBERS),
    ("GET", f"{SEASON}/settle.csv"): Route(MEMBERS),
    ("GET", f"{SETTLE}/terms"): Route(SCORERS),
    ("POST", f"{SETTLE}/terms"): Route(SCORERS, writes=True),
    ("GET", f"{SETTLE}/bills"): Route(MEMBERS),
    ("POST", f"{SETTLE}/bills"): Route(SCORERS, writes=True),
    ("GET", f"{SETTLE}/bills/<id:number>/remove"): Route(MEMBERS),
    ("POST", f"{SETTLE}/bills/<id:number>/remove"): Route(SCORERS, writes=True),
    ("GET", f"{CLUB}/seasons"): Route(MEMBERS),
    ("POST", f"{CLUB}/seasons"): Route(SCORERS, writes=True),
    ("GET", MATCH): Route(MEMBERS),
    ("GET", f"{MATCH}/rules"): Route(MEMBERS),
    ("GET", f"{MATCH}/what-if"): Route(MEMBERS),
    ("GET", f"{MATCH}/share"): Route(MEMBERS),
    ("GET", f"{MATCH}/sheet.json"): Route(MEMBERS),
    ("GET", f"{MATCH}/deals.csv"): Route(MEMBERS),
    ("GET", f"{MATCH}/print"): Route(MEMBERS),
    ("GET", f"{MATCH}/deals"): Route(MEMBERS),
    ("POST", f"{MATCH}/deals"): Route(SCORERS, writes=True),
    ("GET", f"{MATCH}/deals/preview"): Route(MEMBERS),
    ("POST", f"{MATCH}/deals/preview"): Route(SCORERS),
    ("GET", f"{MATCH}/account"): Route(MEMBERS),
    ("POST", f"{MATCH}/account"): Route(SCORERS, writes=True),
    ("GET", f"{MATCH}/adjust"): Route(SCORERS),
    ("POST", f"{MATCH}/adjust"): Route(SCORERS, writes=True),
    ("GET", f"{MATCH}/deals/<id:deal>/undo"): Route(MEMBERS),
    ("POST", f"{MATCH}/deals/<id:deal>/undo"): Route(SCORERS, writes=True),
    ("GET", f"{MATCH}/deals/<id:deal>/redo"): Route(MEMBERS),
    ("POST", f"{MATCH}/deals/<id:deal>/redo"): Route(SCORERS, writes=True),
    ("GET", f"{MATCH}/deals/<id:deal>"): Route(MEMBERS),
    ("GET", f"{MATCH}/deals/<id:deal>/insert"): Route(SCORERS),
    ("GET", f"{MATCH}/deals/<id:deal>/<any(edit, delete, restore):kind>"): Route(SCORERS),
    ("POST", f"{MATCH}/deals/<id:deal>/{KIND}"): Route(SCORERS, writes=True),
    ("GET", f"{MATCH}/deals/<id:deal>/{KIND}/check"): Route(SCORERS),
    ("POST", f"{MATCH}/deals/<id:deal>/{KIND}/check"): Route(SCORERS),
    ("GET", f"{MATCH}/setup"): Route(SCORERS),
    ("POST", f"{MATCH}/setup"): Route(SCORERS, writes=True),
    ("GET", f"{MATCH}/setup/check"): Route(SCORERS),
    ("POST", f"{MATCH}/setup/check"): Route(SCORERS),
    ("GET", f"{MATCH}/live"): Route(MEMBERS),
    ("GET", f"{MATCH}/next"): Route(MEMBERS),
    ("POST", f"{MATCH}/next"): Route(SCORERS, writes=True),
}
LEADS_BACK = [("GET", f"{MATCH}/deals/<id:deal>/{step}") for step in ("undo", "redo")]
INSIDE = [route for route in ROUTES if ROUTES[route].roles != EVERYBODY]
WITH_ROWS = [route for route in INSIDE if route[1].count("<id:") > 1]
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
JUST_A_NUMBER = 987654321


def named(route: tuple[str, str]) -> str:
    return " ".join(route)


def address(rule: str, ids: dict[str, Any]) -> str:
    """Return the address of a route with these in the places of its `<id:...>`."""

    def placed(found: re.Match[str]) -> str:
        return str(ids.get(found[1], found[0]))

    return re.sub(r"<(?:[^<>]*:)?(\w+)>", placed, rule)


def _joined(club: int) -> dict[str, int]:
    """Add a phone that is in a club, and a link to it; return their ids."""
    begin_write()
    device = Device(token_hash=secrets.token_hex(32))
    link = Invite(club_id=club, role="viewer", nonce="", token_hash=secrets.token_hex(32))
    db.session.add_all((device, link))
    db.session.flush()
    db.session.add(Membership(device_id=device.id, club_id=club, role="viewer", name="Phone"))
    found = {"device": device.id, "link": link.id}
    db.session.commit()
    return found


def _settled(seat: Seating, table: Table) -> dict[str, int]:
    """Play for money, with a bill, a payment and a season; return their numbers."""
    do, act, people = seat.inside, seat.actor, list(seat.people.values())
    other = seat("Anna", "Ben", "Carla")
    for sitting in (table.sitting, other.sitting):
        do(money.set_terms, act, new_op_id(), sitting, "EUR", {("calabresella", "unit"): 5})
    bill = ("Pizza", 500, people[1], "all")
    do(money.add_cost, act, new_op_id(), table.sitting, *bill)
    paying = Paying(people[0], people[1], 1, "EUR")
    season = do(money.settle, act, new_op_id(), "EUR", [other.sitting])
    for scope in (Scope(table.sitting), Scope(season=season)):
        do(money.pay, act, new_op_id(), scope, paying)
    return {"number": 1, "season": season}


def ids_of(seat: Seating, table: Table, kept: int = 1) -> dict[str, Any]:
    """Return the ids of rows of a club, the newest of so many house rules that it keeps."""
    deal = seat.deal(table)
    for number in range(kept):
        seat.inside(presets.keep, seat.actor, new_op_id(), f"Rules {number}", GAME, 3, {})
    people = list(seat.people.values())
    found: dict[str, Any] = {
        "club": table.club,
        "sitting": table.sitting,
        "match": table.match,
        "deal": deal,
        "player": people[0],
        "preset": kept,
        "game": GAME,
        "kind": "edit",
        "table": "records",
        "chart": "bids",
        "rows": "deals",
        "ending": "svg",
    }
    found |= seat.inside(_joined, table.club)
    found |= _settled(seat, table)
    return found


@pytest.fixture
def ids(seat: Seating, table: Table) -> dict[str, Any]:
    return ids_of(seat, table)


def seen(answer: Answer) -> tuple[int, bytes, list[tuple[str, str]]]:
    """Return all of an answer but the cookie of the form's token."""
    kept = [item for item in answer.headers.items() if item[0] != "Set-Cookie"]
    return answer.status, answer.body, kept


def change_owner(**values: Any) -> None:
    """Change the membership of the first phone."""
    begin_write()
    first = db.session.scalars(select(Membership).order_by(Membership.id)).first()
    assert first is not None
    for name, value in values.items():
        setattr(first, name, value)
    db.session.commit()


def test_every_route_is_listed_with_its_roles_and_whether_it_writes(app: Flask) -> None:
    found = {
        (method, rule.rule): Route(*guard.access_of(app, rule.endpoint))
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert found == ROUTES


def test_a_view_that_does_not_say_who_may_use_it_stops_the_start(app: Flask) -> None:
    app.view_functions["new.view"] = lambda: "open to the world"
    with pytest.raises(ValueError, match=r"new\.view"):
        guard.access_of(app, "new.view")


def test_only_what_writes_is_changed_by_a_post() -> None:
    assert [route for route in ROUTES if ROUTES[route].writes and route[0] != "POST"] == []


@pytest.mark.parametrize("method", METHODS)
def test_a_stranger_finds_one_and_the_same_page_everywhere(
    stranger: Phone, ids: dict[str, Any], method: str
) -> None:
    """What exists, what does not and what never could all look alike, for every method."""
    headers = {"Origin": stranger.host}
    nowhere = seen(stranger.ask(method, "/clubs/none/of/this", headers=headers))
    assert nowhere[0] == 404
    rows = ("sitting", "match", "deal", "player", "device", "link", "preset")
    missing = ids | dict.fromkeys(rows, JUST_A_NUMBER)
    for rule in {rule for _, rule in INSIDE}:
        for these in (ids, missing, ids | {"club": JUST_A_NUMBER}):
            answer = stranger.ask(method, address(rule, these), headers=headers)
            assert seen(answer) == nowhere, (method, address(rule, these))


def test_a_stranger_is_told_at_the_door_how_to_join(stranger: Phone) -> None:
    assert "has not joined a club" in stranger.read("/").main


def test_a_cookie_that_somebody_made_up_opens_nothing(
    app: Flask, stranger: Phone, ids: dict[str, Any]
) -> None:
    nowhere = stranger.get("/clubs/none/of/this").body
    for token in ("0" * 64, "", "x", "\u00e9", "\ufffd" * 9, "%ED%A0%80", "a" * 3000):
        stranger.client.set_cookie(app.config["SCOREKEEPER_COOKIE"], token, domain="localhost")
        assert stranger.get(f"/clubs/{ids['club']}").body == nowhere
        assert "has not joined a club" in stranger.read("/").main


@pytest.mark.parametrize("role", ["owner", "scorer", "viewer"])
def test_each_role_uses_what_it_may_and_is_told_what_it_may_not(
    inside: Inside, owner: Phone, ids: dict[str, Any], role: str
) -> None:
    # Without an op id nothing is saved, also where it may be.
    fields = {"csrf_token": owner.token, "role": "viewer"}
    inside(change_owner, role=role)
    before = inside(everything)
    for method, rule in INSIDE:
        request: dict[str, Any] = {"headers": {"Origin": owner.host}}
        if method == "POST":
            request["data"] = fields
        answer = owner.ask(method, address(rule, ids), **request)
        if role in ROUTES[method, rule].roles:
            assert answer.status in (200, 302, 303, 409, 422), (method, rule)
        else:
            assert answer.status == 403, (method, rule)
            assert answer.page.heading == "This device may look, not write"
    assert inside(everything) == before


def test_a_device_that_was_revoked_is_out_at_its_next_request(
    inside: Inside, owner: Phone, ids: dict[str, Any]
) -> None:
    club = f"/clubs/{ids['club']}"
    assert owner.get(club).status == 200
    inside(change_owner, revoked_at=now())
    assert owner.get(club).status == 404
    assert "has not joined a club" in owner.read("/").main


def test_rows_of_another_club_are_nothing_here(
    inside: Inside, owner: Phone, ids: dict[str, Any], elsewhere: Seating
) -> None:
    # House rules are numbered in their club: here there is one alone.
    there = ids_of(elsewhere, elsewhere("Anna", "Ben", "Carla"), kept=2)
    fields = {"csrf_token": owner.token, "op_id": "a" * 32, "name": "Gina", "role": "viewer"}
    before = inside(everything)
    nothing = owner.get(f"/clubs/{ids['club']}/none/of/this").page.heading
    rows = ("sitting", "match", "player", "device", "link", "deal", "preset")
    for method, rule in WITH_ROWS:
        mixed = [name for name in rows if f"<id:{name}>" in rule]
        if (method, rule) in LEADS_BACK:
            mixed.remove("deal")  # what is asked for is the table, whatever the deal
        for these in (there, *(ids | {name: there[name]} for name in mixed)):
            where = address(rule, these)
            request: dict[str, Any] = {"headers": {"Origin": owner.host}}
            if method == "POST":
                request["data"] = fields
            answer = owner.ask(method, where, **request)
            assert (answer.status, answer.page.heading) == (404, nothing), where
    assert inside(everything) == before


NO_IDS = ["0", "-1", "01", "1e3", "1.0", "\u0663", "\uff11", "9" * 30, "%00", "%ED%A0%80"]


def test_what_is_no_id_leads_nowhere(owner: Phone, ids: dict[str, Any]) -> None:
    for number in NO_IDS:
        for _, rule in WITH_ROWS:
            for name in ("club", "sitting", "match", "deal", "player", "device", "link", "preset"):
                if f"<id:{name}>" in rule:
                    where = address(rule, ids | {name: number})
                    assert owner.get(where).status == 404, where


def test_players_and_evenings_of_another_club_are_not_reached_by_fields(
    owner: Phone, ids: dict[str, Any], elsewhere: Seating
) -> None:
    there = elsewhere("Anna", "Ben", "Carla")
    club = f"/clubs/{ids['club']}"
    foreign = list(elsewhere.people.values())
    assert owner.get(f"{club}/sittings/start?again={there.match}").status == 404
    seats = ".".join(str(player) for player in foreign)
    page = owner.read(f"{club}/sittings/new?seats={seats}")
    assert not page.offers(f"seats={seats}")
    assert "3 to 7 players" in page.main
    answer = owner.get(f"{club}/sittings/start?seats={seats}")
    assert answer.status == 302
    assert "seats=&" in answer.location
