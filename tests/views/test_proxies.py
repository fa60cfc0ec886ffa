"""What a proxy says of a request is believed where proxies are configured, and only of so many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.db import db
from tests.phone import Phone
from tests.test_server import Wire, serving

NAME = "cards.example.org"
HTTPS = {"X-Forwarded-Host": NAME, "X-Forwarded-Proto": "https"}
Behind = Callable[[int], Phone]


@pytest.fixture
def behind(settings: Settings) -> Iterator[Behind]:
    """Return what gives a phone of a server that believes so many proxies."""
    apps: list[Flask] = []

    def phone(proxies: int) -> Phone:
        apps.append(create_app(replace(settings, proxies=proxies, hosts=(NAME,))))
        return Phone(apps[-1])

    yield phone
    for app in apps:
        with app.app_context():
            db.engine.dispose()


def test_without_a_proxy_no_forwarded_header_changes_anything(behind: Behind, link: str) -> None:
    phone = behind(0)
    unknown = {"X-Forwarded-Host": "elsewhere.example.org"}
    assert phone.ask("GET", "/", headers=unknown).status == 200
    refused = phone.ask("POST", link, data={}, headers={**HTTPS, "Origin": f"https://{NAME}"})
    assert refused.status == 403
    assert phone.ask("GET", "/", headers={"Host": "elsewhere.example.org", **HTTPS}).status == 400


def test_behind_a_proxy_host_and_origin_are_those_that_it_forwards(
    behind: Behind, link: str
) -> None:
    phone = behind(1)
    assert phone.ask("GET", "/", headers={"X-Forwarded-Host": "elsewhere.org"}).status == 400
    for wrong in (f"http://{NAME}", "http://localhost", f"https://{NAME}:444"):
        headers = HTTPS | {"Origin": wrong}
        assert phone.ask("POST", link, data={}, headers=headers).status == 403, wrong
    form = phone.ask("GET", link, headers=HTTPS).page.form(link)
    headers = HTTPS | {"Origin": f"https://{NAME}"}
    answer = phone.ask("POST", link, data=dict(form.untouched), headers=headers)
    assert answer.status == 303


def test_what_a_visitor_adds_before_the_proxy_is_not_believed(behind: Behind) -> None:
    """A proxy that appends leaves what came to the left."""
    phone = behind(1)
    assert phone.ask("GET", "/", headers={"X-Forwarded-Host": f"evil.org, {NAME}"}).status == 200
    assert phone.ask("GET", "/", headers={"X-Forwarded-Host": f"{NAME}, evil.org"}).status == 400
    two = behind(2)
    assert two.ask("GET", "/", headers={"X-Forwarded-Host": f"{NAME}, inner.org"}).status == 200


@pytest.mark.sqlite
@pytest.mark.parametrize("proxies", [0, 1])
def test_the_server_hands_on_what_a_proxy_says_where_one_is_configured(
    tmp_path: Path, proxies: int
) -> None:
    more = {"SCOREKEEPER_PROXIES": str(proxies), "SCOREKEEPER_HOSTS": NAME}
    with serving(tmp_path / "data", before=None, **more) as running:
        phone = Wire(running.port)
        assert phone.ask("GET", "/", headers=HTTPS).status == 200
        unknown = {"X-Forwarded-Host": "elsewhere.example.org"}
        assert phone.ask("GET", "/", headers=unknown).status == (400 if proxies else 200)
        assert running.link is not None
        form = phone.read(running.link).form(running.link)
        data = dict(form.untouched)
        ours, theirs = {"Origin": phone.host}, HTTPS | {"Origin": f"https://{NAME}"}
        wrong, right = (ours | HTTPS, theirs) if proxies else (theirs, ours | HTTPS)
        assert phone.ask("POST", running.link, data=data, headers=wrong).status == 403
        assert phone.ask("POST", running.link, data=data, headers=right).status == 303
