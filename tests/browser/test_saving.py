"""A deal is saved once, whatever happens: cut connections, Back, double taps, two tabs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import ALL_WAYS, BOTH_NAMES, BOTH_WAYS, AtTable, Watch
from tests.browser.live import ELSEWHERE, PLAIN, Club
from tests.browser.table import TablePage

# What the browser and htmx say of a connection that was cut.
CUT = ("ERR_CONNECTION", "htmx:error: Failed to fetch")
SAVING = "**/deals"


def cut_before(route: Route) -> None:
    """Cut the connection before anything is sent."""
    route.abort("connectionfailed")


def cut_after(route: Route) -> None:
    """Let the server do what was asked for, and cut the connection before it can say so."""
    request = route.request
    here = request.url.replace(ELSEWHERE, "127.0.0.1")
    host = request.url.split("/")[2]
    route.fetch(url=here, headers={**request.all_headers(), "host": host}, max_redirects=0)
    route.abort("connectionreset")


@BOTH_NAMES
@pytest.mark.parametrize(
    ("cut", "kept"), [(cut_before, 0), (cut_after, 1)], ids=["before", "after"]
)
def test_a_cut_connection_keeps_the_input_and_tapping_again_records_once(
    at_table: AtTable, watch: Watch, cut: Callable[[Route], None], kept: int
) -> None:
    watch.allow(*CUT)
    table = at_table(3)
    table.answer(1, "solo", 7)
    expect(table.preview).to_contain_text("Ben solo, 7")
    op_id = table.op_id
    table.page.route(SAVING, cut)
    table.save.tap()
    expect(table.preview).to_contain_text("Not saved yet")
    assert len(table.club.deals(table.match)) == kept
    table.expect_answers(soloist=1, bid="solo", card_points=7)
    assert table.op_id == op_id
    table.page.unroute(SAVING)
    table.save.tap()
    expect(table.said).to_contain_text("Saved: deal 1, Ben solo, 7")
    assert table.club.deals(table.match) == [PLAIN]
    table.expect_totals(-2, 4, -2)


def test_not_saved_yet_stays_when_the_preview_is_cut_too(at_table: AtTable, watch: Watch) -> None:
    watch.allow(*CUT)
    table = at_table(3)
    table.page.route("**/deals/**", cut_before)
    table.page.route(SAVING, cut_before)
    table.answer(1, "solo", 7)
    table.save.tap()
    expect(table.preview).to_contain_text("Not saved yet")


def test_a_changed_answer_after_a_cut_is_not_lost(at_table: AtTable, watch: Watch) -> None:
    watch.allow(*CUT, 422)
    table = at_table(3)
    table.answer(1, "solo", 7)
    table.page.route(SAVING, cut_after)
    table.save.tap()
    expect(table.preview).to_contain_text("Not saved yet")
    table.page.unroute(SAVING)
    op_id = table.op_id
    table.tap("card_points", 8)
    table.save.tap()
    expect(table.page.get_by_role("alert")).to_contain_text("already saved deal 1, Ben solo, 7")
    table.expect_answers(soloist=1, bid="solo", card_points=8)
    assert table.op_id != op_id
    assert table.club.deals(table.match) == [PLAIN]


@ALL_WAYS
def test_back_after_a_save_and_save_again_records_nothing_by_accident(at_table: AtTable) -> None:
    table = at_table(3)
    op_id = table.op_id
    table.record(1, "solo", 7)
    table.page.go_back()
    table.open()
    # What a browser that keeps pages would show: the form of before, with its op id.
    form = table.page.locator('form:has([name="seen"])')
    form.locator('[name="op_id"]').evaluate("(field, value) => { field.value = value; }", op_id)
    form.locator('[name="seen"]').evaluate("(field) => { field.value = '0'; }")
    table.answer(1, "solo", 7)
    table.save.tap()
    expect(table.said).to_contain_text("Saved: deal 1, Ben solo, 7")
    expect(table.tiles("soloist").locator("visible=true").nth(1)).not_to_be_checked()
    assert table.club.deals(table.match) == [PLAIN]


@pytest.mark.parametrize("scripts", [False])
def test_the_page_that_back_shows_saves_nothing_twice(at_table: AtTable, watch: Watch) -> None:
    watch.allow(422)
    table = at_table(3)
    table.record(1, "solo", 7)
    table.page.go_back()
    table.save.tap()
    expect(table.totals.first).to_be_visible()
    assert table.club.deals(table.match) == [PLAIN]


@ALL_WAYS
def test_a_double_tap_records_once(at_table: AtTable) -> None:
    table = at_table(3)
    table.answer(1, "solo", 7)
    table.save.dblclick()
    expect(table.said).to_contain_text("Saved: deal 1, Ben solo, 7")
    table.expect_totals(-2, 4, -2)
    assert table.club.deals(table.match) == [PLAIN]


def two_tabs(phone: Callable[..., Page], club: Club) -> tuple[TablePage, TablePage]:
    """Open the same table twice."""
    match = club.seat(3)
    tables = (TablePage(phone(), club, match), TablePage(phone(), club, match))
    for table in tables:
        table.open()
    return tables


@ALL_WAYS
def test_the_second_of_two_phones_is_asked_the_same_or_another(
    phone: Callable[..., Page], club: Club, watch: Watch
) -> None:
    watch.allow(409)
    first, second = two_tabs(phone, club)
    first.record(1, "solo", 7)
    second.answer(2, "chiamo", 6)
    second.save.tap()
    asked = second.page.get_by_role("alert")
    expect(asked).to_contain_text("deal 1, Ben solo, 7")
    expect(asked).to_contain_text("the same, or another?")
    assert club.deals(first.match) == [PLAIN]
    second.expect_answers(soloist=2, bid="chiamo", card_points=6)
    second.page.get_by_role("button", name="Another").tap()
    expect(second.said).to_contain_text("Saved: deal 2, Carla chiamo, 6")
    assert len(club.deals(first.match)) == 2


@BOTH_WAYS
def test_the_same_is_left(phone: Callable[..., Page], club: Club, watch: Watch) -> None:
    watch.allow(409)
    first, second = two_tabs(phone, club)
    first.record(1, "solo", 7)
    second.answer(1, "solo", 7)
    second.save.tap()
    second.page.get_by_role("link", name="The same").tap()
    expect(second.page.get_by_role("alert")).to_have_count(0)
    expect(second.page.get_by_text("Deal 2")).to_be_visible()
    assert club.deals(first.match) == [PLAIN]


@BOTH_WAYS
def test_undo_asks_and_hides_nothing_when_another_deal_was_recorded(
    phone: Callable[..., Page], club: Club, watch: Watch
) -> None:
    watch.allow(409)
    first, second = two_tabs(phone, club)
    first.record(1, "solo", 7)
    second.open()
    second.record(2, "chiamo", 6)
    first.page.get_by_role("button", name="Undo").tap()
    expect(first.page.get_by_role("alert")).to_contain_text("Nothing was undone")
    assert len(club.deals(first.match)) == 2
    first.page.get_by_role("button", name="Undo deal 2").tap()
    expect(first.said).to_contain_text("Undone: deal 2")
    assert club.deals(first.match) == [PLAIN]


@BOTH_WAYS
def test_a_closed_evening_saves_nothing_and_says_so(at_table: AtTable, watch: Watch) -> None:
    watch.allow(409)
    table = at_table(3)
    table.answer(1, "solo", 7)
    table.club.close_evening(table.match)
    table.save.tap()
    expect(table.page.get_by_role("alert")).to_contain_text("this evening is closed")
    assert table.club.deals(table.match) == []
