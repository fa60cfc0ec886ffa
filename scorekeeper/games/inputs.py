"""The kinds of questions: Choice, Number, Flag, Implied; and facts checked by all of them.

Questions about seats are in `seats.py`, about sides in `sides.py`, what becomes of a form's
answers in `answers.py`. No game's own numbers, no pages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..entry import N_, Object, Problem, is_number
from .ladder import Ladder
from .question import NOBODY, PASS, Answers, Condition, Facts, Input, Option
from .seats import Seat, Seats, seat_of

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
    "Seats",
    "check_facts",
    "missing",
    "seat_of",
]


@dataclass(frozen=True, kw_only=True)
class Choice(Input):
    """One of a few options; choosing the one that is `left_out` leaves the fact out."""

    options: tuple[Option, ...]
    left_out: str = ""

    def problem(self, value: Any) -> Problem | None:
        """Return a problem unless the value is one of the options."""
        values = [option.value for option in self.options if option.value != self.left_out]
        if any(value == known and type(value) is type(known) for known in values):
            return None
        known = ", ".join(str(known) for known in values)
        return Problem(self.key, f"one of {known}", value, N_("Choose one of the answers."))

    def answer_problem(self, answer: Any) -> Problem | None:
        """Return a problem unless the answer is one of the options."""
        return None if self.left_out and answer == self.left_out else self.problem(answer)

    def put(self, facts: Facts, answer: Any, answers: Answers) -> None:
        """Write the value unless it is the one that is left out."""
        if not self.left_out or answer != self.left_out:
            super().put(facts, answer, answers)


@dataclass(frozen=True, kw_only=True)
class Number(Input):
    """An integer from `low` to `high`; `wins_from` is the least that wins, for the colours.

    `common` are the values that a form offers at once, the others come step by step; none means
    that all of them are offered. `never` cannot be although it is within the bounds. What has a
    `worth` is typed by nobody: it adds up other answers, each times what it is worth.
    """

    low: int
    high: int
    wins_from: int | None = None
    optional: bool = False  # null is an answer
    common: tuple[int, ...] = ()
    never: tuple[int, ...] = ()
    worth: Mapping[str, int] = field(default_factory=dict)

    @property
    def derived(self) -> bool:
        """Say whether other answers add up to this."""
        return bool(self.worth)

    def follows(self, answers: Answers) -> int:
        """Return what the other answers add up to."""
        return sum(worth * int(answers.get(name, 0)) for name, worth in self.worth.items())

    def problem(self, value: Any) -> Problem | None:
        """Return a problem unless the value is an integer within the bounds."""
        if (value is None and self.optional) or self.fits(value):
            return None
        if is_number(value) and value in self.never:
            say = N_("%(number)s cannot come about.")
            expected = f"a number other than {' and '.join(map(str, self.never))}"
            return Problem(self.key, expected, value, say, {"number": value})
        return Problem(
            self.key,
            f"a whole number from {self.low} to {self.high}",
            value,
            N_("Choose a whole number from %(low)s to %(high)s."),
            {"low": self.low, "high": self.high},
        )

    def fits(self, value: Any) -> bool:
        """Say whether a value is an integer within the bounds that can come about."""
        return is_number(value) and self.low <= value <= self.high and value not in self.never


@dataclass(frozen=True, kw_only=True)
class Flag(Input):
    """Yes or no. With an empty key it steers the form only and is no fact.

    Facts that hold the key `present` were entered with it switched on. Where it is `yes_only`,
    no is told by leaving the fact out.
    """

    present: str = ""
    yes_only: bool = False

    def problem(self, value: Any) -> Problem | None:
        """Return a problem unless the value is a truth value."""
        if isinstance(value, bool) and (value or not self.yes_only):
            return None
        expected = "true, or nothing" if self.yes_only else "true or false"
        return Problem(self.key, expected, value, N_("Choose yes or no."))

    def put(self, facts: Facts, answer: Any, answers: Answers) -> None:
        """Write the truth value, or only a yes."""
        if answer or not self.yes_only:
            super().put(facts, answer, answers)

    def answer(self, facts: Facts) -> bool:
        """Say whether it is switched on."""
        return self.present in facts if self.present else bool(super().answer(facts))


@dataclass(frozen=True, kw_only=True)
class Implied(Input):
    """A fact that follows from other answers and is never asked."""

    value: Any

    @property
    def derived(self) -> bool:
        """Say that it is never asked."""
        return True

    def follows(self, answers: Answers) -> Any:
        """Return the one value."""
        return self.value

    def problem(self, value: Any) -> Problem | None:
        """Return a problem unless the value is the implied one."""
        if value == self.value:
            return None
        return Problem(self.key, str(self.value), value, N_("Choose one of the answers."))


def check_facts(inputs: Sequence[Input], facts: Facts) -> list[Problem]:
    """Return what is wrong with each fact by itself: unknown keys, wrong types, out of bounds."""
    problems = []
    for key, value in facts.items():
        parts = _parts(key, inputs)
        if not parts:
            problems.append(_unknown(key, inputs))
        elif "" in parts:
            problems += _first_problem(key, value, inputs)
        elif all(part.isdecimal() for part in parts):
            problems += _list_problems(key, value, inputs, len(parts))
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


def _parts(key: str, inputs: Sequence[Input]) -> dict[str, None]:
    """Return the parts of a fact that are asked for, an empty one for the fact as a whole."""
    if not key or "." in key:
        return {}
    inner = f"{key}."
    own = (i.key for i in inputs if i.key == key or i.key.startswith(inner))
    return {part[len(inner) :]: None for part in own}


def _top(item: Input) -> str:
    return item.key.partition(".")[0]


def _repeats(value: Any) -> bool:
    return isinstance(value, Object) and value.repeated is not None


def _list_problems(key: str, value: Any, inputs: Sequence[Input], length: int) -> list[Problem]:
    if not isinstance(value, list) or len(value) != length:
        say = N_("Give a number for each side.")
        return [Problem(key, f"a list of {length} numbers, one for each side", value, say)]
    found = (
        problem
        for place, part in enumerate(value, start=1)
        for problem in _first_problem(f"{key}.{place}", part, inputs)
    )
    return [replace(problem, field=key) for problem in found]


def _unknown(key: str, inputs: Sequence[Input]) -> Problem:
    known = ", ".join(dict.fromkeys(_top(item) for item in inputs if item.key))
    return Problem(key, f"one of the keys {known}", key, N_("This game does not ask for that."))


def _first_problem(key: str, value: Any, inputs: Sequence[Input]) -> list[Problem]:
    found = [item.problem(value) for item in inputs if item.key == key]
    return [] if None in found else [problem for problem in found if problem][:1]
