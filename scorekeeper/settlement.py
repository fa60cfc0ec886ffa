"""Who pays whom: the fewest transfers that bring all balances to zero, and bills that are shared.

Integers in minor units of one currency; people are anything that has an order, such as names.
Where balances come from and what was paid is the store's affair.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, Generic, Protocol, TypeVar

EXACT: Final = 16  # people with a balance for whom every division into groups is looked at
TRIPLES: Final = 100  # people among whom groups of three are looked for


class Ordered(Protocol):
    """What tells people apart and puts them in an order: a name, an id."""

    def __lt__(self, other: Any, /) -> bool:
        """Say whether this one comes before another."""


P = TypeVar("P", bound=Ordered)
Balance = tuple[int, P]


@dataclass(frozen=True)
class Transfer(Generic[P]):
    """A payment that is proposed: who pays whom how much."""

    payer: P
    payee: P
    amount: int


@dataclass(frozen=True)
class Plan(Generic[P]):
    """Transfers after which everybody is at zero; `exact`: there is no plan with fewer."""

    transfers: tuple[Transfer[P], ...]
    exact: bool


def settle(balances: Mapping[P, int], banker: P | None = None) -> Plan[P]:
    """Return who pays whom, the same however the balances are ordered; they sum to zero.

    With a banker everybody pays or is paid by the banker. Else the transfers are the fewest there
    are for up to `EXACT` people with a balance.

    >>> found = settle({"Ada": 6, "Ben": 4, "Cal": -3, "Dan": -3, "Eva": -4})
    >>> [(t.payer, t.payee, t.amount) for t in found.transfers]
    [('Eva', 'Ben', 4), ('Cal', 'Ada', 3), ('Dan', 'Ada', 3)]
    """
    if (over := sum(balances.values())) != 0:
        raise ValueError(f"expected balances that sum to 0, got {over}")
    people = sorted(
        ((amount, who) for who, amount in balances.items() if amount),
        key=lambda balance: (-abs(balance[0]), balance[1]),
    )
    exact = len(people) <= EXACT
    if banker is not None:
        found = [_with_banker(balance, banker) for balance in people if balance[1] != banker]
    else:
        found = [t for group in _groups(people) for t in _within(group)]
    in_order = sorted(found, key=lambda t: (-t.amount, t.payer, t.payee))
    return Plan(tuple(in_order), exact)


def shares(amount: int, people: int) -> list[int]:
    """Return what each pays of an amount in equal parts; the first ones bear what is left over.

    >>> shares(1000, 3)
    [334, 333, 333]
    """
    each, rest = divmod(amount, people)
    return [each + (place < rest) for place in range(people)]


def _with_banker(balance: Balance[P], banker: P) -> Transfer[P]:
    amount, who = balance
    return Transfer(banker, who, amount) if amount > 0 else Transfer(who, banker, -amount)


def _within(group: Sequence[Balance[P]]) -> list[Transfer[P]]:
    """Settle a group: each time the largest debt goes to who gets most, which ends one of them."""
    gets = [(-amount, who) for amount, who in group if amount > 0]
    owes = [(amount, who) for amount, who in group if amount < 0]
    heapq.heapify(gets)
    heapq.heapify(owes)
    found = []
    while owes:
        (credit, payee), (debt, payer) = heapq.heappop(gets), heapq.heappop(owes)
        amount = min(-credit, -debt)
        found.append(Transfer(payer, payee, amount))
        if -credit > amount:
            heapq.heappush(gets, (credit + amount, payee))
        if -debt > amount:
            heapq.heappush(owes, (debt + amount, payer))
    return found


def _groups(people: Sequence[Balance[P]]) -> list[list[Balance[P]]]:
    """Divide people into groups that sum to zero each, as many as there can be.

    Each group of n needs n - 1 transfers, so that the most groups mean the fewest transfers.
    """
    pairs, rest = _pairs(people)
    if len(rest) <= EXACT:
        return pairs + _most_groups(rest)
    triples, rest = _triples(rest) if len(rest) <= TRIPLES else ([], rest)
    several = _most_groups(rest) if len(rest) <= EXACT else [list(rest)]
    return pairs + triples + several


def _pairs(people: Sequence[Balance[P]]) -> tuple[list[list[Balance[P]]], list[Balance[P]]]:
    """Pair equal and opposite balances: some division into the most groups has each such pair.

    Where both stand in groups of their own, what is left of the two makes one group again.
    """
    found: list[list[Balance[P]]] = []
    waiting: dict[int, list[Balance[P]]] = {}
    for balance in people:
        others = waiting.get(-balance[0])
        if others:
            found.append([others.pop(0), balance])
        else:
            waiting.setdefault(balance[0], []).append(balance)
    paired = {who for group in found for _, who in group}
    return found, [balance for balance in people if balance[1] not in paired]


def _triples(people: Iterable[Balance[P]]) -> tuple[list[list[Balance[P]]], list[Balance[P]]]:
    found: list[list[Balance[P]]] = []
    rest = list(people)
    while group := next((list(t) for t in combinations(rest, 3) if not sum(b[0] for b in t)), None):
        found.append(group)
        rest = [balance for balance in rest if balance not in group]
    return found, rest


def _most_groups(people: Sequence[Balance[P]]) -> list[list[Balance[P]]]:
    """Look at every subset: how many groups that sum to zero can be taken out of it, in turn.

    The last person is in none of the subsets: he or she is in the group of all who are left.
    """
    if not people:
        return []
    *others, last = people
    bits = [1 << place for place in range(len(others))]
    sums, most = [0], [0]
    for amount, _ in others:
        sums += [before + amount for before in sums]
    for subset in range(1, len(sums)):
        best = max([most[subset ^ bit] for bit in bits if subset & bit])
        most.append(best + (not sums[subset]))
    groups, left = [[last]], len(sums) - 1
    while left:
        if not sums[left]:
            groups.append([])
        wanted = most[left] - (not sums[left])
        place = next(i for i, bit in enumerate(bits) if left & bit and most[left ^ bit] == wanted)
        groups[-1].append(others[place])
        left ^= bits[place]
    return groups
