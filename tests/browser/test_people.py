"""People come and go: two spellings become one person, a fourth joins for the next match."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser import live
from tests.browser.conftest import BOTH_WAYS, AtTable, Watch
from tests.browser.live import Club
from tests.browser.table import TablePage

WON = {"bid": "scegliete", "soloist": 1, "card_points": 7}


@BOTH_WAYS
def test_two_spellings_become_one_person(page: Page, club: Club) -> None:
    match = club.seat(("Bruno R.", "Ben", "Carla"), [live.PLAIN], place="Bruno's")
    club.add("Bruno Rossi")
    page.goto(club.home)
    page.get_by_text("Menu", exact=True).tap()
    page.get_by_role("link", name="Players").tap()
    page.get_by_role("link", name="Bruno R.").tap()
    page.get_by_role("link", name="Same person as ...").tap()
    page.get_by_role("link", name="Bruno Rossi").tap()
    expect(page.get_by_text("1 match moves to Bruno Rossi.")).to_be_visible()
    expect(page.get_by_text("It cannot be split again.")).to_be_visible()
    page.get_by_role("button", name="They are one person").tap()
    expect(page.get_by_role("heading", name="Bruno Rossi")).to_be_visible()
    expect(page.get_by_text("Also written: Bruno R.")).to_be_visible()
    page.get_by_role("link", name="Cancel").tap()
    expect(page.get_by_role("link", name="Bruno Rossi")).to_be_visible()
    expect(page.get_by_role("link", name="Bruno R.", exact=True)).to_have_count(0)
    table = TablePage(page, club, match)
    table.open()
    expect(page.get_by_role("region", name="Running totals")).to_contain_text("Bruno Rossi")
    table.expect_totals(-2, 4, -2)


def test_a_phone_that_is_put_out_while_it_watches_shows_nothing_more(
    at_table: AtTable, watch: Watch
) -> None:
    watch.allow(404)
    page = at_table(3, [live.PLAIN]).page
    expect(page.get_by_role("region", name="Running totals")).to_be_visible()
    page.context.clear_cookies()
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    expect(page.get_by_role("region", name="Running totals")).to_have_count(0)
    expect(page.get_by_role("banner")).to_have_count(1)


@BOTH_WAYS
def test_the_next_match_has_another_player(page: Page, club: Club, at_table: AtTable) -> None:
    table = at_table(3, [live.PLAIN, WON], place="Bruno's")
    page.get_by_role("link", name="Other players, game or rules").tap()
    page.get_by_role("link", name="Leave Carla out").tap()
    page.get_by_role("textbox", name="Somebody new").fill("Gina")
    page.get_by_role("button", name="Add").tap()
    expect(page.get_by_role("link", name="Leave Gina out")).to_be_visible()
    page.get_by_role("link", name="Who deals first?").tap()
    expect(page.get_by_text("match 2.")).to_be_visible()
    page.get_by_text("House rules", exact=True).tap()
    page.locator('input[name="target"]').fill("31")
    page.get_by_role("button", name="Gina").tap()
    expect(page.get_by_text("No deal yet. Gina deals first.")).to_be_visible()
    expect(page.get_by_text("match 2, to 31")).to_be_visible()
    club.record(table.match + 1, live.PLAIN)
    page.get_by_role("link", name="at Bruno's").tap()
    sums = page.get_by_role("table").first
    for text in ("Ben+40", "Anna−20", "Carla−18", "Gina−2"):
        expect(sums.get_by_role("row").filter(has_text=text)).to_be_visible()


@BOTH_WAYS
def test_who_is_retired_is_said_and_brought_back_into_the_seat(page: Page, club: Club) -> None:
    club.seat(3, [live.PLAIN, WON])
    club.retire(2)
    page.goto(club.home)
    page.get_by_role("link", name="Play again").tap()
    expect(page.get_by_role("alert")).to_contain_text("Ben is retired, and not seated.")
    page.get_by_role("button", name="Bring back Ben").tap()
    expect(page.get_by_role("link", name="Leave Ben out")).to_be_visible()
    page.get_by_role("link", name="Who deals first?").tap()
    page.get_by_role("button", name="Ben").tap()
    expect(page.get_by_text("No deal yet. Ben deals first.")).to_be_visible()
