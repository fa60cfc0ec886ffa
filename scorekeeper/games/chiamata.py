"""Briscola Chiamata for five, or for more of whom some sit out: section 3 of the rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from ..entry import N_, Problem
from . import base
from .base import Game, InvalidDeal, Result, Rules, Scores, Table
from .briscola import ALL_POINTS, IMPOSSIBLE, LEAST_WIN, WORTH, count_inputs
from .inputs import (
    Choice,
    Condition,
    Facts,
    Input,
    Number,
    Option,
    Seat,
    Seats,
    check_facts,
    missing,
)

PLAYERS: Final = 5
MOST_SEATS: Final = 10
STEP: Final = 10  # points bid to a step: 61-70 once, 71-80 twice
BIDS: Final = (61, 71, 81, 91, 101, 111)  # the least of each step

_POINTS: Final[tuple[Condition, ...]] = ({"count": frozenset({False})},)
_COUNTED: Final[tuple[Condition, ...]] = ({"count": frozenset({True})},)


@dataclass(frozen=True)
class ChiamataRules(Rules):
    """House rules. `top_step` is what the highest bids multiply by."""

    endings: ClassVar[tuple[str, ...]] = ("target", "deals")

    target: int | None = base.rule(
        None, Number(key="target", label=N_("Points to win"), low=1, high=999, optional=True)
    )
    deals: int | None = base.rule(
        None, Number(key="deals", label=N_("Number of deals"), low=1, high=999, optional=True)
    )
    sixty: str = base.rule(
        "lost",
        Choice(
            key="sixty",
            label=N_("60 points at the plain bid of 61"),
            options=(Option("lost", N_("A loss")), Option("draw", N_("A draw"))),
        ),
    )
    cappotto: int = base.rule(
        2,
        Number(
            key="cappotto",
            label=N_("All 120 points multiply by"),
            low=1,
            high=99,
            common=(1, 2, 3),
            brief=N_("cappotto ×%(value)s"),
        ),
    )
    top_step: int = base.rule(
        5,
        Choice(
            key="top_step",
            label=N_("A bid above 110 multiplies by"),
            options=(Option(5, "5"), Option(6, "6")),
        ),
    )


class Chiamata(Game):
    """The caller and a hidden partner, or the caller alone, against the others of five."""

    slug = "chiamata"
    name = "Briscola Chiamata"
    seats = tuple(range(PLAYERS, MOST_SEATS + 1))
    rules_type = ChiamataRules

    def active(self, seats: int, dealer: int, rules: ChiamataRules) -> tuple[int, ...]:
        """Return the five that are proposed: the dealer sits out, and those who dealt before."""
        out = {(dealer - step) % seats for step in range(seats - PLAYERS)}
        return tuple(seat for seat in range(seats) if seat not in out)

    def playing(self, facts: Facts, table: Table) -> tuple[int, ...]:
        """Return the five that the facts leave at the table."""
        if "out" not in facts:
            return table.active
        return tuple(seat for seat in range(table.seats) if seat not in facts["out"])

    def inputs(self, table: Table) -> tuple[Input, ...]:
        """Ask for caller and bid; after play for the partner and the points; and who sat out."""
        everybody = tuple(range(table.seats))
        return (
            Seat(
                key="caller",
                label=N_("Who called?"),
                seats=everybody,
                of=everybody,
                passes=True,
                missing=N_("Choose the caller, or all pass."),
            ),
            Number(
                key="bid",
                label=N_("Points bid"),
                low=LEAST_WIN,
                high=ALL_POINTS,
                common=BIDS,
                missing=N_("Choose the points bid."),
            ),
            Seat(
                key="partner",
                label=N_("Who was the partner?"),
                seats=everybody,
                of=everybody,
                nobody=N_("Alone"),
                is_null=True,
                apart=("caller", "out"),
                after_play=True,
                missing=N_("Choose the partner, or alone."),
            ),
            *_points_inputs(),
            *_sitting_out(table),
        )

    def score(self, facts: Facts, table: Table) -> Result:
        """Score a deal: one unit for each step of the bid; the caller has twice the partner's."""
        nobody_bid = base.passed(facts, table)
        if nobody_bid is not None:
            return nobody_bid
        problems = _problems(facts, self.inputs(table))
        if problems:
            raise InvalidDeal(*problems)
        table = dataclasses.replace(table, active=self.playing(facts, table))
        caller, partner = facts["caller"], facts["partner"]
        partners = [] if partner is None else [partner]
        sweep = "cappotto" if facts["card_points"] in (0, ALL_POINTS) else None
        multiplier = _step(facts["bid"], table.rules.top_step)
        multiplier *= table.rules.cappotto if sweep else 1
        outcome = _outcome(facts, table.rules)
        each = multiplier * {"won": 1, "lost": -1, "drawn": 0}[outcome]
        return Result(
            outcome=outcome,
            score=_paid(table, caller, partner, each),
            stake=1,
            multiplier=multiplier,
            sweep=sweep,
            contract=str(facts["bid"]),
            points=facts["card_points"],
            roles=base.roles(table, caller=[caller], partner=partners),
        )


