"""Charts of tables: which of their figures are drawn, and the words beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from flask_babel import gettext as _

from .charts import Bars, Lines, Matrix, Plot, size
from .charts.plots import Bar, Line
from .figures import Names, head_text, in_words, percentage
from .games import GAMES
from .games.base import Table as Seated
from .games.base import read_rules
from .games.inputs import Number
from .stats.courses import Course, lines_of
from .stats.table import FEW, Rate, Table, Who
from .words import game_name, translated


def progress(table: Table, names: Names, player: int | None = None) -> Plot:
    """Return the lines of scores over time, one player's before the others."""
    people = [head.id for head in table.heads[1:] if isinstance(head, Who)]
    columns = list(zip(*table.rows, strict=True)) or [()] * len(table.heads)
    return Lines(
        _("Over time: %(game)s", game=game_name(table.game)),
        _("end of evening or month"),
        _("payoff, units"),
        [
            Line(names.get(who, ""), [0, *map(int, column)])
            for who, column in zip(people, columns[1:], strict=True)
        ],
        ["", *(in_words(when, names) for when in columns[0])],
        first=people.index(player) if player in people else None,
    )


def bids(table: Table, names: Names, _player: int | None = None) -> Plot:
    """Return the share won by bid, each with its break-even."""
    found = [table.column(head) for head in ("Bid", "Share won", "Break-even")]
    bars = []
    for bid, share, even in zip(*found, strict=True):
        percent = share.percent if isinstance(share, Rate) else None
        mark = even.percent if isinstance(even, Rate) else None
        of = share.of if isinstance(share, Rate) else 0
        text = percentage(percent) if percent is not None else "–"
        label = in_words(bid, names)
        bars.append(Bar(label, percent or 0, text, mark, of >= FEW, tail=f" ({of})"))
    across = _("share won, per cent (of deals)")
    return Bars(translated(table.title), across, "", bars, True, 100, _("break-even"))


def points(table: Table, _names: Names, _player: int | None = None) -> Plot:
    """Return how often there were how many card points, those that win marked."""
    least = wins_from(table)
    bars = [
        Bar(str(row[0]), int(str(row[1])), strong=least is not None and _least(row[0]) >= least)
        for row in table.rows
    ]
    say = "" if least is None else _("%(points)s and more win", points=least)
    across = _("card points of own deals")
    return Bars(_("Card points"), across, _("deals"), bars, mark_name=say)


def wins_from(table: Table) -> int | None:
    """Return the least card points that win a deal, if its game has such and it was always so."""
    game = GAMES.get(table.game)
    if game is None:
        return None
    seats = game.seats[0]
    rules = read_rules(game, {}, seats)
    inputs = game.inputs(Seated(seats, 0, game.active(seats, 0, rules), rules))
    found = {item.wins_from for item in inputs if isinstance(item, Number)} - {None}
    least = found.pop() if len(found) == 1 else None
    went = zip(*(table.column(head) for head in ("Card points", "Won", "Lost")), strict=True)
    always = all(
        not (lost if _least(points) >= (least or 0) else won) for points, won, lost in went
    )
    return least if always else None


def _least(points: Any) -> int:
    """Return the number that a row of card points begins with."""
    return int(str(points).partition("–")[0])


def months(table: Table, names: Names, _player: int | None = None) -> Plot:
    """Return how many deals were played in each month."""
    deals = table.heads.index("Deals")
    bars = [Bar(in_words(row[0], names), int(str(row[deals]))) for row in table.rows]
    return Bars(translated(table.title), _("month"), _("deals"), bars)


def versus(table: Table, names: Names, _player: int | None = None) -> Plot:
    """Return who came before whom how often."""
    cells = [
        [(c.percent or 0, c.of) if isinstance(c, Rate) and c.whole else None for c in row[1:]]
        for row in table.rows
    ]
    people = [head_text(head, names) for head in table.heads[1:]]
    across = _("before the one above; matches")
    return Matrix(_("Who came before whom"), across, "", people, cells)


OF_TABLES: Final[Mapping[str, Callable[[Table, Names, int | None], Plot]]] = {
    "bids": bids,
    "months": months,
    "points": points,
    "progress": progress,
    "versus": versus,
}


def sizes(tables: Mapping[str, Table], names: Names) -> dict[str, tuple[int, int]]:
    """Return how wide and high the charts of tables are, by their keys."""
    return {
        key: size(plot(tables[key], names, None))
        for key, plot in OF_TABLES.items()
        if key in tables
    }


def totals(course: Course, game: str) -> Plot:
    """Return the running totals of a match or an evening, with its deals as bars."""
    lines = lines_of(course, game)
    players = list(lines.totals)
    goal = "" if lines.goal is None else _("to %(goal)s", goal=lines.goal)
    title = _("The match") if course.single else _("The evening")
    return Lines(
        f"{title}: {game_name(game)}",
        _("after deal"),
        _("score") if course.single else _("payoff, units"),
        [Line(course.names[player], line) for player, line in lines.totals.items()],
        goal=lines.goal,
        goal_name=goal,
        starts=lines.starts,
        steps=[_step(lines.totals, players, deal) for deal in range(1, lines.deals + 1)],
        steps_name=_("each deal"),
    )


def _step(totals: Mapping[int, Any], players: list[int], deal: int) -> tuple[int, int]:
    """Return for whom a deal changed most, and by how much."""
    changes = [totals[player][deal] - totals[player][deal - 1] for player in players]
    number = max(range(len(changes)), key=lambda n: (abs(changes[n]), changes[n]))
    return number, changes[number]
