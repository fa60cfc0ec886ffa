"""Two spellings of one person on the players' pages: chosen, shown, merged, and then one."""

from __future__ import annotations

import pytest

from scorekeeper.store import spellings
from scorekeeper.store.operations import new_op_id
from tests.phone import Phone
from tests.record import Inside, everything
from tests.seating import Seating


@pytest.fixture
def page(club: int) -> str:
    return f"/clubs/{club}/players"


def asks(page: str, seat: Seating, player: str, into: str = "") -> str:
    """Return the address of the page that asks whether two are one."""
    query = f"?into={seat.people[into]}" if into else ""
    return f"{page}/{seat.people[player]}/merge{query}"


def test_the_other_is_chosen_shown_and_merged(owner: Phone, page: str, seat: Seating) -> None:
    table = seat("Dino", "Ben", "Carla")
    seat("Ben", "Dino", "Carla")
    person = owner.read(f"{page}/{seat.people['Dino']}")
    assert person.offers("/merge")
    listed = owner.read(asks(page, seat, "Dino"))
    links = {node.text: node.attrs["href"] for node in listed.all("a")}
    assert {"Anna", "Ben", "Carla"} <= links.keys()
    assert not {form for form in listed.forms if form.method == "post"}
    shown = owner.read(links["Anna"])
    assert shown.heading == "Is Dino the same person as Anna?"
    assert "2 matches move to Anna. No score changes." in shown.main
    assert "It cannot be split again." in shown.main
    person = owner.follow(owner.send(shown.form("/merge")))
    assert (person.heading, "Also written: Dino." in person.main) == ("Anna", True)
    assert "Dino" not in owner.read(page).main
    assert "Anna" in owner.read(table.path).main
    assert "Dino" not in owner.read(table.path).main


def test_the_other_name_can_be_kept_instead(owner: Phone, page: str, seat: Seating) -> None:
    shown = owner.read(asks(page, seat, "Dino", "Anna"))
    [link] = [node for node in shown.all("a") if "instead" in node.text]
    shown = owner.read(link.attrs["href"])
    assert shown.heading == "Is Anna the same person as Dino?"
    assert "Anna has sat in no match, so none moves." in shown.main
    assert owner.follow(owner.send(shown.form("/merge"))).heading == "Dino"


def test_two_who_sat_in_one_match_are_two_and_the_match_is_shown(
    inside: Inside, owner: Phone, page: str, seat: Seating
) -> None:
    form = owner.read(asks(page, seat, "Ben", "Anna")).form("/merge")
    table = seat("Anna", "Ben", "Carla")
    shown = owner.read(asks(page, seat, "Ben", "Anna"))
    sentence = "Ben and Anna sat in one match, so they are two people."
    assert shown.errors == [sentence]
    assert shown.offers(table.path)
    assert not shown.offers("/merge") or all(form.method != "post" for form in shown.forms)
    before = inside(everything)
    answer = owner.send(form)
    assert (answer.status, answer.page.errors) == (422, [sentence])
    assert inside(everything) == before


@pytest.mark.parametrize("into", ["Ben", "Dino"])
def test_oneself_and_a_merged_spelling_are_refused_in_a_sentence(
    inside: Inside, owner: Phone, page: str, seat: Seating, into: str
) -> None:
    form = owner.read(asks(page, seat, "Ben", "Carla")).form("/merge")
    two = (seat.people["Dino"], seat.people["Anna"])
    inside(spellings.merge, seat.actor, new_op_id(), *two)
    before = inside(everything)
    answer = owner.post(form.action, dict(form.untouched) | {"into": str(seat.people[into])})
    assert answer.status == 422
    assert len(answer.page.errors) == 1
    assert owner.read(asks(page, seat, "Ben", into)).errors == answer.page.errors
    assert inside(everything) == before


@pytest.mark.parametrize("into", ["", "0", "-1", "x", "9" * 30, "\u0663"])
def test_nobody_and_nonsense_merge_nothing(
    inside: Inside, owner: Phone, page: str, seat: Seating, into: str
) -> None:
    form = owner.read(asks(page, seat, "Ben", "Carla")).form("/merge")
    before = inside(everything)
    answer = owner.post(form.action, dict(form.untouched) | {"into": into})
    assert answer.status == 404
    assert owner.get(f"{form.action}?into={into}").status == (404 if into else 200)
    assert inside(everything) == before


def test_a_person_of_another_club_is_not_there(
    inside: Inside, owner: Phone, page: str, seat: Seating, elsewhere: Seating
) -> None:
    form = owner.read(asks(page, seat, "Ben", "Carla")).form("/merge")
    foreign = str(elsewhere.people["Anna"])
    before = inside(everything)
    assert owner.get(f"{form.action}?into={foreign}").status == 404
    assert owner.post(form.action, dict(form.untouched) | {"into": foreign}).status == 404
    assert inside(everything) == before


def test_the_pages_of_a_merged_spelling_lead_to_the_person(
    inside: Inside, owner: Phone, page: str, seat: Seating
) -> None:
    dino, anna = f"{page}/{seat.people['Dino']}", f"{page}/{seat.people['Anna']}"
    forms = owner.read(dino)
    rename, retire = forms.form(dino), forms.form("/retire")
    two = (seat.people["Dino"], seat.people["Anna"])
    inside(spellings.merge, seat.actor, new_op_id(), *two)
    for address in (dino, f"{dino}/merge"):
        answer = owner.get(address)
        assert (answer.status, answer.location) == (302, anna)
    before = inside(everything)
    for form, answers in ((rename, {"name": "Dina"}), (retire, {})):
        answer = owner.send(form, **answers)
        assert (answer.status, answer.page.heading) == (422, "Anna")
        assert answer.page.errors == ["Nothing was changed: this was merged and is Anna by now."]
    assert inside(everything) == before


def test_the_name_of_a_merged_spelling_is_said_to_be_whose_it_is(
    inside: Inside, owner: Phone, page: str, seat: Seating
) -> None:
    two = (seat.people["Dino"], seat.people["Anna"])
    inside(spellings.merge, seat.actor, new_op_id(), *two)
    answer = owner.send(owner.read(page).form("/players"), name="Dino")
    sentence = "Dino is another spelling of Anna: that is one person here."
    assert (answer.status, answer.page.errors) == (422, [sentence])
    answer = owner.send(owner.read(page).form("/players"), name="dino")
    assert "This name looks like Dino, which is Anna." in answer.page.alert


def test_a_retired_player_comes_back_with_a_tap_on_the_list(
    owner: Phone, page: str, seat: Seating
) -> None:
    for name in ("Anna", "Dino"):
        one = f"{page}/{seat.people[name]}"
        owner.send(owner.read(one).form("/retire"))
    listed = owner.read(page)
    assert not listed.offers(f"{seat.people['Ben']}/bring-back")
    listed = owner.follow(owner.send(listed.form(f"{seat.people['Dino']}/bring-back")))
    assert not listed.offers(f"{seat.people['Dino']}/bring-back")
    listed = owner.follow(owner.send(listed.form(f"{seat.people['Anna']}/bring-back")))
    assert "Retired" not in listed.main
