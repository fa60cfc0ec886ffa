"""One player's figures at one game: by role, bid, card points, turn, company; records and runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from ..entry import N_
from .record import RESULTS, Record
from .table import Cell, Game, Mean, Rate, Table, Who, Word
from .tally import Count, Line, Tally
from .words import HELPERS, ROLES

WENT: Final = (N_("Share won"), N_("Deals"), N_("Won"), N_("Drawn"), N_("Lost"))
MANY_POINTS: Final = 50
EVERYBODY: Final = None

Lines = list[tuple[Line, Count]]


def lines_of(tally: Tally, game: str, player: int | None) -> Lines:
    """Return the lines of the deals that a player, or everybody, took part in at a game."""
    return [
        (line, count)
        for line, count in tally.lines.items()
        if line.game == game and line.result and player in (EVERYBODY, line.player)
    ]


def own(lines: Lines) -> Lines:
    """Return the lines in which the deal was the player's own."""
    return [(line, count) for line, count in lines if line.role not in HELPERS]


def by(lines: Lines, key: Callable[[Line], Any]) -> dict[Any, Record]:
    """Return how the deals went by something that they have in common."""
    found: dict[Any, Record] = {}
    for line, count in lines:
        found.setdefault(key(line), Record()).add(line, count)
    return found


def roles_table(tally: Tally, game: str, player: int) -> Table:
    """Return how deals went by role."""
    lines = lines_of(tally, game, player)
    found, deals = by(lines, lambda line: line.role), sum(count.deals for _, count in lines)
    rows: list[list[Cell]] = [
        [
            Word(ROLES.get(role, role)),
            *found[role].results[:2],
            Rate(found[role].deals, deals, deals),
            *found[role].results[2:],
            found[role].mean_points,
            found[role].score,
            found[role].mean_score,
        ]
        for role in sorted(found, key=lambda role: (list(ROLES).index(role), role))
    ]
    heads = (N_("Role"), *WENT[:2], N_("Share of deals"), *WENT[2:], N_("Card points"))
    scores = (N_("Score"), N_("Score per deal"))
    return Table("roles", N_("By role"), heads + scores, rows, frozenset(scores), game)


def bids_table(tally: Tally, game: str, player: int | None = EVERYBODY) -> Table:
    """Return how own deals went by bid, with the share won at which they would come to nothing."""
    lines = own(lines_of(tally, game, player))
    found, deals = by(lines, lambda line: line.contract or ""), sum(c.deals for _, c in lines)
    rows: list[list[Cell]] = [
        [
            bid or Word(N_("no bid")),
            record.share,
            record.break_even,
            record.deals,
            Rate(record.deals, deals, deals),
            *record.results[2:],
            record.mean_points,
            record.mean_score,
        ]
        for bid, record in sorted(found.items(), key=lambda item: (-item[1].deals, item[0]))
    ]
    shares = (N_("Bid"), WENT[0], N_("Break-even"), WENT[1], N_("Share of deals"))
    heads = (*shares, *WENT[2:], N_("Card points"), N_("Score per deal"))
    return Table("bids", N_("By bid"), heads, rows, frozenset(heads[-1:]), game)


def points_table(tally: Tally, game: str, player: int | None = EVERYBODY) -> Table:
    """Return how often own deals brought how many card points, of very many points by tens."""
    found: dict[int, Record] = {}
    for (of, who, points, result), deals in tally.points.items():
        if of == game and player in (EVERYBODY, who):
            found.setdefault(points, Record()).count(result, deals, 0)
    wide = bool(found) and max(found) >= MANY_POINTS
    rows: list[list[Cell]] = []
    for label, numbers in _tens(found) if wide else _each(found):
        record = Record()
        for one in (found[number] for number in numbers if number in found):
            for result in RESULTS:
                record.count(result, getattr(one, result), 0)
        rows.append([label, *record.results[1:]])
    heads = (N_("Card points"), *WENT[1:])
    return Table("points", N_("Card points of own deals"), heads, rows, game=game)


def _each(found: Iterable[int]) -> list[tuple[int | str, range]]:
    """Return every number from the least to the most."""
    numbers = sorted(found)
    return [(n, range(n, n + 1)) for n in range(numbers[0], numbers[-1] + 1)] if numbers else []


def _tens(found: Iterable[int]) -> list[tuple[int | str, range]]:
    """Return the tens from the least to the most, as they are bid: 61 to 70; 0 is among 1 to 10."""
    tens = [max(0, number - 1) // 10 for number in found]
    return [
        (
            f"{ten * 10 + 1 if ten else 0}–{ten * 10 + 10}",
            range(ten * 10 + bool(ten), ten * 10 + 11),
        )
        for ten in range(min(tens), max(tens) + 1)
    ]


def turns_table(tally: Tally, game: str, player: int | None = EVERYBODY) -> Table:
    """Return how deals went by how many seats after the dealer the player sat."""
    found: dict[int, Record] = {}
    for (of, who, after, result), total in tally.turns.items():
        if of == game and player in (EVERYBODY, who):
            found.setdefault(after, Record()).count(result, total.number, total.score)
    say = N_("%(value)s after the dealer")
    rows: list[list[Cell]] = [
        [
            Word(say, after) if after else Word(N_("Dealer")),
            *found[after].results,
            found[after].mean_score,
        ]
        for after in sorted(found)
    ]
    heads = (N_("Seat"), *WENT, N_("Score per deal"))
    return Table("turns", N_("By seat"), heads, rows, frozenset(heads[-1:]), game)


def company_table(tally: Tally, game: str, player: int) -> Table:
    """Return how deals went with whom and against whom."""
    found: dict[tuple[int, bool], Record] = {}
    for (of, who, other, together, result), total in tally.pairs.items():
        if of == game and who == player:
            found.setdefault((other, together), Record()).count(result, total.number, total.score)
    rows: list[list[Cell]] = [
        [
            Who(other),
            Word(N_("with") if together else N_("against")),
            *record.results,
            record.mean_score,
        ]
        for (other, together), record in sorted(
            found.items(), key=lambda item: (not item[0][1], -item[1].deals, item[0][0])
        )
    ]
    heads = (N_("Player"), N_("How"), *WENT, N_("Score per deal"))
    return Table("company", N_("With whom and against whom"), heads, rows, frozenset(heads[-1:]))


def games_table(tally: Tally, player: int) -> Table:
    """Return matches and deals by game; scores of different games are never added."""
    rows = []
    for game in sorted({game for game, *_ in tally.matches}):
        ends = [
            (place, total)
            for (of, who, place), total in tally.matches.items()
            if of == game and who == player
        ]
        record = by(lines_of(tally, game, player), lambda line: line.game).get(game, Record())
        if ends:
            rows.append(_game_row(game, ends, record))
    matches = (N_("Game"), N_("Matches"), N_("Matches won"), N_("Matches undecided"))
    heads = (*matches, *WENT, N_("Score"), N_("Payoff"), N_("Score per deal"))
    return Table("games", N_("By game"), heads, rows, frozenset(heads[-3:]))


def _game_row(game: str, ends: list[tuple[int | None, Any]], record: Record) -> list[Cell]:
    return [
        Game(game),
        sum(total.number for _, total in ends),
        sum(total.number for place, total in ends if place == 1),
        sum(total.number for place, total in ends if place is None),
        *record.results,
        sum(total.score for _, total in ends),
        sum(total.payoff for _, total in ends),
        Mean(record.score, record.deals),
    ]
