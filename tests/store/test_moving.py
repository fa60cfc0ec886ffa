"""A club is taken along whole: what is exported, imported and exported again is the same."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given
from hypothesis import settings as profile
from hypothesis import strategies as st
from sqlalchemy import select

from scorekeeper import clubfile, paper
from scorekeeper.days import today
from scorekeeper.db import db
from scorekeeper.entry import Refused
from scorekeeper.models import Club, Device, Membership
from scorekeeper.paper import Evening
from scorekeeper.store import (
    checking,
    clubs,
    deals,
    devices,
    history,
    invites,
    matches,
    moving,
    players,
    sittings,
    spellings,
)
from scorekeeper.store.errors import Conflict, NotFound, OpReused
from scorekeeper.store.history import Filter
from scorekeeper.store.operations import Actor, new_op_id
from tests import strategies
from tests.clubfile.damage import WHOLE, changed, document, places
from tests.correcting import Correcting
from tests.record import Inside, count, everything, projection, scored_afresh
from tests.seating import Seating, Table
from tests.store.test_history import begin, step
from tests.strategies import examples, json_values

KEY = b"k" * 32
NAMES = ("<b>Ben</b>", "שרה", "Żoë 🃏", "=1+1", "'; DROP TABLE club; --", "%(name)s {{ 1 }}")


def out(club: int) -> bytes:
    return clubfile.write(moving.club_document(club))


def through(inside: Inside, content: bytes, name: str | None = None) -> int:
    return int(inside(moving.bring, clubfile.read(content), name))


def test_the_file_with_everything_in_it_comes_out_as_it_went_in(inside: Inside) -> None:
    content = WHOLE.read_bytes()
    club = through(inside, content)
    assert inside(out, club) == content
    assert inside(checking.check).differences == ()


def test_a_club_taken_along_twice_is_two_clubs_that_are_the_same(inside: Inside) -> None:
    content = WHOLE.read_bytes()
    first, second = through(inside, content), through(inside, content, "Another")
    assert first != second
    assert inside(out, first) == content
    assert inside(out, second) == content.replace(b'"name": "Our club"', b'"name": "Another"', 1)


def happen(draw: Any, inside: Inside, actor: Actor, seven: list[int]) -> None:
    """Do something that concerns the whole club."""
    people = inside(players.everybody, actor.club)
    one = draw(st.sampled_from(people)).id
    what = draw(
        st.sampled_from(["add", "rename", "retire", "back", "merge", "close", "club", "paper"])
    )
    name = draw(st.sampled_from(NAMES)) + str(len(people))
    evenings = inside(sittings.listed, actor.club)[0]
    if what in ("add", "rename"):
        change: Any = players.add if what == "add" else partial(players.rename, player=one)
        with suppress(Refused):
            inside(change, actor, new_op_id(), name=name, another=True)
    elif what in ("retire", "back"):
        change = players.retire if what == "retire" else players.bring_back
        inside(change, actor, new_op_id(), one)
    elif what == "merge":
        other = draw(st.sampled_from(people)).id
        try:
            inside(spellings.merge, actor, new_op_id(), one, other)
        except Refused:
            return
        seven[:] = [player for player in seven if player != one]
    elif what == "paper":
        evening = Evening(
            today(), "", tuple(draw(st.lists(strategies.sheets(), min_size=1, max_size=2)))
        )
        names = {one.name: one.id for one in people}
        known = {name: names.get(name) for name in paper.people([evening])}
        with suppress(Refused):
            inside(moving.record, actor, new_op_id(), [evening], known)
    elif what == "club":
        inside(clubs.rename, actor, new_op_id(), name)
    elif evenings:
        old = draw(st.sampled_from(evenings))
        change = sittings.reopen if old.closed else sittings.close
        inside(change, actor, new_op_id(), old.id)


@profile(max_examples=examples(7, 50), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_has_happened_in_a_club_is_taken_along(
    app: Flask, inside: Inside, data: st.DataObject
) -> None:
    actor = Actor(inside(clubs.make, data.draw(st.sampled_from(NAMES))))
    people = [inside(players.add, actor, new_op_id(), name) for name in strategies.CROWD]
    pure = data.draw(strategies.empty_matches())
    match = begin(inside, actor, people, pure)
    for _ in range(data.draw(st.integers(1, 8))):
        if data.draw(st.booleans()):
            happen(data.draw, inside, actor, people)
            continue
        try:
            step(data.draw, inside, actor, match, people)
        except (Conflict, Refused):
            continue  # a closed evening, or who was merged
    content = inside(out, actor.club)
    club = through(inside, content)
    assert inside(out, club) == content
    assert inside(checking.check).differences == ()


def test_the_new_club_is_scored_and_its_history_told(inside: Inside) -> None:
    club = through(inside, WHOLE.read_bytes())
    found, _ = inside(sittings.listed, club)
    for played in (played for evening in found for played in evening.matches):
        assert inside(projection, played.id) == inside(scored_afresh, club, played.id)
    told, pages = inside(history.events, club, Filter())
    for page in range(2, pages + 1):
        told += inside(history.events, club, Filter(), page)[0]
    assert len(told) == len(document()["events"])
    assert {one.device for one in told} == {None, "Anna's phone 📱", "Ben's phone", "Tablet"}


def test_playing_on_in_the_new_club_is_as_before(inside: Inside) -> None:
    club = through(inside, WHOLE.read_bytes())
    actor = Actor(club)
    [evening] = [one for one in inside(sittings.listed, club)[0] if one.date.year == 2026]
    inside(sittings.reopen, actor, new_op_id(), evening.id)
    match = evening.matches[0].id
    kept = inside(matches.load, club, match)
    facts = {"bid": "solo", "soloist": 1, "card_points": 6}
    deal = inside(deals.record, actor, new_op_id(), match, facts, seen=kept.newest)
    inside(deals.undo, actor, new_op_id(), match, deal)
    inside(deals.redo, actor, new_op_id(), match, deal)
    assert inside(checking.check).differences == ()
    content = inside(out, club)
    assert inside(out, through(inside, content)) == content


def joined(club: int, key: bytes) -> tuple[str, str, str]:
    """Let a phone join by a viewers' link; return the link's token, the op id and its own."""
    inviting = invites.make(Actor(club), new_op_id(), "viewer", key)
    [link] = [link for link in invites.links(club, key) if link.id == inviting]
    db.session.rollback()
    op_id = new_op_id()
    _, secret = invites.join(link.token, op_id, "Phone", key)
    return link.token, op_id, secret


def test_nothing_in_the_file_lets_anybody_in(inside: Inside, club: int) -> None:
    """A link that somebody has kept and the op id of a join are together the device's token."""
    token, op_id, secret = inside(joined, club, KEY)
    text = inside(out, club).decode()
    assert inside(invites.join, token, op_id, "Phone", KEY)[1] == secret
    assert op_id not in text
    for one in json.loads(text)["events"]:
        try:
            _, other = inside(invites.join, token, one["op_id"], "Phone", KEY)
        except (NotFound, OpReused):
            continue
        assert other != secret


