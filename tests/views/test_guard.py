"""Host names, headers and cookies: what every answer carries, and where it may be asked for."""

from __future__ import annotations

import datetime
import logging
import re
import socket
from base64 import urlsafe_b64decode
from dataclasses import replace
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.db import db
from scorekeeper.views.origin import host_allowed, own_names
from tests.phone import Answer, Phone
from tests.record import Inside, everything
from tests.seating import Table
from tests.views.saving import SAVING, World

POLICY = {
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
}


def answers_of_every_kind(world: World, stranger: Phone, link: str) -> dict[str, Answer]:
    """Return a page, a redirect, a file and every kind of refusal."""
    phone = world.phone
    saving = SAVING["deals.record"](world)
    stale = saving.without("seen", "0")
    return {
        "a page": phone.get(world.table.path),
        "a page for strangers": stranger.get("/"),
        "a redirect": phone.get("/"),
        "a file": stranger.get("/static/app.css"),
        "a style sheet": stranger.get("/asks.css"),
        "a file that is not there": stranger.get("/static/nothing.css"),
        "a link that is dead": stranger.get(link),
        "a wrong host": Phone(phone.app, "http://evil.example").get("/"),
        "a wrong origin": phone.ask("POST", saving.action),
        "no token": phone.post(saving.action, saving.without("csrf_token")),
        "wrong facts": phone.post(saving.action, saving.without("card_points", "12")),
        "a conflict": phone.post(saving.action, [*stale, ("card_points", "7")]),
        "a wrong method": phone.ask("DELETE", "/", headers={"Origin": phone.host}),
        "options": phone.ask("OPTIONS", world.table.path),
        "a part of a page": phone.post(
            f"{saving.action}/preview", saving.fields, **{"HX-Request-Type": "partial"}
        ),
        "a saved deal": phone.post(saving.action, saving.fields),
        "too much": phone.post(saving.action, "x" * 70_000),
        "nothing here": stranger.get("/clubs/none/of/this"),
    }


def test_every_kind_of_answer_carries_the_policy(world: World, stranger: Phone, link: str) -> None:
    answers = answers_of_every_kind(world, stranger, link)
    assert {answer.status for answer in answers.values()} == {
        200, 302, 303, 400, 403, 404, 409, 413, 422,
    }  # fmt: skip
    for kind, answer in answers.items():
        headers = answer.headers
        assert set(headers["Content-Security-Policy"].split("; ")) == POLICY, kind
        assert headers["Referrer-Policy"] == "same-origin", kind
        assert headers["X-Content-Type-Options"] == "nosniff", kind
        public = kind in ("a file", "a style sheet")
        assert (headers["Cache-Control"] == "no-store") is not public, kind


def test_an_unexpected_error_carries_the_policy_too(app: Flask, world: World) -> None:
    app.view_functions["players.index"] = lambda: str(1 / 0)
    answer = world.phone.get(f"/clubs/{world.table.club}/players")
    assert answer.status == 500
    assert set(answer.headers["Content-Security-Policy"].split("; ")) == POLICY


def test_what_caches_keep_has_no_cookie_and_its_address_changes_with_it(
    world: World, stranger: Phone
) -> None:
    page = world.phone.read(world.table.path)
    files = [node.attrs["href"] for node in page.all("link")]
    files += [node.attrs["src"] for node in page.all("script")]
    assert len(files) >= 5
    for phone in (world.phone, stranger):
        for path in files:
            answer = phone.get(path)
            assert answer.status == 200, path
            assert "Set-Cookie" not in answer.headers
            assert "Cookie" not in answer.headers.get("Vary", "")
            assert "public" in answer.headers["Cache-Control"]
    assert all("?v=" in path for path in files if path.startswith("/static/"))


@pytest.mark.parametrize("page", ["/", "/clubs/none/of/this"])
def test_pages_ask_nothing_of_another_server(stranger: Phone, page: str) -> None:
    html = stranger.get(page).body.decode()
    assert not re.search(r"(?:src|href|action)=[\"'](?:https?:)?//", html)


def test_pages_have_no_style_script_or_handler_of_their_own(world: World) -> None:
    """The policy forbids them: they would be missing without a word."""
    club = f"/clubs/{world.table.club}"
    seats = ".".join(map(str, world.seat.people.values()))
    for path in (
        world.table.path,
        f"{world.table.path}/adjust",
        world.table.evening,
        club,
        f"{club}/players",
        f"{club}/rules/calabresella",
        f"{club}/sittings/new?seats={seats}",
        f"{club}/sittings/start?seats={seats}",
    ):
        for node in world.phone.read(path).all():
            assert node.tag != "style", path
            assert node.tag != "script" or (node.attrs["src"] and not node.raw), path
            wrong = {name for name in node.attrs if name == "style" or name.startswith("on")}
            assert not wrong, path


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8021",
        "LOCALHOST",
        "127.0.0.1:8021",
        "192.168.1.7",
        "[::1]:8021",
        "[fe80::1]",
        socket.gethostname(),
        f"{socket.gethostname().partition('.')[0]}.local:8021",
        "cards.example.org",
        "cards.example.org.",
    ],
)
def test_addresses_and_own_names_are_answered(host: str) -> None:
    settings = Settings(Path("data"), "0.0.0.0", 8021, hosts=("cards.example.org",))
    assert host_allowed(host, own_names(settings))


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8021",
        "localhost.evil.example",
        "evil-localhost",
        "cards.example.org",
        "user@localhost",
        "localhost:80@evil.example",
        "localhost/evil",
        "localhost:99999",
        "localhost:x",
        "local host",
        "[::1",
        "127.0.0.1.evil.example",
        "127.0.0.256",
        "0x7f000001",
        "l\u00f6calhost",
        "localhost\x00",
        "localhost,evil.example",
    ],
)
def test_any_other_host_is_refused_with_a_page(stranger: Phone, host: str) -> None:
    """A name that somebody else owns can be made to lead here: rebinding needs a name."""
    for method in ("GET", "POST"):
        answer = stranger.ask(method, "/", headers={"Host": host, "Origin": f"http://{host}"})
        assert (answer.status, answer.page.heading) == (400, "This name is not known here")
        assert "Set-Cookie" not in answer.headers


