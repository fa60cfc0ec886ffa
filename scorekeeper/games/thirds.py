"""The pack that is counted in thirds of a point: what its cards are worth, the cards one side won.

Sections 1, 2 and 4 of the rules: 40 cards, Aces 3, the other counting cards 1, the last trick 3.
"""

from __future__ import annotations

from typing import Final

from ..entry import N_
from .inputs import Choice, Facts, Number, Option
from .question import Condition

ACE: Final = 3
LAST_TRICK: Final = 3
ACES: Final = 4
OTHERS: Final = 20
ALL: Final = ACES * ACE + OTHERS + LAST_TRICK


def thirds_of(facts: Facts) -> int:
    """Return the thirds of the soloist's counted cards and last trick.

    >>> thirds_of({"cards": {"aces": 2, "others": 11}, "last_trick": "soloist"})
    20
    """
    last = LAST_TRICK if facts.get("last_trick") == "soloist" else 0
    return ACE * int(facts["cards"]["aces"]) + int(facts["cards"]["others"]) + last


def card_inputs(when: tuple[Condition, ...]) -> tuple[Number, Number]:
    """Ask how many Aces and how many other counting cards the soloist won."""
    return (
        Number(
            key="cards.aces",
            field="aces",
            label=N_("Aces the soloist won, monte included"),
            low=0,
            high=ACES,
            when=when,
            missing=N_("Choose how many Aces."),
        ),
        Number(
            key="cards.others",
            field="others",
            label=N_("Threes, twos, kings, queens and jacks"),
            low=0,
            high=OTHERS,
            when=when,
            missing=N_("Choose how many other counting cards."),
        ),
    )


def last_trick(when: tuple[Condition, ...]) -> Choice:
    """Ask who took the last trick, and the monte with it."""
    return Choice(
        key="last_trick",
        label=N_("Who took the last trick?"),
        options=(
            Option("soloist", N_("The soloist")),
            Option("opponents", N_("The opponents")),
        ),
        when=when,
        missing=N_("Choose who took the last trick."),
    )
