"""Whatever is recorded and corrected in whatever order: the match is as if typed right at once.

A machine of hypothesis works on a real database. After every step what is stored and shown is a
fresh scoring of the visible facts; a step that is refused changes nothing; at the end the same
match typed from its visible facts comes to the same. HYPOTHESIS_PROFILE=thorough looks further.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import event as events_of

from scorekeeper import cli, scoring, sheet
from scorekeeper.days import today
from scorekeeper.db import db
from scorekeeper.entry import Refused
from scorekeeper.games import GAMES
from scorekeeper.games.base import Table, full_rules, read_rules, written_rules
from scorekeeper.games.inputs import Facts, Seat, Seats
from scorekeeper.games.sides import Side
from scorekeeper.models import Event
from scorekeeper.store import corrections, deals, match_corrections, matches, players, sittings
from scorekeeper.store.corrections import Ask, Make
from scorekeeper.store.errors import Conflict
from scorekeeper.store.match_corrections import SetUp
from scorekeeper.store.matches import DealRow, Kept
from scorekeeper.store.operations import Actor, new_op_id
from tests import strategies
from tests.record import Inside, count, facts, projection, scored_afresh
from tests.strategies import examples

RUN = settings(max_examples=examples(14, 100), stateful_step_count=examples(20, 50))
TABLES = {slug: [n for n in game.seats if n in (3, 4, 5)] for slug, game in GAMES.items()}
STEPS: list[str] = []


class World:
    """A club with seven players, and where sheets are written."""

    def __init__(self, inside: Inside, actor: Actor, folder: Path) -> None:
        self.inside, self.actor = inside, actor
        self.sheet = folder / "sheet.json"
        self.people = [inside(players.add, actor, new_op_id(), n) for n in strategies.CROWD]

    def start(self, pure: scoring.Match, seats: list[int]) -> int:
        """Start a match with the rules of another."""
        what = (self.actor, new_op_id(), pure.game.slug, seats)
        rules = written_rules(pure.game, pure.rules, pure.seats)
        where = {"first_dealer": pure.first_dealer, "date": today()}
        return int(self.inside(sittings.start, *what, rules, **where)[1])


class Corrected(RuleBasedStateMachine):
    """One match, and what everybody knows of its deals: who played what, by person."""

    world: World
    slugs: tuple[str, ...] = ()

    def __init__(self) -> None:
        super().__init__()
        self.inside, self.actor = self.world.inside, self.world.actor
        self.played: dict[int, Any] = {}

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """Seat people with house rules, and let them play a few deals to be corrected."""
        game = GAMES[data.draw(st.sampled_from(self.slugs))]
        seats = data.draw(st.sampled_from(TABLES[game.slug]))
        rules = read_rules(game, data.draw(strategies.given_rules(game, seats)), seats)
        first = data.draw(st.integers(0, seats - 1))
        pure = scoring.Match(game, rules, seats, first)
        self.match = self.world.start(pure, self.world.people[:seats])
        for _ in range(data.draw(st.integers(2, 4))):
            self.record(data)

    @property
    def kept(self) -> Kept:
        """Return the match as it is."""
        found: Kept = self.inside(matches.load, self.actor.club, self.match)
        return found

    @property
    def hidden(self) -> list[DealRow]:
        """Return the rows that do not count."""
        found: list[DealRow] = self.inside(matches.hidden, self.actor.club, self.match)
        return found

    def attempt(self, name: str, step: Callable[..., Any], *what: Any, **more: Any) -> Any:
        """Do a step: it leaves one event, or is refused and leaves everything as it was."""
        before = self.inside(everything_raw)
        try:
            done = self.inside(step, *what, **more)
        except (Refused, Conflict):
            assert self.inside(everything_raw) == before
            STEPS.append(f"{name} refused")
            return None
        assert self.inside(count, Event) == len(before["event"]) + 1
        STEPS.append(name)
        return done

    # Recording.

    @rule(data=st.data())
    def record(self, data: st.DataObject) -> None:
        """Record a deal, perhaps dealt by somebody else, or an adjustment."""
        kept = self.kept
        said, _ = data.draw(strategies.deals(kept.match, kept.scored.next_dealer))
        what = (self.actor, new_op_id(), self.match, said)
        new = self.attempt("record", deals.record, *what, seen=kept.newest)
        assert new is not None
        self.know(new, said)

    @rule(data=st.data())
    def adjust(self, data: st.DataObject) -> None:
        """Record an adjustment."""
        kept = self.kept
        said = {"adjust": data.draw(strategies.adjustments(kept.match))}
        what = (self.actor, new_op_id(), self.match, said)
        self.know(self.attempt("adjust", deals.record, *what, seen=kept.newest), said)

    @precondition(lambda self: self.played)
    @rule(back=st.booleans())
    def undo(self, back: bool) -> None:
        """Undo the newest deal, perhaps to show it again at once."""
        before = self.kept
        if before.newest:
            what = (self.actor, new_op_id(), self.match, before.newest)
            self.attempt("undo", deals.undo, *what)
            if back:
                self.redo()
                assert self.kept.scored == before.scored

    @precondition(lambda self: self.played)
    @rule()
    def redo_if_undone(self) -> None:
        """Show a deal again that was undone last, if none was recorded or corrected since."""
        self.redo()

    def redo(self) -> None:
        """Show a deal again as a page does that offers it."""
        deal = self.inside(deals.redoable, self.actor.club, self.match)
        if deal is not None:
            self.attempt("redo", deals.redo, self.actor, new_op_id(), self.match, deal)

    # Corrections of deals.

    @precondition(lambda self: self.played)
    @rule(data=st.data(), stay=st.booleans())
    def edit(self, data: st.DataObject, stay: bool) -> None:
        """Give a deal other facts, or only another dealer."""
        kept = self.kept
        if not kept.deals:
            return
        row = data.draw(st.sampled_from(kept.deals))
        scored = kept.row(row.id)
        assert scored is not None
        dealer = kept.match.first_dealer if scored.dealer is None else scored.dealer
        if data.draw(st.booleans()) or "adjust" in row.facts:
            said, _ = data.draw(strategies.deals(kept.match, dealer))
        else:
            said = row.facts | {"dealer": data.draw(st.integers(0, kept.match.seats - 1))}
        make = corrections.edited(row.id, said)
        if self.correct("edit", kept, corrections.EDIT, row, said, make, stay) is not None:
            self.know(row.id, said)
            self.dealt(row.id, said, kept)

    @precondition(lambda self: self.played)
    @rule(data=st.data(), stay=st.booleans())
    def insert(self, data: st.DataObject, stay: bool) -> None:
        """Insert a forgotten deal before another."""
        kept = self.kept
        if not kept.deals:
            return
        row = data.draw(st.sampled_from(kept.deals))
        index = kept.deals.index(row)
        turn = kept.scored.rows[index].dealer
        said, _ = data.draw(strategies.deals(kept.match, turn or 0))
        make = corrections.inserted(row.id, said)
        new = self.correct("insert", kept, corrections.INSERT, row, said, make, stay)
        if new is not None:
            self.know(new, said)
            assert [deal.id for deal in self.kept.deals].index(new) == index
            self.dealt(new, said, kept)

    @precondition(lambda self: self.played)
    @rule(data=st.data(), stay=st.booleans())
    def delete(self, data: st.DataObject, stay: bool) -> None:
        """Delete a deal."""
        kept = self.kept
        if kept.deals:
            row = data.draw(st.sampled_from(kept.deals))
            self.correct(
                "delete", kept, corrections.DELETE, row, None, corrections.deleted(row.id), stay
            )

    @precondition(lambda self: self.played)
    @rule(data=st.data(), stay=st.booleans())
    def restore(self, data: st.DataObject, stay: bool) -> None:
        """Restore a deal that was undone or deleted."""
        hidden = self.hidden
        if hidden:
            row = data.draw(st.sampled_from(hidden))
            make = corrections.restored(row)
            self.correct("restore", self.kept, corrections.RESTORE, row, None, make, stay)

    @precondition(lambda self: self.played)
    @rule(data=st.data(), other=st.sampled_from([-1, 1, 5]))
    def correct_unseen(self, data: st.DataObject, other: int) -> None:
        """Edit a deal from a page that has seen another version of it."""
        rows = [*self.kept.deals, *self.hidden]
        row = data.draw(st.sampled_from(rows))
        said = {"adjust": [0] * self.kept.match.seats}
        old = replace(row, version=row.version + other)
        make = corrections.edited(row.id, said)
        assert self.correct("unseen", self.kept, corrections.EDIT, old, said, make, False) is None

    @precondition(lambda self: self.played)
    @rule(data=st.data())
    def edit_dealt_by_the_soloist(self, data: st.DataObject) -> None:
        """Say of a deal that its soloist dealt, where the dealer sits out."""
        kept = self.kept
        wrong = [
            (deal, row.result.seat("soloist"))
            for deal, row in zip(kept.deals, kept.scored.rows, strict=True)
            if row.dealer is not None and row.result.roles[row.dealer] == "out"
        ]
        wrong = [(deal, soloist) for deal, soloist in wrong if soloist is not None]
        if wrong:
            deal, soloist = data.draw(st.sampled_from(wrong))
            said = deal.facts | {"dealer": soloist}
            make = corrections.edited(deal.id, said)
            assert self.correct("edit", kept, corrections.EDIT, deal, said, make, False) is None

    def correct(
        self, name: str, kept: Kept, kind: str, row: DealRow, said: Any, make: Make, stay: bool
    ) -> int | None:
        """Correct a deal as a page does that has just been opened."""
        ask = Ask(corrections.version_of(kept, kind, row), stay, "looked again", kept.players)
        what = (self.actor, new_op_id(), kind, self.match, row.id, said, make, ask)
        done = self.attempt(name, corrections.correct, *what)
        if done is not None:
            self.others_are_as_they_were(kept, int(done), stay)
        return None if done is None else int(done)

    def others_are_as_they_were(self, before: Kept, corrected: int, stay: bool) -> None:
        """Hold that the other deals keep their order and facts, and with `stay` their dealers."""
        after = self.kept
        old, new = (
            {
                deal.id: (row.dealer, deal)
                for deal, row in zip(kept.deals, kept.scored.rows, strict=True)
                if deal.id != corrected
            }
            for kept in (before, after)
        )
        assert list(old) == list(new)
        differ = [d for d in old if bare(old[d][1].facts) != bare(new[d][1].facts)]
        assert differ == []
        named = [d for d in old if old[d][1].facts != new[d][1].facts]
        assert len(named) <= stay
        assert [d for d in old if old[d][1].version != new[d][1].version] == named
        if stay:
            assert {d: dealer for d, (dealer, _) in new.items()} == {
                d: dealer for d, (dealer, _) in old.items()
            }

    def dealt(self, deal: int, said: Facts, before: Kept) -> None:
        """Hold that who was said to deal dealt, and that it is a fact only where it has to be."""
        kept = self.kept
        index = next(i for i, row in enumerate(kept.deals) if row.id == deal)
        turn = scoring.dealers(replace(kept.match, deals=(*kept.match.deals[:index], {})))[index]
        if "adjust" not in said:
            assert kept.scored.rows[index].dealer == said.get("dealer", turn)
        assert kept.deals[index].facts.get("dealer", -1) != turn

    # Corrections of the match.

    @rule(data=st.data())
    def reorder(self, data: st.DataObject) -> None:
        """Put the players into another order."""
        self.set_up("reorder", players=tuple(data.draw(st.permutations(self.kept.players))))

    @rule(data=st.data())
    def replace(self, data: st.DataObject) -> None:
        """Let somebody take the place of a player, perhaps one who sits there already."""
        seats = list(self.kept.players)
        gone = data.draw(st.sampled_from(seats))
        come = data.draw(st.sampled_from(self.world.people))
        seats[seats.index(gone)] = come
        if self.set_up("replace", players=tuple(seats)):
            self.played = {d: swapped(said, gone, come) for d, said in self.played.items()}

    @rule(data=st.data())
    def other_rules(self, data: st.DataObject) -> None:
        """Play by other rules."""
        match = self.kept.match
        self.set_up("other rules", rules=data.draw(strategies.given_rules(match.game, match.seats)))

    @rule(data=st.data())
    def first_dealer(self, data: st.DataObject) -> None:
        """Let somebody else have dealt first."""
        dealer = data.draw(st.integers(0, self.kept.match.seats - 1))
        self.set_up("first dealer", first_dealer=dealer)

    def set_up(self, name: str, **said: Any) -> bool:
        """Correct the set-up as a page does that has just been opened."""
        kept = self.kept
        now = SetUp(kept.players, full_rules(kept.match.rules), kept.match.first_dealer)
        what = (self.actor, new_op_id(), self.match, replace(now, **said))
        seen = {"version": kept.version, "reason": "looked again"}
        self.attempt(name, match_corrections.correct, *what, **seen)
        after = self.kept
        gone, come = (set(a.players) - set(b.players) for a, b in ((kept, after), (after, kept)))
        stand_in = dict(zip(gone, come, strict=True))
        named = {d: stand_in.get(who, who) for d, who in named_dealers(kept).items()}
        assert named_dealers(after) == named
        return after.version == kept.version + 1

    # What holds.

    def know(self, deal: int, said: Facts) -> None:
        """Write down who played what."""
        kept = self.kept
        self.played[deal] = by_person(kept, said)

    @invariant()
    def what_is_stored_is_a_fresh_scoring_of_the_visible_facts(self) -> None:
        """Hold the projection and what pages show against the facts alone."""
        kept, said = self.kept, self.inside(facts, self.match)
        assert [row.facts for row in kept.deals] == said
        pure = kept.match
        afresh = scoring.Match(pure.game, pure.rules, pure.seats, pure.first_dealer, tuple(said))
        assert kept.scored == scoring.score(afresh)
        stored = self.inside(projection, self.match)
        assert stored == self.inside(scored_afresh, self.actor.club, self.match)

    @invariant()
    def everybody_played_what_they_played(self) -> None:
        """Hold every row, hidden ones too, against what is known of it, by person."""
        kept = self.kept
        rows = [*kept.deals, *self.hidden]
        assert {row.id: by_person(kept, row.facts) for row in rows} == self.played

    @invariant()
    def a_sheet_scored_by_the_command_comes_to_the_same(self) -> None:
        """Hold the command against what is stored."""
        kept = self.kept
        written = sheet.write_sheet(sheet.Sheet(kept.match, kept.names))
        self.world.sheet.write_text(json.dumps(written))
        with contextlib.redirect_stdout(io.StringIO()) as out:
            assert cli.main(["score", str(self.world.sheet), "--json"]) == 0
        found, scored = json.loads(out.getvalue()), kept.scored
        assert found["totals"] == dict(zip(kept.names, scored.totals, strict=True))
        assert found["winners"] == [kept.names[seat] for seat in scored.standing.winners]
        dealt = [None if row.dealer is None else kept.names[row.dealer] for row in scored.rows]
        assert [row["dealer"] for row in found["deals"]] == dealt

    def teardown(self) -> None:
        """Hold that the same match typed right from the start is the same."""
        if not hasattr(self, "match"):
            return
        kept, stored = self.kept, self.inside(projection, self.match)
        typed = self.world.start(kept.match, list(kept.players))
        for row in kept.deals:
            what = (self.actor, new_op_id(), typed, row.facts)
            self.inside(deals.record, *what, seen=-1, both_count=True)
        again = self.inside(matches.load, self.actor.club, typed)
        assert again.scored.totals == kept.scored.totals
        assert again.scored.standing == kept.scored.standing
        assert [(r.dealer, r.result, r.totals) for r in again.scored.rows] == [
            (r.dealer, r.result, r.totals) for r in kept.scored.rows
        ]
        ids = {row.id: n for n, row in enumerate(kept.deals)}
        other = {row.id: n for n, row in enumerate(again.deals)}
        assert numbered(stored, ids) == numbered(self.inside(projection, typed), other)


def everything_raw() -> dict[str, Any]:
    """Return all rows of all tables as the driver gives them: thousands of steps look at them."""
    found = db.session.connection()
    tables = [table.name for table in db.metadata.sorted_tables]
    return {name: found.exec_driver_sql(f'SELECT * FROM "{name}"').all() for name in tables}


def bare(said: Facts) -> Facts:
    """Return facts without who dealt."""
    return {key: value for key, value in said.items() if key != "dealer"}


def named_dealers(kept: Kept) -> dict[int, int]:
    """Return who is said to have dealt, by the deal's id, where that is a fact."""
    said = {deal.id: deal.facts.get("dealer") for deal in kept.deals}
    return {deal: kept.players[seat] for deal, seat in said.items() if seat is not None}


