"""An evening of the game that `docs/add-a-game.md` adds, by its pages. Run in a copy that has it.

`test_add_a_game.py` copies this file to where tests are found.
"""

from __future__ import annotations

import pytest

from scorekeeper import clubfile
from scorekeeper.sheet import read_text, result_of
from scorekeeper.store import moving
from tests.phone import Phone
from tests.record import Inside
from tests.seating import Seating


@pytest.mark.parametrize("names", [("Anna", "Ben"), ("Anna", "Ben", "Carla", "Dino")])
def test_an_evening_of_the_new_game(
    owner: Phone, seat: Seating, inside: Inside, names: tuple[str, ...]
) -> None:
    club = f"/clubs/{seat.actor.club}"
    people = ".".join(str(seat.people[name]) for name in names)
    page = owner.read(f"{club}/sittings/new?seats={people}")
    [tile] = [node for node in page.all("a", of="tile") if node.text == "Scopa"]
    page = owner.read(tile.attrs["href"])
    assert "2 or 4" in page.main or len(names) in (2, 4)
    [start] = [node for node in page.all("a", of="main") if "Who deals first?" in node.text]
    answer = owner.send(
        owner.read(start.attrs["href"]).form("/sittings/start"), ("first_dealer", "0"), target="7"
    )
    table = answer.location
    page = owner.play(table, points_1="3", points_2="1")
    sides = ["Anna", "Ben"] if len(names) == 2 else ["Anna and Carla", "Ben and Dino"]
    [score] = page.all("section", of="score")
    assert [node.text for node in score.all("strong")] == ["3", "1"]
    assert [node.text for node in score.all("b")] == sides
    assert "Saved: deal 1, 3 : 1" in page.main

    _refuse_and_correct(owner, table)
    page = owner.play(table, points_1="0", points_2="6", note="settebello")
    assert f"{sides[1]} win" in page.main.replace("wins", "win")
    assert "The match counts as a whole" in page.main
    _share(owner, table)
    content = clubfile.write(inside(moving.club_document, seat.actor.club))
    assert clubfile.read(content)["matches"][0]["game"] == "scopa"


def _refuse_and_correct(owner: Phone, table: str) -> None:
    answer = owner.send(owner.read(table).form("/deals"), points_1="3")
    assert answer.status == 422
    assert answer.page.errors == ["Choose the points of both sides."]
    page = owner.follow(owner.send(owner.read(table).form("/undo")))
    assert "Undone: deal 1, 3 : 1" in page.main
    owner.follow(owner.send(page.form("/redo")))
    [deal] = owner.read(table).all("a", of="deal")
    form = owner.read(deal.attrs["href"]).form("/edit")
    assert form.value("points_2") == "1"
    checked = owner.post(f"{form.action}/check", form.filled({"points_2": "2"})).page
    assert "1 2" in checked.main
    owner.follow(owner.send(checked.form("/edit")))
    adjust = owner.read(f"{table}/adjust").form("/adjust")
    owner.follow(owner.send(adjust, score_0="1", sign_0="-", note="talked"))
    assert owner.read(f"{table}/setup").form("/setup").value("target") == "7"


def _share(owner: Phone, table: str) -> None:
    sheet = read_text(owner.get(f"{table}/sheet.json").body)
    result = result_of(sheet)
    assert (result["totals"]["Anna"], result["totals"]["Ben"]) == (2, 8)
    assert (result["payoffs"]["Anna"], result["payoffs"]["Ben"]) == (-1, 1)
    for page in ("share", "print", "rules", "live"):
        assert owner.get(f"{table}/{page}").status == 200, page
    club, _, match = table.partition("/matches/")
    assert "Recorded: deal 1, 3 : 1" in owner.read(f"{club}/history?match={match}").main
    told = owner.read(f"{table}/share").main
    assert "Scopa, to 7" in told
    assert "settebello" in told
    assert b"Scopa" in owner.get(f"{table}/deals.csv").body
