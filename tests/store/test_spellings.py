"""Two spellings of one person: merged once and for all, with every score as it was."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from scorekeeper.days import today
from scorekeeper.db import db
from scorekeeper.entry import Refused
from scorekeeper.games import GAMES
from scorekeeper.games.base import written_rules
from scorekeeper.models import Event, MatchResult
from scorekeeper.store import deals, matches, players, sittings, spellings
from scorekeeper.store.errors import Conflict, NotFound, OpReused
from scorekeeper.store.operations import Actor, new_op_id
from tests import strategies
from tests.record import Inside, count, events, everything, facts, projection, scored_afresh
from tests.seating import SOLO_6, Seating


@pytest.fixture
def merge(inside: Inside, seat: Seating) -> Any:
    """Return what merges two of the people by their names."""

    def call(player: str, into: str, op_id: str = "") -> None:
        two = (seat.people[player], seat.people[into])
        inside(spellings.merge, seat.actor, op_id or new_op_id(), *two)

    return call


def names(inside: Inside, seat: Seating) -> list[str]:
    return [person.name for person in inside(players.everybody, seat.actor.club)]


def test_every_seat_of_a_spelling_is_the_persons_and_no_score_changes(
    inside: Inside, seat: Seating, merge: Any
) -> None:
    mine = seat("Anna", "Ben", "Carla")
    other = seat("Ben", "Dino", "Carla", target=4)
    untouched = seat("Anna", "Ben", "Carla")
    for table in (mine, other, untouched):
        seat.deal(table)
    before = inside(matches.load, other.club, other.match)
    rest = inside(projection, untouched.match)
    merge("Dino", "Anna")
    after = inside(matches.load, other.club, other.match)
    assert after.names == ("Ben", "Anna", "Carla")
    assert (after.scored, after.version) == (before.scored, before.version + 1)
    assert inside(facts, other.match) == [SOLO_6]
    assert inside(projection, other.match) == inside(scored_afresh, other.club, other.match)
    assert inside(projection, untouched.match) == rest
    assert inside(matches.load, mine.club, mine.match).version == 1
    [line] = [
        line
        for match in inside(sittings.one, other.club, other.sitting).matches
        for line in match.lines
        if line.name == "Anna"
    ]
    assert (line.total, line.place) == (4, 1)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_after_any_merge_projections_are_a_fresh_scoring_and_the_sums_are_kept(
    inside: Inside, actor: Actor, data: st.DataObject
) -> None:
    """Any matches of any game in which one of two spellings sits, the other or neither."""
    everybody = 2 + max(max(game.seats) for game in GAMES.values())
    added = (inside(players.add, actor, new_op_id(), new_op_id()) for _ in range(everybody))
    one, other, *rest = added
    sits = st.lists(st.sampled_from([one, other, None]), min_size=1, max_size=4)
    played = [_play(data.draw, inside, actor, rest, who) for who in data.draw(sits)]
    before = inside(_totals)
    said = [inside(facts, match) for match in played]
    inside(spellings.merge, actor, new_op_id(), one, other)
    after = inside(_totals)
    assert after.pop(other, 0) == before.pop(one, 0) + before.pop(other, 0)
    assert after == before
    assert said == [inside(facts, match) for match in played]
    for match in played:
        assert inside(projection, match) == inside(scored_afresh, actor.club, match)


def _play(draw: Any, inside: Inside, actor: Actor, rest: list[int], who: int | None) -> int:
    pure = draw(strategies.matches())
    seats = rest[: pure.seats]
    if who is not None:
        seats[draw(st.integers(0, pure.seats - 1))] = who
    rules = written_rules(pure.game, pure.rules, pure.seats)
    begin = (actor, new_op_id(), pure.game.slug, seats, rules)
    _, match = inside(sittings.start, *begin, first_dealer=pure.first_dealer, date=today())
    for row in pure.deals:
        inside(deals.record, actor, new_op_id(), match, row, seen=-1, both_count=True)
    return int(match)


def _totals() -> dict[int, int]:
    totals: dict[int, int] = {}
    for row in db.session.scalars(select(MatchResult)):
        totals[row.player_id] = totals.get(row.player_id, 0) + row.total
    return totals


def test_a_merged_spelling_is_nobody_and_leads_to_the_person(
    inside: Inside, seat: Seating, merge: Any
) -> None:
    seat("Ben", "Dino", "Carla")
    merge("Dino", "Anna")
    club, dino, anna = seat.actor.club, seat.people["Dino"], seat.people["Anna"]
    assert names(inside, seat) == ["Anna", "Ben", "Carla"]
    assert inside(players.one, club, dino).id == anna
    assert [p.id for p in inside(players.these, club, [dino, 10**8, anna])] == [anna]
    assert inside(spellings.of, club, anna) == ["Dino"]
    with pytest.raises(Refused):
        seat("Ben", "Dino", "Carla")
    before = inside(everything)
    for change in (players.retire, players.bring_back):
        with pytest.raises(Conflict) as told:
            inside(change, seat.actor, new_op_id(), dino)
        assert (told.value.kind, told.value.found.name) == ("merged", "Anna")
    with pytest.raises(Conflict):
        inside(players.rename, seat.actor, new_op_id(), dino, "Dina")
    assert inside(everything) == before


def test_a_spelling_of_a_spelling_leads_to_the_last_person(
    inside: Inside, seat: Seating, merge: Any
) -> None:
    merge("Dino", "Ben")
    merge("Ben", "Anna")
    club = seat.actor.club
    assert inside(spellings.of, club, seat.people["Anna"]) == ["Ben", "Dino"]
    assert {inside(players.one, club, seat.people[n]).name for n in ("Dino", "Ben")} == {"Anna"}


@pytest.mark.parametrize(
    ("player", "into", "why"),
    [
        ("Ben", "Carla", "of other matches"),
        ("Ben", "Ben", "another player"),
        ("Dino", "Ben", "not merged yet"),
        ("Ben", "Dino", "not merged yet"),
    ],
)
def test_who_cannot_be_one_person_is_refused_and_nothing_is_changed(
    inside: Inside, seat: Seating, merge: Any, player: str, into: str, why: str
) -> None:
    seat("Anna", "Ben", "Carla")
    merge("Dino", "Anna")
    before = inside(everything)
    with pytest.raises(Refused, match=why):
        merge(player, into)
    assert inside(everything) == before


def test_a_person_of_another_club_is_not_there(
    inside: Inside, seat: Seating, elsewhere: Seating
) -> None:
    here, there = seat.people["Anna"], elsewhere.people["Ben"]
    before = inside(everything)
    for two in ((here, there), (there, here), (there, elsewhere.people["Anna"]), (here, 10**8)):
        with pytest.raises(NotFound):
            inside(spellings.merge, seat.actor, new_op_id(), *two)
    assert inside(everything) == before


def test_merging_is_one_event_that_names_both_and_their_matches(
    inside: Inside, seat: Seating, merge: Any
) -> None:
    match = seat("Ben", "Dino", "Carla").match
    earlier = inside(count, Event)
    merge("Dino", "Anna")
    event = inside(events)[-1]
    assert inside(count, Event) == earlier + 1
    assert (event.kind, event.player_id) == ("player.merge", seat.people["Anna"])
    what = {"player": seat.people["Dino"], "matches": [match]}
    assert event.before == {"names": ["Dino", "Anna"]} | what
    assert event.after == {"name": "Anna", "spelling": "Dino"} | what


def test_merging_twice_with_one_op_id_is_once_and_other_people_are_refused(
    inside: Inside, seat: Seating, merge: Any
) -> None:
    op_id = new_op_id()
    merge("Dino", "Anna", op_id)
    before = inside(everything)
    merge("Dino", "Anna", op_id)
    with pytest.raises(OpReused):
        merge("Ben", "Anna", op_id)
    assert inside(everything) == before


def test_the_name_of_a_merged_spelling_is_said_to_be_whose_it_is(
    inside: Inside, seat: Seating, merge: Any
) -> None:
    merge("Dino", "Anna")
    before = inside(everything)
    ben = seat.people["Ben"]
    for call in ((players.add, seat.actor), (players.rename, seat.actor, ben)):
        change, who, *player = call
        with pytest.raises(Refused) as told:
            inside(change, who, new_op_id(), *player, "Dino", another=True)
        [problem] = told.value.problems
        assert problem.say % problem.values == (
            "Dino is another spelling of Anna: that is one person here."
        )
    with pytest.raises(Conflict) as asked:
        inside(players.add, seat.actor, new_op_id(), "DINO")
    assert [(p.name, p.spelling_of) for p in asked.value.found] == [("Dino", "Anna")]
    assert inside(everything) == before
    inside(players.add, seat.actor, new_op_id(), "DINO", another=True)


def test_a_person_takes_the_name_of_an_own_spelling_and_leaves_the_old_one(
    inside: Inside, seat: Seating, merge: Any
) -> None:
    merge("Dino", "Anna")
    club, anna = seat.actor.club, seat.people["Anna"]
    inside(players.rename, seat.actor, new_op_id(), anna, "Dino")
    assert inside(players.one, club, anna).name == "Dino"
    assert inside(spellings.of, club, anna) == ["Anna"]
    inside(players.rename, seat.actor, new_op_id(), anna, "anna")
    assert inside(spellings.of, club, anna) == ["Anna"]
    with pytest.raises(Refused):
        inside(players.add, seat.actor, new_op_id(), "Anna", another=True)
    inside(players.add, seat.actor, new_op_id(), "Dino", another=True)
