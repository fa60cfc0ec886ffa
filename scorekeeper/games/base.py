"""What every game is: its rules, who plays, what it asks, how a match stands.

House rules are read, carried on and written back here. No game's own numbers and no game's
name. What belongs to one deal is in `deal.py`, when a match is decided in `ending.py`.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ..entry import N_, Object, Problem, Refused
from .deal import InvalidDeal, Result, Scores, Table, passed, pay, pay_side, roles
from .ending import decide, goal_of
from .inputs import Answers, Facts, Input
from .sides import Sides

__all__ = [
    "Game",
    "InvalidDeal",
    "Result",
    "Rules",
    "Scores",
    "Sides",
    "Standing",
    "Table",
    "carried_rules",
    "decide",
    "full_rules",
    "goal_of",
    "passed",
    "pay",
    "pay_side",
    "read_rules",
    "roles",
    "rule",
    "rule_inputs",
    "written_rules",
]


@dataclass(frozen=True)
class Rules:
    """The house rules of one match. Each game adds fields, declared with `rule`.

    At most one of the fields named in `endings` is set; none means that the match is open-ended.
    """

    endings: ClassVar[tuple[str, ...]] = ()


def rule(default: Any, asks: Input) -> Any:
    """Declare a field of `Rules` with its default and the question that asks for it."""
    return dataclasses.field(default=default, metadata={"input": asks})


def rule_inputs(rules: type[Rules]) -> tuple[Input, ...]:
    """Return the questions for the fields of a game's rules, in their order."""
    return tuple(field.metadata["input"] for field in dataclasses.fields(rules))


@dataclass(frozen=True)
class Standing:
    """How a match stands after its last row: winners are seats, payoffs stand by seat.

    `sides` are the seats that win and lose together; `extras` are further columns, by key.
    """

    finished: bool
    winners: tuple[int, ...]
    payoffs: Scores
    sides: Sides
    extras: Mapping[str, Scores] = field(default_factory=dict)


class Game:
    """A game: subclass it in one file, and register the one instance in `games/__init__.py`.

    `unit` is what is paid for, in the plural.
    """

    slug: ClassVar[str]
    name: ClassVar[str]
    seats: ClassVar[tuple[int, ...]]
    rules_type: ClassVar[type[Rules]]
    zero_sum: ClassVar[bool] = True
    to_the_left: ClassVar[bool] = False  # the order of play and of dealing
    unit: ClassVar[str] = N_("points")

    def check_rules(self, rules: Any, seats: int) -> list[Problem]:
        """Return what does not fit together in rules whose fields are each right."""
        return []

    def complete_rules(self, rules: Any, seats: int, given: frozenset[str]) -> Any:
        """Return the rules with defaults that depend on the number of seats."""
        return rules

    def rule_inputs(self, seats: int) -> tuple[Input, ...]:
        """Return the questions about house rules that make sense with this many seats."""
        return rule_inputs(self.rules_type)

    def active(self, seats: int, dealer: int, rules: Any) -> tuple[int, ...]:
        """Return the seats that play a deal, in order."""
        return tuple(range(seats))

    def sides(self, seats: int) -> Sides:
        """Return the seats that win and lose the match together."""
        return tuple((seat,) for seat in range(seats))

    def paid_as_a_whole(self, rules: Any) -> bool:
        """Say whether nothing is paid before the match is decided: then one unit, by sides."""
        return False

    def counters(self, rules: Any) -> int | None:
        """Return how many counters everybody starts with, None where none are used."""
        return None

    def playing(self, facts: Facts, table: Table) -> tuple[int, ...]:
        """Return the seats that played a deal, as far as its facts tell."""
        return table.active

    def leader(self, table: Table, answers: Answers) -> int | None:
        """Return the seat that leads to the first trick, None while the answers do not tell."""
        return table.after(table.dealer)

    def inputs(self, table: Table) -> tuple[Input, ...]:
        """Return the questions about one deal, in the order in which they are asked."""
        raise NotImplementedError

    def score(self, facts: Facts, table: Table) -> Result:
        """Return the result of a deal from its facts, or raise `InvalidDeal`."""
        raise NotImplementedError

    def standing(self, results: Sequence[Result], totals: Scores, rules: Any) -> Standing:
        """Return how the match stands; what the deals paid, or what the match as a whole pays."""
        sides = self.sides(len(totals))
        finished, won = decide(results, totals, rules, sides)
        if self.paid_as_a_whole(rules):
            # Sides that are level at the end share: nobody pays (section 2 of the formats).
            payoffs = pay_side(sides, sides.index(won[0]) + 1 if len(won) == 1 else None)
        else:
            paid = [(0,) * len(totals), *(result.paid for result in results)]
            payoffs = tuple(map(sum, zip(*paid, strict=True)))
        winners = tuple(sorted(seat for side in won for seat in side))
        return Standing(finished, winners, payoffs, sides)


