"""Spellings: two rows of one person are merged; what is merged stays a spelling of that person."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import select, update

from .. import entry
from ..db import db
from ..entry import N_, Problem, Refused
from ..models import Match, Player, Seat
from . import matches, players
from .money.marks import mark_shared
from .operations import Actor, Change, perform
from .players import Person
from .projection import project


class Merging(NamedTuple):
    """A spelling and the person it belongs to: the matches that move, and those both sat in."""

    player: Person
    into: Person
    moves: tuple[int, ...]
    shared: tuple[int, ...]

    @property
    def problem(self) -> Problem | None:
        """Return why these two cannot be one person."""
        if not self.shared:
            return None
        say = N_("%(name)s and %(into)s sat in one match, so they are two people.")
        names = {"name": self.player.name, "into": self.into.name}
        return Problem("into", "a player of other matches", self.into.name, say, names)


def of(club: int, player: int) -> list[str]:
    """Return the names that were merged into a player."""
    wanted = select(Player.name).where(Player.club_id == club, Player.merged_into_id == player)
    return sorted(db.session.scalars(wanted), key=entry.lookalike)


def merging(club: int, player: int, into: int) -> Merging:
    """Return what merging would do; raises what `merge` raises, save for a shared match."""
    people = [_single(players.find(club, one)) for one in (player, into)]
    if player == into:
        say = N_("Choose somebody else: these are one already.")
        raise Refused(Problem("into", "another player", into, say))
    moves, there = (
        set(db.session.scalars(select(Seat.match_id).where(Seat.player_id == person.id)))
        for person in people
    )
    return Merging(people[0], people[1], tuple(sorted(moves)), tuple(sorted(moves & there)))


def _single(row: Player) -> Person:
    person = players.as_person(row)
    if person.spelling_of:
        say = N_("%(name)s was merged already: that is %(person)s.")
        values = {"name": person.name, "person": person.spelling_of}
        raise Refused(Problem("into", "a player not merged yet", person.name, say, values))
    return person


def merge(actor: Actor, op_id: str, player: int, into: int) -> None:
    """Give every seat of one spelling to the person it belongs to; nobody can split them again.

    Raises `NotFound`, and `Refused` when they are the same, when one is merged already, or when
    both sat in one match.
    """

    def change() -> Change:
        found = merging(actor.club, player, into)
        if found.problem:
            raise Refused(found.problem)
        _move(player, into)
        _rebuild(actor.club, found.moves)
        mark_shared(actor.club, into)
        spelling, name = found.player.name, found.into.name
        what = {"player": player, "matches": list(found.moves)}
        before = {"names": [spelling, name]} | what
        return Change({"player": into}, before, {"name": name, "spelling": spelling} | what, into)

    perform(actor, op_id, "player.merge", [player, into], change)


def _move(player: int, into: int) -> None:
    """Give a row's seats and spellings to another, and make it a spelling itself."""
    db.session.execute(update(Seat).where(Seat.player_id == player).values(player_id=into))
    spellings = (Player.id == player) | (Player.merged_into_id == player)
    db.session.execute(update(Player).where(spellings).values(merged_into_id=into))


def _rebuild(club: int, moved: Iterable[int]) -> None:
    """Project the matches whose people changed; corrections that saw the old ones are too old."""
    for match in moved:
        newer = update(Match).where(Match.id == match).values(version=Match.version + 1)
        db.session.execute(newer)
        kept = matches.load(club, match)
        project(match, kept.players, [deal.id for deal in kept.deals], kept.scored)
