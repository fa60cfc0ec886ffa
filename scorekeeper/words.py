"""Say rows, numbers and days in words, for pages and copied text. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from babel.lists import format_list
from flask_babel import get_locale, ngettext
from flask_babel import gettext as _

from . import currencies
from .days import ago, day, evening_in_full, evening_title, moment
from .entry import Problem
from .games import GAMES
from .games.base import Result, Sides, Standing, goal_of
from .scoring import Match, Row
from .sentences import translated as translated
from .stats.table import with_minus

_OTHERS: Final = ("", "opponent", "out")


def problem(found: Problem) -> str:
    """Return the sentence of a problem in the page's language."""
    return str(_(found.say)) % {k: minus(v) for k, v in found.values.items()}


def match_totals(match: Any) -> list[tuple[str, int]]:
    """Return the total of each side of a match in short."""
    names, totals = zip(*((line.name, line.total) for line in match.lines), strict=True)
    return by_side(GAMES[match.game].sides(len(names)), names, totals)


def minus(value: Any) -> str:
    """Return a number with a real minus sign.

    >>> minus(-4), minus(0)
    ('−4', '0')
    """
    return with_minus(value) if isinstance(value, int) else str(value)


def signed(value: int) -> str:
    """Return a change with its sign.

    >>> signed(4), signed(-2), signed(0)
    ('+4', '−2', '0')
    """
    return f"+{value}" if value > 0 else minus(value)


def played(row: Row, names: Sequence[str]) -> str:
    """Return what was played in a row: *Ben solo, 10*, *Ben alone 61, 70*, or *74 : 46*."""
    result = row.result
    if not result.is_deal:
        return bought(result, names) or str(_("adjustment"))
    if result.outcome == "passed":
        return str(_("all passed"))
    who = _side_that_bid(result, names)
    contract = translated(result.contract_words or result.contract or "")
    said = " ".join(part for part in (who, contract) if part)
    counted = " : ".join(map(str, result.shares)) or result.points
    if result.outcome == "void":
        counted = str(_("void"))
    return ", ".join(str(part) for part in (said, counted) if part not in ("", None))


def bought(result: Result, names: Sequence[str]) -> str:
    """Return who bought counters in a row: *Anna buys 50 counters*, nothing where nobody did."""
    return ", ".join(
        str(
            ngettext(
                "%(name)s buys %(num)s counter", "%(name)s buys %(num)s counters", n, name=name
            )
        )
        for name, n in zip(names, result.bought, strict=False)
        if n
    )


def _side_that_bid(result: Result, names: Sequence[str]) -> str:
    bid, *others = named(_bidders(result), names) or [""]
    if others:
        return str(_("%(soloist)s with %(partner)s", soloist=bid, partner=listing(others)))
    # A caller has a partner, but for one who plays alone against all.
    return str(_("%(name)s alone", name=bid)) if "caller" in result.roles else bid


def _bidders(result: Result) -> list[int]:
    """Return the seats of the side that bid, its partner last."""
    seats = [seat for seat, role in enumerate(result.roles) if role not in _OTHERS]
    return sorted(seats, key=lambda seat: result.roles[seat] == "partner")


def adds(score: Sequence[int], names: Sequence[str]) -> str:
    """Return who gets what in a row, in seat order.

    >>> adds((4, -2, -2), ["Ben", "Anna", "Carla"])
    'Ben +4, Anna −2, Carla −2'
    """
    return ", ".join(f"{name} {signed(n)}" for name, n in zip(names, score, strict=True))


def named(seats: Sequence[int], names: Sequence[str]) -> list[str]:
    """Return the names at seats."""
    return [names[seat] for seat in seats]


def gains(match: Match, result: Result, names: Sequence[str]) -> list[tuple[str, int]]:
    """Return what a row adds for whom: each side, or who bid first; who sits out only if it does.

    Every side is told of a deal, of an adjustment only those that it changes.
    """
    if any(len(side) > 1 for side in match.sides):
        found = by_side(match.sides, names, result.score)
    else:
        bidders = _bidders(result)
        seats = bidders + [seat for seat in range(len(names)) if seat not in bidders]
        out = [seat for seat in seats if result.roles and result.roles[seat] == "out"]
        found = [(names[s], result.score[s]) for s in seats if s not in out or result.score[s]]
    return [(who, number) for who, number in found if result.is_deal or number]


def paid(match: Match, standing: Standing, names: Sequence[str]) -> str:
    """Return what everybody of a side gets or pays: *Anna and Carla +1, Ben and Dino −1*."""
    sides = by_side(match.sides, names, standing.payoffs)
    return ", ".join(f"{who} {signed(number)}" for who, number in sides)


def by_side(sides: Sides, names: Sequence[str], values: Sequence[int]) -> list[tuple[str, int]]:
    """Return the names and the number of each side; those of a side have the same.

    >>> by_side(((0,), (1,)), ["Anna", "Ben"], (3, 1))
    [('Anna', 3), ('Ben', 1)]
    """
    return [(listing(named(side, names)), values[side[0]]) for side in sides]


def ending(rules: Any) -> str:
    """Return how a match by these rules ends: *to 21*, *to 3 deals won*, *5 deals*, *no end*."""
    if first := getattr(rules, "first_to", None):
        return str(ngettext("to %(num)s deal won", "to %(num)s deals won", first))
    goal = goal_of(rules)
    if goal is not None:
        return str(_("to %(goal)s", goal=goal))
    if deals := getattr(rules, "deals", None):
        return str(ngettext("%(num)s deal", "%(num)s deals", deals))
    return str(_("no end"))


def game_name(slug: str) -> str:
    """Return what a game is called."""
    return GAMES[slug].name if slug in GAMES else slug


def how_many(seats: Sequence[int]) -> str:
    """Return with how many a game can be played: *3 to 7*, *2, 3, 4 or 6*.

    >>> how_many((4,))
    '4'
    """
    least, most = min(seats), max(seats)
    if least == most:
        return str(least)
    if len(seats) == most - least + 1 and len(seats) > 2:
        return str(_("%(least)s to %(most)s", least=least, most=most))
    numbers = [str(number) for number in sorted(seats)]
    return str(format_list(numbers, style="or", locale=get_locale()))


def shortened(names: Sequence[str], most: int = 15) -> list[str]:
    """Return the names as they fit into a line with others.

    >>> shortened(["Anna", "Bartholomäus Freiherr von Hohenlohe"])
    ['Anna', 'Bartholomäus F…']
    """
    return [name if len(name) <= most else f"{name[: most - 1].rstrip()}…" for name in names]


def listing(names: Sequence[str]) -> str:
    """Return names in a row: *Anna, Ben and Carla*."""
    if len(names) < 2:
        return "".join(names)
    return str(format_list(names, locale=get_locale()))


WORDS: Final[dict[str, Any]] = {
    word.__name__: word
    for word in (
        adds,
        ago,
        by_side,
        day,
        ending,
        evening_in_full,
        evening_title,
        gains,
        game_name,
        goal_of,
        how_many,
        listing,
        match_totals,
        minus,
        moment,
        named,
        paid,
        played,
        problem,
        shortened,
        signed,
        translated,
    )
} | currencies.WORDS
