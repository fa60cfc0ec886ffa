"""Calabrasella, the older form, for three and four at the table: section 2 of the rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from ..entry import N_, Problem
from . import base
from .base import Game, InvalidDeal, Result, Rules, Scores, Standing, Table
from .inputs import (
    Choice,
    Condition,
    Facts,
    Flag,
    Implied,
    Input,
    Number,
    Option,
    Seat,
    check_facts,
    missing,
)
from .thirds import ALL, card_inputs, last_trick, thirds_of

STAND: Final = N_("stand")
LEAST_WIN: Final = 18
REVOKED: Final = 9
DOUBLED: Final = 2

_PLAYED: Final[Condition] = {"void": frozenset({False})}
_POINTS: Final[tuple[Condition, ...]] = ({**_PLAYED, "count": frozenset({False})},)
_COUNTED: Final[tuple[Condition, ...]] = ({**_PLAYED, "count": frozenset({True})},)
_COUNT_INPUTS: Final[tuple[Input, ...]] = (
    Flag(key="", field="count", present="cards", label=N_("Count the cards"), when=(_PLAYED,)),
    Number(
        key="card_points",
        label=N_("The soloist's card points"),
        low=0,
        high=ALL,
        wins_from=LEAST_WIN,
        when=_POINTS,
        missing=N_("Choose the card points."),
    ),
    *card_inputs(_COUNTED),
    last_trick(_COUNTED),
    Choice(
        key="revoke",
        label=N_("Revoke"),
        options=(
            Option("nobody", N_("Nobody")),
            Option("soloist", N_("The soloist")),
            Option("opponents", N_("The opponents")),
        ),
        left_out="nobody",
        initial="nobody",
        when=(_PLAYED,),
        rare=True,
    ),
)


@dataclass(frozen=True)
class CalabrasellaRules(Rules):
    """House rules. `counters` is how many each starts with, None when nobody has any."""

    endings: ClassVar[tuple[str, ...]] = ("deals",)

    deals: int | None = base.rule(
        None, Number(key="deals", label=N_("Number of deals"), low=1, high=999, optional=True)
    )
    dealer_shares: bool = base.rule(
        True,
        Flag(key="dealer_shares", label=N_("The dealer who sits out shares with the opponents")),
    )
    double_all: bool = base.rule(
        True, Flag(key="double_all", label=N_("All 35 points to one side count double"))
    )
    counters: int | None = base.rule(
        None,
        Number(
            key="counters",
            label=N_("Counters each starts with"),
            low=1,
            high=9999,
            optional=True,
            common=(50, 100),
            brief=N_("%(value)s counters each"),
        ),
    )


class Calabrasella(Game):
    """One stands alone against two, and the difference of the points is paid."""

    slug = "calabrasella"
    name = "Calabrasella"
    seats = (3, 4)
    rules_type = CalabrasellaRules
    to_the_left = True

    def rule_inputs(self, seats: int) -> tuple[Input, ...]:
        """Ask whether the dealer shares only where he sits out."""
        every = super().rule_inputs(seats)
        return tuple(i for i in every if i.key != "dealer_shares" or seats == max(self.seats))

    def active(self, seats: int, dealer: int, rules: CalabrasellaRules) -> tuple[int, ...]:
        """Return the three that play: of four, all but the dealer."""
        return tuple(s for s in range(seats) if seats == min(self.seats) or s != dealer)

    def counters(self, rules: CalabrasellaRules) -> int | None:
        """Return how many counters everybody starts with, by house rule."""
        return rules.counters

    def inputs(self, table: Table) -> tuple[Input, ...]:
        """Ask who stands and for the points; seldom is there a revoke, or the stock exposed."""
        return (
            Seat(
                key="soloist",
                label=N_("Who stands?"),
                seats=table.active,
                of=tuple(range(table.seats)),
                passes=True,
                missing=N_("Choose who stands, or all pass."),
            ),
            Implied(key="bid", value=STAND),
            Flag(
                key="void",
                label=N_("The stock was turned too early: the deal is void"),
                yes_only=True,
                rare=True,
            ),
            *_COUNT_INPUTS,
        )

    def score(self, facts: Facts, table: Table) -> Result:
        """Score a deal: each opponent pays the difference of the points, or is paid it."""
        nobody_bid = base.passed(facts, table)
        if nobody_bid is not None:
            return nobody_bid
        inputs = self.inputs(table)
        problems = check_facts(inputs, facts) + _missing(facts, inputs)
        if problems:
            raise InvalidDeal(*problems)
        before = None if "void" in facts else _points(facts)
        after = None if before is None else _after_revoke(before, facts.get("revoke"))
        won = after is not None and after >= LEAST_WIN
        stake = ALL if after is None else abs(2 * after - ALL)
        doubles = table.rules.double_all and before == after and after in (0, ALL)
        multiplier = DOUBLED if doubles else 1
        soloist = facts["soloist"]
        paying = range(table.seats) if table.rules.dealer_shares else table.active
        against = [seat for seat in paying if seat != soloist]
        each = stake * multiplier * (1 if won else -1)
        return Result(
            outcome="void" if after is None else "won" if won else "lost",
            score=base.pay(table.seats, (soloist,), against, each),
            stake=stake,
            multiplier=multiplier,
            contract=STAND,
            contract_words=N_("stands"),
            points=after,
            thirds=thirds_of(facts) if "cards" in facts else None,
            roles=base.roles(table, soloist=(soloist,)),
        )

    def standing(self, results: Sequence[Result], totals: Scores, rules: Any) -> Standing:
        """Add the account: what each has won or lost as the single player."""
        standing = super().standing(results, totals, rules)
        return dataclasses.replace(standing, extras={"account": account(results, len(totals))})


def account(results: Sequence[Result], seats: int) -> Scores:
    """Return the columns of the single players, as kept at Skat (section 2 of the rules)."""
    columns = [0] * seats
    for result in results:
        soloist = result.seat("soloist")
        if soloist is not None:
            value = (result.stake or 0) * (result.multiplier or 0)
            columns[soloist] += value if result.outcome == "won" else -value
    return tuple(columns)


def _missing(facts: Facts, inputs: Sequence[Input]) -> list[Problem]:
    """Return what a deal lacks, or has besides what its other facts ask for."""
    if "void" in facts:
        say = N_("A void deal has no points.")
        extra = [key for key in facts if key not in ("bid", "soloist", "void")]
        beside = [Problem(key, "nothing on a void deal", facts[key], say) for key in extra]
        return [*missing(inputs, ("bid", "soloist"), facts), *beside]
    if "cards" in facts:
        problems = missing(inputs, ("bid", "soloist", "last_trick"), facts)
        if "card_points" in facts:
            say = N_("Give the counted cards or the card points, not both.")
            both = Problem("cards", "either cards or card_points", facts["cards"], say)
            return [both, *problems]
        return problems
    problems = missing(inputs, ("bid", "soloist", "card_points"), facts)
    if "last_trick" in facts:
        say = N_("The last trick counts only with the counted cards.")
        alone = Problem("last_trick", "nothing without cards", facts["last_trick"], say)
        return [*problems, alone]
    return problems


def _points(facts: Facts) -> int:
    return thirds_of(facts) if "cards" in facts else int(facts["card_points"])


def _after_revoke(points: int, offender: str | None) -> int:
    """Return the single player's points after a revoke; nobody loses more than he has."""
    if offender == "soloist":
        return points - min(REVOKED, points)
    if offender == "opponents":
        return points + min(REVOKED, ALL - points)
    return points
