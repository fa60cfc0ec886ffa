"""Tables of figures on a phone: what decides is in sight, what a row is about stays there."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.live import Club
from tests.browser.pages import run, statistics

CARD = (0xFF, 0xFD, 0xF7)
NAMES = ("Bartolomeo", "Margherita", "Sebastiano")
STANDS = {"bid": "stand", "soloist": 0, "card_points": 35}
LANGUAGES = ("en", "it", "pl")
HIDDEN = "box => box.scrollWidth - box.clientWidth"


@pytest.fixture
def small(phone: Callable[..., Page]) -> Page:
    return phone(viewport={"width": PHONE[0], "height": PHONE[1]})


def box(found: Locator) -> Any:
    return found.bounding_box()


def edge(table: Locator) -> Any:
    """Return the colour of a table's right edge, between its lines of text."""
    picture = Image.open(io.BytesIO(table.screenshot())).convert("RGB")
    point = picture.width / box(table)["width"]
    return picture.getpixel((round(picture.width - 5 * point), round(7 * point)))


def test_the_share_that_ranks_stands_beside_the_name_which_stays(small: Page, club: Club) -> None:
    statistics(small, club)
    table = small.get_by_role("region", name="Players")
    share = box(table.get_by_role("columnheader", name="Share won"))
    frame = box(table)
    assert share["x"] + share["width"] < frame["x"] + frame["width"]
    name = table.get_by_role("rowheader").first
    before = box(name)["x"]
    table.evaluate("table => { table.scrollLeft = table.scrollWidth; }")
    assert frame["x"] <= box(name)["x"] <= before
    last = box(table.get_by_role("columnheader").last)
    assert last["x"] + last["width"] <= frame["x"] + frame["width"]


def test_the_edge_says_that_there_is_more(small: Page, club: Club) -> None:
    statistics(small, club)
    table = small.get_by_role("region", name="Players")
    assert edge(table) != CARD
    table.evaluate("table => { table.scrollLeft = table.scrollWidth; }")
    assert edge(table) == CARD


def test_the_last_ten_places_stand_in_a_line(small: Page, club: Club) -> None:
    match = club.seat(NAMES, run(3))
    for _ in range(11):
        club.go_on(match, "calabresella", [])
    small.goto(f"{club.home}/statistics")
    table = small.get_by_role("region", name="Recent form")
    places = table.get_by_role("row").nth(1).get_by_role("cell").first
    expect(places).to_have_text(" ".join(["–"] * 10))
    height = places.evaluate("cell => cell.getClientRects().length && cell.clientHeight")
    lines = places.evaluate("cell => parseFloat(getComputedStyle(cell).lineHeight)")
    assert height < 2 * lines + 24
    expect(small.get_by_role("main")).to_contain_text("The newest match stands last")


def test_a_season_of_your_own_is_announced_above_its_days(small: Page, club: Club) -> None:
    statistics(small, club)
    small.get_by_text("Game, players and days").tap()
    said = box(small.get_by_text("Or a season of your own"))
    for field in ("From", "To"):
        days = box(small.get_by_label(field, exact=True))
        assert said["y"] + said["height"] <= days["y"]
    period = box(small.get_by_label("Period"))
    assert said["y"] >= period["y"] + period["height"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_net_of_account_and_counters_is_in_sight(
    phone: Callable[..., Page], club: Club, language: str
) -> None:
    page = phone(viewport={"width": PHONE[0], "height": PHONE[1]}, locale=language)
    played: list[dict[str, Any]] = [STANDS, {"adjust": [-20, 10, 10]}]
    match = club.seat(NAMES, played, game="calabrasella", rules={"counters": 50})
    page.goto(f"{club.path(match)}/account")
    counters, account = page.locator(".figures").all()
    assert counters.evaluate(HIDDEN) <= 0
    frame = box(account)
    net = box(account.get_by_role("columnheader").nth(1))
    assert net["x"] + net["width"] <= frame["x"] + frame["width"]
    for cell in account.locator("tbody b").all():
        assert box(cell)["x"] + box(cell)["width"] <= frame["x"] + frame["width"]


def test_four_players_and_what_was_played_fit_a_phone(small: Page, club: Club) -> None:
    match = club.seat(("Anna", "Ben", "Carla", "Dino"), run(4))
    small.goto(f"{club.path(match)}/statistics")
    table = small.get_by_role("region", name="Deals")
    expect(table.get_by_role("rowheader").nth(1)).to_have_text("Carla solo, 5")
    assert table.evaluate(HIDDEN) <= 0
