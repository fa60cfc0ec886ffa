"""The tables that pages of figures show, by what their address asks for. No words of pages."""

from __future__ import annotations

from typing import NamedTuple

from ..stats import club as of_club
from ..stats import courses, runs
from ..stats import players as of_player
from ..stats.courses import Course
from ..stats.table import At, Played, Table
from ..stats.tally import Tally
from ..store import matches, players, statistics
from ..store.errors import NotFound
from ..words import game_name
from . import asked
from .guard import member

Tables = dict[str, Table]


class Scene(NamedTuple):
    """What a page of figures is about: its filter, the game it looks at, its tables by key."""

    filter: asked.Filter
    overview: statistics.Overview
    game: str
    tables: Tables

    @property
    def deals(self) -> list[int]:
        """Return the deals that records were made in."""
        cells = (cell for table in self.tables.values() for row in table.rows for cell in row)
        return [cell.deal for cell in cells if isinstance(cell, At)]

    @property
    def played(self) -> list[str]:
        """Return the games that the club has played, the most played first."""
        return list(dict.fromkeys(game for game, _ in self.overview.matches))

    @property
    def named_games(self) -> list[tuple[str, str]]:
        """Return the games to choose from, with their names."""
        return [(game, game_name(game)) for game in self.played]

    @property
    def named_seats(self) -> list[tuple[int, int]]:
        """Return the numbers of players to choose from."""
        return [(seats, seats) for seats in sorted({seats for _, seats in self.overview.matches})]

    @property
    def periods(self) -> list[tuple[str, str]]:
        """Return the years to choose from, with the months of the one that is chosen."""
        months = sorted(self.overview.months, reverse=True)
        chosen = self.filter.typed.get("period", "")[:4]
        found: dict[str, None] = {}
        for month in months:
            found[month[:4]] = None
            if month[:4] == chosen or len(months) <= 12:
                found[month] = None
        return [(period, period) for period in found]


def names() -> dict[int, str]:
    """Return everybody's name by id."""
    return {person.id: person.name for person in players.everybody(member().club)}


def most_played(wanted: asked.Filter, tally: Tally, player: int | None) -> str:
    """Return the game to look at: the one asked for, or the one with the most matches."""
    numbers: dict[str, int] = {}
    for (game, who, _place), one in tally.matches.items():
        if player in (None, who):
            numbers[game] = numbers.get(game, 0) + one.number
    return wanted.asked.game or max(numbers, key=lambda game: (numbers[game], game), default="")


def club_scene() -> Scene:
    """Return the figures of the club that are asked for."""
    wanted = asked.read()
    tally = statistics.tally(member().club, wanted.asked)
    game = most_played(wanted, tally, None)
    return _scene(wanted, game, _of_club(tally, game))


def _of_club(tally: Tally, game: str) -> list[Table]:
    return [
        of_club.players_table(tally),
        of_club.scores_table(tally, game),
        of_club.progress_table(tally, game),
        of_player.bids_table(tally, game),
        of_player.points_table(tally, game),
        of_club.versus_table(tally),
        runs.form_table(tally),
        runs.records_table(tally, game),
        runs.sweeps_table(tally, game),
        of_club.months_table(tally),
        of_club.outcomes_table(tally),
        of_club.money_table(tally),
    ]


def player_scene(player: int) -> Scene:
    """Return the figures of a player that are asked for."""
    wanted = asked.read()
    if players.one(member().club, player).id != player:
        raise NotFound
    tally = statistics.tally(member().club, wanted.asked)
    game = most_played(wanted, tally, player)
    return _scene(wanted, game, _of_player(tally, game, player))


def _of_player(tally: Tally, game: str, player: int) -> list[Table]:
    return [
        of_player.games_table(tally, player),
        of_club.money_table(tally, player),
        of_player.roles_table(tally, game, player),
        of_player.bids_table(tally, game, player),
        of_player.points_table(tally, game, player),
        runs.runs_table(tally, game, player),
        of_player.turns_table(tally, game, player),
        of_player.company_table(tally, game, player),
        runs.records_table(tally, game, player),
        runs.sweeps_table(tally, game, player),
        of_club.progress_table(tally, game),
    ]


def _scene(wanted: asked.Filter, game: str, tables: list[Table]) -> Scene:
    overview = statistics.overview(member().club)
    return Scene(wanted, overview, game, {table.key: table for table in tables})


def course_tables(course: Course) -> Tables:
    """Return the tables of a match or an evening; those of an evening's games have their names."""
    tables = [courses.deals_table(course, _played(course))]
    for game in course.games:
        tables += [courses.totals_table(course, game), courses.leads_table(course, game)]
    return {table.key: table for table in tables}


def _played(course: Course) -> dict[int, Played]:
    """Return what was played in each deal of a match or an evening, by its id."""
    found = {}
    for one in course.matches:
        kept = matches.load(member().club, one.id)
        for deal, row in zip(kept.deals, kept.scored.rows, strict=True):
            found[deal.id] = Played(row, kept.names)
    return found


def course_turns(course: Course) -> dict[str, int | None]:
    """Return at which deal each game of an evening turned."""
    return {game: courses.turning_point(courses.lines_of(course, game)) for game in course.games}
