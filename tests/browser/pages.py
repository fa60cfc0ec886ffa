"""Every page of the product, each in the state worth looking at: for the tests and the shots."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.browser import live
from tests.browser.live import Club
from tests.browser.table import TablePage

Show = Callable[..., None]
PAGES: Final[dict[str, Show]] = {}

RUN: Final[tuple[dict[str, Any], ...]] = (
    {"bid": "chiamo", "soloist": 1, "card_points": 8},
    {"bid": "solo", "soloist": 2, "card_points": 5, "note": "the monte went the wrong way"},
    {"bid": "solissimo", "soloist": 0, "card_points": 11, "tricks": "some", "dealer": 2},
    {"bid": "pass"},
    {"adjust": [-2, 1, 1], "note": "revoke"},
    {"bid": "chiamo", "soloist": 2, "card_points": 10, "last_trick": "soloist", "dealer": 1},
)
WON: Final = ({"bid": "scegliete", "soloist": 1, "card_points": 7},)


def page_of(show: Show) -> Show:
    """Enter a page under its function's name."""
    PAGES[show.__name__.replace("_", "-")] = show
    return show


def run(people: int) -> list[dict[str, Any]]:
    """Return the deals of a running match for this many seats."""
    rest = [0] * (people - 3)
    return [d | {"adjust": d["adjust"] + rest} if "adjust" in d else dict(d) for d in RUN]


def table(
    page: Page,
    club: Club,
    names: Sequence[str],
    played: Sequence[dict[str, Any]] = (),
    **more: Any,
) -> TablePage:
    """Seat people and open their table."""
    at = TablePage(page, club, club.seat(names, played, place="Bruno's", **more))
    at.open()
    return at


