"""What every question about a deal or a rule has: key, words, when it is asked.

The kinds of questions are in `inputs.py` and `ladder.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from ..entry import N_, Problem

PASS: Final = N_("pass")
NOBODY: Final = "nobody"

Facts = dict[str, Any]

Answers = Mapping[str, Any]
Condition = Mapping[str, frozenset[Any]]


class Option(NamedTuple):
    """One answer to choose: its value, its words, a hint in small print beside it."""

    value: Any
    label: str
    hint: str = ""
    term: bool = False  # a term of the game: it stays Italian and is never translated


@dataclass(frozen=True, kw_only=True)
class Input:
    """One question. `key` is where the answer stands in the facts, `a.b` for a part of `a`.

    In a list the parts are numbers from 1. With an empty key it steers the form and is no fact.
    `field` names it in a form and differs from the key where two questions lead to one fact.
    `when` holds alternatives: each maps fields to the answers that make this question asked.
    `about` are the seats that it is about, to be named with the label. `initial` is the answer
    that a form begins with. What is `rare` is seldom anything else: a form may fold it away.
    What is asked `after_play` nobody is to know before: a form keeps it apart from the bid.
    `brief` says the answer in a word or two, with `%(value)s` for it; a flag's, that it is on.
    """

    key: str
    label: str = ""
    field: str = ""
    when: tuple[Condition, ...] = ()
    missing: str = N_("Choose one.")
    about: tuple[int, ...] = ()
    initial: Any = None
    rare: bool = False
    after_play: bool = False
    brief: str = ""

    @property
    def derived(self) -> bool:
        """Say whether the answer follows from others, so that no form asks."""
        return False

    def follows(self, answers: Answers) -> Any:
        """Return the answer of a derived question."""
        raise NotImplementedError

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

    def answer_problem(self, answer: Any) -> Problem | None:
        """Return what is wrong with an answer by itself; the fact may hold more than one."""
        return self.problem(answer)

    def put(self, facts: Facts, answer: Any, answers: Answers) -> None:
        """Write the fact that an answer means; `answers` are those to all questions."""
        outer, _, inner = self.key.partition(".")
        if inner.isdecimal():
            row = facts.setdefault(outer, [])
            row += [None] * (int(inner) - len(row))
            row[int(inner) - 1] = answer
        elif inner:
            facts.setdefault(outer, {})[inner] = answer
        elif outer:
            facts[outer] = answer

    def answer(self, facts: Facts) -> Any:
        """Return the answer that leads to these facts, None when they hold none."""
        outer, _, inner = self.key.partition(".")
        value = facts.get(outer)
        if inner.isdecimal():
            return value[int(inner) - 1] if isinstance(value, list) else None
        return value.get(inner) if inner and isinstance(value, dict) else value

    def from_sheet(self, value: Any, names: Sequence[str]) -> Any:
        """Return the stored form of a value from a sheet; seats replace names."""
        return value

    def to_sheet(self, value: Any, names: Sequence[str]) -> Any:
        """Return the sheet's form of a stored value; names replace seats."""
        return value
