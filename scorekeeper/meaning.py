"""What one deal meant for each seat: its side, whether that side won, its card points.

Games say who had which role and who won from one point of view; here every seat gets its own. Pages
and counts go by this, so that no game is known where deals are counted.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .games.base import Sides
from .games.deal import Result

FIRST: Final = frozenset({"soloist", "caller", "partner"})
AGAINST: Final = "opponent"
OUT: Final = "out"
_TURNED: Final = {"won": "lost", "lost": "won", "drawn": "drawn"}


class Meant(NamedTuple):
    """The number of a seat's side, what the deal was for it, the side's card points if known.

    Side 0 and an empty result: the seat sat out, or nothing was won in this row at all.
    """

    side: int = 0
    result: str = ""
    points: int | None = None


def meant(result: Result, sides: Sides) -> tuple[Meant, ...]:
    """Return what a deal meant for every seat; `sides` are those that last the whole match.

    >>> roles = ("soloist", "opponent", "opponent")
    >>> [one.result for one in meant(Result("lost", (-2, 1, 1), points=4, roles=roles), ())]
    ['lost', 'won', 'won']
    """
    if result.outcome not in _TURNED:
        return (Meant(),) * len(result.score)
    return tuple(_seat(result, sides, seat) for seat in range(len(result.score)))


def _seat(result: Result, sides: Sides, seat: int) -> Meant:
    role = result.roles[seat] if result.roles else ""
    if role == OUT:
        return Meant()
    if role in FIRST:
        return Meant(1, result.outcome, result.points)
    if role == AGAINST:
        return Meant(2, _TURNED[result.outcome])
    side = next(index for index, seats in enumerate(sides) if seat in seats)
    points = result.shares[side] if result.shares else None
    if result.outcome == "drawn":
        return Meant(side + 1, "drawn", points)
    return Meant(side + 1, "won" if result.winner == side + 1 else "lost", points)
