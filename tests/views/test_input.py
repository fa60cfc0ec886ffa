"""Whatever comes: no error of the server, and nothing half-written."""

from __future__ import annotations

import io
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.models import Match
from scorekeeper.store.operations import new_op_id
from tests.phone import Phone
from tests.record import Inside, everything, projection, scored_afresh
from tests.strategies import CAST
from tests.views.saving import SAVING, Saving, World
from tests.views.test_routes import ROUTES, address

FORM = "application/x-www-form-urlencoded"
POSTS = [rule for method, rule in ROUTES if method == "POST"]
NAMES = [
    *("op_id", "seen", "both_count", "dealer", "note", "soloist", "partner", "bid", "count"),
    *("card_points", "aces", "others", "last_trick", "all_won", "all_lost", "name", "another"),
    *("then", "device", "game", "seats", "first_dealer", "date", "place", "target", "deals"),
    *("stakes", "cappotto", "stramazzo", "active", "dealer_shares", "soloist_leads"),
    *(f"{name}_{row}" for name in ("bid", "stake", "score", "sign") for row in range(3)),
]
TEXTS = (
    st.sampled_from(
        [
            *("", "0", "1", "2", "3", "6", "7", "10", "11", "-1", "21", "pass", "nobody", "yes"),
            *("chiamo", "solo", "solissimo", "own", "doubling", "linear", "soloist", "opponents"),
            *("all", "some", "none", "random", "+", "-", "calabresella", "2026-10-15", "1.2.3"),
            *(*CAST, "9" * 30, "\uff11", "\u0663", "1_0", "1e3", "0x1", "NaN", "null", "true"),
            *("a\x00b", "\u202eAnna", "x" * 41, "x" * 201, "%ED%A0%80", "<script>", "{{ 1 }}"),
            *("0" * 32, "f" * 32, "seats:1.2", "seats:", "\r\nSet-Cookie: x=y", "%(name)s"),
        ]
    )
    | st.text(max_size=12)
    | st.integers(-(10**12), 10**12).map(str)
)
FIELDS = st.dictionaries(st.sampled_from(NAMES), TEXTS, max_size=14)


def ids_of(world: World) -> dict[str, Any]:
    return {
        "club": world.table.club,
        "sitting": world.table.sitting,
        "match": world.table.match,
        "deal": world.deal,
        "player": world.seat.people["Anna"],
        "token": "0" * 64,
    }


def check_whole(inside: Inside, world: World, before: dict[str, Any], status: int) -> None:
    """Hold that an operation was done whole, with its event, or not at all."""
    after = inside(everything)
    new = len(after["event"]) - len(before["event"])
    if new == 0:
        assert after == before
        return
    assert (new, status) == (1, 303)
    for row in after[Match.__tablename__]:
        match = row[0]
        assert inside(projection, match) == inside(scored_afresh, world.table.club, match)


