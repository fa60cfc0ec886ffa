"""The sample evenings in `seeds/`, one JSON file each, read and checked.

A seed is `{"date", "place", "closed", "sheets"}`, its sheets as in section 1 of `docs/formats.md`.
Nothing is stored here: who wants a club filled from the evenings does it elsewhere.
"""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import Any, Final, NamedTuple

from . import config, entry
from .jsontext import read_json
from .scoring import ImpossibleDeals, score
from .sheet import Sheet, read_sheet

KEYS: Final = ("date", "place", "closed", "sheets")

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


class Evening(NamedTuple):
    """One sample evening: its local day, where it was, whether it is over, its matches in order."""

    date: datetime.date
    place: str
    closed: bool
    sheets: tuple[Sheet, ...]


def evenings(folder: Path | None = None) -> tuple[Evening, ...]:
    """Return the evenings of a folder, by default the project's own, oldest first.

    Raises `ValueError` when a file is no seed, or when there is none.
    """
    folder = folder or config.resources() / "seeds"
    files = sorted(folder.glob("*.json"))
    if not files:
        raise ValueError(f"expected sample evenings in {folder}, found none")
    # Sorting is stable: evenings of one day keep the order of their files' names.
    return tuple(sorted(map(_read, files), key=lambda evening: evening.date))


def _read(path: Path) -> Evening:
    try:
        return _evening(read_json(path.read_bytes()))
    except ValueError as error:
        raise ValueError(f"seed {path.name}: {error}") from None


def _evening(given: Any) -> Evening:
    if not isinstance(given, dict) or set(given) != set(KEYS):
        raise _wrong("seed", f"an object of {', '.join(KEYS)}", given)
    if isinstance(given, entry.Object) and given.repeated is not None:
        raise _wrong(given.repeated, "each key once", given.repeated)
    closed, sheets = given["closed"], given["sheets"]
    if not isinstance(closed, bool):
        raise _wrong("closed", "true or false", closed)
    if not isinstance(sheets, list) or not sheets:
        raise _wrong("sheets", "a list of score sheets", sheets)
    return Evening(
        _date(given["date"]),
        entry.name(given["place"], "place"),
        closed,
        tuple(_sheet(number, sheet) for number, sheet in enumerate(sheets, start=1)),
    )


def _date(value: Any) -> datetime.date:
    if isinstance(value, str) and _DATE.fullmatch(value):
        try:
            return datetime.date.fromisoformat(value)
        except ValueError:
            pass
    raise _wrong("date", "a day such as 2026-10-15", value)


def _sheet(number: int, given: Any) -> Sheet:
    try:
        sheet = read_sheet(given)
        score(sheet.match)
    except ImpossibleDeals as impossible:
        deals = "; ".join(
            f"deal {deal}: {problem}"
            for deal, problems in impossible.deals.items()
            for problem in problems
        )
        raise ValueError(f"sheet {number}, {deals}") from None
    except entry.Refused as refused:
        raise ValueError(f"sheet {number}, {refused}") from None
    return sheet


def _wrong(key: str, expected: str, came: Any) -> ValueError:
    return ValueError(f"{key}: expected {expected}, got {entry.shown(came)}")
