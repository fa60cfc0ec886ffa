"""A table in CSV: a line that names the columns, then a line for each match with what it came to.

Of such a match nothing is known but the numbers: it becomes one adjustment, and is open-ended.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
from collections.abc import Iterator
from typing import Any, Final

from .. import entry
from ..entry import N_, Problem, Refused
from ..games.base import Game, read_rules
from ..scoring import ImpossibleDeals, Match, score
from ..sheet import Sheet
from .evenings import MOST_MATCHES, MOST_NAMES, Evening, PaperRefused, Wrong

DATE, PLACE, NOTE = "date", "place", "from paper"
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_FIRST: Final = datetime.date(1900, 1, 1)


class Table:
    """A table of evenings: a line of names, then one line for each match."""

    def __init__(self, text: str, game: Game, today: datetime.date) -> None:
        head = text.partition("\n")[0]
        self._separator = ";" if head.count(";") > head.count(",") else ","
        self._text, self._game, self._today = text, game, today
        self._found: list[Wrong] = []
        self._names: list[str] = []
        self._columns = 0
        self._places = 0

    def evenings(self) -> list[Evening]:
        """Return the evenings; lines of one day and place that follow each other are one."""
        evenings: list[Evening] = []
        matches = 0
        for line, cells in self._lines():
            if not self._names:
                self._head(line, cells)
                continue
            matches += 1
            evening = self._evening(line, cells)
            if evening is None:
                continue
            last = evenings[-1] if evenings else None
            if last and (last.date, last.place) == (evening.date, evening.place):
                evening = Evening(last.date, last.place, (*last.sheets, *evening.sheets))
                evenings.pop()
            evenings.append(evening)
        if not matches and not self._found:
            say = N_("The file is empty.")
            self._say(1, Problem("file", "a line for each match", None, say))
        if matches > MOST_MATCHES:
            say = N_("A file holds at most %(most)s matches.")
            values = {"most": MOST_MATCHES}
            self._say(1, Problem("file", f"at most {MOST_MATCHES} lines", matches, say, values))
        if self._found:
            raise PaperRefused(*self._found)
        return evenings

    def _say(self, line: int, problem: Problem) -> None:
        self._found.append(Wrong(problem, line=line))

    def _lines(self) -> Iterator[tuple[int, list[str]]]:
        """Yield each line's number and cells; empty ones are passed over."""
        reader = csv.reader(
            io.StringIO(self._text, newline=""), delimiter=self._separator, strict=True
        )
        while True:
            line = reader.line_num + 1
            try:
                cells = [cell.strip() for cell in next(reader)]
            except StopIteration:
                return
            except csv.Error as error:
                say = N_("This line is not a line of a table.")
                self._say(line, Problem("line", "cells with separators", str(error), say))
                return
            if any(cells):
                yield line, cells
            if not self._names and self._found:
                return  # without names nothing below means anything

    def _head(self, line: int, cells: list[str]) -> None:
        if cells[0].casefold() != DATE:
            say = N_("The first line names the columns: date, place if you like, then the players.")
            self._say(line, Problem(DATE, DATE, cells[0], say))
            return
        self._places = int(cells[1:2] != [] and cells[1].casefold() == PLACE)
        self._columns = len(cells)
        names: list[str] = []
        for cell in cells[1 + self._places :]:
            try:
                name = entry.name(cell)
            except Refused as refused:
                self._say(line, refused.problems[0])
                continue
            if name in names:
                say = N_("The name %(name)s stands there twice.")
                problem = Problem("name", "each name once", name, say, {"name": name})
                self._say(line, problem)
            names.append(name)
        least = min(self._game.seats)
        if not least <= len(names) <= MOST_NAMES:
            say = N_("There must be %(least)s to %(most)s names.")
            values = {"least": least, "most": MOST_NAMES}
            expected = f"{least} to {MOST_NAMES} names"
            self._say(line, Problem("name", expected, len(names), say, values))
        self._names = [] if self._found else names

    def _evening(self, line: int, cells: list[str]) -> Evening | None:
        before = len(self._found)
        if len(cells) != self._columns:
            say = N_("This line has %(came)s cells, the first one has %(count)s.")
            values = {"came": len(cells), "count": self._columns}
            expected = f"{self._columns} cells"
            self._say(line, Problem("line", expected, len(cells), say, values))
            return None
        date, place = self._date(line, cells[0]), self._place(line, cells)
        sheet = self._sheet(line, cells[1 + self._places :])
        if sheet is None or len(self._found) > before:
            return None
        return Evening(date, place, (sheet,))

    def _date(self, line: int, cell: str) -> datetime.date | None:
        try:
            found = datetime.date.fromisoformat(cell) if _DAY.fullmatch(cell) else None
        except ValueError:
            found = None
        if found is None or not _FIRST <= found <= self._today + datetime.timedelta(days=1):
            say = N_("Write the day of a past evening like this: 2026-10-15.")
            self._say(line, Problem(DATE, "a past day such as 2026-10-15", cell, say))
        return found

    def _place(self, line: int, cells: list[str]) -> str:
        cell = cells[1] if self._places else ""
        try:
            return entry.name(cell, PLACE) if cell else ""
        except Refused as refused:
            self._say(line, refused.problems[0])
            return ""

    def _sheet(self, line: int, cells: list[str]) -> Sheet | None:
        """Return the match of a line: who has a number was there, and nothing else is known."""
        there = [(name, cell) for name, cell in zip(self._names, cells, strict=True) if cell]
        scores = [entry.number(cell) for _, cell in there]
        for (name, cell), number in zip(there, scores, strict=True):
            if number is None:
                say = N_("%(name)s: write a whole number, or nothing for who was not there.")
                self._say(line, Problem("score", "a whole number", cell, say, {"name": name}))
        if len(there) not in self._game.seats:
            least, most = min(self._game.seats), max(self._game.seats)
            say = N_("A match is played by %(least)s to %(most)s; this line has %(came)s.")
            values = {"least": least, "most": most, "came": len(there)}
            expected = f"numbers for {least} to {most} players"
            self._say(line, Problem("score", expected, len(there), say, values))
            return None
        if None in scores:
            return None
        match = _open_ended(self._game, len(there), {"adjust": scores, "note": NOTE})
        try:
            score(match)
        except ImpossibleDeals as impossible:
            for problem in impossible.problems:
                self._say(line, problem)
            return None
        return Sheet(match, tuple(name for name, _ in there))


def _open_ended(game: Game, seats: int, row: dict[str, Any]) -> Match:
    rules = read_rules(game, dict.fromkeys(game.rules_type.endings), seats)
    return Match(game, rules, seats, 0, (row,))
