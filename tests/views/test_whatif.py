"""The page on which a match is looked at under other rules: by GET alone, the record untouched."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.days import today
from scorekeeper.games import GAMES
from scorekeeper.store import deals, players, presets, sittings
from scorekeeper.store.operations import Actor, new_op_id
from tests.phone import Answer, Phone
from tests.record import Inside, everything
from tests.seating import Seating, Table


@pytest.fixture
def played(seat: Seating) -> Table:
    """Return a match to 4 that Ben has won by a solo, after a cappotto of Carla's."""
    table = seat("Anna", "Ben", "Carla", target=4)
    seat.deal(table, bid="chiamo", soloist=2, card_points=6)
    seat.deal(table, bid="solo", soloist=1, card_points=11, tricks="all")
    return table


def ask(phone: Phone, table: Table, **given: str | None) -> Answer:
    """Fill in the form of other rules, and send it as a browser does."""
    form = phone.read(f"{table.path}/what-if").form("/what-if")
    assert form.method == "get"
    return phone.ask("GET", form.action, query_string=form.filled(given))


def test_a_match_is_shown_as_other_rules_would_have_scored_it(
    owner: Phone, inside: Inside, played: Table
) -> None:
    before = inside(everything)
    answer = ask(owner, played, cappotto="5", stakes="linear")
    [result] = answer.page.all("section", id="result")
    assert answer.status == 200
    assert "House rules: to 4 · Bids and stakes: Linear · cappotto ×5" in result.text
    assert "It would have been won by Ben. As it was played, it was won by Ben." in result.text
    assert "Ben 7 19" in result.text
    assert "as played: Ben solo, 11: Ben +8" in result.text
    assert "then: Ben solo, 11: Ben +20" in result.text
    assert "Deal 1" not in result.text
    assert inside(everything) == before


def test_it_is_told_who_would_have_won_and_when(owner: Phone, played: Table) -> None:
    said = ask(owner, played, target="2").page.main
    assert "It would have been over after deal 1, won by Carla." in said
    assert "No deal would have scored otherwise." in said
    said = ask(owner, played, target="99").page.main
    assert "Nobody would have won it yet. As it was played, it was won by Ben." in said


def test_the_address_says_the_rules(owner: Phone, played: Table) -> None:
    form = owner.read(f"{played.path}/what-if").form("/what-if")
    assert (form.value("target"), form.value("cappotto")) == ("4", "2")
    answer = ask(owner, played, cappotto="5", soloist_leads="yes")
    again = answer.page.form("/what-if")
    assert (again.value("cappotto"), again.value("soloist_leads")) == ("5", "yes")
    # What is not ticked is no, also where the match says yes.
    assert ask(owner, played, soloist_leads=None).page.form("/what-if").value("soloist_leads") == ""


def test_deals_that_cannot_be_are_named_with_a_sentence(owner: Phone, played: Table) -> None:
    own = {"stakes": "own", "bid_0": "solo", "stake_0": "2", "bid_1": "solissimo"}
    rest = {f"{part}_{row}": "" for part in ("bid", "stake") for row in range(2, 12)}
    answer = ask(owner, played, **own, **rest)
    assert answer.status == 200, answer.page.errors
    [result] = answer.page.all("section", id="result")
    assert "Deal 1, Carla chiamo, 6: Choose one of the answers." in result.text
    assert "Deal 2" not in result.text


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"cappotto": "0"}, "Choose a whole number from 1 to 99."),
        ({"cappotto": "\u0663"}, "Choose a whole number from 1 to 99."),
        ({"target": "5", "deals": "5"}, "A match ends in one way: choose one of them."),
    ],
)
def test_rules_that_cannot_be_come_back_filled_in(
    owner: Phone, played: Table, given: dict[str, str], says: str
) -> None:
    answer = ask(owner, played, **given)
    assert (answer.status, answer.page.errors) == (422, [says])
    form = answer.page.form("/what-if")
    assert {name: form.value(name) for name in given} == given


def test_an_address_that_somebody_made_up_is_no_error(owner: Phone, played: Table) -> None:
    for query in ("asked=1", "asked=1&stakes=x", "preset=1", "preset=x", "preset=%00", "target=9"):
        assert owner.get(f"{played.path}/what-if?{query}").status in (200, 422), query


def test_house_rules_that_are_kept_are_asked_with_one_tap(
    owner: Phone, inside: Inside, actor: Actor, played: Table
) -> None:
    rules = {"cappotto": 9, "active": 4}
    inside(presets.keep, actor, new_op_id(), "Thursdays", "calabresella", 4, rules)
    page = owner.read(f"{played.path}/what-if")
    [link] = [a for a in page.all("a") if a.text == "Thursdays"]
    page = owner.read(link.attrs["href"])
    assert "House rules: cappotto ×9" in page.main
    assert page.form("/what-if").value("cappotto") == "9"


def test_the_table_and_the_rules_lead_there_once_something_was_played(
    owner: Phone, seat: Seating, played: Table
) -> None:
    new = seat("Anna", "Ben", "Carla")
    for path in ("", "/rules"):
        assert owner.read(f"{played.path}{path}").offers("/what-if")
        assert not owner.read(f"{new.path}{path}").offers("/what-if")


PLAYED: dict[str, tuple[int, dict[str, Any]]] = {
    "calabresella": (3, {"bid": "solo", "soloist": 1, "card_points": 7}),
    "calabrasella": (3, {"bid": "stand", "soloist": 1, "card_points": 35}),
    "briscola": (4, {"card_points": [120, None]}),
    "chiamata": (5, {"bid": 61, "caller": 0, "partner": 1, "card_points": 60}),
    "tressette": (4, {"card_points": [6, None], "declarations": [3, 0]}),
}


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_can_be_asked_and_keeps_its_rules_under_a_name(
    owner: Phone, inside: Inside, actor: Actor, people: dict[str, int], slug: str
) -> None:
    seats, facts = PLAYED[slug]
    everybody = [*people.values(), inside(players.add, actor, new_op_id(), "Elsa")][:seats]
    start: tuple[Any, ...] = (actor, new_op_id(), slug, everybody, {})
    sitting, match = inside(sittings.start, *start, first_dealer=0, date=today())
    inside(deals.record, actor, new_op_id(), match, facts, seen=0)
    table = Table(actor.club, sitting, match)
    said = ask(owner, table).page.main
    assert "No deal would have scored otherwise." in said
    form = owner.read(f"{table.path}/rules").form("/house-rules")
    page = owner.follow(owner.send(form, name="Kept"))
    assert f"{GAMES[slug].name}. The usual rules" in page.main
    page = owner.read(f"/clubs/{actor.club}/sittings/start?again={match}&preset=1")
    [chosen] = [link.text for link in page.all("a", **{"aria-current": "true"})]
    assert chosen == "Kept"