@page_of
def table_empty(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    table(page, club, names[:3])


@page_of
def table_3(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    table(page, club, names[:3], run(3), rules={"target": 51})


@page_of
def table_4(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    table(page, club, names[:4], run(4), rules={"target": 51}, dealer=3)


@page_of
def table_5(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    table(page, club, names[:5], run(5), rules={"target": 51})


@page_of
def table_7(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    table(page, club, names[:7], run(7), rules={"target": 51}, dealer=6)


@page_of
def table_of_pairs(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    played = [{"card_points": [74, None]}, {"card_points": [None, 61]}]
    at = table(page, club, names[:4], played, game="briscola")
    page.get_by_role("checkbox", name="Count the cards").check()
    for name, value in (("counted", 1), ("aces", 3), ("threes", 2), ("kings", 1)):
        at.tap(name, value)


@page_of
def table_with_stages(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    played = [{"bid": 71, "caller": 0, "partner": 2, "card_points": 80}]
    at = table(page, club, names[:5], played, game="chiamata")
    for name, value in (("caller", 1), ("bid", 61), ("partner", 3)):
        at.tap(name, value)
    for name, value in (("card_points_tens", 8), ("card_points_ones", 4)):
        at.tap(name, value)
    expect(at.preview).to_contain_text("61, 84")


@page_of
def evening_of_two_games(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    match = club.seat(names[:4], run(4), rules={"target": 51}, place="Bruno's", dealer=3)
    club.go_on(match, "briscola", [{"card_points": [74, None]}] * 3)
    page.goto(club.evening(match))


@page_of
def preview(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    at = table(page, club, names[:3], run(3), rules={"target": 51})
    at.answer(1, "solo", 7)
    expect(at.preview).to_contain_text("solo, 7")


@page_of
def ten_points(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    at = table(page, club, names[:3], [live.PLAIN])
    at.answer(1, "solo", 10)
    expect(at.preview).to_contain_text("last trick")


@page_of
def cappotto(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    at = table(page, club, names[:4], [live.PLAIN])
    at.answer(0, "solo", 11, all_won="all")
    expect(at.preview).to_contain_text("cappotto")


@page_of
def count_the_cards(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    at = table(page, club, names[:3], [live.PLAIN])
    at.tap("soloist", 1)
    at.tap("bid", "solo")
    page.get_by_role("checkbox", name="Count the cards").check()
    for name, value in (("aces", 2), ("others", 11), ("last_trick", "soloist")):
        at.tap(name, value)
    expect(at.preview).to_contain_text("20 thirds")


@page_of
def partner(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    at = table(page, club, names[:5])
    at.answer(1, "chiamo", 7, partner=2)
    expect(at.preview).to_contain_text("chiamo, 7")


@page_of
def more(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    at = table(page, club, names[:4], [live.PLAIN])
    page.get_by_text(re.compile("^More")).tap()
    page.get_by_role("textbox", name="Note").fill("what a monte")
    at.tap("dealer", 2)
    expect(at.tile("soloist", 2)).to_be_disabled()


@page_of
def menu(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    table(page, club, names[:3], [live.PLAIN])
    page.get_by_text("Menu", exact=True).tap()


@page_of
def problem(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    at = table(page, club, names[:3], [live.PLAIN])
    at.tap("soloist", 1)
    at.tap("card_points", 11)
    at.save.tap()
    expect(page.get_by_role("main")).to_contain_text("Choose the bid.")


@page_of
def same_or_another(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    at = table(page, club, names[:3], [live.PLAIN])
    at.answer(1, "solo", 7)
    club.record(at.match, {"bid": "chiamo", "soloist": 2, "card_points": 6})
    at.save.tap()
    expect(page.get_by_role("alert")).to_contain_text("the same, or another?")


@page_of
def not_saved_yet(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    at = table(page, club, names[:3], [live.PLAIN])
    at.answer(1, "solo", 7)
    expect(at.preview).to_contain_text("solo, 7")
    page.route("**/deals", lambda route: route.fulfill(status=507, body="full"))
    at.save.tap()
    expect(at.preview).to_contain_text("Not saved yet")


@page_of
def undone(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    table(page, club, names[:3], run(3), rules={"target": 51})
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_role("button", name="Redo")).to_be_visible()


@page_of
def won(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    table(page, club, names[:3], [live.PLAIN, *WON])


@page_of
def playing_on(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    table(page, club, names[:3], [live.PLAIN, *WON])
    page.get_by_role("link", name="Play on").tap()
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()


@page_of
def closed(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    match = club.seat(names[:3], run(3), place="Bruno's")
    club.close_evening(match)
    page.goto(club.path(match))


@page_of
def adjust(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    match = club.seat(names[:3], [live.PLAIN])
    page.goto(f"{club.path(match)}/adjust")
    page.locator('input[name="score_0"]').fill("3")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator('input[name="score_0"]')).to_have_value("3")


@page_of
def evenings(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    match = club.seat(names[:3], [live.PLAIN, *WON], place="Bruno's")
    club.close_evening(match)
    club.again(names[1:4], [live.PLAIN])
    page.goto(club.home)


@page_of
def evenings_none(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    page.goto(club.home)


@page_of
def evening(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    table(page, club, names[:3], [live.PLAIN, *WON])
    page.get_by_role("button", name="Next match").tap()
    page.get_by_role("link", name="at Bruno's").tap()
    expect(page.get_by_role("textbox", name="Summary of the evening")).to_be_visible()


@page_of
def share_the_result(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    match = club.seat(names[:3], [*run(3), *WON], place="Bruno's")
    page.goto(f"{club.path(match)}/share")


@page_of
def share_the_evening(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    share_the_result(page, club, names)
    page.get_by_role("link", name="Share the whole evening").tap()
    expect(page.get_by_role("heading", name="Share the evening")).to_be_visible()


@page_of
def paper_3(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    share_the_result(page, club, names)
    page.get_by_role("link", name="Print the score sheet").tap()
    expect(page.get_by_role("link", name="Back")).to_be_visible()


@page_of
def paper_7(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    match = club.seat(names[:7], run(7), rules={"target": 51}, dealer=6)
    page.goto(f"{club.path(match)}/print")


@page_of
def new_evening(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    club.add(*names)
    page.goto(f"{club.home}/sittings/new?seats=3.1.2")


@page_of
def who_deals_first(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    club.add(*names)
    page.goto(f"{club.home}/sittings/start?seats=3.1.2.4")


@page_of
def what_if(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    match = club.seat(names[:3], [*run(3), *WON], place="Bruno's")
    page.goto(f"{club.path(match)}/what-if")
    page.locator('input[name="cappotto"]').fill("4")
    page.locator('input[name="stakes"][value="linear"]').tap()
    page.get_by_role("button", name="Score it").tap()
    expect(page.locator("#result")).to_contain_text("as played")


@page_of
def what_if_not(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    own = {"chiamo": 1, "chiedo": 2, "solo": 3}
    played = [{"bid": "chiedo", "soloist": 1, "card_points": 7}]
    match = club.seat(names[:3], played, rules={"stakes": own})
    page.goto(f"{club.path(match)}/what-if")
    page.locator('input[name="stakes"][value="linear"]').tap()
    page.get_by_role("button", name="Score it").tap()
    expect(page.locator("#result")).to_contain_text("cannot be scored")


@page_of
def house_rules_kept(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    club.add(*names)
    club.keep_rules("Thursday rules", target=31, cappotto=4)
    club.keep_rules(names[0], deals=12, stakes="linear", soloist_leads=True)
    page.goto(f"{club.home}/house-rules")


@page_of
def house_rules_chosen(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    house_rules_kept(page, club, names)
    page.goto(f"{club.home}/sittings/start?seats=3.1.2.4")
    page.get_by_role("link", name="Thursday rules").tap()
    page.get_by_text("Keep these rules").tap()


@page_of
def house_rules_of_a_name(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    house_rules_kept(page, club, names)
    page.get_by_role("link", name="Thursday rules").tap()
    expect(page.get_by_role("button", name="Rename")).to_be_visible()


@page_of
def house_rules(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    club.add(*names)
    page.goto(f"{club.home}/sittings/start?seats=3.1.2.4")
    page.get_by_text("House rules", exact=True).tap()
    page.locator('input[name="stakes"][value="own"]').tap()


@page_of
def house_rules_wrong(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    house_rules(page, club, names)
    page.locator('input[name="cappotto"]').fill("lots")
    page.locator('input[name="target"]').fill("0")
    page.locator('input[name="stake_0"]').fill("x")
    page.get_by_role("button", name="At random").tap()
    expect(page.locator('input[name="cappotto"]')).to_have_value("lots")


@page_of
def players(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    ids = club.add(*names)
    club.retire(ids[-1])
    page.goto(f"{club.home}/players")


@page_of
def look_alike(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    club.add(*names)
    page.goto(f"{club.home}/players")
    page.get_by_role("textbox", name="Name of a new player").fill(names[0].upper())
    page.get_by_role("button", name="Add").tap()
    expect(page.get_by_role("alert")).to_be_visible()


@page_of
def player(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    (person,) = club.add(names[0])
    page.goto(f"{club.home}/players/{person}")


@page_of
def same_person(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    ids = club.add(*names)
    page.goto(f"{club.home}/players/{ids[0]}/merge")


@page_of
def same_person_shown(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    club.seat(names[:3], [live.PLAIN])
    (other,) = club.add(names[3])
    page.goto(f"{club.home}/players/1/merge?into={other}")
    expect(page.get_by_role("button", name="They are one person")).to_be_visible()


@page_of
def two_people(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    club.seat(names[:3], [live.PLAIN])
    page.goto(f"{club.home}/players/1/merge?into=2")
    expect(page.get_by_role("main")).to_contain_text("they are two people")


@page_of
def next_match(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    club.seat(names[:3], [live.PLAIN])
    club.add(*names[3:])
    club.retire(2)
    page.goto(f"{club.home}/sittings/new?sitting=1")
    expect(page.get_by_role("alert")).to_contain_text("is retired")


@page_of
def next_match_closed(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    club.close_evening(club.seat(names[:3], [live.PLAIN], place="Bruno's"))
    page.goto(f"{club.home}/sittings/start?sitting=1")
    expect(page.get_by_role("alert")).to_contain_text("closed")


@page_of
def next_match_started(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    match = club.seat(names[:3], [live.PLAIN, *WON])
    page.goto(f"{club.home}/sittings/start?sitting=1")
    other = page.context.new_page()
    other.goto(club.path(match))
    other.get_by_role("button", name="Next match").tap()
    other.wait_for_url(f"**{club.path(match + 1)}")
    other.close()
    page.get_by_role("button", name="At random").tap()
    expect(page.get_by_role("alert")).to_contain_text("meanwhile")


@page_of
def history(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    table(page, club, names[:3], run(3), rules={"target": 51})
    page.get_by_role("link", name="1 · ").tap()
    page.locator('input[name="card_points"][value="10"]').tap()
    page.locator('input[name="last_trick"][value="opponents"]').tap()
    page.get_by_role("textbox", name="Note").fill("we counted twice")
    page.get_by_role("button", name="Show what changes").tap()
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.get_by_role("main")).to_contain_text("Corrected: deal 1")
    page.goto(f"{club.home}/history")
    expect(page.get_by_role("listitem").first).to_contain_text("Corrected: deal 1")


@page_of
def put_back(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    history(page, club, names)
    page.get_by_role("link", name="Put it back as it was").tap()
    expect(page.get_by_role("status").first).to_contain_text("So it stood before")


def correct(page: Page, club: Club, names: Sequence[str], number: int = 2, **more: Any) -> int:
    """Open the page of a deal of a running match of four, and return the match."""
    match = club.seat(names[:4], run(4), rules={"target": 51}, place="Bruno's", **more)
    page.goto(club.pages(match)[number - 1])
    return match


def see_changes(page: Page) -> None:
    """Tap the button that shows what a correction would change."""
    page.get_by_role("button", name="Show what changes").tap()
    expect(page.get_by_role("heading", name="What changes")).to_be_in_viewport()


@page_of
def correct_deal(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    correct(page, club, names, dealer=3)


@page_of
def correct_deal_changes(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    correct(page, club, names, dealer=3)
    page.locator('[name="card_points"][value="9"]').tap()
    page.locator('[name="dealer"][value="1"]').tap()
    see_changes(page)


@page_of
def correct_decided(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    match = club.seat(names[:3], WON)
    page.goto(club.pages(match)[0])
    page.locator('[name="card_points"][value="2"]').tap()
    see_changes(page)
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.get_by_role("main")).to_contain_text("Say why")


@page_of
def correct_impossible(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    match = club.seat(names[:4], [live.PLAIN, live.PLAIN | {"soloist": 0}])
    page.goto(club.pages(match)[0])
    page.locator('[name="dealer"][value="3"]').tap()
    page.get_by_role("button", name="Show what changes").tap()
    expect(page.get_by_role("alert")).to_contain_text("Deal 2")


@page_of
def theirs_and_yours(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    match = correct(page, club, names, dealer=3)
    other = page.context.new_page()
    other.goto(club.pages(match)[1])
    other.locator('[name="card_points"][value="4"]').tap()
    see_changes(other)
    other.get_by_role("button", name="Save", exact=True).tap()
    expect(other.get_by_role("main")).to_contain_text("Corrected")
    other.close()
    page.locator('[name="card_points"][value="9"]').tap()
    page.get_by_role("button", name="Show what changes").tap()
    expect(page.get_by_role("alert")).to_contain_text("Theirs")


@page_of
def correct_adjustment(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    correct(page, club, names, 5)


@page_of
def delete_deal(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    correct(page, club, names, dealer=3)
    page.get_by_role("button", name="Delete this deal").tap()
    expect(page.get_by_role("heading", name="What changes")).to_be_in_viewport()


@page_of
def restore_deal(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    delete_deal(page, club, names)
    page.get_by_role("button", name="Delete it").tap()
    page.get_by_role("link", name="Restore", exact=True).tap()
    expect(page.get_by_role("heading", name="Restore a deal")).to_be_visible()


@page_of
def forgotten_deal(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    correct(page, club, names)
    page.get_by_role("link", name="A deal was forgotten before it").tap()
    expect(page.get_by_role("heading", name="A forgotten deal")).to_be_visible()


@page_of
def correct_match(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    match = club.seat(names[:4], run(4), dealer=3, place="Bruno's")
    page.goto(f"{club.path(match)}/setup")


@page_of
def correct_match_changes(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    club.add(names[6])
    correct_match(page, club, names)
    page.get_by_role("combobox", name="Seat 2").select_option(label=names[6])
    page.get_by_role("textbox", name="Points to win").fill("5")
    see_changes(page)


FILE: Final = Path(__file__).parent.parent / "data" / "club.json"


def look_at(page: Page, club: Club, where: str, name: str, content: bytes) -> None:
    """Choose a file on a page of the club."""
    page.goto(f"{club.home}/{where}")
    file: Any = {"name": name, "mimeType": "text/plain", "buffer": content}
    page.locator('input[type="file"]').set_input_files(file)
    page.get_by_role("button", name="Look at it first").tap()


@page_of
def club_from_a_file(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    look_at(page, club, "devices/import", "club.json", FILE.read_bytes())
    expect(page.get_by_role("button", name="Make the club")).to_be_visible()


@page_of
def club_from_a_wrong_file(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    wrong = FILE.read_bytes().replace(b'"card_points": 5', b'"card_points": 12')
    look_at(page, club, "devices/import", "club.json", wrong)
    expect(page.get_by_role("alert")).to_be_visible()


@page_of
def evenings_from_paper(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    club.add(*names[:3])
    head = ",".join(["date", "place", names[0], names[1].upper(), *names[2:4]])
    table = f"{head}\n2025-11-06,Bruno's,4,-6,2,\n2025-11-13,,,8,-3,-5\n"
    look_at(page, club, "sittings/import", "evenings.csv", table.encode())
    expect(page.get_by_role("button", name="Record them")).to_be_visible()


@page_of
def evenings_from_a_wrong_table(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    table = "date,Anna,Ben,Carla\n2025-11-06,4,-6,3\n6.11.2025,1,-1,\n"
    look_at(page, club, "sittings/import", "evenings.csv", table.encode())
    expect(page.get_by_role("alert")).to_be_visible()


@page_of
def rules(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    page.goto(f"{club.home}/rules/calabresella")


@page_of
def rules_of_match(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    rules = {"target": 51, "stakes": "linear", "soloist_leads": True}
    match = club.seat(names[:4], place="Bruno's", rules=rules)
    page.goto(f"{club.path(match)}/rules")
    page.get_by_text("On this page").tap()


@page_of
def welcome(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    page.context.clear_cookies()
    page.goto("/")


@page_of
def nothing_here(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    page.goto("/nothing")


@page_of
def too_old(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    match = club.seat(names[:3])
    page.goto(f"{club.path(match)}/adjust")
    page.locator('main input[name="csrf_token"]').evaluate("(field) => { field.value = 'old'; }")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("button", name="Send again")).to_be_visible()


def for_money(page: Page, club: Club, names: Sequence[str], people: int = 4) -> str:
    """Play an evening for money, with a bill, and open the page that settles it."""
    match = club.seat(names[:people], run(people), place="Bruno's")
    where = club.play_for(match)
    club.bill(match, "Pizza and wine", 4630)
    page.goto(where)
    return where


@page_of
def settle_half(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    for_money(page, club, names)
    page.get_by_role("button", name="has paid").first.click()
    expect(page.get_by_role("heading", name="Payments")).to_be_visible()
    page.get_by_role("heading", name="Balances").scroll_into_view_if_needed()


@page_of
def what_is_played_for(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    page.goto(f"{for_money(page, club, names)}/terms")


@page_of
def bills(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    page.goto(f"{for_money(page, club, names)}/bills")


@page_of
def balance(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    for_money(page, club, names)
    page.get_by_role("link", name=names[1]).click()
    expect(page.get_by_role("heading", name=names[1])).to_be_visible()


@page_of
def open_balances(page: Page, club: Club, names: Sequence[str] = live.CAST) -> None:
    for_money(page, club, names)
    club.play_for(club.again(names[:4], run(4)[:2]))
    page.goto(f"{club.home}/seasons")


def figures(page: Page, club: Club, people: Sequence[str], path: str) -> None:
    """Open a page of figures of a club that has played two matches."""
    match = club.seat(people[:3], run(3))
    club.go_on(match, "calabresella", run(3)[:3])
    page.goto(f"{club.home}/{path}")
    for picture in page.get_by_role("img").all():
        picture.scroll_into_view_if_needed()


@page_of
def statistics(page: Page, club: Club, people: Sequence[str] = live.CAST) -> None:
    figures(page, club, people, "statistics")


@page_of
def statistics_of_a_player(page: Page, club: Club, people: Sequence[str] = live.CAST) -> None:
    figures(page, club, people, "statistics/players/2?game=calabresella")


@page_of
def how_the_match_went(page: Page, club: Club, people: Sequence[str] = live.CAST) -> None:
    figures(page, club, people, "matches/1/statistics")


@page_of
def how_the_evening_went(page: Page, club: Club, people: Sequence[str] = live.CAST) -> None:
    figures(page, club, people, "sittings/1/statistics")
