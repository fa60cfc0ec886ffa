"""Signing out: who is out, which links end, and that the record of it is sound."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from scorekeeper.db import db
from scorekeeper.entry import Refused
from scorekeeper.models import Invite
from scorekeeper.store import checking, clubs, devices, invites, signing_out
from scorekeeper.store.operations import Actor, new_op_id
from tests.phone import Phone
from tests.record import Inside, events, everything


def lives(inside: Inside, club: int) -> list[str]:
    return [row.name for row in inside(devices.listed, club) if not row.revoked]


@pytest.fixture
def key(app: Flask) -> bytes:
    return bytes(app.config["SECRET_KEY"])


@pytest.fixture
def scorer(inside: Inside, actor: Actor, key: bytes, owner: Phone) -> int:
    """Return Ben's phone, which joined after the owner's."""
    made = inside(invites.make, actor, new_op_id(), "scorer", key)
    [link] = [one for one in inside(invites.links, actor.club, key) if one.id == made]
    inside(invites.join, link.token, new_op_id(), "Ben's phone", key)
    return int(inside(devices.listed, actor.club)[-1].id)


def test_everybody_is_out_and_every_link_has_ended_by_one_event(
    inside: Inside, actor: Actor, key: bytes, scorer: int
) -> None:
    for role in invites.RANK:
        inside(invites.make, actor, new_op_id(), role, key)
    before = inside(events)
    inside(signing_out.everybody, actor.club, "A reason")
    assert lives(inside, actor.club) == []
    assert inside(invites.links, actor.club, key) == []
    [event] = inside(events)[len(before) :]
    assert (event.kind, event.device_id, event.reason) == ("device.sign_out", None, "A reason")
    assert [said["name"] for said in event.before] == ["Anna's phone", "Ben's phone"]
    assert [said["revoked"] for said in event.after] == [True, True]


def test_another_club_on_the_server_is_left_alone(
    inside: Inside, actor: Actor, key: bytes, scorer: int
) -> None:
    other = inside(clubs.make, "Thursdays")
    inside(invites.make, Actor(other), new_op_id(), "viewer", key)
    inside(signing_out.everybody, other, "A reason")
    assert lives(inside, actor.club) == ["Anna's phone", "Ben's phone"]
    inside(signing_out.everybody, actor.club, "A reason")
    assert [row.dead_at is None for row in inside(all_links)] == [False] * 3


def all_links() -> list[Invite]:
    return list(db.session.scalars(db.select(Invite)))


@pytest.mark.parametrize("out", [devices.sign_out_others, None], ids=["others", "everybody"])
def test_the_check_finds_nothing_wrong_with_it(
    inside: Inside, actor: Actor, scorer: int, out: Callable[..., Any] | None
) -> None:
    if out is None:
        inside(signing_out.everybody, actor.club, "A reason")
    else:
        inside(out, Actor(actor.club, scorer), new_op_id())
        assert lives(inside, actor.club) == ["Ben's phone"]
    assert inside(checking.check).differences == ()


def test_a_device_does_not_put_the_last_owner_out_and_the_server_does(
    inside: Inside, actor: Actor, scorer: int, key: bytes
) -> None:
    [anna] = inside(devices.owners, actor.club)
    before = inside(everything)
    for by in (scorer, anna):
        with pytest.raises(Refused):
            inside(devices.revoke, Actor(actor.club, by), new_op_id(), anna)
    assert inside(everything) == before
    inside(devices.revoke, actor, new_op_id(), anna)
    assert lives(inside, actor.club) == ["Ben's phone"]
    assert inside(invites.owner_token, actor.club, key) is not None
