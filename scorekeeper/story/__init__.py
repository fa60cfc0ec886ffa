"""Say events in words: what was done, by the names of today, and what was there before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flask_babel import gettext as _

from ..entry import N_
from ..store.history import Entry
from . import club, deals, matches, money, presets
from .telling import Names, Told

__all__ = ["KINDS", "Names", "Told", "tell"]

# Each kind of event: what it is called, and who tells it.
KINDS: Final[dict[str, tuple[str, Callable[[Entry, Names], Told]]]] = {
    "deal.record": (N_("Deal recorded"), deals.tell),
    "deal.undo": (N_("Deal undone"), deals.tell),
    "deal.redo": (N_("Deal redone"), deals.tell),
    "deal.edit": (N_("Deal corrected"), deals.tell),
    "deal.delete": (N_("Deal deleted"), deals.tell),
    "deal.restore": (N_("Deal restored"), deals.tell),
    "deal.insert": (N_("Deal inserted"), deals.tell),
    "match.start": (N_("Match begun"), matches.start),
    "match.import": (N_("Match brought from paper"), matches.bring),
    "match.correct": (N_("Match corrected"), matches.correct),
    "sitting.start": (N_("Evening begun"), matches.start),
    "sitting.import": (N_("Evening brought from paper"), matches.bring),
    "sitting.correct": (N_("Evening corrected"), matches.place),
    "sitting.close": (N_("Evening closed"), matches.close),
    "sitting.reopen": (N_("Evening reopened"), matches.close),
    "money.terms": (N_("What is played for"), money.terms),
    "money.cost": (N_("Bill"), money.cost),
    "money.plan": (N_("Plan made"), money.plan),
    "money.pay": (N_("Payment"), money.pay),
    "money.undo": (N_("Payment taken back"), money.undo),
    "season.settle": (N_("Evenings settled together"), money.settle),
    "season.plan": (N_("Plan made for several evenings"), money.plan),
    "season.pay": (N_("Payment for several evenings"), money.pay),
    "season.undo": (N_("Payment for several evenings taken back"), money.undo),
    "player.add": (N_("Player added"), club.player),
    "player.rename": (N_("Player renamed"), club.player),
    "player.retire": (N_("Player retired"), club.player),
    "player.bring_back": (N_("Player brought back"), club.player),
    "player.merge": (N_("Spellings merged"), club.player),
    "preset.keep": (N_("House rules kept"), presets.tell),
    "preset.rename": (N_("House rules renamed"), presets.tell),
    "preset.remove": (N_("House rules removed"), presets.tell),
    "preset.bring_back": (N_("House rules brought back"), presets.tell),
    "device.join": (N_("Device joined"), club.device),
    "device.rename": (N_("Device renamed"), club.device),
    "device.role": (N_("Device's role changed"), club.device),
    "device.revoke": (N_("Device signed out"), club.device),
    "device.leave": (N_("Device left"), club.device),
    "device.sign_out": (N_("Every other device signed out"), club.device),
    "invite.make": (N_("Link made"), club.invite),
    "invite.revoke": (N_("Link ended"), club.invite),
    "club.make": (N_("Club made"), club.club),
    "club.rename": (N_("Club renamed"), club.club),
    "club.import": (N_("Club made of a file"), club.club),
}


def tell(entry: Entry, names: Names) -> Told:
    """Return an event in words; `names` are the players' names of today by id."""
    if entry.kind not in KINDS:
        return Told(str(_("Something that this page has no words for")))
    return KINDS[entry.kind][1](entry, names)
