"""Evenings of the past, their names, and what is wrong with a file of them and where."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from .. import entry
from ..entry import Problem
from ..sheet import Sheet

MOST_NAMES: Final = 100
MOST_MATCHES: Final = 2000


@dataclass(frozen=True)
class Evening:
    """An evening of the past, with its matches. Sheets do not say when and where: no date."""

    date: datetime.date | None
    place: str
    sheets: tuple[Sheet, ...]


@dataclass(frozen=True)
class Wrong:
    """A problem and where it is: a line of the table, or a sheet and perhaps its deal, from 1."""

    problem: Problem
    line: int | None = None
    sheet: int | None = None
    deal: int | None = None

    def __str__(self) -> str:
        places = (("line", self.line), ("sheet", self.sheet), ("deal", self.deal))
        where = ", ".join(f"{noun} {number}" for noun, number in places if number is not None)
        return f"{where}: {self.problem}" if where else str(self.problem)


class PaperRefused(ValueError):
    """A file of evenings that is not accepted, with everything that is wrong with it."""

    def __init__(self, *found: Wrong) -> None:
        super().__init__("; ".join(map(str, found)))
        self.found = found


def people(evenings: Sequence[Evening]) -> list[str]:
    """Return every name in some evenings once, in order of first appearance."""
    sheets = (sheet for evening in evenings for sheet in evening.sheets)
    return list(dict.fromkeys(name for sheet in sheets for name in sheet.names))


def suggested(name: str, known: Mapping[str, int]) -> int | None:
    """Return whom a name may belong to: who is called so, else who looks alike.

    >>> suggested("anna", {"Anna": 1, "Ben": 2}), suggested("Carla", {"Anna": 1})
    (1, None)
    """
    if name in known:
        return known[name]
    alike = entry.lookalike(name)
    return next((who for other, who in known.items() if entry.lookalike(other) == alike), None)
