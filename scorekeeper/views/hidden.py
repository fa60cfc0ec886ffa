"""Deals that were undone or deleted, in words: they do not count, and can be restored."""

from __future__ import annotations

from flask_babel import gettext as _

from ..entry import Refused
from ..games.inputs import Facts
from ..scoring import Match, alone
from ..store import matches
from ..store.matches import DealRow, Kept
from ..words import played
from .guard import member


def hidden_rows(kept: Kept) -> list[tuple[DealRow, str]]:
    """Return the hidden rows of a match, each with what was played."""
    rows = matches.hidden(member().club, kept.id)
    return [(row, in_words(kept.match, row.facts, kept.names)) for row in rows]


def in_words(match: Match, facts: Facts, names: tuple[str, ...]) -> str:
    """Return what facts say, without a place among the other deals."""
    try:
        return played(alone(match, facts), names)
    except Refused:
        return str(_("a deal that cannot be any more"))
