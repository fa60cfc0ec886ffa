"""One blueprint per noun: parse, call the store, translate. No queries, no rules of a game."""

from __future__ import annotations

from .access import bp as access
from .deals import bp as deals
from .players import bp as players
from .rules import bp as rules
from .sharing import bp as sharing
from .sittings import bp as sittings

BLUEPRINTS = (access, players, sittings, deals, sharing, rules)
