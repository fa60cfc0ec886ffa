"""A club's file is read as it was written, or everything that is wrong with it is told."""

from __future__ import annotations

import datetime
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import clubfile
from scorekeeper.clubfile import Summary
from scorekeeper.clubfile.kinds import ALL_KINDS
from scorekeeper.story import KINDS
from tests.clubfile.damage import WHOLE, at, changed, document, named, places, refused, without
from tests.strategies import examples, json_values

ALL = sorted(places(document()), key=repr)
EVENTS = {kind: index for index, kind in enumerate(one["kind"] for one in document()["events"])}


def test_what_was_written_is_read_and_written_again_byte_for_byte() -> None:
    assert clubfile.write(clubfile.read(WHOLE.read_bytes())) == WHOLE.read_bytes()


def test_the_file_has_a_line_for_each_row() -> None:
    lines = WHOLE.read_text("utf-8").splitlines()
    assert sum(line.startswith('{"id"') for line in lines) == sum(
        len(document()[noun]) for noun in ("players", "sittings", "matches", "events")
    )
    assert max(map(len, lines)) < 1500


def test_every_kind_of_event_is_in_the_file_that_is_tested() -> None:
    assert {event["kind"] for event in document()["events"]} == set(ALL_KINDS) == set(KINDS)


def test_there_is_nothing_of_devices_and_links_but_names() -> None:
    text = WHOLE.read_text("utf-8")
    assert "Anna's phone" in text
    for word in ('"device_id"', '"invite"', '"token', '"nonce"', '"answer"', '"devices"'):
        assert word not in text
    assert {type(event["device"]) for event in document()["events"]} == {str, type(None)}


def test_what_a_file_holds_in_short() -> None:
    assert clubfile.summary(document()) == Summary(
        name="Our club",
        people=6,
        evenings=2,
        matches=5,
        deals=8,
        first=datetime.date(2025, 11, 6),
        last=datetime.date(2026, 10, 15),
    )


