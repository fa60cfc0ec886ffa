"""Briscola for two, three, four and six: section 3 of the rules."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from ..entry import N_
from . import base
from .base import Game, InvalidDeal, Result, Rules, Sides, Table
from .inputs import Choice, Condition, Facts, Flag, Input, Number, Option, check_facts, missing
from .sides import Share, Side, whole

ALL_POINTS: Final = 120
LEAST_WIN: Final = 61
LEVEL: Final = 60
IMPOSSIBLE: Final = (1, 119)
WORTH: Final = {"aces": 11, "threes": 10, "kings": 4, "queens": 3, "jacks": 2}

_POINTS: Final[tuple[Condition, ...]] = ({"count": frozenset({False})},)
_COUNTED: Final[tuple[Condition, ...]] = ({"count": frozenset({True})},)
_SUITS: Final = 4


def count_inputs() -> tuple[Input, ...]:
    """Ask whether one side's cards are counted, and how many of each rank it has."""
    labels = {
        "aces": N_("Aces, 11 each"),
        "threes": N_("Threes, 10 each"),
        "kings": N_("Kings, 4 each"),
        "queens": N_("Queens, 3 each"),
        "jacks": N_("Jacks, 2 each"),
    }
    return (
        Flag(key="", field="count", label=N_("Count the cards")),
        *(
            Number(
                key="",
                field=rank,
                label=label,
                low=0,
                high=_SUITS,
                when=_COUNTED,
                missing=N_("Choose how many cards of each rank."),
            )
            for rank, label in labels.items()
        ),
    )


@dataclass(frozen=True)
class BriscolaRules(Rules):
    """House rules. `cappotto` multiplies what a deal pays."""

    endings: ClassVar[tuple[str, ...]] = ("first_to", "deals")

    first_to: int | None = base.rule(
        3, Number(key="first_to", label=N_("Deals to win"), low=1, high=999, optional=True)
    )
    deals: int | None = base.rule(
        None, Number(key="deals", label=N_("Number of deals"), low=1, high=999, optional=True)
    )
    pay: str = base.rule(
        "match",
        Choice(
            key="pay",
            label=N_("What is paid"),
            options=(
                Option("match", N_("The match as a whole")),
                Option("deal", N_("Each deal")),
            ),
        ),
    )
    sixty: str = base.rule(
        "draw",
        Choice(
            key="sixty",
            label=N_("At 60 to 60"),
            options=(
                Option("draw", N_("Nobody wins the deal")),
                Option("last_trick", N_("The last trick decides")),
            ),
        ),
    )
    cappotto: int = base.rule(
        1,
        Number(
            key="cappotto",
            label=N_("Cappotto multiplies what a deal pays by"),
            low=1,
            high=99,
            common=(1, 2, 3),
            brief=N_("cappotto ×%(value)s"),
        ),
    )


class Briscola(Game):
    """Two or three alone, two pairs, or two teams of three: who has more than 60 of 120 points."""

    slug = "briscola"
    name = "Briscola"
    seats = (2, 3, 4, 6)
    rules_type = BriscolaRules
    zero_sum = False
    unit = N_("units")

    def rule_inputs(self, seats: int) -> tuple[Input, ...]:
        """Ask who wins at 60 to 60 only where there are two sides."""
        every = super().rule_inputs(seats)
        return tuple(i for i in every if i.key != "sixty" or len(self.sides(seats)) == 2)

    def sides(self, seats: int) -> Sides:
        """Return pairs of four, teams of three of six, seated alternately; else each alone."""
        if seats < 4:
            return super().sides(seats)
        return tuple(tuple(range(first, seats, 2)) for first in (0, 1))

    def paid_as_a_whole(self, rules: BriscolaRules) -> bool:
        """Say whether the match is paid; a house rule pays each deal."""
        return rules.pay == "match"

    def inputs(self, table: Table) -> tuple[Input, ...]:
        """Ask for the points of one of two sides, or of the first two of three players."""
        sides = self.sides(table.seats)
        if len(sides) == 2:
            return _of_two(sides, table.rules)
        return tuple(
            _share(sides, field=f"points_{number}", whose=number, about=sides[number - 1])
            for number in (1, 2)
        )

    def score(self, facts: Facts, table: Table) -> Result:
        """Score a deal: the side that has won gets one on the pad."""
        sides, inputs = self.sides(table.seats), self.inputs(table)
        problems = check_facts(inputs, facts) + missing(inputs, ("card_points",), facts)
        if problems:
            raise InvalidDeal(*problems)
        shares = whole(facts["card_points"], ALL_POINTS)
        winner = _winner(shares, facts, inputs)
        won = sides[winner - 1] if winner else ()
        each = table.rules.cappotto if ALL_POINTS in shares else 1
        whole_match = self.paid_as_a_whole(table.rules)
        paid = base.pay_side(sides, None if whole_match else winner, each)
        outcome = "won" if winner == 1 or len(sides) > 2 else "lost"
        return Result(
            outcome=outcome if winner else "drawn",
            score=tuple(int(seat in won) for seat in range(table.seats)),
            points=shares[0],
            roles=base.roles(table),
            shares=shares,
            winner=winner,
            payoff=paid,
        )


def _of_two(sides: Sides, rules: BriscolaRules) -> tuple[Input, ...]:
    whose = Side(
        key="",
        field="counted",
        label=N_("Whose cards were counted?"),
        sides=sides,
        counts="card_points",
        missing=N_("Choose whose cards were counted."),
    )
    count, *ranks = count_inputs()
    last = Side(
        key="last_trick",
        label=N_("Who took the last trick?"),
        sides=sides,
        when=({"count": frozenset({False}), "points": frozenset({LEVEL})}, *_COUNTED),
        missing=N_("Choose who took the last trick."),
    )
    return (
        whose,
        count,
        _share(sides, field="points", whose="counted", when=_POINTS),
        *ranks,
        _share(sides, field="sum", whose="counted", when=_COUNTED, worth=WORTH),
        *((last,) if rules.sixty == "last_trick" else ()),
    )


def _share(sides: Sides, **more: Any) -> Share:
    usual = Share(
        key="card_points",
        label=N_("Card points"),
        sides=len(sides),
        total=ALL_POINTS,
        whose=1,
        low=0,
        high=ALL_POINTS,
        wins_from=LEAST_WIN if len(sides) == 2 else None,
        never=IMPOSSIBLE,
        missing=N_("Choose the card points."),
    )
    return dataclasses.replace(usual, **more)


def _winner(shares: tuple[int, ...], facts: Facts, inputs: tuple[Input, ...]) -> int | None:
    """Return the number of the side with the most points; level at the top nobody has won."""
    best = max(shares)
    if shares.count(best) == 1:
        return shares.index(best) + 1
    last = next((item for item in inputs if item.key == "last_trick"), None)
    if last is None:
        return None
    if "last_trick" not in facts:
        raise InvalidDeal(*missing(inputs, ("last_trick",), facts))
    return int(facts["last_trick"])
