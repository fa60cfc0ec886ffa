"""An evening at the table page: recording, the same or another, undo, the end of a match."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from scorekeeper.models import Event
from scorekeeper.store import matches, sittings
from scorekeeper.store.operations import new_op_id
from tests.pages import Form, Page
from tests.phone import Answer, Phone
from tests.record import Inside, count, events, everything, facts, projection, scored_afresh
from tests.seating import SOLO_6, Seating, Table

BEN_SOLO_6 = {"soloist": "1", "bid": "solo", "card_points": "6"}
CARLA_SOLO_8 = {"soloist": "2", "bid": "solo", "card_points": "8"}


def entry(page: Page) -> Form:
    return page.form("/deals")


def totals(page: Page) -> list[str]:
    [score] = page.all("section", of="score")
    return [node.text for node in score.all("strong")]


def answers(form: Form, wanted: dict[str, str]) -> dict[str, str]:
    return {name: form.value(name) for name in wanted}


def other_phone(app: Flask, owner: Phone) -> Phone:
    """Return a second phone with the same cookies: another hand at the same table."""
    assert owner.token  # the cookie of its forms comes with the first page
    phone = Phone(app)
    for key in (app.config["SCOREKEEPER_COOKIE"], app.config["SESSION_COOKIE_NAME"]):
        cookie = owner.client.get_cookie(key)
        assert cookie is not None
        phone.client.set_cookie(key, cookie.value)
    return phone


def test_a_plain_deal_is_saved_and_said_and_shown(
    inside: Inside, owner: Phone, table: Table
) -> None:
    page = owner.play(table.path, **BEN_SOLO_6)
    assert totals(page) == ["−2", "4", "−2"]
    assert "Saved: deal 1, Ben solo, 6" in page.main
    assert "Deal 2 · Ben deals, Carla leads" in page.main
    assert inside(facts, table.match) == [SOLO_6]


def test_nothing_is_preselected(owner: Phone, table: Table) -> None:
    form = entry(owner.read(table.path))
    sent = {name for name, value in form.untouched if value}
    assert sent == {"csrf_token", "op_id", "sat", "seen"}
    assert len(form.value("op_id")) == 32


def test_every_page_has_an_op_id_of_its_own(owner: Phone, table: Table) -> None:
    ids = [entry(owner.read(table.path)).value("op_id") for _ in range(5)]
    assert len(set(ids)) == 5
    page = owner.play(table.path, **BEN_SOLO_6)
    shown = [form.value("op_id") for form in page.forms]
    assert len(set(shown)) == len(shown) >= 2


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"soloist": "pass"}, {"bid": "pass"}),
        ({"soloist": "pass", "bid": "solo", "card_points": "11"}, {"bid": "pass"}),
        (
            {"card_points": "11", "all_won": "all"},
            SOLO_6 | {"card_points": 11, "tricks": "all"},
        ),
        # Answered at 11, then changed to 7; at 10, then to 0.
        ({"card_points": "7", "all_won": "all"}, SOLO_6 | {"card_points": 7}),
        (
            {"card_points": "0", "last_trick": "soloist", "all_won": "all", "all_lost": "none"},
            SOLO_6 | {"card_points": 0, "tricks": "none"},
        ),
        (
            {"card_points": "10", "last_trick": "opponents"},
            SOLO_6 | {"card_points": 10, "last_trick": "opponents"},
        ),
        # Counted, and the points chosen before are dropped.
        (
            {"count": "yes", "aces": "2", "others": "11", "last_trick": "soloist"},
            {
                "bid": "solo",
                "soloist": 1,
                "cards": {"aces": 2, "others": 11},
                "last_trick": "soloist",
            },
        ),
        # Counted first, then the points were chosen after all.
        ({"aces": "2", "others": "11", "last_trick": "soloist"}, SOLO_6),
    ],
)
def test_answers_to_questions_that_are_not_asked_are_dropped(
    inside: Inside, owner: Phone, table: Table, given: dict[str, str], kept: dict[str, Any]
) -> None:
    owner.play(table.path, **BEN_SOLO_6 | given)
    assert inside(facts, table.match) == [kept]


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        ("soloist", "Choose the soloist, or all pass."),
        ("bid", "Choose the bid."),
        ("card_points", "Choose the card points."),
    ],
)
def test_an_open_question_is_said_beside_its_field_and_the_rest_is_kept(
    inside: Inside, owner: Phone, table: Table, missing: str, sentence: str
) -> None:
    given = {name: value for name, value in BEN_SOLO_6.items() if name != missing}
    before = inside(everything)
    answer = owner.send(entry(owner.read(table.path)), **given, note="late")
    assert (answer.status, answer.page.errors) == (422, [sentence])
    [question] = [q for q in answer.page.all("fieldset") if [*q.all(of="error")]]
    assert [*question.all(name=missing)]
    form = entry(answer.page)
    assert answers(form, given | {"note": "late"}) == given | {"note": "late"}
    assert inside(everything) == before
    owner.follow(owner.send(form, **{missing: BEN_SOLO_6[missing]}))
    assert inside(facts, table.match) == [SOLO_6 | {"note": "late"}]


def test_at_eleven_the_tricks_are_asked_for(owner: Phone, table: Table) -> None:
    form = entry(owner.read(table.path))
    answer = owner.send(form, **BEN_SOLO_6 | {"card_points": "11"})
    assert answer.page.errors == ["Choose whether the soloist won every trick."]
    page = owner.follow(owner.send(entry(answer.page), all_won="some"))
    assert "stramazzo" in page.main
    assert totals(page) == ["−6", "12", "−6"]


def test_who_sits_out_has_a_tile_that_cannot_be_chosen(owner: Phone, seat: Seating) -> None:
    table = seat("Anna", "Ben", "Carla", "Dino", first_dealer=1)
    page = owner.read(table.path)
    assert "Ben deals, Carla leads" in page.main
    assert entry(page).values("soloist") == ["0", "2", "3", "pass"]
    answer = owner.post(f"{table.path}/deals", [*entry(page).untouched, *BEN_SOLO_6.items()])
    assert (answer.status, answer.page.errors) == (422, ["The dealer sits this deal out."])


def lost(owner: Phone, path: str, **answers: str) -> tuple[Answer, Answer]:
    """Send a deal twice: the first answer never arrived."""
    form = entry(owner.read(path))
    return owner.send(form, **answers), owner.send(form, **answers)


def test_the_retry_is_the_same_when_somebody_else_dealt(
    inside: Inside, owner: Phone, table: Table
) -> None:
    first, again = lost(owner, table.path, dealer="1", **BEN_SOLO_6)
    assert (first.status, again.status, again.location) == (303, 303, first.location)
    assert inside(facts, table.match) == [SOLO_6 | {"dealer": 1}]


def test_the_retry_is_the_same_when_the_soloist_deals_next_and_will_sit_out(
    inside: Inside, owner: Phone, seat: Seating
) -> None:
    table = seat("Anna", "Ben", "Carla", "Dino")
    first, again = lost(owner, table.path, **BEN_SOLO_6)
    assert (first.status, again.status, again.location) == (303, 303, first.location)
    assert inside(facts, table.match) == [SOLO_6]
    assert sum(event.kind == "deal.record" for event in inside(events)) == 1


def test_the_same_op_id_with_other_answers_is_refused_and_says_what_it_saved(
    inside: Inside, owner: Phone, table: Table
) -> None:
    """Back after a save, then another deal typed into the old page."""
    form = entry(owner.read(table.path))
    owner.send(form, **BEN_SOLO_6)
    before = inside(everything)
    answer = owner.send(form, **CARLA_SOLO_8)
    assert answer.status == 422
    assert "has already saved deal 1, Ben solo, 6" in answer.page.alert
    assert inside(everything) == before
    again = entry(answer.page)
    assert answers(again, CARLA_SOLO_8) == CARLA_SOLO_8
    assert again.value("op_id") != form.value("op_id")
    owner.follow(owner.send(again))
    assert [row["card_points"] for row in inside(facts, table.match)] == [6, 8]


def test_a_second_phone_is_asked_whether_it_is_the_same_or_another(
    inside: Inside, app: Flask, owner: Phone, table: Table
) -> None:
    second = other_phone(app, owner)
    form = entry(second.read(table.path))
    owner.play(table.path, **BEN_SOLO_6)
    before = inside(everything)
    answer = second.send(form, **CARLA_SOLO_8)
    assert answer.status == 409
    assert "deal 1, Ben solo, 6" in answer.page.alert
    assert "the same, or another" in answer.page.alert
    asked = entry(answer.page)
    assert answers(asked, CARLA_SOLO_8) == CARLA_SOLO_8
    assert inside(everything) == before
    second.follow(second.send(asked, ("both_count", "1")))
    assert [row["card_points"] for row in inside(facts, table.match)] == [6, 8]


def test_the_second_phone_is_asked_once_and_then_again_for_what_is_newer_still(
    inside: Inside, app: Flask, owner: Phone, table: Table
) -> None:
    second = other_phone(app, owner)
    form = entry(second.read(table.path))
    owner.play(table.path, **BEN_SOLO_6)
    asked = entry(second.send(form, **CARLA_SOLO_8).page)
    # Without the button that says so, the page knows of the newer deal and may save.
    second.follow(second.send(asked))
    assert len(inside(facts, table.match)) == 2
    owner.play(table.path, **BEN_SOLO_6)
    form = entry(owner.read(table.path))
    fresh = second.send(entry(second.read(table.path)), **BEN_SOLO_6)
    assert fresh.status == 303
    assert owner.send(form, **CARLA_SOLO_8).status == 409


def test_both_count_answers_in_advance(
    inside: Inside, app: Flask, owner: Phone, table: Table
) -> None:
    second = other_phone(app, owner)
    form = entry(second.read(table.path))
    owner.play(table.path, **BEN_SOLO_6)
    fields = [*form.filled(CARLA_SOLO_8), ("both_count", "1")]
    assert second.post(form.action, fields).status == 303
    assert len(inside(facts, table.match)) == 2


def test_a_deal_undone_meanwhile_is_asked_about(
    inside: Inside, app: Flask, owner: Phone, table: Table
) -> None:
    second = other_phone(app, owner)
    page = owner.play(table.path, **BEN_SOLO_6)
    form = entry(second.read(table.path))
    owner.send(page.form("/undo"))
    before = inside(everything)
    answer = second.send(form, **CARLA_SOLO_8)
    assert answer.status == 409
    assert "another phone has undone a deal" in answer.page.alert
    assert inside(everything) == before
    second.follow(second.send(entry(answer.page), ("both_count", "1")))
    assert [row["card_points"] for row in inside(facts, table.match)] == [8]


def test_undo_names_the_deal_and_redo_brings_it_back(
    inside: Inside, owner: Phone, table: Table
) -> None:
    owner.play(table.path, **BEN_SOLO_6)
    page = owner.play(table.path, **CARLA_SOLO_8)
    before, rows = totals(page), inside(projection, table.match)
    page = owner.follow(owner.send(page.form("/undo")))
    assert "Undone: deal 2, Carla solo, 8" in page.main
    assert totals(page) == ["−2", "4", "−2"]
    page = owner.follow(owner.send(page.form("/redo")))
    assert "Saved: deal 2, Carla solo, 8" in page.main
    assert (totals(page), inside(projection, table.match)) == (before, rows)


def test_undo_of_a_deal_that_is_no_longer_the_newest_asks_and_hides_nothing(
    inside: Inside, app: Flask, owner: Phone, table: Table
) -> None:
    page = owner.play(table.path, **BEN_SOLO_6)
    other_phone(app, owner).play(table.path, **CARLA_SOLO_8)
    before = inside(everything)
    answer = owner.send(page.form("/undo"))
    assert answer.status == 409
    assert "since deal 1, Ben solo, 6, another was recorded" in answer.page.alert
    assert inside(everything) == before
    [asked] = [f for f in answer.page.forms if "Undo deal 2" in f.node.text]
    page = owner.follow(owner.send(asked))
    assert [row["card_points"] for row in inside(facts, table.match)] == [6]
    assert "Undone: deal 2, Carla solo, 8" in page.main


def test_undo_from_two_phones_hides_one_deal(
    inside: Inside, app: Flask, owner: Phone, table: Table
) -> None:
    owner.play(table.path, **BEN_SOLO_6)
    page = owner.play(table.path, **CARLA_SOLO_8)
    second = other_phone(app, owner)
    theirs = second.read(table.path).form("/undo")
    owner.send(page.form("/undo"))
    answer = second.send(theirs)
    assert answer.status == 409
    assert "undone already" in answer.page.alert
    assert len(inside(facts, table.match)) == 1


def test_redo_is_offered_until_something_else_is_recorded(
    inside: Inside, owner: Phone, table: Table
) -> None:
    page = owner.play(table.path, **BEN_SOLO_6)
    page = owner.follow(owner.send(page.form("/undo")))
    redo = page.form("/redo")
    page = owner.play(table.path, **CARLA_SOLO_8)
    assert not page.offers("/redo")
    before = inside(everything)
    answer = owner.send(redo)
    assert answer.status == 409
    assert "cannot be shown again" in answer.page.alert
    assert inside(everything) == before


def test_the_match_announces_its_winner_and_goes_on_as_the_table_likes(
    inside: Inside, owner: Phone, table: Table
) -> None:
    page = owner.play(table.path, soloist="1", bid="scegliete", card_points="6")
    [banner] = page.all(of="banner")
    assert "Ben wins the match with 32" in banner.text
    assert not page.offers("/deals")
    page = owner.read(f"{table.path}?on=1")
    page = owner.follow(owner.send(entry(page), **CARLA_SOLO_8))
    assert "Ben wins the match with 30" in page.main
    assert page.offers("/deals")  # who plays on goes on playing on
    other = owner.read(table.path).form("/next")
    answer = owner.send(page.form("/next"))
    page = owner.follow(answer)
    assert totals(page) == ["0", "0", "0"]
    assert "Carla deals first" in page.main
    before = inside(everything)
    assert owner.send(other).location == answer.location  # a second phone is led to the same
    assert inside(everything) == before


def test_undo_after_the_match_was_won_takes_the_win_back(
    inside: Inside, owner: Phone, table: Table
) -> None:
    page = owner.play(table.path, soloist="1", bid="scegliete", card_points="6")
    page = owner.follow(owner.send(page.form("/undo")))
    assert not page.all(of="banner")
    assert page.offers("/deals")
    page = owner.follow(owner.send(page.form("/redo")))
    assert "Ben wins the match" in page.main


def test_players_who_are_level_at_the_end_share(owner: Phone, seat: Seating) -> None:
    table = seat("Anna", "Ben", "Carla", deals=1)
    page = owner.play(table.path, soloist="1", bid="solo", card_points="5")
    assert "Anna and Carla share the match with 2" in page.main


def test_a_closed_evening_keeps_an_adjustment_in_sight(
    owner: Phone, table: Table, inside: Inside, seat: Seating
) -> None:
    form = owner.read(f"{table.path}/adjust").form("/adjust")
    inside(sittings.close, seat.actor, new_op_id(), table.sitting)
    answer = owner.send(form, score_0="37", score_1="37", sign_1="-", note="a revoke")
    assert answer.status == 409
    assert "this evening is closed" in answer.page.alert
    mine = answer.page.form("/adjust")
    assert [mine.value(name) for name in ("score_0", "sign_1", "note")] == ["37", "-", "a revoke"]


def test_a_closed_evening_keeps_what_was_typed_in_sight(
    inside: Inside, owner: Phone, table: Table, seat: Seating
) -> None:
    form = entry(owner.read(table.path))
    undo = (sittings.close, seat.actor, new_op_id(), table.sitting)
    inside(*undo)
    before = inside(everything)
    answer = owner.send(form, **BEN_SOLO_6)
    assert answer.status == 409
    assert "this evening is closed" in answer.page.alert
    assert answers(entry(answer.page), BEN_SOLO_6) == BEN_SOLO_6
    assert inside(everything) == before
    page = owner.read(table.path)
    assert not page.offers("/deals")
    assert "This evening is closed" in page.main


def test_a_penalty_is_recorded_and_moves_no_deal(
    inside: Inside, owner: Phone, table: Table
) -> None:
    form = owner.read(f"{table.path}/adjust").form("/adjust")
    given = {"sign_0": "-", "score_0": "2", "score_1": "1", "score_2": "1", "note": "revoke"}
    page = owner.follow(owner.send(form, **given))
    assert totals(page) == ["−2", "1", "1"]
    assert "Anna deals, Ben leads" in page.main
    assert inside(facts, table.match) == [{"adjust": [-2, 1, 1], "note": "revoke"}]
    assert owner.send(form, **given).status == 303
    assert len(inside(facts, table.match)) == 1


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"score_0": "2"}, "The numbers must add up to 0; now they add up to 2."),
        ({}, "Give a number other than 0."),
        ({"score_0": "two"}, "Write a whole number."),
        ({"score_0": "\u0662"}, "Write a whole number."),
        ({"score_0": "1.5"}, "Write a whole number."),
        ({"score_0": "1" * 11}, "Write a whole number."),
        (
            {"score_0": "10000", "score_1": "-10000"},
            "An adjustment is a whole number from -9999 to 9999.",
        ),
        ({"score_0": "1", "score_1": "-1", "note": "x" * 201}, None),
        ({"score_0": "1", "score_1": "-1", "note": "a\u202eb"}, None),
    ],
)
def test_a_penalty_that_cannot_be_says_why_and_keeps_the_input(
    inside: Inside, owner: Phone, table: Table, given: dict[str, str], sentence: str | None
) -> None:
    form = owner.read(f"{table.path}/adjust").form("/adjust")
    before = inside(everything)
    answer = owner.send(form, **given)
    assert answer.status == 422
    assert len(answer.page.errors) == 1
    assert sentence in (None, answer.page.errors[0])
    assert answers(answer.page.form("/adjust"), given) == given
    assert inside(everything) == before


def test_a_penalty_asks_about_a_deal_that_it_did_not_see(
    inside: Inside, owner: Phone, table: Table
) -> None:
    form = owner.read(f"{table.path}/adjust").form("/adjust")
    owner.play(table.path, **BEN_SOLO_6)
    given = {"score_0": "1", "score_1": "-1"}
    before = inside(everything)
    answer = owner.send(form, **given)
    assert answer.status == 409
    assert inside(everything) == before
    asked = answer.page.form("/adjust")
    assert answers(asked, given) == given
    owner.follow(owner.send(asked, ("both_count", "1")))
    assert len(inside(facts, table.match)) == 2


def test_phones_that_save_at_once_lose_and_double_nothing(
    inside: Inside, app: Flask, owner: Phone, table: Table, club: int
) -> None:
    phones = [other_phone(app, owner) for _ in range(4)]
    work: list[tuple[Phone, Any]] = []
    for phone in phones:
        for _ in range(5):
            form = entry(phone.read(table.path))
            work.append((phone, [*form.filled(BEN_SOLO_6), ("both_count", "1")]))

    def save(number: int) -> set[int]:
        mine = [(phone, fields) for phone, fields in work if phone is phones[number]]
        # Every one is sent twice, as after an answer that was lost.
        sent = [pair for pair in mine for _ in range(2)]
        return {phone.post(f"{table.path}/deals", fields).status for phone, fields in sent}

    before = inside(count, Event)
    with ThreadPoolExecutor(4) as pool:
        assert set().union(*pool.map(save, range(4))) == {303}
    kept = inside(matches.load, club, table.match)
    assert [row.number for row in kept.scored.rows] == list(range(1, 21))
    assert inside(count, Event) == before + 20
    assert inside(projection, table.match) == inside(scored_afresh, club, table.match)
    assert totals(owner.read(table.path)) == ["−40", "80", "−40"]


def test_a_page_asked_for_again_leads_back_to_the_table(owner: Phone, table: Table) -> None:
    """Who reloads after a refusal asks for the address of a form."""
    for path in ("/deals", "/deals/preview", "/deals/7/undo", "/deals/7/redo", "/next"):
        assert owner.get(table.path + path).location == table.path


def test_who_leads_by_house_rule_is_said_once_the_soloist_is_known(
    owner: Phone, seat: Seating
) -> None:
    table = seat("Anna", "Ben", "Carla", soloist_leads=True)
    page = owner.read(table.path)
    assert "Anna deals" in page.main
    assert "Ben leads" not in page.main
    form = page.form("/deals")
    shown = owner.post(f"{table.path}/deals/preview", form.filled({"soloist": "1"})).page
    assert "Ben leads." in shown.main
