"""Clubs and devices: the owner's link, what it makes, and that no token is kept."""

from __future__ import annotations

import base64
from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.db import begin_write, db
from scorekeeper.models import Club, Device, Invite, Membership, now
from scorekeeper.store import clubs, devices, invites, players
from scorekeeper.store.errors import NotFound, OpReused
from scorekeeper.store.operations import Actor, new_op_id
from tests.record import Inside, count, everything


@pytest.fixture
def key(app: Flask) -> bytes:
    return bytes(app.config["SECRET_KEY"])


@pytest.fixture
def token(inside: Inside, club: int, key: bytes) -> str:
    return str(inside(invites.owner_token, club, key))


def test_the_club_is_made_once(inside: Inside, club: int) -> None:
    assert inside(clubs.ensure_club, "Another name") == club
    assert inside(count, Club) == 1


def test_the_owners_token_is_the_same_at_every_start_until_one_joined(
    inside: Inside, club: int, key: bytes, token: str
) -> None:
    assert len(token) * 6 >= 256
    assert inside(invites.owner_token, club, key) == token
    inside(invites.join, token, new_op_id(), "Phone", key)
    assert inside(invites.owner_token, club, key) is None


def test_with_another_key_there_is_another_token_and_the_old_one_opens_nothing_new(
    inside: Inside, club: int, token: str
) -> None:
    """A key that was lost: the link that is printed then has to work."""
    key = b"another key of thirty-two bytes."
    new = inside(invites.owner_token, club, key)
    assert new != token
    assert inside(invites.owner_token, club, key) == new
    assert inside(invites.joining, new).role == "owner"


def test_looking_at_a_link_does_not_use_it_up(inside: Inside, token: str, key: bytes) -> None:
    before = inside(everything)
    for _ in range(3):
        assert inside(invites.joining, token).club == "Our club"
    assert inside(everything) == before
    assert inside(invites.join, token, new_op_id(), "Phone", key)


def test_a_link_is_dead_after_the_first_device(inside: Inside, token: str, key: bytes) -> None:
    inside(invites.join, token, new_op_id(), "Phone", key)
    before = inside(everything)
    with pytest.raises(NotFound):
        inside(invites.joining, token)
    with pytest.raises(NotFound):
        inside(invites.join, token, new_op_id(), "Phone", key)
    assert inside(everything) == before


def test_joining_again_because_the_answer_was_lost_gives_the_same_device(
    inside: Inside, token: str, key: bytes
) -> None:
    op_id = new_op_id()
    first = inside(invites.join, token, op_id, "Phone", key)
    before = inside(everything)
    assert inside(invites.join, token, op_id, "Phone", key) == first
    assert inside(everything) == before
    assert inside(count, Device) == inside(count, Membership) == 1


@pytest.mark.parametrize("later", [timedelta(minutes=3), timedelta(hours=-1)], ids=str)
def test_later_a_used_link_gives_nobody_the_device_again(
    inside: Inside, token: str, key: bytes, monkeypatch: pytest.MonkeyPatch, later: timedelta
) -> None:
    """Who finds the link, and what was sent with it, in a browser's history; also by the clock."""
    op_id = new_op_id()
    inside(invites.join, token, op_id, "Phone", key)
    before = inside(everything)
    moment = now() + later
    monkeypatch.setattr(invites, "now", lambda: moment)
    with pytest.raises(NotFound):
        inside(invites.join, token, op_id, "Phone", key)
    assert inside(everything) == before


def test_a_device_that_has_done_something_since_is_not_given_again(
    inside: Inside, club: int, token: str, key: bytes
) -> None:
    op_id = new_op_id()
    _, secret = inside(invites.join, token, op_id, "Phone", key)
    [member] = inside(devices.memberships, secret)
    inside(players.add, Actor(club, member.device), new_op_id(), "Anna")
    with pytest.raises(NotFound):
        inside(invites.join, token, op_id, "Phone", key)


def test_while_a_link_lives_a_late_tap_is_to_be_made_from_a_new_page(
    inside: Inside, club: int, key: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside(invites.make, Actor(club), new_op_id(), "viewer", key)
    link = inside(invites.links, club, key)[-1]
    op_id = new_op_id()
    inside(invites.join, link.token, op_id, "Phone", key)
    moment = now() + timedelta(minutes=3)
    monkeypatch.setattr(invites, "now", lambda: moment)
    with pytest.raises(OpReused):
        inside(invites.join, link.token, op_id, "Phone", key)


@pytest.mark.parametrize("later", [timedelta(minutes=11), timedelta(minutes=-1)], ids=str)
def test_a_link_of_ten_minutes_is_dead_after_them_and_when_the_clock_is_set_back(
    inside: Inside, club: int, key: bytes, monkeypatch: pytest.MonkeyPatch, later: timedelta
) -> None:
    inside(invites.make, Actor(club), new_op_id(), "scorer", key)
    link = inside(invites.links, club, key)[-1]
    moment = now() + later
    monkeypatch.setattr(invites, "now", lambda: moment)
    assert "scorer" not in [one.role for one in inside(invites.links, club, key)]
    with pytest.raises(NotFound):
        inside(invites.join, link.token, new_op_id(), "Phone", key)


@pytest.mark.parametrize("wrong", ["", "x", "0" * 64, "\ud800".encode("utf-8", "replace").decode()])
def test_an_unknown_token_leads_nowhere(inside: Inside, key: bytes, wrong: str) -> None:
    with pytest.raises(NotFound):
        inside(invites.joining, wrong)
    with pytest.raises(NotFound):
        inside(invites.join, wrong, new_op_id(), "Phone", key)


def test_no_token_is_kept_in_the_database(
    inside: Inside, token: str, key: bytes, app: Flask
) -> None:
    op_id = new_op_id()
    _, secret = inside(invites.join, token, op_id, "Phone", key)
    folder = app.config["SCOREKEEPER"].data
    for path in folder.iterdir():
        kept = path.read_bytes()
        assert token.encode() not in kept
        assert secret.encode() not in kept
        assert base64.urlsafe_b64decode(secret + "=") not in kept


def test_a_device_that_was_revoked_is_in_no_club_and_frees_the_owners_place(
    inside: Inside, club: int, token: str, key: bytes
) -> None:
    _, secret = inside(invites.join, token, new_op_id(), "Phone", key)
    assert [member.club for member in inside(devices.memberships, secret)] == [club]

    def revoke() -> None:
        begin_write()
        db.session.scalars(db.select(Membership)).one().revoked_at = now()
        db.session.commit()

    inside(revoke)
    assert inside(devices.memberships, secret) == []
    assert inside(invites.owner_token, club, key) not in (None, token)
    assert inside(count, Invite) == 2
