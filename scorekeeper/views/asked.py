"""Which deals a page of figures is asked for: game, number of players and days in its address."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flask import request
from flask_babel import gettext as _

from .. import entry
from ..games import GAMES
from ..stats.period import ALWAYS, Period, day, span
from ..store.errors import NotFound
from ..store.statistics import Asked


@dataclass
class Filter:
    """What was asked for, as it was typed, and what is wrong with it."""

    asked: Asked
    typed: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def address(self, **other: Any) -> dict[str, str]:
        """Return what of the filter goes into an address, some of it changed."""
        return {k: v for k, v in (self.typed | other).items() if v}


def read() -> Filter:
    """Return the filter in the address; what no form offers is not found."""
    keys = ("game", "players", "period", "from", "to")
    typed = {key: request.args[key] for key in keys if request.args.get(key)}
    found = Filter(Asked(), typed)
    period = _days(found) if {"from", "to"} & typed.keys() else _span(typed.get("period"))
    found.asked = Asked(_game(typed.get("game")), _number(typed.get("players")), period)
    return found


def _game(text: str | None) -> str | None:
    if text is not None and text not in GAMES:
        raise NotFound
    return text


def _number(text: str | None) -> int | None:
    number = None if text is None else entry.number(text)
    if text is not None and number is None:
        raise NotFound
    return number


def _span(text: str | None) -> Period:
    period = ALWAYS if text is None else span(text)
    if period is None:
        raise NotFound
    return period


def _days(found: Filter) -> Period:
    """Return the days typed; what is none is told and left open."""
    ends = []
    for key in ("from", "to"):
        text = found.typed.get(key, "")
        ends.append(day(text))
        if text and ends[-1] is None:
            found.problems.append(_("Give each day as year, month and day: 2026-01-31."))
    first, last = ends
    if first and last and first > last:
        found.problems.append(_("The first day is after the last."))
    found.problems = list(dict.fromkeys(found.problems))
    return Period(first, last)
