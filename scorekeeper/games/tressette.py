"""Tressette for four in two pairs: section 4 of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from ..entry import N_
from . import base
from .base import Game, InvalidDeal, Result, Rules, Sides, Table
from .inputs import Facts, Flag, Input, Number, check_facts, missing
from .sides import Share, Side, whole

ALL_POINTS: Final = 11
PAIRS: Final[Sides] = ((0, 2), (1, 3))
DECLARED: Final = (0, 3, 4, 6, 7, 8, 9, 10)  # what threes and fours come to (section 4)


@dataclass(frozen=True)
class TressetteRules(Rules):
    """House rules: the total that wins, 21, or 31 or 41 with declarations."""

    endings: ClassVar[tuple[str, ...]] = ("target",)

    target: int = base.rule(
        21, Number(key="target", label=N_("Points to win"), low=1, high=999, common=(21, 31, 41))
    )


class Tressette(Game):
    """Two pairs share eleven points a deal, and add what they declare."""

    slug = "tressette"
    name = "Tressette"
    seats = (4,)
    rules_type = TressetteRules
    zero_sum = False
    unit = N_("units")

    def sides(self, seats: int) -> Sides:
        """Return the two pairs; partners sit opposite."""
        return PAIRS

    def paid_as_a_whole(self, rules: TressetteRules) -> bool:
        """Say that the match is paid, one unit."""
        return True

    def inputs(self, table: Table) -> tuple[Input, ...]:
        """Ask for the points of one pair, and for declarations where there were any."""
        return (
            Side(
                key="",
                field="counted",
                label=N_("Whose cards were counted?"),
                sides=PAIRS,
                counts="card_points",
                missing=N_("Choose whose cards were counted."),
            ),
            Share(
                key="card_points",
                field="points",
                label=N_("Card points"),
                sides=len(PAIRS),
                total=ALL_POINTS,
                whose="counted",
                low=0,
                high=ALL_POINTS,
                missing=N_("Choose the card points."),
            ),
            Flag(key="", field="declared", present="declarations", label=N_("Declarations")),
            *(
                Number(
                    key=f"declarations.{number}",
                    label=N_("Points declared"),
                    about=side,
                    low=0,
                    high=99,
                    common=DECLARED,
                    initial=0,
                    when=({"declared": frozenset({True})},),
                )
                for number, side in enumerate(PAIRS, start=1)
            ),
        )

    def score(self, facts: Facts, table: Table) -> Result:
        """Score a deal: each pair gets its card points and its declarations."""
        inputs = self.inputs(table)
        problems = check_facts(inputs, facts) + missing(inputs, ("card_points",), facts)
        if problems:
            raise InvalidDeal(*problems)
        shares = whole(facts["card_points"], ALL_POINTS)
        declared = facts.get("declarations", [0, 0])
        first, second = (one + more for one, more in zip(shares, declared, strict=True))
        winner = None if first == second else 1 if first > second else 2
        return Result(
            outcome={None: "drawn", 1: "won", 2: "lost"}[winner],
            score=tuple(first if seat in PAIRS[0] else second for seat in range(table.seats)),
            points=shares[0],
            roles=base.roles(table),
            shares=shares,
            winner=winner,
            payoff=(0,) * table.seats,
        )
