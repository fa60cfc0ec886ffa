"""Filling in a deal: questions that come and go, counted cards, all pass, the dealer's tile."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ALL_WAYS, BOTH_WAYS, AtTable, Watch
from tests.browser.live import PLAIN


@ALL_WAYS
def test_changing_11_to_7_after_answering_drops_the_answer(at_table: AtTable) -> None:
    table = at_table(3)
    expect(table.tile("all_won", "all")).to_be_hidden()
    table.answer(1, "solo", 11, all_won="all")
    table.tap("card_points", 7)
    expect(table.tile("all_won", "all")).to_be_hidden()
    table.save.tap()
    expect(table.said).to_contain_text("Saved: deal 1, Ben solo, 7")
    table.expect_totals(-2, 4, -2)
    assert table.club.deals(table.match) == [PLAIN]


@BOTH_WAYS
def test_the_question_at_11_is_another_than_the_one_at_0(at_table: AtTable) -> None:
    table = at_table(3)
    table.answer(1, "solo", 11, all_won="some")
    table.tap("card_points", 0)
    expect(table.tile("all_won", "some")).to_be_hidden()
    expect(table.tile("all_lost", "none")).to_be_visible()
    table.tap("all_lost", "none")
    table.save.tap()
    expect(table.said).to_contain_text("Saved: deal 1, Ben solo, 0")
    table.expect_totals(4, -8, 4)


@BOTH_WAYS
def test_an_open_question_is_asked_beside_the_field_and_the_input_kept(
    at_table: AtTable, watch: Watch
) -> None:
    watch.allow(422)
    table = at_table(3)
    table.answer(2, "chiamo", 10)
    table.save.tap()
    expect(table.page.get_by_role("main")).to_contain_text("Choose who took the last trick.")
    table.expect_answers(soloist=2, bid="chiamo", card_points=10)
    table.tap("last_trick", "soloist")
    table.save.tap()
    expect(table.said).to_contain_text("Saved: deal 1, Carla chiamo, 10")
    table.expect_totals(-1, -1, 2)


@ALL_WAYS
def test_counting_the_cards_gives_the_points_and_shows_the_thirds(
    at_table: AtTable, scripts: bool
) -> None:
    table = at_table(3)
    table.tap("soloist", 1)
    table.tap("bid", "solo")
    table.page.get_by_role("checkbox", name="Count the cards").check()
    expect(table.tile("card_points", 6)).to_be_hidden()
    table.tap("aces", 2)
    table.tap("others", 11)
    table.tap("last_trick", "soloist")
    if not scripts:
        table.page.get_by_role("button", name="Check first").tap()
    expect(table.preview).to_contain_text("Ben solo, 6")
    expect(table.preview).to_contain_text("20 thirds")
    table.save.tap()
    expect(table.said).to_contain_text("Saved: deal 1, Ben solo, 6")
    table.expect_totals(-2, 4, -2)


def test_the_count_is_left_out_when_it_is_switched_off_again(at_table: AtTable) -> None:
    table = at_table(3)
    count = table.page.get_by_role("checkbox", name="Count the cards")
    count.check()
    table.tap("aces", 4)
    count.uncheck()
    expect(table.tile("aces", 4)).to_be_hidden()
    table.record(1, "solo", 7)
    assert table.club.deals(table.match) == [PLAIN]


@BOTH_WAYS
def test_all_pass_moves_the_deal_on(at_table: AtTable) -> None:
    table = at_table(3)
    table.tap("soloist", "pass")
    expect(table.tile("bid", "solo")).to_be_hidden()
    expect(table.tile("card_points", 6)).to_be_hidden()
    table.save.tap()
    expect(table.said).to_contain_text("Saved: deal 1, all passed")
    table.expect_totals(0, 0, 0)
    expect(table.page.get_by_text("Ben deals, Carla leads")).to_be_visible()


@BOTH_WAYS
def test_with_four_the_dealer_sits_out(at_table: AtTable) -> None:
    table = at_table(4)
    expect(table.tile("soloist", 0)).to_be_disabled()
    expect(table.page.get_by_text("Anna deals, Ben leads")).to_be_visible()
    table.record(1, "solo", 7)
    table.expect_totals(0, 4, -2, -2)
    expect(table.tile("soloist", 0)).to_be_enabled()
    expect(table.tile("soloist", 1)).to_be_disabled()


def test_when_somebody_else_dealt_another_tile_is_disabled(at_table: AtTable) -> None:
    table = at_table(4)
    table.tap("bid", "solo")
    table.page.get_by_text(re.compile("^More")).tap()
    table.tap("dealer", 2)
    expect(table.tile("soloist", 2)).to_be_disabled()
    expect(table.tile("soloist", 0)).to_be_enabled()
    table.expect_answers(bid="solo", dealer=2)
    table.record(0, "solo", 7)
    table.expect_totals(4, -2, 0, -2)
    expect(table.tile("soloist", 3)).to_be_disabled()


@pytest.mark.parametrize("scripts", [False])
def test_without_scripts_somebody_else_dealt_is_said_by_check_first(
    at_table: AtTable, watch: Watch
) -> None:
    watch.allow(422)
    table = at_table(4)
    table.page.get_by_text(re.compile("^More")).tap()
    table.tap("dealer", 2)
    table.page.get_by_role("button", name="Check first").tap()
    expect(table.tile("soloist", 2)).to_be_disabled()
    expect(table.tile("soloist", 0)).to_be_enabled()
    table.record(0, "solo", 7)
    table.expect_totals(4, -2, 0, -2)
    expect(table.tile("soloist", 3)).to_be_disabled()


def test_the_soloist_leads_at_solissimo(at_table: AtTable) -> None:
    table = at_table(3)
    table.tap("soloist", 0)
    table.tap("bid", "solissimo")
    expect(table.preview).to_contain_text("Anna leads.")


def test_with_five_chiamo_asks_for_the_partner(at_table: AtTable) -> None:
    table = at_table(5)
    expect(table.tile("partner", 1)).to_be_hidden()
    table.tap("bid", "chiamo")
    expect(table.tile("partner", 1)).to_be_visible()
    table.record(0, "chiamo", 7, partner=1)
    table.expect_totals(3, 3, -2, -2, -2)


@BOTH_WAYS
def test_a_penalty_and_a_note(at_table: AtTable) -> None:
    table = at_table(3)
    page = table.page
    page.get_by_text(re.compile("^More")).tap()
    page.get_by_role("link", name="Penalty or adjustment").tap()
    page.locator('input[name="sign_0"][value="-"]').tap()
    page.locator('input[name="score_0"]').fill("2")
    page.locator('input[name="score_1"]').fill("1")
    page.locator('input[name="score_2"]').fill("1")
    page.get_by_role("textbox", name="What for?").fill("revoke")
    page.get_by_role("button", name="Save").tap()
    table.expect_totals(-2, 1, 1)
    expect(page.get_by_text("revoke")).to_be_visible()
    page.get_by_text(re.compile("^More")).tap()
    page.get_by_role("textbox", name="Note").fill("what a monte")
    table.answer(1, "solo", 7)
    table.save.tap()
    expect(page.get_by_text("what a monte")).to_be_visible()
    assert table.club.deals(table.match)[1] == {**PLAIN, "note": "what a monte"}
