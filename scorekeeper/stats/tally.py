"""What is counted of the deals and matches of some days. Two tallies can be added into a third.

Everything is whole numbers by key. Scores and payoffs are kept for each game: those of different
games are never added.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Line(NamedTuple):
    """Deals that were the same for a player: a group of rows of the projection."""

    game: str
    player: int
    role: str
    contract: str | None
    result: str
    sweep: str | None
    stake: int | None
    score: int


class Count(NamedTuple):
    """How many deals, the card points of those whose points are known, and the first of them."""

    deals: int
    points: int
    pointed: int
    first: int

    def __add__(self, other: Count) -> Count:  # type: ignore[override]
        return Count(
            self.deals + other.deals,
            self.points + other.points,
            self.pointed + other.pointed,
            min(self.first, other.first),
        )


class Sum(NamedTuple):
    """How many deals or matches, and their scores and payoffs added up."""

    number: int
    score: int
    payoff: int = 0

    def __add__(self, other: Sum) -> Sum:  # type: ignore[override]
        return Sum(self.number + other.number, self.score + other.score, self.payoff + other.payoff)


class Played(NamedTuple):
    """A match as one player played it, and in `own` how the player's own deals in it went.

    `own` has a letter for each deal in order: w, l, d. `place` is None while it is undecided.
    """

    day: int  # as `datetime.date.toordinal` has it
    match: int
    place: int | None
    own: str


class Month(NamedTuple):
    """What was played in a month: its evenings, matches and deals."""

    sittings: frozenset[int]
    matches: int
    deals: int

    def __add__(self, other: Month) -> Month:  # type: ignore[override]
        return Month(
            self.sittings | other.sittings, self.matches + other.matches, self.deals + other.deals
        )


@dataclass
class Tally:
    """The counts of some days; adding changes the left one."""

    outcomes: dict[tuple[str, str], int] = field(default_factory=dict)  # game, outcome
    lines: dict[Line, Count] = field(default_factory=dict)
    points: dict[tuple[str, int, int, str], int] = field(default_factory=dict)
    # Seats after the dealer's: game, player, how far, result.
    turns: dict[tuple[str, int, int, str], Sum] = field(default_factory=dict)
    # Game, player, another, whether on one side, result.
    pairs: dict[tuple[str, int, int, bool, str], Sum] = field(default_factory=dict)
    matches: dict[tuple[str, int, int | None], Sum] = field(default_factory=dict)  # by place
    above: dict[tuple[int, int], Sum] = field(default_factory=dict)  # decided together, above
    sittings: dict[int, frozenset[int]] = field(default_factory=dict)  # by player
    months: dict[str, Month] = field(default_factory=dict)
    sums: dict[tuple[int, str, int], Sum] = field(default_factory=dict)  # day, game, player
    money: dict[tuple[str, int], Sum] = field(default_factory=dict)  # currency, player
    played: dict[tuple[str, int], list[Played]] = field(default_factory=dict)
    # What was found out of the rest, once it is added up.
    memo: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    def add(self, other: Tally) -> Tally:
        """Add the counts of other days, and return these."""
        _into(self.outcomes, other.outcomes, int.__add__)
        _into(self.lines, other.lines, Count.__add__)
        _into(self.points, other.points, int.__add__)
        _into(self.turns, other.turns, Sum.__add__)
        _into(self.pairs, other.pairs, Sum.__add__)
        _into(self.matches, other.matches, Sum.__add__)
        _into(self.above, other.above, Sum.__add__)
        _into(self.months, other.months, Month.__add__)
        _into(self.sums, other.sums, Sum.__add__)
        _into(self.money, other.money, Sum.__add__)
        _into(self.sittings, other.sittings, frozenset.__or__)
        _into(self.played, other.played, _in_order)
        return self


def total(tallies: Iterable[Tally]) -> Tally:
    """Return the counts of several tallies together."""
    some = list(tallies)
    # By halves: what grows with the days is copied few times, not once for each of them.
    if len(some) > 2:
        middle = len(some) // 2
        some = [total(some[:middle]), total(some[middle:])]
    found = Tally()
    for tally in some:
        found.add(tally)
    return found


def _in_order(some: list[Played], others: list[Played]) -> list[Played]:
    return sorted([*some, *others], key=itemgetter(0, 1))


def _into(
    into: dict[Key, Value], other: dict[Key, Value], add: Callable[[Value, Value], Value]
) -> None:
    for key, value in other.items():
        there = into.get(key)
        into[key] = value if there is None else add(there, value)
