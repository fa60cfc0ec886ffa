"""Calabresella (Terziglio) with three to seven at the table: section 1 of the rules."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from ..entry import N_, Problem
from . import base
from .base import Game, InvalidDeal, Result, Rules, Table
from .inputs import (
    Answers,
    Choice,
    Condition,
    Facts,
    Flag,
    Implied,
    Input,
    Ladder,
    Number,
    Option,
    Seat,
    check_facts,
    missing,
)
from .thirds import ACES, OTHERS, card_inputs, last_trick, thirds_of

ALL_POINTS: Final = 11
LEAST_WIN: Final = 6
DOUBLING: Final = {"chiamo": 1, "solo": 2, "solissimo": 4, "dividete": 8, "scegliete": 16}
LINEAR: Final = {"chiamo": 1, "solo": 2, "solissimo": 3, "dividete": 6, "scegliete": 12}
PRESETS: Final = {"doubling": DOUBLING, "linear": LINEAR}
PARTNER_BID: Final = "chiamo"
SOLISSIMO: Final = frozenset({"solissimo", "dividete", "scegliete"})

Answered = dict[str, set[Any]]
_POINTS: Final[Answered] = {"count": {False}}
_COUNTED: Final[Answered] = {"count": {True}}
_ALL_ACES: Final[Answered] = _COUNTED | {"aces": {ACES}, "last_trick": {"soloist"}}
_NO_ACES: Final[Answered] = _COUNTED | {"aces": {0}, "last_trick": {"opponents"}}


def _when(*conditions: Answered) -> tuple[Condition, ...]:
    return tuple({k: frozenset(v) for k, v in condition.items()} for condition in conditions)


_COUNT_INPUTS: Final[tuple[Input, ...]] = (
    Flag(key="", field="count", present="cards", label=N_("Count the cards")),
    Number(
        key="card_points",
        label=N_("The soloist's card points"),
        low=0,
        high=ALL_POINTS,
        wins_from=LEAST_WIN,
        when=_when(_POINTS),
        missing=N_("Choose the card points."),
    ),
    *card_inputs(_when(_COUNTED)),
    last_trick(_when(_POINTS | {"card_points": {1, ALL_POINTS - 1}}, _COUNTED)),
)


@dataclass(frozen=True)
class CalabresellaRules(Rules):
    """House rules. `stakes` is always the mapping, `active` how many play a deal."""

    endings: ClassVar[tuple[str, ...]] = ("target", "deals")

    target: int | None = base.rule(
        21, Number(key="target", label=N_("Points to win"), low=1, high=999, optional=True)
    )
    deals: int | None = base.rule(
        None, Number(key="deals", label=N_("Number of deals"), low=1, high=999, optional=True)
    )
    stakes: Any = base.rule(
        "doubling",
        Ladder(
            key="stakes",
            label=N_("Bids and stakes"),
            presets=PRESETS,
            preset_labels={"doubling": N_("Doubling"), "linear": N_("Linear")},
        ),
    )
    cappotto: int = base.rule(
        2,
        Number(
            key="cappotto",
            label=N_("Cappotto multiplies by"),
            low=1,
            high=99,
            brief=N_("cappotto ×%(value)s"),
        ),
    )
    stramazzo: int = base.rule(
        3,
        Number(
            key="stramazzo",
            label=N_("Stramazzo multiplies by"),
            low=1,
            high=99,
            brief=N_("stramazzo ×%(value)s"),
        ),
    )
    active: int = base.rule(
        0, Number(key="active", label=N_("How many play a deal"), low=3, high=6)
    )
    dealer_shares: bool = base.rule(
        False,
        Flag(key="dealer_shares", label=N_("The dealer who sits out shares with the opponents")),
    )
    soloist_leads: bool = base.rule(
        False, Flag(key="soloist_leads", label=N_("The soloist always leads"))
    )


class Calabresella(Game):
    """One soloist, perhaps with a partner at chiamo, against the others for 11 card points."""

    slug = "calabresella"
    name = "Calabresella"
    seats = (3, 4, 5, 6, 7)
    rules_type = CalabresellaRules

    def complete_rules(
        self, rules: CalabresellaRules, seats: int, given: frozenset[str]
    ) -> CalabresellaRules:
        """Resolve the ladder's name and how many play: 3 of 3 or 4, all of 5 or 6, 6 of 7."""
        stakes = PRESETS[rules.stakes] if isinstance(rules.stakes, str) else rules.stakes
        active = rules.active if "active" in given else {3: 3, 4: 3, 7: 6}.get(seats, seats)
        return dataclasses.replace(rules, stakes=dict(stakes), active=active)

    def check_rules(self, rules: CalabresellaRules, seats: int) -> list[Problem]:
        """Refuse more active players than seats, or two who sit out."""
        if rules.active in _numbers_active(seats):
            return []
        numbers = " or ".join(str(n) for n in _numbers_active(seats))
        say = N_("At most one of the players can sit out a deal.")
        return [Problem("active", f"{numbers} with {seats} seats", rules.active, say)]

    def rule_inputs(self, seats: int) -> tuple[Input, ...]:
        """Ask who sits out only where somebody can."""
        numbers = _numbers_active(seats)
        who = Choice(
            key="active",
            label=N_("Who plays a deal"),
            options=tuple(
                Option(n, N_("Everybody") if n == seats else N_("All but the dealer"))
                for n in numbers
            ),
        )
        asked = {"active": len(numbers) > 1, "dealer_shares": min(numbers) < seats}
        every = super().rule_inputs(seats)
        return tuple(who if i.key == "active" else i for i in every if asked.get(i.key, True))

    def active(self, seats: int, dealer: int, rules: CalabresellaRules) -> tuple[int, ...]:
        """Return everybody, or everybody but the dealer."""
        return tuple(s for s in range(seats) if rules.active == seats or s != dealer)

    def leader(self, table: Table, answers: Answers) -> int | None:
        """Return the player after the dealer; the soloist at any solissimo, or by house rule."""
        soloist = answers.get("soloist")
        if table.rules.soloist_leads or answers.get("bid") in SOLISSIMO:
            return soloist if soloist in table.active else None
        return table.after(table.dealer)

    def inputs(self, table: Table) -> tuple[Input, ...]:
        """Ask for soloist, bid and points; for the rest only where the count leaves it open."""
        return (
            *_bid_inputs(table.seats, table.active, tuple(table.rules.stakes.items())),
            *_COUNT_INPUTS,
            *_trick_inputs(table.rules.cappotto, table.rules.stramazzo),
        )

    def score(self, facts: Facts, table: Table) -> Result:
        """Score a deal: the stakes are paid per opponent, times two or three for a sweep."""
        nobody_bid = base.passed(facts, table)
        if nobody_bid is not None:
            return nobody_bid
        inputs = self.inputs(table)
        problems = check_facts(inputs, facts) + _missing(facts, inputs)
        problems = problems or _contradictions(facts, inputs)
        if problems:
            raise InvalidDeal(*problems)
        side = [facts[key] for key in ("soloist", "partner") if key in facts]
        paying = range(table.seats) if table.rules.dealer_shares else table.active
        against = [seat for seat in paying if seat not in side]
        stake = table.rules.stakes[facts["bid"]]
        sweep = _sweep(facts)
        multiplier = {"cappotto": table.rules.cappotto, "stramazzo": table.rules.stramazzo}.get(
            sweep or "", 1
        )
        won = _points(facts) >= LEAST_WIN
        each = stake * multiplier * (1 if won else -1)
        return Result(
            outcome="won" if won else "lost",
            score=base.pay(table.seats, side, against, each),
            stake=stake,
            multiplier=multiplier,
            sweep=sweep,
            contract=facts["bid"],
            points=_points(facts),
            thirds=thirds_of(facts) if "cards" in facts else None,
            roles=base.roles(table, soloist=side[:1], partner=side[1:]),
        )


