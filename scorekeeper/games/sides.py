"""Questions about sides: which of them, and what each has of a total that they share.

No game's own numbers, no pages.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..entry import N_, Problem, is_number
from .inputs import Number
from .question import Answers, Facts, Input

Sides = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, kw_only=True)
class Side(Input):
    """One of the sides, by its number from 1; a form names the seats of each.

    With an empty key it says whose number of the shared total `counts` is given.
    """

    sides: Sides
    counts: str = ""

    def problem(self, value: Any) -> Problem | None:
        """Return a problem unless the value is the number of a side."""
        if is_number(value) and 1 <= value <= len(self.sides):
            return None
        expected = f"the number of a side, 1 to {len(self.sides)}"
        return Problem(self.key, expected, value, N_("Choose one of the sides."))

    def answer(self, facts: Facts) -> Any:
        """Return the side, or the first one that has a number of the shared total."""
        if not self.counts:
            return super().answer(facts)
        shares = facts.get(self.counts)
        if not isinstance(shares, list):
            return None
        return next((n for n, share in enumerate(shares, start=1) if share is not None), None)


@dataclass(frozen=True, kw_only=True)
class Share(Number):
    """What one side has of a `total` that all `sides` share; the fact is a list, one number each.

    `whose` is the side's number, or the name of the question that says it. Of two sides one is
    enough, the other is null; of more, the last has what the others leave.
    """

    sides: int
    total: int
    whose: int | str

    def problem(self, value: Any) -> Problem | None:
        """Return a problem unless the value is a list of numbers that adds up to the total."""
        if not isinstance(value, list) or len(value) != self.sides:
            expected = f"a list of {self.sides} numbers, one for each side"
            return Problem(self.key, expected, value, N_("Give a number for each side."))
        known = [share for share in value if share is not None]
        for share in known:
            if found := super().problem(share):
                return found if is_number(share) else replace(found, came=value)
        if len(known) < (1 if self.sides == 2 else self.sides):
            nulls = ", null for one of them" if self.sides == 2 else ""
            expected = f"a number for each side{nulls}"
            return Problem(self.key, expected, value, N_("Give a number for each side."))
        if len(known) == self.sides and sum(known) != self.total:
            say = N_("The numbers must add up to %(total)s; now they add up to %(sum)s.")
            values = {"total": self.total, "sum": sum(known)}
            return Problem(self.key, f"numbers that sum to {self.total}", value, say, values)
        return None

    def answer_problem(self, answer: Any) -> Problem | None:
        """Return a problem unless the answer is a number within the bounds."""
        return super().problem(answer)

    def put(self, facts: Facts, answer: Any, answers: Answers) -> None:
        """Write the side's number, and what it leaves to the last of more than two sides.

        Nothing is written before it is said whose number it is.
        """
        whose = answers.get(self.whose) if isinstance(self.whose, str) else self.whose
        if whose is None:
            return
        shares = facts.setdefault(self.key, [None] * self.sides)
        shares[whose - 1] = answer
        if self.sides > 2:
            shares[-1] = self.total - sum(share or 0 for share in shares[:-1])

    def answer(self, facts: Facts) -> Any:
        """Return the side's number; the first that there is where another question says whose."""
        shares = facts.get(self.key)
        if not isinstance(shares, list):
            return None
        if isinstance(self.whose, int):
            return shares[self.whose - 1]
        return next((share for share in shares if share is not None), None)


def whole(shares: list[int | None], total: int) -> tuple[int, ...]:
    """Return a list of shares without null: the one that is missing is what the others leave.

    >>> whole([70, None], 120)
    (70, 50)
    """
    left = total - sum(share or 0 for share in shares)
    return tuple(left if share is None else share for share in shares)
