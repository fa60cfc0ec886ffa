"""A table of figures: what pages show, files hold and charts draw, all from the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ..scoring import Row

FEW: Final = 10  # under so many deals nothing is ranked


def with_minus(number: object) -> str:
    """Return a number's text with a real minus sign.

    >>> with_minus(-4)
    '−4'
    """
    return str(number).replace("-", "−")


class Rate(NamedTuple):
    """A share of a whole, with the number of deals or matches that it is made of.

    >>> Rate(2, 3, 3).percent, Rate(0, 0, 0).percent
    (67, None)
    """

    part: int
    whole: int
    of: int

    @property
    def percent(self) -> int | None:
        """Return the share in hundredths, None where there is nothing to share."""
        return None if not self.whole else (200 * self.part + self.whole) // (2 * self.whole)

    @property
    def tenths(self) -> str:
        """Return the share in hundredths with one digit after the point, '' where there is none."""
        return "" if not self.whole else tenths(100 * self.part, self.whole)

    @property
    def few(self) -> bool:
        """Say whether these are too few to be ranked."""
        return self.of < FEW


class Mean(NamedTuple):
    """A sum over a number of deals.

    >>> str(Mean(-5, 4)), str(Mean(0, 0))
    ('-1.3', '')
    """

    sum: int
    of: int

    def __str__(self) -> str:
        return "" if not self.of else tenths(self.sum, self.of)


class Money(NamedTuple):
    """An amount in minor units of a currency."""

    minor: int
    currency: str


class Who(NamedTuple):
    """A player."""

    id: int


class People(NamedTuple):
    """Several players."""

    ids: tuple[int, ...]


class Word(NamedTuple):
    """A word of the program, to be translated; `value` is put into it for %(value)s."""

    text: str
    value: int | str | None = None


class Game(NamedTuple):
    """A game, by its slug."""

    slug: str


class When(NamedTuple):
    """A day, as `datetime.date.toordinal` has it, or a month such as 2026-02."""

    day: int | None = None
    month: str = ""


class Played(NamedTuple):
    """What was played in a row of the pad, as its score sheet says it."""

    row: Row
    names: tuple[str, ...]


class At(NamedTuple):
    """A deal, by its id."""

    deal: int


Head = str | Who
Cell = int | str | None | Rate | Mean | Money | Who | People | Word | Game | When | At | Played


class Table(NamedTuple):
    """A table: its key in addresses, its title, words or players as heads, its rows.

    `signed` are the columns whose numbers are changes, shown with their sign; those `aside` stand
    in files alone.
    """

    key: str
    title: str
    heads: tuple[Head, ...]
    rows: Sequence[Sequence[Cell]]
    signed: frozenset[Head] = frozenset()
    game: str = ""
    aside: frozenset[Head] = frozenset()

    @property
    def few(self) -> bool:
        """Say whether a share in it is made of too few deals to mean anything."""
        return any(isinstance(c, Rate) and c.whole and c.few for row in self.rows for c in row)

    def column(self, head: Head) -> list[Cell]:
        """Return what stands under a head."""
        index = self.heads.index(head)
        return [row[index] for row in self.rows]


def tenths(part: int, whole: int) -> str:
    """Return a quotient with one digit after the point, halves rounded away from 0.

    >>> tenths(1, 8), tenths(-1, 20), tenths(2, 1)
    ('0.1', '-0.1', '2.0')
    """
    rounded = (20 * abs(part) + whole) // (2 * whole)
    sign = "-" if part < 0 and rounded else ""
    return f"{sign}{rounded // 10}.{rounded % 10}"
