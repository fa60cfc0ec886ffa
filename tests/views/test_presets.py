"""The pages of house rules that are kept: from a match, while starting, chosen with one tap."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.store import matches, presets
from scorekeeper.store.operations import Actor, new_op_id
from tests.pages import Page
from tests.phone import Phone
from tests.record import Inside, everything
from tests.seating import Seating

GAME = "calabresella"
USUAL, LAST = "Usual rules", "As last time"


def start_of(club: int, people: dict[str, int], *names: str) -> str:
    seats = ".".join(str(people[name]) for name in names)
    return f"/clubs/{club}/sittings/start?seats={seats}"


def offered(page: Page) -> dict[str, str]:
    """Return the addresses of the house rules that a start page offers."""
    [choice] = page.all("nav", **{"aria-label": "House rules"})
    return {link.text: link.attrs["href"] for link in choice.all("a")}


@pytest.fixture
def thursdays(inside: Inside, actor: Actor) -> int:
    rules = {"target": 31, "cappotto": 4, "dealer_shares": True}
    return int(inside(presets.keep, actor, new_op_id(), "Thursdays", GAME, 4, rules))


def test_kept_rules_start_an_evening_with_one_tap_and_another_for_the_dealer(
    owner: Phone, inside: Inside, club: int, people: dict[str, int], thursdays: int
) -> None:
    page = owner.read(start_of(club, people, "Anna", "Ben", "Carla", "Dino"))
    assert list(offered(page)) == [USUAL, "Thursdays"]
    assert "House rules: " not in page.main
    page = owner.read(offered(page)["Thursdays"])
    assert "House rules: to 31 · cappotto ×4 · The dealer who sits out shares" in page.main
    form = page.form("/sittings/start")
    answer = owner.send(form, ("first_dealer", "2"), place="Bruno's")
    match = int(answer.location.rpartition("/")[2])
    kept = inside(matches.load, club, match)
    assert (kept.match.rules.target, kept.match.rules.cappotto) == (31, 4)
    assert kept.match.rules.dealer_shares
    page = owner.read(f"/clubs/{club}/sittings/start?again={match}")
    assert list(offered(page)) == [LAST, "Thursdays"]


def test_rules_are_kept_while_an_evening_is_started_and_what_was_typed_stays(
    owner: Phone, inside: Inside, club: int, people: dict[str, int]
) -> None:
    form = owner.read(start_of(club, people, "Anna", "Ben", "Carla")).form("/sittings/start")
    fields = form.filled({"target": "41", "keep": " Long ones ", "place": "Bruno's"})
    answer = owner.post(f"/clubs/{club}/house-rules", fields)
    page = owner.follow(answer)
    assert offered(page).keys() == {USUAL, "Long ones"}
    form = page.form("/sittings/start")
    assert (form.value("target"), form.value("place")) == ("41", "Bruno's")
    [one] = inside(presets.everything, club)
    assert (one.name, one.seats, one.rules["target"]) == ("Long ones", 3, 41)
    # The same answer comes to a second tap.
    assert owner.post(f"/clubs/{club}/house-rules", fields).location == answer.location
    assert len(inside(presets.everything, club)) == 1


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"keep": ""}, "Write a text of 1 to 40 characters."),
        ({"keep": "THURSDAYS"}, "There are already house rules called THURSDAYS."),
        ({"keep": "Others", "target": "0"}, "Choose a whole number from 1 to 999."),
        ({"keep": "Others", "op_id": "x"}, "This page was too old."),
    ],
)
def test_what_cannot_be_kept_comes_back_filled_in(
    owner: Phone,
    inside: Inside,
    club: int,
    people: dict[str, int],
    thursdays: int,
    given: dict[str, str],
    says: str,
) -> None:
    form = owner.read(start_of(club, people, "Anna", "Ben", "Carla")).form("/sittings/start")
    before = inside(everything)
    fields = dict(form.filled({"cappotto": "7"})) | given
    answer = owner.post(f"/clubs/{club}/house-rules", fields)
    assert answer.status == 422
    assert says in " ".join(answer.page.errors)
    back = answer.page.form("/sittings/start")
    assert (back.value("cappotto"), back.value("keep")) == ("7", given["keep"])
    assert inside(everything) == before


def test_the_rules_of_a_match_are_kept_from_its_rules_page(
    owner: Phone, inside: Inside, seat: Seating
) -> None:
    table = seat("Anna", "Ben", "Carla", target=None, deals=9)
    form = owner.read(f"{table.path}/rules").form("/house-rules")
    answer = owner.send(form, name="")
    assert answer.status == 422
    assert answer.page.errors == ["Write a text of 1 to 40 characters."]
    page = owner.follow(owner.send(answer.page.form("/house-rules"), name="Nine deals"))
    assert page.heading == "Nine deals"
    assert "House rules: 9 deals" in page.main
    [one] = inside(presets.everything, table.club)
    assert (one.rules["deals"], one.rules["target"]) == (9, None)


def test_kept_rules_are_renamed_removed_and_brought_back(
    owner: Phone, club: int, thursdays: int
) -> None:
    page = owner.read(f"/clubs/{club}/house-rules")
    [link] = [a for a in page.all("a") if a.text.startswith("Thursdays")]
    page = owner.read(link.attrs["href"])
    where = f"/house-rules/{thursdays}"
    page = owner.follow(owner.send(page.form(where), name="Fridays"))
    assert "Fridays" in page.main
    page = owner.follow(owner.send(owner.read(f"/clubs/{club}{where}").form(f"{where}/remove")))
    assert "None yet." in page.main
    page = owner.read(f"/clubs/{club}{where}")
    assert not page.offers(f"{where}/remove")
    page = owner.follow(owner.send(page.form(f"{where}/bring-back")))
    assert "None yet." not in page.main
    history = owner.read(f"/clubs/{club}/history").main
    for said in (
        "kept: Thursdays",
        "renamed: Fridays",
        "removed: Fridays",
        "brought back: Fridays",
    ):
        assert f"House rules {said}" in history


def test_rules_that_are_gone_or_of_another_game_change_nothing(
    owner: Phone, inside: Inside, club: int, actor: Actor, people: dict[str, int], thursdays: int
) -> None:
    where = start_of(club, people, "Anna", "Ben", "Carla")
    assert owner.get(f"{where}&preset=99").status == 404
    assert owner.get(f"{where}&preset=x").status == 404
    five = inside(presets.keep, actor, new_op_id(), "To five", "briscola", 3, {"first_to": 5})
    page = owner.read(f"{where}&game={GAME}&preset={five}")
    assert page.form("/sittings/start").value("target") == "21"
    inside(presets.remove, actor, new_op_id(), thursdays)
    page = owner.read(f"{where}&preset={thursdays}")
    assert page.form("/sittings/start").value("target") == "21"


def test_the_rules_of_another_clubs_match_are_not_kept(
    owner: Phone, inside: Inside, seat: Seating, elsewhere: Seating
) -> None:
    table, there = seat("Anna", "Ben", "Carla"), elsewhere("Anna", "Ben", "Carla")
    form = owner.read(f"{table.path}/rules").form("/house-rules")
    fields: dict[str, Any] = dict(form.untouched) | {"name": "Theirs", "match": str(there.match)}
    assert owner.post(form.action, fields).status == 404
    assert owner.post(form.action, fields | {"match": "\u0663"}).status == 404
    assert inside(presets.everything, table.club) == []


def test_who_starts_with_somebody_retired_is_asked_again(
    owner: Phone, club: int, people: dict[str, int]
) -> None:
    form = owner.read(start_of(club, people, "Anna", "Ben", "Carla")).form("/sittings/start")
    fields = dict(form.untouched) | {"keep": "Others", "seats": f"{people['Anna']}.999"}
    answer = owner.post(f"/clubs/{club}/house-rules", fields)
    assert (answer.status, answer.page.heading) == (422, "Who plays?")
