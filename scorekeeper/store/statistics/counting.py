"""Count the deals and matches of some days of a club, by SQL from the projection alone.

Adjustments are no deals: they count in the totals of matches only. Deals whose facts are hidden
have no projection, and count nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, permutations
from typing import Any, Final

from sqlalchemy import CTE, Row, Select, case, func, select

from ...db import db
from ...models import Deal, DealResult, DealScore, Match, MatchResult, Seat, Sitting
from ...stats.period import Period, month_of
from ...stats.tally import Count, Line, Month, Played, Sum, Tally

# Games with so many seats are counted apart, so that they can be asked for apart.
Counts = dict[tuple[str, int], Tally]
# Who played a deal as their own: alone, or with a side that lasts; helping and opposing is none.
_NOT_OWN: Final = ("partner", "opponent", "out")
COUNTED: Final = func.count()


def count(club: int, period: Period, sittings: range | None = None) -> Counts:
    """Return what a club played in a period, by game and number of seats.

    `sittings` are the ids of the evenings to count, if not all of them.
    """
    played = _matches(club, period, sittings)
    counts: Counts = {}
    for fill, keep in _KEEP.items():
        for row in db.session.execute(fill(played)):
            keep(counts.setdefault((row.game, row.seats), Tally()), row)
    _standings(counts, played)
    return counts


def _matches(club: int, period: Period, sittings: range | None) -> CTE:
    """Select the matches of a period, with how many sat at the table."""
    some = [] if sittings is None else [Sitting.id.between(sittings[0], sittings[-1])]
    seats = select(func.count()).where(Seat.match_id == Match.id).correlate(Match)
    wanted = (
        select(
            Match.id,
            Match.game,
            Match.sitting_id,
            Sitting.date,
            seats.scalar_subquery().label("seats"),
        )
        .join(Sitting, Sitting.id == Match.sitting_id)
        .where(Sitting.club_id == club, *within(period), *some)
    )
    return wanted.cte("played")


def within(period: Period) -> list[Any]:
    """Return the conditions on a sitting to have been in a period."""
    first = [] if period.first is None else [Sitting.date >= period.first]
    return first + ([] if period.last is None else [Sitting.date <= period.last])


def _scores(played: CTE, *columns: Any, results: bool = False) -> Select[Any]:
    """Select scores of those matches, grouped by what they are selected with."""
    wanted = select(played.c.game, played.c.seats, *columns).join_from(
        played, DealScore, DealScore.match_id == played.c.id
    )
    if results:
        wanted = wanted.join(DealResult, DealResult.deal_id == DealScore.deal_id)
    return wanted.group_by(played.c.game, played.c.seats, *columns)


def _outcomes(played: CTE) -> Select[Any]:
    columns = (played.c.game, played.c.seats, DealResult.outcome)
    deals = select(*columns, COUNTED.label("deals"))
    joined = deals.join_from(played, DealResult, DealResult.match_id == played.c.id)
    return joined.where(DealResult.outcome != "adjusted").group_by(*columns)


def _keep_outcome(tally: Tally, row: Row[Any]) -> None:
    tally.outcomes[row.game, row.outcome] = row.deals


def _lines(played: CTE) -> Select[Any]:
    one, deal = DealScore, DealResult
    wanted = _scores(
        played,
        one.player_id,
        one.role,
        deal.contract,
        one.result,
        deal.sweep,
        deal.stake,
        one.score,
        results=True,
    ).where(deal.outcome != "adjusted")
    points = func.coalesce(func.sum(one.points), 0).label("points")
    pointed = func.count(one.points).label("pointed")
    first = func.min(one.deal_id).label("first")
    return wanted.add_columns(COUNTED.label("deals"), points, pointed, first)


def _keep_line(tally: Tally, row: Row[Any]) -> None:
    said = (row.role, row.contract, row.result, row.sweep, row.stake, row.score)
    line = Line(row.game, row.player_id, *said)
    tally.lines[line] = Count(row.deals, int(row.points), row.pointed, row.first)


def _points(played: CTE) -> Select[Any]:
    one = DealScore
    wanted = _scores(played, one.player_id, one.points, one.result).where(
        one.points.is_not(None), one.role.not_in(_NOT_OWN), one.result != ""
    )
    return wanted.add_columns(COUNTED.label("deals"))


def _keep_points(tally: Tally, row: Row[Any]) -> None:
    tally.points[row.game, row.player_id, row.points, row.result] = row.deals


def _turns(played: CTE) -> Select[Any]:
    one, seats = DealScore, played.c.seats
    after = ((Seat.number - DealResult.dealer + seats) % seats).label("after")
    wanted = _scores(played, one.player_id, after, one.result, results=True).join(
        Seat, (Seat.match_id == one.match_id) & (Seat.player_id == one.player_id)
    )
    return _summed(wanted.where(one.result != ""))


def _summed(wanted: Select[Any]) -> Select[Any]:
    return wanted.add_columns(
        COUNTED.label("deals"),
        func.sum(DealScore.score).label("score"),
        func.sum(DealScore.payoff).label("payoff"),
    )


def _sum(row: Row[Any]) -> Sum:
    return Sum(row.deals, int(row.score), int(row.payoff))


def _keep_turn(tally: Tally, row: Row[Any]) -> None:
    tally.turns[row.game, row.player_id, row.after, row.result] = _sum(row)


def _pairs(played: CTE) -> Select[Any]:
    one, other = DealScore, DealScore.__table__.alias("other")
    together = case((one.side == other.c.side, 1), else_=0).label("together")
    wanted = _scores(
        played, one.player_id, other.c.player_id.label("another"), together, one.result
    )
    both = (other.c.deal_id == one.deal_id) & (other.c.player_id != one.player_id)
    return _summed(wanted.join(other, both).where(one.result != "", other.c.result != ""))


def _keep_pair(tally: Tally, row: Row[Any]) -> None:
    key = (row.game, row.player_id, row.another, bool(row.together), row.result)
    tally.pairs[key] = _sum(row)


_KEEP: Final = {
    _outcomes: _keep_outcome,
    _lines: _keep_line,
    _points: _keep_points,
    _turns: _keep_turn,
    _pairs: _keep_pair,
}


def _standings(counts: Counts, played: CTE) -> None:
    """Keep what every match came to, who was before whom, and how everybody's own deals went."""
    deals, own = _deals(played), _own_deals(played)
    for _match, group in groupby(_results(played), key=lambda row: row.id):
        rows = list(group)
        head = rows[0]
        tally, month = counts.setdefault((head.game, head.seats), Tally()), month_of(head.date)
        here = Month(frozenset((head.sitting_id,)), 1, deals.get(head.id, 0))
        tally.months[month] = tally.months[month] + here if month in tally.months else here
        for row in rows:
            _standing(tally, row)
            letters = own.get((row.id, row.player_id), "")
            one = Played(row.date.toordinal(), row.id, row.place, letters)
            tally.played.setdefault((head.game, row.player_id), []).append(one)
        _order(tally, rows)