def secrets_of() -> list[str]:
    found = [row.token_hash for row in db.session.scalars(select(Device))]
    rows = everything()
    found += [str(row[3]) for row in rows["invite"]] + [str(row[4]) for row in rows["invite"]]
    return [text for text in found if text]


def test_no_token_hash_or_link_is_in_the_file(inside: Inside, club: int) -> None:
    inside(joined, club, KEY)
    text = inside(out, club).decode()
    hidden = inside(secrets_of)
    assert len(hidden) > 3
    assert not [one for one in hidden if one in text]


def test_names_of_devices_become_devices_that_nobody_has(inside: Inside) -> None:
    club = through(inside, WHOLE.read_bytes())
    rows = inside(devices.listed, club)
    assert [(row.name, row.role, row.revoked) for row in rows] == [
        ("Anna's phone 📱", "viewer", True),
        ("Ben's phone", "viewer", True),
        ("Tablet", "viewer", True),
    ]
    assert inside(devices.owners, club) == []
    for row in inside(lambda: db.session.scalars(select(Device)).all()):
        assert inside(devices.memberships, row.token_hash) == []
        if row.id in {one.id for one in rows}:
            assert row.token_hash.startswith("none:")
    assert inside(invites.owner_token, club, KEY) is not None


def test_another_club_is_not_in_the_file(
    inside: Inside, club: int, seat: Seating, elsewhere: Seating
) -> None:
    elsewhere.deal(elsewhere("Anna", "Ben", "Carla"), note="not for others")
    before = inside(out, club)
    seat.deal(seat("Anna", "Ben", "Carla"))
    assert b"not for others" not in before + inside(out, club)
    with pytest.raises(NotFound):
        inside(out, 987654321)


