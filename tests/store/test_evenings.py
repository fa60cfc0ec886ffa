"""Evenings from paper are evenings of the club: recorded once, scored, told, or not at all."""

from __future__ import annotations

import datetime
import json

import pytest
from flask import Flask
from hypothesis import HealthCheck, given
from hypothesis import settings as profile
from hypothesis import strategies as st

from scorekeeper import paper
from scorekeeper.days import today
from scorekeeper.entry import Refused
from scorekeeper.models import Event
from scorekeeper.paper import Evening
from scorekeeper.sheet import Sheet
from scorekeeper.store import (
    checking,
    clubs,
    deals,
    history,
    matches,
    moving,
    players,
    sittings,
    spellings,
)
from scorekeeper.store.errors import OpReused
from scorekeeper.store.history import Filter
from scorekeeper.store.operations import Actor, new_op_id
from tests import strategies
from tests.record import Inside, count, events, everything, projection, scored_afresh
from tests.seating import Seating

DAY = datetime.date(2025, 11, 6)
TABLE = "date,place,Anna,Ben,Carla,Nina\n2025-11-06,Bruno's,4,-6,2,\n2025-11-06,Bruno's,,8,-3,-5\n"


def read(text: str = TABLE) -> list[Evening]:
    return paper.read(text.encode(), "calabresella", today())


@pytest.fixture
def chosen(people: dict[str, int]) -> dict[str, int | None]:
    return {name: people[name] for name in ("Anna", "Ben", "Carla")} | {"Nina": None}


def test_an_evening_is_recorded_closed_with_its_matches_and_new_players(
    inside: Inside, actor: Actor, chosen: dict[str, int | None]
) -> None:
    inside(moving.record, actor, new_op_id(), read(), chosen)
    [[evening], _] = inside(sittings.listed, actor.club)
    assert (evening.date, evening.place, evening.closed) == (DAY, "Bruno's", True)
    first, second = evening.matches
    assert [(line.name, line.total) for line in first.lines] == [
        ("Anna", 4),
        ("Ben", -6),
        ("Carla", 2),
    ]
    assert [line.name for line in second.lines] == ["Ben", "Carla", "Nina"]
    assert first.winners == []
    for played in evening.matches:
        assert inside(projection, played.id) == inside(scored_afresh, actor.club, played.id)
    assert inside(checking.check).differences == ()


def test_each_match_and_each_new_player_has_its_own_event(
    inside: Inside, actor: Actor, chosen: dict[str, int | None]
) -> None:
    op_id, before = new_op_id(), inside(count, Event)
    inside(moving.record, actor, op_id, read(), chosen)
    new = inside(events)[before:]
    assert [event.kind for event in new] == ["player.add", "sitting.import", "match.import"]
    assert new[0].op_id == op_id
    assert len({event.op_id for event in new}) == 3
    told, _ = inside(history.events, actor.club, Filter(kind="sitting.import"))
    assert told[0].after["date"] == "2025-11-06"
    assert told[0].is_now.players == tuple(chosen[name] for name in ("Anna", "Ben", "Carla"))


def test_a_file_that_is_sent_twice_is_recorded_once(
    inside: Inside, actor: Actor, chosen: dict[str, int | None]
) -> None:
    op_id = new_op_id()
    inside(moving.record, actor, op_id, read(), chosen)
    before = inside(everything)
    inside(moving.record, actor, op_id, read(), chosen)
    for other in (read(TABLE.replace("4,-6", "5,-7")), read(TABLE.replace("Bruno's", "Anna's"))):
        with pytest.raises(OpReused):
            inside(moving.record, actor, op_id, other, chosen)
    assert inside(everything) == before


