"""The pages that correct a deal: first what would change, then saving; what stands against it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper import config
from scorekeeper.config import Settings
from scorekeeper.models import Event
from scorekeeper.store import devices, invites, matches, sittings, starting
from scorekeeper.store.operations import Actor, new_op_id
from tests.correcting import Correcting
from tests.pages import Node, Page
from tests.phone import Answer, Phone
from tests.record import Inside, count, events, everything, facts, other_writer
from tests.seating import SOLO_6, Seating, Table

CARDS = {"cards": {"aces": 3, "others": 8}, "last_trick": "soloist"}
KINDS = ("edit", "delete", "restore", "insert")
WON = {"bid": "scegliete", "soloist": 0, "card_points": 9}


@pytest.fixture
def joins(app: Flask, inside: Inside, actor: Actor) -> Callable[[str], Phone]:
    """Return what lets another phone join with a role."""

    def join(role: str) -> Phone:
        key = app.config["SECRET_KEY"]
        inside(invites.make, actor, new_op_id(), role, key)
        token = inside(invites.links, actor.club, key)[-1].token
        phone = Phone(app)
        phone.follow(phone.send(phone.read(f"/join/{token}").form(token), device=f"a {role}"))
        return phone

    return join


@pytest.fixture
def three(seat: Seating, table: Table) -> list[int]:
    """Return the ids of three deals, dealt by Anna, Ben and Carla."""
    return [seat.deal(table, card_points=points) for points in (6, 7, 8)]


@pytest.fixture
def correct(inside: Inside, actor: Actor, table: Table) -> Correcting:
    return Correcting(inside, actor, table.match)


def address(table: Table, deal: int, rest: str = "") -> str:
    return f"{table.path}/deals/{deal}{rest}"


def somebody_writes(settings: Settings) -> AbstractContextManager[None]:
    """Hold the lock of all writers, where there is one."""
    alone = (settings.data / config.DATABASE).exists()
    return other_writer(settings) if alone else nullcontext()


def check(phone: Phone, page: Page, kind: str = "edit", /, **answers: Any) -> Answer:
    """Press the button that shows what a correction would change."""
    form = page.form(f"/{kind}")
    return phone.post(f"{form.action}/check", form.filled(answers))


def chosen(page: Page, name: str) -> str:
    """Return the answer that is chosen in the form of a deal."""
    return next(form for form in page.forms if form.controls("version")).value(name)


def changes(page: Page) -> str:
    [section] = page.all("section", "changes")
    return section.text


def sums(page: Page) -> list[tuple[str, str, str]]:
    """Return the totals now and then, by name."""
    [section] = page.all("section", "changes")
    lines = [[cell.text for cell in row.all() if cell.tag in "thtd"] for row in section.all("tr")]
    return [(name, now, then) for name, now, then in lines[1:]]


def lines(page: Page) -> list[str]:
    """Return what is said of each row that changes."""
    [section] = page.all("section", "changes")
    return [item.text for item in section.all("li")]


def save_button(page: Page) -> Node | None:
    """Return the button that saves, which is there once the changes were shown."""
    found = [b for b in page.all("button", "main") if "formaction" not in b.attrs]
    return found[0] if found else None


# The page of a deal.


def test_the_score_sheet_leads_to_the_page_of_each_deal(
    owner: Phone, table: Table, three: list[int]
) -> None:
    page = owner.read(table.path)
    assert all(page.offers(f"/deals/{deal}") for deal in three)


@pytest.mark.parametrize(
    ("said", "answers"),
    [
        (SOLO_6, {"soloist": "1", "bid": "solo", "card_points": "6", "dealer": "0", "note": ""}),
        ({"bid": "pass", "note": "again"}, {"soloist": "pass", "note": "again"}),
        ({"bid": "solo", "soloist": 2, "card_points": 6, "dealer": 1}, {"dealer": "1"}),
        ({"bid": "solo", "soloist": 2, "card_points": 11, "tricks": "all"}, {"all_won": "all"}),
        ({"bid": "solo", "soloist": 2, "card_points": 0, "tricks": "some"}, {"all_lost": "some"}),
        (
            {"bid": "solo", "soloist": 2, "card_points": 1, "last_trick": "soloist"},
            {"last_trick": "soloist"},
        ),
        (
            {"bid": "solo", "soloist": 2, **CARDS},
            {"count": "yes", "aces": "3", "others": "8", "last_trick": "soloist"},
        ),
        (
            {"adjust": [-2, 0, 2], "note": "revoke"},
            {"sign_0": "-", "score_0": "2", "score_1": "0", "sign_2": "+", "note": "revoke"},
        ),
    ],
)
def test_a_deal_is_shown_with_all_its_facts_and_saved_untouched_it_is_the_same(
    inside: Inside,
    owner: Phone,
    seat: Seating,
    table: Table,
    said: dict[str, Any],
    answers: dict[str, str],
) -> None:
    deal = seat.deal(table, **said)
    page = owner.read(address(table, deal))
    form = page.form("/edit")
    assert {name: form.value(name) for name in answers} == answers
    assert "No score, dealer or total changes." in changes(check(owner, page).page)
    assert owner.send(form).status == 303
    assert inside(facts, table.match) == [said]


def test_four_at_the_table_may_have_had_another_dealer_who_sat_out(
    inside: Inside, owner: Phone, seat: Seating
) -> None:
    """Who sits out by what is kept is to be chosen all the same: the dealer may be wrong, too."""
    table = seat("Anna", "Ben", "Carla", "Dino")
    deal = seat.deal(table)
    form = owner.read(address(table, deal)).form("/edit")
    assert form.values("soloist") == ["0", "1", "2", "3", "pass"]
    refused = owner.send(form, soloist="0")
    assert refused.status == 422
    assert refused.page.errors == ["The dealer sits this deal out."]
    owner.follow(owner.send(form, soloist="0", dealer="1"))
    assert inside(facts, table.match) == [SOLO_6 | {"soloist": 0, "dealer": 1}]


@pytest.mark.parametrize("rest", ["/edit", "/delete", "/restore", "/edit/check", "/insert/check"])
def test_a_browser_that_asks_again_for_a_forms_address_is_led_to_the_form(
    owner: Phone, table: Table, three: list[int], rest: str
) -> None:
    answer = owner.get(address(table, three[0], rest))
    assert answer.status == 302
    found = address(table, three[0], "/insert" if "insert" in rest else "")
    assert answer.location == found
    assert owner.get(found).status == 200


def test_a_hidden_deal_offers_to_restore_it_and_says_what_it_was(
    owner: Phone, table: Table, correct: Correcting, three: list[int]
) -> None:
    correct.delete(three[1])
    page = owner.read(address(table, three[1]))
    assert page.heading == "Restore a deal"
    assert "does not count: Ben solo, 7." in page.main
    assert not page.offers("/edit")
    shown = check(owner, page, "restore").page
    assert sums(page) == sums(shown), "what would change is seen at once"
    assert lines(shown)[0] == "Deal 2 comes then: Ben solo, 7: Ben +4, Anna −2, Carla −2"
    owner.follow(owner.send(shown.form("/restore")))
    assert [row.id for row in correct.kept.deals] == three


def test_the_list_of_hidden_deals_leads_to_them(
    owner: Phone, table: Table, correct: Correcting, three: list[int]
) -> None:
    correct.delete(three[1])
    page = owner.read(f"{table.path}/setup")
    assert "Undone and deleted deals Ben solo, 7" in page.main
    assert page.offers(f"/deals/{three[1]}")


# Before saving: what changes.


@pytest.mark.parametrize("kind", KINDS)
def test_what_would_change_is_shown_writes_nothing_and_waits_for_nobody(
    inside: Inside,
    settings: Settings,
    owner: Phone,
    table: Table,
    correct: Correcting,
    three: list[int],
    kind: str,
) -> None:
    if kind == "restore":
        correct.delete(three[1])
    page = owner.read(address(table, three[1], "/insert" if kind == "insert" else ""))
    answers = {"soloist": "2", "bid": "solo", "card_points": "9"}
    sent = answers if kind in ("edit", "insert") else {}
    if kind == "delete":
        form = page.form("/delete/check")
        action = form.action
    else:
        form = page.form(f"/{kind}")
        action = f"{form.action}/check"
    before = inside(everything)
    with somebody_writes(settings):
        answer = owner.post(action, form.filled(sent))
    assert answer.status == 200
    assert inside(everything) == before
    assert sums(answer.page)
    button = save_button(answer.page)
    assert button is not None
    assert (
        button.text
        == {
            "edit": "Save",
            "delete": "Delete it",
            "restore": "Restore it",
            "insert": "Insert it",
        }[kind]
    )
    assert (save_button(page) is None) == (kind != "restore"), "saving comes after looking"
    owner.follow(owner.send(answer.page.form(f"/{kind}")))
    assert len(correct.kept.deals) == {"edit": 3, "delete": 2, "restore": 3, "insert": 4}[kind]


def test_totals_are_shown_now_and_then_and_the_row_before_and_after(
    owner: Phone, table: Table, three: list[int]
) -> None:
    page = owner.read(address(table, three[1]))
    shown = check(owner, page, card_points="5", note="counted again").page
    assert sums(shown) == [("Anna", "−6", "−2"), ("Ben", "12", "4"), ("Carla", "−6", "−2")]
    now, then = "Ben solo, 7: Ben +4, Anna −2, Carla −2", "Ben solo, 5: Ben −4, Anna +2, Carla +2"
    assert lines(shown) == [f"Deal 2 now: {now} then: {then}"]
    assert chosen(shown, "card_points") == "5"
    assert chosen(shown, "note") == "counted again"


def test_moved_dealers_are_named(owner: Phone, table: Table, three: list[int]) -> None:
    page = owner.read(address(table, three[0]))
    shown = check(owner, page, dealer="1").page
    assert [line.partition("Ben solo")[2][3:].strip() for line in lines(shown)] == [
        "Ben deals instead of Anna",
        "Carla deals instead of Ben",
        "Anna deals instead of Carla",
    ]
    stay = check(owner, page, dealer="1", stay="yes").page
    assert len(lines(stay)) == 1
    assert dict(stay.form("/edit").untouched)["stay"] == "yes"


def test_a_deal_that_goes_moves_the_dealers_after_it(
    owner: Phone, table: Table, three: list[int]
) -> None:
    form = owner.read(address(table, three[0])).form("/delete/check")
    shown = owner.send(form).page
    assert "Deal 1 goes" in changes(shown)
    assert "Anna deals instead of Ben" in changes(shown)
    assert shown.heading == "Delete deal 1"


@pytest.mark.parametrize(
    ("before", "answers", "says"),
    [
        (WON, {"soloist": "1"}, "The match is won by Ben instead of Anna."),
        (WON, {"card_points": "5"}, "The match is then undecided again; it was won by Anna."),
        (SOLO_6, {"bid": "scegliete"}, "The match is then won by Ben."),
        (WON, {"card_points": "8"}, None),
    ],
)
def test_a_winner_who_changes_is_said(
    owner: Phone,
    seat: Seating,
    table: Table,
    before: dict[str, Any],
    answers: dict[str, str],
    says: str | None,
) -> None:
    page = owner.read(address(table, seat.deal(table, **before)))
    shown = check(owner, page, **answers).page
    assert (says or "Total") in changes(shown)
    assert says is not None or "won" not in changes(shown)


def test_the_next_match_is_told_to_stay_when_the_turn_would_have_been_anothers(
    inside: Inside, actor: Actor, owner: Phone, seat: Seating, table: Table
) -> None:
    deal = seat.deal(table, **WON)
    inside(starting.start_next, actor, new_op_id(), table.match)
    page = owner.read(address(table, deal))
    assert "Match 2" not in changes(check(owner, page, card_points="8").page)
    assert (
        "Match 2 began with Ben dealing; it would have been the turn of Anna. It stays as it was."
    ) in changes(check(owner, page, dealer="2").page)


def test_a_later_match_with_a_dealer_of_its_own_is_not_mentioned(
    inside: Inside, actor: Actor, owner: Phone, seat: Seating, table: Table, people: dict[str, int]
) -> None:
    deal = seat.deal(table, **WON)
    order = list(people.values())[:3]
    inside(starting.start_other, actor, new_op_id(), table.sitting, "calabresella", order, {}, 0)
    page = owner.read(address(table, deal))
    assert "Match 2" not in changes(check(owner, page, dealer="2").page)


# A forgotten deal.


def test_a_forgotten_deal_is_dealt_by_whose_turn_it_was(
    inside: Inside, owner: Phone, seat: Seating, table: Table
) -> None:
    seat.deal(table)
    later = seat.deal(table, bid="pass", dealer=2)
    page = owner.read(address(table, later, "/insert"))
    assert page.heading == "A forgotten deal before deal 2"
    form = page.form("/insert")
    assert form.value("dealer") == "1"
    assert form.value("soloist") == ""
    owner.follow(owner.send(form, soloist="0", bid="chiamo", card_points="8"))
    assert inside(facts, table.match)[1] == {"bid": "chiamo", "soloist": 0, "card_points": 8}


def test_a_forgotten_deal_goes_in_before_an_adjustment(
    inside: Inside, owner: Phone, seat: Seating, table: Table
) -> None:
    seat.deal(table)
    later = seat.deal(table, adjust=[1, -1, 0])
    form = owner.read(address(table, later, "/insert")).form("/insert")
    assert form.value("dealer") == "1"
    owner.follow(owner.send(form, soloist="pass"))
    assert inside(facts, table.match)[1] == {"bid": "pass"}


# Adjustments and passes.


def test_an_adjustment_is_corrected_by_its_numbers(
    inside: Inside, owner: Phone, seat: Seating, table: Table
) -> None:
    deal = seat.deal(table, adjust=[-2, 1, 1], note="revoke")
    page = owner.read(address(table, deal))
    assert page.heading == "Correct the adjustment in row 1"
    answer = owner.send(page.form("/edit"), score_0="3")
    assert answer.status == 422
    assert answer.page.errors == ["The numbers must add up to 0; now they add up to −1."]
    assert chosen(answer.page, "score_0") == "3"
    shown = check(owner, page, score_0="4", score_1="3").page
    assert sums(shown)[0] == ("Anna", "−2", "−4")
    owner.follow(owner.send(shown.form("/edit")))
    assert inside(facts, table.match) == [{"adjust": [-4, 3, 1], "note": "revoke"}]


def test_a_deal_becomes_a_pass_and_a_pass_a_deal(
    inside: Inside, owner: Phone, table: Table, three: list[int]
) -> None:
    path = address(table, three[0])
    owner.follow(owner.send(owner.read(path).form("/edit"), soloist="pass"))
    assert inside(facts, table.match)[0] == {"bid": "pass"}
    answers = {"soloist": "2", "bid": "chiamo", "card_points": "4"}
    owner.follow(owner.send(owner.read(path).form("/edit"), **answers))
    assert inside(facts, table.match)[0] == {"bid": "chiamo", "soloist": 2, "card_points": 4}


# Refused input comes back.


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ({"card_points": "11"}, "Choose whether the soloist won every trick."),
        ({"bid": None}, "Choose the bid."),
        ({"soloist": None}, "Choose the soloist, or all pass."),
        ({"note": "x" * 201}, "Write a text of at most 200 characters."),
        ({"note": "a\u202eb"}, "Leave out invisible and control characters."),
        ({"count": "yes", "aces": "1"}, "Choose how many other counting cards."),
        ({"reason": "y" * 201}, "Write a text of at most 200 characters."),
    ],
)
def test_input_refused_comes_back_filled_in_beside_a_sentence(
    inside: Inside,
    owner: Phone,
    seat: Seating,
    table: Table,
    answers: dict[str, str | None],
    says: str,
) -> None:
    deal = seat.deal(table)
    seat.deal(table, **WON)
    page = owner.read(address(table, deal))
    before = inside(everything)
    given = {"card_points": "9", "note": "kept", "reason": "kept as well"} | answers
    for answer in (owner.send(page.form("/edit"), **given), check(owner, page, **given)):
        assert answer.status == 422
        assert says in answer.page.errors
        assert {name: chosen(answer.page, name) for name in given} == {
            name: value or "" for name, value in given.items()
        }
    assert inside(everything) == before


def test_a_reason_that_is_missing_is_asked_for_with_the_changes_in_sight(
    inside: Inside, actor: Actor, owner: Phone, table: Table, three: list[int]
) -> None:
    inside(sittings.close, actor, new_op_id(), table.sitting)
    page = owner.read(address(table, three[1]))
    before = inside(everything)
    answer = owner.send(page.form("/edit"), card_points="9")
    assert answer.status == 422
    assert answer.page.errors == ["Say why: the match was decided, or the evening closed."]
    assert sums(answer.page)
    assert save_button(answer.page) is not None
    assert inside(everything) == before
    owner.follow(owner.send(answer.page.form("/edit"), reason="Ben had miscounted"))
    assert inside(events)[-1].reason == "Ben had miscounted"


def test_other_deals_that_could_not_be_are_named_with_a_way_to_them(
    inside: Inside, owner: Phone, seat: Seating
) -> None:
    table = seat("Anna", "Ben", "Carla", "Dino")
    first, second = seat.deal(table), seat.deal(table, soloist=0)
    page = owner.read(address(table, first))
    before = inside(everything)
    for answer in (owner.send(page.form("/edit"), dealer="3"), check(owner, page, dealer="3")):
        assert answer.status == 422
        assert "Deal 2: The dealer sits this deal out." in answer.page.alert
        assert answer.page.offers(f"/deals/{second}")
        assert chosen(answer.page, "dealer") == "3"
    assert inside(everything) == before
    owner.follow(owner.send(page.form("/edit"), dealer="3", stay="yes"))
    assert [row.get("dealer") for row in inside(facts, table.match)] == [3, 1]


@pytest.mark.parametrize("op_id", ["", "x", "A" * 32])
def test_a_page_without_an_op_id_saves_nothing_and_is_good_then(
    inside: Inside, owner: Phone, table: Table, three: list[int], op_id: str
) -> None:
    form = owner.read(address(table, three[0])).form("/edit")
    before = inside(everything)
    answer = owner.send(form, op_id=op_id, card_points="9")
    assert answer.status == 422
    assert "This page was too old." in answer.page.main
    assert inside(everything) == before
    again = answer.page.form("/edit")
    assert again.value("card_points") == "9"
    owner.follow(owner.send(again))
    assert inside(facts, table.match)[0]["card_points"] == 9


def test_a_page_that_saved_already_saves_nothing_else(
    inside: Inside, owner: Phone, table: Table, three: list[int]
) -> None:
    form = owner.read(address(table, three[0])).form("/edit")
    owner.follow(owner.send(form, card_points="9"))
    before = inside(everything)
    assert owner.send(form, card_points="9").status == 303
    answer = owner.send(form, card_points="5")
    assert answer.status == 422
    assert "already saved something else" in answer.page.alert
    assert inside(everything) == before


# Two phones.


@pytest.fixture
def second(joins: Callable[[str], Phone]) -> Phone:
    return joins("scorer")


def test_the_second_save_of_the_same_deal_shows_theirs_and_yours(
    inside: Inside, owner: Phone, second: Phone, table: Table, three: list[int]
) -> None:
    path = address(table, three[1])
    mine, theirs = owner.read(path), second.read(path)
    second.follow(second.send(theirs.form("/edit"), card_points="4", note="looked twice"))
    before = inside(everything)
    for answer in (
        owner.send(mine.form("/edit"), card_points="9"),
        check(owner, mine, card_points="9"),
    ):
        assert answer.status == 409
        assert "changed on another phone" in answer.page.alert
        assert "Theirs Ben solo, 4 · Ben dealt · looked twice Yours" in answer.page.alert
        assert chosen(answer.page, "card_points") == "9"
        assert sums(answer.page)[1] == ("Ben", "4", "12")
    assert inside(everything) == before
    again = answer.page.form("/edit")
    owner.follow(owner.send(again))
    assert inside(facts, table.match)[1]["card_points"] == 9
    devices = [event.device_id for event in inside(events) if event.kind == "deal.edit"]
    assert len(set(devices)) == 2


def test_edits_of_different_deals_from_two_phones_both_survive(
    inside: Inside, owner: Phone, second: Phone, table: Table, three: list[int]
) -> None:
    mine, theirs = owner.read(address(table, three[0])), second.read(address(table, three[1]))
    second.follow(second.send(theirs.form("/edit"), card_points="4"))
    owner.follow(owner.send(mine.form("/edit"), card_points="9"))
    assert [row["card_points"] for row in inside(facts, table.match)] == [9, 4, 8]


def test_who_deals_by_turn_follows_what_another_phone_corrected(
    inside: Inside, owner: Phone, second: Phone, table: Table, three: list[int]
) -> None:
    """A dealer who was only shown and not touched is not saved as one who was named."""
    mine, theirs = owner.read(address(table, three[2])), second.read(address(table, three[0]))
    assert chosen(mine, "dealer") == "2"
    second.follow(second.send(theirs.form("/edit"), dealer="2"))
    shown = check(owner, mine, card_points="9").page
    assert chosen(shown, "dealer") == "1"
    assert "deals instead of" not in changes(shown)
    owner.follow(owner.send(mine.form("/edit"), card_points="9"))
    assert [row.get("dealer") for row in inside(facts, table.match)] == [2, None, None]


def test_a_deal_that_was_deleted_meanwhile_is_not_edited(
    inside: Inside, owner: Phone, second: Phone, table: Table, three: list[int]
) -> None:
    mine = owner.read(address(table, three[1]))
    theirs = second.read(address(table, three[1]))
    second.follow(second.send(second.send(theirs.form("/delete/check")).page.form("/delete")))
    before = inside(everything)
    answer = owner.send(mine.form("/edit"), card_points="9")
    assert answer.status == 409
    assert "deleted or restored on another phone" in answer.page.alert
    assert answer.page.heading == "Correct deal 2"
    assert answer.page.offers(f"/deals/{three[1]}")
    assert chosen(answer.page, "card_points") == "9"
    assert inside(everything) == before
    assert check(owner, mine, card_points="9").status == 409


def test_a_deal_is_not_deleted_by_who_has_not_seen_it_as_it_is(
    inside: Inside, owner: Phone, second: Phone, table: Table, three: list[int]
) -> None:
    mine, theirs = (phone.read(address(table, three[1])) for phone in (owner, second))
    shown = owner.send(mine.form("/delete/check")).page
    second.follow(second.send(theirs.form("/edit"), card_points="4"))
    answer = owner.send(shown.form("/delete"))
    assert answer.status == 409
    assert "Theirs Ben solo, 4" in answer.page.alert
    assert len(inside(facts, table.match)) == 3
    owner.follow(owner.send(answer.page.form("/delete")))
    assert len(inside(facts, table.match)) == 2


def test_a_deal_forgotten_by_two_phones_is_asked_about(
    inside: Inside, owner: Phone, second: Phone, table: Table, three: list[int]
) -> None:
    path, answers = address(table, three[1], "/insert"), {"soloist": "2", "bid": "solo"}
    mine, theirs = owner.read(path), second.read(path)
    second.follow(second.send(theirs.form("/insert"), card_points="4", **answers))
    answer = owner.send(mine.form("/insert"), card_points="3", **answers)
    assert answer.status == 409
    assert "the same, or another?" in answer.page.alert
    assert "Theirs Carla solo, 4" in answer.page.alert
    assert len(inside(facts, table.match)) == 4
    owner.follow(owner.send(answer.page.form("/insert")))
    assert [row["card_points"] for row in inside(facts, table.match)] == [6, 4, 3, 7, 8]


def test_answers_about_seats_that_were_reordered_are_not_saved_unread(
    inside: Inside, owner: Phone, table: Table, people: dict[str, int], correct: Correcting
) -> None:
    deal = Seating(inside, correct.actor, people).deal(table, bid="pass")
    mine = owner.read(address(table, deal))
    correct.set_up([people["Ben"], people["Anna"], people["Carla"]])
    before = inside(everything)
    given = {"soloist": "0", "bid": "solo", "card_points": "9"}
    for answer in (owner.send(mine.form("/edit"), **given), check(owner, mine, **given)):
        assert answer.status == 409
        assert "who sits where was corrected on another phone" in answer.page.alert
        assert chosen(answer.page, "soloist") == "pass"
    assert inside(everything) == before
    again = answer.page.form("/edit")
    owner.follow(owner.send(again, soloist="1", bid="solo", card_points="9"))
    assert inside(facts, table.match) == [{"bid": "solo", "soloist": 1, "card_points": 9}]


@pytest.mark.parametrize("sat", ["", "3", "x", "1.2", "1.2.3.4.5", ".", "1..3", "0.0.0", "9" * 99])
def test_whatever_a_page_says_of_the_seats_is_answered(
    owner: Phone, table: Table, three: list[int], sat: str
) -> None:
    form = owner.read(address(table, three[0])).form("/edit")
    assert owner.send(form, sat=sat, card_points="9").status in (303, 409)


# Who may.


@pytest.mark.parametrize("kind", KINDS)
def test_a_viewer_reads_and_is_told_that_it_may_not_write(
    inside: Inside,
    actor: Actor,
    owner: Phone,
    joins: Callable[[str], Phone],
    table: Table,
    three: list[int],
    kind: str,
) -> None:
    viewer = joins("scorer")
    token = viewer.token
    newest = max(row.id for row in inside(devices.listed, actor.club))
    inside(devices.set_role, actor, new_op_id(), newest, "viewer")
    page = viewer.read(address(table, three[1]))
    assert "Ben solo, 7" in page.main
    assert "This device may look, not write" in page.main
    [main] = page.all("main")
    assert list(main.all("button")) == []
    before = inside(everything)
    data = {"csrf_token": token, "op_id": new_op_id(), "version": "1", "soloist": "pass"}
    for rest in ("", "/check"):
        answer = viewer.post(address(table, three[1], f"/{kind}{rest}"), data)
        assert answer.status == 403
        assert answer.page.heading == "This device may look, not write"
    assert inside(everything) == before


def test_deals_of_another_club_or_match_are_nothing_here(
    inside: Inside, owner: Phone, seat: Seating, elsewhere: Seating, table: Table
) -> None:
    here = seat.deal(table)
    other = seat.deal(seat("Anna", "Ben", "Carla"))
    foreign = elsewhere.deal(elsewhere("Anna", "Ben", "Carla"))
    data = owner.read(address(table, here)).form("/edit").untouched
    before = inside(everything)
    for deal in (other, foreign, 10**9):
        for rest in ("", "/insert", "/edit", "/delete/check"):
            assert owner.get(address(table, deal, rest)).status == 404
        for kind in KINDS:
            assert owner.post(address(table, deal, f"/{kind}"), data).status == 404
            assert owner.post(address(table, deal, f"/{kind}/check"), data).status == 404
    assert inside(everything) == before


# Whatever comes.

FIELDS = (
    *("soloist", "bid", "card_points", "partner", "count", "aces", "others", "last_trick"),
    *("all_won", "all_lost", "dealer", "turn", "note", "stay", "reason", "version", "sat"),
    *("score_0", "sign_0", "score_1", "sign_1", "score_2", "adjust", "op_id", "seen"),
)
ODD = st.sampled_from(
    ["", "0", "1", "2", "3", "-1", "11", "pass", "nobody", "solo", "chiamo", "yes", "on", "None"]
) | st.text(max_size=12)


@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    kind=st.sampled_from([*KINDS, *(f"{kind}/check" for kind in KINDS)]),
    which=st.integers(0, 3),
    given_=st.dictionaries(st.sampled_from(FIELDS), ODD, max_size=12),
)
def test_whatever_is_sent_is_answered_and_saves_at_most_one_event(
    inside: Inside,
    owner: Phone,
    seat: Seating,
    table: Table,
    kind: str,
    which: int,
    given_: dict[str, str],
) -> None:
    kept = inside(matches.load, table.club, table.match)
    if len(kept.deals) < 4:
        for more in ({}, {"adjust": [1, -1, 0]}, {"bid": "pass"}, CARDS | {"bid": "solo"}):
            seat.deal(table, **({"soloist": 2} if "cards" in more else {}) | more)
        kept = inside(matches.load, table.club, table.match)
    deal = kept.deals[which].id
    before = inside(count, Event)
    sent = {"csrf_token": owner.token, "version": str(kept.deals[which].version)} | given_
    answer = owner.post(address(table, deal, f"/{kind}"), sent)
    assert answer.status in (200, 303, 409, 422)
    assert inside(count, Event) == before + (answer.status == 303)
