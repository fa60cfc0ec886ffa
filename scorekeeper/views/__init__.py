"""One blueprint per noun: parse, call the store, translate. No queries, no rules of a game."""

from __future__ import annotations

from .access import bp as access
from .charts import bp as charts
from .corrections import bp as corrections
from .deals import bp as deals
from .devices import bp as devices
from .history import bp as history
from .language import bp as language
from .moving import bp as moving
from .paper import bp as paper
from .players import bp as players
from .presets import bp as presets
from .rules import bp as rules
from .seasons import bp as seasons
from .settling import bp as settling
from .setup import bp as setup
from .sharing import bp as sharing
from .sittings import bp as sittings
from .statistics import bp as statistics
from .tally import bp as tally
from .terms import bp as terms
from .whatif import bp as whatif

BLUEPRINTS = (
    access,
    language,
    players,
    sittings,
    deals,
    corrections,
    setup,
    tally,
    settling,
    terms,
    seasons,
    sharing,
    history,
    statistics,
    charts,
    devices,
    moving,
    paper,
    presets,
    rules,
    whatif,
)
