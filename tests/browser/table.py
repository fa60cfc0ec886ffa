"""The table page as somebody at the table uses it: what is tapped, what is read. No tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.live import Club

MEASURE = """() => {
  const buttons = [...document.querySelectorAll('button')];
  const save = buttons.find((b) => b.textContent.trim() === 'Save');
  let bar = save;
  while (bar && getComputedStyle(bar).position !== 'fixed') bar = bar.parentElement;
  return bar ? bar.getBoundingClientRect().top : innerHeight;
}"""


@dataclass(frozen=True)
class TablePage:
    """The table page of one match in one tab."""

    page: Page
    club: Club
    match: int

    def open(self) -> None:
        """Go to the table."""
        self.page.goto(self.club.path(self.match))

    def tile(self, name: str, value: Any) -> Locator:
        """Return a tile of a question by its field and value."""
        return self.page.locator(f'input[name="{name}"][value="{value}"]')

    def tiles(self, name: str) -> Locator:
        """Return all tiles of a question."""
        return self.page.locator(f'input[type="radio"][name="{name}"]')

    def tap(self, name: str, value: Any) -> None:
        """Tap a tile."""
        self.tile(name, value).tap()

    def touch(self, what: Locator) -> None:
        """Touch the middle of something where it is; nothing is scrolled there first."""
        # A page that is being drawn anew has the thing twice or not at all for a moment.
        expect(what).to_be_visible()
        box = what.bounding_box() or what.bounding_box()
        assert box is not None
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    @property
    def save(self) -> Locator:
        """Return the button that saves."""
        return self.page.get_by_role("button", name="Save", exact=True)

    @property
    def said(self) -> Locator:
        """Return where the page says what was done last."""
        return self.page.get_by_role("main").get_by_role("status").first

    @property
    def preview(self) -> Locator:
        """Return where the page shows what saving would do."""
        return self.page.get_by_role("main").get_by_role("status").last

    @property
    def totals(self) -> Locator:
        """Return the running totals in seat order."""
        return self.page.get_by_role("region", name="Running totals").locator("strong")

    @property
    def op_id(self) -> str:
        """Return the op id that the form carries."""
        return self.page.locator('form:has([name="seen"]) input[name="op_id"]').input_value()

    def answer(self, soloist: int, bid: str, points: int, **more: Any) -> None:
        """Tap a deal without saving it."""
        self.tap("soloist", soloist)
        self.tap("bid", bid)
        self.tap("card_points", points)
        for name, value in more.items():
            self.tap(name, value)

    def record(self, soloist: int, bid: str, points: int, **more: Any) -> None:
        """Tap a deal, save it, and wait until the page says so."""
        number = len(self.club.deals(self.match)) + 1
        self.answer(soloist, bid, points, **more)
        self.save.tap()
        expect(self.said).to_contain_text(f"Saved: deal {number},")

    def expect_totals(self, *totals: int) -> None:
        """Wait until the page shows these totals."""
        expect(self.totals).to_have_text([str(total).replace("-", "−") for total in totals])

    def expect_answers(self, **chosen: Any) -> None:
        """Wait until these tiles are the chosen ones."""
        for name, value in chosen.items():
            expect(self.tile(name, value)).to_be_checked()

    def bar_top(self) -> float:
        """Return where the bar at the foot begins: what lies lower is covered by it."""
        return float(self.page.evaluate(MEASURE))

    def scrolled(self) -> float:
        """Return how far the page is scrolled."""
        return float(self.page.evaluate("() => scrollY"))
