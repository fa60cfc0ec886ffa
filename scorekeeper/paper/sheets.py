"""Score sheets in JSON: one, a list of them, or one on each line; together they are one evening."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..entry import N_, Problem, Refused
from ..jsontext import read_json
from ..scoring import ImpossibleDeals
from ..sheet import Sheet, read_sheet, score_sheet
from .evenings import MOST_MATCHES, MOST_NAMES, PaperRefused, Wrong


def read_sheets(text: str) -> list[Sheet]:
    """Return the sheets of a JSON text, or raise `PaperRefused`."""
    given = _values(text)
    if not 1 <= len(given) <= MOST_MATCHES:
        say = N_("A file holds at most %(most)s matches.") if given else N_("The file is empty.")
        expected = f"1 to {MOST_MATCHES} sheets"
        problem = Problem("file", expected, len(given), say, {"most": MOST_MATCHES})
        raise PaperRefused(Wrong(problem))
    sheets: list[Sheet] = []
    found: list[Wrong] = []
    for number, value in enumerate(given, start=1):
        try:
            sheet = read_sheet(value)
            score_sheet(sheet)
        except ImpossibleDeals as impossible:
            for deal, problems in impossible.deals.items():
                found += [Wrong(problem, sheet=number, deal=deal) for problem in problems]
        except Refused as refused:
            found += [Wrong(problem, sheet=number) for problem in refused.problems]
        else:
            sheets.append(sheet)
    if found:
        raise PaperRefused(*found)
    _check_names([name for sheet in sheets for name in sheet.names])
    return sheets


def _values(text: str) -> list[Any]:
    lines = text.strip().split("\n")
    try:
        return _listed(read_json(text))
    except Refused as refused:
        try:
            read_json(lines[0])
        except Refused:
            raise PaperRefused(*map(Wrong, refused.problems)) from None
        if len(lines) == 1:
            raise PaperRefused(*map(Wrong, refused.problems)) from None
    values, found = [], []
    for number, line in enumerate(lines, start=1):
        try:
            values.append(read_json(line))
        except Refused as refused:
            found += [Wrong(problem, line=number) for problem in refused.problems]
    if found:
        raise PaperRefused(*found)
    return values


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _check_names(names: Sequence[str]) -> None:
    if len(set(names)) > MOST_NAMES:
        say = N_("A file holds at most %(most)s names.")
        values = {"most": MOST_NAMES}
        problem = Problem("file", f"at most {MOST_NAMES} names", len(set(names)), say, values)
        raise PaperRefused(Wrong(problem))