def read_rules(game: Game, given: Any, seats: int) -> Any:
    """Return the rules of a match from what differs from the defaults, or raise `Refused`.

    Setting one of the endings unsets the others; setting two is refused.
    """
    if not isinstance(given, dict):
        say = N_("House rules must be a list of names and values.")
        raise Refused(Problem("rules", "an object", given, say))
    inputs = {item.key: item for item in rule_inputs(game.rules_type)}
    problems = _repeated_key(given)
    for key, value in given.items():
        problem = inputs[key].problem(value) if key in inputs else _unknown_rule(key, inputs)
        problems += [problem] if problem else []
    endings = game.rules_type.endings
    chosen = [key for key in endings if given.get(key) is not None]
    if len(chosen) > 1:
        expected = f"at most one of {' and '.join(endings)}"
        say = N_("A match ends in one way: choose one of them.")
        problems.append(Problem(chosen[-1], expected, given[chosen[-1]], say))
    if problems:
        raise Refused(*problems)
    values: dict[str, Any] = dict(given)
    if chosen:
        values |= {key: None for key in endings if key not in chosen}
    rules = game.complete_rules(game.rules_type(**values), seats, frozenset(given))
    problems = _never_paid(game, rules) + game.check_rules(rules, seats)
    if problems:
        raise Refused(*problems)
    return rules


def _never_paid(game: Game, rules: Any) -> list[Problem]:
    """Return a problem with a match that is paid as a whole and has no end."""
    endings = game.rules_type.endings
    if not game.paid_as_a_whole(rules) or any(getattr(rules, key) for key in endings):
        return []
    say = N_("A match that is paid as a whole needs an end.")
    return [Problem(endings[0], "an end for a match that is paid as a whole", None, say)]


def carried_rules(game: Game, rules: Any, seats: int, now: int) -> Any:
    """Return the rules of a match as they go on with another number of seats.

    Rules whose default hangs on the number of seats get that default again.
    """
    given = full_rules(rules)
    if seats != now:
        usual = [full_rules(read_rules(game, {}, number)) for number in game.seats]
        hanging = [key for key in given if any(some[key] != usual[0][key] for some in usual)]
        given = {key: value for key, value in given.items() if key not in hanging}
    return read_rules(game, given, now)


def full_rules(rules: Any) -> dict[str, Any]:
    """Return every rule by its key, as a match keeps them."""
    return dataclasses.asdict(rules)


def written_rules(game: Game, rules: Any, seats: int) -> dict[str, Any]:
    """Return what differs from the defaults, as it stands on a sheet."""
    usual = _usual(game, seats)
    differs = {key: value for key, value in _written(game, rules).items() if value != usual[key]}
    endings = game.rules_type.endings
    if any(differs.get(key) is not None for key in endings):
        differs = {k: v for k, v in differs.items() if k not in endings or v is not None}
    return differs


@functools.cache
def _usual(game: Game, seats: int) -> dict[str, Any]:
    return _written(game, read_rules(game, {}, seats))


def _written(game: Game, rules: Any) -> dict[str, Any]:
    values = full_rules(rules)
    return {i.key: i.to_sheet(values[i.key], ()) for i in rule_inputs(game.rules_type)}


def _repeated_key(given: dict[str, Any]) -> list[Problem]:
    key = given.repeated if isinstance(given, Object) else None
    if key is None:
        return []
    return [Problem(key, "each key once", key, N_("Each rule can be set once."))]


def _unknown_rule(key: str, known: Mapping[str, Input]) -> Problem:
    expected = f"one of the rules {', '.join(known)}"
    return Problem(key, expected, key, N_("This game has no such house rule."))
