"""Cookies that this server did not make, or made long ago; and a clock that was set back."""

from __future__ import annotations

import datetime
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface

from scorekeeper import clubfile, models
from scorekeeper.models import Event
from scorekeeper.store import checking, matches, moving
from tests.phone import Phone
from tests.record import Inside, count
from tests.seating import Table
from tests.views.saving import PLAIN, SAVING, World

SESSIONS: dict[str, Any] = {
    "without fields": {},
    "an old token": {"csrf_token": "0" * 40},
    "of another program": {"_user_id": "1", "_flashes": [["message", "hello"]], "lang": ["de"]},
    "a language that is none": {"language": 5},
    "a language of later": {"language": "tlh"},
}


def signed(app: Flask, content: Any, key: bytes | None = None) -> str:
    before = app.config["SECRET_KEY"]
    app.config["SECRET_KEY"] = key or before
    serializer = SecureCookieSessionInterface().get_signing_serializer(app)
    app.config["SECRET_KEY"] = before
    assert serializer is not None
    return str(serializer.dumps(content))


def goes_on(inside: Inside, world: World) -> None:
    """Hold that pages are shown, and that what they serve saves once."""
    before = inside(count, Event)
    saving = SAVING["deals.record"](world)
    for _ in range(2):
        assert world.phone.post(saving.action, saving.fields).status == 303
    assert inside(count, Event) == before + 1


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_of_another_version_is_gone_on_with(
    app: Flask, inside: Inside, world: World, name: str
) -> None:
    cookie = app.config["SESSION_COOKIE_NAME"]
    world.phone.client.set_cookie(cookie, signed(app, SESSIONS[name]), domain="localhost")
    assert world.phone.get(world.table.path).status == 200
    goes_on(inside, world)


@pytest.mark.parametrize("value", ["", "x", "a.b.c", "\u00e9", ".." * 900, "%00", "eyJ9.x.y"])
def test_a_session_that_is_none_is_made_anew(
    app: Flask, inside: Inside, world: World, value: str
) -> None:
    world.phone.client.set_cookie(app.config["SESSION_COOKIE_NAME"], value, domain="localhost")
    goes_on(inside, world)


def test_a_form_whose_session_was_signed_by_another_key_comes_back_and_is_saved_then(
    app: Flask, inside: Inside, world: World
) -> None:
    """The key was lost, or the cookie is another folder's that had this one's name."""
    saving = SAVING["deals.record"](world)
    forged = signed(app, {"csrf_token": dict(saving.fields)["csrf_token"]}, b"k" * 32)
    world.phone.client.set_cookie(app.config["SESSION_COOKIE_NAME"], forged, domain="localhost")
    before = inside(count, Event)
    answer = world.phone.post(saving.action, saving.fields)
    assert (answer.status, answer.page.heading) == (400, "This page was too old")
    assert inside(count, Event) == before
    for _ in range(2):
        world.phone.follow(world.phone.send(answer.page.form("/deals")))
    assert inside(count, Event) == before + 1


def test_with_a_clock_that_was_set_back_the_evening_goes_on_and_nothing_is_lost(
    inside: Inside, owner: Phone, world: World, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner.play(table.path, **PLAIN)
    back = models.now() - datetime.timedelta(days=400)
    clock = SimpleNamespace(now=lambda _zone: back.replace(tzinfo=datetime.UTC))
    monkeypatch.setattr(
        models.record, "datetime", SimpleNamespace(datetime=clock, UTC=datetime.UTC)
    )
    assert models.now() == back
    page = owner.play(table.path, **PLAIN)
    page = owner.follow(owner.send(page.form("/undo")))
    page = owner.follow(owner.send(page.form("/redo")))
    owner.follow(owner.send(owner.read(table.evening).form("/close")))
    for path in ("", "/history", "/devices", "/players", f"/matches/{table.match}"):
        assert owner.get(f"/clubs/{table.club}{path}").status == 200
    kept = inside(matches.load, table.club, table.match)
    assert [row.number for row in kept.scored.rows] == [1, 2, 3]
    assert sum(kept.scored.totals) == 0
    assert inside(checking.check).differences == ()
    content = inside(lambda: clubfile.write(moving.club_document(table.club)))
    again = inside(moving.bring, clubfile.read(content))
    assert inside(lambda: clubfile.write(moving.club_document(again))) == content
