"""What else a match comes to: the account of the single players, and everybody's counters. Pure.

A game says that it has an account (`Standing.extras`) or counters (`Game.counters`); what they
are is in section 2 of `docs/rules.md`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .games.base import Scores
from .scoring import Match, Row, Scored

ACCOUNT: Final = "account"


class Line(NamedTuple):
    """One player's part of an account.

    `own` came in from the deals he stood in, `others` from those of the others, `adjusted` from
    penalties and corrections; `net` is all of it. `ahead` are the seats with the difference that
    his column is ahead of theirs.
    """

    seat: int
    column: int
    own: int
    others: int
    adjusted: int
    net: int
    ahead: tuple[tuple[int, int], ...]


class Account(NamedTuple):
    """The columns of the single players, and how they balance.

    It `balances` when everybody at the table shared in every deal and nothing was adjusted: then
    each net is so many times the own column less all columns, which is the sum of what the column
    is ahead of each of the others.
    """

    lines: tuple[Line, ...]
    total: int
    balances: bool


class Holding(NamedTuple):
    """A player's counters: started with, bought since, won or lost, and what he holds now."""

    seat: int
    start: int
    bought: int
    net: int

    @property
    def holds(self) -> int:
        """Return how many counters he should hold; below 0 he has run out and owes some."""
        return self.start + self.bought + self.net

    @property
    def owes(self) -> bool:
        """Say whether he has run out and has to buy."""
        return self.holds < 0


def account_of(scored: Scored) -> Account | None:
    """Return the account of a match, None when its game keeps none."""
    columns = scored.standing.extras.get(ACCOUNT)
    if columns is None:
        return None
    lines = tuple(_line(seat, columns, scored) for seat in range(len(columns)))
    total, seats = sum(columns), len(columns)
    balances = all(
        line.own == (seats - 1) * line.column
        and line.others == line.column - total
        and line.adjusted == 0
        for line in lines
    )
    return Account(lines, total, balances)


def _line(seat: int, columns: Scores, scored: Scored) -> Line:
    deals = [row for row in scored.rows if row.result.is_deal]
    own = sum(row.result.score[seat] for row in deals if row.result.lead == seat)
    return Line(
        seat=seat,
        column=columns[seat],
        own=own,
        others=sum(row.result.score[seat] for row in deals) - own,
        adjusted=scored.totals[seat] - sum(row.result.score[seat] for row in deals),
        net=scored.standing.payoffs[seat],
        ahead=tuple((i, columns[seat] - other) for i, other in enumerate(columns) if i != seat),
    )


def holdings(match: Match, scored: Scored) -> tuple[Holding, ...]:
    """Return everybody's counters; nothing when the match is played without."""
    start = match.game.counters(match.rules)
    if start is None:
        return ()
    bought = [0] * match.seats
    for row in purchases(scored):
        bought = [one + more for one, more in zip(bought, row.result.bought, strict=True)]
    return tuple(
        Holding(seat, start, bought[seat], scored.standing.payoffs[seat])
        for seat in range(match.seats)
    )


def purchases(scored: Scored) -> tuple[Row, ...]:
    """Return the rows in which counters were bought."""
    return tuple(row for row in scored.rows if row.result.bought)
