"""The form by which players buy counters from the banker."""

from __future__ import annotations

from typing import Any, TypeVar

from wtforms import StringField

from .. import entry
from ..entry import N_, Problem, Refused
from ..games.inputs import Facts
from ..scoring import MOST_BOUGHT
from .rows import RowForm


class CountersForm(RowForm):
    """Who buys how many: a number for each seat, and a note."""

    seats: int

    def facts(self) -> Facts:
        """Return the facts of the row that records it, or raise `Refused`; nothing is 0."""
        problems: list[Problem] = []
        bought = []
        for name in (f"bought_{seat}" for seat in range(self.seats)):
            text = (self[name].data or "").strip()
            count = entry.number(text or "0")
            if count is None or not 0 <= count <= MOST_BOUGHT:
                say = N_("Write a whole number up to %(most)s.")
                problems.append(Problem(name, "a whole number", text, say, {"most": MOST_BOUGHT}))
            bought.append(count)
        if not problems and not any(bought):
            say = N_("Say who buys how many.")
            problems.append(Problem("bought", "a number other than 0", bought, say))
        try:
            remark = self.remark()
        except Refused as refused:
            problems += refused.problems
        if problems:
            raise Refused(*problems)
        return {"adjust": [0] * self.seats, "bought": bought, **remark}


C = TypeVar("C", bound=CountersForm)


def counters_form(kind: type[C], seats: int, data: Any, filled: Facts | None = None) -> C:
    """Return the form for this many seats, `filled` with the facts of a row to start from."""
    fields = {f"bought_{seat}": StringField() for seat in range(seats)}
    values: dict[str, Any] = {"note": filled.get("note", "")} if filled else {}
    for seat, count in enumerate(filled["bought"] if filled else ()):
        values[f"bought_{seat}"] = str(count) if count else ""
    form: C = type("CountersForm", (kind,), fields)(data, data=values)
    form.seats = seats
    return form
