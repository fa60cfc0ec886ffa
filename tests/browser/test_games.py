"""A whole match of each game by taps: few taps a deal, no keyboard, and nothing scrolled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import AtTable
from tests.browser.table import TablePage

Taps = Sequence[tuple[str, Any]]


class Play(NamedTuple):
    """A match: the game, how many play by which rules, its deals as taps, and what comes of it."""

    game: str
    people: int
    rules: dict[str, Any]
    deals: Sequence[Taps]
    totals: Sequence[int]
    end: str
    most: int = 6


def tens(name: str, points: int) -> Taps:
    """Return the two taps for a number of many."""
    return ((f"{name}_tens", points // 10), (f"{name}_ones", points % 10))


MATCHES = (
    Play(
        "calabresella",
        3,
        {"target": 4},
        [[("soloist", 1), ("bid", "solo"), ("card_points", 8)]],
        [-2, 4, -2],
        "Ben wins the match with 4",
        most=4,
    ),
    Play(
        "calabresella",
        5,
        {"deals": 1},
        [[("soloist", 1), ("bid", "chiamo"), ("partner", 3), ("card_points", 8)]],
        [-2, 3, -2, 3, -2],
        "Ben and Dino share the match with 3",
    ),
    Play(
        "calabrasella",
        3,
        {"deals": 2},
        [
            [("soloist", 0), *tens("card_points", 24)],
            [("soloist", 1), *tens("card_points", 15)],
        ],
        [31, -23, -8],
        "Anna wins the match with 31",
    ),
    Play(
        "briscola",
        2,
        {"first_to": 1},
        [[("counted", 2), *tens("points", 61)]],
        [0, 1],
        "Ben wins the match with 1",
    ),
    Play(
        "briscola",
        3,
        {"first_to": 1},
        [[*tens("points_1", 50), *tens("points_2", 45)]],
        [1, 0, 0],
        "Anna wins the match with 1",
    ),
    Play(
        "briscola",
        4,
        {"first_to": 2},
        [[("counted", 1), *tens("points", 74)], [("counted", 2), *tens("points", 30)]],
        [2, 0],
        "Anna and Carla win the match with 2",
    ),
    Play(
        "chiamata",
        5,
        {"deals": 1},
        [[("caller", 1), ("bid", 71), ("partner", 3), *tens("card_points", 84)]],
        [-2, 4, -2, 2, -2],
        "Ben wins the match with 4",
    ),
    Play(
        "tressette",
        4,
        {"target": 8},
        [[("counted", 1), ("points", 8)]],
        [8, 3],
        "Anna and Carla win the match with 8",
    ),
)


@pytest.mark.parametrize("play", MATCHES, ids=lambda play: f"{play.game}-{play.people}")
def test_a_match_is_played_by_taps(at_table: AtTable, play: Play) -> None:
    table = at_table(play.people, game=play.game, rules=play.rules)
    for number, taps in enumerate(play.deals, start=1):
        assert len(taps) + 1 <= play.most
        for name, value in taps:
            within_sight(table, name, value)
            table.touch(table.tile(name, value).locator("xpath=.."))
            expect(table.tile(name, value)).to_be_checked()
        assert table.scrolled() == 0
        table.touch(table.save)
        expect(table.said).to_contain_text(f"Saved: deal {number},")
    table.expect_totals(*play.totals)
    expect(table.page.get_by_role("heading", name=play.end)).to_be_visible()


def within_sight(table: TablePage, name: str, value: Any) -> None:
    """Assert that a tile lies in the window, above the bar with Save."""
    tile = table.tile(name, value).locator("xpath=..")
    expect(tile).to_be_visible()
    box = tile.bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= table.bar_top() + 0.5, name


def test_briscola_is_counted_by_cards(at_table: AtTable) -> None:
    table = at_table(4, game="briscola")
    table.tap("counted", 1)
    table.page.get_by_role("checkbox", name="Count the cards").check()
    expect(table.tile("points_tens", 6)).to_be_hidden()
    for rank, number in (("aces", 3), ("threes", 2), ("kings", 1), ("queens", 2), ("jacks", 4)):
        table.tap(rank, number)
    expect(table.preview).to_contain_text("71 : 49")
    table.save.tap()
    expect(table.said).to_contain_text("Saved: deal 1, 71 : 49")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_bid_between_the_tiles(at_table: AtTable, scripts: bool) -> None:
    table = at_table(5, game="chiamata")
    table.tap("caller", 0)
    field = table.page.get_by_role("textbox", name="Another number")
    if scripts:
        more = table.page.get_by_role("button", name="One more")
        more.tap()
        expect(table.tile("bid", 61)).to_be_checked()
        for _ in range(4):
            more.tap()
        expect(field).to_have_value("65")
        expect(table.tile("bid", 61)).not_to_be_checked()
    else:
        field.fill("65")
    table.page.get_by_text("Result", exact=True).tap()
    for name, value in (("partner", "nobody"), *tens("card_points", 64)):
        table.tap(name, value)
    table.save.tap()
    expect(table.said).to_contain_text("Saved: deal 1, Anna alone 65, 64")
    table.expect_totals(-4, 1, 1, 1, 1)


def test_at_sixty_the_last_trick_is_asked_for_where_it_decides(at_table: AtTable) -> None:
    table = at_table(2, game="briscola", rules={"sixty": "last_trick"})
    table.tap("counted", 1)
    for points, asked in ((60, True), (70, False), (60, True)):
        for name, value in tens("points", points):
            table.tap(name, value)
        expect(table.tile("last_trick", 2)).to_be_visible(visible=asked)
    table.tap("last_trick", 2)
    table.save.tap()
    expect(table.said).to_contain_text("Saved: deal 1, 60 : 60")
    table.expect_totals(0, 1)


def test_a_void_deal_asks_for_no_points(at_table: AtTable) -> None:
    table = at_table(3, game="calabrasella")
    table.tap("soloist", 0)
    table.page.get_by_text("More: rare cases").tap()
    table.page.get_by_role("checkbox", name="The stock was turned too early").check()
    expect(table.tile("card_points_tens", 2)).to_be_hidden()
    table.save.tap()
    expect(table.said).to_contain_text("Saved: deal 1, Anna stands, void")
    table.expect_totals(-70, 35, 35)
