"""Recording, undoing and redoing deals; nothing is lost, doubled, reordered or erased."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.exc import IntegrityError

from scorekeeper.config import Settings
from scorekeeper.db import begin_write, db
from scorekeeper.games.base import InvalidDeal
from scorekeeper.models import Deal, Event
from scorekeeper.store import deals, matches, sittings
from scorekeeper.store.errors import Conflict, NotFound
from scorekeeper.store.operations import Actor, new_op_id
from tests.record import Inside, count, events, everything, facts, projection, scored_afresh
from tests.seating import SOLO_6, Seating, Table

ROOT = Path(__file__).parents[2]


@pytest.fixture
def record(inside: Inside, actor: Actor, table: Table) -> Any:
    """Return what records a deal of the table as a form would that saw `seen`."""

    def run(seen: int, op_id: str = "", both_count: bool = False, **facts: Any) -> int:
        said = facts if "bid" in facts or "adjust" in facts else SOLO_6 | facts
        answer = inside(
            deals.record,
            actor,
            op_id or new_op_id(),
            table.match,
            said,
            seen=seen,
            both_count=both_count,
        )
        return int(answer)

    return run


@pytest.fixture
def undo(inside: Inside, actor: Actor, table: Table) -> Any:
    return lambda deal, op="": inside(deals.undo, actor, op or new_op_id(), table.match, deal)


@pytest.fixture
def redo(inside: Inside, actor: Actor, table: Table) -> Any:
    return lambda deal, op="": inside(deals.redo, actor, op or new_op_id(), table.match, deal)


@pytest.fixture
def kept(inside: Inside, club: int, table: Table) -> Any:
    return lambda: inside(matches.load, club, table.match)


def conflict(call: Any, *args: Any, **kwargs: Any) -> Conflict:
    with pytest.raises(Conflict) as caught:
        call(*args, **kwargs)
    return caught.value


def test_a_deal_is_kept_with_its_facts_and_scored(record: Any, kept: Any) -> None:
    deal = record(0, note="what a monte")
    after = kept()
    assert [row.id for row in after.deals] == [deal]
    assert after.deals[0].facts == SOLO_6 | {"note": "what a monte"}
    assert after.scored.totals == (-2, 4, -2)
    assert after.scored.next_dealer == 1


def test_a_deal_that_cannot_be_is_refused_and_changes_nothing(inside: Inside, record: Any) -> None:
    first = record(0)
    before = inside(everything)
    with pytest.raises(InvalidDeal) as caught:
        record(first, card_points=11)
    assert [problem.field for problem in caught.value.problems] == ["tricks"]
    assert caught.value.deal == 2
    assert inside(everything) == before


def test_a_form_that_did_not_see_the_newest_deal_asks_and_changes_nothing(
    inside: Inside, record: Any
) -> None:
    newer = record(0)
    before = inside(everything)
    asked = conflict(record, 0, card_points=9)
    assert asked.kind == "moved"
    assert asked.found.newest == newer
    assert inside(everything) == before


def test_both_count_answers_in_advance(record: Any, kept: Any) -> None:
    record(0)
    record(0, both_count=True, card_points=9)
    assert [row.facts["card_points"] for row in kept().deals] == [6, 9]


def test_a_deal_that_was_undone_meanwhile_is_asked_about_too(record: Any, undo: Any) -> None:
    first = record(0)
    second = record(first)
    undo(second)
    assert conflict(record, second).found.newest == first


def test_a_retry_is_answered_whatever_happened_since(
    inside: Inside, actor: Actor, table: Table, record: Any, undo: Any
) -> None:
    op_id = new_op_id()
    first = record(0, op_id)
    second = record(first)
    assert record(0, op_id) == first
    undo(second)
    undo(first)
    assert record(0, op_id) == first
    inside(sittings.close, actor, new_op_id(), table.sitting)
    before = inside(everything)
    assert record(0, op_id) == first
    assert inside(everything) == before


def test_a_retry_is_the_same_when_somebody_else_dealt(record: Any, kept: Any) -> None:
    """After the first answer, who was said to deal is no longer whose turn it would be."""
    op_id = new_op_id()
    first = record(0, op_id, dealer=1)
    assert record(0, op_id, dealer=1) == first
    assert kept().scored.rows[0].dealer == 1
    assert kept().scored.next_dealer == 2
    assert len(kept().deals) == 1


def test_a_dealer_whose_turn_it_was_anyway_is_no_fact(record: Any, kept: Any) -> None:
    record(0, dealer=0)
    assert "dealer" not in kept().deals[0].facts
    record(kept().newest, dealer=2)
    assert kept().deals[1].facts["dealer"] == 2


def test_undo_hides_and_erases_nothing(
    inside: Inside, club: int, table: Table, record: Any, undo: Any, kept: Any
) -> None:
    first = record(0)
    second = record(first, card_points=9)
    undo(second)
    assert [row.id for row in kept().deals] == [first]
    assert inside(count, Deal) == 2
    assert inside(projection, table.match) == inside(scored_afresh, club, table.match)


def test_undo_of_a_deal_that_is_not_the_newest_hides_nothing(
    inside: Inside, record: Any, undo: Any
) -> None:
    first = record(0)
    second = record(first)
    before = inside(everything)
    asked = conflict(undo, first)
    assert (asked.kind, asked.found.newest) == ("not_newest", second)
    assert inside(everything) == before


def test_undoing_from_two_phones_undoes_once(inside: Inside, record: Any, undo: Any) -> None:
    first = record(0)
    second = record(first)
    undo(second)
    before = inside(everything)
    assert conflict(undo, second).kind == "hidden"
    assert inside(everything) == before


def test_undo_then_redo_changes_nothing_but_the_version(
    inside: Inside, table: Table, record: Any, undo: Any, redo: Any, kept: Any
) -> None:
    newest = record(record(0), dealer=2, note="what a monte")
    before, rows = kept(), inside(projection, table.match)
    undo(newest)
    redo(newest)
    after = kept()
    assert (after.scored, inside(projection, table.match)) == (before.scored, rows)
    assert [row.version for row in after.deals] == [1, 3]


def test_several_deals_are_undone_and_come_back_in_their_order(
    record: Any, undo: Any, redo: Any, kept: Any
) -> None:
    ids = [record(0)]
    for points in (7, 8):
        ids.append(record(ids[-1], card_points=points))
    before = kept().scored
    for deal in reversed(ids):
        undo(deal)
    assert kept().deals == ()
    assert conflict(redo, ids[-1]).kind == "recorded_since"
    for deal in ids:
        redo(deal)
    assert kept().scored == before


def test_redo_ends_with_the_next_deal(inside: Inside, record: Any, undo: Any, redo: Any) -> None:
    first = record(0)
    undo(first)
    record(0, card_points=9)
    before = inside(everything)
    assert conflict(redo, first).kind == "recorded_since"
    assert inside(everything) == before


def test_redo_of_a_deal_that_counts_is_said_so(record: Any, redo: Any) -> None:
    assert conflict(redo, record(0)).kind == "shown"


def test_undo_and_redo_twice_with_the_same_op_id_happen_once(
    inside: Inside, record: Any, undo: Any, redo: Any
) -> None:
    first = record(0)
    second = record(first)
    op_id = new_op_id()
    undo(second, op_id)
    undo(second, op_id)
    assert [event.kind for event in inside(events)][-2:] == ["deal.record", "deal.undo"]
    op_id = new_op_id()
    redo(second, op_id)
    before = inside(everything)
    redo(second, op_id)
    assert inside(everything) == before


def test_a_match_that_was_won_is_undecided_again_after_undo(
    inside: Inside, table: Table, record: Any, undo: Any, redo: Any, kept: Any
) -> None:
    last = record(0, bid="dividete", soloist=1, card_points=6)
    undecided = inside(projection, table.match)
    assert kept().scored.standing.winners == ()
    last = record(last, bid="dividete", soloist=1, card_points=6)
    assert kept().scored.standing.winners == (1,)
    assert [row[-1] for row in inside(projection, table.match)[2]] == [2, 1, 2]
    undo(last)
    assert inside(projection, table.match) == undecided
    redo(last)
    assert kept().scored.standing.finished


def test_nothing_is_recorded_or_undone_in_an_evening_that_is_closed(
    inside: Inside, actor: Actor, table: Table, record: Any, undo: Any, redo: Any
) -> None:
    first = record(0)
    second = record(first)
    undo(second)
    inside(sittings.close, actor, new_op_id(), table.sitting)
    before = inside(everything)
    assert conflict(record, first).kind == "closed"
    assert conflict(undo, first).kind == "closed"
    assert conflict(redo, second).kind == "closed"
    assert inside(everything) == before


def test_a_deal_of_another_match_or_club_is_not_there(
    inside: Inside, seat: Seating, table: Table, elsewhere: Seating, undo: Any, redo: Any
) -> None:
    other = seat.deal(seat("Anna", "Ben", "Carla"))
    there = elsewhere("Anna", "Ben", "Carla")
    foreign = elsewhere.deal(there)
    before = inside(everything)
    for step in (undo, redo):
        for deal in (other, foreign):
            with pytest.raises(NotFound):
                step(deal)
    for step in (deals.undo, deals.redo):
        with pytest.raises(NotFound):
            inside(step, seat.actor, new_op_id(), there.match, foreign)
    with pytest.raises(NotFound):
        inside(deals.record, seat.actor, new_op_id(), there.match, SOLO_6, seen=foreign)
    assert inside(everything) == before


def test_positions_leave_room_and_are_unique_among_the_rows_that_count(
    inside: Inside, club: int, table: Table, record: Any
) -> None:
    first = record(0)
    record(first)

    def positions() -> list[int]:
        return [row.position for row in db.session.query(Deal).order_by(Deal.position)]

    def crowd() -> None:
        begin_write()
        db.session.add(
            Deal(club_id=club, match_id=table.match, position=positions()[0], facts=SOLO_6)
        )
        db.session.commit()

    one, two = inside(positions)
    assert two - one > 2**20
    with pytest.raises(IntegrityError):
        inside(crowd)


def test_deals_from_many_threads_are_all_there_once(
    inside: Inside, club: int, table: Table, record: Any
) -> None:
    ops = [new_op_id() for _ in range(24)] * 2  # every one is sent twice
    with ThreadPoolExecutor(8) as pool:
        ids = list(pool.map(lambda op: record(0, op, both_count=True), ops))
    assert ids[:24] == ids[24:]
    assert len(set(ids)) == 24
    kept = inside(matches.load, club, table.match)
    assert sorted(row.id for row in kept.deals) == sorted(set(ids))
    assert [row.number for row in kept.scored.rows] == list(range(1, 25))
    assert kept.scored.next_dealer == 0
    assert sum(event.kind == "deal.record" for event in inside(events)) == 24
    assert inside(projection, table.match) == inside(scored_afresh, club, table.match)


def test_deals_from_phones_that_saw_the_same_are_recorded_once_each_is_asked(
    inside: Inside, table: Table, record: Any
) -> None:
    def one(_: int) -> str:
        try:
            record(0)
        except Conflict as asked:
            return asked.kind
        return "recorded"

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(one, range(8)))
    assert sorted(answers) == ["moved"] * 7 + ["recorded"]
    assert inside(facts, table.match) == [SOLO_6]


PROGRAM = """
import sys
from pathlib import Path
from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.store import deals
from scorekeeper.store.operations import Actor, new_op_id
where = sys.argv[4] or None
app = create_app(Settings(Path(sys.argv[1]), "127.0.0.1", 8021, postgresql=where))
club, match = int(sys.argv[2]), int(sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
for _ in range(15):
    with app.app_context():
        facts = {"bid": "solo", "soloist": 1, "card_points": 6}
        deals.record(Actor(club), new_op_id(), match, facts, seen=0, both_count=True)
"""


def test_two_programs_that_write_at_once_lose_nothing(
    inside: Inside, settings: Settings, club: int, table: Table
) -> None:
    where = [str(settings.data), str(club), str(table.match), settings.postgresql or ""]
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *where],
            cwd=ROOT,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _ in range(2)
    ]
    for program in programs:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
    for program in programs:
        assert program.stdin is not None
        program.stdin.write("go\n")
        program.stdin.flush()
    problems = [program.communicate(timeout=60)[1] for program in programs]
    assert problems == ["", ""]
    kept = inside(matches.load, club, table.match)
    assert [row.number for row in kept.scored.rows] == list(range(1, 31))
    assert inside(projection, table.match) == inside(scored_afresh, club, table.match)


def test_what_was_done_last_is_told_until_something_else_is(
    inside: Inside, club: int, table: Table, record: Any, undo: Any, redo: Any
) -> None:
    assert inside(deals.last, club, table.match) is None
    first = record(0)
    last = inside(deals.last, club, table.match)
    assert (last.kind, last.deal, last.facts) == (deals.RECORD, first, SOLO_6)
    undo(first)
    last = inside(deals.last, club, table.match)
    assert (last.kind, last.deal, last.facts) == (deals.UNDO, first, SOLO_6)
    assert inside(deals.redoable, club, table.match) == first
    redo(first)
    assert inside(deals.redoable, club, table.match) is None
    assert inside(count, Event) == len(inside(events))


def test_a_match_that_was_loaded_before_the_writing_began_is_not_built_on(
    app: Flask, actor: Actor, table: Table
) -> None:
    with app.app_context():
        kept = matches.load(actor.club, table.match)
        with pytest.raises(ValueError, match="the transaction that writes"):
            deals.record(actor, new_op_id(), table.match, SOLO_6, seen=0, kept=kept)
        db.session.rollback()
        begin_write()
        kept = matches.load(actor.club, table.match)
        deal = deals.record(actor, new_op_id(), table.match, SOLO_6, seen=0, kept=kept)
    with app.app_context():
        assert matches.load(actor.club, table.match).newest == deal
