"""The history: every event, found again by what it is about; replayed, it gives the record."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given
from hypothesis import settings as profile
from hypothesis import strategies as st
from sqlalchemy import delete, event, text, update
from sqlalchemy.exc import DatabaseError

import scorekeeper
from scorekeeper.config import Settings
from scorekeeper.days import today
from scorekeeper.db import begin_write, db
from scorekeeper.entry import Refused
from scorekeeper.games.base import written_rules
from scorekeeper.models import Event, Match, Membership
from scorekeeper.replay import replay
from scorekeeper.scoring import ImpossibleDeals
from scorekeeper.scoring import Match as Pure
from scorekeeper.store import deals, earlier, history, matches, players, sittings, spellings
from scorekeeper.store.errors import Conflict, NotFound
from scorekeeper.store.history import Entry, Filter
from scorekeeper.store.operations import Actor, new_op_id
from tests import strategies
from tests.correcting import WHY, Correcting
from tests.record import REFUSED_BY_HAND, Inside, by_hand, count, everything
from tests.seating import SOLO_6, Seating, Table


def whole(club: int, wanted: Filter | None = None) -> list[Entry]:
    """Return all events that a filter lets through, newest first."""
    wanted = wanted or Filter()
    _first, pages = history.events(club, wanted)
    return [one for page in range(pages) for one in history.events(club, wanted, page + 1)[0]]


@pytest.fixture
def correcting(inside: Inside, actor: Actor, table: Table) -> Correcting:
    return Correcting(inside, actor, table.match)


# The replay


def begin(inside: Inside, actor: Actor, seven: list[int], pure: Pure) -> int:
    start = (actor, new_op_id(), pure.game.slug, seven[: pure.seats])
    rules = written_rules(pure.game, pure.rules, pure.seats)
    where = {"first_dealer": pure.first_dealer, "date": today()}
    return int(inside(sittings.start, *start, rules, **where)[1])


def facts_for(draw: Any, match: Pure) -> dict[str, Any]:
    dealer = draw(st.integers(0, match.seats - 1))
    facts: dict[str, Any] = draw(strategies.deals(match, dealer))[0]
    return facts


def step(draw: Any, inside: Inside, actor: Actor, match: int, seven: list[int]) -> None:
    """Do something to a match, whatever it is; what cannot be done changes nothing."""
    one = Correcting(inside, actor, match)
    kept, hidden = one.kept, one.hidden
    stay = draw(st.booleans())
    shown = st.sampled_from([row.id for row in kept.deals] or [0])
    what = draw(st.sampled_from(["record", "undo", "redo", "edit", "delete", "insert", "set up"]))
    if what == "record" or not (kept.deals or hidden):
        arguments = (actor, new_op_id(), match, facts_for(draw, kept.match))
        inside(deals.record, *arguments, seen=kept.newest)
    elif what == "redo" and hidden:
        if (back := inside(deals.redoable, actor.club, match)) and draw(st.booleans()):
            inside(deals.redo, actor, new_op_id(), match, back)
        else:
            one.restore(draw(st.sampled_from(hidden)).id, stay=stay)
    elif what == "set up":
        set_up(draw, one, seven)
    elif not kept.deals:
        return
    elif what == "undo":
        inside(deals.undo, actor, new_op_id(), match, kept.newest)
    elif what == "delete":
        one.delete(draw(shown), stay=stay)
    elif what == "edit":
        one.edit(draw(shown), stay=stay, **facts_for(draw, kept.match))
    else:
        one.insert(draw(shown), stay=stay, **facts_for(draw, kept.match))


def set_up(draw: Any, one: Correcting, seven: list[int]) -> None:
    kept = one.kept
    seats = list(draw(st.permutations(kept.players)))
    free = [player for player in seven if player not in seats]
    if free and draw(st.booleans()):
        seats[0] = draw(st.sampled_from(free))
    rules = draw(strategies.given_rules(kept.match.game, len(seats)))
    one.set_up(seats, draw(st.integers(0, len(seats) - 1)), **rules)


def recorded(match: int) -> Any:
    """Return a match as it is kept: its set-up word by word, what counts in order, the rest."""
    row = db.session.get_one(Match, match)
    kept = matches.load(row.club_id, match)
    setup = (row.game, json.dumps(row.rules), kept.players, row.first_dealer)
    shown = [(deal.id, deal.facts) for deal in kept.deals]
    return setup, shown, {deal.id: deal.facts for deal in matches.hidden(row.club_id, match)}


def replayed(club: int) -> dict[int, Any]:
    """Return what all events of a club come to, as `recorded` returns a match."""
    found = {}
    for match, state in replay(reversed(whole(club))).items():
        one = state.setup
        setup = (one.game, json.dumps(one.rules), one.players, one.first_dealer)
        hidden = {deal: facts for deal, facts in state.facts.items() if deal not in state.order}
        found[match] = (setup, list(state.deals), hidden)
    return found


@pytest.fixture
def seven(inside: Inside, actor: Actor) -> list[int]:
    return [inside(players.add, actor, new_op_id(), name) for name in strategies.CROWD]


@profile(
    max_examples=strategies.examples(8, 100),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_the_history_replayed_from_the_first_event_gives_the_facts(
    app: Flask, inside: Inside, actor: Actor, seven: list[int], data: st.DataObject
) -> None:
    two = [begin(inside, actor, seven, data.draw(strategies.empty_matches())) for _ in range(2)]
    for _ in range(data.draw(st.integers(1, 12))):
        match = data.draw(st.sampled_from(two))
        try:
            step(data.draw, inside, actor, match, seven)
        except (Conflict, ImpossibleDeals, Refused):
            continue
    found = inside(replayed, actor.club)
    assert {match: found[match] for match in two} == {
        match: inside(recorded, match) for match in two
    }


def test_the_replay_follows_who_was_merged(
    inside: Inside, actor: Actor, seat: Seating, table: Table
) -> None:
    seat.deal(table)
    inside(spellings.merge, actor, new_op_id(), seat.people["Ben"], seat.people["Dino"])
    assert inside(replayed, actor.club) == {table.match: inside(recorded, table.match)}


# What is found


def test_every_event_is_there_newest_first_page_by_page(
    inside: Inside, actor: Actor, seat: Seating, table: Table
) -> None:
    for _ in range(60):
        seat.deal(table, bid="pass")
    found = inside(whole, actor.club)
    assert [one.id for one in found] == list(range(inside(count, Event), 0, -1))
    first, pages = inside(history.events, actor.club, Filter())
    assert (len(first), pages) == (50, 2)
    assert inside(history.events, actor.club, Filter(), 3)[0] == []


def test_events_are_found_by_match_player_device_and_kind(
    inside: Inside, owner: Any, actor: Actor, seat: Seating, table: Table
) -> None:
    seat.deal(table)
    other = seat("Carla", "Dino", "Anna")
    seat.deal(other)
    people = seat.people

    def kinds(**wanted: Any) -> list[str]:
        return [one.kind for one in inside(whole, actor.club, Filter(**wanted))]

    assert kinds(match=table.match) == ["deal.record", "sitting.start"]
    assert kinds(player=people["Ben"]) == ["deal.record", "sitting.start", "player.add"]
    assert kinds(player=people["Dino"]) == ["deal.record", "sitting.start", "player.add"]
    assert kinds(player=people["Anna"]) == ["deal.record", "sitting.start"] * 2 + ["player.add"]
    assert kinds(kind="deal.record") == ["deal.record"] * 2
    assert kinds(device=1) == ["device.join"]
    assert kinds(device=1, match=table.match) == []
    assert kinds(match=other.match, player=people["Ben"]) == []


def test_who_was_replaced_or_merged_finds_the_deals_of_then(
    inside: Inside, actor: Actor, seat: Seating, table: Table, correcting: Correcting
) -> None:
    seat.deal(table)
    people = seat.people
    correcting.set_up([people["Anna"], people["Dino"], people["Carla"]])
    gone = inside(whole, actor.club, Filter(player=people["Ben"]))
    assert [one.kind for one in gone][:2] == ["match.correct", "deal.record"]
    inside(spellings.merge, actor, new_op_id(), people["Carla"], people["Ben"])
    for player in (people["Carla"], people["Ben"]):
        found = [one.kind for one in inside(whole, actor.club, Filter(player=player))]
        assert found[:3] == ["player.merge", "match.correct", "deal.record"]
        assert found.count("player.add") == 2


def test_an_event_knows_its_device_its_match_and_the_rules_of_its_time(
    inside: Inside, owner: Any, seat: Seating, table: Table, correcting: Correcting
) -> None:
    club = table.club
    owner.play(table.path, soloist="1", bid="solo", card_points="8")
    correcting.set_up(target=31)
    correction, deal, start, *_rest = inside(whole, club)
    assert (deal.device, start.device) == ("Anna's phone", None)
    assert deal.where == history.Where(today(), "Bruno's", 1)
    assert (deal.was.rules["target"], deal.is_now.rules["target"]) == (21, 21)
    assert (correction.was.rules["target"], correction.is_now.rules["target"]) == (21, 31)
    assert (start.was, start.is_now.rules["target"], correction.reason) == (None, 21, WHY)


def test_nothing_of_another_club_is_found(
    inside: Inside, seat: Seating, table: Table, elsewhere: Seating
) -> None:
    there = elsewhere("Anna", "Ben", "Carla")
    elsewhere.deal(there)
    found = inside(whole, table.club)
    assert {one.match for one in found} == {table.match, None}
    for wanted in (Filter(match=there.match), Filter(player=elsewhere.people["Anna"])):
        with pytest.raises(NotFound):
            inside(history.events, table.club, wanted)
    with pytest.raises(NotFound):
        inside(history.events, there.club, Filter(device=1))
    assert inside(history.matches, table.club) == [
        (table.match, history.Where(today(), "Bruno's", 1))
    ]


def test_a_device_in_two_clubs_has_a_name_in_each(
    inside: Inside, owner: Any, table: Table, elsewhere: Seating
) -> None:
    def join_elsewhere() -> None:
        begin_write()
        db.session.add(
            Membership(device_id=1, club_id=elsewhere.actor.club, role="scorer", name="Tablet")
        )
        db.session.commit()

    inside(join_elsewhere)
    [joined] = inside(whole, table.club, Filter(kind="device.join"))
    assert joined.device == "Anna's phone"


def test_a_page_takes_as_many_queries_as_an_empty_one(
    app: Flask, inside: Inside, actor: Actor, seat: Seating
) -> None:
    def asked() -> int:
        seen: list[str] = []
        event.listen(db.engine, "before_cursor_execute", lambda *what: seen.append(what[2]))
        history.events(actor.club, Filter())
        history.names(actor.club)
        return len(seen)

    few = inside(asked)
    for _ in range(8):
        table = seat("Anna", "Ben", "Carla")
        one = Correcting(inside, actor, table.match)
        one.edit(seat.deal(table), bid="pass")
        one.set_up(target=31)
    assert inside(asked) <= few + 2 * 2  # two listeners by now


# What can be put back


def test_what_an_event_left_can_be_put_back_as_long_as_it_is_there(
    inside: Inside, actor: Actor, seat: Seating, table: Table, correcting: Correcting
) -> None:
    def reverts() -> list[str]:
        return [one.kind for one in inside(whole, actor.club) if one.reverts]

    first, second = seat.deal(table), seat.deal(table)
    assert reverts() == []
    correcting.edit(first, bid="pass")
    assert reverts() == ["deal.edit"]
    correcting.delete(second)
    assert reverts() == ["deal.delete", "deal.edit"]
    correcting.restore(second)
    assert reverts() == ["deal.restore", "deal.edit"]
    correcting.edit(first, bid="solo", soloist=1, card_points=6)
    assert reverts() == ["deal.edit", "deal.restore"]  # the newer edit; the older is put back
    correcting.insert(first, bid="pass")
    correcting.set_up(target=31)
    assert reverts()[:2] == ["match.correct", "deal.insert"]
    correcting.set_up(target=21)
    assert reverts()[:2] == ["match.correct", "deal.insert"]
    correcting.delete(first)
    assert "deal.edit" not in reverts()
    correcting.delete(second)
    assert "deal.restore" not in reverts()


def test_facts_of_then_name_the_seats_of_now(
    inside: Inside, actor: Actor, seat: Seating, table: Table, correcting: Correcting
) -> None:
    """Ben was soloist; then he is at another seat, then another person, then merged."""
    deal = seat.deal(table, dealer=1)
    correcting.edit(deal, bid="pass")
    change = inside(whole, actor.club)[0].id
    people = seat.people

    def soloist() -> int:
        kept = matches.load(actor.club, table.match)
        was = earlier.deal_before(actor.club, kept, deal, change)
        assert was.facts is not None
        assert was.facts["dealer"] == was.facts["soloist"]
        return kept.players[was.facts["soloist"]]

    assert inside(soloist) == people["Ben"]
    correcting.set_up([people["Ben"], people["Carla"], people["Anna"]])
    assert inside(soloist) == people["Ben"]
    correcting.set_up([people["Dino"], people["Carla"], people["Anna"]])
    assert inside(soloist) == people["Dino"]
    inside(spellings.merge, actor, new_op_id(), people["Dino"], people["Ben"])
    assert inside(soloist) == people["Ben"]


def test_a_set_up_of_then_names_people_of_now(
    inside: Inside, actor: Actor, seat: Seating, table: Table, correcting: Correcting
) -> None:
    people = seat.people
    correcting.set_up([people["Anna"], people["Dino"], people["Carla"]], target=31)
    change = inside(whole, actor.club)[0].id
    gina = inside(players.add, actor, new_op_id(), "Gina")
    inside(spellings.merge, actor, new_op_id(), people["Ben"], gina)
    was = inside(earlier.setup_before, actor.club, table.match, change)
    assert was.players == (people["Anna"], gina, people["Carla"])
    assert (was.rules["target"], was.first_dealer) == (21, 0)


def test_only_a_correction_of_this_deal_or_match_says_what_was_before(
    inside: Inside, actor: Actor, seat: Seating, table: Table, correcting: Correcting
) -> None:
    deal, other = seat.deal(table), seat.deal(table)
    correcting.edit(deal, bid="pass")
    correcting.set_up(target=31)
    setup, edit, _other, record, *_rest = (one.id for one in inside(whole, actor.club))

    def before(deal: int, change: int, match: int = table.match) -> Any:
        return earlier.deal_before(actor.club, matches.load(actor.club, match), deal, change)

    assert inside(before, deal, edit).facts == SOLO_6
    second = seat("Anna", "Ben", "Carla")
    for wrong in ((other, edit), (deal, record), (deal, setup), (deal, edit, second.match)):
        with pytest.raises(NotFound):
            inside(before, *wrong)
    for match, change in ((table.match, edit), (second.match, setup), (table.match, 10**9)):
        with pytest.raises(NotFound):
            inside(earlier.setup_before, actor.club, match, change)


# Nothing changes or removes an event


def _orm_update() -> None:
    db.session.get_one(Event, 1).reason = "never mind"
    db.session.commit()


def _orm_delete() -> None:
    db.session.delete(db.session.get_one(Event, 1))
    db.session.commit()


DOORS: dict[str, Callable[[], Any]] = {
    "a changed object": _orm_update,
    "a deleted object": _orm_delete,
    "update()": lambda: db.session.execute(update(Event).values(kind="x")),
    "delete()": lambda: db.session.execute(delete(Event)),
    "UPDATE": lambda: db.session.execute(text("UPDATE event SET before = NULL WHERE id = 1")),
    "DELETE": lambda: db.session.execute(text("DELETE FROM event")),
    "REPLACE": lambda: db.session.execute(
        text("INSERT OR REPLACE INTO event SELECT * FROM event WHERE id = 1")
    ),
    "TRUNCATE": lambda: db.session.execute(text("TRUNCATE event")),
    "the club's end": lambda: db.session.execute(text("DELETE FROM club")),
}


@pytest.mark.parametrize("door", DOORS)
def test_no_door_changes_or_removes_an_event(inside: Inside, table: Table, door: str) -> None:
    def through() -> None:
        begin_write()
        DOORS[door]()
        db.session.commit()

    before = inside(everything)
    with pytest.raises(DatabaseError):
        inside(through)
    assert inside(everything) == before


def test_another_program_cannot_change_or_remove_an_event_either(
    settings: Settings, inside: Inside, table: Table
) -> None:
    before = inside(everything)
    statements = ["UPDATE event SET kind = 'x'", "DELETE FROM event WHERE id = 1"]
    if settings.postgresql is not None:
        statements.append("TRUNCATE event CASCADE")
    with by_hand(settings) as other:
        for statement in statements:
            with pytest.raises(REFUSED_BY_HAND, match="only ever added"):
                other.execute(statement)
    assert inside(everything) == before


def test_the_program_has_no_word_that_changes_or_removes_an_event() -> None:
    """No `update(Event)`, no `delete(Event)`, no event fetched and written to."""
    package = Path(scorekeeper.__file__).parent
    makers = []
    for path in sorted(package.rglob("*.py")):
        where = path.relative_to(package).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                about_events = any(ast.unparse(part) == "Event" for part in node.args)
                assert not (called.endswith(("update", "delete")) and about_events), where
                assert called not in ("Event", "models.Event"), where
                makers += [where] if called.endswith("insert") and about_events else []
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
                assert ast.unparse(node.value) not in ("event", "Event"), where
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words = node.value.lower()
                trigger = where == "migrations/versions/0001_record.py"
                assert trigger or "update event" not in words, where
                assert trigger or "delete from event" not in words, where
    assert makers == ["store/moving/arriving.py", "store/operations.py"]
