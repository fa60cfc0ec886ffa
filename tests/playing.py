"""A match drawn at random, played and corrected step by step. No tests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scorekeeper.days import today
from scorekeeper.games.base import written_rules
from scorekeeper.store import (
    corrections,
    deals,
    match_corrections,
    matches,
    players,
    sittings,
    spellings,
)
from scorekeeper.store.operations import Actor, new_op_id
from tests import strategies
from tests.record import Inside


class Play:
    """A match drawn at random, and what is done in it."""

    def __init__(self, inside: Inside, club: int, draw: Any) -> None:
        self.inside, self.draw = inside, draw
        self.pure = draw(strategies.empty_matches())
        self.actor = Actor(club)
        names = strategies.CROWD[: self.pure.seats]
        there = {person.name: person.id for person in inside(players.everybody, club)}
        seats = [there.get(name) or self.do(players.add, name) for name in names]
        rules = written_rules(self.pure.game, self.pure.rules, self.pure.seats)
        dealer = {"first_dealer": self.pure.first_dealer, "date": today()}
        self.match = self.do(sittings.start, self.pure.game.slug, seats, rules, **dealer)[1]

    def do(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        """Run one operation."""
        return self.inside(function, self.actor, new_op_id(), *args, **kwargs)

    @property
    def kept(self) -> Any:
        """Return the match as it is."""
        return self.inside(matches.load, self.actor.club, self.match)

    def facts(self) -> Any:
        """Draw the facts of a deal."""
        return self.draw(strategies.deals(self.pure, self.kept.scored.next_dealer))[0]

    def correct(self, kind: str, row: Any, make: Any) -> None:
        """Correct a deal as a page does that has seen the newest version of it."""
        ask = corrections.Ask(row.version, stay=self.draw(st.booleans()), reason="late")
        self.do(corrections.correct, kind, self.match, row.id, {}, make, ask)

    def row(self) -> Any:
        """Draw one of the deals that count."""
        return self.draw(st.sampled_from(self.kept.deals))


def take_back(play: Play) -> None:
    play.do(deals.undo, play.match, play.kept.newest)


def bring_again(play: Play) -> None:
    deal = play.inside(deals.redoable, play.actor.club, play.match)
    if deal is not None:
        play.do(deals.redo, play.match, deal)


def edit(play: Play) -> None:
    if play.kept.deals:
        row = play.row()
        play.correct(corrections.EDIT, row, corrections.edited(row.id, play.facts()))


def insert(play: Play) -> None:
    if play.kept.deals:
        row = play.row()
        play.correct(corrections.INSERT, row, corrections.inserted(row.id, play.facts()))


def delete(play: Play) -> None:
    if play.kept.deals:
        row = play.row()
        play.correct(corrections.DELETE, row, corrections.deleted(row.id))


def restore(play: Play) -> None:
    if hidden := play.inside(matches.hidden, play.actor.club, play.match):
        row = play.draw(st.sampled_from(hidden))
        play.correct(corrections.RESTORE, row, corrections.restored(row))


def reorder(play: Play) -> None:
    kept = play.kept
    seats = tuple(play.draw(st.permutations(kept.players)))
    rules = written_rules(kept.match.game, kept.match.rules, kept.match.seats)
    setup = match_corrections.SetUp(seats, rules, play.draw(st.integers(0, len(seats) - 1)))
    what = {"version": kept.version, "reason": "wrong seats"}
    play.do(match_corrections.correct, play.match, setup, **what)


def merge(play: Play) -> None:
    one, other = (play.draw(st.sampled_from(play.kept.players)) for _ in range(2))
    new = play.do(players.add, "Zoe", another=True)
    play.do(spellings.merge, one, play.draw(st.sampled_from([new, other])))


def record_deal(play: Play) -> None:
    play.do(deals.record, play.match, play.facts(), seen=play.kept.newest)


STEPS = [
    record_deal,
    record_deal,
    record_deal,
    take_back,
    bring_again,
    edit,
    insert,
    delete,
    restore,
    reorder,
    merge,
]
