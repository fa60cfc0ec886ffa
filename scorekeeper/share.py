"""Matches as files for other programs: the deals as CSV, the score sheets as JSON.

Columns: section 5 of `docs/formats.md`. Nothing is scored here but by `scoring`, and what people
read, the text to copy among it, is made elsewhere.
"""

from __future__ import annotations

import csv
import datetime
import io
import json
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from .scoring import Row, Scored, score
from .sheet import Sheet, write_sheet

Cell = int | str | None

COLUMNS: Final = (
    "date",
    "place",
    "match",
    "game",
    "deal",
    "dealer",
    "bid",
    "soloist",
    "partner",
    "card points",
    "outcome",
    "sweep",
    "stake",
    "multiplier",
    "note",
)
SEPARATORS: Final = {"comma": ",", "semicolon": ";"}

_NUMBER: Final = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?")
_FORMULA: Final = "=+\\-@＝＋－＠"  # noqa: RUF001 - some spreadsheets read the wide ones, too
_STARTS: Final = re.compile(rf"[{_FORMULA}\t\r\n]")
# Where the other separator is expected a cell is cut at it, and what follows begins a cell.
_CUT: Final = re.compile(rf"""([;,\t\r\n]["\s]*)(?=[{_FORMULA}])""")


class Shared(NamedTuple):
    """A match to be shared: when and where, its number in the sitting, its sheet."""

    date: datetime.date
    place: str
    number: int
    sheet: Sheet


def deal_table(matches: Sequence[Shared]) -> list[list[Cell]]:
    """Return the deals of matches, oldest first, below a line with the names of the columns.

    Every player of any of the matches has columns for the score, for the total after it and for
    what the row pays; they are empty in the matches of others.
    """
    names = list(dict.fromkeys(name for match in matches for name in match.sheet.names))
    players = [f"{name} {what}" for name in names for what in ("score", "total", "payoff")]
    return [
        [*COLUMNS, *players],
        *(line for match in matches for line in _lines(match, names)),
    ]


def _lines(shared: Shared, names: Sequence[str]) -> Iterator[list[Cell]]:
    sheet = shared.sheet
    seats = {name: seat for seat, name in enumerate(sheet.names)}
    scored = score(sheet.match)
    for row in scored.rows:
        paid = _paid(sheet, scored, row)
        scores: list[Cell] = []
        for name in names:
            if (seat := seats.get(name)) is None:
                scores += (None, None, None)
            else:
                scores += (row.result.score[seat], row.totals[seat], paid[seat])
        yield [
            shared.date.isoformat(),
            shared.place,
            shared.number,
            sheet.match.game.name,
            *_deal(row, sheet.names),
            *scores,
        ]


def _paid(sheet: Sheet, scored: Scored, row: Row) -> Sequence[int]:
    """Return what a row pays: a match that is paid as a whole is paid by its last one."""
    if not sheet.match.game.paid_as_a_whole(sheet.match.rules):
        return row.result.paid
    last = row is scored.rows[-1]
    return scored.standing.payoffs if last else (0,) * sheet.match.seats


def _deal(row: Row, names: Sequence[str]) -> list[Cell]:
    result = row.result
    people = (row.dealer, result.lead, result.seat("partner"))
    dealer, soloist, partner = (None if seat is None else names[seat] for seat in people)
    return [
        row.number,
        dealer,
        result.contract,
        soloist,
        partner,
        result.points,
        result.outcome,
        result.sweep,
        result.stake,
        result.multiplier,
        row.facts.get("note"),
    ]


def safe(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula; numbers stay as they are.

    >>> safe("=1+1"), safe("-4"), safe("Anna"), safe("x;=1+1")
    ("'=1+1", '-4', 'Anna', "x;'=1+1")
    """
    if _NUMBER.fullmatch(text):
        return text
    start = "'" if _STARTS.match(text) else ""
    return start + _CUT.sub(r"\1'", text)


def csv_file(table: Sequence[Sequence[Cell]], separator: str, *, bom: bool = False) -> bytes:
    """Return a table as CSV in UTF-8, on wish with the mark that tells Excel so."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=SEPARATORS[separator])
    for line in table:
        writer.writerow([safe(cell) if isinstance(cell, str) else cell for cell in line])
    return file.getvalue().encode("utf-8-sig" if bom else "utf-8")


def sheet_file(sheet: Sheet) -> bytes:
    """Return a score sheet as `scorekeeper score` reads it."""
    return json.dumps(write_sheet(sheet), ensure_ascii=False, indent=2).encode() + b"\n"


def sheet_lines(sheets: Sequence[Sheet]) -> bytes:
    """Return score sheets, one a line, as `scorekeeper score --lines` reads them."""
    lines = [json.dumps(write_sheet(sheet), ensure_ascii=False) + "\n" for sheet in sheets]
    return "".join(lines).encode()


def file_name(date: datetime.date, ending: str, match: int | None = None) -> str:
    """Return what a file is called; ASCII, and no name of a person or place.

    >>> file_name(datetime.date(2026, 10, 15), "json", 2)
    '2026-10-15-match-2.json'
    """
    what = "evening" if match is None else f"match-{match}"
    return f"{date.isoformat()}-{what}.{ending}"