def test_a_club_in_which_nothing_has_happened() -> None:
    empty = document() | {noun: [] for noun in ("players", "sittings", "matches", "events")}
    assert refused(empty) == []
    assert clubfile.summary(empty).first is None
    assert clubfile.write(clubfile.read(clubfile.write(empty))) == clubfile.write(empty)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "file: expected JSON"),
        (b"x", "file: expected JSON"),
        (b"\xff\xfe", "file: expected UTF-8 text"),
        (b"[" * 5_000_000, "file: expected lists and objects at most 8 deep"),
        (b'{"a":' * 1_000_000, "file: expected lists and objects at most 8 deep"),
        (b"[" * 10 + b"]" * 10, "file: expected lists and objects at most 8 deep"),
        (b"[]", ": expected an object of format, club, players, sittings, matches, events, got []"),
        (b"1e400", ": expected an object"),
        (b"null", ": expected an object"),
        (b"{}", "format: expected this key, got nothing"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_no_club_is_refused(content: bytes, says: str) -> None:
    assert refused(content)[0].startswith(says)


def test_numbers_that_are_none_and_keys_that_stand_twice_are_told_with_their_places() -> None:
    text = WHOLE.read_text("utf-8")
    for number in ("1.0", "NaN", "-Infinity", "1e400", "99999999999", "true", '"1"'):
        damaged = text.replace('"version": 1', f'"version": {number}', 1).encode()
        [said] = refused(damaged)
        assert said.startswith("matches[0].deals[")
        assert ".version: expected a whole number" in said
    twice = text.replace('"card_points": 5', '"card_points": 5, "card_points": 5', 1).encode()
    assert any(".facts.card_points: expected each key once" in one for one in refused(twice))


def is_told(said: list[str], path: tuple[str | int, ...]) -> bool:
    """Say whether a message names the place itself, what holds it or what it holds."""
    place = named(path)
    found = [one.partition(": expected")[0] for one in said]
    return any(one.startswith(place) or place.startswith(one) for one in found)


@settings(max_examples=examples(100, 2000))
@given(path=st.sampled_from(ALL), wrong=st.sampled_from([{"x": 1}, [[]], 1.5, "\u202e", -1]))
def test_a_value_of_another_kind_is_refused_with_its_place(
    path: tuple[str | int, ...], wrong: Any
) -> None:
    said = refused(changed(path, wrong))
    # What is deeper than a file can be is told of the file, other stakes by the bids they lack.
    assert is_told(said, path) or said[0].startswith("file: ") or path[-1] == "stakes", said


LAST = ("events", len(document()["events"]) - 1)
# Of house rules that are kept, and of who stood where at closing, the event alone tells: one bid
# fewer is another ladder, one person fewer another closing.
BIDS = {path for path in ALL if path[-2:-1] == ("stakes",) and path[0] == "events"}
KEPT = {path for path in BIDS if at(document(), path[:2])["kind"] == "preset.keep"}
KEPT |= {path for path in ALL if path[-2:-1] == ("frozen",)}


@settings(max_examples=examples(100, 2000))
@given(path=st.sampled_from([path for path in ALL if path != LAST and path not in KEPT]))
def test_whatever_is_missing_is_told(path: tuple[str | int, ...]) -> None:
    assert refused(without(path))


@settings(max_examples=examples(50, 1000))
@given(path=st.sampled_from([p for p in ALL if isinstance(at(document(), p), dict)]))
def test_a_key_that_nobody_knows_is_refused_with_its_place(path: tuple[str | int, ...]) -> None:
    said = refused(changed((*path, "\u202eodd"), 1))
    assert said
    assert all(one.isprintable() and one.isascii() for one in said)


@settings(max_examples=examples(80, 2000))
@given(path=st.sampled_from(ALL), value=json_values)
def test_any_value_anywhere_is_read_or_refused(path: tuple[str | int, ...], value: Any) -> None:
    for said in refused(changed(path, value)):
        assert "\n" not in said


@settings(max_examples=examples(80, 2000))
@given(cut=st.integers(0, len(WHOLE.read_bytes()) - 3))
def test_a_file_that_was_cut_is_refused(cut: int) -> None:
    assert refused(WHOLE.read_bytes()[:cut])


def test_every_problem_is_told_and_not_the_first_alone() -> None:
    wrong = document()
    wrong["players"][0]["name"] = "a\x00b"
    wrong["sittings"][1]["date"] = "2026-02-30"
    wrong["matches"][0]["deals"][0]["facts"]["card_points"] = 12
    wrong["matches"][3]["first_dealer"] = 3
    wrong["events"][2]["op_id"] = "x"
    assert [one.partition(":")[0] for one in refused(wrong)] == [
        "players[0].name",
        "sittings[1].date",
        "matches[0].deals[0].facts.card_points",
        "matches[3].first_dealer",
        "events[2].op_id",
    ]


MATCH = ("matches", 0)


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("format",), "scorekeeper-club/2", "format: expected one of scorekeeper-club/1"),
        (("club", "name"), " Our club", 'club.name: expected "Our club"'),
        (("club", "name"), "x" * 41, "club.name: expected a text of 1 to 40"),
        (("club", "made_at"), "2026-10-15", "club.made_at: expected one such as 2026-10-15T20"),
        (("players", 1, "id"), 3, "players[1].id: expected 2, got 3"),
        (("players", 1, "name"), "Annalisa", "players[1].name: expected a name of its own"),
        (("players", 1, "name"), "Cafe\u0301", 'players[1].name: expected "Caf\\u00e9"'),
        (("players", 0, "merged_into"), 1, "players[0].merged_into: expected the id of a player"),
        (("players", 0, "merged_into"), 99, "players[0].merged_into: expected the id of one of"),
        (("sittings", 0, "place"), "x" * 41, "sittings[0].place: expected a text"),
        (("sittings", 0, "date"), "15.10.2026", "sittings[0].date: expected one such as"),
        ((*MATCH, "sitting"), 3, "matches[0].sitting: expected the id of one of the 2 sittings"),
        ((*MATCH, "game"), "skat", "matches[0].game: expected one of calabresella"),
        ((*MATCH, "rules", "target"), 0, "matches[0].rules.target: expected a whole number"),
        ((*MATCH, "rules", "odd"), 0, "matches[0].rules.odd: expected one of the rules"),
        ((*MATCH, "seats"), [1, 2], "matches[0].seats: expected 3 or 4"),
        ((*MATCH, "seats"), [1, 2, 2], "matches[0].seats: expected 3 or 4"),
        ((*MATCH, "first_dealer"), 3, "matches[0].first_dealer: expected a seat from 0 to 2"),
        ((*MATCH, "version"), 0, "matches[0].version: expected a whole number from 1"),
        ((*MATCH, "deals", 0, "id"), 2, "matches[0].deals[0].id: expected 1, got 2"),
        ((*MATCH, "deals", 0, "hidden_at"), "soon", "matches[0].deals[0].hidden_at: expected one"),
        ((*MATCH, "deals", 0, "facts", "note"), "", "matches[0].deals[0].facts.note: expected a"),
        (("events", 3, "device"), "", "events[3].device: expected a text of 1 to 40"),
        (("events", 3, "kind"), "money.steal", "events[3].kind: expected one of deal.record"),
        (("events", 3, "digest"), "A" * 64, "events[3].digest: expected 64 hex digits"),
        (("events", 3, "player"), 1, "events[3].player: expected null, got 1"),
        (("events", 3, "after"), None, "events[3].after: expected an object of name, role"),
        (("events", 3, "reason"), "x" * 201, "events[3].reason: expected a text of 1 to 200"),
    ],
    ids=lambda value: named(value) if isinstance(value, tuple) else "",
)
def test_what_a_row_must_not_say(path: tuple[str | int, ...], value: Any, says: str) -> None:
    said = refused(changed(path, value))
    assert any(one.startswith(says) for one in said), said


def test_two_events_never_have_one_op_id() -> None:
    wrong = changed(("events", 3, "op_id"), document()["events"][2]["op_id"])
    assert refused(wrong)[0].startswith("events[3].op_id: expected one of its own")


def test_who_was_merged_sits_nowhere_and_nobody_is_merged_into_such_a_one() -> None:
    gone = next(one["id"] for one in document()["players"] if one["merged_into"])
    said = refused(changed((*MATCH, "seats", 0), gone))
    assert said[0].startswith("matches[0].seats[0]: expected the id of a player who was not merged")
    said = refused(changed(("players", 5, "merged_into"), gone))
    assert said[0].startswith("players[5].merged_into: expected the id of a player who was not")


def test_a_damaged_file_says_nothing_that_a_terminal_would_obey() -> None:
    odd = "\x1b[2J\u202e\ud800"
    for wrong in (changed(("club", "name"), odd), changed(("club", odd), 1), {odd: 1}):
        for said in refused(json.dumps(wrong).encode()):
            assert said.isprintable()
            assert said.isascii()