def test_further_hosts_are_answered_when_they_are_named(
    settings: Settings, inside: Inside, owner: Phone
) -> None:
    app = create_app(replace(settings, hosts=("cards.example.org",)))
    assert Phone(app, "http://cards.example.org:8021").get("/").status == 200
    assert Phone(app, "http://other.example.org").get("/").status == 400
    with app.app_context():
        db.engine.dispose()


def test_no_forwarded_header_is_believed(world: World, stranger: Phone) -> None:
    for name in ("X-Forwarded-Host", "X-Forwarded-Server", "Forwarded", "X-Host"):
        assert stranger.ask("GET", "/", headers={name: "evil.example"}).status == 200
        headers = {"Host": "evil.example", name: "localhost"}
        assert stranger.ask("GET", "/", headers=headers).status == 400
    saving = SAVING["deals.record"](world)
    headers = {"X-Forwarded-Host": "evil.example", "Origin": "http://evil.example"}
    assert world.phone.post(saving.action, saving.fields, **headers).status == 403


def cookies(answer: Answer) -> dict[str, dict[str, str]]:
    """Return the cookies that an answer sets, each with its value and flags."""
    found = {}
    for line in answer.headers.getlist("Set-Cookie"):
        first, *flags = line.split("; ")
        name, _, value = first.partition("=")
        pairs = [flag.partition("=") for flag in flags]
        found[name] = {"value": value} | {key.lower(): text for key, _, text in pairs}
    return found


@pytest.mark.parametrize("https", [False, True])
def test_cookies_last_a_year_and_are_kept_from_scripts_and_other_sites(
    settings: Settings, app: Flask, link: str, https: bool
) -> None:
    server = create_app(replace(settings, https=https))
    phone = Phone(server, "https://localhost" if https else "http://localhost")
    joined = phone.send(phone.read(link).form(link))
    page = phone.get(joined.location)
    name = app.config["SCOREKEEPER_COOKIE"]
    assert re.fullmatch(r"scorekeeper_[0-9a-f]{8}", name)
    for answer in (joined, page):  # it renews with every page
        found = cookies(answer)
        assert set(found) == {name, f"{name}_form"}
        for cookie in found.values():
            assert "httponly" in cookie
            assert ("secure" in cookie) is https
            assert (cookie["samesite"], cookie["path"]) == ("Lax", "/")
            assert "domain" not in cookie
            left = parsedate_to_datetime(cookie["expires"]) - datetime.datetime.now(datetime.UTC)
            assert datetime.timedelta(days=364) < left < datetime.timedelta(days=366)
    assert re.fullmatch(r"[\w-]{43}", found[name]["value"])
    with server.app_context():
        db.engine.dispose()


def test_the_token_of_a_phone_is_nowhere_in_the_data_folder(
    app: Flask, settings: Settings, inside: Inside, world: World
) -> None:
    cookie = world.phone.client.get_cookie(app.config["SCOREKEEPER_COOKIE"])
    assert cookie is not None
    token = cookie.value
    assert token not in str(inside(everything))
    for path in settings.data.rglob("*"):
        if path.is_file():
            assert token.encode() not in path.read_bytes()
            assert urlsafe_b64decode(f"{token}=") not in path.read_bytes()


def test_the_cookie_of_another_data_folder_is_not_mistaken_for_ours(
    tmp_path: Path, app: Flask, world: World
) -> None:
    """Cookies ignore ports: two servers on one machine get each other's."""
    (tmp_path / "other").mkdir()
    other = create_app(Settings(tmp_path / "other", "127.0.0.1", 8022))
    assert other.config["SCOREKEEPER_COOKIE"] != app.config["SCOREKEEPER_COOKIE"]
    assert other.config["SESSION_COOKIE_NAME"] != app.config["SESSION_COOKIE_NAME"]


def test_the_log_says_what_was_asked_and_names_nobody(
    caplog: pytest.LogCaptureFixture, world: World, app: Flask, link: str, table: Table
) -> None:
    saving = SAVING["players.add"](world)
    cookie = world.phone.client.get_cookie(app.config["SCOREKEEPER_COOKIE"])
    assert cookie is not None
    with caplog.at_level(logging.INFO):
        world.phone.post(saving.action, saving.fields)
        world.phone.get(link)
        world.phone.get(f"/clubs/{table.club}/players?name=Gina")
    lines = [record.getMessage() for record in caplog.records]
    assert re.fullmatch(r"POST /clubs/<id:club>/players 303 \d+ ms device \d+", lines[0])
    assert re.fullmatch(r"GET /join/<token> \d+ \d+ ms device .*", lines[1])
    secrets: list[Any] = [
        cookie.value,
        link.rpartition("/")[2],
        "Gina",
        dict(saving.fields)["op_id"],
    ]
    assert not [secret for secret in secrets if secret in "\n".join(lines)]
