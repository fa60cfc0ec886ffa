"""What a match would have come to under other rules, deal by deal. Nothing is changed by asking.

The same facts are scored anew, so that a deal that cannot be under those rules is told as such.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from .correction import Consequences, Shift, compare
from .scoring import Match, Row, Scored, score


class Other(NamedTuple):
    """A match under other rules: what differs, and the row after which it was decided first.

    `winners` are those of that moment. A match goes on as its own rules say, so that by others it
    may have been decided long before its last deal.
    """

    match: Match
    changes: Consequences
    decided: Row | None
    winners: tuple[int, ...]

    @property
    def moved(self) -> list[Shift]:
        """Return the rows that score otherwise."""
        return [shift for shift in self.changes.shifts if shift.score_moved]

    @property
    def earlier(self) -> bool:
        """Say whether deals follow that would not have been played."""
        return self.decided is not None and self.decided.number < len(self.changes.after.rows)


def what_if(match: Match, before: Scored, rules: Any) -> Other:
    """Return what a match, scored as it was played, comes to under other rules.

    Raises `ImpossibleDeals` with every deal that cannot be under them.
    """
    other = replace(match, rules=rules)
    after = score(other)
    order = range(match.seats)
    numbers = range(1, len(after.rows) + 1)
    changes = compare(before, after, numbers, numbers, order)
    decided, winners = _decided(other, after)
    return Other(other, changes, decided, winners)


def _decided(match: Match, scored: Scored) -> tuple[Row | None, tuple[int, ...]]:
    results = [row.result for row in scored.rows]
    for count, row in enumerate(scored.rows, start=1):
        standing = match.game.standing(results[:count], row.totals, match.rules)
        if standing.finished:
            return row, standing.winners
    return None, ()
