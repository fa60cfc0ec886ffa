"""The switch in the menu, and every page that can be reached from a table, in each language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import live
from tests.browser.conftest import AtTable
from tests.browser.test_look import SMALL_TARGETS, TOO_WIDE

FILES = re.compile(r"\.(json|jsonl|csv|png|pdf)\b")
ADDRESSES = "() => [...document.querySelectorAll('a[href^=\"/\"]')].map((a) => a.href)"
# The bar at the foot is as wide as the window: what leaves it makes no page scroll.
OUT_OF_SIGHT = """() => [...document.querySelectorAll('button, .button, summary, select, .tile')]
  .filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.matches('.unseen'))
  .filter((e) => {
    const box = e.getBoundingClientRect();
    return box.left < 0 || box.right > innerWidth + 0.5 || e.scrollWidth > e.clientWidth + 1;
  })
  .map((e) => `out of sight: ${e.textContent.trim().slice(0, 60)}`)"""


@pytest.mark.parametrize(("name", "language"), [("Italiano", "it"), ("Polski", "pl")])
def test_every_page_fits_in_every_language(at_table: AtTable, name: str, language: str) -> None:
    page = at_table(4, [live.PLAIN], place="Bruno's").page
    address = page.url
    page.get_by_text("Menu", exact=True).tap()
    page.get_by_role("button", name=name).tap()
    expect(page.locator(f"html[lang={language}]")).to_be_attached()
    assert page.url == address
    seen = crawl(page, language)
    assert len(seen) > 12
    assert {path: wrong for path, wrong in seen.items() if wrong} == {}


def crawl(page: Page, language: str) -> dict[str, list[str]]:
    """Open one page of every kind that can be reached; return what does not fit, by page."""
    waiting, seen = [page.url], dict[str, list[str]]()
    while waiting:
        address = waiting.pop(0)
        kind = re.sub(r"\d+|[?#].*", "", address)
        if kind in seen or FILES.search(address):
            continue
        page.goto(address)
        assert page.locator("html").get_attribute("lang") == language
        wide = [f"scrolls sideways by {by}" for by in [page.evaluate(TOO_WIDE)] if by]
        seen[kind] = [*wide, *page.evaluate(OUT_OF_SIGHT), *page.evaluate(SMALL_TARGETS)]
        waiting += page.evaluate(ADDRESSES)
    return seen
