"""What a correction of a match changes: totals, rows, dealers, who won. Pure comparison.

A correction is a draft of the whole match; how it is stored is elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from .games.base import Sides
from .games.deal import Result
from .games.inputs import Facts
from .meaning import meant
from .scoring import Match, Row, Scored, dealers


class Shift(NamedTuple):
    """A row that differs: as it was (None: it is new) and as it would be (None: it goes).

    `order` maps each seat before to its seat after; `sides` are the match's.
    """

    deal: int
    before: Row | None
    after: Row | None
    order: tuple[int, ...]
    sides: Sides

    @property
    def dealer_moved(self) -> bool:
        """Say whether another player deals this row."""
        if self.before is None or self.after is None or self.before.dealer is None:
            return False
        return self.order[self.before.dealer] != self.after.dealer

    @property
    def score_moved(self) -> bool:
        """Say whether this row scores differently, is new or goes."""
        if self.before is None or self.after is None:
            return True
        scores = enumerate(self.before.result.score)
        return any(self.after.result.score[self.order[seat]] != score for seat, score in scores)

    @property
    def play_moved(self) -> bool:
        """Say whether something else was played in this row, whatever it scores."""
        if self.before is None or self.after is None:
            return True
        stayed = range(len(self.order))
        return self._told(self.before.result, stayed) != self._told(self.after.result, self.order)

    def _told(self, result: Result, seats: Sequence[int]) -> tuple[Any, ...]:
        """Return what a row says of those at these seats, whatever number their side has."""
        means = meant(result, self.sides)
        people = [
            (result.roles[seat : seat + 1], means[seat].result, means[seat].points)
            for seat in seats
        ]
        bought = [result.bought[seat] for seat in seats if result.bought]
        outcome = "" if result.outcome in ("won", "lost") else result.outcome
        return outcome, result.contract, result.thirds, result.sweep, people, bought


class Consequences(NamedTuple):
    """What a correction changes. `order` maps each seat before to its seat after."""

    before: Scored
    after: Scored
    order: tuple[int, ...]
    shifts: tuple[Shift, ...]

    @property
    def decision_moved(self) -> bool:
        """Say whether it changes if and by whom the match is won."""
        old, new = self.before.standing, self.after.standing
        winners = tuple(sorted(self.order[seat] for seat in old.winners))
        return (old.finished, winners) != (new.finished, new.winners)


def compare(
    before: Scored,
    after: Scored,
    old_ids: Sequence[int],
    new_ids: Sequence[int],
    order: Sequence[int],
) -> Consequences:
    """Compare two scorings of a match, row by row; ids name the rows, 0 is a new one."""
    old = dict(zip(old_ids, before.rows, strict=True))
    new = dict(zip(new_ids, after.rows, strict=True))
    every = dict.fromkeys([*new_ids, *old_ids])
    sides = before.standing.sides
    shifts = [Shift(deal, old.get(deal), new.get(deal), tuple(order), sides) for deal in every]
    moved = (s for s in shifts if s.dealer_moved or s.score_moved or s.play_moved)
    return Consequences(before, after, tuple(order), tuple(moved))


def pinned(match: Match, after: int, dealer: int | None) -> dict[int, Facts]:
    """Return the first deal after an index with its dealer named, by its index, where needed.

    `dealer` is who dealt it before the correction; the deals after it follow by rotation.
    """
    following = (i for i, facts in enumerate(match.deals) if i > after and "adjust" not in facts)
    first = next(following, None)
    if first is None or dealer is None or dealers(match)[first] == dealer:
        return {}
    return {first: {**match.deals[first], "dealer": dealer}}


def without_usual_dealer(match: Match, index: int) -> Match:
    """Return the match with a deal's dealer left out of its facts where it was its turn anyway."""
    facts = match.deals[index]
    bare = {key: value for key, value in facts.items() if key != "dealer"}
    plain = replace(match, deals=(*match.deals[:index], bare, *match.deals[index + 1 :]))
    usual = "adjust" not in facts and dealers(plain)[index] == facts.get("dealer")
    return plain if usual else match