@profile(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(played=st.lists(strategies.sheets(), min_size=1, max_size=3))
def test_sheets_become_matches_that_are_written_as_the_same_sheets(
    app: Flask, inside: Inside, played: list[Sheet]
) -> None:
    actor = Actor(inside(clubs.make, "Another"))
    evening = Evening(DAY, "", tuple(played))
    chosen = dict.fromkeys(paper.people([evening]))
    inside(moving.record, actor, new_op_id(), [evening], chosen)
    [[found], _] = inside(sittings.listed, actor.club)
    for one, sheet in zip(found.matches, played, strict=True):
        kept = inside(matches.load, actor.club, one.id)
        assert kept.names == sheet.names
        usual = [dict(facts) for facts in kept.match.deals]
        given = [dict(facts) for facts in sheet.match.deals]
        for row, facts in zip(usual, given, strict=True):
            if "dealer" not in row:
                facts.pop("dealer", None)
        assert usual == given
        assert (kept.match.rules, kept.match.first_dealer) == (
            sheet.match.rules,
            sheet.match.first_dealer,
        )
    assert inside(checking.check).differences == ()


def test_whose_turn_it_was_to_deal_is_no_fact(
    inside: Inside, actor: Actor, chosen: dict[str, int | None]
) -> None:
    rows = [{"bid": "pass", "dealer": "Anna"}, {"bid": "pass", "dealer": "Anna"}]
    text = json.dumps({"game": "calabresella", "seats": ["Anna", "Ben", "Carla"], "deals": rows})
    [evening] = read(text)
    dated = Evening(DAY, "", evening.sheets)
    inside(moving.record, actor, new_op_id(), [dated], chosen)
    [[found], _] = inside(sittings.listed, actor.club)
    kept = inside(matches.load, actor.club, found.matches[0].id)
    assert [row.facts for row in kept.deals] == [{"bid": "pass"}, {"bid": "pass", "dealer": 0}]


def test_a_correction_of_such_an_evening_is_like_any_other(
    inside: Inside, actor: Actor, chosen: dict[str, int | None]
) -> None:
    inside(moving.record, actor, new_op_id(), read(), chosen)
    [[evening], _] = inside(sittings.listed, actor.club)
    match = evening.matches[0].id
    inside(sittings.reopen, actor, new_op_id(), evening.id)
    kept = inside(matches.load, actor.club, match)
    deal = inside(
        deals.record,
        *(actor, new_op_id(), match, {"bid": "solo", "soloist": 0, "card_points": 6}),
        seen=kept.newest,
    )
    inside(deals.undo, actor, new_op_id(), match, deal)
    assert inside(deals.last, actor.club, match).deal == deal
    assert inside(checking.check).differences == ()


def test_retired_players_may_have_sat_there_and_merged_ones_are_who_they_are(
    inside: Inside, actor: Actor, people: dict[str, int], chosen: dict[str, int | None]
) -> None:
    inside(players.retire, actor, new_op_id(), people["Anna"])
    inside(spellings.merge, actor, new_op_id(), people["Dino"], people["Ben"])
    assert inside(moving.known_names, actor.club)["Dino"] == people["Ben"]
    inside(moving.record, actor, new_op_id(), read(), chosen)
    known = inside(moving.known_names, actor.club)
    with pytest.raises(Refused) as caught:
        inside(moving.record, actor, new_op_id(), read(), known | {"Ben": people["Dino"]})
    assert [problem.field for problem in caught.value.problems] == ["Ben"]


@pytest.mark.parametrize("who", ["same", "nobody", "foreign", "taken"])
def test_whoever_cannot_have_sat_there_is_refused_by_name_and_nothing_is_recorded(
    inside: Inside,
    actor: Actor,
    people: dict[str, int],
    chosen: dict[str, int | None],
    elsewhere: Seating,
    who: str,
) -> None:
    wrong = {
        "same": people["Anna"],
        "nobody": 987654321,
        "foreign": elsewhere.people["Ben"],
        "taken": None,
    }
    before = inside(everything)
    with pytest.raises(Refused) as caught:
        inside(moving.record, actor, new_op_id(), read(), chosen | {"Ben": wrong[who]})
    assert {problem.field for problem in caught.value.problems} <= {"Ben", "Anna"}
    assert inside(everything) == before


def test_an_evening_without_a_date_is_a_mistake_of_the_program(
    inside: Inside, actor: Actor, chosen: dict[str, int | None]
) -> None:
    text = json.dumps({"game": "calabresella", "seats": ["Anna", "Ben", "Carla"], "deals": []})
    with pytest.raises(ValueError, match="expected evenings with their dates"):
        inside(moving.record, actor, new_op_id(), read(text), chosen)
