"""What a correction of a match does to the money of its evening, before it is saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from . import books, played
from .rows import Person


def difference(
    club: int, sitting: int, match: int, payoffs: Mapping[int, int]
) -> tuple[str, list[tuple[Person, int]]] | None:
    """Return the currency and by how much everybody's balance moves when a match pays otherwise.

    None where nothing is paid for, or nothing moves.
    """
    found = books.evening(club, sitting)
    if found.currency is None:
        return None
    changed = [
        replace(one, payoffs=payoffs) if one.id == match else one for one in found.played[sitting]
    ]
    then = played.evening(found.account, changed, found.persons).balances()
    moves = {
        who: then.get(who, 0) - found.balances.get(who, 0) for who in {**found.balances, **then}
    }
    moved = [(found.persons[who], amount) for who, amount in moves.items() if amount]
    return (found.currency, moved) if moved else None
