"""The table page: drawn, asked whether anything is new, and a deal recorded."""

from __future__ import annotations

import secrets
from itertools import count
from typing import Final

from ..browser import Answer, Browser, hidden
from ..case import FEW, MANY, Ask, Case

PAGE: Final = "/clubs/1/matches/1"  # 20 deals, and nobody records there


def record(browser: Browser) -> Ask:
    """Record a deal, in matches that were empty in turn."""
    token = hidden(browser.get(PAGE).text)["csrf_token"]
    numbers = count()

    def ask() -> Answer:
        number = next(numbers)
        fields = {"csrf_token": token, "op_id": secrets.token_hex(16), "both_count": "1"}
        answers = {"soloist": str(number % 3), "bid": "solo", "card_points": "7"}
        match = browser.matches[number % len(browser.matches)]
        return _saved(browser.post(f"/clubs/1/matches/{match}/deals", fields | answers))

    return ask


def record_on_floor(floor: Browser, _size: int) -> Ask:
    """Record a deal on the floor."""
    token = hidden(floor.get("/").text)["csrf_token"]
    return lambda: _saved(floor.post("/deals", {"csrf_token": token, "facts": "solo 7"}))


def _saved(answer: Answer) -> Answer:
    if answer.status != 303:
        raise ValueError(f"expected a deal to be saved, got {answer.status}: {answer.text[:200]}")
    return answer


def page(browser: Browser) -> Ask:
    """Ask for the page of a match of 20 deals."""
    return lambda: browser.get(PAGE)


def page_on_floor(floor: Browser, size: int) -> Ask:
    """Ask for the floor's page."""
    return lambda: floor.get(f"/?size={size}")


def poll(browser: Browser) -> Ask:
    """Ask whether anything is new where nothing is."""
    text = browser.get(PAGE).text
    path = text.partition('id="live" hx-get="')[2].partition('"')[0].replace("&amp;", "&")
    return lambda: _nothing(browser.get(path))


def poll_on_floor(floor: Browser, _size: int) -> Ask:
    """Ask the floor whether anything is new."""
    return lambda: _nothing(floor.get("/poll"))


def _nothing(answer: Answer) -> Answer:
    if answer.status != 204:
        raise ValueError(f"expected nothing new, got {answer.status}")
    return answer


CASES: Final = (
    Case("record a deal", record, against=record_on_floor, at_most=2.0),
    Case("table page, 20 deals", page, against=page_on_floor, at_most=2.0),
    Case("unchanged poll", poll, against=poll_on_floor, at_most=1.5),
    Case("record, 100,000 deals to 100", record, against=FEW, deals=MANY, at_most=1.2),
    Case("table page, 100,000 deals to 100", page, against=FEW, deals=MANY, at_most=1.2),
)
