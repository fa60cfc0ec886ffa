"""Money: what evenings are played for, bills, plans, payments, seasons.

What somebody is up or down is summed anew from match results, bills and payments; how is in the
pure rooms `accounts.py` and `settlement.py`.
"""

from __future__ import annotations

from .books import Books, Standing, evening, season, why
from .changing import add_cost, remove_cost, set_terms
from .correcting import difference
from .paying import Paying, Scope, keep, pay, undo
from .seasons import Open, opened, settle

__all__ = [
    "Books",
    "Open",
    "Paying",
    "Scope",
    "Standing",
    "add_cost",
    "difference",
    "evening",
    "keep",
    "opened",
    "pay",
    "remove_cost",
    "season",
    "set_terms",
    "settle",
    "undo",
    "why",
]
