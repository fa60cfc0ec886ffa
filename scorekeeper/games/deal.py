"""One deal: who is at the table, what the deal came to, who pays whom.

No game's own numbers; how a whole match stands is in `base.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..entry import N_, Problem, Refused
from .inputs import PASS, Facts

Scores = tuple[int, ...]


class InvalidDeal(Refused):
    """Facts that cannot be: `problems` has one for every wrong input. `deal` is its number."""

    def __init__(self, *problems: Problem, deal: int | None = None) -> None:
        super().__init__(*problems)
        self.deal = deal


@dataclass(frozen=True)
class Table:
    """Who is there at one deal. Seats count from 0 in the order of play."""

    seats: int
    dealer: int
    active: tuple[int, ...]
    rules: Any  # the game's own Rules

    def after(self, seat: int) -> int:
        """Return the next seat after `seat` that plays this deal."""
        order = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        return next(other for other in order if other in self.active)


class Result(NamedTuple):
    """What a deal came to. Scores and roles stand by seat; `points` are card points.

    `outcome` is from the soloist's, the caller's or the first side's point of view. `shares` are
    the card points of each side, `winner` the number of the side that won, both where the seats
    make up lasting sides. `payoff` is what the deal paid where that is not the score, `bought` the
    counters that were bought from the banker: then this is no deal.
    """

    outcome: str
    score: Scores
    stake: int | None = None
    multiplier: int | None = None
    sweep: str | None = None
    contract: str | None = None
    contract_words: str = ""  # a contract that is no term of the game, marked for translation
    points: int | None = None
    thirds: int | None = None
    roles: tuple[str, ...] = ()
    shares: Scores = ()
    winner: int | None = None
    payoff: Scores | None = None
    bought: Scores = ()

    @property
    def paid(self) -> Scores:
        """Return what the deal itself paid, by seat."""
        return self.score if self.payoff is None else self.payoff

    @property
    def is_deal(self) -> bool:
        """Say whether this was a deal; an adjustment is none."""
        return self.outcome != "adjusted"

    @property
    def lead(self) -> int | None:
        """Return the seat of the soloist or the caller, who may have a partner."""
        soloist = self.seat("soloist")
        return self.seat("caller") if soloist is None else soloist

    def seat(self, role: str) -> int | None:
        """Return the seat that had a role in this deal."""
        return self.roles.index(role) if role in self.roles else None


def passed(facts: Facts, table: Table) -> Result | None:
    """Return the result of a deal that everybody passed, None for any other deal."""
    if facts.get("bid") != PASS:
        return None
    extra = [key for key in facts if key != "bid"]
    if extra:
        say = N_("When everybody passes there is nothing else to record.")
        raise InvalidDeal(*(Problem(k, "nothing on a passed deal", facts[k], say) for k in extra))
    return Result("passed", (0,) * table.seats, contract=PASS, roles=roles(table))


def pay(seats: int, winners: Sequence[int], losers: Sequence[int], each: int) -> Scores:
    """Return the scores when every loser pays every winner `each`; zero-sum.

    Source: the a-against-b formula of section 1 of the rules.

    >>> pay(5, (0, 1), (2, 3, 4), 1)
    (3, 3, -2, -2, -2)
    """
    score = [0] * seats
    for seat in winners:
        score[seat] = each * len(losers)
    for seat in losers:
        score[seat] = -each * len(winners)
    return tuple(score)


def pay_side(sides: Sequence[Sequence[int]], winner: int | None, each: int = 1) -> Scores:
    """Return the payoffs when all of equal sides pay the one whose number is `winner`.

    Every loser pays `each`, every winner gets it once from each of the other sides. Nobody pays
    when no side has won. Source: sections 3 and 4 of the rules.

    >>> pay_side([(0, 2), (1, 3)], 1), pay_side([(0,), (1,), (2,)], 3)
    ((1, -1, 1, -1), (-1, -1, 2))
    """
    payoff = [0] * sum(map(len, sides))
    for number, side in enumerate(sides, start=1):
        for seat in side:
            won = each * (len(sides) - 1) if number == winner else -each
            payoff[seat] = 0 if winner is None else won
    return tuple(payoff)


def roles(table: Table, **named: Sequence[int]) -> tuple[str, ...]:
    """Return the role of each seat; who is named nowhere is an opponent or sits out.

    When nobody is named, the active seats have no role at all.
    """
    result = [
        ("opponent" if named else "") if s in table.active else "out" for s in range(table.seats)
    ]
    for role, seats in named.items():
        for seat in seats:
            result[seat] = role
    return tuple(result)
