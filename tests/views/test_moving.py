"""The owner saves the club as a file, and makes a new club of one after looking at it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper import clubfile, uploads
from scorekeeper.config import Settings
from scorekeeper.models import Club, now
from scorekeeper.store import checking
from tests.clubfile.damage import WHOLE, changed
from tests.pages import Form, Node
from tests.phone import Answer, Phone
from tests.record import Inside, count, everything
from tests.seating import Seating, Table
from tests.views.test_routes import change_owner

MARKUP = "<script>alert(1)</script>"


def path_of(club: int, rest: str = "import") -> str:
    return f"/clubs/{club}/devices/{rest}"


def upload(phone: Phone, club: int, content: bytes, name: str = "club.json") -> Answer:
    """Choose a file on the page and send it."""
    form = phone.read(path_of(club)).form("/import/check")
    assert form.node.attrs["enctype"] == "multipart/form-data"
    return phone.upload(form, content, name)


def test_the_club_is_saved_as_a_file_that_nobody_on_the_way_keeps(
    owner: Phone, seat: Seating, table: Table
) -> None:
    seat.deal(table, note=MARKUP)
    assert owner.read(f"/clubs/{table.club}/devices").offers("/devices/export.json")
    answer = owner.get(path_of(table.club, "export.json"))
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    name = answer.headers["Content-Disposition"]
    assert name.startswith('attachment; filename="club-20')
    assert name.isascii()
    document = json.loads(answer.body)
    assert document["matches"][0]["deals"][0]["facts"]["note"] == MARKUP
    assert "Anna's phone" in {event["device"] for event in document["events"]}


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_who_does_not_own_the_club_neither_saves_nor_brings_one(
    inside: Inside, owner: Phone, table: Table, role: str
) -> None:
    token = owner.token
    inside(change_owner, role=role)
    page = owner.read(f"/clubs/{table.club}/devices")
    assert not page.offers("/export.json")
    assert not page.offers("/import")
    for rest in ("export.json", "import"):
        assert owner.get(path_of(table.club, rest)).status == 403
    for rest in ("import", "import/check"):
        answer = owner.post(path_of(table.club, rest), {"csrf_token": token})
        assert answer.status == 403


def test_a_file_is_looked_at_and_nothing_is_recorded(
    inside: Inside, owner: Phone, table: Table
) -> None:
    before = inside(everything)
    page = upload(owner, table.club, WHOLE.read_bytes()).page
    for text in ("Players6", "Evenings2", "Matches5", "Deals8"):
        assert text in page.main
    assert "Thursday, 6 November 2025" in page.main
    assert "Thursday, 15 October 2026" in page.main
    assert page.form("/devices/import").value("name") == "Our club"
    assert inside(everything) == before


def test_a_new_club_is_made_of_it_once_and_this_device_is_its_owner(
    inside: Inside, owner: Phone, table: Table, settings: Settings
) -> None:
    form = upload(owner, table.club, WHOLE.read_bytes()).page.form("/devices/import")
    answer = owner.send(form, name="Brought")
    page = owner.follow(answer)
    assert "Brought" in page.root.text
    before = inside(everything)
    again = owner.send(form, name="Brought")
    assert (again.status, again.location) == (303, answer.location)
    assert inside(everything) == before
    assert inside(count, Club) == 2
    new = int(answer.location.rpartition("/")[2])
    saved = owner.get(path_of(new, "export.json")).body
    assert saved == WHOLE.read_bytes().replace(b'"name": "Our club"', b'"name": "Brought"', 1)
    assert list((settings.data / uploads.FOLDER).iterdir()) == []
    # The file is gone: what else was sent tells another content.
    for other in ({"name": "Another"}, {"name": "Brought", "file": "a" * 32}):
        assert owner.send(form, **other).status == 422
    assert inside(everything) == before
    assert (
        "Another club was made of a file: Brought"
        in owner.read(f"/clubs/{table.club}/history").main
    )
    assert inside(checking.check).differences == ()
    # Every page of the new club can be looked at.
    for path in ("", "/players", "/history", "/devices", "/sittings/import"):
        assert owner.get(f"/clubs/{new}{path}").status == 200
    for link in {node.attrs["href"] for node in page.all("a")}:
        assert owner.get(link).status in (200, 302)


def test_what_is_wrong_with_a_file_is_told_with_its_places(
    inside: Inside, owner: Phone, table: Table
) -> None:
    before = inside(everything)
    wrong = changed(("matches", 0, "deals", 0, "facts", "card_points"), 12)
    wrong["players"][0]["name"] = MARKUP + "\u202e"
    answer = upload(owner, table.club, json.dumps(wrong).encode())
    assert answer.status == 422
    assert "2 things in the file are not right" in answer.page.alert
    assert (
        "Choose a whole number from 0 to 11. matches[0].deals[0].facts.card_points: "
        "expected a whole number from 0 to 11, got 12"
    ) in answer.page.main
    assert "players[0].name" in answer.page.main
    assert "<script>alert" not in answer.page.html
    assert "\u202e" not in answer.page.html
    assert inside(everything) == before


def test_of_very_many_problems_a_hundred_are_shown(owner: Phone, table: Table) -> None:
    wrong = changed(("players",), [{}] * 3000)
    page = upload(owner, table.club, json.dumps(wrong).encode()).page
    assert len(page.all("ol")[0].children) < 300
    assert "These are the first 100" in page.main


@pytest.mark.parametrize(
    "content",
    [b"", b"x", b"\xff", b"[" * 4_900_000, b'{"a":' * 900_000, b"null", b"9" * 4_900_000],
    ids=["nothing", "x", "no text", "deep", "deep objects", "null", "a long number"],
)
def test_whatever_is_uploaded_is_refused_in_words(
    inside: Inside, owner: Phone, table: Table, content: bytes
) -> None:
    before = inside(everything)
    answer = upload(owner, table.club, content)
    assert answer.status == 422
    assert answer.page.alert or answer.page.errors
    assert inside(everything) == before


def test_a_file_of_five_megabytes_is_taken_and_more_is_not(
    inside: Inside, owner: Phone, table: Table
) -> None:
    content = WHOLE.read_bytes()
    fits = upload(owner, table.club, content + b" " * (5_200_000 - len(content)))
    assert fits.status == 200
    before = inside(everything)
    answer = upload(owner, table.club, content + b" " * (5_300_000 - len(content)))
    assert (answer.status, answer.page.heading) == (413, "That was too much")
    assert inside(everything) == before


def test_no_other_form_takes_more_for_that(owner: Phone, table: Table) -> None:
    for page, action in (("players", "/players"), ("devices", "/devices/club")):
        form = owner.read(f"/clubs/{table.club}/{page}").form(action)
        assert owner.upload(form, b"x" * 70_000).status == 413


def test_a_stranger_is_not_let_in_with_a_file(stranger: Phone, table: Table) -> None:
    action = path_of(table.club, "import/check")
    form = Form(Node("form", {"action": action}))
    assert stranger.upload(form, WHOLE.read_bytes()).status == 404


@pytest.mark.parametrize("name", ["", "x" * 41, "a\x00b", "\u202e"])
def test_a_name_that_is_none_comes_back_beside_its_field(
    inside: Inside, owner: Phone, table: Table, name: str
) -> None:
    form = upload(owner, table.club, WHOLE.read_bytes()).page.form("/devices/import")
    before = inside(everything)
    answer = owner.send(form, name=name)
    assert answer.status == 422
    assert len(answer.page.errors) == 1
    assert inside(everything) == before
    owner.follow(owner.send(answer.page.form("/devices/import"), name="Better"))


@pytest.mark.parametrize("token", ["", "a" * 32, "../../scorekeeper.sqlite3", "x" * 9999])
def test_a_file_that_is_not_there_any_more_is_asked_for_again(
    inside: Inside, owner: Phone, table: Table, token: str
) -> None:
    form = upload(owner, table.club, WHOLE.read_bytes()).page.form("/devices/import")
    before = inside(everything)
    answer = owner.send(form, file=token)
    assert answer.status == 422
    assert answer.page.errors == ["The file is not here any more. Choose it again."]
    assert answer.page.offers("/import/check")
    assert inside(everything) == before


def test_the_file_of_another_device_is_not_there(
    app: Flask, inside: Inside, owner: Phone, table: Table, settings: Settings
) -> None:
    token = uploads.keep(settings.data, f"{table.club}.987", WHOLE.read_bytes())
    form = upload(owner, table.club, WHOLE.read_bytes()).page.form("/devices/import")
    assert owner.send(form, file=token).status == 422


def test_a_file_that_was_changed_meanwhile_is_refused(
    inside: Inside, owner: Phone, table: Table, settings: Settings
) -> None:
    form = upload(owner, table.club, WHOLE.read_bytes()).page.form("/devices/import")
    [path] = (settings.data / uploads.FOLDER).iterdir()
    path.write_bytes(json.dumps(changed(("club", "name"), 1)).encode())
    before = inside(everything)
    answer = owner.send(form)
    assert answer.status == 422
    assert "club.name" in answer.page.main
    assert inside(everything) == before


def test_a_disk_that_is_full_is_said(
    owner: Phone, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> str:
        raise OSError("no space left")

    monkeypatch.setattr(uploads, "keep", full)
    answer = upload(owner, table.club, WHOLE.read_bytes())
    assert answer.status == 507
    assert answer.page.errors == ["The server's disk is full or cannot be written."]


def test_without_a_file_it_says_so(owner: Phone, table: Table) -> None:
    answer = owner.post(path_of(table.club, "import/check"), {"csrf_token": owner.token})
    assert answer.status == 422
    assert answer.page.errors == ["Choose a file."]


def test_without_an_op_id_nothing_is_made(inside: Inside, owner: Phone, table: Table) -> None:
    form = upload(owner, table.club, WHOLE.read_bytes()).page.form("/devices/import")
    before = inside(everything)
    for op_id in ("", "x", "A" * 32):
        answer = owner.send(form, op_id=op_id)
        assert answer.status == 422
        assert answer.page.offers("/devices/import")
    assert inside(everything) == before


def test_names_of_a_club_from_elsewhere_stand_on_its_pages_as_text(
    owner: Phone, table: Table
) -> None:
    form = upload(owner, table.club, WHOLE.read_bytes()).page.form("/devices/import")
    new = owner.send(form).location
    people = owner.read(f"{new}/players")
    for name in ("<b>Ben</b>", "שרה", "Żoë 🃏"):
        assert name in people.main
    assert "<script>" not in owner.read(f"{new}/history").html.replace("<script src", "")


def test_the_file_lies_outside_of_what_is_served(
    owner: Phone, table: Table, settings: Settings
) -> None:
    upload(owner, table.club, WHOLE.read_bytes())
    [path] = (settings.data / uploads.FOLDER).iterdir()
    assert isinstance(path, Path)
    for where in (f"/uploads/{path.name}", f"/static/../uploads/{path.name}"):
        assert owner.get(where).status == 404


@pytest.mark.parametrize("out", ["revoked_at", "role"])
def test_who_is_put_out_while_a_file_is_read_brings_nothing(
    inside: Inside, owner: Phone, table: Table, monkeypatch: pytest.MonkeyPatch, out: str
) -> None:
    """Reading keeps nobody waiting, so that others may save meanwhile: also that."""
    form = upload(owner, table.club, WHOLE.read_bytes()).page.form("/devices/import")
    read = clubfile.read
    change = {"revoked_at": now()} if out == "revoked_at" else {"role": "viewer"}

    def meanwhile(content: bytes) -> Any:
        inside(change_owner, **change)
        return read(content)

    monkeypatch.setattr(clubfile, "read", meanwhile)
    assert owner.send(form).status == (404 if out == "revoked_at" else 403)
    assert inside(count, Club) == 1
