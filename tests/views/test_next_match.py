"""Between matches people come and go: another match of a running evening, seats and rules anew."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.models import Match, Sitting
from scorekeeper.store import matches, players, sittings, spellings, starting
from scorekeeper.store.matches import Kept
from scorekeeper.store.operations import new_op_id
from tests.pages import Form, Page
from tests.phone import Answer, Phone
from tests.record import Inside, count, events, everything
from tests.seating import Seating, Table

OTHER = "Next match with other players, game or rules"


@pytest.fixture
def won(seat: Seating) -> Table:
    """Return a match of Anna, Ben and Carla that Ben has won, with rules of its own."""
    table = seat("Anna", "Ben", "Carla", target=4, stakes="linear", cappotto=5)
    seat.deal(table)
    return table


def links(page: Page) -> dict[str, str]:
    """Return where each link leads, by its label for the ear or its text."""
    found = [node for node in page.all("a") if "href" in node.attrs]
    return {node.attrs.get("aria-label", node.text): node.attrs["href"] for node in found}


def tap(owner: Phone, form: Form, dealer: str = "0", **answers: Any) -> Answer:
    """Tap who deals first."""
    assert dealer in form.values("first_dealer")
    rest = [pair for pair in form.filled(answers) if pair[0] != "first_dealer"]
    return owner.post(form.action, [*rest, ("first_dealer", dealer)])


def asked(owner: Phone, page: Page, *labels: str) -> Form:
    """Follow links, and return the form that asks who deals first."""
    for label in (*labels, "Who deals first?"):
        page = owner.read(links(page)[label])
    return page.form("/sittings/start")


def newest(inside: Inside, table: Table) -> Kept:
    evening = inside(sittings.one, table.club, table.sitting)
    kept: Kept = inside(matches.load, table.club, evening.matches[-1].id)
    return kept


@pytest.mark.parametrize("start", ["path", "evening"])
def test_a_fourth_joins_and_the_rules_go_on(
    inside: Inside, owner: Phone, won: Table, start: str
) -> None:
    page = owner.read(getattr(won, start))
    [label] = [text for text in links(page) if "ther players, game or rules" in text]
    page = owner.read(links(page)[label])
    assert [node.text for node in page.all("ol")[0].all("b")] == ["Anna", "Ben", "Carla"]
    form = asked(owner, page, "Dino", "Move Dino up")
    assert not form.controls("date")
    assert not form.controls("place")
    answer = tap(owner, form, "2")
    kept = newest(inside, won)
    assert answer.location == won._replace(match=kept.id).path
    assert (kept.sitting, kept.number) == (won.sitting, 2)
    assert kept.names == ("Anna", "Ben", "Dino", "Carla")
    rules = kept.match.rules
    assert (rules.target, rules.cappotto, rules.stakes["solissimo"]) == (4, 5, 3)
    assert (rules.active, kept.match.first_dealer) == (3, 2)
    assert inside(count, Sitting) == 1
    event = inside(events)[-1]
    assert (event.kind, event.sitting_id, event.match_id) == ("match.start", won.sitting, kept.id)


def test_how_many_play_is_asked_anew_for_other_seats_and_kept_for_the_same(
    owner: Phone, seat: Seating
) -> None:
    table = seat("Anna", "Ben", "Carla", "Dino", active=4)
    page = owner.read(f"/clubs/{table.club}/sittings/new?sitting={table.sitting}")
    assert asked(owner, page).value("active") == "4"
    form = asked(owner, page, "Leave Dino out")
    assert not form.controls("active")
    seats = form.value("seats")
    back = f"/clubs/{table.club}/sittings/start?sitting={table.sitting}&seats={seats}"
    assert owner.read(back).form("/sittings/start").value("seats") == seats


def test_somebody_new_is_added_and_seated_in_the_evening(
    inside: Inside, owner: Phone, won: Table
) -> None:
    page = owner.read(f"/clubs/{won.club}/sittings/new?sitting={won.sitting}")
    page = owner.follow(owner.send(page.form("/players"), name="Gina"))
    tap(owner, asked(owner, page))
    assert newest(inside, won).names == ("Anna", "Ben", "Carla", "Gina")
    assert inside(count, Sitting) == 1


def test_a_lookalike_is_asked_about_and_then_seated_in_the_evening(
    inside: Inside, owner: Phone, won: Table
) -> None:
    page = owner.read(f"/clubs/{won.club}/sittings/new?sitting={won.sitting}")
    answer = owner.send(page.form("/players"), name="DINO")
    assert answer.status == 422
    page = owner.follow(owner.send(answer.page.form("/players"), another="yes"))
    tap(owner, asked(owner, page))
    assert newest(inside, won).names == ("Anna", "Ben", "Carla", "DINO")


def test_an_evening_adds_up_who_was_there_with_four_and_with_three(
    inside: Inside, owner: Phone, seat: Seating, won: Table
) -> None:
    page = owner.read(won.evening)
    tap(owner, asked(owner, page, OTHER, "Dino"))
    seat.deal(won._replace(match=newest(inside, won).id), bid="chiamo", soloist=3, card_points=6)
    page = owner.read(won.evening)
    tap(owner, asked(owner, page, OTHER, "Leave Anna out"))
    third = newest(inside, won)
    assert third.names == ("Ben", "Carla", "Dino")
    seat.deal(won._replace(match=third.id), bid="chiamo", soloist=1, card_points=5)
    evening = inside(sittings.one, won.club, won.sitting)
    assert [[line.total for line in match.lines] for match in evening.matches] == [
        [-2, 4, -2],
        [0, -1, -1, 2],
        [1, -2, 1],
    ]
    assert evening.sums("calabresella") == [("Ben", 4), ("Dino", 3), ("Anna", -2), ("Carla", -5)]
    sums = {
        row.all("th").__next__().text: row.all("td").__next__().text
        for row in owner.read(won.evening).all("table", of="sums")[0].all("tr")
    }
    assert sums == {"Ben": "+4", "Dino": "+3", "Anna": "−2", "Carla": "−5"}


def test_a_closed_evening_is_said_and_the_input_kept_until_it_is_reopened(
    inside: Inside, owner: Phone, seat: Seating, won: Table
) -> None:
    form = asked(owner, owner.read(won.evening), OTHER, "Dino")
    inside(sittings.close, seat.actor, new_op_id(), won.sitting)
    before = inside(everything)
    answer = tap(owner, form, "1", cappotto="7")
    assert answer.status == 409
    assert "This evening is closed" in answer.page.alert
    assert answer.page.offers(won.evening)
    assert inside(everything) == before
    again = answer.page.form("/sittings/start")
    assert (again.value("cappotto"), again.value("seats")) == ("7", form.value("seats"))
    owner.send(owner.read(won.evening).form("/reopen"))
    assert tap(owner, again, "1").status == 303
    kept = newest(inside, won)
    assert (kept.match.rules.cappotto, kept.match.first_dealer) == (7, 1)


def test_a_match_that_another_phone_started_meanwhile_is_shown_first(
    inside: Inside, owner: Phone, seat: Seating, won: Table
) -> None:
    form = asked(owner, owner.read(won.evening), OTHER, "Dino")
    newer = inside(starting.start_next, seat.actor, new_op_id(), won.match)
    before = inside(everything)
    answer = tap(owner, form, cappotto="7")
    assert answer.status == 409
    assert "match 2 was started with Anna, Ben and Carla" in answer.page.alert
    assert answer.page.offers(won._replace(match=newer).path)
    assert inside(everything) == before
    assert tap(owner, answer.page.form("/sittings/start")).status == 303
    assert newest(inside, won).number == 3
    assert newest(inside, won).match.rules.cappotto == 7


def test_a_double_tap_starts_one_match_also_at_random(
    inside: Inside, owner: Phone, won: Table
) -> None:
    form = asked(owner, owner.read(won.evening), OTHER, "Dino")
    first = tap(owner, form, "random")
    before = inside(everything)
    assert tap(owner, form, "random").location == first.location
    assert inside(everything) == before
    answer = tap(owner, form, "1", cappotto="7")
    assert answer.status == 422
    assert "saved something else" in answer.page.main
    assert answer.page.form("/sittings/start").value("cappotto") == "7"
    assert inside(count, Match) == 2


def test_an_evening_of_another_club_is_nothing_here(
    inside: Inside, owner: Phone, won: Table, elsewhere: Seating
) -> None:
    there = elsewhere("Anna", "Ben", "Carla")
    form = asked(owner, owner.read(won.evening), OTHER)
    before = inside(everything)
    for page in ("new", "start"):
        for sitting in (there.sitting, 0, "x", "9" * 30):
            address = f"/clubs/{won.club}/sittings/{page}?sitting={sitting}"
            assert owner.get(address).status == 404, address
    fields = dict(form.untouched) | {"sitting": str(there.sitting), "first_dealer": "0"}
    assert owner.post(form.action, fields).status == 404
    assert inside(everything) == before


def test_who_is_retired_by_now_is_said_and_comes_back_into_the_seat(
    inside: Inside, owner: Phone, seat: Seating
) -> None:
    """Also where those who are left could play without."""
    four = seat("Anna", "Ben", "Carla", "Dino")
    home = f"/clubs/{four.club}/sittings"
    inside(players.retire, seat.actor, new_op_id(), seat.people["Ben"])
    for address in (f"{home}/start?again={four.match}", f"{home}/start?sitting={four.sitting}"):
        answer = owner.get(address)
        assert answer.status == 302
        page = owner.read(answer.location)
        assert page.heading == "Who plays?"
        assert "Ben is retired, and not seated." in page.alert
        assert [node.text for node in page.all("ol")[0].all("b")] == ["Anna", "Carla", "Dino"]
    page = owner.follow(owner.send(page.form("/bring-back")))
    assert [node.text for node in page.all("ol")[0].all("b")] == ["Anna", "Ben", "Carla", "Dino"]
    assert not page.alert
    tap(owner, asked(owner, page))
    assert newest(inside, four).number == 2


def test_again_keeps_the_rules_also_when_a_seat_changes(
    inside: Inside, owner: Phone, won: Table
) -> None:
    page = owner.read(f"/clubs/{won.club}/sittings/start?again={won.match}")
    answer = tap(owner, asked(owner, owner.read(links(page)["Change"]), "Dino"))
    match = int(answer.location.rsplit("/", 1)[1].partition("?")[0])
    kept = inside(matches.load, won.club, match)
    assert (kept.match.seats, kept.match.rules.target, kept.match.rules.cappotto) == (4, 4, 5)
    assert inside(count, Sitting) == 2


def test_who_was_retired_or_merged_since_the_page_was_made_is_not_seated_unseen(
    inside: Inside, owner: Phone, seat: Seating, won: Table
) -> None:
    form = asked(owner, owner.read(won.evening), OTHER, "Dino")
    inside(players.retire, seat.actor, new_op_id(), seat.people["Ben"])
    before = inside(everything)
    answer = tap(owner, form)
    assert answer.status == 422
    assert "Not started" in answer.page.alert
    assert "Ben is retired, and not seated." in answer.page.alert
    assert inside(everything) == before
    gina = inside(players.add, seat.actor, new_op_id(), "Gina")
    inside(spellings.merge, seat.actor, new_op_id(), seat.people["Dino"], gina)
    page = owner.read(f"/clubs/{won.club}/sittings/new?seats={seat.people['Dino']}.{gina}")
    assert [node.text for node in page.all("ol")[0].all("b")] == ["Gina"]
    assert "Dino" not in page.main
