"""Edit, delete, restore and insert deals: nothing is lost, and later deals are never guessed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.db import db
from scorekeeper.entry import Refused
from scorekeeper.models import Deal, Event
from scorekeeper.scoring import ImpossibleDeals
from scorekeeper.store import corrections, sittings
from scorekeeper.store.corrections import Ask
from scorekeeper.store.errors import Conflict, NotFound, OpReused
from scorekeeper.store.operations import Actor, new_op_id
from tests.correcting import WHY, Correcting
from tests.record import Inside, count, events, everything, facts, projection, scored_afresh
from tests.seating import SOLO_6, Seating, Table

SOLO: dict[str, Any] = dict(SOLO_6)
PASS: dict[str, Any] = {"bid": "pass"}
KINDS = ("edit", "delete", "restore", "insert")


@pytest.fixture
def correct(inside: Inside, actor: Actor, table: Table) -> Correcting:
    return Correcting(inside, actor, table.match)


@pytest.fixture
def three(seat: Seating, table: Table) -> list[int]:
    """Return the ids of three deals, dealt by Anna, Ben and Carla."""
    return [seat.deal(table, card_points=points) for points in (6, 7, 8)]


@pytest.fixture
def ask(inside: Inside, actor: Actor, table: Table) -> Callable[..., Any]:
    """Return what corrects as a page does, with all that a page says."""

    def run(
        kind: str, deal: int, make: Any, op_id: str = "", content: Any = None, **ask: Any
    ) -> Any:
        said = (kind, table.match, deal, content, make, Ask(**{"version": 1} | ask))
        return inside(corrections.correct, actor, op_id or new_op_id(), *said)

    return run


def points(correct: Correcting) -> list[Any]:
    return [row.facts.get("card_points") for row in correct.kept.deals]


def dealers(correct: Correcting) -> list[int | None]:
    return [row.dealer for row in correct.kept.scored.rows]


def rows(match: int) -> dict[int, tuple[int, int, bool]]:
    """Return the place, version and visibility of every row of a match."""
    found = db.session.scalars(select(Deal).where(Deal.match_id == match))
    return {row.id: (row.position, row.version, row.hidden_at is None) for row in found}


def consistent(inside: Inside, table: Table) -> bool:
    return bool(inside(projection, table.match) == inside(scored_afresh, table.club, table.match))


def apply(correct: Correcting, kind: str, three: list[int], **how: Any) -> int:
    """Do one correction of each kind; the deal that is restored has to be deleted before."""
    if kind == "edit":
        return correct.edit(three[0], **SOLO | {"card_points": 9}, **how)
    if kind == "insert":
        return correct.insert(three[1], **SOLO | {"card_points": 9}, **how)
    return int(getattr(correct, kind)(three[0], **how))


def test_an_edit_changes_the_facts_and_nothing_else(
    inside: Inside, table: Table, correct: Correcting, three: list[int]
) -> None:
    before = inside(rows, table.match)
    assert correct.edit(three[1], **SOLO | {"card_points": 5, "note": "revoke"}) == three[1]
    assert points(correct) == [6, 5, 8]
    assert [row.id for row in correct.kept.deals] == three
    after = inside(rows, table.match)
    place, version, _ = before[three[1]]
    assert after == before | {three[1]: (place, version + 1, True)}
    assert correct.kept.scored.totals == (-2, 4, -2)
    assert consistent(inside, table)


def test_a_deleted_deal_is_hidden_and_comes_back_at_its_place(
    inside: Inside, table: Table, correct: Correcting, three: list[int]
) -> None:
    before, were = correct.kept, inside(rows, table.match)
    correct.delete(three[1])
    assert points(correct) == [6, 8]
    assert [row.id for row in correct.hidden] == [three[1]]
    assert inside(count, Deal) == 3
    assert consistent(inside, table)
    correct.restore(three[1])
    assert (correct.kept.scored, correct.hidden) == (before.scored, [])
    place, _, _ = were[three[1]]
    assert inside(rows, table.match) == were | {three[1]: (place, 3, True)}
    assert consistent(inside, table)


def test_deleted_deals_come_back_in_their_order_whatever_comes_back_first(
    correct: Correcting, three: list[int]
) -> None:
    for deal in three:
        correct.delete(deal)
    assert correct.kept.deals == ()
    for deal in (three[2], three[0], three[1]):
        correct.restore(deal)
    assert points(correct) == [6, 7, 8]


@pytest.mark.parametrize(("before", "order"), [(0, [5, 6, 7, 8]), (1, [6, 5, 7, 8])])
def test_a_forgotten_deal_goes_in_before_another(
    inside: Inside,
    table: Table,
    correct: Correcting,
    three: list[int],
    before: int,
    order: list[int],
) -> None:
    new = correct.insert(three[before], **SOLO | {"card_points": 5})
    assert points(correct) == order
    assert correct.kept.deals[before].id == new
    assert dealers(correct) == [0, 1, 2, 0]
    assert inside(rows, table.match)[new][1:] == (1, True)
    assert consistent(inside, table)


@pytest.mark.parametrize("hidden", [False, True])
def test_a_hundred_deals_go_in_at_the_same_place(
    inside: Inside,
    table: Table,
    correct: Correcting,
    three: list[int],
    hidden: bool,
) -> None:
    """Also when there is no room left between two rows, which happens after about thirty."""
    if hidden:
        correct.delete(three[1])
    versions = {deal: inside(rows, table.match)[deal][1] for deal in three}
    new = [correct.insert(three[2], **SOLO | {"note": str(n)}) for n in range(100)]
    if hidden:
        correct.restore(three[1])
    assert [row.id for row in correct.kept.deals] == [*three[:2], *new, three[2]]
    after = inside(rows, table.match)
    assert len({place for place, _, _ in after.values()}) == 103
    assert [after[deal][1] for deal in three] == [1, versions[three[1]] + hidden, 1]
    assert consistent(inside, table)


def test_a_hundred_deals_go_in_at_the_front(
    inside: Inside, table: Table, correct: Correcting, three: list[int]
) -> None:
    front, new = three[0], []
    for n in range(100):
        front = correct.insert(front, **SOLO | {"note": str(n)})
        new.append(front)
    assert [row.id for row in correct.kept.deals] == [*reversed(new), *three]
    assert consistent(inside, table)


def test_a_deal_recorded_after_an_insertion_is_the_last(
    seat: Seating, table: Table, correct: Correcting, three: list[int]
) -> None:
    correct.delete(three[2])
    correct.insert(three[1], **SOLO)
    newest = seat.deal(table, card_points=9)
    correct.restore(three[2])
    assert points(correct) == [6, 6, 7, 8, 9]
    assert correct.kept.newest == newest


# What a page has not seen.


def refused(inside: Inside, call: Callable[[], Any], error: Any = Conflict) -> Any:
    """Return what a correction raises, which changes nothing at all."""
    before = inside(everything)
    with pytest.raises(error) as caught:
        call()
    assert inside(everything) == before
    return caught.value


@pytest.mark.parametrize("kind", ["edit", "delete"])
def test_a_deal_that_was_changed_meanwhile_is_shown_as_it_is(
    inside: Inside, ask: Any, correct: Correcting, three: list[int], kind: str
) -> None:
    correct.edit(three[1], **SOLO | {"card_points": 9})
    yours = SOLO | {"card_points": 5}
    make = {"edit": corrections.edited(three[1], yours), "delete": corrections.deleted(three[1])}
    what = (f"deal.{kind}", three[1], make[kind])
    asked = refused(inside, lambda: ask(*what, version=1))
    assert asked.kind == "changed"
    assert asked.found.deals[1].facts["card_points"] == 9
    ask(*what, version=2)
    assert points(correct) == ([6, 5, 8] if kind == "edit" else [6, 8])


@pytest.mark.parametrize("version", [-1, 0, 2, 10**9])
def test_a_version_that_was_never_seen_is_refused(
    inside: Inside, ask: Any, three: list[int], version: int
) -> None:
    make = corrections.edited(three[0], SOLO)
    assert refused(inside, lambda: ask("deal.edit", three[0], make, version=version))


def test_a_deal_that_was_deleted_meanwhile_is_not_corrected(
    inside: Inside, ask: Any, correct: Correcting, three: list[int]
) -> None:
    correct.delete(three[1])
    for kind, make in (
        ("deal.edit", corrections.edited(three[1], SOLO)),
        ("deal.delete", corrections.deleted(three[1])),
        ("deal.insert", corrections.inserted(three[1], SOLO)),
    ):
        for version in (1, 2, three[0]):
            asked = refused(inside, lambda: ask(kind, three[1], make, version=version))  # noqa: B023
            assert asked.kind == "hidden"


def test_a_deal_that_was_restored_meanwhile_is_not_restored_twice(
    inside: Inside, ask: Any, correct: Correcting, three: list[int]
) -> None:
    correct.delete(three[1])
    make = corrections.restored(correct.hidden[0])
    correct.restore(three[1])
    for version in (2, 3):
        asked = refused(inside, lambda: ask("deal.restore", three[1], make, version=version))  # noqa: B023
        assert asked.kind == "shown"


def test_a_deal_that_was_forgotten_by_two_is_asked_about(
    inside: Inside, ask: Any, correct: Correcting, three: list[int]
) -> None:
    make = corrections.inserted(three[1], SOLO | {"card_points": 9})
    new = ask("deal.insert", three[1], make, version=three[0])
    asked = refused(inside, lambda: ask("deal.insert", three[1], make, version=three[0]))
    assert asked.kind == "changed"
    ask("deal.insert", three[1], make, version=new)
    assert points(correct) == [6, 9, 9, 7, 8]


def test_a_forgotten_deal_goes_in_although_the_next_was_edited(
    ask: Any, correct: Correcting, three: list[int]
) -> None:
    correct.edit(three[1], **SOLO | {"card_points": 10, "last_trick": "soloist"})
    ask("deal.insert", three[1], corrections.inserted(three[1], PASS), version=three[0])
    assert points(correct) == [6, None, 10, 8]


def test_edits_of_different_deals_both_survive(
    ask: Any, correct: Correcting, three: list[int]
) -> None:
    correct.edit(three[0], **SOLO | {"card_points": 9})
    ask("deal.edit", three[1], corrections.edited(three[1], SOLO | {"card_points": 5}))
    assert points(correct) == [9, 5, 8]


@pytest.mark.parametrize("seen", [(2, 1, 3), (3, 2, 1), (1, 3, 2)])
def test_seats_that_were_reordered_meanwhile_are_not_guessed(
    inside: Inside, ask: Any, people: dict[str, int], three: list[int], seen: tuple[int, ...]
) -> None:
    players = tuple(list(people.values())[n - 1] for n in seen)
    make = corrections.edited(three[0], SOLO)
    asked = refused(inside, lambda: ask("deal.edit", three[0], make, players=players))
    assert asked.kind == "seats"


def test_who_was_replaced_meanwhile_is_no_reason_to_ask(
    ask: Any, people: dict[str, int], correct: Correcting, three: list[int]
) -> None:
    seen = correct.kept.players
    correct.set_up([people["Anna"], people["Dino"], people["Carla"]])
    make = corrections.edited(three[0], SOLO | {"card_points": 9})
    ask("deal.edit", three[0], make, players=seen)
    assert points(correct) == [9, 7, 8]


def test_of_two_edits_at_the_same_moment_one_is_asked(
    app: Flask, inside: Inside, ask: Any, correct: Correcting, three: list[int]
) -> None:
    def edit(number: int) -> str:
        make = corrections.edited(three[1], SOLO | {"card_points": number})
        try:
            ask("deal.edit", three[1], make)
        except Conflict as conflict:
            return conflict.kind
        return "saved"

    with ThreadPoolExecutor(8) as phones:
        answers = sorted(phones.map(edit, (2, 3, 4, 5, 6, 7, 8, 9)))
    assert answers == ["changed"] * 7 + ["saved"]
    assert inside(events)[-1].kind == "deal.edit"
    assert len([event for event in inside(events) if event.kind == "deal.edit"]) == 1


# Why.


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("when", ["decided", "closed"])
def test_a_decided_match_and_a_closed_evening_ask_why(
    inside: Inside,
    actor: Actor,
    seat: Seating,
    table: Table,
    correct: Correcting,
    three: list[int],
    when: str,
    kind: str,
) -> None:
    if kind == "restore":
        correct.delete(three[0])
    if when == "closed":
        inside(sittings.close, actor, new_op_id(), table.sitting)
    else:
        seat.deal(table, bid="scegliete", soloist=0, card_points=9)
        assert correct.kept.scored.standing.finished
    without = refused(inside, lambda: apply(correct, kind, three, reason=""), Refused)
    assert [problem.field for problem in without.problems] == ["reason"]
    apply(correct, kind, three, reason="Ben had counted wrong")
    assert inside(events)[-1].reason == "Ben had counted wrong"
    assert consistent(inside, table)


@pytest.mark.parametrize("kind", KINDS)
def test_an_undecided_match_asks_for_no_reason(
    inside: Inside, correct: Correcting, three: list[int], kind: str
) -> None:
    if kind == "restore":
        correct.delete(three[0])
    apply(correct, kind, three, reason="")
    assert inside(events)[-1].reason is None


# Deals that could not be any more: with four at the table, the dealer sits out.


@pytest.fixture
def four(seat: Seating) -> Table:
    return seat("Anna", "Ben", "Carla", "Dino")


@pytest.fixture
def played(seat: Seating, four: Table) -> list[int]:
    """Return three deals, each played alone by the one who would deal it one turn later."""
    return [seat.deal(four, bid="solo", soloist=(n + 1) % 4, card_points=7) for n in range(3)]


@pytest.fixture
def of_four(inside: Inside, actor: Actor, four: Table) -> Correcting:
    return Correcting(inside, actor, four.match)


def shift(of_four: Correcting, kind: str, played: list[int], **how: Any) -> int:
    """Correct so that everybody after it deals one turn later (deleting: one earlier)."""
    if kind == "edit":
        facts: dict[str, Any] = {"bid": "solo", "soloist": 3, "card_points": 7, "dealer": 1}
        return of_four.edit(played[0], **facts, **how)
    if kind == "insert":
        return of_four.insert(played[1], **PASS, **how)
    return int(getattr(of_four, kind)(played[0], **how))


def prepare(of_four: Correcting, kind: str, played: list[int]) -> None:
    """Let the soloists of the later deals be in the way of what is done."""
    if kind == "restore":
        of_four.delete(played[0], stay=True)
        # With the first deal gone for good, its place in the rotation is taken by the second.
        bare = {k: v for k, v in of_four.kept.deals[0].facts.items() if k != "dealer"}
        of_four.edit(played[1], **bare | {"soloist": 1, "dealer": 0})
        of_four.edit(played[2], **bare | {"soloist": 2})
    if kind == "delete":
        for n in (1, 2):
            of_four.edit(played[n], bid="solo", soloist=(n + 3) % 4, card_points=7)


@pytest.mark.parametrize("kind", KINDS)
def test_what_would_make_other_deals_impossible_names_them_and_is_not_saved(
    inside: Inside, of_four: Correcting, played: list[int], kind: str
) -> None:
    prepare(of_four, kind, played)
    found = refused(inside, lambda: shift(of_four, kind, played), ImpossibleDeals)
    last = len(of_four.kept.deals) + {"edit": 0, "delete": -1, "restore": 1, "insert": 1}[kind]
    assert list(found.deals) == list(range(last - 1, last + 1))
    assert {problem.field for problems in found.deals.values() for problem in problems} == {
        "soloist"
    }


@pytest.mark.parametrize("kind", KINDS)
def test_who_dealt_the_later_deals_stays(
    inside: Inside, four: Table, of_four: Correcting, played: list[int], kind: str
) -> None:
    prepare(of_four, kind, played)
    was = {
        d.id: r.dealer for d, r in zip(of_four.kept.deals, of_four.kept.scored.rows, strict=True)
    }
    shift(of_four, kind, played, stay=True)
    kept = of_four.kept
    now = {d.id: r.dealer for d, r in zip(kept.deals, kept.scored.rows, strict=True)}
    later = played[1:]
    assert {deal: now[deal] for deal in later} == {deal: was[deal] for deal in later}
    # One deal says who dealt it, and the others follow.
    assert [("dealer" in deal.facts) for deal in kept.deals if deal.id in later] == [True, False]
    pinned = inside(events)[-1].after["deals"][str(later[0])]
    assert pinned["dealer"] == was[later[0]]
    assert consistent(inside, four)


def test_staying_leaves_adjustments_and_deals_before_alone(
    seat: Seating, table: Table, correct: Correcting
) -> None:
    first = seat.deal(table)
    middle = seat.deal(table)
    seat.deal(table, adjust=[1, -1, 0])
    seat.deal(table)
    correct.delete(middle, stay=True)
    assert [row.facts.get("dealer") for row in correct.kept.deals] == [None, None, 2]
    assert dealers(correct) == [0, None, 2]
    correct.delete(first, stay=True)
    assert dealers(correct) == [None, 2]


def test_staying_says_nothing_where_nobody_else_would_deal(
    correct: Correcting, three: list[int]
) -> None:
    correct.edit(three[0], stay=True, **SOLO | {"card_points": 9})
    correct.delete(three[2], stay=True)
    assert ["dealer" in row.facts for row in correct.kept.deals] == [False, False]


def test_a_dealer_whose_turn_it_was_anyway_is_no_fact(
    correct: Correcting, three: list[int]
) -> None:
    correct.edit(three[1], **SOLO | {"dealer": 1})
    assert "dealer" not in correct.kept.deals[1].facts
    correct.edit(three[1], **SOLO | {"dealer": 2})
    assert correct.kept.deals[1].facts["dealer"] == 2
    assert dealers(correct) == [0, 2, 0]


def test_a_deal_that_cannot_be_names_itself(
    inside: Inside, correct: Correcting, three: list[int]
) -> None:
    wrong = SOLO | {"card_points": 11}
    found = refused(inside, lambda: correct.edit(three[1], **wrong), ImpossibleDeals)
    assert {n: [p.field for p in found.deals[n]] for n in found.deals} == {2: ["tricks"]}
    found = refused(inside, lambda: correct.insert(three[1], **wrong), ImpossibleDeals)
    assert list(found.deals) == [2]


# One operation, one event, one answer.


def test_each_correction_leaves_one_event_with_what_it_changed(
    inside: Inside, actor: Actor, table: Table, correct: Correcting, three: list[int]
) -> None:
    start = len(inside(events))
    first, other = SOLO, SOLO | {"card_points": 9}
    correct.edit(three[0], **other)
    correct.delete(three[0])
    correct.restore(three[0])
    new = correct.insert(three[1], **first)
    deal, put_in = str(three[0]), str(new)
    found = [
        (
            e.kind,
            e.deal_id,
            e.before["number"],
            e.before["deals"],
            e.after["number"],
            e.after["deals"],
        )
        for e in inside(events)[start:]
    ]
    assert found == [
        ("deal.edit", three[0], 1, {deal: first}, 1, {deal: other}),
        ("deal.delete", three[0], 1, {deal: other}, None, {deal: None}),
        ("deal.restore", three[0], None, {deal: None}, 1, {deal: other}),
        ("deal.insert", new, None, {put_in: None}, 2, {put_in: first}),
    ]
    for event in inside(events)[start:]:
        assert (event.match_id, event.reason) == (table.match, WHY)
        assert event.before["players"] == event.after["players"] == list(correct.kept.players)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_correction_sent_twice_is_done_once(
    inside: Inside, ask: Any, correct: Correcting, three: list[int], kind: str
) -> None:
    if kind == "restore":
        correct.delete(three[1])
    row = next(r for r in [*correct.kept.deals, *correct.hidden] if r.id == three[1])
    other = SOLO | {"card_points": 9}
    make = {
        "edit": corrections.edited(three[1], other),
        "delete": corrections.deleted(three[1]),
        "restore": corrections.restored(row),
        "insert": corrections.inserted(three[1], other),
    }[kind]
    seen = three[0] if kind == "insert" else row.version
    op_id = new_op_id()
    what = (f"deal.{kind}", three[1], make, op_id, other)
    first = ask(*what, version=seen)
    before = inside(everything)
    assert ask(*what, version=seen) == first
    assert inside(everything) == before
    # Also when the row has been changed since; and for other content it is refused.
    correct.edit(three[0], **other)
    assert ask(*what, version=seen) == first
    again = (f"deal.{kind}", three[1], make, op_id, SOLO)
    refused(inside, lambda: ask(*again, version=seen), OpReused)


def test_a_correction_that_changes_nothing_is_an_event_and_no_new_version(
    inside: Inside, table: Table, correct: Correcting, three: list[int]
) -> None:
    before = inside(rows, table.match)
    correct.edit(three[1], **SOLO | {"card_points": 7})
    assert inside(rows, table.match) == before
    assert inside(events)[-1].after["deals"] == {}


def test_deals_of_another_match_or_club_are_not_there(
    inside: Inside, ask: Any, seat: Seating, elsewhere: Seating, three: list[int]
) -> None:
    other = seat.deal(seat("Anna", "Ben", "Carla"))
    foreign = elsewhere.deal(elsewhere("Anna", "Ben", "Carla"))
    for deal in (other, foreign, 10**9):
        make = corrections.edited(three[0], SOLO)
        refused(inside, lambda: ask("deal.edit", deal, make), NotFound)  # noqa: B023


def test_what_would_change_is_asked_without_writing(
    inside: Inside, correct: Correcting, three: list[int]
) -> None:
    before = inside(everything)
    found = inside(
        corrections.consequences,
        correct.kept,
        corrections.edited(three[0], SOLO | {"card_points": 5}),
    )
    assert (found.before.totals, found.after.totals) == ((-6, 12, -6), (-2, 4, -2))
    assert inside(everything) == before
    assert inside(count, Event) == len(before["event"])


def test_a_deleted_deal_of_a_match_that_is_decided_by_another_comes_back(
    inside: Inside, seat: Seating, table: Table, correct: Correcting, three: list[int]
) -> None:
    """Rows after the end count as they stand: nothing is cut off."""
    correct.delete(three[0])
    seat.deal(table, bid="scegliete", soloist=0, card_points=9)
    seat.deal(table, card_points=3)
    correct.restore(three[0])
    assert len(inside(facts, table.match)) == 5
    assert consistent(inside, table)
