"""Which days are asked for: all, a year, a month, or from one day to another."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

Date = datetime.date
_SPAN: Final = re.compile(r"(\d{4})(?:-(0[1-9]|1[0-2]))?", re.ASCII)
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


@dataclass(frozen=True)
class Period:
    """The days from `first` to `last`, both counted; None leaves that end open."""

    first: Date | None = None
    last: Date | None = None

    def __contains__(self, day: Date) -> bool:
        return not (self.first and day < self.first) and not (self.last and day > self.last)


ALWAYS: Final = Period()


def span(text: str) -> Period | None:
    """Return the days of a year or a month, None for what is neither.

    >>> span("2026-02")
    Period(first=datetime.date(2026, 2, 1), last=datetime.date(2026, 2, 28))
    """
    found = _SPAN.fullmatch(text)
    if found is None or not 1 <= int(found[1]) < Date.max.year:
        return None
    year, month = int(found[1]), int(found[2] or 12)
    following = Date(year + month // 12, month % 12 + 1, 1)
    return Period(Date(year, int(found[2] or 1), 1), following - datetime.timedelta(days=1))


def day(text: str) -> Date | None:
    """Return the day that a text is, None for what is none.

    >>> day("2026-02-30") is None
    True
    """
    try:
        return Date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None


def month_of(date: Date) -> str:
    """Return the month of a day: *2026-02*."""
    return f"{date.year:04}-{date.month:02}"


def parts(period: Period, months: list[str]) -> Iterator[tuple[str, Period]]:
    """Yield of each month the days that a period has of it."""
    for month in months:
        whole = span(month)
        if whole is None or whole.first is None or whole.last is None:
            raise ValueError(f"expected a month such as 2026-02, got {month!r}")
        first = max(whole.first, period.first or whole.first)
        last = min(whole.last, period.last or whole.last)
        if first <= last:
            yield month, Period(first, last)
