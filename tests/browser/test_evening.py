"""An evening from nothing: joining, players, seats, house rules, and the same without scripts."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser import live
from tests.browser.conftest import ALL_WAYS, BOTH_WAYS, Watch
from tests.browser.live import Club
from tests.browser.table import TablePage


@ALL_WAYS
def test_the_owner_joins_by_the_link_once(
    browser: Browser, tmp_path: Path, watch: Watch, host: str, scripts: bool
) -> None:
    watch.allow(404)
    with live.served(tmp_path / "new") as club:
        link = club.link(host)
        context = browser.new_context(java_script_enabled=scripts)
        watch.over(context)
        page = context.new_page()
        page.goto(club.address(host))
        expect(page.get_by_text("This device has not joined a club here yet.")).to_be_visible()
        live.join(page, link)
        expect(page.get_by_role("heading", name="Evenings")).to_be_visible()
        page.goto(club.address(host))
        expect(page.get_by_role("heading", name="Evenings")).to_be_visible()
        context.clear_cookies()
        page.goto(link)
        expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
        page.goto(club.address(host) + club.home)
        expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
        context.close()


@ALL_WAYS
def test_an_evening_from_nothing(page: Page, club: Club, scripts: bool) -> None:
    page.goto("/")
    page.get_by_role("link", name="New evening").tap()
    for name in ("Anna", "Ben", "Carla"):
        page.get_by_role("textbox", name="Somebody new").fill(name)
        page.get_by_role("button", name="Add").tap()
        expect(page.get_by_role("link", name=f"Leave {name} out")).to_be_visible()
    page.get_by_role("link", name="Who deals first?").tap()
    page.get_by_role("textbox", name="Place").fill("Bruno's")
    page.get_by_role("button", name="Carla").tap()
    expect(page.get_by_text("No deal yet. Carla deals first.")).to_be_visible()
    expect(page.get_by_role("heading", name="at Bruno's")).to_be_visible()
    table = TablePage(page, club, 1)
    table.answer(1, "solo", 6)
    if scripts:
        expect(page.get_by_role("button", name="Check first")).to_be_hidden()
    else:
        page.get_by_role("button", name="Check first").tap()
    for text in ("Ben solo, 6", "Anna −2", "Ben +4", "Carla −2"):
        expect(table.preview).to_contain_text(text)
    assert club.deals(1) == []
    table.expect_answers(soloist=1, bid="solo", card_points=6)
    table.save.tap()
    expect(table.said).to_contain_text("Saved: deal 1, Ben solo, 6")
    table.expect_totals(-2, 4, -2)
    page.get_by_role("button", name="Undo").tap()
    expect(table.said).to_contain_text("Undone: deal 1, Ben solo, 6")
    table.expect_totals(0, 0, 0)
    assert club.deals(1) == []


@BOTH_WAYS
def test_play_again_needs_one_tap_and_the_dealer(page: Page, club: Club) -> None:
    club.seat(3, [live.PLAIN], rules={"target": 31})
    page.goto("/")
    page.get_by_role("link", name="Play again: Anna, Ben, Carla, same rules").tap()
    page.get_by_role("button", name="Ben").tap()
    expect(page.get_by_text("No deal yet. Ben deals first.")).to_be_visible()
    expect(page.get_by_text("to 31", exact=False).first).to_be_visible()


def expect_seated(page: Page, *names: str) -> None:
    """Wait until the new-evening page seats these players in this order."""
    items = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Leave "))
    expect(items).to_have_text([re.compile(f"^\\s*{name}\\s") for name in names])


@BOTH_WAYS
def test_players_are_tapped_reordered_and_shuffled(page: Page, club: Club) -> None:
    club.add(*live.CAST)
    page.goto(f"{club.home}/sittings/new")
    for name in ("Carla", "Anna", "Ben", "Dino"):
        page.get_by_role("link", name=name, exact=True).tap()
        expect(page.get_by_role("link", name=f"Leave {name} out")).to_be_visible()
    expect_seated(page, "Carla", "Anna", "Ben", "Dino")
    page.get_by_role("link", name="Move Carla down").tap()
    expect_seated(page, "Anna", "Carla", "Ben", "Dino")
    page.get_by_role("link", name="Move Dino up").tap()
    expect_seated(page, "Anna", "Carla", "Dino", "Ben")
    page.get_by_role("link", name="Leave Dino out").tap()
    expect(page.get_by_role("link", name="Leave Dino out")).to_have_count(0)
    page.get_by_role("link", name="Shuffle the seats").tap()
    for name in ("Anna", "Ben", "Carla"):
        expect(page.get_by_role("link", name=f"Leave {name} out")).to_be_visible()
    page.get_by_role("link", name="Who deals first?").tap()
    expect(page.get_by_role("button", name="At random")).to_be_visible()


@BOTH_WAYS
def test_a_name_that_looks_alike_is_asked_about(page: Page, club: Club, watch: Watch) -> None:
    watch.allow(422)
    club.add("Anna", "Ben")
    page.goto(f"{club.home}/sittings/new?seats=1.2")
    page.get_by_role("textbox", name="Somebody new").fill("ANNA")
    page.get_by_role("button", name="Add").tap()
    expect(page.get_by_role("alert")).to_contain_text("This name looks like Anna.")
    expect(page.locator('input[name="name"]')).to_have_value("ANNA")
    page.get_by_role("checkbox", name="Yes, another person").check()
    page.get_by_role("button", name="Add").tap()
    expect_seated(page, "Anna", "Ben", "ANNA")


@BOTH_WAYS
def test_house_rules_with_a_ladder_of_ones_own(page: Page, club: Club) -> None:
    ids = club.add("Anna", "Ben", "Carla")
    page.goto(f"{club.home}/sittings/start?seats={'.'.join(map(str, ids))}")
    page.get_by_text("House rules", exact=True).tap()
    page.locator('input[name="stakes"][value="own"]').tap()
    ladder = {"chiamo": 1, "chiedo": 1, "solo": 2, "solissimo": 4, "arcisolo": 32}
    for row, (bid, stake) in enumerate(ladder.items()):
        page.locator(f'input[name="bid_{row}"]').fill(bid)
        page.locator(f'input[name="stake_{row}"]').fill(str(stake))
    page.locator('input[name="target"]').fill("99")
    page.locator('input[name="stramazzo"]').fill("5")
    page.get_by_role("checkbox", name="The soloist always leads").check()
    page.get_by_role("button", name="Anna").tap()
    table = TablePage(page, club, 1)
    expect(table.tiles("bid")).to_have_count(len(ladder))
    expect(page.get_by_text("to 99", exact=False).first).to_be_visible()
    table.record(1, "arcisolo", 6)
    table.expect_totals(-32, 64, -32)
    table.record(2, "chiedo", 11, all_won="some")
    table.expect_totals(-37, 59, -22)


def test_the_ladder_opens_only_when_it_is_ones_own(page: Page, club: Club) -> None:
    ids = club.add("Anna", "Ben", "Carla")
    page.goto(f"{club.home}/sittings/start?seats={'.'.join(map(str, ids))}")
    page.get_by_text("House rules", exact=True).tap()
    expect(page.locator('input[name="bid_0"]')).to_be_hidden()
    page.locator('input[name="stakes"][value="own"]').tap()
    expect(page.locator('input[name="bid_0"]')).to_be_visible()


@BOTH_WAYS
def test_a_wrong_house_rule_is_shown_with_everything_kept(
    page: Page, club: Club, watch: Watch
) -> None:
    watch.allow(422)
    ids = club.add("Anna", "Ben", "Carla")
    page.goto(f"{club.home}/sittings/start?seats={'.'.join(map(str, ids))}")
    page.get_by_role("textbox", name="Place").fill("Bruno's")
    page.get_by_text("House rules", exact=True).tap()
    page.locator('input[name="cappotto"]').fill("lots")
    page.get_by_role("button", name="Anna").tap()
    expect(page.locator('input[name="cappotto"]')).to_be_visible()
    expect(page.locator('input[name="cappotto"]')).to_have_value("lots")
    expect(page.get_by_role("textbox", name="Place")).to_have_value("Bruno's")
    page.locator('input[name="cappotto"]').fill("3")
    page.get_by_role("button", name="Anna").tap()
    expect(page.get_by_text("No deal yet. Anna deals first.")).to_be_visible()


@BOTH_WAYS
def test_enter_in_the_place_chooses_no_dealer(page: Page, club: Club, watch: Watch) -> None:
    watch.allow(422)
    ids = club.add("Anna", "Ben", "Carla")
    page.goto(f"{club.home}/sittings/start?seats={'.'.join(map(str, ids))}")
    page.get_by_role("textbox", name="Place").fill("Bruno's")
    page.get_by_role("textbox", name="Place").press("Enter")
    expect(page.get_by_role("main")).to_contain_text("Choose who deals first.")


@BOTH_WAYS
def test_an_evening_is_summed_up_closed_and_reopened(page: Page, club: Club, scripts: bool) -> None:
    match = club.seat(3, [{"bid": "scegliete", "soloist": 0, "card_points": 9}], place="Bruno's")
    page.goto(club.path(match))
    page.get_by_role("link", name="at Bruno's").tap()
    summary = page.get_by_role("textbox", name="Summary of the evening")
    expect(summary).to_contain_text("Won by Anna")
    expect(page.get_by_role("button", name="Copy")).to_be_visible(visible=scripts)
    if scripts:
        page.get_by_role("button", name="Copy").tap()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
    page.get_by_role("button", name="Close the evening").tap()
    expect(page.get_by_role("button", name="Reopen the evening")).to_be_visible()
    page.goto(club.path(match))
    expect(page.get_by_text("This evening is closed.")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    page.get_by_role("link", name="Reopen it there.").tap()
    page.get_by_role("button", name="Reopen the evening").tap()
    page.get_by_role("link", name="To the table").tap()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()


@BOTH_WAYS
def test_a_player_is_renamed_retired_and_brought_back(page: Page, club: Club) -> None:
    club.add("Anna")
    page.goto(f"{club.home}/players")
    page.get_by_role("link", name="Anna").tap()
    page.get_by_role("textbox", name="Name").fill("Annamaria")
    page.get_by_role("button", name="Rename").tap()
    page.get_by_role("link", name="Annamaria").tap()
    page.get_by_role("button", name="Retire").tap()
    expect(page.get_by_role("heading", name="Retired")).to_be_visible()
    page.get_by_role("link", name="Annamaria").tap()
    page.get_by_role("button", name="Bring back").tap()
    expect(page.get_by_role("heading", name="Retired")).to_have_count(0)
    expect(page.get_by_role("link", name="Annamaria")).to_be_visible()


def test_the_menu_opens_and_leads_everywhere(page: Page, club: Club) -> None:
    club.seat(3)
    page.goto("/")
    for name, heading in (("Players", "Players"), ("Rules of the games", "Rules of the games")):
        page.get_by_text("Menu", exact=True).tap()
        page.get_by_role("navigation").get_by_role("link", name=name).tap()
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