def _numbers_active(seats: int) -> list[int]:
    return [n for n in (seats - 1, seats) if 3 <= n <= 6]


@functools.lru_cache(maxsize=256)
def _bid_inputs(
    seats: int, active: tuple[int, ...], stakes: tuple[tuple[str, int], ...]
) -> tuple[Input, ...]:
    everybody = tuple(range(seats))
    soloist = Seat(
        key="soloist",
        label=N_("Who plays alone?"),
        seats=active,
        of=everybody,
        passes=True,
        missing=N_("Choose the soloist, or all pass."),
    )
    bids = tuple(
        Option(bid, bid.capitalize() if bid in DOUBLING else bid, str(stake), term=True)
        for bid, stake in stakes
    )
    bid = Choice(key="bid", label=N_("Bid and stake"), options=bids, missing=N_("Choose the bid."))
    partner = Seat(
        key="partner",
        label=N_("Who holds the called card?"),
        seats=active,
        of=everybody,
        nobody=N_("Nobody"),
        when=({"bid": frozenset({PARTNER_BID})},),
        missing=N_("Choose the partner, or nobody."),
    )
    return (soloist, bid, partner) if len(active) >= 4 else (soloist, bid)


@functools.lru_cache(maxsize=64)
def _trick_inputs(cappotto: int, stramazzo: int) -> tuple[Input, ...]:
    yes, no = f"cappotto ×{cappotto}", f"stramazzo ×{stramazzo}"
    return (
        Choice(
            key="tricks",
            field="all_won",
            label=N_("Did the soloist win every trick?"),
            options=(
                Option("all", N_("Yes"), yes, term=True),
                Option("some", N_("No"), no, term=True),
            ),
            when=_when(_POINTS | {"card_points": {ALL_POINTS}}, _ALL_ACES | {"others": {OTHERS}}),
            missing=N_("Choose whether the soloist won every trick."),
        ),
        Choice(
            key="tricks",
            field="all_lost",
            label=N_("Did the opponents win every trick?"),
            options=(
                Option("none", N_("Yes"), yes, term=True),
                Option("some", N_("No"), no, term=True),
            ),
            when=_when(_POINTS | {"card_points": {0}}, _NO_ACES | {"others": {0}}),
            missing=N_("Choose whether the opponents won every trick."),
        ),
        # At 11 with a card missing, or 0 with one won, the other side won a trick: never asked.
        Implied(
            key="tricks",
            field="all_follow",
            value="some",
            when=_when(
                _ALL_ACES | {"others": {OTHERS - 1, OTHERS - 2}}, _NO_ACES | {"others": {1, 2}}
            ),
        ),
    )


