"""What somebody learns who found the address and was never let in: nothing of any club.

That every address inside a club gives one and the same page is in `test_routes.py`.
"""

from __future__ import annotations

import re
from typing import Any

from flask import Flask

from tests.phone import Phone
from tests.seating import NAMES, Seating, Table
from tests.views.test_routes import INSIDE, ROUTES, address

TOLD_APART = re.compile(rb'name="csrf_token" value="[^"]*"')


def asked(app: Flask, method: str, path: str) -> tuple[Any, ...]:
    """Return all of an answer but the address itself and what is random."""
    phone = Phone(app)
    answer = phone.ask(method, path, headers={"Origin": phone.host})
    headers = {name: text for name, text in answer.headers.items() if name != "Set-Cookie"}
    cookies = [text.partition("=")[0] for text in answer.headers.getlist("Set-Cookie")]
    body = TOLD_APART.sub(b"", answer.body).replace(path.encode(), b"")
    return answer.status, headers, cookies, body


def test_a_link_that_is_used_up_looks_like_one_that_never_was(
    app: Flask, owner: Phone, link: str
) -> None:
    never = f"/join/{'x' * len(link.rpartition('/')[2])}"
    for method in ("GET", "POST"):
        assert asked(app, method, link) == asked(app, method, never)


def test_what_is_for_everybody_names_nobody(
    app: Flask, owner: Phone, seat: Seating, table: Table
) -> None:
    seat.deal(table)
    for method, rule in ROUTES:
        if method == "GET" and (method, rule) not in INSIDE:
            answer = Phone(app).get(address(rule, {"token": "x", "filename": "app.js"}))
            text = answer.body.decode()
            assert not [name for name in (*NAMES, "Our club", "Bruno") if name in text], rule
            assert "Server" not in answer.headers
