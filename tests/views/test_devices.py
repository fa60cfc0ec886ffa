"""Devices of a club: this one leaves, the last owner stays, others are put out by the owner."""

from __future__ import annotations

from scorekeeper.models import Event
from tests.phone import Phone
from tests.record import Inside, count, everything
from tests.views.saving import LEAVE, SAVING, World


def test_who_leaves_is_out_and_whoever_sends_it_again_is_nobody(
    inside: Inside, world: World
) -> None:
    leave = SAVING[LEAVE](world)
    before = inside(count, Event)
    answer = world.phone.post(leave.action, leave.fields)
    assert (answer.status, answer.location) == (303, "/")
    assert inside(count, Event) == before + 1
    assert world.phone.get(world.table.path).status == 404
    assert world.phone.post(leave.action, leave.fields).status == 404
    assert inside(count, Event) == before + 1


def test_without_an_op_id_or_the_forms_token_nobody_leaves(inside: Inside, world: World) -> None:
    leave = SAVING[LEAVE](world)
    before = inside(everything)
    for name, status in (("op_id", 422), ("csrf_token", 400)):
        answer = world.phone.post(leave.action, leave.without(name))
        assert answer.status == status
        assert "Nothing was saved yet" in answer.page.alert
        assert inside(everything) == before
    world.phone.follow(world.phone.send(answer.page.form("/leave")))
    assert world.phone.get(world.table.path).status == 404


def test_a_club_keeps_an_owner(inside: Inside, owner: Phone, club: int) -> None:
    page = owner.read(f"/clubs/{club}/devices")
    [rename] = [form for form in page.forms if form.action.endswith("/rename")]
    before = inside(everything)
    for what, fields in (("role", {"role": "viewer"}), ("revoke", {})):
        action = rename.action.replace("rename", what)
        answer = owner.post(action, dict(rename.untouched) | fields)
        assert answer.status == 422
        assert answer.page.errors == [
            "The club needs an owner: make another device the owner first."
        ]
    assert inside(everything) == before
