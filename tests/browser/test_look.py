"""What every page owes the eye, the thumb and the keyboard: axe, sizes, focus, small windows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser import live
from tests.browser.conftest import AtTable, Watch
from tests.browser.live import Club
from tests.browser.pages import PAGES, Show
from tests.browser.table import TablePage

AXE = (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")
HUGE = {"bid": "scegliete", "soloist": 1, "card_points": 0, "tricks": "some"}

# Everything that can be tapped, with the label around it; links inside a sentence are exempt.
SMALL_TARGETS = """() => [...document.querySelectorAll(
  'a[href], button, summary, textarea, select, input:not([type=hidden])')]
  .filter((e) => e.checkVisibility({visibilityProperty: true}) && e.tabIndex >= 0)
  .filter((e) => !(e.matches('a') && getComputedStyle(e).display === 'inline'
    && e.parentElement.textContent.trim() !== e.textContent.trim()))
  .map((e) => [e, (e.closest('label') && e.matches('[type=radio], [type=checkbox]')
    ? e.closest('label') : e).getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44)
  .map(([e, b]) => `${b.width.toFixed(1)}x${b.height.toFixed(1)} ${e.outerHTML.slice(0, 90)}`)"""

SMALL_TEXT = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = [];
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (walk.currentNode.data.trim() && parent.checkVisibility() && size < 14)
      small.push(`${walk.currentNode.data.trim().slice(0, 40)}: ${size}`);
  }
  return small;
}"""

MOVING = """() => [...document.querySelectorAll('*')].filter((e) => {
  const style = getComputedStyle(e);
  const lasting = style.transitionDuration.split(', ').some((lasts) => lasts !== '0s');
  return style.animationName !== 'none' || lasting;
}).map((e) => e.outerHTML.slice(0, 80))"""

TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"

# What cannot be reached: scrolled to the middle of the window, something else lies over it.
COVERED = """() => [...document.querySelectorAll(
  'a[href], button, summary, input:not([type=hidden])')]
  .filter((e) => e.checkVisibility({visibilityProperty: true}) && e.tabIndex >= 0)
  .filter((e) => {
    e.scrollIntoView({block: 'center', behavior: 'instant'});
    const box = e.getClientRects()[0]; // a link over two lines: its first
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const own = e.closest('label') || e;
    return !(there && (own.contains(there) || there.contains(e)) && box.x >= 0
      && box.right <= innerWidth + 0.5);
  }).map((e) => e.outerHTML.slice(0, 90))"""

FOCUS = """() => {
  const e = document.activeElement;
  if (!e || e === document.body) return null;
  const shown = e.matches('[type=radio]') && e.nextElementSibling ? e.nextElementSibling : e;
  const style = getComputedStyle(shown);
  const box = shown.getBoundingClientRect();
  let fixed = e;
  while (fixed && getComputedStyle(fixed).position !== 'fixed') fixed = fixed.parentElement;
  const bar = [...document.querySelectorAll('body *')]
    .filter((x) => getComputedStyle(x).position === 'fixed' && !x.contains(e));
  const top = Math.min(innerHeight, ...bar.map((x) => x.getBoundingClientRect().top));
  return {
    what: e.outerHTML.slice(0, 90),
    place: [...document.querySelectorAll('*')].indexOf(e),
    outlined: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
    inSight: box.top >= 0 && box.bottom <= (fixed ? innerHeight : top) + 0.5,
  };
}"""


@pytest.mark.parametrize("show", PAGES.values(), ids=PAGES.keys())
def test_a_page_is_fit_for_eye_thumb_and_keyboard(
    page: Page, club: Club, watch: Watch, show: Show
) -> None:
    watch.allow("status of 4", "status of 507")
    show(page, club)
    found = [f"too small to tap: {target}" for target in page.evaluate(SMALL_TARGETS)]
    found += [f"too small to read: {text}" for text in page.evaluate(SMALL_TEXT)]
    found += [f"scrolls sideways by {by}" for by in [page.evaluate(TOO_WIDE)] if by]
    found += unseen_focus(page)
    page.emulate_media(reduced_motion="reduce")
    found += [f"moves: {moving}" for moving in page.evaluate(MOVING)]
    page.evaluate(AXE)
    found += axe(page, "light", "{}") + axe(page, "dark", "{runOnly: ['color-contrast']}")
    assert found == []


def axe(page: Page, scheme: Literal["light", "dark"], rules: str) -> list[str]:
    """Return what axe finds; of its rules only the one for contrast can differ in the dark."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    return [
        f"{scheme}: {violation['id']}: {node['html'][:120]} {node['failureSummary']}"
        for violation in page.evaluate(f"() => axe.run({rules})")["violations"]
        for node in violation["nodes"]
    ]


def unseen_focus(page: Page) -> list[str]:
    """Tab through the page, and return where the focus is not seen."""
    found, passed = [], set()
    for _ in range(60):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        if focus is None or focus["place"] in passed:
            break
        passed.add(focus["place"])
        found += [f"focus not outlined: {focus['what']}"] * (not focus["outlined"])
        found += [f"focus out of sight: {focus['what']}"] * (not focus["inSight"])
    return found


@pytest.mark.parametrize("people", [3, 4, 7])
def test_totals_are_read_across_the_table(at_table: AtTable, people: int) -> None:
    table = at_table(people, [HUGE], rules={"target": 200})
    sizes = table.totals.evaluate_all(
        "(all) => all.map((e) => parseFloat(getComputedStyle(e).fontSize))"
    )
    assert min(sizes) >= (40 if people == 3 else 28)
    cut = table.totals.evaluate_all(
        "(all) => all.filter((e) => e.getBoundingClientRect().right"
        " > e.parentElement.parentElement.getBoundingClientRect().right + 0.5).length"
    )
    assert cut == 0
    broken = table.page.locator(".sheet td span").evaluate_all(
        "(all) => all.filter((e) => e.getClientRects().length > 1).map((e) => e.textContent)"
    )
    assert broken == []

    """The browser's own font size, as somebody sets it in its preferences."""


def set_font(page: Page, pixels: int) -> None:
    """Set the browser's own font size."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": pixels, "fixed": pixels}})


TIGHT = [
    pytest.param((360, 560), 16, live.CAST, id="address-bar"),
    pytest.param((360, 640), 21, live.CAST, id="large-text"),
    pytest.param((360, 640), 16, live.LONG, id="long-names"),
    pytest.param((360, 560), 21, live.LONG, id="everything"),
]


@pytest.mark.parametrize(("size", "font_size", "names"), TIGHT)
@pytest.mark.parametrize("people", [3, 4, 7])
def test_a_small_window_stays_usable(
    at_table: AtTable, font_size: int, names: tuple[str, ...], people: int
) -> None:
    table = at_table(names[:people], [{"bid": "chiamo", "soloist": 1, "card_points": 7}])
    set_font(table.page, font_size)
    check_usable(table)
    table.page.get_by_text(re.compile("^More")).tap()
    check_usable(table)
    table.page.evaluate("() => scrollTo(0, 0)")
    partner = {"partner": 3} if people > 4 else {}
    table.record(2, "chiamo", 10, last_trick="opponents", **partner)
    check_usable(table)


def check_usable(table: TablePage) -> None:
    """Assert that nothing leaves the page sideways, is covered, or pushes Save out of sight."""
    assert table.page.evaluate(TOO_WIDE) == 0
    assert table.page.evaluate(COVERED) == []
    table.page.evaluate("() => scrollTo(0, 0)")
    window = table.page.viewport_size
    box = table.save.bounding_box()
    assert window is not None
    assert box is not None
    assert box["y"] + box["height"] <= window["height"]
    assert table.bar_top() >= window["height"] * 0.75


CUT_OFF = """(all) => {
  const {top, bottom} = document.querySelector('.preview').getBoundingClientRect();
  return all.filter((e) => {
    const box = e.getBoundingClientRect();
    return box.top < top - 0.5 || box.bottom > bottom + 0.5;
  }).map((e) => e.textContent);
}"""


@pytest.mark.parametrize(
    ("scripts", "names"),
    [
        pytest.param(True, live.CAST[:6], id="six"),
        pytest.param(True, live.LONG, id="seven-long-names"),
        pytest.param(False, live.CAST[:3], id="three-no-scripts"),
        pytest.param(False, live.CAST[:6], id="six-no-scripts"),
        pytest.param(False, live.LONG, id="seven-long-names-no-scripts"),
    ],
)
def test_what_everybody_gets_is_read_beside_save(
    at_table: AtTable, scripts: bool, names: tuple[str, ...]
) -> None:
    table = at_table(names)
    table.answer(1, "chiamo", 7, **({"partner": 3} if len(names) > 4 else {}))
    if not scripts:
        table.page.get_by_role("button", name="Check first").tap()
    gains = table.preview.locator(".adds > span")
    expect(gains).to_have_count(min(len(names), 6))
    assert gains.evaluate_all(CUT_OFF) == []
    window, save = table.page.viewport_size, table.save.bounding_box()
    assert window is not None
    assert save is not None
    assert save["y"] + save["height"] <= window["height"]
    assert table.bar_top() >= window["height"] * 0.75


def test_text_follows_the_size_set_in_the_browser(at_table: AtTable) -> None:
    table = at_table(3)
    set_font(table.page, 32)
    sizes = table.page.evaluate(
        """() => [...document.querySelectorAll('main *')]
          .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
          .filter((e) => parseFloat(getComputedStyle(e).fontSize) < 28)
          .map((e) => `${e.textContent.trim().slice(0, 40)}: ${getComputedStyle(e).fontSize}`)"""
    )
    assert sizes == []


@pytest.mark.parametrize("size", [(1280, 800)])
def test_the_score_sheet_stands_beside_the_form_on_a_wide_screen(at_table: AtTable) -> None:
    table = at_table(3, [live.PLAIN])
    sheet = table.page.get_by_role("table").bounding_box()
    save = table.save.bounding_box()
    totals = table.page.get_by_role("region", name="Running totals").bounding_box()
    assert sheet is not None
    assert totals is not None
    assert save is not None
    assert sheet["x"] >= totals["x"] + totals["width"]
    assert sheet["y"] < totals["y"] + 100


def test_a_deal_is_recorded_by_keyboard(at_table: AtTable) -> None:
    table = at_table(3)
    for name, value in (("soloist", 1), ("bid", "solo"), ("card_points", 7)):
        table.tile(name, value).focus()
        table.page.keyboard.press("Space")
        expect(table.tile(name, value)).to_be_checked()
    table.page.keyboard.press("Enter")
    expect(table.said).to_contain_text("Saved: deal 1, Ben solo, 7")
    expect(table.said).to_be_focused()
