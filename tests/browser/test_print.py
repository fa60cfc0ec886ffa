"""Score sheets on paper: a whole evening on one A4, black on white; and the files as saved."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.days import today
from scorekeeper.store import matches, starting
from scorekeeper.store.operations import new_op_id
from tests.browser import live, pages
from tests.browser.conftest import Watch
from tests.browser.live import Club

A4_WITHIN_MARGINS = (718, 1046)  # pixels: 190 x 277 mm
MARKUP = ("<i>=cmd</i>", '"Ben" & co', "Żoë 🃏")

# What would be printed in another colour than black, or on another ground than white.
COLOURED = """() => [...document.querySelectorAll('html, body, body *')]
  .filter((e) => e.checkVisibility())
  .map((e) => [e, getComputedStyle(e)])
  .filter(([, s]) => s.color !== 'rgb(0, 0, 0)'
    || !['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'].includes(s.backgroundColor))
  .map(([e, s]) => `${e.outerHTML.slice(0, 60)} ${s.color} on ${s.backgroundColor}`)"""

TAPPED = """() => [...document.querySelectorAll(
  'header a[href$="/clubs/1"], nav, button, .button, summary, form, .bar')]
  .filter((e) => e.checkVisibility()).map((e) => e.outerHTML.slice(0, 80))"""

TOO_WIDE = """() => [...document.querySelectorAll('th, td')]
  .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"""


def evening(club: Club, names: Sequence[str], *counts: int) -> str:
    """Play an evening of matches with this many deals; return the path of its sheet for paper."""
    run = pages.run(len(names)) * 9
    match = club.seat(names, run[: counts[0]], rules={"target": 51}, place="Bruno's")
    for count in counts[1:]:
        with club.app.app_context():
            match = starting.start_next(club._actor, new_op_id(), match)
        club.record(match, *run[:count])
    with club.app.app_context():
        sitting = matches.load(club._actor.club, match).sitting
    return f"{club.home}/sittings/{sitting}"


def printed(page: Page) -> tuple[int, set[bytes]]:
    """Return how many pages a page has on paper, and of what size."""
    pdf = page.pdf(prefer_css_page_size=True)
    return len(re.findall(rb"/Type /Page\b", pdf)), set(re.findall(rb"/MediaBox \[(.+?)\]", pdf))


@pytest.mark.parametrize(
    ("names", "counts"),
    [
        pytest.param(live.CAST[:3], (15, 15), id="three"),
        pytest.param(live.CAST[:4], (15, 15), id="four"),
        pytest.param(live.LONG[:4], (15, 15), id="long-names"),
        pytest.param(live.CAST[:7], (15, 15), id="seven"),
        pytest.param(live.CAST[:3], (12, 12, 12, 12, 12), id="long-evening"),
        pytest.param(MARKUP, (15, 15), id="odd-names"),
    ],
)
def test_an_evening_fits_on_one_sheet(
    page: Page, club: Club, names: Sequence[str], counts: Sequence[int]
) -> None:
    page.goto(evening(club, names, *counts) + "/print")
    assert printed(page) == (1, {b"0 0 594.95996 841.91998"})
    assert page.locator("tbody").count() == sum(counts)
    for name in names:
        expect(page.get_by_role("columnheader", name=name, exact=True)).to_have_count(len(counts))
    width, height = A4_WITHIN_MARGINS
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(media="print")
    assert page.evaluate(TOO_WIDE) == []


def test_what_does_not_fit_goes_on_with_its_heading(page: Page, club: Club) -> None:
    page.goto(evening(club, live.CAST[:3], 54, 54) + "/print")
    assert printed(page)[0] == 2


@pytest.mark.parametrize("path", ["print", "table"])
def test_paper_is_black_on_white_without_menu_and_buttons(
    page: Page, club: Club, path: str
) -> None:
    where = evening(club, live.CAST[:3], 6, 6)
    page.goto(f"{where}/print" if path == "print" else club.path(1))
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(COLOURED) == []
    assert page.evaluate(TAPPED) == []
    expect(page.locator("tbody").first).to_be_visible()


def test_a_tap_saves_each_file_under_its_name(page: Page, club: Club, watch: Watch) -> None:
    where = evening(club, MARKUP, 6, 6)
    day = today().isoformat()
    page.goto(f"{where}/share")
    names: dict[str, Any] = {
        "All score sheets as a file (JSON, one a line)": f"{day}-evening.jsonl",
        "Score sheet 2 (JSON)": f"{day}-match-2.json",
        "CSV with semicolons": f"{day}-evening.csv",
        "Commas, without it": f"{day}-evening.csv",
    }
    for link, name in names.items():
        with page.expect_download() as saved:
            page.get_by_role("link", name=link).tap()
        assert saved.value.suggested_filename == name
        assert saved.value.path().stat().st_size > 0
