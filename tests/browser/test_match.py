"""A match at the table by taps: to 21, undo, next match, play on; and what a deal costs in taps."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import BOTH_NAMES, BOTH_WAYS, AtTable
from tests.browser.live import PLAIN
from tests.browser.table import TablePage


@BOTH_NAMES
def test_a_match_to_21_by_taps(at_table: AtTable) -> None:
    table = at_table(3)
    expect(table.page.get_by_text("No deal yet. Anna deals first.")).to_be_visible()
    table.record(1, "solissimo", 8)
    table.expect_totals(-4, 8, -4)
    table.record(0, "solo", 5)
    table.expect_totals(-8, 10, -2)
    table.record(2, "chiamo", 11, all_won="some")
    table.expect_totals(-11, 7, 4)
    table.tap("soloist", "pass")
    table.save.tap()
    expect(table.said).to_contain_text("Saved: deal 4, all passed")
    table.record(1, "dividete", 6)
    table.expect_totals(-19, 23, -4)
    expect(table.page.get_by_role("heading", name="Ben wins the match with 23")).to_be_visible()
    expect(table.save).to_have_count(0)
    assert len(table.club.deals(table.match)) == 5


@BOTH_WAYS
def test_undo_after_the_match_was_won(at_table: AtTable) -> None:
    table = at_table(3, [{"bid": "scegliete", "soloist": 0, "card_points": 9}])
    expect(table.page.get_by_role("heading", name="Anna wins the match with 32")).to_be_visible()
    table.page.get_by_role("button", name="Undo").tap()
    expect(table.said).to_contain_text("Undone: deal 1, Anna scegliete, 9")
    table.expect_totals(0, 0, 0)
    expect(table.page.get_by_text("wins the match")).to_have_count(0)
    table.page.get_by_role("button", name="Redo").tap()
    expect(table.page.get_by_role("heading", name="Anna wins the match with 32")).to_be_visible()


@BOTH_WAYS
def test_the_next_match_has_the_same_seats_and_the_next_dealer(at_table: AtTable) -> None:
    table = at_table(3, [{"bid": "scegliete", "soloist": 0, "card_points": 9}])
    table.page.get_by_role("button", name="Next match").tap()
    expect(table.page.get_by_text("No deal yet. Ben deals first.")).to_be_visible()
    table.expect_totals(0, 0, 0)
    expect(table.page.get_by_text("match 2", exact=False).first).to_be_visible()


@BOTH_WAYS
def test_a_table_plays_on_after_the_end(at_table: AtTable) -> None:
    table = at_table(3, [{"bid": "scegliete", "soloist": 0, "card_points": 9}])
    table.page.get_by_role("link", name="Play on").tap()
    table.record(1, "solo", 9)
    table.expect_totals(30, -12, -18)
    table.record(2, "solo", 9)
    table.expect_totals(28, -14, -14)


def test_a_deal_undone_can_be_shown_until_another_is_recorded(at_table: AtTable) -> None:
    table = at_table(3)
    table.record(1, "solo", 7)
    table.page.get_by_role("button", name="Undo").tap()
    expect(table.page.get_by_role("button", name="Redo")).to_be_visible()
    table.record(2, "chiamo", 6)
    expect(table.page.get_by_role("button", name="Redo")).to_have_count(0)
    table.expect_totals(-1, -1, 2)


TAP_COUNT = """() => {
  window.taps = 0;
  addEventListener('pointerdown', () => { window.taps += 1; }, true);
}"""


@BOTH_NAMES
@pytest.mark.parametrize("size", [(360, 640)])
@pytest.mark.parametrize("people", [3, 4])
@pytest.mark.parametrize("bid", ["chiamo", "solo", "scegliete"])
def test_four_taps_record_a_plain_deal_without_scrolling(
    at_table: AtTable, people: int, bid: str
) -> None:
    table = at_table(people, [PLAIN])
    table.page.evaluate(TAP_COUNT)
    check_everything_is_in_sight(table)
    for name, value in (("soloist", 2), ("bid", bid), ("card_points", 5)):
        table.touch(table.tile(name, value))
        expect(table.tile(name, value)).to_be_checked()
        assert table.scrolled() == 0
    expect(table.preview).to_contain_text(f"Carla {bid}, 5")
    check_everything_is_in_sight(table)
    table.touch(table.save)
    expect(table.said).to_contain_text(f"Saved: deal 2, Carla {bid}, 5")
    assert table.scrolled() == 0
    assert table.page.evaluate("() => window.taps") == 4
    check_everything_is_in_sight(table)


def check_everything_is_in_sight(table: TablePage) -> None:
    """Assert that all tiles of a plain deal lie above the bar, and Save inside the window."""
    window = table.page.viewport_size
    assert window is not None
    top = table.bar_top()
    for name in ("soloist", "bid", "card_points"):
        for tile in table.tiles(name).all():
            box = tile.bounding_box()
            assert box is not None
            assert box["y"] >= 0, (name, box)
            assert box["y"] + box["height"] <= top, (name, box, top)
            assert box["x"] >= 0, (name, box)
            assert box["x"] + box["width"] <= window["width"], (name, box)
    box = table.save.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= window["height"]


def test_nothing_is_chosen_in_advance(at_table: AtTable) -> None:
    table = at_table(4, [PLAIN])
    expect(table.page.locator("form:has([name=seen]) input:checked")).to_have_count(0)


def test_the_preview_shows_everybodys_score_before_saving(at_table: AtTable) -> None:
    table = at_table(3)
    table.answer(2, "chiamo", 10, last_trick="opponents")
    expect(table.preview).to_contain_text("Carla chiamo, 10")
    expect(table.preview).to_contain_text("stramazzo")
    for text in ("Anna −3", "Ben −3", "Carla +6"):
        expect(table.preview).to_contain_text(text)
    assert table.club.deals(table.match) == []
