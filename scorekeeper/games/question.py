"""What every question about a deal or a rule has: key, words, when it is asked.

The kinds of questions are in `inputs.py` and `ladder.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..entry import N_, Problem

PASS: Final = "pass"  # noqa: S105 - a bid

Answers = Mapping[str, Any]
Condition = Mapping[str, frozenset[Any]]


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
