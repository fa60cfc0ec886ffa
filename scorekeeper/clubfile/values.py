"""The single values of a file: names, moments, numbers, amounts."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import Any, Final

from .. import entry
from ..entry import Refused, is_number, shown
from ..ledger import KEPT
from .shapes import Shape

_CURRENCY: Final = re.compile(r"[A-Z]{3}", re.ASCII)
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_MOMENT: Final = re.compile(rf"{_DAY.pattern}T[0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}\.[0-9]{{6}}Z")
MOST: Final = 10**9


def _read(read: Callable[[Any], str]) -> Callable[[Any], str | None]:
    """Return what expects of a text that it is just as `read` keeps it."""

    def problem(value: Any) -> str | None:
        try:
            clean = read(value)
        except Refused as refused:
            return refused.problems[0].expected
        return None if clean == value else shown(clean)

    return problem


def _when(pattern: re.Pattern[str], example: str) -> Callable[[Any], str | None]:
    def problem(value: Any) -> str | None:
        if isinstance(value, str) and pattern.fullmatch(value):
            try:
                datetime.datetime.fromisoformat(value)
            except ValueError:
                return f"one such as {example}"
            return None
        return f"one such as {example}"

    return problem


def _whole(low: int) -> Callable[[Any], str | None]:
    def problem(value: Any) -> str | None:
        right = is_number(value) and low <= value <= MOST
        return None if right else f"a whole number from {low} to {MOST}"

    return problem


def _large(value: Any) -> str | None:
    right = is_number(value) and 1 <= value <= KEPT
    return None if right else f"a whole number from 1 to {KEPT}"


def _place(value: Any) -> str | None:
    return None if value == "" else _read(entry.name)(value)


def _currency(value: Any) -> str | None:
    right = isinstance(value, str) and _CURRENCY.fullmatch(value)
    return None if right else "a currency such as EUR"


def _truth(value: Any) -> str | None:
    return None if isinstance(value, bool) else "true or false"


def digits(many: int) -> Shape:
    """Return the shape of so many hex digits."""
    pattern = re.compile(rf"[0-9a-f]{{{many}}}", re.ASCII)

    def problem(value: Any) -> str | None:
        right = isinstance(value, str) and pattern.fullmatch(value)
        return None if right else f"{many} hex digits"

    return Shape(problem)


def one_of(*known: str) -> Shape:
    """Return the shape of one of a few words."""
    return Shape(
        lambda v: None if isinstance(v, str) and v in known else f"one of {', '.join(known)}"
    )


NAME: Final = Shape(_read(entry.name))
DEVICE: Final = Shape(_read(entry.name), optional=True)
REASON: Final = Shape(_read(entry.note), optional=True)
PLACE: Final = Shape(_place)
DAY: Final = Shape(_when(_DAY, "2026-10-15"))
MOMENT: Final = Shape(_when(_MOMENT, "2026-10-15T20:30:00.000000Z"))
MOMENT_OR_NOT: Final = Shape(_when(_MOMENT, "2026-10-15T20:30:00.000000Z"), optional=True)
TRUTH: Final = Shape(_truth)
COUNTED: Final = Shape(_whole(1))
SEAT: Final = Shape(_whole(0))
SEAT_OR_NOT: Final = Shape(_whole(0), optional=True)
CURRENCY: Final = Shape(_currency)
CURRENCY_OR_NOT: Final = Shape(_currency, optional=True)
LARGE: Final = Shape(_large)
WHOLE: Final = Shape(lambda value: None if is_number(value) else "a whole number")
NUMBER_OR_NOT: Final = Shape(_whole(1), optional=True)
OBJECT: Final = Shape(lambda value: None if isinstance(value, dict) else "an object")
