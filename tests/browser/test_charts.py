"""Charts in a real browser: there, in the colours of the page, and no wider than a phone."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, Literal

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.live import Club
from tests.browser.pages import statistics

CARDS: dict[Literal["light", "dark"], tuple[int, int, int]] = {
    "light": (0xFF, 0xFD, 0xF7),
    "dark": (0x17, 0x2B, 0x25),
}
WIDTH = 360


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
