"""The kinds of questions: Seat, Choice, Number, Flag, Implied; and facts checked by them.

What becomes of a form's answers is in `answers.py`. No game's own numbers, no pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ..entry import N_, Object, Problem, Refused, is_number, name
from .ladder import Ladder
from .question import PASS, Answers, Condition, Input, Option

__all__ = [
    "NOBODY",
    "PASS",
    "Answers",
    "Choice",
    "Condition",
    "Facts",
    "Flag",
    "Implied",
    "Input",
    "Ladder",
    "Number",
    "Option",
    "Seat",
    "check_facts",
    "missing",
    "seat_of",
]

NOBODY: Final = "nobody"

Facts = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Seat(Input):
    """Somebody at the table: one of `seats`, or of `of` when the others sit this deal out.

    `passes` offers *All pass* instead, `nobody` is the label of an answer that leaves the fact out.
    """

    seats: tuple[int, ...]
    of: tuple[int, ...]
    passes: bool = False
    nobody: str = ""

    def problem(self, value: Any) -> Problem | None:
        """Return a problem unless the value is a seat that takes part."""
        if is_number(value) and value in self.seats:
            return None
        sits_out = is_number(value) and value in self.of
        return Problem(
            self.key,
            "one of those who play this deal" if sits_out else "the name of somebody at the table",
            value,
            N_("The dealer sits this deal out.") if sits_out else N_("Choose one of the players."),
        )

    def from_sheet(self, value: Any, names: Sequence[str]) -> Any:
        """Return the seat of a name, or raise `Refused`."""
        return seat_of(self.key, value, names)

    def to_sheet(self, value: Any, names: Sequence[str]) -> Any:
        """Return the name at a seat."""
        return names[value]


@dataclass(frozen=True, kw_only=True)
class Choice(Input):
    """One of a few options."""

    options: tuple[Option, ...]

    def problem(self, value: Any) -> Problem | None:
        """Return a problem unless the value is one of the options."""
        values = [option.value for option in self.options]
        if any(value == known and type(value) is type(known) for known in values):
            return None
        known = ", ".join(str(known) for known in values)
        return Problem(self.key, f"one of {known}", value, N_("Choose one of the answers."))


@dataclass(frozen=True, kw_only=True)
class Number(Input):
    """An integer from `low` to `high`; `wins_from` is the least that wins, for the colours."""

    low: int
    high: int
    wins_from: int | None = None
    optional: bool = False  # null is an answer

    def problem(self, value: Any) -> Problem | None:
        """Return a problem unless the value is an integer within the bounds."""
        if (value is None and self.optional) or (
            is_number(value) and self.low <= value <= self.high
        ):
            return None
        return Problem(
            self.key,
            f"a whole number from {self.low} to {self.high}",
            value,
            N_("Choose a whole number from %(low)s to %(high)s."),
            {"low": self.low, "high": self.high},
        )


@dataclass(frozen=True, kw_only=True)
class Flag(Input):
    """Yes or no. With an empty key it steers the form only and is no fact.

    Facts that hold the key `present` were entered with it switched on.
    """

    present: str = ""

    def problem(self, value: Any) -> Problem | None:
        """Return a problem unless the value is a truth value."""
        if isinstance(value, bool):
            return None
        return Problem(self.key, "true or false", value, N_("Choose yes or no."))


@dataclass(frozen=True, kw_only=True)
class Implied(Input):
    """A fact that follows from other answers and is never asked."""

    value: Any

    def problem(self, value: Any) -> Problem | None:
        """Return a problem unless the value is the implied one."""
        if value == self.value:
            return None
        return Problem(self.key, str(self.value), value, N_("Choose one of the answers."))


def seat_of(key: str, value: Any, names: Sequence[str]) -> int:
    """Return the seat of a name on a sheet, or raise `Refused` naming `key`."""
    if isinstance(value, str):
        try:
            return names.index(name(value, key))
        except (Refused, ValueError):
            pass
    expected = f"one of {', '.join(names)}"
    raise Refused(Problem(key, expected, value, N_("Choose one of the players.")))


def check_facts(inputs: Sequence[Input], facts: Facts) -> list[Problem]:
    """Return what is wrong with each fact by itself: unknown keys, wrong types, out of bounds."""
    problems = []
    for key, value in facts.items():
        parts = {_part(item): None for item in inputs if item.key and _top(item) == key}
        if not parts:
            problems.append(_unknown(key, inputs))
        elif "" in parts:
            problems += _first_problem(key, value, inputs)
        elif not isinstance(value, dict) or set(value) != set(parts) or _repeats(value):
            expected = f"an object of {' and '.join(parts)}"
            problems.append(Problem(key, expected, value, N_("Count all the cards asked for.")))
        else:
            for part in parts:
                problems += _first_problem(f"{key}.{part}", value[part], inputs)
    return problems


def missing(inputs: Sequence[Input], keys: Sequence[str], facts: Facts) -> list[Problem]:
    """Return a problem for each of the keys that the facts lack, in the words of its question."""
    asked = {item.key: item for item in inputs}
    found = ((asked[key], asked[key].problem(None)) for key in keys if key not in facts)
    return [replace(problem, say=item.missing) for item, problem in found if problem]


def _top(item: Input) -> str:
    return item.key.partition(".")[0]


def _part(item: Input) -> str:
    return item.key.partition(".")[2]


def _repeats(value: Any) -> bool:
    return isinstance(value, Object) and value.repeated is not None


def _unknown(key: str, inputs: Sequence[Input]) -> Problem:
    known = ", ".join(dict.fromkeys(_top(item) for item in inputs if item.key))
    return Problem(key, f"one of the keys {known}", key, N_("This game does not ask for that."))


def _first_problem(key: str, value: Any, inputs: Sequence[Input]) -> list[Problem]:
    found = [item.problem(value) for item in inputs if item.key == key]
    return [] if None in found else [problem for problem in found if problem][:1]
