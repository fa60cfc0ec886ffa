"""The players' pages: what is no name is said beside the field, a look-alike is asked about."""

from __future__ import annotations

import pytest

from scorekeeper.store import players
from tests.phone import Phone
from tests.record import Inside, everything


@pytest.fixture
def page(club: int) -> str:
    return f"/clubs/{club}/players"


@pytest.mark.parametrize(
    "name",
    ["", " ", "x" * 41, "An\x00na", "A\u200bnna", "\u202eAnna", "An\u2066na", "\u2800", "\ufe0f"],
)
def test_what_is_no_name_is_said_and_kept_and_adds_nobody(
    inside: Inside, owner: Phone, page: str, name: str
) -> None:
    before = inside(everything)
    answer = owner.send(owner.read(page).form("/players"), name=name)
    assert answer.status == 422
    assert len(answer.page.errors) == 1
    again = answer.page.form("/players")
    assert again.value("name") == name
    assert inside(everything) == before
    assert "Gina" in owner.follow(owner.send(again, name="Gina")).main


@pytest.mark.parametrize("sent", [b"%ED%A0%80", b"%ED%A0%80Anna", b"%FF%FE", b"Anna%C3"])
def test_bytes_that_are_no_text_never_become_one(
    inside: Inside, owner: Phone, page: str, sent: bytes
) -> None:
    """Half a surrogate pair, cut letters: whatever is made of them can be shown and stored."""
    form = owner.read(page).form("/players")
    fields = dict(form.untouched)
    body = b"csrf_token=%s&op_id=%s&name=" % (
        fields["csrf_token"].encode(),
        fields["op_id"].encode(),
    )
    headers = {"Origin": owner.host}
    kind = "application/x-www-form-urlencoded"
    answer = owner.ask("POST", page, data=body + sent, headers=headers, content_type=kind)
    assert answer.status in (303, 400, 422)
    club = int(page.split("/")[2])
    for person in inside(players.everybody, club):
        assert person.name.encode().decode().isprintable()
    owner.read(page)


def test_a_taken_name_is_said(
    inside: Inside, owner: Phone, page: str, people: dict[str, int]
) -> None:
    answer = owner.send(owner.read(page).form("/players"), name="Anna")
    assert answer.page.errors == ["There is already a player called Anna."]


def test_a_lookalike_is_asked_about_and_added_when_it_is_another_person(
    inside: Inside, owner: Phone, page: str, people: dict[str, int]
) -> None:
    before = inside(everything)
    answer = owner.send(owner.read(page).form("/players"), name="ANNA")
    assert answer.status == 422
    assert "looks like Anna" in answer.page.alert
    assert inside(everything) == before
    again = answer.page.form("/players")
    assert again.value("name") == "ANNA"
    assert "ANNA" in owner.follow(owner.send(again, another="yes")).main


def test_a_player_is_renamed_and_asked_about_like_a_new_one(
    inside: Inside, owner: Phone, page: str, people: dict[str, int]
) -> None:
    anna = f"/players/{people['Anna']}"
    form = owner.read(f"{page}/{people['Anna']}").form(anna)
    assert form.value("name") == "Anna"
    answer = owner.send(form, name="BEN")
    assert (answer.status, "looks like Ben" in answer.page.alert) == (422, True)
    listed = owner.follow(owner.send(answer.page.form(anna), name="Annalisa"))
    assert "Annalisa" in listed.main


def test_a_retired_player_is_offered_no_more_and_comes_back(
    owner: Phone, page: str, people: dict[str, int], club: int
) -> None:
    one = f"{page}/{people['Anna']}"
    owner.follow(owner.send(owner.read(one).form("/retire")))
    assert "Anna" not in owner.read(f"/clubs/{club}/sittings/new").main
    assert "Retired" in owner.read(page).main
    owner.follow(owner.send(owner.read(one).form("/bring-back")))
    assert "Anna" in owner.read(f"/clubs/{club}/sittings/new").main


def test_the_same_op_id_with_another_name_is_refused_with_the_input_kept(
    inside: Inside, owner: Phone, page: str
) -> None:
    form = owner.read(page).form("/players")
    owner.send(form, name="Gina")
    before = inside(everything)
    answer = owner.send(form, name="Hugo")
    assert answer.status == 422
    assert "saved something else" in answer.page.main
    again = answer.page.form("/players")
    assert again.value("name") == "Hugo"
    assert again.value("op_id") != form.value("op_id")
    assert inside(everything) == before
