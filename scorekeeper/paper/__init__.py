"""Evenings that were played on paper: score sheets in JSON, or a table in CSV with a line for each.

Formats: sections 1 and 8 of `docs/formats.md`. Everything that is wrong is told with its place;
who the names belong to is for the club to say, and nothing is stored here.
"""

from __future__ import annotations

import datetime

from ..entry import N_, Problem
from ..games import GAMES
from .evenings import Evening, PaperRefused, Wrong, people, suggested
from .sheets import read_sheets
from .table import Table

__all__ = ["Evening", "PaperRefused", "Wrong", "people", "read", "suggested"]


def read(content: bytes, game: str, today: datetime.date) -> list[Evening]:
    """Return the evenings in a file, or raise `PaperRefused`; a table's matches are of `game`."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        came = f"byte {error.start} that is not"
        say = N_("The file is not UTF-8 text.")
        raise PaperRefused(Wrong(Problem("file", "UTF-8 text", came, say))) from None
    if text.lstrip()[:1] in ("{", "["):
        return [Evening(None, "", tuple(read_sheets(text)))]
    return Table(text, GAMES[game], today).evenings()