def _results(played: CTE) -> Sequence[Row[Any]]:
    one = MatchResult
    columns = (*played.c, one.player_id, one.total, one.payoff, one.place)
    wanted = select(*columns).join_from(played, one, one.match_id == played.c.id)
    return db.session.execute(wanted.order_by(played.c.date, played.c.id)).all()


def _standing(tally: Tally, row: Row[Any]) -> None:
    one = Sum(1, row.total, row.payoff)
    for table, key in (
        (tally.matches, (row.game, row.player_id, row.place)),
        (tally.sums, (row.date.toordinal(), row.game, row.player_id)),
    ):
        table[key] = table[key] + one if key in table else one
    evening = frozenset((row.sitting_id,))
    tally.sittings[row.player_id] = tally.sittings.get(row.player_id, evening) | evening


def _order(tally: Tally, rows: Sequence[Row[Any]]) -> None:
    """Keep who came before whom in a match that is decided."""
    for row, other in permutations(rows, 2):
        if row.place is not None and other.place is not None:
            key, one = (row.player_id, other.player_id), Sum(1, int(row.place < other.place))
            tally.above[key] = tally.above[key] + one if key in tally.above else one


def _deals(played: CTE) -> dict[int, int]:
    """Return how many deals each match has."""
    wanted = (
        select(DealResult.match_id, COUNTED.label("deals"))
        .join_from(played, DealResult, DealResult.match_id == played.c.id)
        .where(DealResult.outcome != "adjusted")
        .group_by(DealResult.match_id)
    )
    return {row.match_id: row.deals for row in db.session.execute(wanted)}


def _own_deals(played: CTE) -> dict[tuple[int, int], str]:
    """Return by match and player how their own deals went, a letter each, in order."""
    one = DealScore
    wanted = (
        select(one.match_id, one.player_id, one.result)
        .join_from(played, one, one.match_id == played.c.id)
        .join(Deal, Deal.id == one.deal_id)
        .where(one.role.not_in(_NOT_OWN), one.result != "")
        .order_by(one.match_id, one.player_id, Deal.position)
    )
    found: dict[tuple[int, int], list[str]] = {}
    for match, player, result in db.session.execute(wanted):
        found.setdefault((match, player), []).append(result[0])
    return {key: "".join(letters) for key, letters in found.items()}
