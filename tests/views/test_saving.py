"""What holds for every form that saves: once, whole, by this server's pages alone, never lost."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper import db as rooms
from scorekeeper.config import DATABASE, Settings
from scorekeeper.db import db
from scorekeeper.models import Event
from scorekeeper.store.operations import is_op_id
from scorekeeper.views import guard
from tests.pages import Fields, Page
from tests.phone import Answer, Phone
from tests.record import (
    Inside,
    count,
    events,
    everything,
    other_writer,
    projection,
    scored_afresh,
)
from tests.test_db import statements
from tests.views.saving import PLAIN, SAVING, Saving, World
from tests.views.test_routes import INSIDE, ROUTES, address, ids_of


def send(world: World, saving: Saving, fields: Fields | None = None, **headers: str) -> Answer:
    return world.phone.post(saving.action, fields or saving.fields, **headers)


def kept(page: Page, saving: Saving, *, fresh: tuple[str, ...] = ("csrf_token",)) -> Fields:
    """Return what a page sends again; it has to be all that was sent, save for what is fresh."""
    form = next(form for form in page.forms if form.action == saving.action)
    again = form.untouched
    sent_again, sent = (
        sorted(f for f in all_ if f[0] not in fresh) for all_ in (again, saving.fields)
    )
    assert sent_again == sent
    return again


FULL = ("PRAGMA max_page_count=1", "PRAGMA max_page_count=1000000")
READ_ONLY = ("PRAGMA query_only=1", "PRAGMA query_only=0")


@contextmanager
def full_disk(app: Flask, settings: Settings, how: tuple[str, str] = FULL) -> Iterator[None]:
    """Let the database grow no more: SQLite says of it what it says of a full disk.

    PostgreSQL that may only read is told in the same words.
    """
    on, off = how
    if settings.postgresql is not None:
        on, off = (f"SET default_transaction_read_only = {word}" for word in ("on", "off"))

    def limit(connection: Any, *_: Any) -> None:
        connection.execute(on)
        connection.commit()

    def lift(connection: Any, *_: Any) -> None:
        connection.execute(off)
        connection.commit()

    with app.app_context():
        engine = db.engine
    event.listen(engine, "checkout", limit)
    try:
        yield
    finally:
        event.remove(engine, "checkout", limit)
        event.listen(engine, "checkout", lift)


# What joins, or makes another club, has tests of its own.
APART = {"access", "moving"}


def test_every_route_that_writes_has_its_form_here(app: Flask) -> None:
    endpoints = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and ROUTES["POST", rule.rule].writes
    }
    assert {name for name in endpoints if name.partition(".")[0] not in APART} == set(SAVING)


def test_a_form_saves_once_and_leaves_one_event(
    inside: Inside, world: World, saving: Saving
) -> None:
    before = inside(count, Event)
    answer = send(world, saving)
    assert answer.status == 303
    assert inside(count, Event) == before + 1
    assert world.phone.get(answer.location).status == 200


def test_the_retry_after_a_lost_answer_gets_the_same_answer(
    inside: Inside, world: World, saving: Saving
) -> None:
    first = send(world, saving)
    before = inside(everything)
    again = send(world, saving)
    assert (again.status, again.location) == (first.status, first.location)
    assert inside(everything) == before


def test_an_op_id_that_saved_something_else_is_refused(
    inside: Inside, world: World, saving: Saving
) -> None:
    used = inside(events)[-1].op_id
    before = inside(everything)
    answer = send(world, saving, saving.without("op_id", used))
    # A plan that cannot be kept is shown all the same.
    assert answer.status == (303 if saving.action.endswith("/settle") else 422)
    assert used not in answer.body.decode()
    assert inside(everything) == before


def test_without_an_op_id_nothing_is_saved(inside: Inside, world: World, saving: Saving) -> None:
    """It is said, and the form that comes back saves."""
    before = inside(everything)
    for op_id in (None, "", "x", "A" * 32, "0" * 33):
        answer = send(world, saving, saving.without("op_id", op_id))
        assert answer.status == 422
        assert "Nothing was saved yet" in answer.page.main
        again = [form for form in answer.page.forms if form.action == saving.action]
        assert [form for form in again if is_op_id(form.value("op_id"))]
    assert inside(everything) == before


def test_without_the_forms_token_the_input_comes_back_and_is_saved_when_sent_again(
    inside: Inside, world: World, saving: Saving
) -> None:
    before = inside(everything)
    for token in (None, "", "wrong"):
        answer = send(world, saving, saving.without("csrf_token", token))
        assert answer.status == 400
    assert inside(everything) == before
    again = kept(answer.page, saving)
    for _ in range(2):
        assert send(world, saving, again).status == 303
    assert inside(count, Event) == len(before["event"]) + 1


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "http://localhost:8022"},
        {"Origin": "https://localhost"},
        {"Origin": "https://localhost:80"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
        {},
    ],
    ids=str,
)
def test_what_was_not_sent_from_a_page_of_this_server_changes_nothing(
    inside: Inside, world: World, headers: dict[str, str]
) -> None:
    for make in (SAVING["deals.record"], SAVING["players.add"]):
        saving = make(world)
        before = inside(everything)
        form = {"data": dict(saving.fields), "headers": headers}
        answer = world.phone.ask("POST", saving.action, **form)
        assert answer.status == 403
        assert answer.page.heading == "This was not sent from a page of this server"
        assert inside(everything) == before


def test_every_post_asks_where_it_comes_from(world: World) -> None:
    ids = ids_of(world.seat, world.table) | {"token": "x" * 43}
    for method, rule in ROUTES:
        if method == "POST":
            where = address(rule, ids)
            for headers in (
                {},
                {"Origin": "http://evil.example"},
                {"Sec-Fetch-Site": "cross-site"},
            ):
                assert world.phone.ask("POST", where, headers=headers).status == 403, where


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://localhost"},
        {"Origin": "http://localhost:80", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
    ],
    ids=str,
)
def test_what_a_browser_sends_of_its_own_pages_is_taken(
    world: World, headers: dict[str, str]
) -> None:
    saving = SAVING["deals.record"](world)
    form = {"data": dict(saving.fields), "headers": headers}
    assert world.phone.ask("POST", saving.action, **form).status == 303


@pytest.mark.one_of_a_kind
def test_a_write_begins_before_its_first_query(
    app: Flask, settings: Settings, world: World, saving: Saving
) -> None:
    """The look-up of the device included; also where what was sent is read before."""
    with statements(app) as said:
        assert send(world, saving).status == 303
    endpoint = app.url_map.bind("localhost").match(saving.action.partition("?")[0], "POST")[0]
    if guard.access_of(app, endpoint).prepares:
        begins = next(n for n, one in enumerate(said) if one.endswith(("IMMEDIATE", "UPDATE")))
        assert {one.split()[0] for one in said[:begins]} <= {"BEGIN", "SELECT"}
        del said[:begins]
        assert [one for one in said if "FROM device" in one]
    if settings.postgresql is None:
        assert said[0] == "BEGIN IMMEDIATE"
        assert said.count("BEGIN IMMEDIATE") == 1
    elif "/matches/" in saving.action:
        assert said[0].endswith("FOR KEY SHARE")
        assert said[1].endswith("FOR UPDATE")
        assert "FROM match" in said[1]
    else:
        assert said[0].endswith("FOR UPDATE")
        assert "FROM club" in said[0]


def test_what_reads_takes_no_lock_and_changes_nothing(
    app: Flask, settings: Settings, world: World
) -> None:
    """Previews are among them: a POST that writes nothing."""
    ids = ids_of(world.seat, world.table)
    form = SAVING["deals.record"](world).fields
    with other_writer(settings):
        for method, rule in INSIDE:
            if ROUTES[method, rule].writes:
                continue
            request: dict[str, Any] = {"headers": {"Origin": world.phone.host}}
            if method == "POST":
                request["data"] = dict(form)
            with statements(app) as said:
                answer = world.phone.ask(method, address(rule, ids), **request)
            assert answer.status in (200, 302, 409, 422), rule
            assert {text.split()[0] for text in said} <= {"BEGIN", "SELECT"}, rule
            assert "BEGIN IMMEDIATE" not in said
            assert not [text for text in said if " FOR " in text]


def test_a_preview_shows_what_saving_would_do_and_saves_nothing(
    inside: Inside, world: World
) -> None:
    saving = SAVING["deals.record"](world)
    before = inside(everything)
    page = world.phone.post(f"{saving.action}/preview", saving.fields).page
    [shown] = page.all(id="preview")
    assert "Carla solo, 8 Carla +4" in shown.text
    assert "Anna −2" in shown.text
    [form] = [form for form in page.forms if form.action == saving.action]
    assert {name: form.value(name) for name in PLAIN} == PLAIN
    part = {"HX-Request-Type": "partial"}
    answer = world.phone.post(f"{saving.action}/preview", saving.fields, **part)
    assert "Carla +4" in Page(f"<main>{answer.body.decode()}</main>").main
    assert inside(everything) == before


@pytest.mark.one_of_a_kind
def test_a_database_that_somebody_else_is_writing_to_keeps_the_input(
    inside: Inside,
    settings: Settings,
    world: World,
    saving: Saving,
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rooms, "BUSY_SECONDS", 0)
    with app.app_context():
        db.engine.dispose()  # connections that were told to wait longer
    before = inside(everything)
    with other_writer(settings):
        answer = send(world, saving)
    assert (answer.status, answer.page.heading) == (503, "Not saved yet")
    assert inside(everything) == before
    again = kept(answer.page, saving)
    for _ in range(2):
        assert send(world, saving, again).status == 303
    assert inside(count, Event) == len(before["event"]) + 1


def test_a_full_disk_keeps_the_input_and_leaves_nothing_half_written(
    inside: Inside, app: Flask, settings: Settings, world: World
) -> None:
    saving = SAVING["deals.record"](world)
    long = [*saving.without("note"), ("note", "x" * 200), ("both_count", "1")]
    with full_disk(app, settings):
        for number in range(200):
            before = inside(everything)
            op_id = f"{number:032x}"
            fields = [(k, op_id if k == "op_id" else v) for k, v in long]
            answer = send(world, saving, fields)
            if answer.status != 303:
                break
        assert (answer.status, answer.page.heading) == (507, "Not saved yet")
        assert inside(everything) == before
        # Everything can still be read.
        assert world.phone.get(world.table.path).status == 200
    again = kept(answer.page, Saving(saving.action, fields))
    for _ in range(2):
        assert send(world, saving, again).status == 303
    assert inside(count, Event) == len(before["event"]) + 1
    match = world.table.match
    assert inside(projection, match) == inside(scored_afresh, world.table.club, match)


def emptied(path: Path) -> None:
    os.truncate(path, 0)


def replaced(path: Path) -> None:
    path.unlink()
    path.write_bytes(b"scores " * 1000)


@pytest.mark.sqlite
@pytest.mark.parametrize("lose", [Path.unlink, emptied, replaced])
def test_nothing_is_said_to_be_saved_into_a_file_that_is_gone(
    app: Flask, inside: Inside, settings: Settings, world: World, lose: Callable[[Path], None]
) -> None:
    """A file that was removed can be written to, but nobody finds it again."""
    saving, path = SAVING["deals.record"](world), settings.data / DATABASE
    before = inside(everything)
    with app.app_context():
        db.engine.dispose()  # what stands beside the file comes into it
    copy = Path(shutil.copy(path, path.with_name("copy")))
    assert world.phone.get(world.table.path).status == 200
    lose(path)
    left = path.exists() and path.read_bytes()
    answer = send(world, saving)
    assert (answer.status, answer.page.heading) == (503, "The database does not answer")
    again = kept(answer.page, saving)
    shown = world.phone.get(world.table.path)
    assert (shown.status, shown.page.heading) == (503, "The database does not answer")
    assert (path.exists() and path.read_bytes()) == left
    copy.replace(path)
    assert inside(everything) == before
    for _ in range(2):
        assert send(world, saving, again).status == 303
    assert inside(count, Event) == len(before["event"]) + 1


@pytest.mark.sqlite
def test_what_is_put_in_the_place_of_the_file_is_not_written_to_unseen(
    app: Flask, inside: Inside, settings: Settings, world: World
) -> None:
    """Another state of the club is opened anew, and shown, before anything goes into it."""
    saving, path = SAVING["deals.record"](world), settings.data / DATABASE
    with app.app_context():
        db.engine.dispose()
    copy = Path(shutil.copy(path, path.with_name("copy")))
    before = inside(everything)
    copy.replace(path)
    assert send(world, saving).status == 503
    assert inside(everything) == before
    assert send(world, saving).status == 303


@pytest.mark.one_of_a_kind
def test_a_disk_that_cannot_be_written_keeps_the_input_of_every_form(
    inside: Inside, app: Flask, settings: Settings, world: World, saving: Saving
) -> None:
    before = inside(everything)
    with full_disk(app, settings, READ_ONLY):
        answer = send(world, saving)
    assert (answer.status, answer.page.heading) == (507, "Not saved yet")
    assert inside(everything) == before
    again = kept(answer.page, saving)
    for _ in range(2):
        assert send(world, saving, again).status == 303
    assert inside(count, Event) == len(before["event"]) + 1


def test_a_page_that_cannot_be_read_is_offered_to_be_opened_again(app: Flask, world: World) -> None:
    def fail(**_: int) -> str:
        return str(db.session.scalar(db.text("SELECT * FROM no_such_table")))

    before = app.view_functions["deals.new"]
    vars(fail).update(vars(before))  # who may use it
    app.view_functions["deals.new"] = fail
    answer = world.phone.get(f"{world.table.path}?on=1")
    assert (answer.status, answer.page.heading) == (503, "This page cannot be shown now")
    assert not answer.page.forms
    [again] = [a for a in answer.page.all("a") if a.text == "Open the page again"]
    app.view_functions["deals.new"] = before
    assert world.phone.get(again.attrs["href"]).status == 200


def test_an_error_that_nobody_thought_of_is_a_page_and_leaves_nothing_half_written(
    app: Flask, inside: Inside, world: World
) -> None:
    saving = SAVING["players.add"](world)

    def fail() -> str:
        db.session.execute(db.text("UPDATE player SET name = name || '!'"))
        raise RuntimeError("nobody thought of this")

    before = inside(everything)
    app.view_functions["players.add"] = fail
    answer = send(world, saving)
    assert (answer.status, answer.page.heading) == (500, "The server made a mistake")
    assert "RuntimeError" not in answer.body.decode()
    assert inside(everything) == before
    # The next one is let in.
    assert send(world, SAVING["deals.record"](world)).status == 303


@pytest.mark.one_of_a_kind
def test_a_phone_whose_cookies_are_gone_is_nobody(
    app: Flask, world: World, saving: Saving, stranger: Phone
) -> None:
    assert stranger.post(saving.action, saving.fields).status == 404
