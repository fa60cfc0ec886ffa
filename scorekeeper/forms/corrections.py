"""The forms of corrections: of a deal, of an adjustment, and of how a match was set up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wtforms import BooleanField, HiddenField, StringField

from .. import entry
from ..entry import N_, Problem, Refused
from ..games.base import Game
from ..games.inputs import Facts
from .base import Form
from .counters import CountersForm
from .deals import AdjustForm, DealForm
from .rows import seats_seen
from .sittings import StartForm, start_form


class Correcting:
    """What every correction says: the version and seats it saw, a reason, who deals later."""

    version = HiddenField()
    sat = HiddenField()
    stay = BooleanField()
    reason = StringField()

    def why(self) -> str:
        """Return the reason, empty where none is given, or raise `Refused`."""
        text = (self.reason.data or "").strip()
        return entry.note(text, "reason") if text else ""

    def saw(self) -> int:
        """Return the version that the page saw, -1 when it does not say."""
        seen = entry.number(self.version.data or "")
        return -1 if seen is None else seen

    def saw_seats(self) -> tuple[int, ...]:
        """Return the players that the page saw in seat order, as far as it says."""
        return seats_seen(self.sat.data)


class DealCorrection(Correcting, DealForm):
    """A deal's facts corrected, or a forgotten deal's facts.

    `turn` is whose turn to deal it was when the page was made: to choose that one is to say
    nothing, so that a dealer who was not touched follows corrections from other phones.
    """

    turn = HiddenField()

    def facts(self) -> Facts:
        """Return the facts, or raise `InvalidDeal`; whose turn it was to deal is none of them."""
        facts = super().facts()
        return {key: facts[key] for key in facts if key != "dealer" or self.other_dealt()}

    def other_dealt(self) -> bool:
        """Say whether the form names somebody else than the one whose turn it was."""
        return self.said_dealer() is not None and self.dealer.data != self.turn.data


class AdjustCorrection(Correcting, AdjustForm):
    """An adjustment corrected."""


class CountersCorrection(Correcting, CountersForm):
    """Counters that were bought, corrected."""


class PlainCorrection(Correcting, Form):
    """A correction without facts: delete or restore."""


class MatchCorrection(Correcting, StartForm):
    """How a match was set up: who sat where, who dealt first, its rules."""

    def players(self, seats: int) -> tuple[int, ...]:
        """Return the players in seat order, or raise `Refused`."""
        found = [entry.row_id(self[f"seat_{seat}"].data) for seat in range(seats)]
        if not all(found):
            say = N_("Choose a player for each seat.")
            raise Refused(Problem("seats", "a player for each seat", found, say))
        return tuple(found)


def match_form(
    game: Game, players: Sequence[int], rules: dict[str, Any], data: Any
) -> MatchCorrection:
    """Return the form that corrects a match, filled with how it was set up."""
    names = [f"seat_{seat}" for seat in range(len(players))]
    fields = {name: StringField() for name in names}
    kind: type[MatchCorrection] = type("MatchCorrection", (MatchCorrection,), fields)
    filled = dict(zip(names, map(str, players), strict=True))
    return start_form(kind, game, len(players), rules, data, filled)
