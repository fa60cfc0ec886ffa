"""When a match is decided: a race to a total, a first to so many, a fixed number of deals.

What a decided match pays is in `base.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .deal import Result, Scores
from .sides import Sides


def goal_of(rules: Any) -> int | None:
    """Return the total that wins the match, None where none does."""
    goals = (getattr(rules, key) for key in rules.endings if key != "deals")
    return next((goal for goal in goals if goal), None)


def decide(
    results: Sequence[Result], totals: Scores, rules: Any, sides: Sides
) -> tuple[bool, Sides]:
    """Return whether a match is decided, and the sides that won it.

    A race ends when exactly one side is highest and at or past its target; a fixed number of
    deals ends with the last of them, and sides that are level share. An adjustment is no deal.
    """
    count = getattr(rules, "deals", None)
    best = max(totals[side[0]] for side in sides)
    leading = tuple(side for side in sides if totals[side[0]] == best)
    goal = goal_of(rules)
    if goal is not None:
        won = best >= goal and len(leading) == 1
    else:
        won = count is not None and sum(r.is_deal for r in results) >= count
    return won, leading if won else ()