def _missing(facts: Facts, inputs: Sequence[Input]) -> list[Problem]:
    counted = "cards" in facts
    if counted and "card_points" in facts:
        say = N_("Give the counted cards or the card points, not both.")
        both = Problem("cards", "either cards or card_points", facts["cards"], say)
        return [both, *missing(inputs, ("bid", "soloist"), facts)]
    count = "last_trick" if counted else "card_points"
    return missing(inputs, ("bid", "soloist", count), facts)


def _points(facts: Facts) -> int:
    return thirds_of(facts) // 3 if "cards" in facts else int(facts["card_points"])


def _sweep(facts: Facts) -> str | None:
    points, tricks = _points(facts), facts.get("tricks")
    if points in (0, ALL_POINTS):
        return "stramazzo" if tricks == "some" else "cappotto"
    blank_side = {ALL_POINTS - 1: "opponents", 1: "soloist"}.get(points)
    return "stramazzo" if blank_side and facts["last_trick"] == blank_side else None


def _contradictions(facts: Facts, inputs: Sequence[Input]) -> list[Problem]:
    return _partner_problems(facts) + _last_trick_problems(facts, inputs) + _tricks_problems(facts)


def _partner_problems(facts: Facts) -> list[Problem]:
    partner = facts.get("partner")
    if partner is None:
        return []
    if facts["bid"] != PARTNER_BID:
        say = N_("Only chiamo is played with a partner.")
        return [Problem("partner", f"no partner at {facts['bid']}", partner, say)]
    if partner == facts["soloist"]:
        say = N_("The partner is somebody else than the soloist.")
        return [Problem("partner", "somebody else than the soloist", partner, say)]
    return []


def _last_trick_problems(facts: Facts, inputs: Sequence[Input]) -> list[Problem]:
    last = facts.get("last_trick")
    if last is None:
        needed = _points(facts) in (1, ALL_POINTS - 1)
        return missing(inputs, ("last_trick",), facts) if needed else []
    # The last trick is worth a point: who has none of the points did not take it.
    must = {0: "opponents", ALL_POINTS: "soloist"}.get(_points(facts), last)
    if last == must:
        return []
    say = N_("The last trick is worth a point, so the side without any did not take it.")
    return [Problem("last_trick", f"{must} with {_points(facts)} card points", last, say)]


def _tricks_problems(facts: Facts) -> list[Problem]:
    points, tricks = _points(facts), facts.get("tricks")
    allowed: tuple[str | None, ...]
    allowed = {0: ("none", "some"), ALL_POINTS: ("all", "some")}.get(points, ("some", None))
    if "cards" in facts and facts["cards"] not in (
        {"aces": ACES, "others": OTHERS},
        {"aces": 0, "others": 0},
    ):
        allowed = tuple(value for value in allowed if value in ("some", None))
    if tricks in allowed:
        return []
    expected = " or ".join(value for value in allowed if value)
    if tricks is None:
        say = N_("Choose whether one side won every trick.")
    else:
        say = N_("With these cards each side won a trick.")
    return [Problem("tricks", expected, tricks, say)]
