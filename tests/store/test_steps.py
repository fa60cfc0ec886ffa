"""Whatever is recorded, undone and redone in whatever order: the rows are what the facts say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.days import today
from scorekeeper.games.base import written_rules
from scorekeeper.models import Event
from scorekeeper.scoring import Match, Scored, score
from scorekeeper.store import deals, matches, players, sittings
from scorekeeper.store.errors import Conflict
from scorekeeper.store.operations import Actor, new_op_id
from tests import strategies
from tests.record import Inside, count, events, projection, scored_afresh


@dataclass
class Pad:
    """The same match on paper: what counts, and what was undone and may come back."""

    rules: Match
    counts: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    undone: list[tuple[int, dict[str, Any]]] = field(default_factory=list)

    @property
    def scored(self) -> Scored:
        """Return the match scored from the facts as they were given."""
        facts = tuple(facts for _, facts in self.counts)
        pure = self.rules
        return score(Match(pure.game, pure.rules, pure.seats, pure.first_dealer, facts))

    @property
    def newest(self) -> int:
        """Return the id of the newest deal, 0 when there is none."""
        return self.counts[-1][0] if self.counts else 0


def results(scored: Scored) -> Any:
    """Return all that hangs on who dealt, however that was said."""
    rows = [(row.number, row.dealer, row.result, row.totals) for row in scored.rows]
    return rows, scored.totals, scored.next_dealer, scored.standing


@pytest.fixture
def seven(inside: Inside, actor: Actor) -> list[int]:
    return [inside(players.add, actor, new_op_id(), name) for name in strategies.CROWD]


def begin(inside: Inside, actor: Actor, seven: list[int], pure: Match) -> int:
    start = (actor, new_op_id(), pure.game.slug, seven[: pure.seats])
    rules = written_rules(pure.game, pure.rules, pure.seats)
    where = {"first_dealer": pure.first_dealer, "date": today()}
    return int(inside(sittings.start, *start, rules, **where)[1])


def step(draw: Any, inside: Inside, actor: Actor, match: int, pad: Pad) -> None:
    what = draw(st.sampled_from(["record", "record", "undo", "redo", "undo and redo"]))
    if what == "record" or not (pad.counts or pad.undone):
        facts, _ = draw(strategies.deals(pad.rules, pad.scored.next_dealer))
        arguments = (actor, new_op_id(), match, facts)
        pad.counts.append((inside(deals.record, *arguments, seen=pad.newest), facts))
        pad.undone.clear()
    elif what == "redo" and pad.undone:
        pad.counts.append(pad.undone.pop())
        inside(deals.redo, actor, new_op_id(), match, pad.newest)
    elif pad.counts:
        before = inside(projection, match)
        inside(deals.undo, actor, new_op_id(), match, pad.newest)
        if what == "undo":
            pad.undone.append(pad.counts.pop())
        else:
            inside(deals.redo, actor, new_op_id(), match, pad.newest)
            assert inside(projection, match) == before


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_after_every_step_the_projection_is_a_fresh_scoring_of_what_counts(
    app: Flask, inside: Inside, actor: Actor, seven: list[int], data: st.DataObject
) -> None:
    pad = Pad(data.draw(strategies.empty_matches()))
    match = begin(inside, actor, seven, pad.rules)
    for _ in range(data.draw(st.integers(1, 8))):
        step(data.draw, inside, actor, match, pad)
        kept = inside(matches.load, actor.club, match)
        assert [row.id for row in kept.deals] == [deal for deal, _ in pad.counts]
        assert results(kept.scored) == results(pad.scored)
        assert inside(projection, match) == inside(scored_afresh, actor.club, match)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_step_from_a_page_that_is_old_is_done_or_changes_nothing(
    app: Flask, inside: Inside, actor: Actor, seven: list[int], data: st.DataObject
) -> None:
    """Undo, redo and record as phones send them that have not seen what happened since."""
    pure = data.draw(strategies.empty_matches())
    match = begin(inside, actor, seven, pure)
    ids = [0]
    for _ in range(data.draw(st.integers(1, 8))):
        facts, _ = data.draw(strategies.deals(pure, 0))
        seen = data.draw(st.sampled_from(ids))
        step = data.draw(st.sampled_from(["record", "undo", "redo"]))
        before = (inside(projection, match), inside(count, Event))
        try:
            if step == "record":
                arguments = (actor, new_op_id(), match, facts)
                ids.append(inside(deals.record, *arguments, seen=seen))
            elif seen:
                inside(getattr(deals, step), actor, new_op_id(), match, seen)
            else:
                continue
        except Conflict:
            assert (inside(projection, match), inside(count, Event)) == before
        else:
            assert len(inside(events)) == before[1] + 1
        assert inside(projection, match) == inside(scored_afresh, actor.club, match)
