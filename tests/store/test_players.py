"""Players: names, look-alikes, retiring; nobody is deleted."""

from __future__ import annotations

import pytest

from scorekeeper.entry import Refused
from scorekeeper.store import matches, players, sittings, starting
from scorekeeper.store.errors import Conflict, NotFound
from scorekeeper.store.operations import Actor, new_op_id
from tests.record import Inside, everything, facts, projection
from tests.seating import SOLO_6, Seating, Table


def names(inside: Inside, club: int) -> list[str]:
    return [person.name for person in inside(players.everybody, club)]


def test_players_are_listed_by_name_whatever_their_case(
    inside: Inside, actor: Actor, people: dict[str, int]
) -> None:
    for name in ("eva", "Über-Bruno", "Zoe"):
        inside(players.add, actor, new_op_id(), name)
    assert names(inside, actor.club) == [
        "Anna", "Ben", "Carla", "Dino", "eva", "Über-Bruno", "Zoe",
    ]  # fmt: skip


def test_a_name_is_kept_composed_and_trimmed(inside: Inside, actor: Actor) -> None:
    inside(players.add, actor, new_op_id(), "  Rene\u0301 ")
    assert names(inside, actor.club) == ["Ren\u00e9"]


@pytest.mark.parametrize(
    "name",
    ["", "  ", "x" * 41, "A\x00nna", "A\nnna", "\u202eAnna", "An\u200bna", "\ud800", "\u2066Anna"],
)
def test_what_is_no_name_is_refused_and_adds_nobody(
    inside: Inside, actor: Actor, people: dict[str, int], name: str
) -> None:
    before = inside(everything)
    with pytest.raises(Refused):
        inside(players.add, actor, new_op_id(), name)
    with pytest.raises(Refused):
        inside(players.rename, actor, new_op_id(), people["Anna"], name)
    assert inside(everything) == before


def test_forty_letters_are_a_name_also_when_each_is_made_of_two(
    inside: Inside, actor: Actor
) -> None:
    inside(players.add, actor, new_op_id(), "e\u0301" * 40)
    assert names(inside, actor.club) == ["\u00e9" * 40]


def test_forty_ligatures_of_many_letters_are_a_name(inside: Inside, actor: Actor) -> None:
    name = "\ufdfa" * 40
    inside(players.add, actor, new_op_id(), name)
    assert names(inside, actor.club) == [name]


def test_a_name_is_there_once(inside: Inside, actor: Actor, people: dict[str, int]) -> None:
    with pytest.raises(Refused, match="taken"):
        inside(players.add, actor, new_op_id(), "Anna", another=True)
    with pytest.raises(Refused, match="taken"):
        inside(players.rename, actor, new_op_id(), people["Ben"], "Anna", another=True)
    inside(players.rename, actor, new_op_id(), people["Anna"], "Anna")


@pytest.mark.parametrize("name", ["ANNA", "anna", "A nna", "\u00c1nna", "\uff21nna"])
def test_a_lookalike_is_asked_about_and_may_be_another_person(
    inside: Inside, actor: Actor, people: dict[str, int], name: str
) -> None:
    before = inside(everything)
    with pytest.raises(Conflict) as asked:
        inside(players.add, actor, new_op_id(), name)
    assert [person.id for person in asked.value.found] == [people["Anna"]]
    assert inside(everything) == before
    assert inside(players.add, actor, new_op_id(), name, another=True)


def test_a_new_name_shows_everywhere_and_leaves_the_facts_alone(
    inside: Inside, seat: Seating, table: Table
) -> None:
    seat.deal(table)
    inside(players.rename, seat.actor, new_op_id(), seat.people["Ben"], "Benedetto")
    assert inside(matches.load, table.club, table.match).names == ("Anna", "Benedetto", "Carla")
    assert inside(facts, table.match) == [SOLO_6]


def test_a_retired_player_keeps_the_history_and_comes_back(
    inside: Inside, seat: Seating, table: Table
) -> None:
    ben = seat.people["Ben"]
    inside(players.retire, seat.actor, new_op_id(), ben)
    inside(players.retire, seat.actor, new_op_id(), ben)
    assert inside(players.one, table.club, ben).retired
    assert "Ben" in inside(matches.load, table.club, table.match).names
    with pytest.raises(Refused):
        seat("Anna", "Ben", "Carla")
    inside(players.bring_back, seat.actor, new_op_id(), ben)
    assert not inside(players.one, table.club, ben).retired
    seat("Anna", "Ben", "Carla")


def test_a_player_of_another_club_is_not_there(
    inside: Inside, actor: Actor, elsewhere: Seating
) -> None:
    anna = elsewhere.people["Anna"]
    with pytest.raises(NotFound):
        inside(players.one, actor.club, anna)
    before = inside(everything)
    with pytest.raises(NotFound):
        inside(players.rename, actor, new_op_id(), anna, "Annalisa")
    for change in (players.retire, players.bring_back):
        with pytest.raises(NotFound):
            inside(change, actor, new_op_id(), anna)
    assert inside(everything) == before
    assert names(inside, actor.club) == []


def test_two_clubs_may_have_players_of_the_same_name(
    inside: Inside, people: dict[str, int], actor: Actor, elsewhere: Seating
) -> None:
    assert names(inside, actor.club) == names(inside, elsewhere.actor.club)
    assert not set(people.values()) & set(elsewhere.people.values())


def test_nothing_changes_where_a_retired_player_has_sat(
    inside: Inside, seat: Seating, table: Table
) -> None:
    """The match goes on, scores and sums stay, the next match starts with the same seats."""
    seat.deal(table)
    before = inside(sittings.one, table.club, table.sitting)
    rows = inside(projection, table.match)
    inside(players.retire, seat.actor, new_op_id(), seat.people["Ben"])
    assert inside(sittings.one, table.club, table.sitting) == before
    assert inside(projection, table.match) == rows
    seat.deal(table)
    assert inside(matches.load, table.club, table.match).scored.totals == (-4, 8, -4)
    new = inside(starting.start_next, seat.actor, new_op_id(), table.match)
    assert "Ben" in inside(matches.load, table.club, new).names
