"""The forms of moving in: a club from a file, evenings from paper with whose each name is."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from typing import Any, Final

from wtforms import HiddenField, StringField

from .. import entry
from ..entry import N_, Problem, Refused
from .base import Form

NEW: Final = "new"
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


class ClubFileForm(Form):
    """A club's file that was looked at, and the name of the new club."""

    file = HiddenField()
    name = StringField()


class PaperForm(Form):
    """A file of evenings that was looked at, and whose each name in it is.

    Score sheets do not say when and where they were played: `date` and `place` do.
    """

    file = HiddenField()
    game = HiddenField()
    date = StringField()
    place = StringField()

    names: Sequence[str] = ()

    def field_of(self, name: str) -> str:
        """Return the field that says whose a name is."""
        return f"who_{self.names.index(name)}"

    def chosen(self) -> dict[str, int | None]:
        """Return whose each name is, None for a new player, or raise `Refused`."""
        found: dict[str, int | None] = {}
        for name in self.names:
            said = self[self.field_of(name)].data or ""
            player = entry.row_id(said)
            if said != NEW and not player:
                say = N_("Choose whose name this is.")
                raise Refused(Problem(name, "a player, or a new one", said, say))
            found[name] = None if said == NEW else player
        return found

    def day(self, today: datetime.date) -> datetime.date:
        """Return the day of the sheets, or raise `Refused`."""
        text = (self.date.data or "").strip()
        try:
            found = datetime.date.fromisoformat(text) if _DAY.fullmatch(text) else None
        except ValueError:
            found = None
        if found is None or found > today + datetime.timedelta(days=1):
            say = N_("Choose the day on which this was played.")
            raise Refused(Problem("date", "a past day", text, say))
        return found

    def where(self) -> str:
        """Return the place of the sheets, empty where none is given, or raise `Refused`."""
        text = (self.place.data or "").strip()
        return entry.name(text, "place") if text else ""


def paper_form(names: Sequence[str], data: Any, filled: dict[str, str] | None = None) -> PaperForm:
    """Return the form that asks whose these names are."""
    fields = {f"who_{number}": StringField() for number in range(len(names))}
    kind: type[PaperForm] = type("PaperForm", (PaperForm,), fields | {"names": tuple(names)})
    return kind(data, data=filled or {})
