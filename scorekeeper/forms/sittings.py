"""The form that starts a sitting: seats, house rules as the game declares them, date, place."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from wtforms import HiddenField, StringField

from .. import entry
from ..entry import N_, Problem, Refused
from ..games.base import Game
from ..games.inputs import Flag, Input
from ..games.ladder import Ladder
from .base import Form, field_for, typed

LADDER_ROWS = Ladder.most
RANDOM = "random"
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class StartForm(Form):
    """Start a sitting or another match of it; the button says who deals.

    `seen` is the newest match of the sitting that the page knew of; a new sitting has a date and
    a place instead. `keep` is the name under which its rules are to be kept.
    """

    seats = HiddenField()
    first_dealer = HiddenField()
    seen = HiddenField()
    date = StringField()
    place = StringField()
    keep = StringField()

    game: Game
    inputs: Sequence[Input]

    def rules(self) -> dict[str, Any]:
        """Return the house rules as a match takes them, or raise `Refused`."""
        problems: list[Problem] = []
        given: dict[str, Any] = {}
        for item in self.inputs:
            try:
                value = self._ladder() if isinstance(item, Ladder) else self._rule(item)
            except Refused as refused:
                problems += refused.problems
                continue
            given[item.key] = value
        if problems:
            raise Refused(*problems)
        return given

    def _rule(self, item: Input) -> Any:
        value = typed(item, self[item.name].data)
        found = item.problem(value)
        if found:
            raise Refused(found)
        return value

    def _ladder(self) -> Any:
        if self.stakes.data != "own":
            return self.stakes.data
        bids: dict[str, Any] = {}
        for row in range(LADDER_ROWS):
            bid = (self[f"bid_{row}"].data or "").strip()
            stake = (self[f"stake_{row}"].data or "").strip()
            if not bid and stake:
                say = N_("Name the bid of each stake, or leave both empty.")
                raise Refused(Problem("stakes", "the name of a bid", stake, say))
            if not bid:
                continue
            bid = entry.name(bid, "stakes")
            if bid in bids:
                say = N_("Name each bid once.")
                raise Refused(Problem("stakes", "each bid once", bid, say))
            bids[bid] = entry.number(stake)
        return bids

    def dealer(self, seats: int) -> int | None:
        """Return the seat that deals first, None for one at random, or raise `Refused`."""
        choice = self.first_dealer.data or ""
        if choice == RANDOM:
            return None
        if choice not in map(str, range(seats)):
            say = N_("Choose who deals first.")
            raise Refused(Problem("first_dealer", "a seat", choice, say))
        return int(choice)

    def day(self) -> datetime.date:
        """Return the date of the sitting, or raise `Refused`."""
        return _day(self.date.data)


class EveningForm(Form):
    """Correct when and where an evening was; `seen` is what stood there when the page was made."""

    date = StringField()
    place = StringField()
    seen = HiddenField()

    def day(self) -> datetime.date:
        """Return the date of the sitting, or raise `Refused`."""
        return _day(self.date.data)


def _day(text: str | None) -> datetime.date:
    text = (text or "").strip()
    try:
        found = datetime.date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        found = None
    if found is None or not 1900 <= found.year <= 2999:
        say = N_("Write the date as year-month-day, such as 2026-10-15.")
        raise Refused(Problem("date", "a date", text, say))
    return found


S = TypeVar("S", bound=StartForm)


def start_form(
    kind: type[S],
    game: Game,
    seats: int,
    rules: Mapping[str, Any],
    data: Any,
    filled: Mapping[str, Any] | None = None,
) -> S:
    """Return the form of a new sitting, filled with these rules when nothing was posted."""
    inputs = game.rule_inputs(seats)
    fields: dict[str, Any] = {}
    filled = dict(filled or {})
    for item in inputs:
        fields[item.name] = field_for(item)
        value = rules.get(item.key)
        if isinstance(item, Ladder):
            fields |= _ladder_fields()
            filled |= _ladder_values(item, value)
        else:
            filled[item.name] = value if value is None or isinstance(item, Flag) else str(value)
    form: S = type("StartForm", (kind,), fields)(data, data=filled)
    form.game, form.inputs = game, inputs
    return form


def _ladder_fields() -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for row in range(LADDER_ROWS):
        fields |= {f"bid_{row}": StringField(), f"stake_{row}": StringField()}
    return fields


def _ladder_values(item: Ladder, value: Any) -> dict[str, str]:
    preset = item.to_sheet(value, ())
    filled = {item.name: preset if isinstance(preset, str) else "own"}
    for row, (bid, stake) in enumerate(value.items()):
        filled |= {f"bid_{row}": bid, f"stake_{row}": str(stake)}
    return filled
