"""The rules pages: one for every game, a match with its own rules, cards in both packs."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scorekeeper.days import today
from scorekeeper.games import GAMES
from scorekeeper.games.base import rule_inputs
from scorekeeper.store import players, sittings
from scorekeeper.store.operations import Actor, new_op_id
from tests.pages import Page
from tests.phone import Phone
from tests.record import Inside
from tests.seating import Seating

# What tables argue about, from section 5 of the rules, and where the sources are silent.
ARGUED = {
    "calabresella": (
        "17 thirds are 5 points and the soloist has lost",
        "It goes to whoever takes the last trick, after any solissimo too.",
        "It is cappotto or stramazzo, and so is 0.",
        "Eleven tricks can lose, and one trick can win, through the monte.",
        "Who gets no cards scores 0",
        "The next player. Nobody scores.",
        "The opponents: stramazzo for the soloist. The soloist: neither.",
    ),
    "calabrasella": (
        "it is 23 − 12 = 11, and each opponent pays 11",
        "18 points win and 17 lose",
        "70 from each, or to each. The points decide, whatever the tricks. 34 to 1 is 33",
        "The dealer takes no cards but shares the fortunes of the opponents.",
        "The next player. Nobody scores.",
        "24 to 11 becomes 33 to 2",
        "whoever stood pays 35 to each opponent",
        "The same dealer deals again.",
        "lowest card first",
        "−31, 3 × 2 − 73 = −67 and 3 × 57 − 73 = +98",
    ),
    "briscola": (
        "60 to 60? Drawn: nobody wins the deal.",
        "No. Play any card, at any time.",
        "The highest total wins; if two are level at the top, nobody does.",
        "It counts neither as won nor as one of a fixed number of deals.",
        "no card is worth a single point",
        "Of two sides the one with more than 60 wins the deal.",
        "The first to win 3 deals wins the match.",
    ),
    "chiamata": (
        "Exactly 60 at a bid of 61? Lost",
        "Then the caller plays alone against four, and nobody knows.",
        "What was bid decides the pay, not what was made.",
        "Cappotto: everything times 2.",
        "The others sit out in turn and score 0.",
        "The next player. Nobody scores.",
        "101–120 ×5",
    ),
    "tressette": (
        "the two sides always come to 11 together: 5⅔ is not 6",
        "They are added to the points of the deal, and all that apply count.",
        "The higher total wins. If they are level, play on.",
        "The match pays one unit as a whole.",
        "The first pair to 21 wins.",
    ),
}


def rows(page: Page, heading: str) -> dict[str, str]:
    """Return the rows of the table under a heading, its second column by its first."""
    [part] = [s for s in page.all("section") if s.attrs["aria-labelledby"] == heading]
    found = (
        [cell.text for cell in row.all() if cell.tag in ("th", "td")] for row in part.all("tr")
    )
    return {cells[0]: cells[1] for cells in found if len(cells) > 1}


def counts(page: Page) -> dict[str, int]:
    """Return what each drawn card counts, by its rank."""
    [cards] = page.all("ol", of="cards")
    return {
        next(card.all("b")).text: int(next(card.all(of="counts")).text) for card in cards.all("li")
    }


def test_the_list_leads_to_the_page_of_every_game(owner: Phone, club: int) -> None:
    page = owner.read(f"/clubs/{club}/rules")
    for game in GAMES.values():
        [link] = [a for a in page.all("a") if [b.text for b in a.all("b")] == [game.name]]
        assert owner.read(link.attrs["href"]).heading == f"Rules of {game.name}"


@pytest.mark.parametrize("slug", GAMES)
def test_a_page_says_what_tables_argue_about(owner: Phone, club: int, slug: str) -> None:
    page = owner.read(f"/clubs/{club}/rules/{slug}")
    assert [sentence for sentence in ARGUED[slug] if sentence not in page.main] == []


@pytest.mark.parametrize("slug", GAMES)
def test_a_page_draws_the_cards_in_both_packs(owner: Phone, club: int, slug: str) -> None:
    page = owner.read(f"/clubs/{club}/rules/{slug}")
    drawn = [image.attrs["src"] for image in page.all("img")]
    assert len(drawn) == 2 * 10 + 2 * 4
    for address in drawn:
        answer = owner.get(address)
        assert (answer.status, answer.headers["Content-Type"][:13]) == (200, "image/svg+xml")
        # The policy of the pages lets no picture bring style or script.
        assert not re.search(rb"style|script|href", answer.body)
    # Section 1 of the rules: 32 thirds in the cards. Section 3: 120 points.
    assert sum(counts(page).values()) * 4 in (32, 120)


@pytest.mark.parametrize("slug", GAMES)
def test_a_page_says_what_can_be_chosen_and_what_is_usual(
    owner: Phone, club: int, slug: str
) -> None:
    game = GAMES[slug]
    page = owner.read(f"/clubs/{club}/rules/{slug}")
    told = rows(page, "house")
    seats = min(game.seats)
    asked = {item.key: item for item in rule_inputs(game.rules_type)}
    asked |= {item.key: item for item in game.rule_inputs(seats)}
    assert list(told) == [item.label for item in asked.values()]


def test_a_match_shows_its_own_rules(owner: Phone, seat: Seating) -> None:
    stakes = {"chiamo": 1, "chiedo": 3, "solo": 5}
    table = seat(
        *("Anna", "Ben", "Carla", "Dino"), target=31, cappotto=4, stakes=stakes, dealer_shares=True
    )
    page = owner.read(f"{table.path}/rules")
    assert page.heading == "Rules of Calabresella"
    assert "House rules: to 31 · Bids and stakes: chiamo 1, chiedo 3, solo 5" in page.main
    assert "cappotto ×4 · The dealer who sits out shares with the opponents" in page.main
    assert rows(page, "bids") == {"Bid": "Stake", "chiamo": "1", "chiedo": "3", "solo": "5"}
    assert "times 4 at cappotto, times 3 at stramazzo" in page.main
    assert "The first to 31 wins." in page.main
    assert "Yes, by the house rules of this match: the dealer wins" in page.main
    assert "A solissimo at which" not in page.main
    assert rows(page, "house")["Cappotto multiplies by"] == "4"


def test_a_match_by_the_usual_rules_says_so(owner: Phone, seat: Seating) -> None:
    table = seat("Anna", "Ben", "Carla")
    page = owner.read(f"{table.path}/rules")
    assert "As they count in match 1" in page.main
    assert "It is played by the usual rules." in page.main
    assert "House rules:" not in owner.read(table.path).main


def test_the_table_says_how_its_rules_differ_and_leads_to_them(owner: Phone, seat: Seating) -> None:
    table = seat("Anna", "Ben", "Carla", target=None, soloist_leads=True)
    page = owner.read(table.path)
    assert "House rules: no end · The soloist always leads" in page.main
    assert page.offers(f"{table.path}/rules")
    shared = owner.read(f"{table.path}/share").all("textarea")[0].raw
    assert "\nHouse rules: The soloist always leads\n" in shared


def test_a_game_without_a_page_of_its_own_shows_what_it_declares(
    owner: Phone, club: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class New(type(GAMES["calabresella"])):  # type: ignore[misc]
        slug = "new"
        name = "New game"

    monkeypatch.setitem(GAMES, "new", New())
    page = owner.read(f"/clubs/{club}/rules/new")
    assert page.heading == "Rules of New game"
    assert rows(page, "house")["Points to win"] == "21"
    assert rows(page, "bids")["solissimo"] == "4"


def test_a_game_that_is_not_there_has_no_page(owner: Phone, club: int) -> None:
    assert owner.get(f"/clubs/{club}/rules/nothing").status == 404
    assert owner.get(f"/clubs/{club}/rules/page").status == 404


OWN: dict[str, tuple[int, dict[str, Any], tuple[str, ...]]] = {
    "calabresella": (
        *(4, {"soloist_leads": True, "deals": 9}),
        ("The soloist leads to the first trick.", "After 9 deals the highest total wins"),
    ),
    "calabrasella": (
        *(4, {"dealer_shares": False, "double_all": False, "counters": 50}),
        (
            "No, by the house rules of this match: who takes no cards scores 0.",
            "By the house rules of this match they count 35, not double.",
            "each player starts with 50 from the banker",
        ),
    ),
    "briscola": (
        *(2, {"sixty": "last_trick", "pay": "deal", "cappotto": 3, "deals": 5}),
        (
            "the side that took the last trick wins the deal",
            "Cappotto: the deal pays times 3.",
            "Each deal pays one unit",
            "After 5 deals the side that won most wins the match.",
        ),
    ),
    "chiamata": (
        *(5, {"sixty": "draw", "top_step": 6, "cappotto": 1, "target": 20}),
        (
            "Drawn, by the house rules of this match.",
            "111–120 ×6",
            "Nothing more, by the house rules of this match.",
            "The first to 20 wins.",
        ),
    ),
    "tressette": (4, {"target": 41}, ("The first pair to 41 wins.",)),
}


@pytest.mark.parametrize("slug", GAMES)
def test_a_match_of_every_game_shows_what_its_house_rules_change(
    owner: Phone, inside: Inside, actor: Actor, people: dict[str, int], slug: str
) -> None:
    seats, rules, sentences = OWN[slug]
    usual = owner.read(f"/clubs/{actor.club}/rules/{slug}").main
    everybody = [*people.values(), inside(players.add, actor, new_op_id(), "Elsa")][:seats]
    start = (actor, new_op_id(), slug, everybody, rules)
    _, match = inside(sittings.start, *start, first_dealer=0, date=today())
    own = owner.read(f"/clubs/{actor.club}/matches/{match}/rules").main
    assert [sentence for sentence in sentences if sentence not in own or sentence in usual] == []
