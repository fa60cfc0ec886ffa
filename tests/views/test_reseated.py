"""A table page that was open while the seats or the rules of its match were corrected."""

from __future__ import annotations

import pytest

from scorekeeper.store.operations import Actor
from tests.correcting import Correcting
from tests.phone import Phone
from tests.record import Inside, everything, facts
from tests.seating import Seating, Table


@pytest.fixture
def correct(inside: Inside, actor: Actor, table: Table) -> Correcting:
    return Correcting(inside, actor, table.match)


ANSWERS = {
    "": ("/deals", {"soloist": "1", "bid": "solo", "card_points": "8"}),
    "/adjust": ("/adjust", {"score_0": "2", "score_1": "2", "sign_1": "-"}),
}


@pytest.mark.parametrize("rest", ANSWERS)
def test_answers_about_seats_in_which_others_sit_by_now_are_not_saved(
    inside: Inside,
    owner: Phone,
    table: Table,
    people: dict[str, int],
    correct: Correcting,
    rest: str,
) -> None:
    action, answers = ANSWERS[rest]
    page = owner.read(table.path + rest)
    correct.set_up([people["Ben"], people["Anna"], people["Carla"]])
    before = inside(everything)
    answer = owner.send(page.form(action), **answers)
    assert answer.status == 409
    assert "who sits where was corrected" in answer.page.alert
    assert inside(everything) == before
    again = answer.page.form(action)
    assert not again.value("soloist")
    owner.follow(owner.send(again, **answers))
    assert len(inside(facts, table.match)) == 1


def test_who_was_replaced_meanwhile_is_no_reason_to_ask(
    owner: Phone, table: Table, people: dict[str, int], correct: Correcting
) -> None:
    page = owner.read(table.path)
    correct.set_up([people["Anna"], people["Dino"], people["Carla"]])
    owner.follow(owner.send(page.form("/deals"), **ANSWERS[""][1]))


@pytest.mark.parametrize("sat", ["", "3", "x", "1.2", "1.2.3.4.5", ".", "9" * 99])
def test_whatever_a_page_says_of_the_seats_is_answered(
    owner: Phone, table: Table, sat: str
) -> None:
    form = owner.read(table.path).form("/deals")
    assert owner.send(form, sat=sat, **ANSWERS[""][1]).status in (303, 409)


def test_a_deal_that_the_rules_no_longer_know_is_not_shown_again(
    inside: Inside, owner: Phone, seat: Seating, table: Table, correct: Correcting
) -> None:
    seat.deal(table)
    owner.follow(owner.send(owner.read(table.path).form("/undo")))
    page = owner.read(table.path)
    correct.set_up(stakes={"chiamo": 1})
    before = inside(everything)
    answer = owner.send(page.form("/redo"))
    assert answer.status == 409
    assert "cannot be any more" in answer.page.alert
    assert inside(everything) == before
