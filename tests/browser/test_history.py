"""A deal is corrected, seen in the history, and put back from there."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import BOTH_WAYS, AtTable
from tests.browser.live import PLAIN


@BOTH_WAYS
def test_a_correction_is_seen_in_the_history_and_put_back(at_table: AtTable) -> None:
    table = at_table(3, [PLAIN, PLAIN])
    page = table.page
    table.expect_totals(-4, 8, -4)
    page.get_by_role("link", name="1 · Ben solo, 7").tap()
    table.tap("card_points", 3)
    page.get_by_role("button", name="Show what changes").tap()
    page.get_by_role("button", name="Save", exact=True).tap()
    table.expect_totals(0, 0, 0)

    page.get_by_text("Menu", exact=True).tap()
    page.get_by_role("link", name="History of this match").tap()
    corrected = page.get_by_role("listitem").filter(has_text="Corrected: deal 1")
    expect(corrected).to_contain_text("Ben solo, 3 instead of Ben solo, 7")
    expect(page.get_by_role("listitem").filter(has_text="Recorded")).to_have_count(2)
    page.get_by_role("combobox", name="What was done").select_option(label="Deal corrected")
    page.get_by_role("button", name="Show").tap()
    expect(page.get_by_role("listitem").filter(has_text="Recorded")).to_have_count(0)

    corrected.get_by_role("link", name="Put it back as it was").tap()
    table.expect_answers(soloist=1, bid="solo", card_points=7)
    expect(page.get_by_role("status")).to_contain_text("So it stood before that change.")
    page.get_by_role("button", name="Save", exact=True).tap()
    table.expect_totals(-4, 8, -4)
    assert table.club.deals(table.match) == [PLAIN, PLAIN]
