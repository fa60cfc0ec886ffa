"""Move in and out: a whole club to a document and back, and evenings that were played on paper.

Files are read and written elsewhere: `clubfile/` and `paper.py`.
"""

from __future__ import annotations

from .arriving import bring, bring_for
from .evenings import known_names, record
from .leaving import club_document

__all__ = ["bring", "bring_for", "club_document", "known_names", "record"]
