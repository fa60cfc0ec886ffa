"""How a match or an evening went: running totals, who led when, the turning point, the deals."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final, NamedTuple

from ..entry import N_
from .table import Cell, Game, Head, People, Played, Table, Who, Word
from .words import OUTCOMES

PLOTTED: Final = 400  # points of all lines together that a chart can show


@dataclass(frozen=True)
class Dealt:
    """A row of the pad as the projection has it; scores, payoffs and roles by player."""

    id: int
    number: int
    outcome: str
    contract: str | None
    points: int | None
    sweep: str | None
    scores: dict[int, int] = field(default_factory=dict)
    payoffs: dict[int, int] = field(default_factory=dict)
    roles: dict[int, str] = field(default_factory=dict)


class Of(NamedTuple):
    """A match: who sat there, the total that wins it if any, its deals, what it paid, who won."""

    id: int
    game: str
    players: tuple[int, ...]
    goal: int | None
    deals: tuple[Dealt, ...]
    payoffs: Mapping[int, int]
    winners: tuple[int, ...]


class Course(NamedTuple):
    """A match by itself (`single`), or all of an evening in their order; everybody's name."""

    sitting: int
    date: datetime.date
    place: str
    names: Mapping[int, str]
    matches: tuple[Of, ...]
    single: bool = False

    @property
    def games(self) -> list[str]:
        """Return the games, in the order of their first matches."""
        return list(dict.fromkeys(match.game for match in self.matches))


class Lines(NamedTuple):
    """Running totals: after 0, 1, 2 ... deals, by player; `starts` are where matches begin."""

    totals: Mapping[int, Sequence[int]]
    goal: int | None = None
    starts: tuple[int, ...] = ()

    @property
    def deals(self) -> int:
        """Return how many deals there are."""
        return max((len(line) for line in self.totals.values()), default=1) - 1


def of_match(match: Of) -> Lines:
    """Return the running totals of a match."""
    return Lines(
        {p: [0, *accumulate(deal.scores[p] for deal in match.deals)] for p in match.players},
        match.goal,
    )


def of_evening(course: Course, game: str) -> Lines:
    """Return what was won and lost at a game of an evening after each of its deals.

    What a match pays as a whole counts with its last deal.
    """
    matches = [match for match in course.matches if match.game == game]
    players = dict.fromkeys(player for match in matches for player in match.players)
    totals: dict[int, list[int]] = {player: [0] for player in players}
    starts = []
    for match in matches:
        starts.append(len(next(iter(totals.values()))) - 1)
        paid = {p: sum(deal.payoffs[p] for deal in match.deals) for p in match.players}
        for deal in match.deals:
            last = deal is match.deals[-1]
            for player, line in totals.items():
                more = match.payoffs[player] - paid[player] if last and player in paid else 0
                line.append(line[-1] + deal.payoffs.get(player, 0) + more)
    return Lines(totals, None, tuple(starts))


def lines_of(course: Course, game: str) -> Lines:
    """Return the running totals of a match, or of what an evening's matches of a game paid."""
    return of_match(course.matches[0]) if course.single else of_evening(course, game)


def leads(lines: Lines) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return who led from which deal to which: first, last, players; nobody before the first.

    >>> leads(Lines({1: [0, 2, 1], 2: [0, -2, 5]}))
    [(1, 1, (1,)), (2, 2, (2,))]
    """
    found: list[tuple[int, int, tuple[int, ...]]] = []
    for deal in range(1, lines.deals + 1):
        best = max(line[deal] for line in lines.totals.values())
        who = tuple(player for player, line in lines.totals.items() if line[deal] == best)
        if found and found[-1][2] == who:
            found[-1] = (found[-1][0], deal, who)
        else:
            found.append((deal, deal, who))
    return found


def turning_point(lines: Lines) -> int | None:
    """Return the deal since which who leads at the end has led; None where all are level."""
    found = leads(lines)
    return found[-1][0] if found and len(found[-1][2]) < len(lines.totals) else None


def thinned(values: Sequence[int], most: int) -> list[int]:
    """Return which values to plot, at most about `most`: the ends, of each stretch the extremes.

    >>> thinned([0, 9, 1, 2, -5, 3, 4, 1], 4)
    [0, 1, 4, 7]
    """
    if len(values) <= most:
        return list(range(len(values)))
    stretches = max(1, (most - 2) // 2)
    kept = {0, len(values) - 1}
    for stretch in range(stretches):
        part = range(len(values) * stretch // stretches, len(values) * (stretch + 1) // stretches)
        kept |= {min(part, key=values.__getitem__), max(part, key=values.__getitem__)}
    return sorted(kept)


def leads_table(course: Course, game: str) -> Table:
    """Return who led when."""
    rows: list[list[Cell]] = [
        [first, last, last - first + 1, People(who)]
        for first, last, who in leads(lines_of(course, game))
    ]
    heads = (N_("From deal"), N_("To deal"), N_("Deals"), N_("In the lead"))
    return Table(_key("leads", course, game), N_("Who led when"), heads, rows, game=game)


def totals_table(course: Course, game: str, most: int = PLOTTED) -> Table:
    """Return the running totals after each deal, of very many those that are plotted."""
    totals = lines_of(course, game).totals
    shown = sorted({i for line in totals.values() for i in thinned(line, most)})
    heads: tuple[Head, ...] = (N_("After deal"), *map(Who, totals))
    rows: list[list[Cell]] = [[i, *(line[i] for line in totals.values())] for i in shown]
    return Table(_key("totals", course, game), N_("Running totals"), heads, rows, game=game)


def _key(key: str, course: Course, game: str) -> str:
    return key if course.single else f"{key}-{game}"


def deals_table(course: Course, played: Mapping[int, Played]) -> Table:
    """Return the deals with what was played in each, by its id, and what it changed."""
    apart = (N_("Outcome"), N_("Bid"), N_("Card points"))
    heads = (N_("Deal"), N_("Game"), *apart, N_("Played"))
    people = tuple(map(Who, course.names))
    rows: list[list[Cell]] = []
    for match in course.matches:
        for deal in match.deals:
            said: list[Cell] = [deal.number, Game(match.game), Word(OUTCOMES[deal.outcome])]
            said += [deal.contract, deal.points, played.get(deal.id)]
            rows.append(said + [deal.scores.get(player) for player in course.names])
    aside = frozenset(apart if len(course.games) > 1 else (*apart, "Game"))
    return Table("deals", N_("Deals"), (*heads, *people), rows, frozenset(people), aside=aside)
