"""The page that corrects a match: its seats, first dealer and rules; first what would change."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.config import Settings
from scorekeeper.models import Event
from scorekeeper.store import sittings, starting
from scorekeeper.store.operations import Actor, new_op_id
from tests.correcting import Correcting
from tests.pages import Form, Page
from tests.phone import Answer, Phone
from tests.record import Inside, count, events, everything, facts
from tests.seating import Seating, Table
from tests.views.test_corrections import changes, lines, save_button, somebody_writes, sums

WON = {"bid": "scegliete", "soloist": 0, "card_points": 9}
Ids = dict[str, int]


@pytest.fixture
def correct(inside: Inside, actor: Actor, table: Table) -> Correcting:
    return Correcting(inside, actor, table.match)


@pytest.fixture
def played(seat: Seating, table: Table) -> list[int]:
    """Return the ids of a deal won by Ben and one lost by Carla."""
    return [seat.deal(table), seat.deal(table, soloist=2, card_points=4)]


@pytest.fixture
def page(owner: Phone, table: Table, played: list[int]) -> Page:
    """Return the page that corrects the match, as it is opened."""
    return owner.read(f"{table.path}/setup")


def form(page: Page) -> Form:
    return page.form("/setup")


def check(phone: Phone, page: Page, **answers: Any) -> Answer:
    """Press the button that shows what a correction would change."""
    return phone.post(f"{form(page).action}/check", form(page).filled(answers))


def seated(people: Ids, *names: str) -> dict[str, str]:
    return {f"seat_{seat}": str(people[name]) for seat, name in enumerate(names)}


def test_the_table_leads_to_the_page_and_it_shows_how_the_match_was_set_up(
    owner: Phone, table: Table, people: Ids, page: Page
) -> None:
    assert owner.read(table.path).offers("/setup")
    sent = dict(form(page).untouched)
    assert sent.items() >= seated(people, "Anna", "Ben", "Carla").items()
    assert (sent["first_dealer"], sent["target"], sent["stakes"]) == ("0", "21", "doubling")
    options = [one.text for one in page.all("option") if one.attrs.get("selected") is not None]
    assert options[3] == "Seat 1: Anna"


def test_saved_untouched_nothing_is_another(
    inside: Inside, owner: Phone, table: Table, page: Page
) -> None:
    shown = check(owner, page).page
    assert "No score, dealer or total changes." in changes(shown)
    before = inside(facts, table.match)
    owner.follow(owner.send(form(shown)))
    assert inside(facts, table.match) == before


def test_a_browser_that_asks_again_for_the_forms_address_is_led_to_the_form(
    owner: Phone, table: Table, elsewhere: Seating
) -> None:
    answer = owner.get(f"{table.path}/setup/check")
    assert (answer.status, answer.location) == (302, f"{table.path}/setup")
    there = elsewhere("Anna", "Ben", "Carla")
    assert owner.get(f"/clubs/{table.club}/matches/{there.match}/setup/check").status == 404


def test_what_would_change_is_shown_writes_nothing_and_waits_for_nobody(
    inside: Inside, settings: Settings, owner: Phone, table: Table, page: Page
) -> None:
    assert save_button(page) is None, "saving comes after looking"
    before = inside(everything)
    with somebody_writes(settings):
        answer = check(owner, page, stakes="linear", cappotto="4", target="4")
    assert answer.status == 200
    assert inside(everything) == before
    assert save_button(answer.page) is not None
    sent = dict(form(answer.page).untouched)
    assert (sent["stakes"], sent["cappotto"], sent["target"]) == ("linear", "4", "4")
    owner.follow(owner.send(form(answer.page)))
    assert inside(events)[-1].after["rules"]["cappotto"] == 4


def test_rules_are_scored_anew_and_the_rows_told(owner: Phone, page: Page) -> None:
    own = {"stakes": "own", "bid_1": "solo", "stake_1": "5"}
    shown = check(owner, page, **own).page
    assert sums(shown) == [("Anna", "0", "0"), ("Ben", "6", "15"), ("Carla", "−6", "−15")]
    assert len(lines(shown)) == 2
    assert lines(shown)[0] == (
        "Deal 1 now: Ben solo, 6: Ben +4, Anna −2, Carla −2 "
        "then: Ben solo, 6: Ben +10, Anna −5, Carla −5"
    )


def test_the_table_says_that_the_match_was_corrected_until_the_next_deal(
    owner: Phone, table: Table, page: Page, seat: Seating
) -> None:
    at_table = owner.follow(owner.send(form(page), target="31"))
    assert "This match was corrected. History" in at_table.main
    assert "Saved:" not in at_table.main
    seat.deal(table)
    assert "This match was corrected." not in owner.read(table.path).main


def test_a_target_decides_the_match_or_undoes_it(
    inside: Inside, owner: Phone, table: Table, page: Page
) -> None:
    shown = check(owner, page, target="5").page
    assert "The match is then won by Ben." in changes(shown)
    owner.follow(owner.send(form(shown)))
    page = owner.read(f"{table.path}/setup")
    shown = check(owner, page, target="99").page
    assert "The match is then undecided again; it was won by Ben." in changes(shown)
    answer = owner.send(form(shown))
    assert answer.status == 422
    assert answer.page.errors == ["Say why: the match was decided, or the evening closed."]
    assert sums(answer.page)
    owner.follow(owner.send(form(answer.page), reason="We had said 99"))
    assert inside(events)[-1].reason == "We had said 99"


def test_reordered_seats_keep_everybodys_totals(
    inside: Inside, owner: Phone, table: Table, people: Ids, correct: Correcting, page: Page
) -> None:
    answers = seated(people, "Carla", "Anna", "Ben") | {"first_dealer": "1"}
    shown = check(owner, page, **answers).page
    assert [(now == then) for _, now, then in sums(shown)] == [True] * 3
    assert [name for name, _, _ in sums(shown)] == ["Anna", "Ben", "Carla"]
    owner.follow(owner.send(form(shown)))
    assert correct.kept.names == ("Carla", "Anna", "Ben")
    assert [row["soloist"] for row in inside(facts, table.match)] == [2, 0]


def test_seats_in_another_order_have_others_deal_which_is_told(
    owner: Phone, people: Ids, page: Page
) -> None:
    shown = check(owner, page, **seated(people, "Anna", "Carla", "Ben")).page
    assert lines(shown) == ["Deal 2 Carla solo, 4 Carla deals instead of Ben"]


def test_a_player_is_replaced_and_it_is_said_who_takes_over(
    owner: Phone, seat: Seating, table: Table, people: Ids, correct: Correcting, page: Page
) -> None:
    shown = check(owner, page, **seated(people, "Anna", "Dino", "Carla")).page
    assert "Dino takes over the deals of Ben." in changes(shown)
    assert "won" not in changes(shown)
    assert [name for name, _, _ in sums(shown)] == ["Anna", "Dino", "Carla"]
    owner.follow(owner.send(form(shown)))
    assert correct.kept.names == ("Anna", "Dino", "Carla")
    seat.deal(table, bid="scegliete", soloist=1, card_points=9)
    page = owner.read(f"{table.path}/setup")
    shown = check(owner, page, **seated(people, "Anna", "Ben", "Carla")).page
    assert "The match is won by Ben instead of Dino." in changes(shown)


def test_the_next_match_is_told_to_stay_when_the_turn_would_have_been_anothers(
    inside: Inside, actor: Actor, owner: Phone, seat: Seating, table: Table, people: Ids
) -> None:
    seat.deal(table, **WON)
    inside(starting.start_next, actor, new_op_id(), table.match)
    page = owner.read(f"{table.path}/setup")
    says = "Match 2 began with Ben dealing; it would have been the turn of "
    assert f"{says}Carla. It stays as it was." in changes(check(owner, page, first_dealer="1").page)
    replaced = check(owner, page, first_dealer="1", **seated(people, "Anna", "Ben", "Dino"))
    assert f"{says}Dino. It stays as it was." in changes(replaced.page)
    assert "Match 2" not in changes(check(owner, page, target="31").page)


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ({"seat_1": "1"}, "Everybody sits at the table once."),
        ({"target": "0"}, "Choose a whole number from 1 to 999."),
        ({"target": "lots"}, "Choose a whole number from 1 to 999."),
        ({"deals": "5"}, "A match ends in one way: choose one of them."),
        ({"stakes": "own", "bid_0": "pass"}, None),
        ({"stakes": "own", "stake_1": "x"}, None),
        ({"reason": "z" * 201}, "Write a text of at most 200 characters."),
    ],
)
def test_input_refused_comes_back_filled_in_beside_a_sentence(
    inside: Inside, owner: Phone, page: Page, answers: dict[str, str], says: str | None
) -> None:
    before = inside(everything)
    given = {"cappotto": "7"} | answers
    if "reason" in answers:
        page = check(owner, page).page
    for answer in (owner.send(form(page), **given), check(owner, page, **given)):
        if answer.status == 200:
            assert "reason" in answers, "what would change needs no reason yet"
            continue
        assert answer.status == 422
        assert answer.page.errors
        assert says is None or says in answer.page.errors
        sent = dict(form(answer.page).untouched)
        assert {name: sent.get(name) for name in given} == given
    assert inside(everything) == before


def test_two_players_replaced_at_once_are_refused(
    inside: Inside, owner: Phone, seat: Seating, people: Ids
) -> None:
    table = seat("Anna", "Ben", "Carla")
    page = owner.read(f"{table.path}/setup")
    fields = [(name, value) for name, value in form(page).untouched if name[:5] != "seat_"]
    for order in ((4, 5, 3), ("x", 2, 3), ("", 2, 3), (10**9, 2, 3), (-1, 2, 3)):
        seats = [(f"seat_{n}", str(value)) for n, value in enumerate(order)]
        for rest in ("", "/check"):
            answer = owner.post(form(page).action + rest, fields + seats)
            assert answer.status == 422
            assert answer.page.errors


def test_deals_that_could_not_be_are_named_with_a_way_to_them(
    inside: Inside, owner: Phone, page: Page, played: list[int]
) -> None:
    before = inside(everything)
    gone = {"stakes": "own", "bid_1": "", "stake_1": ""}
    for answer in (owner.send(form(page), **gone), check(owner, page, **gone)):
        assert answer.status == 422
        assert "Deal 1: Choose one of the answers." in answer.page.alert
        assert all(answer.page.offers(f"/deals/{deal}") for deal in played)
        assert dict(form(answer.page).untouched)["stakes"] == "own"
    assert inside(everything) == before


def test_the_second_save_shows_theirs_and_yours(
    inside: Inside, owner: Phone, people: Ids, correct: Correcting, page: Page
) -> None:
    correct.set_up([people["Ben"], people["Anna"], people["Carla"]], target=31)
    before = inside(everything)
    for answer in (owner.send(form(page), target="51"), check(owner, page, target="51")):
        assert answer.status == 409
        assert (
            "Theirs Match 1: Calabresella, to 31; Ben, Anna, Carla; Ben dealt first Yours"
        ) in answer.page.alert
        sent = dict(form(answer.page).untouched)
        assert sent["target"] == "51"
        assert sent["seat_0"] == str(people["Anna"])
    assert inside(everything) == before
    owner.follow(owner.send(form(answer.page)))
    assert correct.kept.names == ("Anna", "Ben", "Carla")
    assert correct.kept.match.rules.target == 51


def test_deals_of_other_phones_meanwhile_are_no_reason_to_ask(
    owner: Phone, seat: Seating, table: Table, correct: Correcting, page: Page
) -> None:
    seat.deal(table, card_points=9)
    owner.follow(owner.send(form(page), target="51"))
    assert len(correct.kept.deals) == 3


@pytest.mark.parametrize("op_id", ["", "x", "A" * 32])
def test_a_page_without_an_op_id_saves_nothing_and_is_good_then(
    inside: Inside, owner: Phone, correct: Correcting, page: Page, op_id: str
) -> None:
    before = inside(everything)
    answer = owner.send(form(page), op_id=op_id, target="51")
    assert answer.status == 422
    assert "This page was too old." in answer.page.main
    assert inside(everything) == before
    owner.follow(owner.send(form(answer.page)))
    assert correct.kept.match.rules.target == 51


def test_a_page_that_saved_already_saves_nothing_else(
    inside: Inside, owner: Phone, page: Page
) -> None:
    owner.follow(owner.send(form(page), target="51"))
    before = inside(everything)
    assert owner.send(form(page), target="51").status == 303
    answer = owner.send(form(page), target="61")
    assert answer.status == 422
    assert "already saved something else" in answer.page.alert
    assert dict(form(answer.page).untouched)["target"] == "61"
    assert inside(everything) == before


def test_a_closed_evening_asks_why(
    inside: Inside, actor: Actor, owner: Phone, table: Table, correct: Correcting, page: Page
) -> None:
    inside(sittings.close, actor, new_op_id(), table.sitting)
    assert owner.send(form(page), target="51").status == 422
    page = owner.read(f"{table.path}/setup")
    owner.follow(owner.send(form(page), target="51", reason="as agreed"))
    assert correct.kept.match.rules.target == 51


def test_a_retired_player_stays_chosen_and_may_come_in(
    inside: Inside, owner: Phone, table: Table, people: Ids, played: list[int]
) -> None:
    club = f"/clubs/{table.club}/players"
    for name in ("Anna", "Dino"):
        retire = owner.read(f"{club}/{people[name]}").form("/retire")
        owner.follow(owner.send(retire))
    page = owner.read(f"{table.path}/setup")
    assert form(page).value("seat_0") == str(people["Anna"])
    owner.follow(owner.send(form(page), **seated(people, "Dino", "Ben", "Carla")))
    assert [name.text for name in owner.read(table.path).all("th", scope="col")][1:] == [
        "Dino",
        "Ben",
        "Carla",
    ]


ODD = st.sampled_from(["", "0", "1", "2", "3", "4", "99", "-1", "own", "doubling", "yes"]) | (
    st.text(max_size=12)
)
FIELDS = (
    *("seat_0", "seat_1", "seat_2", "seat_3", "first_dealer", "target", "deals", "stakes"),
    *("bid_0", "stake_0", "bid_5", "stake_5", "cappotto", "stramazzo", "active", "dealer_shares"),
    *("soloist_leads", "version", "sat", "stay", "reason", "op_id", "seats", "date", "place"),
)


@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    rest=st.sampled_from(["", "/check"]),
    whole=st.booleans(),
    given_=st.dictionaries(st.sampled_from(FIELDS), ODD, max_size=8),
)
def test_whatever_is_sent_is_answered_and_saves_at_most_one_event(
    inside: Inside, owner: Phone, table: Table, rest: str, whole: bool, given_: dict[str, str]
) -> None:
    page = owner.read(f"{table.path}/setup")
    before = inside(count, Event)
    sent = dict(form(page).untouched) if whole else {"csrf_token": owner.token}
    answer = owner.post(f"{table.path}/setup{rest}", sent | given_)
    assert answer.status in (200, 303, 409, 422)
    assert inside(count, Event) == before + (answer.status == 303)