def _points_inputs() -> tuple[Input, ...]:
    count, *ranks = (dataclasses.replace(item, after_play=True) for item in count_inputs())
    points = Number(
        key="card_points",
        label=N_("Points of the caller's side"),
        low=0,
        high=ALL_POINTS,
        wins_from=LEAST_WIN,
        never=IMPOSSIBLE,
        when=_POINTS,
        after_play=True,
        missing=N_("Choose the card points."),
    )
    counted = dataclasses.replace(points, field="sum", when=_COUNTED, worth=WORTH)
    return (count, points, *ranks, counted)


def _sitting_out(table: Table) -> tuple[Input, ...]:
    everybody = tuple(range(table.seats))
    if table.seats == PLAYERS:
        return ()
    return (
        Seats(
            key="out",
            label=N_("Who sat out?"),
            of=everybody,
            count=table.seats - PLAYERS,
            initial=[seat for seat in everybody if seat not in table.active],
            missing=N_("Choose who sat out."),
            brief=N_("%(value)s sits out"),
            exactly=N_("Choose the %(count)s players who sat out."),
        ),
    )


def _paid(table: Table, caller: int, partner: int | None, each: int) -> Scores:
    """Return the scores: opponents pay `each`, one to a partner, the rest to the caller."""
    against = [seat for seat in table.active if seat not in (caller, partner)]
    score = list(base.pay(table.seats, (caller,), against, each))
    if partner is not None:
        score[partner] += each
        score[caller] -= each
    return tuple(score)


def _problems(facts: Facts, inputs: Sequence[Input]) -> list[Problem]:
    needed = list(dict.fromkeys(item.key for item in inputs if item.key))
    problems = check_facts(inputs, facts) + missing(inputs, needed, facts)
    if "partner" not in facts:
        # Null is an answer, so that it must be said.
        say = N_("Choose the partner, or alone.")
        problems.append(Problem("partner", "a name, or null when the caller is alone", None, say))
    return problems or _contradictions(facts)


def _contradictions(facts: Facts) -> list[Problem]:
    out: Sequence[int] = facts.get("out", ())
    problems = []
    for key in ("caller", "partner"):
        if facts[key] in out:
            say = N_("Who sat out neither called nor was the partner.")
            problems.append(Problem(key, "one of those who play this deal", facts[key], say))
    if facts["partner"] == facts["caller"]:
        say = N_("The partner is somebody else than the caller; or choose alone.")
        expected = "somebody else than the caller, or null"
        problems.append(Problem("partner", expected, facts["partner"], say))
    return problems


def _step(bid: int, top: int) -> int:
    return min((bid - LEAST_WIN) // STEP + 1, top)


def _outcome(facts: Facts, rules: ChiamataRules) -> str:
    bid, points = facts["bid"], facts["card_points"]
    if points >= bid:
        return "won"
    draws = rules.sixty == "draw" and (bid, points) == (LEAST_WIN, LEAST_WIN - 1)
    return "drawn" if draws else "lost"
