"""Pages of figures and their charts: drawn, unchanged, and in a club of very many deals."""

from __future__ import annotations

from typing import Final

from ..browser import Answer, Browser
from ..case import MANY, Ask, Case

CLUB: Final = "/clubs/1/statistics"
PLAYER: Final = f"{CLUB}/players/1"
CHART: Final = "/clubs/1/matches/1/statistics/totals.svg"  # three lines over 20 deals
THOUSAND: Final = 1000
MOST: Final = 60_000  # bytes of a chart


def club(browser: Browser) -> Ask:
    """Ask for the club's figures."""
    return lambda: _answered(browser.get(CLUB), 200)


def player(browser: Browser) -> Ask:
    """Ask for a player's figures."""
    return lambda: _answered(browser.get(PLAYER), 200)


def chart(browser: Browser) -> Ask:
    """Ask for a chart."""

    def ask() -> Answer:
        answer = _answered(browser.get(CHART), 200)
        if len(answer.text.encode()) > MOST:
            raise ValueError(f"expected a chart of at most {MOST} bytes, got {len(answer.text)}")
        return answer

    return ask


def chart_on_floor(floor: Browser, _size: int) -> Ask:
    """Ask for as many lines of matplotlib without anything else."""
    return lambda: _answered(floor.get("/chart"), 200)


def unchanged(browser: Browser) -> Ask:
    """Ask for a chart that the browser has."""
    tag = browser.get(CHART).tag
    return lambda: _answered(browser.get(CHART, {"If-None-Match": tag}), 304)


def row_on_floor(floor: Browser, _size: int) -> Ask:
    """Ask for a page that looks up a device and reads one row."""
    return lambda: _answered(floor.get("/poll"), 204)


def _answered(answer: Answer, status: int) -> Answer:
    if answer.status != status:
        raise ValueError(f"expected {status}, got {answer.status}")
    return answer


CASES: Final = (
    Case("chart of a match", chart, against=chart_on_floor, at_most=1.5),
    Case("unchanged chart", unchanged, against=row_on_floor, at_most=1.5),
    Case("club page, 100,000 to 1,000", club, against=THOUSAND, deals=MANY, at_most=1.5),
    Case("player page, 100,000 to 1,000", player, against=THOUSAND, deals=MANY, at_most=1.5),
)
