"""The words in which figures speak of roles and results, marked to be translated."""

from __future__ import annotations

from typing import Final

from ..entry import N_

OWN: Final = "own"
ROLES: Final = {
    OWN: N_("Deals of one's own"),
    "soloist": N_("Soloist"),
    "caller": N_("Caller"),
    "partner": N_("Partner"),
    "opponent": N_("Opponent"),
    "": N_("With one's side"),
}
OUTCOMES: Final = {
    "won": N_("won"),
    "lost": N_("lost"),
    "drawn": N_("drawn"),
    "passed": N_("all passed"),
    "void": N_("void"),
    "adjusted": N_("adjustment"),
}
HELPERS: Final = frozenset({"partner", "opponent", "out"})
"""Roles in which a deal is somebody else's; in all others it is the player's own."""
