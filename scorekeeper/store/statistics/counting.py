"""Count the deals and matches of some days of a club, by SQL from the projection alone.

Adjustments are no deals: they count in the totals of matches only. Deals whose facts are hidden
have no projection, and count nowhere. What is counted is added up in the database, group by group;
only how matches ended, and in what order own deals went, is read row by row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, permutations
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, bindparam, case, func, select

from ...db import db
from ...models import Deal, DealResult, DealScore, Match, MatchResult, Seat, Sitting
from ...stats.period import Date, Period, month_of
from ...stats.tally import Count, Line, Month, Played, Sum, Tally
from . import worth

# Games with so many seats are counted apart, so that they can be asked for apart.
Counts = dict[tuple[str, int], Tally]
MOST: Final = 5000  # matches that one statement names
# Who played a deal as their own: alone, or with a side that lasts; helping and opposing is none.
_NOT_OWN: Final = ("partner", "opponent", "out")


class Of(NamedTuple):
    """A match to count."""

    id: int
    sitting: int
    date: Date


def count(club: int, period: Period, sittings: range | None = None) -> Counts:
    """Return what a club played in a period, by game and number of seats.

    `sittings` are the ids of the evenings to count, if not all of them.
    """
    counts: Counts = {}
    for (game, seats), matches in _matches(club, period, sittings).items():
        for start in range(0, len(matches), MOST):
            some = matches[start : start + MOST]
            counts.setdefault((game, seats), Tally()).add(_count(game, seats, some))
    return counts


def _matches(club: int, period: Period, sittings: range | None) -> dict[tuple[str, int], list[Of]]:
    some = [] if sittings is None else [Sitting.id.between(sittings[0], sittings[-1])]
    wanted = (
        select(Match.game, func.count().label("seats"), Match.id, Sitting.id, Sitting.date)
        .join_from(Sitting, Match, Match.sitting_id == Sitting.id)
        .join(Seat, Seat.match_id == Match.id)
        .where(Sitting.club_id == club, *within(period), *some)
        .group_by(Match.id, Match.game, Sitting.id, Sitting.date)
        .order_by(Sitting.date, Match.id)
    )
    found: dict[tuple[str, int], list[Of]] = {}
    for game, seats, match, sitting, date in db.session.execute(wanted):
        found.setdefault((game, seats), []).append(Of(match, sitting, date))
    return found


def within(period: Period) -> list[Any]:
    """Return the conditions on a sitting to have been in a period."""
    first = [] if period.first is None else [Sitting.date >= period.first]
    return first + ([] if period.last is None else [Sitting.date <= period.last])


_IDS: Final[Any] = bindparam("ids", expanding=True)
_SEATS: Final[Any] = bindparam("seats", type_=Seat.number.type)
_ONE, _DEAL = DealScore, DealResult
_OTHER: Final = DealScore.__table__.alias("other")
_NUMBER: Final = func.count().label("deals")
_SUMS: Final = (
    _NUMBER,
    func.sum(_ONE.score).label("score"),
    func.sum(_ONE.payoff).label("payoff"),
)
_OWN: Final = (_ONE.role.not_in(_NOT_OWN), _ONE.result != "")
_AFTER: Final = ((Seat.number - _DEAL.dealer + _SEATS) % _SEATS).label("after")
_TOGETHER: Final = case((_ONE.side == _OTHER.c.side, 1), else_=0).label("together")
_ANOTHER: Final = _OTHER.c.player_id.label("another")

_OUTCOMES: Final = (
    select(_DEAL.outcome, _NUMBER)
    .where(_DEAL.match_id.in_(_IDS), _DEAL.outcome != "adjusted")
    .group_by(_DEAL.outcome)
)
_ALIKE: Final = (
    _ONE.player_id,
    _ONE.role,
    _DEAL.contract,
    _ONE.result,
    _DEAL.sweep,
    _DEAL.stake,
    _ONE.score,
)
_LINES: Final = (
    select(
        *_ALIKE,
        _NUMBER,
        func.coalesce(func.sum(_ONE.points), 0).label("points"),
        func.count(_ONE.points).label("pointed"),
        func.min(_ONE.deal_id).label("first"),
    )
    .join_from(_ONE, _DEAL, _DEAL.deal_id == _ONE.deal_id)
    .where(_ONE.match_id.in_(_IDS), _DEAL.outcome != "adjusted")
    .group_by(*_ALIKE)
)
_POINTS: Final = (
    select(_ONE.player_id, _ONE.points, _ONE.result, _NUMBER)
    .where(_ONE.match_id.in_(_IDS), _ONE.points.is_not(None), *_OWN)
    .group_by(_ONE.player_id, _ONE.points, _ONE.result)
)
_TURNS: Final = (
    select(_ONE.player_id, _AFTER, _ONE.result, *_SUMS)
    .join_from(_ONE, _DEAL, _DEAL.deal_id == _ONE.deal_id)
    .join(Seat, (Seat.match_id == _ONE.match_id) & (Seat.player_id == _ONE.player_id))
    .where(_ONE.match_id.in_(_IDS), _ONE.result != "")
    .group_by(_ONE.player_id, "after", _ONE.result)
)
_PAIRS: Final = (
    select(_ONE.player_id, _ANOTHER, _TOGETHER, _ONE.result, *_SUMS)
    .join_from(
        _ONE,
        _OTHER,
        (_OTHER.c.deal_id == _ONE.deal_id) & (_OTHER.c.player_id != _ONE.player_id),
    )
    .where(_ONE.match_id.in_(_IDS), _ONE.result != "", _OTHER.c.result != "")
    .group_by(_ONE.player_id, "another", "together", _ONE.result)
)
_RESULTS: Final = (
    select(
        MatchResult.match_id,
        MatchResult.player_id,
        MatchResult.total,
        MatchResult.payoff,
        MatchResult.place,
    )
    .where(MatchResult.match_id.in_(_IDS))
    .order_by(MatchResult.match_id, MatchResult.player_id)
)
_DEALS: Final = (
    select(_DEAL.match_id, _NUMBER)
    .where(_DEAL.match_id.in_(_IDS), _DEAL.outcome != "adjusted")
    .group_by(_DEAL.match_id)
)
_OWN_DEALS: Final = (
    select(_ONE.match_id, _ONE.player_id, _ONE.result)
    .join_from(_ONE, Deal, Deal.id == _ONE.deal_id)
    .where(_ONE.match_id.in_(_IDS), *_OWN)
    .order_by(_ONE.match_id, _ONE.player_id, Deal.position)
)


def _count(game: str, seats: int, matches: Sequence[Of]) -> Tally:
    ids = [match.id for match in matches]

    def rows(wanted: Any, **more: int) -> Iterator[Row[Any]]:
        yield from db.session.execute(wanted, {"ids": ids, **more})

    tally = Tally()
    for row in rows(_OUTCOMES):
        tally.outcomes[game, row.outcome] = row.deals
    for row in rows(_LINES):
        counted = Count(row.deals, int(row.points), row.pointed, row.first)
        tally.lines[Line._make((game, *row[: len(_ALIKE)]))] = counted
    for row in rows(_POINTS):
        tally.points[game, row.player_id, row.points, row.result] = row.deals
    for row in rows(_TURNS, seats=seats):
        tally.turns[game, row.player_id, row.after, row.result] = _sum(row)
    for row in rows(_PAIRS):
        key = (game, row.player_id, row.another, bool(row.together), row.result)
        tally.pairs[key] = _sum(row)
    deals = {row.match_id: row.deals for row in rows(_DEALS)}
    results = {key: list(some) for key, some in groupby(rows(_RESULTS), lambda row: row.match_id)}
    own = _letters(rows(_OWN_DEALS))
    for match in matches:
        _match(tally, game, match, deals.get(match.id, 0), results.get(match.id, []), own)
    for one, (currency, value) in worth.of(ids, game, seats).items():
        for row in results.get(one, []):
            _more(tally.money, (currency, row.player_id), Sum(1, row.payoff * value))
    return tally


def _sum(row: Row[Any]) -> Sum:
    return Sum(row.deals, int(row.score), int(row.payoff))


def _letters(rows: Iterator[Row[Any]]) -> dict[tuple[int, int], str]:
    """Return by match and player how their own deals went, a letter each, in order."""
    found: dict[tuple[int, int], list[str]] = {}
    for row in rows:
        found.setdefault((row.match_id, row.player_id), []).append(row.result[0])
    return {key: "".join(letters) for key, letters in found.items()}


def _match(
    tally: Tally,
    game: str,
    match: Of,
    deals: int,
    rows: Sequence[Row[Any]],
    own: dict[tuple[int, int], str],
) -> None:
    """Count a match: what it came to, who was before whom, how everybody's own deals went."""
    evening, month, day = frozenset((match.sitting,)), month_of(match.date), match.date.toordinal()
    _more(tally.months, month, Month(evening, 1, deals))
    for row in rows:
        who, one = row.player_id, Sum(1, row.total, row.payoff)
        _more(tally.matches, (game, who, row.place), one)
        _more(tally.sums, (day, game, who), one)
        tally.sittings[who] = tally.sittings.get(who, evening) | evening
        played = Played(day, match.id, row.place, own.get((match.id, who), ""))
        tally.played.setdefault((game, who), []).append(played)
    for row, other in permutations(rows, 2):
        if row.place is not None and other.place is not None:
            before = Sum(1, int(row.place < other.place))
            _more(tally.above, (row.player_id, other.player_id), before)


def _more(table: dict[Any, Any], key: Any, one: Any) -> None:
    table[key] = table[key] + one if key in table else one
