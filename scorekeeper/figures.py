"""Tables of figures in words, for pages and files, and what a chart of one says to who hears it."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from itertools import compress
from typing import Any, Final, NamedTuple

from babel.numbers import get_decimal_symbol
from flask_babel import format_date, get_locale
from flask_babel import gettext as _

from .currencies import plain, signed_money
from .sentences import spoken_in
from .share import Cell as Plain
from .stats.table import (
    At,
    Cell,
    Game,
    Head,
    Mean,
    Money,
    People,
    Played,
    Rate,
    Table,
    When,
    Who,
    Word,
    with_minus,
)
from .words import game_name, listing, minus, played, signed, translated

NONE: Final = "–"
Names = Mapping[int, str]
FILES: Final = "en_GB"
SPOKEN: Final = 12  # what a chart says of its rows, at most


class Said(NamedTuple):
    """A cell as a page shows it: its text, small print after it, whose or which it is."""

    text: str
    small: str = ""
    tone: str = ""
    player: int | None = None
    deal: int | None = None
    month: str = ""

    @property
    def number(self) -> bool:
        """Say whether it stands with numbers, at the right."""
        return self.tone != "words"


class Shown(NamedTuple):
    """A table in words: heads with whether numbers stand below, rows, which column names a row."""

    key: str
    title: str
    heads: list[tuple[str, bool]]
    rows: list[list[Said]]
    label: int
    few: bool
    aloud: str


def shown(table: Table, names: Names) -> Shown:
    """Return a table as a page shows it."""
    on_page = [head not in table.aside for head in table.heads]
    pairs = [compress(zip(table.heads, row, strict=True), on_page) for row in table.rows]
    rows = [[said(table, head, cell, names) for head, cell in pair] for pair in pairs]
    heads = [head_text(head, names) for head in compress(table.heads, on_page)]
    first = rows[0] if rows else []
    numbers = [cell.number for cell in first] or [False] * len(heads)
    return Shown(
        table.key,
        translated(table.title),
        list(zip(heads, numbers, strict=True)),
        rows,
        numbers.index(False) if False in numbers else 0,
        table.few,
        aloud(table, names),
    )


def said(table: Table, head: Head, cell: Cell, names: Names) -> Said:
    """Return a cell as a page shows it."""
    if cell is None:
        return Said(NONE, tone="none")
    if isinstance(cell, Rate):
        return _rate(cell)
    if isinstance(cell, Mean):
        text = with_minus(cell) or NONE
        up = head in table.signed and not text.startswith(("−", "0.0", NONE))
        return Said(pointed(f"+{text}" if up else text))
    if isinstance(cell, Money):
        tone = "plus" if cell.minor > 0 else "minus" if cell.minor < 0 else ""
        return Said(signed_money(cell.minor, cell.currency), tone=tone)
    if isinstance(cell, int):
        return _number(cell, change=head in table.signed)
    return _words(cell, names)


def _rate(cell: Rate) -> Said:
    if cell.percent is None:
        return Said(NONE, tone="none")
    return Said(
        percentage(cell.percent), str(_("of %(deals)s", deals=cell.of)), "few" if cell.few else ""
    )


def percentage(percent: int) -> str:
    """Return a share in hundredths as the page's language writes it."""
    return str(_("%(percent)s %%", percent=percent))


def pointed(text: str) -> str:
    """Return a number's text with the decimal mark of the page's language."""
    return text.replace(".", str(get_decimal_symbol(get_locale())))


def _number(cell: int, *, change: bool) -> Said:
    if not change:
        return Said(minus(cell))
    return Said(signed(cell), tone="plus" if cell > 0 else "minus" if cell < 0 else "")


def _words(cell: Any, names: Names) -> Said:
    text = in_words(cell, names)
    if isinstance(cell, Who):
        return Said(text, tone="words", player=cell.id)
    if isinstance(cell, At):
        return Said(text, tone="words", deal=cell.deal)
    if isinstance(cell, When):
        return Said(text, tone="words", month=cell.month)
    return Said(text, tone="words")


def in_words(cell: Any, names: Names) -> str:
    """Return what is no number in words."""
    if isinstance(cell, Who):
        return names.get(cell.id, "")
    if isinstance(cell, People):
        return listing([names.get(player, "") for player in cell.ids])
    if isinstance(cell, Word):
        return translated(cell.text) % {"value": cell.value}
    if isinstance(cell, Game):
        return game_name(cell.slug)
    if isinstance(cell, When):
        return when(cell)
    if isinstance(cell, Played):
        said = played(cell.row, cell.names)
        return f"{said}, {cell.row.result.sweep}" if cell.row.result.sweep else said
    return str(cell.deal) if isinstance(cell, At) else translated(str(cell))


def short_day(date: datetime.date) -> str:
    """Return a day without its weekday: *3 Feb 2026*."""
    return str(format_date(date, "medium"))


def when(cell: When) -> str:
    """Return a day or a month in words."""
    if cell.month:
        date = datetime.date.fromisoformat(f"{cell.month}-01")
        return str(format_date(date, "LLL y"))
    return short_day(datetime.date.fromordinal(cell.day or 1))


def head_text(head: Head, names: Names) -> str:
    """Return the head of a column: a word in the page's language, or a name as it is."""
    return names.get(head.id, "") if isinstance(head, Who) else translated(head)


def as_file(table: Table, names: Names) -> list[list[Plain]]:
    """Return a table for a CSV file: its heads, then its rows; shares in hundredths.

    Files are read by other programs: in every language they are the same.
    """
    with spoken_in(FILES):
        heads: list[Plain] = [head_text(head, names) for head in table.heads]
        return [heads, *([_plain(cell, names) for cell in row] for row in table.rows)]


def _plain(cell: Cell, names: Names) -> Plain:
    if cell is None or isinstance(cell, int | str):
        return cell
    if isinstance(cell, Rate):
        return cell.tenths or None
    if isinstance(cell, Mean):
        return str(cell) or None
    if isinstance(cell, Money):
        return plain(cell.minor, cell.currency)
    if isinstance(cell, When):
        return cell.month or datetime.date.fromordinal(cell.day or 1).isoformat()
    return in_words(cell, names)


def aloud(table: Table, names: Names) -> str:
    """Return what a chart shows in a sentence or two: of lines where they end, of bars each."""
    title = translated(table.title)
    if not table.rows:
        return title
    if table.key.startswith(("totals", "progress")):
        last = table.rows[-1]
        ends = [
            f"{head_text(head, names)} {said(table, head, cell, names).text}"
            for head, cell in zip(table.heads[1:], last[1:], strict=True)
        ]
        return str(_("%(title)s. At the end: %(ends)s.", title=title, ends=", ".join(ends)))
    return f"{title}. {', '.join(_bars(table, names))}."


def _bars(table: Table, names: Names) -> list[str]:
    """Return the first rows as a chart tells them: what stands first, and what is drawn."""
    drawn = {"bids": "Share won", "months": "Deals", "points": "Deals"}.get(table.key)
    place = table.heads.index(drawn) if drawn in table.heads else -1
    found = []
    for row in table.rows[:SPOKEN]:
        first = said(table, table.heads[0], row[0], names).text
        cell = said(table, table.heads[place], row[place], names)
        found.append(f"{first} {cell.text} {cell.small}".rstrip())
    return found
