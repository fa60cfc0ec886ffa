"""A club's figures: its players, who came before whom, activity by month, scores over time."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Final

from ..entry import N_
from .period import month_of, span
from .players import WENT, by, lines_of, own
from .record import Record, record_of
from .table import FEW, Cell, Game, Head, Mean, Money, Rate, Table, When, Who
from .tally import Sum, Tally
from .words import OUTCOMES

DAYS: Final = 60  # a curve has a point for each day it has, up to so many
NOTHING: Final = Sum(0, 0, 0)


def players_table(tally: Tally) -> Table:
    """Return everybody who played, over all games; places are given by the share of deals won.

    Who has played fewer deals than `FEW` has no place.
    """
    records: dict[int, Record] = {player: Record() for player in tally.sittings}
    for line, count in tally.lines.items():
        if line.result:
            records[line.player].add(line, count)
    ranked = _ranks(records)
    rows: list[list[Cell]] = []
    for player in sorted(records, key=lambda p: (ranked.get(p, len(records)), p)):
        matches, won, decided = _matches(tally, player)
        ends: list[Cell] = [matches, won, Rate(won, decided, decided)]
        ranks: list[Cell] = [ranked.get(player), Who(player), *records[player].results]
        rows.append([*ranks, len(tally.sittings[player]), *ends])
    heads = (N_("Rank"), N_("Player"), *WENT, N_("Evenings"))
    ends_of = (N_("Matches"), N_("Matches won"), N_("Share of matches"))
    return Table("players", N_("Players"), (*heads, *ends_of), rows)


def money_table(tally: Tally, player: int | None = None) -> Table:
    """Return what was won and lost at cards, all games together, without bills and payments."""
    found = {key: one for key, one in tally.money.items() if player in (None, key[1])}
    rows: list[list[Cell]] = [
        [Who(who), Money(one.score, currency), one.number, currency]
        for (currency, who), one in sorted(
            found.items(), key=lambda item: (item[0][0], -item[1].score, item[0][1])
        )
    ]
    heads = (N_("Player"), N_("Won or lost at cards"), N_("Matches"), N_("Currency"))
    return Table("money", N_("Money"), heads, rows)


def _ranks(records: dict[int, Record]) -> dict[int, int]:
    """Return the places by the share of deals won; equal shares share a place."""
    shares = {
        player: (record.share.part, record.share.whole)
        for player, record in records.items()
        if record.share.whole >= FEW
    }
    return {
        player: 1
        + sum(other * whole > part * whole_of_other for other, whole_of_other in shares.values())
        for player, (part, whole) in shares.items()
    }


def _matches(tally: Tally, player: int) -> tuple[int, int, int]:
    ends = [(place, one.number) for (_, who, place), one in tally.matches.items() if who == player]
    return (
        sum(number for _, number in ends),
        sum(number for place, number in ends if place == 1),
        sum(number for place, number in ends if place is not None),
    )


def scores_table(tally: Tally, game: str) -> Table:
    """Return the scores and payoffs of everybody at a game."""
    sums: dict[int, Sum] = {}
    for (of, player, _place), one in tally.matches.items():
        if of == game:
            sums[player] = sums.get(player, NOTHING) + one
    went = by(lines_of(tally, game, None), lambda line: line.player)
    alone = by(own(lines_of(tally, game, None)), lambda line: line.player)
    rows: list[list[Cell]] = []
    for player, one in sorted(sums.items(), key=lambda item: (-item[1].payoff, item[0])):
        record, own_deals = went.get(player, Record()), alone.get(player, Record())
        rows.append(
            [
                Who(player),
                one.payoff,
                one.score,
                Mean(record.score, record.deals),
                one.number,
                record.deals,
                own_deals.deals,
                Rate(own_deals.deals, record.deals, record.deals),
                own_deals.share,
            ]
        )
    scores = (N_("Payoff"), N_("Score"), N_("Score per deal"))
    deals = (N_("Matches"), N_("Deals"), N_("Own deals"), N_("Share of deals"))
    heads = (N_("Player"), *scores, *deals, N_("Share of own won"))
    return Table("scores", N_("Scores"), heads, rows, frozenset(scores), game)


def outcomes_table(tally: Tally) -> Table:
    """Return how the deals ended, by game."""
    games = sorted({game for game, _ in tally.outcomes})
    kinds = [kind for kind in OUTCOMES if any((game, kind) in tally.outcomes for game in games)]
    rows: list[list[Cell]] = []
    for game in games:
        numbers = [tally.outcomes.get((game, kind), 0) for kind in kinds]
        rows.append([Game(game), sum(numbers), *numbers])
    heads = (N_("Game"), N_("Deals"), *(OUTCOMES[kind] for kind in kinds))
    return Table("outcomes", N_("How deals ended"), heads, rows)


def months_table(tally: Tally) -> Table:
    """Return what was played month by month, months of rest among them."""
    rows: list[list[Cell]] = []
    for month in _every(tally.months):
        one = tally.months.get(month)
        numbers = (len(one.sittings), one.matches, one.deals) if one else (0, 0, 0)
        rows.append([When(month=month), *numbers])
    heads = (N_("Month"), N_("Evenings"), N_("Matches"), N_("Deals"))
    return Table("months", N_("Activity by month"), heads, rows)


def _every(months: Iterable[str]) -> list[str]:
    """Return all months from the first to the last.

    >>> _every({"2025-11", "2026-02"})
    ['2025-11', '2025-12', '2026-01', '2026-02']
    """
    numbers = [int(month[:4]) * 12 + int(month[5:]) - 1 for month in months]
    if not numbers:
        return []
    return [f"{n // 12:04}-{n % 12 + 1:02}" for n in range(min(numbers), max(numbers) + 1)]


def versus_table(tally: Tally) -> Table:
    """Return of each pair how often the one in the row came before the one in the column."""
    players = sorted({player for pair in tally.above for player in pair})
    rows: list[list[Cell]] = []
    for player in players:
        row: list[Cell] = [Who(player)]
        for other in players:
            one = tally.above.get((player, other))
            row.append(Rate(one.score, one.number, one.number) if one else None)
        rows.append(row)
    heads: tuple[Head, ...] = (N_("Before"), *map(Who, players))
    return Table("versus", N_("Who came before whom in decided matches"), heads, rows)


def progress_table(tally: Tally, game: str) -> Table:
    """Return everybody's payoffs at a game added up: day by day, of many days month by month."""
    days = sorted({day for day, of, _ in tally.sums if of == game})
    players = sorted({player for _, of, player in tally.sums if of == game})
    totals = dict.fromkeys(players, 0)
    rows: list[list[Cell]] = []
    months = _every({_month(day) for day in days})
    ends = days if len(days) <= DAYS else [_end(month) for month in months]
    left = iter(days)
    day = next(left, None)
    for end, month in zip(ends, months if len(days) > DAYS else ends, strict=True):
        while day is not None and day <= end:
            for player in players:
                totals[player] += tally.sums.get((day, game, player), NOTHING).payoff
            day = next(left, None)
        when = When(month=month) if isinstance(month, str) else When(end)
        rows.append([when, *totals.values()])
    heads: tuple[Head, ...] = (N_("To"), *map(Who, players))
    title = N_("Payoffs added up over time")
    return Table("progress", title, heads, rows, frozenset(map(Who, players)), game)


def _month(day: int) -> str:
    return month_of(datetime.date.fromordinal(day))


def _end(month: str) -> int:
    whole = span(month)
    if whole is None or whole.last is None:
        raise ValueError(f"expected a month, got {month!r}")
    return whole.last.toordinal()


def of_everybody(tally: Tally, game: str) -> Record:
    """Return how the own deals of all players went."""
    return record_of(own(lines_of(tally, game, None)))