@profile(
    max_examples=examples(25, 300), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(path=st.sampled_from(sorted(places(document()), key=repr)), value=json_values)
def test_a_changed_file_is_refused_or_a_sound_club(
    app: Flask, inside: Inside, path: tuple[str | int, ...], value: Any
) -> None:
    content = json.dumps(changed(path, value)).encode()
    before = inside(everything)
    try:
        club = through(inside, content)
    except clubfile.FileRefused:
        assert inside(everything) == before
        return
    assert inside(checking.check).differences == ()
    again = inside(out, club)
    assert inside(out, through(inside, again)) == again


def test_nothing_is_left_of_a_club_that_could_not_be_written(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError

    before = inside(everything)
    monkeypatch.setattr("scorekeeper.store.moving.arriving._events", fail)
    with pytest.raises(RuntimeError):
        through(inside, WHOLE.read_bytes())
    assert inside(everything) == before


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\x00b", "\u202e"])
def test_a_name_that_is_none_is_refused(inside: Inside, name: str) -> None:
    before = inside(everything)
    with pytest.raises(Refused):
        through(inside, WHOLE.read_bytes(), name)
    assert inside(everything) == before


def owner_of(club: int) -> Actor:
    inviting = invites.make(Actor(club), new_op_id(), "owner", KEY)
    [link] = [link for link in invites.links(club, KEY) if link.id == inviting]
    db.session.rollback()
    _, secret = invites.join(link.token, new_op_id(), "Anna's phone", KEY)
    device = devices.memberships(secret)[0].device
    db.session.rollback()
    return Actor(club, device)


def test_the_device_that_brings_a_club_owns_it_and_brings_it_once(
    inside: Inside, club: int
) -> None:
    actor, op_id = inside(owner_of, club), new_op_id()
    given = clubfile.read(WHOLE.read_bytes())
    new = inside(moving.bring_for, actor, op_id, given, "Brought")
    before = inside(everything)
    assert inside(moving.bring_for, actor, op_id, given, "Brought") == new
    with pytest.raises(OpReused):
        inside(moving.bring_for, actor, op_id, given, "Another name")
    assert inside(everything) == before
    assert inside(devices.owners, new) == [actor.device]
    [one] = [row for row in inside(devices.listed, new) if not row.revoked]
    assert (one.name, one.role) == ("Anna's phone", "owner")
    [event] = inside(history.events, club, Filter(kind="club.import"))[0]
    assert event.after == {"name": "Brought"}
    # The history of the new club is its own.
    assert inside(out, new) == WHOLE.read_bytes().replace(
        b'"name": "Our club"', b'"name": "Brought"', 1
    )
    assert inside(count, Club) == 2
    assert inside(checking.check).differences == ()


def test_a_club_from_which_another_was_made_can_be_taken_along(inside: Inside, club: int) -> None:
    actor = inside(owner_of, club)
    inside(moving.bring_for, actor, new_op_id(), clubfile.read(WHOLE.read_bytes()), "Brought")
    content = inside(out, club)
    assert inside(out, through(inside, content)) == content


def test_deals_stand_in_the_file_in_their_order_on_the_pad(
    inside: Inside, actor: Actor, table: Table, seat: Seating
) -> None:
    first = seat.deal(table, note="first")
    Correcting(inside, actor, table.match).insert(first, bid="pass", note="forgotten")
    content = inside(out, table.club)
    [match] = json.loads(content)["matches"]
    assert [deal["facts"]["note"] for deal in match["deals"]] == ["forgotten", "first"]
    assert inside(out, through(inside, content)) == content


def test_a_match_with_hidden_deals_between_others(
    inside: Inside, table: Table, seat: Seating
) -> None:
    rows = [seat.deal(table, note=str(number)) for number in range(4)]
    inside(deals.undo, seat.actor, new_op_id(), table.match, rows[3])
    content = inside(out, table.club)
    [match] = json.loads(content)["matches"]
    assert [deal["facts"]["note"] for deal in match["deals"]] == ["0", "1", "2", "3"]
    assert [deal["hidden_at"] is None for deal in match["deals"]] == [True, True, True, False]
    assert inside(out, through(inside, content)) == content
    assert inside(count, Membership) == 0
