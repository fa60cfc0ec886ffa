"""One match, or the matches of one evening, deal by deal as the projection has them."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import select

from ...db import db
from ...games import GAMES
from ...games.base import read_rules
from ...games.ending import goal_of
from ...models import Deal, DealResult, DealScore, Match, MatchResult, Player, Seat, Sitting
from ...stats.courses import Course, Dealt, Of
from ..errors import NotFound


def match_course(club: int, match: int) -> Course:
    """Return the deals of a match of a club in their order, or raise `NotFound`."""
    return _course(club, Match.id == match)


def sitting_course(club: int, sitting: int) -> Course:
    """Return the deals of all matches of an evening in their order, or raise `NotFound`."""
    found = db.session.get(Sitting, sitting)
    if found is None or found.club_id != club:
        raise NotFound
    return _course(club, Match.sitting_id == sitting, found)


def deals_at(club: int, deals: Iterable[int]) -> dict[int, tuple[int, datetime.date]]:
    """Return in which match, and on which day, deals of a club were."""
    wanted = (
        select(Deal.id, Match.id, Sitting.date)
        .join(Match, Match.id == Deal.match_id)
        .join(Sitting, Sitting.id == Match.sitting_id)
        .where(Deal.club_id == club, Deal.id.in_(list(deals)))
    )
    return {deal: (match, day) for deal, match, day in db.session.execute(wanted)}


def _course(club: int, which: Any, sitting: Sitting | None = None) -> Course:
    rows = db.session.execute(
        select(Match, Sitting)
        .join(Sitting, Sitting.id == Match.sitting_id)
        .where(Match.club_id == club, which)
        .order_by(Match.id)
    ).all()
    if not rows and sitting is None:
        raise NotFound
    evening: Sitting = sitting or rows[0][1]
    ids = [match.id for match, _ in rows]
    seats, names = _seats(ids)
    payoffs = _payoffs(ids)
    deals = _deals(ids)
    return Course(
        evening.id,
        evening.date,
        evening.place,
        names,
        tuple(_match(m, seats[m.id], payoffs[m.id], deals.get(m.id, ())) for m, _ in rows),
        sitting is None,
    )


def _match(
    match: Match, players: Sequence[int], ends: dict[int, tuple[int, int | None]], deals: Any
) -> Of:
    game = GAMES[match.game]
    rules = read_rules(game, match.rules, len(players))
    return Of(
        match.id,
        match.game,
        tuple(players),
        goal_of(rules),
        tuple(deals),
        {player: payoff for player, (payoff, _) in ends.items()},
        tuple(player for player in players if ends[player][1] == 1),
    )


def _seats(matches: list[int]) -> tuple[dict[int, list[int]], dict[int, str]]:
    """Return who sat in each match, by seat, and everybody's name."""
    seats: dict[int, list[int]] = {match: [] for match in matches}
    names: dict[int, str] = {}
    wanted = (
        select(Seat.match_id, Player.id, Player.name)
        .join(Player, Player.id == Seat.player_id)
        .where(Seat.match_id.in_(matches))
        .order_by(Seat.match_id, Seat.number)
    )
    for match, player, name in db.session.execute(wanted):
        seats[match].append(player)
        names[player] = name
    return seats, names


def _payoffs(matches: list[int]) -> dict[int, dict[int, tuple[int, int | None]]]:
    one = MatchResult
    wanted = select(one.match_id, one.player_id, one.payoff, one.place)
    found: dict[int, dict[int, tuple[int, int | None]]] = {match: {} for match in matches}
    for match, player, payoff, place in db.session.execute(wanted.where(one.match_id.in_(matches))):
        found[match][player] = payoff, place
    return found


def _deals(matches: list[int]) -> dict[int, list[Dealt]]:
    wanted = (
        select(Deal.match_id, Deal.id, DealResult, DealScore)
        .join(DealResult, DealResult.deal_id == Deal.id)
        .join(DealScore, DealScore.deal_id == Deal.id)
        .where(Deal.match_id.in_(matches), Deal.hidden_at.is_(None))
        .order_by(Deal.match_id, Deal.position)
    )
    found: dict[int, dict[int, Dealt]] = {}
    for match, deal, result, score in db.session.execute(wanted):
        rows = found.setdefault(match, {})
        if deal not in rows:
            said = (result.outcome, result.contract, result.points, result.sweep)
            rows[deal] = Dealt(deal, len(rows) + 1, *said)
        rows[deal].scores[score.player_id] = score.score
        rows[deal].payoffs[score.player_id] = score.payoff
        rows[deal].roles[score.player_id] = score.role
    return {match: list(rows.values()) for match, rows in found.items()}
