"""What statistics are made of: counts of the projection by SQL, kept while a club does not change.

`counting` counts the deals of some days, `keeping` keeps that by months and counts anew only what
has changed, `evenings` reads one match or evening with its rows. Figures are made in `stats`.
"""

from .evenings import deals_at, match_course, sitting_course
from .keeping import Asked, Overview, overview, tally, version

__all__ = [
    "Asked",
    "Overview",
    "deals_at",
    "match_course",
    "overview",
    "sitting_course",
    "tally",
    "version",
]
