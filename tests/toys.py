"""Games that nobody plays: small ones, for what the real ones have not or have too much of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.games import base
from scorekeeper.games.base import Game, InvalidDeal, Result, Rules, Sides, Table
from scorekeeper.games.inputs import Facts, Input, Number, check_facts, missing
from scorekeeper.games.sides import Share, Side, whole

TOTAL = 120


@dataclass(frozen=True)
class PairsRules(Rules):
    """House rules: deals to win."""

    endings: ClassVar[tuple[str, ...]] = ("first_to",)

    first_to: int | None = base.rule(
        2, Number(key="first_to", label="Deals to win", low=1, high=9, optional=True)
    )


class Pairs(Game):
    """Two pairs share 120 points; what each declares, and who was last, is kept beside."""

    slug = "pairs"
    name = "Pairs"
    seats = (4,)
    rules_type = PairsRules
    zero_sum = False

    def sides(self, seats: int) -> Sides:
        """Return the two pairs."""
        return ((0, 2), (1, 3))

    def paid_as_a_whole(self, rules: PairsRules) -> bool:
        """Say that the match is paid."""
        return True

    def inputs(self, table: Table) -> tuple[Input, ...]:
        """Ask for the points of one pair."""
        sides = self.sides(table.seats)
        counted = Side(key="", field="counted", label="Whose?", sides=sides, counts="points")
        last = Side(key="last", label="Who was last?", sides=sides, when=())
        points = Share(
            key="points",
            label="Points",
            sides=2,
            whose="counted",
            total=TOTAL,
            low=0,
            high=TOTAL,
            wins_from=61,
        )
        declared = (
            Number(key=f"said.{n}", label="Said", about=side, low=0, high=9, initial=0, rare=True)
            for n, side in enumerate(sides, start=1)
        )
        return (counted, points, last, *declared)

    def score(self, facts: Facts, table: Table) -> Result:
        """Give the pair with more than half one deal."""
        inputs = self.inputs(table)
        problems = check_facts(inputs, facts) + missing(inputs, ("points", "last"), facts)
        if problems:
            raise InvalidDeal(*problems)
        shares = whole(facts["points"], TOTAL)
        winner = None if shares[0] == shares[1] else 1 if shares[0] > shares[1] else 2
        won = self.sides(table.seats)[winner - 1] if winner else ()
        return Result(
            outcome={None: "drawn", 1: "won", 2: "lost"}[winner],
            score=tuple(int(seat in won) for seat in range(table.seats)),
            points=shares[0],
            roles=base.roles(table),
            shares=shares,
            winner=winner,
            payoff=(0,) * table.seats,
        )
