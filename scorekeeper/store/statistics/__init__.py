"""What statistics are made of: counts of the projection by SQL, kept while a club does not change.

`counting` counts the deals of some days, `keeping` keeps that by months and counts anew only what
has changed, `evenings` reads one match or evening with its rows. Figures are made in `stats`.
"""

from .counting import COUNTED
from .evenings import match_course, sitting_course
from .keeping import Asked, games_played, tally, version

__all__ = [
    "COUNTED",
    "Asked",
    "games_played",
    "match_course",
    "sitting_course",
    "tally",
    "version",
]