@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rule=st.sampled_from(POSTS),
    fields=FIELDS,
    op_id=st.uuids().map(lambda op_id: {"op_id": op_id.hex}) | st.just({}),
)
def test_any_fields_to_any_form_are_saved_whole_or_answered(
    inside: Inside, world: World, rule: str, fields: dict[str, str], op_id: dict[str, str]
) -> None:
    """Half of the time with an op id as a page has it, so that something is saved, too."""
    sent = fields | op_id | {"csrf_token": world.phone.token}
    before = inside(everything)
    answer = world.phone.post(address(rule, ids_of(world)), sent)
    assert answer.status < 500, answer.body.decode()
    check_whole(inside, world, before, answer.status)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(["deals.record", "deals.adjust", "sittings.start", "players.add"]),
    fields=st.dictionaries(st.sampled_from(NAMES), TEXTS, min_size=1, max_size=3),
)
def test_a_form_with_a_few_wrong_fields_is_saved_whole_or_comes_back(
    inside: Inside, world: World, name: str, fields: dict[str, str]
) -> None:
    fresh = world._replace(table=world.seat("Anna", "Ben", "Carla"))
    saving = SAVING[name](fresh)
    sent = [(k, v) for k, v in saving.fields if k not in fields]
    before = inside(everything)
    answer = world.phone.post(saving.action, [*sent, *fields.items()])
    assert answer.status < 500, answer.body.decode()
    check_whole(inside, world, before, answer.status)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rule=st.sampled_from([rule for method, rule in ROUTES if method == "GET"]),
    query=st.dictionaries(
        st.sampled_from(["seats", "again", "game", "page", "on", "v"]), TEXTS, max_size=3
    ),
    number=st.integers(0, 10**9).map(str) | TEXTS,
)
def test_any_address_is_answered_and_changes_nothing(
    inside: Inside, world: World, rule: str, query: dict[str, str], number: str
) -> None:
    before = inside(everything)
    where = address(rule, {"filename": "app.css", "game": "calabresella"})
    for ids in (ids_of(world), dict.fromkeys(ids_of(world), number) | {"club": world.table.club}):
        answer = world.phone.ask("GET", address(where, ids), query_string=query)
        assert answer.status < 500, answer.body.decode()
    assert inside(everything) == before


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (FORM, b"x=" + b"y" * 70_000),
        (FORM, b"x" * 10_000_000),
        ("multipart/form-data; boundary=b", b'--b\r\nContent-Disposition: form-data; name="x"'
         b"\r\n\r\n" + b"y" * 70_000 + b"\r\n--b--\r\n"),
        ("multipart/form-data; boundary=b", b'--b\r\nContent-Disposition: form-data; name="x"'
         b"\r\n\r\ny\r\n" * 900 + b"--b--\r\n"),
    ],
    ids=["long", "huge", "long in parts", "many parts"],
)  # fmt: skip
def test_a_body_that_is_too_large_is_a_page_and_saves_nothing(
    inside: Inside, world: World, kind: str, body: bytes
) -> None:
    before = inside(everything)
    headers = {"Origin": world.phone.host}
    for path in (f"{world.table.path}/deals", f"/clubs/{world.table.club}/players"):
        answer = world.phone.ask("POST", path, data=body, headers=headers, content_type=kind)
        assert (answer.status, answer.page.heading) == (413, "That was too much")
    assert inside(everything) == before


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (FORM, b"&" * 60_000),
        (FORM, b"&".join(b"f%d=" % n for n in range(8000))),
        (FORM, b"soloist=1&" * 6000),
        (FORM, b"%" * 60_000),
        (FORM, b"\x00\xff\xfe=%ED%A0%80&note=%00"),
        ("multipart/form-data; boundary=b", b"--b\r\nno headers"),
        ("multipart/form-data", b"--b"),
        ("application/json", b'{"soloist": 1}'),
        ("text/plain", b"soloist=1"),
        ("\xff", b"soloist=1"),
        ("", b"soloist=1"),
    ],
    ids=str,
)
def test_a_broken_body_is_a_page_and_saves_nothing(
    inside: Inside, world: World, kind: str, body: bytes
) -> None:
    before = inside(everything)
    headers = {"Origin": world.phone.host}
    path = f"{world.table.path}/deals"
    answer = world.phone.ask("POST", path, data=body[:60_000], headers=headers, content_type=kind)
    assert answer.status in (400, 413)
    assert answer.page.heading
    assert inside(everything) == before


@pytest.mark.parametrize(
    ("kind", "part", "status"),
    [
        (FORM, b"&name=Gina%ED%A0%80", 400),
        (FORM, b"&name=Gina%FF", 400),
        (FORM, b"&name=Gina%C3%A9", 303),
        ("multipart/form-data; boundary=b", b"Gina\xed\xa0\x80", 422),
        ("multipart/form-data; boundary=b", b"Gina\xc3\xa9", 303),
    ],
)
def test_bytes_that_are_no_text_are_refused_and_not_kept_as_something_else(
    inside: Inside, world: World, kind: str, part: bytes, status: int
) -> None:
    fields = {"csrf_token": world.phone.token.encode(), "op_id": b"a" * 32}
    if kind == FORM:
        body = b"&".join(name.encode() + b"=" + text for name, text in fields.items()) + part
    else:
        parts = [
            b'--b\r\nContent-Disposition: form-data; name="' + name.encode() + b'"\r\n\r\n' + text
            for name, text in (fields | {"name": part}).items()
        ]
        body = b"\r\n".join([*parts, b"--b--\r\n"])
    before = inside(everything)
    path, headers = f"/clubs/{world.table.club}/players", {"Origin": world.phone.host}
    answer = world.phone.ask("POST", path, data=body, headers=headers, content_type=kind)
    assert answer.status == status
    assert (inside(everything) == before) is (status != 303)


