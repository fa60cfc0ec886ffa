"""What was played in evenings: payoffs by match, and what they come to by person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from ... import accounts, ledger
from ...db import db
from ...games import GAMES
from ...games.base import read_rules
from ...models import Match, MatchResult, Seat
from .rows import Person

WHOLE, UNIT = "match", "unit"


@dataclass(frozen=True)
class Played:
    """A match of an evening: what it is paid by, and everybody's payoff in seat order."""

    id: int
    game: str
    way: str
    payoffs: Mapping[int, int]


def way_of(game: str, rules: Any, seats: int) -> str:
    """Return what a match is paid by: as a whole, or by each unit."""
    played = GAMES[game]
    whole = played.paid_as_a_whole(read_rules(played, rules, seats))
    return WHOLE if whole else UNIT


def of(sittings: Sequence[int]) -> dict[int, list[Played]]:
    """Return the matches of sittings, oldest first: sums over match results, never over deals."""
    payoffs: dict[int, dict[int, int]] = {}
    found = db.session.execute(
        select(Seat.match_id, Seat.player_id, MatchResult.payoff)
        .join(Match, Match.id == Seat.match_id)
        .join(
            MatchResult,
            (MatchResult.match_id == Seat.match_id) & (MatchResult.player_id == Seat.player_id),
        )
        .where(Match.sitting_id.in_(sittings))
        .order_by(Seat.match_id, Seat.number)
    )
    for match, player, payoff in found:
        payoffs.setdefault(match, {})[player] = payoff
    result: dict[int, list[Played]] = {sitting: [] for sitting in sittings}
    matches = db.session.execute(
        select(Match.id, Match.sitting_id, Match.game, Match.rules)
        .where(Match.sitting_id.in_(sittings))
        .order_by(Match.id)
    )
    for match, sitting, game, rules in matches:
        by_player = payoffs.get(match, {})
        way = way_of(game, rules, len(by_player))
        result[sitting].append(Played(match, game, way, by_player))
    return result


def evening(
    account: ledger.Account, matches: Sequence[Played], persons: Mapping[int, Person]
) -> accounts.Evening:
    """Return what an evening comes to, by person."""
    values = {(game, way): value for game, way, value in account.values}
    units: accounts.Sums = {}
    gains: accounts.Sums = {}
    for match in matches:
        value = values.get((match.game, match.way), 0)
        accounts.add(units, match.payoffs)
        accounts.add(gains, {who: payoff * value for who, payoff in match.payoffs.items()})
    order = dict.fromkeys(who for match in matches for who in match.payoffs)
    costs = [
        ledger.Cost(
            c.number,
            c.what,
            c.amount,
            persons[c.payer].id,
            c.shared,
            tuple(dict.fromkeys(persons[who].id for who in c.players)),
        )
        for c in account.costs
    ]
    return accounts.Evening(tuple(order), units, gains, costs, paid(account, persons))


def paid(account: ledger.Account, persons: Mapping[int, Person]) -> list[accounts.Paid]:
    """Return the payments that count, by person."""
    return [
        accounts.Paid(persons[one.payer].id, persons[one.payee].id, one.amount)
        for one in account.payments
        if not one.undone
    ]
