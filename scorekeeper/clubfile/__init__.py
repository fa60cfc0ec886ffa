"""A whole club as one JSON file: written, read and checked. Format: section 7 of `docs/formats.md`.

Rows are numbered by the file itself. Nothing of devices, links and tokens is in it, and nothing
is stored here: `store/moving/` takes a club out of the database and puts one in.
"""

from __future__ import annotations

from .document import FORMAT, Document, Summary, renumbered, summary, write
from .reading import read
from .shapes import FileRefused, Found

__all__ = [
    "FORMAT",
    "Document",
    "FileRefused",
    "Found",
    "Summary",
    "read",
    "renumbered",
    "summary",
    "write",
]