def test_a_file_or_json_in_the_place_of_the_fields_is_answered_and_saves_nothing(
    inside: Inside, world: World
) -> None:
    token = world.phone.token
    before = inside(everything)
    for rule in POSTS:
        where = address(rule, ids_of(world))
        files: dict[str, Any] = {name: (io.BytesIO(b"x"), "x") for name in (*NAMES, "file")}
        headers = {"Origin": world.phone.host, "X-CSRFToken": token}
        for request in (
            {"data": files | {"csrf_token": token}},
            {"data": b'[1, {"name": 5}]', "content_type": "application/json"},
            {"data": b'{"op_id": 5, "name": [1]}', "content_type": "application/json"},
        ):
            answer = world.phone.ask("POST", where, headers=headers, **request)
            assert answer.status < 500, where
    assert inside(everything) == before


@pytest.mark.parametrize("seen", ["", "x", "9" * 30, "-1", "\uff11", "1e3", "\x00"])
def test_a_form_that_does_not_say_what_it_saw_asks(inside: Inside, world: World, seen: str) -> None:
    saving = SAVING["deals.record"](world)
    before = inside(everything)
    answer = world.phone.post(saving.action, saving.without("seen", seen))
    assert answer.status == 409
    assert inside(everything) == before


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("soloist", "9" * 30),
        ("soloist", "3"),
        ("soloist", "-1"),
        ("soloist", "\uff11"),
        ("soloist", "nobody"),
        ("bid", "arcisolo"),
        ("bid", "pass"),
        ("bid", "Solo"),
        ("card_points", "12"),
        ("card_points", "-1"),
        ("card_points", "6.0"),
        ("card_points", "\u0666"),
        ("card_points", "1_0"),
        ("card_points", "9" * 30),
        ("note", "x" * 201),
        ("note", "a\x00b"),
        ("note", "a\u202eb"),
        ("dealer", "3"),
        ("dealer", "x"),
        ("dealer", "9" * 30),
        ("dealer", "\uff11"),
    ],
)
def test_an_answer_that_cannot_be_is_said_beside_its_field_and_the_input_kept(
    inside: Inside, world: World, name: str, value: str
) -> None:
    saving = SAVING["deals.record"](world)
    before = inside(everything)
    sent = Saving(saving.action, saving.without(name, value))
    answer = world.phone.post(sent.action, sent.fields)
    assert answer.status == 422
    assert len(answer.page.errors) == 1
    assert inside(everything) == before
    again = answer.page.form("/deals")
    free = {"note"}
    others = {k: v for k, v in sent.fields if k not in {"csrf_token", "op_id", name} - free}
    assert {k: again.value(k) for k in others} == others


def test_a_method_that_is_not_known_is_nothing_here(app: Flask, owner: Phone, club: int) -> None:
    nothing = owner.get(f"/clubs/{club}/none/of/this").page.heading
    for method in ("PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "BREW"):
        answer = owner.ask(method, f"/clubs/{club}", headers={"Origin": owner.host})
        assert (answer.status, answer.page.heading) == (404, nothing)
        assert "Allow" not in answer.headers


# More than a column of PostgreSQL takes, and no more digits than a number may have.
TOO_LARGE = "9999999999"
ASKED = (
    *("/matches/1/setup?as=X", "/matches/1/deals/1?as=X", "/matches/1/what-if?preset=X"),
    *("/sittings/start?again=X", "/sittings/start?seats=1.2.X", "/sittings/start?preset=X"),
    *("/sittings/new?sitting=X", "/history?match=X", "/history?player=X", "/history?device=X"),
    *("/players/1/merge?into=X", "/statistics?players=X", "/statistics?period=X", "?page=X"),
)


def test_an_id_that_no_row_can_have_is_found_nowhere(world: World) -> None:
    for query in ASKED:
        answer = world.phone.get(f"/clubs/{world.table.club}{query.replace('X', TOO_LARGE)}")
        assert answer.status in (200, 302, 404, 422), query


NAMES_ROWS = (
    *("players.merge", "sittings.start", "presets.keep", "terms.save", "terms.add"),
    *("settling.pay", "seasons.settle", "setup.save", "paper.record", "deals.record"),
)


@pytest.mark.postgresql
@pytest.mark.parametrize("name", NAMES_ROWS)
def test_a_number_too_large_for_the_database_is_refused_by_every_form_that_names_rows(
    world: World, name: str
) -> None:
    saving = SAVING[name](world)
    for field in dict.fromkeys(key for key, _ in saving.fields if key != "csrf_token"):
        sent = [pair for pair in saving.without(field, TOO_LARGE) if pair[0] != "op_id"]
        answer = world.phone.post(saving.action, [*sent, ("op_id", new_op_id())])
        assert answer.status < 500, field
