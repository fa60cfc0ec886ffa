"""What a correction means for the matches after it: they stay, and whose turn it was is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..correction import Consequences
from ..store import matches, money
from ..store.matches import Kept
from ..store.money import Person
from .guard import member


class Later(NamedTuple):
    """The next match of the evening, whose first dealer followed from this one."""

    number: int
    dealt: str
    turn: str


def later_of(kept: Kept, changes: Consequences, names: Sequence[str]) -> Later | None:
    """Return the next match where the correction moves whose turn it would have been.

    `names` are those at the seats after the correction.
    """
    following = matches.following(member().club, kept)
    if following is None:
        return None
    old, new = changes.before.next_dealer, changes.after.next_dealer
    followed = following.players[following.match.first_dealer] == kept.players[old]
    if not followed or changes.order[old] == new:
        return None
    return Later(following.number, following.names[following.match.first_dealer], names[new])


def moves_of(
    kept: Kept, changes: Consequences, players: Sequence[int]
) -> tuple[str, list[tuple[Person, int]]] | None:
    """Return what the correction does to balances, with the currency; None where it does nothing.

    `players` are those at the seats after the correction.
    """
    payoffs = dict(zip(players, changes.after.standing.payoffs, strict=True))
    return money.difference(member().club, kept.sitting, kept.id, payoffs)
