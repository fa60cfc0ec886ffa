"""Evenings: seats by taps, who deals, house rules, again with the same, closed and reopened."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from flask_babel import format_date

from scorekeeper.days import today
from scorekeeper.store import matches, players, sittings
from scorekeeper.store.operations import new_op_id
from tests.pages import Form, Page
from tests.phone import Answer, Phone
from tests.record import Inside, everything
from tests.seating import Seating, Table


@pytest.fixture
def home(club: int) -> str:
    return f"/clubs/{club}"


def seats(seat: Seating, *names: str) -> str:
    return ".".join(str(seat.people[name]) for name in names)


def form_for(owner: Phone, home: str, seats: str) -> Form:
    return owner.read(f"{home}/sittings/start?seats={seats}").form("/sittings/start")


def start(owner: Phone, form: Form, dealer: str = "0", **answers: Any) -> Answer:
    """Tap who deals first, with these house rules."""
    assert dealer in form.values("first_dealer")
    fields = [pair for pair in form.filled(answers) if pair[0] != "first_dealer"]
    return owner.post(form.action, [*fields, ("first_dealer", dealer)])


def links(page: Page) -> dict[str, str]:
    """Return where each link leads, by its label for the ear or its text."""
    return {
        node.attrs.get("aria-label", node.text): node.attrs["href"]
        for node in page.all("a")
        if "href" in node.attrs
    }


def test_players_are_tapped_in_seat_order_and_moved(owner: Phone, home: str, seat: Seating) -> None:
    page = owner.read(f"{home}/sittings/new")
    assert "3 to 7 players" in page.main
    for name in ("Carla", "Anna", "Dino"):
        page = owner.read(links(page)[name])
    page = owner.read(links(page)["Move Dino up"])
    page = owner.read(links(page)["Leave Carla out"])
    page = owner.read(links(page)["Ben"])
    page = owner.read(links(page)["Move Dino down"])
    page = owner.read(links(page)["Who deals first?"])
    # Carla, Anna, Dino; Dino up; Carla out; Ben in; Dino down again.
    assert page.form("/sittings/start").value("seats") == seats(seat, "Anna", "Dino", "Ben")


def test_shuffling_keeps_everybody(owner: Phone, home: str, seat: Seating) -> None:
    everybody = seats(seat, "Anna", "Ben", "Carla", "Dino")
    page = owner.read(f"{home}/sittings/new?seats={everybody}")
    shuffled = links(page)["Shuffle the seats"].partition("seats=")[2].partition("&")[0]
    assert sorted(shuffled.split(".")) == sorted(everybody.split("."))


def test_somebody_new_takes_a_seat_at_once(
    inside: Inside, owner: Phone, home: str, seat: Seating
) -> None:
    page = owner.read(f"{home}/sittings/new?seats={seats(seat, 'Anna', 'Ben')}")
    page = owner.follow(owner.send(page.form("/players"), name="Gina"))
    assert "Who deals first?" in links(page)
    assert page.all("ol")[0].text.count("Gina") == 1


def test_an_evening_is_started_by_one_tap_on_who_deals(
    inside: Inside, owner: Phone, home: str, seat: Seating
) -> None:
    form = form_for(owner, home, seats(seat, "Anna", "Ben", "Carla"))
    answer = start(owner, form, "2")
    assert "Carla deals first" in owner.follow(answer).main
    [evening] = inside(sittings.listed, seat.actor.club)[0]
    assert (evening.date, evening.place) == (today(), "")
    before = inside(everything)
    assert start(owner, form, "2").location == answer.location
    assert inside(everything) == before


def test_at_random_somebody_deals(inside: Inside, owner: Phone, home: str, seat: Seating) -> None:
    form = form_for(owner, home, seats(seat, "Anna", "Ben", "Carla"))
    answer = start(owner, form, "random")
    assert start(owner, form, "random").location == answer.location
    assert "deals first" in owner.follow(answer).main


def test_the_house_rules_that_were_chosen_are_kept(
    inside: Inside, owner: Phone, home: str, seat: Seating
) -> None:
    form = form_for(owner, home, seats(seat, "Anna", "Ben", "Carla", "Dino"))
    answer = start(
        owner,
        form,
        stakes="own",
        target="",
        deals="9",
        cappotto="4",
        stramazzo="5",
        dealer_shares="yes",
        soloist_leads="yes",
        bid_1="chiedo",
        stake_1="3",
        bid_4="",
        stake_4="",
        date="2026-10-15",
        place=" Bruno's ",
    )
    match = int(answer.location.rpartition("/")[2])
    kept = inside(matches.load, seat.actor.club, match)
    rules = kept.match.rules
    assert (rules.target, rules.deals, rules.cappotto, rules.stramazzo) == (None, 9, 4, 5)
    assert (rules.active, rules.dealer_shares, rules.soloist_leads) == (3, True, True)
    assert list(rules.stakes.items()) == [
        ("chiamo", 1),
        ("chiedo", 3),
        ("solissimo", 4),
        ("dividete", 8),
    ]
    assert (kept.date, kept.place) == (datetime.date(2026, 10, 15), "Bruno's")


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"date": "2026-02-30"}, "date"),
        ({"date": "15.10.2026"}, "date"),
        ({"date": ""}, "date"),
        ({"date": "20261015"}, "date"),
        ({"date": "2026-W42-4"}, "date"),
        ({"date": "1066-10-14"}, "date"),
        ({"date": "\u0662\u0660\u0662\u0666-10-15"}, "date"),
        ({"place": "x" * 41}, "place"),
        ({"place": "Bruno\u202e's"}, "place"),
        ({"target": "0"}, "target"),
        ({"target": "1000"}, "target"),
        ({"target": "\uff12\uff11"}, "target"),
        ({"target": "2_1"}, "target"),
        ({"target": "9" * 30}, "target"),
        ({"cappotto": ""}, "cappotto"),
        ({"stramazzo": "-3"}, "stramazzo"),
        ({"stakes": "own", "stake_1": ""}, "stakes"),
        ({"stakes": "own", "stake_1": "0"}, "stakes"),
        ({"stakes": "own", "bid_1": ""}, "stakes"),
        ({"stakes": "own", "stake_1": "two"}, "stakes"),
        ({"stakes": "own", "bid_1": "chiamo"}, "stakes"),
        ({"stakes": "own", "bid_1": "pass"}, "stakes"),
        ({"stakes": "own", "bid_1": "caff\u00e9", "bid_2": "caffe\u0301"}, "stakes"),
        ({"stakes": "own", "bid_1": "x" * 41}, "stakes"),
        ({"stakes": "own"} | {f"bid_{row}": "" for row in range(5)}, "stakes"),
    ],
    ids=str,
)
def test_what_cannot_be_is_said_beside_its_field_and_the_input_kept(
    inside: Inside, owner: Phone, home: str, seat: Seating, given: dict[str, str], field: str
) -> None:
    form = form_for(owner, home, seats(seat, "Anna", "Ben", "Carla"))
    before = inside(everything)
    answer = start(owner, form, **given)
    assert answer.status == 422
    assert len(answer.page.errors) == 1
    if field != "stakes":
        [error] = answer.page.all(of="error")
        assert error.attrs["id"] == f"{field}-error"
    again = answer.page.form("/sittings/start")
    assert {name: again.value(name) for name in given} == given
    assert inside(everything) == before
    right = {"date": "2026-10-15", "place": "", "target": "21", "cappotto": "2"}
    right |= {"stramazzo": "3", "stakes": "doubling"}
    assert start(owner, again, **right).status == 303


def test_two_ends_of_a_match_are_refused(
    inside: Inside, owner: Phone, home: str, seat: Seating
) -> None:
    form = form_for(owner, home, seats(seat, "Anna", "Ben", "Carla"))
    before = inside(everything)
    answer = start(owner, form, target="21", deals="9")
    assert answer.status == 422
    assert answer.page.errors == ["A match ends in one way: choose one of them."]
    assert inside(everything) == before


@pytest.mark.parametrize("dealer", ["", "3", "-1", "x", "\u0661", "9" * 30])
def test_who_deals_first_has_to_be_somebody_at_the_table(
    inside: Inside, owner: Phone, home: str, seat: Seating, dealer: str
) -> None:
    form = form_for(owner, home, seats(seat, "Anna", "Ben", "Carla"))
    fields = [pair for pair in form.untouched if pair[0] != "first_dealer"]
    before = inside(everything)
    answer = owner.post(form.action, [*fields, ("first_dealer", dealer)])
    assert (answer.status, answer.page.errors) == (422, ["Choose who deals first."])
    assert inside(everything) == before


def test_an_op_id_that_started_another_evening_is_refused_with_the_input_kept(
    inside: Inside, owner: Phone, home: str, seat: Seating
) -> None:
    form = form_for(owner, home, seats(seat, "Anna", "Ben", "Carla"))
    start(owner, form, place="Bruno's")
    before = inside(everything)
    answer = start(owner, form, place="Home")
    assert answer.status == 422
    assert "saved something else" in answer.page.main
    again = answer.page.form("/sittings/start")
    assert again.value("place") == "Home"
    assert again.value("op_id") != form.value("op_id")
    assert inside(everything) == before


def test_a_player_who_was_retired_meanwhile_shifts_no_seat(
    inside: Inside, owner: Phone, home: str, seat: Seating
) -> None:
    """Left out in silence, everybody behind would sit one seat on, and another would deal."""
    form = form_for(owner, home, seats(seat, "Anna", "Ben", "Carla", "Dino"))
    inside(players.retire, seat.actor, new_op_id(), seat.people["Anna"])
    before = inside(everything)
    answer = start(owner, form, "2")
    assert answer.status == 422
    assert inside(everything) == before


def test_again_keeps_seats_and_rules_whatever_they_were(
    inside: Inside, owner: Phone, home: str, seat: Seating
) -> None:
    table = seat(
        "Dino", "Carla", "Ben", "Anna", active=4, deals=7, stakes={"solo": 5, "arcisolo": 64}
    )
    inside(sittings.close, seat.actor, new_op_id(), table.sitting)
    page = owner.read(home)
    page = owner.read(links(page)["Play again: Dino, Carla, Ben, Anna, same rules"])
    answer = start(owner, page.form("/sittings/start"), "1")
    match = int(answer.location.rpartition("/")[2])
    before, after = (inside(matches.load, table.club, m) for m in (table.match, match))
    assert (after.players, after.match.rules) == (before.players, before.match.rules)


def test_again_without_somebody_who_was_retired_asks_who_plays(
    inside: Inside, owner: Phone, home: str, seat: Seating, table: Table
) -> None:
    inside(players.retire, seat.actor, new_op_id(), seat.people["Anna"])
    answer = owner.get(f"{home}/sittings/start?again={table.match}")
    page = owner.read(answer.location)
    assert page.heading == "Who plays?"
    assert [node.text for node in page.all("ol")[0].all("b")] == ["Ben", "Carla"]


def test_an_evening_is_closed_and_reopened_and_goes_on(
    owner: Phone, home: str, table: Table
) -> None:
    assert any(label.startswith("Go on:") for label in links(owner.read(home)))
    page = owner.follow(owner.send(owner.read(table.evening).form("/close")))
    assert "closed" in page.main
    assert not any(label.startswith("Go on:") for label in links(owner.read(home)))
    page = owner.follow(owner.send(page.form("/reopen")))
    assert page.offers(table.path)
    assert owner.read(table.path).offers("/deals")


def test_an_evening_shows_its_sum_and_a_text_to_copy(
    inside: Inside, owner: Phone, seat: Seating
) -> None:
    table = seat("Anna", "Ben", "Carla", target=4)
    seat.deal(table)
    owner.send(owner.read(table.path).form("/next"))
    page = owner.read(table.evening)
    [summary] = page.all("textarea")
    with owner.app.test_request_context():
        day = format_date(today(), "d MMMM y")
    assert day in summary.raw
    assert "Match 1: Anna −2, Ben 4, Carla −2. Won by Ben" in summary.raw
    assert "Match 2: Anna 0, Ben 0, Carla 0\n" in summary.raw
    assert "Sum: Ben +4, Anna −2, Carla −2" in summary.raw


def test_evenings_are_paged_and_a_page_that_is_not_there_is_nothing(
    inside: Inside, owner: Phone, home: str, seat: Seating
) -> None:
    for _ in range(sittings.PAGE + 1):
        seat("Anna", "Ben", "Carla")
    page = owner.read(home)
    older = owner.read(links(page)["Older"])
    assert len(older.all("ul")[-1].text) > 0
    assert "Newer" in links(older)
    assert owner.get(f"{home}?page=3").status == 404
    for odd in ("0", "-1", "x", "", "\uff12", "9" * 30, "%00"):
        assert owner.get(f"{home}?page={odd}").status == 200
    assert owner.get(f"{home}?page={'9' * 10}").status == 404


def test_an_unknown_game_is_nothing_here(owner: Phone, home: str, seat: Seating) -> None:
    everybody = seats(seat, "Anna", "Ben", "Carla")
    for path in ("new", "start"):
        assert owner.get(f"{home}/sittings/{path}?game=poker&seats={everybody}").status == 404
    assert owner.get(f"{home}/rules/poker").status == 404
    form = form_for(owner, home, everybody)
    fields = [pair for pair in form.untouched if pair[0] != "game"]
    assert owner.post(form.action, [*fields, ("game", "poker")]).status == 404


def test_when_and_where_an_evening_was_is_corrected_also_once_it_is_closed(
    inside: Inside, owner: Phone, table: Table
) -> None:
    owner.follow(owner.send(owner.read(table.evening).form("/close")))
    form = owner.read(f"{table.evening}/correct").form("/correct")
    assert (form.value("date"), form.value("place")) == (today().isoformat(), "Bruno's")
    page = owner.follow(owner.send(form, date="2026-10-14", place=" At home "))
    assert "14 October 2026" in page.main
    assert "At home" in page.heading
    kept = inside(matches.load, table.club, table.match)
    assert (kept.date, kept.place) == (datetime.date(2026, 10, 14), "At home")
    told = owner.read(f"/clubs/{table.club}/history").main
    assert "Evening corrected" in told
    assert "Place: At home; before: Bruno's" in told


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        ({"date": ""}, "date"),
        ({"date": "2026-02-30"}, "date"),
        ({"date": "14.10.2026"}, "date"),
        ({"date": "1066-10-14"}, "date"),
        ({"place": "x" * 41}, "place"),
        ({"place": "Bruno\u202e's"}, "place"),
    ],
)
def test_a_date_or_place_that_cannot_be_is_said_and_the_input_kept(
    inside: Inside, owner: Phone, table: Table, answers: dict[str, str], field: str
) -> None:
    form = owner.read(f"{table.evening}/correct").form("/correct")
    before = inside(everything)
    answer = owner.send(form, **{"date": "2026-10-14", "place": "At home"} | answers)
    assert answer.status == 422
    assert [node.attrs["id"] for node in answer.page.all(of="error")] == [f"{field}-error"]
    assert inside(everything) == before
    again = answer.page.form("/correct")
    assert again.value(field) == answers[field]


def test_the_second_correction_of_an_evening_sees_the_first(
    inside: Inside, owner: Phone, table: Table
) -> None:
    first, second = (owner.read(f"{table.evening}/correct").form("/correct") for _ in "ab")
    owner.follow(owner.send(first, date="2026-10-14"))
    before = inside(everything)
    answer = owner.send(second, place="At home")
    assert answer.status == 409
    assert "14 October 2026, Bruno's" in answer.page.alert
    assert inside(everything) == before
    again = answer.page.form("/correct")
    assert again.value("place") == "At home"
    owner.follow(owner.send(again, date="2026-10-14"))
    kept = inside(matches.load, table.club, table.match)
    assert (kept.date, kept.place) == (datetime.date(2026, 10, 14), "At home")
