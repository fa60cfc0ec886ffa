"""Questions about people at the table: Seat for one, Seats for several.

No game's own numbers, no pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..entry import N_, Problem, Refused, is_number, name
from .question import NOBODY, Answers, Facts, Input


@dataclass(frozen=True, kw_only=True)
class Seat(Input):
    """Somebody at the table: one of `seats`, or of `of` when the others sit this deal out.

    `passes` offers *All pass* instead, `nobody` is the label of an answer that leaves the fact
    out, or says null where that `is_null`. Who answers one of the questions `apart` cannot be the
    answer here: a form does not let it be chosen.
    """

    seats: tuple[int, ...]
    of: tuple[int, ...]
    passes: bool = False
    nobody: str = ""
    is_null: bool = False
    apart: tuple[str, ...] = ()

    def problem(self, value: Any) -> Problem | None:
        """Return a problem unless the value is a seat that takes part."""
        if (is_number(value) and value in self.seats) or (value is None and self.is_null):
            return None
        sits_out = is_number(value) and value in self.of
        return Problem(
            self.key,
            "one of those who play this deal" if sits_out else "the name of somebody at the table",
            value,
            N_("The dealer sits this deal out.") if sits_out else N_("Choose one of the players."),
        )

    def put(self, facts: Facts, answer: Any, answers: Answers) -> None:
        """Write the seat; nobody is left out or null."""
        if answer != NOBODY:
            super().put(facts, answer, answers)
        elif self.is_null:
            super().put(facts, None, answers)

    def answer(self, facts: Facts) -> Any:
        """Return the seat, or nobody where that is an answer."""
        found = super().answer(facts)
        return NOBODY if found is None and self.nobody else found

    def from_sheet(self, value: Any, names: Sequence[str]) -> Any:
        """Return the seat of a name, or raise `Refused`."""
        return None if value is None and self.is_null else seat_of(self.key, value, names)

    def to_sheet(self, value: Any, names: Sequence[str]) -> Any:
        """Return the name at a seat."""
        return None if value is None else names[value]


@dataclass(frozen=True, kw_only=True)
class Seats(Input):
    """Several at the table, `count` of the seats `of`; a form posts each of them by itself.

    `exactly` asks for no more and no fewer than several, with `%(count)s` for how many.
    """

    of: tuple[int, ...]
    count: int
    exactly: str = N_("Choose as many players as it says: %(count)s.")

    def problem(self, value: Any) -> Problem | None:
        """Return a problem unless the value is a list of that many different seats."""
        if (
            isinstance(value, list)
            and all(is_number(seat) and seat in self.of for seat in value)
            and len(value) == self.count == len(set(value))
        ):
            return None
        return Problem(
            self.key,
            f"a list of {self.count} of the names at the table",
            value,
            self.missing if self.count == 1 else self.exactly,
            {"count": self.count},
        )

    def from_sheet(self, value: Any, names: Sequence[str]) -> Any:
        """Return the seats of names, or raise `Refused`."""
        if not isinstance(value, list):
            return value
        return [seat_of(self.key, item, names) for item in value]

    def to_sheet(self, value: Any, names: Sequence[str]) -> Any:
        """Return the names at seats."""
        return [names[seat] for seat in value]


def seat_of(key: str, value: Any, names: Sequence[str]) -> int:
    """Return the seat of a name on a sheet, or raise `Refused` naming `key`."""
    if isinstance(value, str):
        try:
            return names.index(name(value, key))
        except (Refused, ValueError):
            pass
    expected = f"one of {', '.join(names)}"
    raise Refused(Problem(key, expected, value, N_("Choose one of the players.")))