def by_person(kept: Kept, said: Facts) -> Facts:
    """Return facts without the dealer, with players for seats."""
    pure, everybody = kept.match, tuple(range(kept.match.seats))
    asked = pure.game.inputs(Table(pure.seats, 0, everybody, pure.rules))
    kinds = {item.key.partition(".")[0]: item for item in asked if item.key}
    sides = [tuple(sorted(kept.players[seat] for seat in side)) for side in pure.sides]
    found: Facts = {}
    for key, value in bare(said).items():
        found[key] = value
        if isinstance(kinds.get(key), Seat) and value is not None:
            found[key] = kept.players[value]
        elif isinstance(kinds.get(key), Seats):
            found[key] = {kept.players[seat] for seat in value}
        elif isinstance(kinds.get(key), Side):
            found[key] = sides[value - 1]
        elif isinstance(value, list):
            found[key] = dict(zip(sides, value, strict=False))
    if "adjust" in said:
        found["adjust"] = dict(zip(kept.players, said["adjust"], strict=True))
    return found


def swapped(said: Facts, gone: int, come: int) -> Facts:
    """Return facts by person in which somebody stands for another."""

    def stands(value: Any) -> Any:
        """Return a person, or a side's, with the one for the other."""
        if isinstance(value, tuple):
            return tuple(sorted(come if one == gone else one for one in value))
        return come if value == gone else value

    people = ("soloist", "partner", "caller")
    found = {key: stands(v) if key in people else v for key, v in said.items()}
    for key, value in said.items():
        if isinstance(value, set):
            found[key] = {stands(one) for one in value}
        elif isinstance(value, tuple):
            found[key] = stands(value)
        elif isinstance(value, dict) and all(isinstance(side, tuple) for side in value):
            found[key] = {stands(side): number for side, number in value.items()}
    if "adjust" in said:
        found["adjust"] = {come if who == gone else who: n for who, n in said["adjust"].items()}
    return found


