"""What all forms say that put a row on the pad: what the page had seen, and a note."""

from __future__ import annotations

from wtforms import HiddenField, StringField

from .. import entry
from ..games.inputs import Facts
from .base import Form


class RowForm(Form):
    """Record a row: `seen` is the newest one that the page knew, `sat` the players by seat."""

    seen = HiddenField()
    sat = HiddenField()
    both_count = HiddenField()
    note = StringField()

    def remark(self) -> Facts:
        """Return the note as a fact, if there is one, or raise `Refused`."""
        text = (self.note.data or "").strip()
        return {"note": entry.note(text)} if text else {}


def seats_seen(text: str | None) -> tuple[int, ...]:
    """Return the players that a page saw in seat order, as far as its form says."""
    return tuple(entry.row_id(player) for player in (text or "").split("."))
