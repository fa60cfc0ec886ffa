"""Whoever keeps score brings evenings from paper: a file, whose each name is, then the rest."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper import uploads
from scorekeeper.config import Settings
from scorekeeper.models import Player
from scorekeeper.store import checking, players
from scorekeeper.store.operations import new_op_id
from tests.pages import Page
from tests.phone import Answer, Phone
from tests.record import Inside, count, everything
from tests.seating import Seating, Table
from tests.views.test_routes import change_owner

TABLE = (
    "date,place,Anna,ben,Carla,Nina\n"
    "2025-11-06,Bruno's,4,-6,2,\n"
    "2025-11-06,Bruno's,,8,-3,-5\n"
    "2025-11-13,,1,-2,,1\n"
)
SHEET = {
    "game": "calabresella",
    "seats": ["Anna", "Ben", "Carla"],
    "deals": [{"bid": "solo", "soloist": "Ben", "card_points": 6}],
}


def upload(phone: Phone, club: int, content: str | bytes) -> Answer:
    form = phone.read(f"/clubs/{club}/sittings/import").form("/import/check")
    body = content if isinstance(content, bytes) else content.encode()
    return phone.upload(form, body, "evenings.csv")


def looked_at(phone: Phone, club: int, content: str = TABLE) -> Page:
    answer = upload(phone, club, content)
    assert answer.status == 200, answer.body.decode()
    return answer.page


def test_the_page_shows_the_evenings_and_suggests_whose_the_names_are(
    inside: Inside, owner: Phone, table: Table, people: dict[str, int]
) -> None:
    before = inside(everything)
    page = looked_at(owner, table.club)
    assert "2 evenings" in page.main
    assert "Thursday, 6 November 2025 · Bruno's" in page.main
    assert "Anna +4ben −6Carla +2" in page.main
    form = page.form("/sittings/import")
    who = [form.value(f"who_{number}") for number in range(4)]
    assert who == [str(people["Anna"]), str(people["Ben"]), str(people["Carla"]), "new"]
    # An exact name needs no question, one that looks alike does.
    assert page.main.count("The names look alike") == 1
    assert inside(everything) == before


def test_the_evenings_are_recorded_once_as_they_were_shown(
    inside: Inside, owner: Phone, table: Table, settings: Settings
) -> None:
    form = looked_at(owner, table.club).form("/sittings/import")
    page = owner.follow(owner.send(form))
    for text in ("6 Nov 2025 at Bruno's", "2 matches", "13 Nov 2025"):
        assert text in page.main
    before = inside(everything)
    assert owner.send(form).status == 303
    assert list((settings.data / uploads.FOLDER).iterdir()) == []
    # The file is gone: what else was sent tells another content.
    for other in ({"who_1": "new"}, {"game": "briscola"}, {"file": "a" * 32}):
        assert owner.send(form, **other).status == 422
    assert inside(everything) == before
    assert inside(count, Player) == 5
    assert inside(checking.check).differences == ()
    told = owner.read(f"/clubs/{table.club}/history").main
    assert "Evening brought from paper: Calabresella with Anna, Ben and Carla" in told
    assert "Match brought from paper: Calabresella with Ben, Carla and Nina" in told
    assert "1 row on its sheet." in told
    for link in {node.attrs["href"] for node in page.all("a")}:
        assert owner.get(link).status in (200, 302)


def test_who_looks_alike_may_be_a_new_player(
    inside: Inside, owner: Phone, table: Table, people: dict[str, int]
) -> None:
    form = looked_at(owner, table.club).form("/sittings/import")
    owner.follow(owner.send(form, who_1="new", who_3=str(people["Dino"])))
    names = {person.name for person in inside(players.everybody, table.club)}
    assert names == {"Anna", "Ben", "Carla", "Dino", "ben"}


def test_sheets_are_one_evening_of_the_day_that_is_chosen(
    inside: Inside, owner: Phone, table: Table
) -> None:
    page = looked_at(owner, table.club, json.dumps([SHEET, SHEET]))
    form = page.form("/sittings/import")
    answer = owner.send(form, place="Anna's")
    assert answer.status == 422
    assert answer.page.errors == ["Choose the day on which this was played."]
    again = answer.page.form("/sittings/import")
    assert again.value("place") == "Anna's"
    page = owner.follow(owner.send(again, date="2025-12-24"))
    assert "24 Dec 2025 at Anna's" in page.main
    assert "2 matches" in page.main
    assert inside(checking.check).differences == ()


@pytest.mark.parametrize("date", ["", "x", "2025-02-30", "9999-01-01", "20251224", "\uff12"])
def test_a_day_that_cannot_be_is_asked_for_again(
    inside: Inside, owner: Phone, table: Table, date: str
) -> None:
    form = looked_at(owner, table.club, json.dumps(SHEET)).form("/sittings/import")
    before = inside(everything)
    answer = owner.send(form, date=date)
    assert answer.status == 422
    assert len(answer.page.errors) == 1
    assert inside(everything) == before


@pytest.mark.parametrize("who", ["", "x", "0", "-1", "9" * 30, "\uff11", "987654321"])
def test_whose_a_name_is_must_be_said_and_the_rest_is_kept(
    inside: Inside, owner: Phone, table: Table, people: dict[str, int], who: str
) -> None:
    form = looked_at(owner, table.club).form("/sittings/import")
    before = inside(everything)
    sent = [(k, v) for k, v in form.untouched if k not in ("who_0", "who_1")]
    answer = owner.post(form.action, [*sent, ("who_0", who), ("who_1", "new")])
    assert answer.status == 422
    assert len(answer.page.errors) == 1
    assert answer.page.form("/sittings/import").value("who_1") == "new"
    assert inside(everything) == before


def test_two_of_one_match_are_two_people(
    inside: Inside, owner: Phone, table: Table, people: dict[str, int]
) -> None:
    form = looked_at(owner, table.club).form("/sittings/import")
    before = inside(everything)
    answer = owner.send(form, who_1=str(people["Anna"]))
    assert answer.status == 422
    assert "Two who sat in one match cannot be one person." in answer.page.errors
    assert inside(everything) == before


def test_players_of_another_club_are_not_reached(
    inside: Inside, owner: Phone, table: Table, elsewhere: Seating
) -> None:
    form = looked_at(owner, table.club).form("/sittings/import")
    before = inside(everything)
    sent = [(k, v) for k, v in form.untouched if k != "who_0"]
    answer = owner.post(form.action, [*sent, ("who_0", str(elsewhere.people["Anna"]))])
    assert answer.status == 422
    assert answer.page.errors == ["Choose a player of this club."]
    assert inside(everything) == before


def test_every_line_that_is_wrong_is_told(inside: Inside, owner: Phone, table: Table) -> None:
    before = inside(everything)
    answer = upload(owner, table.club, TABLE + "2025-11-20,,1,1,,\nx,<b>,1,1,-1,\n")
    assert answer.status == 422
    for text in (
        "3 things in the file are not right",
        "Line 5: A match is played by 3 to 7; this line has 2.",
        "Line 6: Write the day of a past evening like this: 2026-10-15.",
        "Line 6: The numbers must add up to 0; now they add up to 1.",
    ):
        assert text in answer.page.main
    assert inside(everything) == before


def test_sheets_that_are_wrong_are_told_by_sheet_and_deal(owner: Phone, table: Table) -> None:
    wrong = SHEET | {"deals": [{"bid": "solo", "soloist": "Ben", "card_points": 12}]}
    answer = upload(owner, table.club, json.dumps([SHEET, wrong, 1]))
    assert answer.status == 422
    assert "Sheet 2, deal 1: Choose a whole number from 0 to 11." in answer.page.main
    assert "Sheet 3: This is no score sheet." in answer.page.main


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff", b"[" * 4_900_000, b"," * 4_900_000, b"\n" * 4_900_000, b'"' * 99_999, b"\x00"],
    ids=["nothing", "no text", "deep", "commas", "lines", "quotes", "NUL"],
)
def test_whatever_is_uploaded_is_refused_in_words(
    inside: Inside, owner: Phone, table: Table, content: bytes
) -> None:
    before = inside(everything)
    answer = upload(owner, table.club, content)
    assert answer.status == 422
    assert answer.page.alert or answer.page.errors
    assert inside(everything) == before


def test_names_with_markup_and_other_scripts_are_text(
    inside: Inside, owner: Phone, table: Table
) -> None:
    text = "date,<script>x</script>,שרה,Żoë 🃏\n2025-11-06,1,2,-3\n"
    form = looked_at(owner, table.club, text).form("/sittings/import")
    page = owner.follow(owner.send(form))
    assert "<script>x" not in page.html
    assert "שרה +2" in page.main


def test_a_scorer_may_and_a_viewer_is_told(inside: Inside, owner: Phone, table: Table) -> None:
    token = owner.token
    inside(change_owner, role="scorer")
    assert owner.read(f"/clubs/{table.club}").offers("/sittings/import")
    owner.follow(owner.send(looked_at(owner, table.club).form("/sittings/import")))
    inside(change_owner, role="viewer")
    assert not owner.read(f"/clubs/{table.club}").offers("/sittings/import")
    assert owner.get(f"/clubs/{table.club}/sittings/import").status == 403
    for rest in ("import", "import/check"):
        path = f"/clubs/{table.club}/sittings/{rest}"
        assert owner.post(path, {"csrf_token": token}).status == 403


def test_a_retired_player_is_offered_too(
    inside: Inside, owner: Phone, table: Table, seat: Seating
) -> None:
    inside(players.retire, seat.actor, new_op_id(), seat.people["Anna"])
    page = looked_at(owner, table.club)
    assert "Anna (retired)" in page.main
    owner.follow(owner.send(page.form("/sittings/import")))


def test_a_file_that_is_gone_is_asked_for_again(inside: Inside, owner: Phone, table: Table) -> None:
    form = looked_at(owner, table.club).form("/sittings/import")
    before = inside(everything)
    for token in ("", "a" * 32, "../key"):
        answer = owner.send(form, file=token)
        assert answer.status == 422
        assert answer.page.errors == ["The file is not here any more. Choose it again."]
    assert inside(everything) == before


def test_what_something_else_was_saved_by_does_not_say_that_evenings_were_recorded(
    inside: Inside, owner: Phone, table: Table
) -> None:
    players_form = owner.read(f"/clubs/{table.club}/players").form("/players")
    owner.follow(owner.send(players_form, name="Zoe"))
    form = looked_at(owner, table.club).form("/sittings/import")
    before = inside(everything)
    for file in (form.value("file"), "", "a" * 32):
        answer = owner.send(form, op_id=players_form.value("op_id"), file=file)
        assert answer.status == 422
    assert inside(everything) == before


def test_without_a_file_it_says_so(owner: Phone, table: Table) -> None:
    path = f"/clubs/{table.club}/sittings/import/check"
    answer = owner.post(path, {"csrf_token": owner.token})
    assert answer.status == 422
    assert answer.page.errors == ["Choose a file."]


def test_a_disk_that_is_full_is_said(
    owner: Phone, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> str:
        raise OSError("no space left")

    monkeypatch.setattr(uploads, "keep", full)
    answer = upload(owner, table.club, TABLE)
    assert answer.status == 507
    assert answer.page.errors == ["The server's disk is full or cannot be written."]
