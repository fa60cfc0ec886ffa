"""Stages of a deal's form: one is unfolded at a time, and a folded one says what was tapped."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import AtTable, Watch
from tests.browser.live import CAST
from tests.browser.table import TablePage


def stage(table: TablePage, number: int) -> Locator:
    return table.page.locator("details.stage").nth(number)


def said(table: TablePage, number: int) -> Locator:
    return stage(table, number).locator("output")


def expect_unfolded(table: TablePage, number: int) -> None:
    """Wait until this stage is the one that is unfolded."""
    expect(table.page.locator("details.stage[open]")).to_have_count(1)
    expect(stage(table, number)).to_have_attribute("open", "")


def tap_all(table: TablePage, **answers: int | str) -> None:
    for name, value in answers.items():
        table.tap(name, value)


def test_after_a_save_the_first_stage_is_unfolded(at_table: AtTable) -> None:
    table = at_table(5, game="chiamata")
    for number in (1, 2):
        tap_all(table, caller=1, bid=71)
        expect(said(table, 0)).to_have_text("Ben, 71")
        expect_unfolded(table, 1)
        tap_all(table, partner=3, card_points_tens=8, card_points_ones=4)
        table.save.tap()
        expect(table.said).to_contain_text(f"Saved: deal {number}, Ben with Dino 71, 84")
        expect_unfolded(table, 0)
        expect(table.tile("caller", 1)).to_be_visible()
        expect(said(table, 0)).to_be_empty()


def test_three_numbers_are_a_stage_each_after_a_save_too(at_table: AtTable) -> None:
    table = at_table(3, game="briscola")
    tap_all(table, points_1_tens=5, points_1_ones=0)
    expect(said(table, 0)).to_have_text("50")
    tap_all(table, points_2_tens=4, points_2_ones=5)
    table.save.tap()
    expect(table.said).to_contain_text("Saved: deal 1,")
    expect_unfolded(table, 0)


def test_a_refused_save_shows_the_open_question_and_what_was_chosen(
    at_table: AtTable, watch: Watch
) -> None:
    watch.allow(422)
    table = at_table(5, game="chiamata")
    tap_all(table, caller=1, bid=71, card_points_tens=8, card_points_ones=4)
    table.save.tap()
    expect(table.page.get_by_text("Choose the partner, or alone.").first).to_be_visible()
    expect_unfolded(table, 1)
    expect(table.tile("partner", 3)).to_be_visible()
    expect(said(table, 0)).to_have_text("Ben, 71")


def test_who_sits_out_is_said_where_it_is_not_as_proposed(at_table: AtTable) -> None:
    table = at_table(7, game="chiamata")
    tap_all(table, caller=1, bid=71)
    expect(said(table, 0)).to_have_text("Ben, 71")
    stage(table, 0).locator("summary").tap()
    tap_all(table, out=0)
    tap_all(table, out=4)
    expect(said(table, 0)).to_have_text("Ben, 71, Elsa sits out, Gina sits out")


@pytest.mark.parametrize("scripts", [True, False])
def test_neither_the_caller_nor_who_sits_out_can_be_the_partner(
    at_table: AtTable, scripts: bool
) -> None:
    table = at_table(6, game="chiamata")
    tap_all(table, caller=1, out=4, bid=71)
    if not scripts:
        stage(table, 1).locator("summary").tap()
    for seat in range(6):
        tile = table.tile("partner", seat)
        expect(tile).to_be_visible(visible=seat not in (1, 4))
        table.touch(tile.locator("xpath=../span"))
        expect(tile).to_be_checked(checked=seat not in (1, 4))
    stage(table, 0).locator("summary").tap()
    tap_all(table, caller=2)
    stage(table, 1).locator("summary").tap()
    expect(table.tile("partner", 1)).to_be_visible()
    expect(table.tile("partner", 2)).not_to_be_visible()


def test_cards_that_are_counted_are_said_as_points(at_table: AtTable) -> None:
    table = at_table(("Bartolomeo Colleoni", *CAST[1:5]), game="chiamata")
    tap_all(table, caller=1, bid=71, partner=0)
    table.page.get_by_role("checkbox", name="Count the cards").check()
    expect(said(table, 1)).to_have_text("Bartolomeo…")
    tap_all(table, aces=2, threes=2, kings=2, queens=1)
    expect(said(table, 1)).to_have_text("Bartolomeo…")
    tap_all(table, jacks=4)
    expect(said(table, 1)).to_have_text("Bartolomeo…, 61")
    expect(table.preview).to_contain_text("71, 61")


@pytest.mark.parametrize("way", ["enter", "result", "elsewhere"])
def test_a_typed_bid_leads_on_to_the_result(at_table: AtTable, way: str) -> None:
    table = at_table(5, game="chiamata")
    tap_all(table, caller=1)
    field = table.page.get_by_role("textbox", name="Another number")
    field.tap()
    table.page.keyboard.type("65")
    expect_unfolded(table, 0)
    if way == "enter":
        table.page.keyboard.press("Enter")
    else:
        where = stage(table, 1).locator("summary") if way == "result" else table.said
        table.touch(where)
    expect(said(table, 0)).to_have_text("Ben, 65")
    expect_unfolded(table, 1)
    expect(table.page.locator('[name="partner"]:checked')).to_have_count(0)
    assert table.club.deals(table.match) == []
    tap_all(table, partner=3, card_points_tens=8, card_points_ones=4)
    stage(table, 0).locator("summary").tap()
    field.tap()
    table.page.keyboard.press("Enter")
    expect(table.said).to_contain_text("Saved: deal 1, Ben with Dino 65, 84")


def test_what_is_no_number_is_stepped_from_the_lowest(at_table: AtTable) -> None:
    table = at_table(5, game="chiamata")
    table.page.get_by_role("textbox", name="Another number").fill("sixty")
    table.page.get_by_role("button", name="One more").tap()
    table.expect_answers(bid=61)


def test_another_dealer_leaves_the_stage_unfolded(at_table: AtTable) -> None:
    table = at_table(6, game="chiamata")
    tap_all(table, caller=1)
    table.page.get_by_text(re.compile("^More")).tap()
    table.tap("dealer", 2)
    expect(table.page.get_by_text("Carla deals")).to_be_visible()
    expect_unfolded(table, 0)
    table.expect_answers(caller=1, dealer=2, out=2)
    expect(table.tile("dealer", 2)).to_be_visible()
    table.tap("out", 4)
    expect(table.page.locator('[name="out"]:checked')).to_have_count(1)
    table.tap("dealer", 3)
    expect(table.page.get_by_text("Dino deals")).to_be_visible()
    table.expect_answers(caller=1, dealer=3, out=4)
