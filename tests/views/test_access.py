"""The door: joining by the owner's link, once."""

from __future__ import annotations

from flask import Flask

from scorekeeper.models import Device
from scorekeeper.store import players
from scorekeeper.store.operations import Actor, new_op_id
from tests.phone import Phone
from tests.record import Inside, count, events, everything


def test_looking_at_the_link_shows_the_club_and_does_not_use_it_up(
    inside: Inside, app: Flask, stranger: Phone, link: str
) -> None:
    before = inside(everything)
    for _ in range(3):
        assert stranger.read(link).heading == "Join Our club"
    assert stranger.ask("HEAD", link).status == 200
    assert inside(everything) == before
    other = Phone(app)
    assert other.send(other.read(link).form(link)).status == 303


def test_joining_leads_to_the_club_and_from_then_on_the_door_does(
    stranger: Phone, link: str, club: int
) -> None:
    answer = stranger.send(stranger.read(link).form(link), device="Anna's phone")
    assert answer.location == f"/clubs/{club}"
    assert stranger.follow(answer).heading == "Evenings"
    assert stranger.get("/").location == f"/clubs/{club}"
    assert stranger.get(link).status == 404


def test_the_link_is_dead_after_the_first_phone(
    app: Flask, inside: Inside, stranger: Phone, link: str
) -> None:
    late = Phone(app)
    form = late.read(link).form(link)
    stranger.send(stranger.read(link).form(link))
    before = inside(everything)
    nothing = late.get("/clubs/none/of/this").body
    assert (late.get(link).status, late.get(link).body) == (404, nothing)
    assert late.send(form).status == 404
    assert late.get("/").status == 200
    assert inside(everything) == before


def test_the_same_tap_twice_is_the_same_phone(
    inside: Inside, stranger: Phone, link: str, app: Flask, club: int
) -> None:
    """The answer to the first was lost, and with it the cookie."""
    name = app.config["SCOREKEEPER_COOKIE"]
    form = stranger.read(link).form(link)
    stranger.send(form, device="Anna's phone")
    first = stranger.client.get_cookie(name)
    stranger.client.delete_cookie(name)
    assert stranger.get(f"/clubs/{club}").status == 404
    stranger.send(form, device="Anna's phone")
    again = stranger.client.get_cookie(name)
    assert first is not None
    assert again is not None
    assert again.value == first.value
    assert stranger.get(f"/clubs/{club}").status == 200
    assert inside(count, Device) == 1


def test_an_unknown_link_is_nothing_here(stranger: Phone, link: str) -> None:
    nothing = stranger.get("/clubs/none/of/this").body
    for token in ("x", "0" * 64, "%00", "%ED%A0%80", "..", "a" * 2000):
        assert stranger.get(f"/join/{token}").body == nothing


def test_without_the_forms_token_joining_asks_again_and_then_joins(
    inside: Inside, stranger: Phone, link: str
) -> None:
    form = stranger.read(link).form(link)
    fields = [(k, v) for k, v in form.filled({"device": "Anna's"}) if k != "csrf_token"]
    answer = stranger.post(link, fields)
    assert answer.status == 400
    assert inside(count, Device) == 0
    again = answer.page.form(link)
    assert again.value("device") == "Anna's"
    assert stranger.send(again).status == 303
    assert inside(count, Device) == 1


def test_a_page_of_another_site_cannot_join(inside: Inside, stranger: Phone, link: str) -> None:
    form = stranger.read(link).form(link)
    answer = stranger.post(link, form.untouched, Origin="http://evil.example")
    assert answer.status == 403
    assert inside(count, Device) == 0


def test_a_name_of_the_phone_that_is_none_is_said_beside_the_field(
    inside: Inside, stranger: Phone, link: str
) -> None:
    answer = stranger.send(stranger.read(link).form(link), device="x" * 41)
    assert answer.status == 422
    assert answer.page.errors == ["Write a text of at most 40 characters."]
    assert answer.page.form(link).value("device") == "x" * 41
    assert inside(count, Device) == 0
    assert stranger.send(answer.page.form(link), device="Anna's").status == 303


def test_an_op_id_that_did_something_else_joins_nobody(
    inside: Inside, stranger: Phone, link: str, club: int
) -> None:
    used = new_op_id()
    inside(players.add, Actor(club), used, "Anna")
    before = inside(everything)
    assert stranger.send(stranger.read(link).form(link), op_id=used).status == 422
    assert inside(everything) == before
    assert [event.kind for event in inside(events)][-1] == "player.add"