def numbered(stored: list[Any], ids: dict[int, Any]) -> list[Any]:
    """Return a projection with deals by their number, and without the match's id."""
    deals_of, scores, totals = stored
    return [
        sorted((ids[row[0]], *row[2:]) for row in deals_of),
        sorted((ids[row[0]], row[1], *row[3:]) for row in scores),
        sorted(row[1:] for row in totals),
    ]


@pytest.fixture
def world(app: Flask, inside: Inside, actor: Actor, tmp_path: Path) -> World:
    with app.app_context():
        # What survives a power cut is tested elsewhere; here a commit need not wait for the disk.
        quick = "PRAGMA synchronous=OFF"
        if db.engine.dialect.name == "sqlite":
            events_of.listen(db.engine, "connect", lambda found, _record: found.execute(quick))
        db.session.remove()
        db.engine.dispose()
    return World(inside, actor, tmp_path)


def correct_matches(world: World, *slugs: str) -> set[str]:
    """Correct matches of some games in all ways; return what was done and refused."""
    STEPS.clear()
    run_state_machine_as_test(
        type("Here", (Corrected,), {"world": world, "slugs": slugs}), settings=RUN
    )
    return set(STEPS)


DONE = {"record", "adjust", "undo", "redo", "edit", "insert", "delete", "restore"}
DONE |= {"reorder", "replace", "other rules", "first dealer"}


def test_a_corrected_match_is_the_match_typed_right(world: World) -> None:
    """By the game with the most house rules, whose deals can become impossible in many ways."""
    done = correct_matches(world, "calabresella")
    assert done >= DONE, "all was tried"
    assert done >= {"unseen refused", "edit refused", "other rules refused", "replace refused"}


def test_a_corrected_match_of_any_other_game_is_so_too(world: World) -> None:
    done = correct_matches(world, *(slug for slug in GAMES if slug != "calabresella"))
    assert done >= DONE, "all was tried"
