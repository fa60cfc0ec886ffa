"""Money: what evenings are played for, bills, plans, payments, seasons.

What somebody is up or down is summed anew from match results, bills and payments; how is in the
pure rooms `accounts.py` and `settlement.py`.
"""

from __future__ import annotations

from .books import Books, Standing, evening, season, why
from .changing import add_cost, remove_cost, set_terms, standing
from .correcting import difference
from .paying import Paying, keep, pay, undo
from .rows import Person
from .scopes import Scope, scope_of
from .seasons import Open, latest, opened, settle, settled

__all__ = [
    "Books",
    "Open",
    "Paying",
    "Person",
    "Scope",
    "Standing",
    "add_cost",
    "difference",
    "evening",
    "keep",
    "latest",
    "opened",
    "pay",
    "remove_cost",
    "scope_of",
    "season",
    "set_terms",
    "settle",
    "settled",
    "standing",
    "undo",
    "why",
]
