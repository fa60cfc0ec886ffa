"""An evening is settled by taps: in euros, in yen, and without money; with scripts or without."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import live
from tests.browser.live import Club
from tests.browser.test_look import TOO_WIDE


def open_evening(page: Page, club: Club, match: int) -> None:
    page.goto(club.path(match))
    page.get_by_role("link", name="at Bruno's").tap()


@pytest.mark.parametrize(
    ("scripts", "currency", "worth", "amount"),
    [(True, "EUR", "0,25", "€0.50"), (False, "JPY", "25", "¥50")],
)
def test_an_evening_is_settled_by_taps(
    page: Page, club: Club, currency: str, worth: str, amount: str
) -> None:
    match = club.seat(3, [live.PLAIN], place="Bruno's")
    open_evening(page, club, match)
    page.get_by_role("link", name="Settle up").tap()
    page.locator(f'.tile:has([value="{currency}"])').tap()
    page.get_by_role("textbox", name="A point of Calabresella").fill(worth)
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("heading", name="Who pays whom")).to_be_visible()
    buttons = page.get_by_role("button", name="has paid")
    rows = page.locator(".transfers").first.get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text(amount)
    for left in (1, 0):
        buttons.first.tap()
        expect(buttons).to_have_count(left)
    expect(page.get_by_text("Everything is settled.").first).to_be_visible()
    page.get_by_role("button", name="Undo").first.tap()
    expect(buttons).to_have_count(1)
    expect(page.get_by_text("taken back")).to_be_visible()
    assert page.evaluate(TOO_WIDE) == 0


@pytest.mark.parametrize("scripts", [False])
def test_without_money_an_evening_ends_as_ever(page: Page, club: Club) -> None:
    match = club.seat(3, [live.PLAIN], place="Bruno's")
    open_evening(page, club, match)
    page.get_by_role("link", name="Settle up").tap()
    expect(page.locator('.tile:has([value="none"]) input')).to_be_checked()
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("heading", name="Sum of the evening")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("pays")
    page.get_by_role("button", name="Close the evening").tap()
    expect(page.get_by_role("button", name="Reopen the evening")).to_be_visible()
    expect(page.get_by_role("link", name="Settle up")).to_have_count(0)
