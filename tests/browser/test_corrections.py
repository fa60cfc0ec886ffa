"""Corrections by taps: seen before they are saved, from one phone and from two."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser import live
from tests.browser.conftest import ALL_WAYS, BOTH_WAYS, AtTable, Watch
from tests.browser.live import PLAIN, Club
from tests.browser.pages import PAGES, see_changes
from tests.browser.table import TablePage
from tests.browser.test_look import COVERED, SMALL_TARGETS, TOO_WIDE

CORRECTING = [
    name for name in PAGES if re.search("correct|theirs|deal$", name) and name != "look-alike"
]


def save(page: Page) -> None:
    """Tap the button that saves what was seen."""
    page.get_by_role("button", name="Save", exact=True).tap()


def open_deal(table: TablePage, number: int) -> None:
    """Go from the table to the page of a deal by its link on the score sheet."""
    table.page.get_by_role("link", name=re.compile(rf"^{number} · ")).tap()
    expect(table.page.get_by_role("heading", level=1)).to_contain_text(f"deal {number}")


@ALL_WAYS
def test_a_deal_is_corrected_and_what_changes_is_seen_first(at_table: AtTable) -> None:
    table = at_table(3, [PLAIN, PLAIN | {"soloist": 2}, {"bid": "pass"}])
    page = table.page
    open_deal(table, 1)
    table.expect_answers(soloist=1, bid="solo", card_points=7, dealer=0)
    table.tap("card_points", 3)
    table.tap("dealer", 1)
    see_changes(page)
    changes = page.get_by_role("status")
    for text in ("now: Ben solo, 7", "then: Ben solo, 3", "Ben deals instead of Anna"):
        expect(changes).to_contain_text(text)
    expect(changes.get_by_role("row", name="Ben")).to_contain_text(re.compile("2.*−6"))
    assert table.club.deals(table.match)[0] == PLAIN
    save(page)
    expect(table.said).to_contain_text("Corrected: deal 1, Ben solo, 3")
    table.expect_totals(0, -6, 6)
    assert table.club.deals(table.match)[0] == PLAIN | {"card_points": 3, "dealer": 1}


@BOTH_WAYS
def test_an_answer_that_a_corrected_deal_needs_is_asked_for(
    at_table: AtTable, watch: Watch
) -> None:
    watch.allow(422)
    table = at_table(3, [PLAIN])
    open_deal(table, 1)
    expect(table.tile("last_trick", "soloist")).to_be_hidden()
    table.tap("card_points", 10)
    expect(table.tile("last_trick", "soloist")).to_be_visible()
    table.page.get_by_role("button", name="Show what changes").tap()
    expect(table.page.get_by_text("Choose who took the last trick.")).to_be_visible()
    table.tap("last_trick", "opponents")
    see_changes(table.page)
    save(table.page)
    table.expect_totals(-6, 12, -6)


@BOTH_WAYS
def test_a_deal_is_deleted_and_restored(at_table: AtTable) -> None:
    table = at_table(3, [PLAIN, PLAIN | {"soloist": 2}])
    page = table.page
    open_deal(table, 1)
    page.get_by_role("button", name="Delete this deal").tap()
    expect(page.get_by_role("status")).to_contain_text("Deal 1 goes")
    page.get_by_role("button", name="Delete it").tap()
    table.expect_totals(-2, -2, 4)
    expect(table.said).to_contain_text("Deleted: Ben solo, 7")
    page.get_by_role("link", name="Restore", exact=True).tap()
    expect(page.get_by_role("main")).to_contain_text("does not count: Ben solo, 7")
    expect(page.get_by_role("status")).to_contain_text("Deal 1 comes")
    page.get_by_role("button", name="Restore it").tap()
    expect(table.said).to_contain_text("Restored: deal 1, Ben solo, 7")
    assert table.club.deals(table.match) == [PLAIN, PLAIN | {"soloist": 2}]


@BOTH_WAYS
def test_a_forgotten_deal_goes_into_the_middle(at_table: AtTable) -> None:
    table = at_table(3, [PLAIN, PLAIN | {"soloist": 2}])
    page = table.page
    open_deal(table, 2)
    page.get_by_role("link", name="A deal was forgotten before it").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("A forgotten deal before deal 2")
    table.expect_answers(dealer=1)
    table.answer(0, "chiamo", 8)
    page.get_by_role("checkbox", name="Who dealt the later deals stays").check()
    see_changes(page)
    page.get_by_role("button", name="Insert it").tap()
    expect(table.said).to_contain_text("Inserted: deal 2, Anna chiamo, 8")
    forgotten = {"bid": "chiamo", "soloist": 0, "card_points": 8}
    later = PLAIN | {"soloist": 2, "dealer": 1}
    assert table.club.deals(table.match) == [PLAIN, forgotten, later]


@BOTH_WAYS
def test_seats_and_rules_of_a_match_are_corrected(at_table: AtTable, watch: Watch) -> None:
    watch.allow(422)
    table = at_table(3, [PLAIN])
    page = table.page
    page.get_by_text("Menu", exact=True).tap()
    page.get_by_role("link", name="Correct this match").tap()
    for seat, name in (("Seat 1", "Ben"), ("Seat 2", "Anna")):
        page.get_by_role("combobox", name=seat).select_option(label=name)
    page.get_by_role("textbox", name="Points to win").fill("4")
    see_changes(page)
    changes = page.get_by_role("status")
    expect(changes).to_contain_text("The match is then won by Ben.")
    expect(changes).to_contain_text("Ben deals instead of Anna")
    page.get_by_role("combobox", name="Who dealt first?").select_option(label="Seat 2: Anna")
    page.get_by_role("button", name="Check again").tap()
    expect(changes).not_to_contain_text("deals instead of")
    save(page)
    table.expect_totals(4, -2, -2)
    expect(page.get_by_role("heading", name="Ben wins the match with 4")).to_be_visible()
    assert table.club.deals(table.match) == [PLAIN | {"soloist": 0}]


@BOTH_WAYS
def test_a_decided_match_asks_why_and_keeps_the_changes_in_sight(
    at_table: AtTable, watch: Watch
) -> None:
    watch.allow(422)
    table = at_table(3, [{"bid": "scegliete", "soloist": 0, "card_points": 9}])
    page = table.page
    open_deal(table, 1)
    table.tap("card_points", 5)
    see_changes(page)
    expect(page.get_by_role("status")).to_contain_text("undecided again; it was won by Anna")
    save(page)
    expect(page.get_by_text("Say why")).to_be_in_viewport()
    page.get_by_role("textbox", name="Why?").fill("we had miscounted")
    save(page)
    table.expect_totals(-32, 16, 16)
    expect(page.get_by_text("wins the match")).to_have_count(0)


Phones = Callable[..., tuple[TablePage, TablePage]]


@pytest.fixture
def two(phone: Callable[..., Page], club: Club, host: str) -> Phones:
    """Return what opens a table on two phones, each a device of its own."""

    def sit(*played: dict[str, object]) -> tuple[TablePage, TablePage]:
        match = club.seat(3, played)
        tables = [TablePage(phone(), club, match) for _ in range(2)]
        other = tables[1].page.context
        other.clear_cookies()
        live.let_in(other, club, club.device("Ben's phone"), host)
        for table in tables:
            table.open()
        return tables[0], tables[1]

    return sit


@ALL_WAYS
def test_the_second_save_of_a_deal_shows_theirs_and_yours(two: Phones, watch: Watch) -> None:
    watch.allow(409)
    mine, theirs = two(PLAIN)
    for table, points in ((mine, 3), (theirs, 9)):
        open_deal(table, 1)
        table.tap("card_points", points)
        see_changes(table.page)
    save(theirs.page)
    expect(theirs.said).to_contain_text("Corrected: deal 1, Ben solo, 9")
    save(mine.page)
    asked = mine.page.get_by_role("alert")
    expect(asked).to_be_in_viewport()
    expect(asked).to_contain_text("changed on another phone")
    expect(asked).to_contain_text(re.compile("Theirs.*Ben solo, 9.*Yours"))
    mine.expect_answers(soloist=1, bid="solo", card_points=3)
    assert mine.club.deals(mine.match) == [PLAIN | {"card_points": 9}]
    save(mine.page)
    expect(mine.said).to_contain_text("Corrected: deal 1, Ben solo, 3")
    assert mine.club.deals(mine.match) == [PLAIN | {"card_points": 3}]


@BOTH_WAYS
def test_corrections_of_different_deals_both_survive(two: Phones) -> None:
    mine, theirs = two(PLAIN, PLAIN)
    open_deal(mine, 1)
    open_deal(theirs, 2)
    for table, points in ((mine, 3), (theirs, 9)):
        table.tap("card_points", points)
        see_changes(table.page)
    save(theirs.page)
    expect(theirs.said).to_contain_text("Corrected: deal 2")
    save(mine.page)
    expect(mine.said).to_contain_text("Corrected: deal 1")
    mine.expect_totals(0, 0, 0)
    assert [deal["card_points"] for deal in mine.club.deals(mine.match)] == [3, 9]


@BOTH_WAYS
def test_a_new_deal_while_another_phone_corrects_an_old_one(two: Phones) -> None:
    """A correction of an old deal is no reason to ask about a new one."""
    mine, theirs = two(PLAIN)
    open_deal(theirs, 1)
    theirs.tap("card_points", 3)
    see_changes(theirs.page)
    mine.record(2, "chiamo", 8)
    save(theirs.page)
    expect(theirs.said).to_contain_text("Corrected: deal 1")
    theirs.expect_totals(1, -5, 4)
    assert len(mine.club.deals(mine.match)) == 2


@BOTH_WAYS
def test_a_deal_deleted_on_another_phone_is_not_edited(two: Phones, watch: Watch) -> None:
    watch.allow(409)
    mine, theirs = two(PLAIN, PLAIN)
    open_deal(mine, 1)
    open_deal(theirs, 1)
    theirs.page.get_by_role("button", name="Delete this deal").tap()
    theirs.page.get_by_role("button", name="Delete it").tap()
    expect(theirs.said).to_contain_text("Deleted: Ben solo, 7")
    mine.tap("card_points", 3)
    mine.page.get_by_role("button", name="Show what changes").tap()
    expect(mine.page.get_by_role("alert")).to_contain_text("deleted or restored")
    mine.page.get_by_role("link", name="See it as it is").tap()
    expect(mine.page.get_by_role("heading", level=1)).to_have_text("Restore a deal")
    assert mine.club.deals(mine.match) == [PLAIN]


@pytest.mark.parametrize("name", CORRECTING)
@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
def test_long_names_fit(page: Page, club: Club, watch: Watch, name: str) -> None:
    watch.allow("status of 4")
    names: Sequence[str] = live.LONG
    PAGES[name](page, club, names)
    assert page.evaluate(TOO_WIDE) == 0
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("size", [(360, 640)])
def test_the_bar_holds_its_buttons_and_enter_saves_nothing_unseen(at_table: AtTable) -> None:
    table = at_table(4, [PLAIN])
    page = table.page
    open_deal(table, 1)
    for button in page.locator(".bar .button, .bar button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert box["height"] <= 60, "its words stand on one line"
    table.tap("card_points", 3)
    page.get_by_role("textbox", name="Note").press("Enter")
    expect(page.get_by_role("heading", name="What changes")).to_be_in_viewport()
    assert table.club.deals(table.match) == [PLAIN]
