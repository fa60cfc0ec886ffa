"""Facts of a match whose people sit in other seats than was thought. Pure; nothing is stored here.

What names a seat follows the person in it, what names a side follows those who make it up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .entry import N_, Problem, Refused
from .games.base import Table
from .games.inputs import Facts, Input
from .games.sides import Share, Side
from .scoring import Match


def moved(match: Match, facts: Facts, order: Sequence[int]) -> Facts:
    """Return facts of a match with its seats as they are after; `order` maps each seat to one.

    Raises `Refused` where the facts tell of a side whose people would not be one any more.
    """
    # With everybody at the table every question is known, also one that the rules have given up.
    table = Table(match.seats, 0, tuple(range(match.seats)), match.rules)
    inputs = match.game.inputs(table)
    old = [str(seat) for seat in range(match.seats)]
    new = [str(list(order).index(seat)) for seat in range(match.seats)]
    asked = {item.key: item for item in inputs}
    found = dict(facts)
    for key in facts.keys() & asked.keys():
        found[key] = asked[key].from_sheet(asked[key].to_sheet(facts[key], old), new)
    for key, item in _of_sides(inputs).items():
        if key in facts:
            found[key] = _moved_side(item, facts[key], _numbers(match, order))
    if "dealer" in facts:
        found["dealer"] = order[facts["dealer"]]
    for key in facts.keys() & {"adjust", "bought"}:
        found[key] = [facts[key][int(name)] for name in new]
    return found


def _of_sides(inputs: Sequence[Input]) -> dict[str, Input]:
    """Return the questions whose facts have a side's number, or a number for each side."""
    found: dict[str, Input] = {}
    for item in inputs:
        key, _, part = item.key.partition(".")
        if key and (isinstance(item, (Share, Side)) or part.isdecimal()):
            found[key] = item
    return found


def _moved_side(item: Input, value: Any, numbers: Sequence[int]) -> Any:
    if isinstance(item, Side):
        return numbers[value - 1]
    return [value[numbers.index(number)] for number in range(1, len(value) + 1)]


def _numbers(match: Match, order: Sequence[int]) -> list[int]:
    """Return the number that each side has after."""
    after = {frozenset(side): number for number, side in enumerate(match.sides, start=1)}
    found = [after.get(frozenset(order[seat] for seat in side)) for side in match.sides]
    if None in found:
        say = N_("Deals were recorded for these partners, so they stay together.")
        raise Refused(Problem("seats", "the same partners", list(order), say))
    return [number for number in found if number is not None]
