"""How a number is tapped: on a tile of its own, on tiles for its tens and ones, or step by step.

Which of these it is follows from the question; what was tapped is put together here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from wtforms import Field, StringField

from ..entry import N_, Problem, Refused
from ..games.inputs import Input, Number

MOST_TILES: Final = 24
MOST_DIGITS: Final = 199


def digits(item: Input) -> bool:
    """Say whether a number is tapped as tens and ones: one of many, none of them common."""
    if not isinstance(item, Number) or item.common or item.derived:
        return False
    return item.high - item.low >= MOST_TILES and 0 <= item.low <= item.high <= MOST_DIGITS


def stepped(item: Input) -> bool:
    """Say whether beside the tiles there is a field for other numbers, changed step by step."""
    return isinstance(item, Number) and bool(item.common)


def beside(item: Input, inputs: Sequence[Input]) -> bool:
    """Say whether a switch stands beside the next question, which is asked while it is off."""
    after = [other for other in inputs[inputs.index(item) + 1 :] if not other.derived]
    return bool(after) and not item.rare and _open_without(after[0], item.name)


def _open_without(item: Input, switch: str) -> bool:
    return not item.when or any(True not in some.get(switch, ()) for some in item.when)


def stages(inputs: Sequence[Input]) -> list[list[Input]]:
    """Return the questions by when they are asked: of the bids, then of the result.

    Several numbers that take many tiles are a stage each. A form without stages has one.
    """
    pads = [item for item in inputs if digits(item)]
    if len(pads) > 1:
        return [[item] for item in pads]
    with_bid = [item for item in inputs if not item.after_play]
    after = [item for item in inputs if item.after_play]
    return [with_bid, after] if after and with_bid else [list(inputs)]


def parts(name: str) -> tuple[str, str]:
    """Return the names of the fields for the tens and the ones.

    >>> parts("points")
    ('points_tens', 'points_ones')
    """
    return f"{name}_tens", f"{name}_ones"


def other(name: str) -> str:
    """Return the name of the field for a number that has no tile."""
    return f"{name}_other"


def fields_for(item: Input) -> dict[str, Field]:
    """Return the fields that a number has beside its own."""
    names = parts(item.name) if digits(item) else (other(item.name),) if stepped(item) else ()
    return {name: StringField() for name in names}


def shown(item: Input, value: Any) -> dict[str, Any]:
    """Return how the fields show an answer to any question."""
    if isinstance(value, list):
        return {item.name: [str(one) for one in value]}
    if isinstance(value, bool):
        return {item.name: value}
    if digits(item):
        tens, ones = divmod(value, 10)
        return dict(zip(parts(item.name), (str(tens), str(ones)), strict=True))
    if stepped(item) and isinstance(item, Number) and value not in item.common:
        return {other(item.name): str(value)}
    return {item.name: str(value)}


def shown_first(item: Input) -> dict[str, Any]:
    """Return how the fields of a question stand before anybody answers it."""
    begun = dict.fromkeys((item.name, *fields_for(item)), "")
    return begun | ({} if item.initial is None else shown(item, item.initial))


def tapped(item: Input, form: Any) -> Any:
    """Return what was tapped, a number as one text, or raise `Refused`."""
    own = form[item.name].data
    if not isinstance(item, Number):
        return own
    own = (own or "").strip()
    if digits(item) and not own:
        tens, ones = ((form[name].data or "").strip() for name in parts(item.name))
        if bool(tens) != bool(ones):
            say = N_("Choose the tens and the ones.")
            raise Refused(Problem(item.key, "tens and ones", f"{tens} {ones}", say))
        return f"{tens}{ones}".lstrip("0") or ones
    if stepped(item) and (typed := (form[other(item.name)].data or "").strip()):
        if own not in ("", typed):
            say = N_("Choose a tile or write a number, not both.")
            raise Refused(Problem(item.key, "one number", f"{own} {typed}", say))
        return typed
    return own
