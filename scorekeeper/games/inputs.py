"""What a game can ask about a deal or a rule: Seat, Choice, Number, Flag, Ladder, Implied.

An input knows its bounds, its words and when it is asked. Forms are built from inputs, and
facts from any source are checked by them. No game's own numbers, no pages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ..entry import N_, Object, Problem, Refused, is_number, name

PASS: Final = "pass"  # noqa: S105 - a bid
NOBODY: Final = "nobody"

Answers = Mapping[str, Any]
Condition = Mapping[str, frozenset[Any]]
Facts = dict[str, Any]


@dataclass(frozen=True)
class Option:
    """One answer to choose: its value, its words, a hint in small print beside it."""

    value: Any
    label: str
    hint: str = ""
    term: bool = False  # a term of the game: it stays Italian and is never translated


@dataclass(frozen=True, kw_only=True)
class Input:
    """One question. `key` is where the answer stands in the facts, `a.b` for a part of `a`.

    `field` names it in a form and differs from the key where two questions lead to one fact.
    `when` holds alternatives: each maps fields to the answers that make this question asked.
    """

    key: str
    label: str = ""
    field: str = ""
    when: tuple[Condition, ...] = ()
    missing: str = N_("Choose one.")

    @property
    def name(self) -> str:
        """Return the name of the form field."""
        return self.field or self.key.replace(".", "_")

    def asked(self, answers: Answers) -> bool:
        """Say whether the other answers make this question needed."""
        return not self.when or any(
            all(answers.get(name) in wanted for name, wanted in condition.items())
            for condition in self.when
        )

    def problem(self, value: Any) -> Problem | None:
        """Return what is wrong with a value from the facts, if anything."""
        raise NotImplementedError

    def from_sheet(self, value: Any, names: Sequence[str]) -> Any:
        """Return the stored form of a value from a sheet; seats replace names."""
        return value

    def to_sheet(self, value: Any, names: Sequence[str]) -> Any:
        """Return the sheet's form of a stored value; names replace seats."""
        return value


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
    """Yes or no. With an empty key it steers the form only and is no fact."""

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


@dataclass(frozen=True, kw_only=True)
class Ladder(Input):
    """Bids, low to high, each with its stake: the name of a preset or a mapping."""

    presets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    preset_labels: Mapping[str, str] = field(default_factory=dict)
    low: int = 1
    high: int = 999
    most: int = 12

    def problem(self, value: Any) -> Problem | None:
        """Return a problem unless the value is a preset's name or a mapping within the bounds."""
        if isinstance(value, str) and value in self.presets:
            return None
        if not isinstance(value, dict) or not 1 <= len(value) <= self.most:
            expected = (
                f"one of {', '.join(self.presets)} or 1 to {self.most} bids with their stakes"
            )
            say = N_("Name between one and %(most)s bids, each with its stake.")
            return Problem(self.key, expected, value, say, {"most": self.most})
        return self._repeated(value) or next(
            filter(None, (self._bad_bid(bid, stake) for bid, stake in value.items())), None
        )

    def to_sheet(self, value: Any, names: Sequence[str]) -> Any:
        """Return the name of the preset that says the same, else the mapping."""
        same = (n for n, p in self.presets.items() if list(p.items()) == list(value.items()))
        return next(same, value)

    def _repeated(self, value: dict[str, Any]) -> Problem | None:
        bid = getattr(value, "repeated", None)
        if bid is None:
            return None
        say = N_("Name each bid once.")
        return Problem(self.key, "each bid once", bid, say)

    def _bad_bid(self, bid: str, stake: Any) -> Problem | None:
        try:
            clean = name(bid, self.key)
        except Refused as refused:
            return refused.problems[0]
        if clean != bid or bid == PASS:
            say = N_("Give each bid a name; pass is taken.")
            return Problem(self.key, "the name of a bid other than pass", bid, say)
        if is_number(stake) and self.low <= stake <= self.high:
            return None
        return Problem(
            self.key,
            f"a stake from {self.low} to {self.high} for {bid}",
            stake,
            N_("A stake is a whole number from %(low)s to %(high)s."),
            {"low": self.low, "high": self.high},
        )


def seat_of(key: str, value: Any, names: Sequence[str]) -> int:
    """Return the seat of a name on a sheet, or raise `Refused` naming `key`."""
    if isinstance(value, str):
        try:
            return names.index(name(value, key))
        except (Refused, ValueError):
            pass
    expected = f"one of {', '.join(names)}"
    raise Refused(Problem(key, expected, value, N_("Choose one of the players.")))


def kept(inputs: Sequence[Input], answers: Answers) -> dict[str, Any]:
    """Return the answers to the questions that are asked, in order; the others are dropped."""
    result: dict[str, Any] = {}
    for item in inputs:
        answer = answers.get(item.name)
        if isinstance(item, Flag):
            answer = bool(answer)
        if item.asked(result) and answer is not None:
            result[item.name] = answer
            if answer == PASS:
                break
    return result


def unanswered(inputs: Sequence[Input], answers: Answers) -> list[Input]:
    """Return the questions that are asked and have no answer yet; `answers` as from `kept`."""
    if PASS in answers.values():
        return []
    return [
        item
        for item in inputs
        if not isinstance(item, Implied) and item.name not in answers and item.asked(answers)
    ]


def facts_from(inputs: Sequence[Input], answers: Answers) -> Facts:
    """Return the facts that the kept answers of a form mean."""
    if PASS in answers.values():
        return {"bid": PASS}
    facts: Facts = {}
    for item in inputs:
        implied = isinstance(item, Implied) and item.asked(answers)
        if item.key and (implied or answers.get(item.name, NOBODY) != NOBODY):
            value = item.value if isinstance(item, Implied) else answers[item.name]
            _put(facts, item.key, value)
    return facts


def _put(facts: Facts, key: str, value: Any) -> None:
    outer, _, inner = key.partition(".")
    if inner:
        facts.setdefault(outer, {})[inner] = value
    else:
        facts[outer] = value


def check_facts(inputs: Sequence[Input], facts: Facts) -> list[Problem]:
    """Return what is wrong with each fact by itself: unknown keys, wrong types, out of bounds."""
    problems = []
    for key, value in facts.items():
        parts = {item.key.partition(".")[2]: None for item in inputs if _top(item) == key}
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


def _top(item: Input) -> str:
    return item.key.partition(".")[0]


def _repeats(value: Any) -> bool:
    return isinstance(value, Object) and value.repeated is not None


def _unknown(key: str, inputs: Sequence[Input]) -> Problem:
    known = ", ".join(dict.fromkeys(_top(item) for item in inputs if item.key))
    return Problem(key, f"one of the keys {known}", key, N_("This game does not ask for that."))


def _first_problem(key: str, value: Any, inputs: Sequence[Input]) -> list[Problem]:
    found = [item.problem(value) for item in inputs if item.key == key]
    return [] if None in found else [problem for problem in found if problem][:1]
