"""The lines of a match's score sheet as the table page draws them. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from flask import url_for
from flask_babel import gettext as _

from ..scoring import Row
from ..store.matches import Kept
from ..words import minus, played, signed


class Cell(NamedTuple):
    """What one side got in a row, in which colour, and its total after it."""

    tone: str
    change: str
    total: str


class Line(NamedTuple):
    """A row of the sheet: its number, what was played, who dealt, a cell for each side.

    `address` leads to its correction, empty for who may not correct.
    """

    number: int
    played: str
    address: str
    sweep: str | None
    outcome: str
    aside: str
    cells: tuple[Cell, ...]


def lines(kept: Kept, *, corrects: bool) -> list[Line]:
    """Return the lines, the newest first."""
    columns = [side[0] for side in kept.match.sides]
    address = _corrections(kept.id) if corrects else lambda _deal: ""
    dealt = [str(_("%(name)s dealt", name=name)) for name in kept.names]
    pairs = zip(kept.deals, kept.scored.rows, strict=True)
    found = [
        Line(
            row.number,
            played(row, kept.names),
            address(deal.id),
            row.result.sweep,
            row.result.outcome,
            _aside(row, dealt),
            tuple(_cell(row, seat) for seat in columns),
        )
        for deal, row in pairs
    ]
    return found[::-1]


def _corrections(match: int) -> Callable[[int], str]:
    """Return where a deal is corrected, by its id; one address is made, the rest are like it."""
    some = 999_999_999
    before, _, after = url_for("corrections.edit", match=match, deal=some).rpartition(str(some))
    return lambda deal: f"{before}{deal}{after}"


def _aside(row: Row, dealt: list[str]) -> str:
    parts = [] if row.dealer is None else [dealt[row.dealer]]
    return " · ".join([*parts, *filter(None, [row.facts.get("note")])])


def _cell(row: Row, seat: int) -> Cell:
    change = row.result.score[seat]
    tone = "plus" if change > 0 else "minus" if change < 0 else ""
    return Cell(tone, signed(change) if change else "·", minus(row.totals[seat]))
