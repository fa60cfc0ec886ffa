"""Charts in a real browser: there, in the colours of the page, and no wider than a phone."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import combinations
from typing import Any, Literal

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from scorekeeper.charts import draw
from tests.browser.live import Club
from tests.browser.pages import statistics
from tests.charts.test_room import DAYS, NAMES, match, progress, tied, versus

CARDS: dict[Literal["light", "dark"], tuple[int, int, int]] = {
    "light": (0xFF, 0xFD, 0xF7),
    "dark": (0x17, 0x2B, 0x25),
}
WIDTH = 360
# Where the texts of a picture lie, from its own corner.
TEXTS = """() => {
  const at = document.querySelector('svg').getBoundingClientRect();
  return [...document.querySelectorAll('text')].map(text => {
    const box = text.getBoundingClientRect();
    return {text: text.textContent, left: box.left - at.left, right: at.right - box.right,
            top: box.top - at.top, bottom: at.bottom - box.bottom,
            wide: box.width, high: box.height};
  });
}"""


@pytest.mark.parametrize("scheme", CARDS)
def test_charts_fit_a_phone_in_the_colours_of_the_page(
    phone: Callable[..., Page], club: Club, scheme: Literal["light", "dark"]
) -> None:
    page = phone(color_scheme=scheme, viewport={"width": WIDTH, "height": 640})
    statistics(page, club)
    pictures = page.get_by_role("img").all()
    assert len(pictures) >= 4
    for picture in pictures:
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("image => image.naturalWidth") > 0
        box: Any = picture.bounding_box()
        assert box["x"] > 0
        assert box["x"] + box["width"] <= WIDTH
        shown = Image.open(io.BytesIO(picture.screenshot())).convert("RGB")
        assert shown.getpixel((shown.width // 2, 6)) == CARDS[scheme]
        assert len(shown.getcolors(1 << 20) or []) > 20, "something is drawn on it"


@pytest.mark.parametrize("letters", NAMES)
def test_texts_have_room_in_the_font_of_the_browser(
    phone: Callable[..., Page], letters: str
) -> None:
    page = phone()
    names = NAMES[letters]
    for plot in (match(names), tied(names), progress(names, DAYS), versus(names)):
        _, _, svg = draw(plot, "light", "svg").decode().partition("<svg")
        page.set_content(f"<svg{svg}")
        found: list[dict[str, Any]] = page.evaluate(TEXTS)
        assert len(found) > 8
        for box in found:
            assert min(box[side] for side in ("left", "right", "top", "bottom")) >= 0, box
        for one, other in combinations(found, 2):
            across = min(one["left"] + one["wide"], other["left"] + other["wide"])
            down = min(one["top"] + one["high"], other["top"] + other["high"])
            beside = across <= max(one["left"], other["left"])
            # The boxes of a browser's lines are higher than its letters.
            assert beside or down - max(one["top"], other["top"]) <= 4, (one, other)
