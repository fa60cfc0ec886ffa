"""What everybody is up or down in an evening: payoffs times values, bills, payments. Pure sums.

People are ids, amounts are integers in minor units. Rows come from the store.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .ledger import ALL, CHOSEN, Cost
from .settlement import shares

Sums = dict[int, int]


class Share(NamedTuple):
    """A bill with what each of those who share it bears."""

    cost: Cost
    by_player: Mapping[int, int]


class Paid(NamedTuple):
    """A payment that counts: who paid whom how much."""

    payer: int
    payee: int
    amount: int


class Evening(NamedTuple):
    """An evening's payoffs: units and money by player, everybody in seat order."""

    people: tuple[int, ...]
    units: Mapping[int, int]
    gains: Mapping[int, int]
    costs: Sequence[Cost] = ()
    payments: Sequence[Paid] = ()

    @property
    def losers(self) -> tuple[int, ...]:
        """Return those whose payoffs are negative, everybody where nobody's are.

        Where values are known payoffs are money: units of two games are never added.
        """
        by = self.gains if any(self.gains.values()) else self.units
        return tuple(who for who in self.people if by.get(who, 0) < 0) or self.people

    def shares(self) -> list[Share]:
        """Return who bears what of each bill; what cannot be divided goes by seat order."""
        return [Share(cost, self._shared(cost)) for cost in self.costs]

    def _shared(self, cost: Cost) -> Sums:
        if cost.shared == CHOSEN:
            order = [*self.people, *sorted({*cost.players} - {*self.people})]
            among = [who for who in order if who in cost.players]
        else:
            among = list(self.people if cost.shared == ALL else self.losers)
        among = among or [cost.payer]
        return dict(zip(among, shares(cost.amount, len(among)), strict=True))

    def played(self) -> Sums:
        """Return what everybody is up or down before any payment: payoffs and bills."""
        found: Sums = dict.fromkeys(self.people, 0)
        add(found, self.gains)
        for share in self.shares():
            add(found, {share.cost.payer: share.cost.amount})
            add(found, {who: -part for who, part in share.by_player.items()})
        return found

    def balances(self) -> Sums:
        """Return what everybody is up or down after the payments."""
        found = self.played()
        add(found, paid(self.payments))
        return found


@dataclass(frozen=True)
class Season:
    """Several evenings that are settled together, and payments for all of them."""

    evenings: Sequence[Evening]
    payments: Sequence[Paid] = field(default=())

    def balances(self) -> Sums:
        """Return what everybody is up or down after the payments."""
        found: Sums = {}
        for evening in self.evenings:
            add(found, evening.balances())
        add(found, paid(self.payments))
        return found


def paid(payments: Iterable[Paid]) -> Sums:
    """Return what payments do to balances: who pays is up by it, who is paid is down."""
    found: Sums = {}
    for one in payments:
        add(found, {one.payer: one.amount})
        add(found, {one.payee: -one.amount})
    return found


def add(sums: Sums, others: Mapping[int, int]) -> None:
    """Add amounts to those that are there."""
    for who, amount in others.items():
        sums[who] = sums.get(who, 0) + amount
