"""When a question is shown, and what can be chosen: style rules made from what the games declare.

A form carries the mark of its questions' conditions, and the sheet has the rules for each mark. A
form whose mark the sheet does not know shows all its questions, as an old browser does.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from ..entry import Refused
from ..games.base import Game, read_rules
from ..games.inputs import Choice, Flag, Input, Seat
from ..scoring import Match
from .pads import digits, parts

MOST_RULES: Final = 64


def mark(inputs: Sequence[Input]) -> str:
    """Return the mark of the questions that are asked only sometimes, empty without any."""
    asked = [
        (item.name, [sorted((k, sorted(map(str, v))) for k, v in c.items()) for c in item.when])
        for item in _sometimes(inputs)
    ]
    return hashlib.sha256(repr(asked).encode()).hexdigest()[:10] if asked else ""


def style(games: Iterable[Game]) -> str:
    """Return the style sheet for the forms of these games, at any table."""
    known: dict[str, list[str]] = {}
    apart: dict[str, None] = {}
    for game in games:
        for inputs in _all_inputs(game):
            apart |= dict.fromkeys(_apart(inputs))
            if (found := mark(inputs)) and found not in known:
                known[found] = list(_rules(found, inputs))
    lines = itertools.chain(*known.values(), apart)
    return "@supports selector(:has(*)){\n" + "\n".join(lines) + "\n}\n"


def _sometimes(inputs: Sequence[Input]) -> list[Input]:
    return [item for item in inputs if item.when and not item.derived]


def _all_inputs(game: Game) -> Iterator[Sequence[Input]]:
    """Yield a game's questions by every number of seats and choice of house rules."""
    for seats in game.seats:
        for given in itertools.islice(_house_rules(game, seats), MOST_RULES):
            try:
                rules = read_rules(game, given, seats)
            except Refused:
                continue
            # Who deals makes other answers possible, but asks no other questions.
            yield game.inputs(Match(game, rules, seats, 0).table(0))


def _house_rules(game: Game, seats: int) -> Iterator[dict[str, Any]]:
    open_ones: dict[str, list[Any]] = {}
    for item in game.rule_inputs(seats):
        if isinstance(item, Choice):
            open_ones[item.key] = [option.value for option in item.options]
        elif isinstance(item, Flag):
            open_ones[item.key] = [False, True]
    yield {}
    for values in itertools.product(*open_ones.values()):
        yield dict(zip(open_ones, values, strict=True))


def _rules(found: str, inputs: Sequence[Input]) -> Iterator[str]:
    form = f'form[data-asks="{found}"]'
    named = {item.name: item for item in inputs}
    for item in _sometimes(inputs):
        asked = (
            "".join(_has(named[name], wanted) for name, wanted in condition.items())
            for condition in item.when
        )
        never = "".join(f":not({condition})" for condition in asked)
        yield f"{form}{never} .ask-{item.name}{{display:none}}"


def _apart(inputs: Sequence[Input]) -> Iterator[str]:
    """Yield the rules by which who answers one question cannot be tapped at another."""
    for item in (item for item in inputs if isinstance(item, Seat)):
        for other, seat in itertools.product(item.apart, item.of):
            taken = f'form:has([name={other}][value="{seat}"]:checked)'
            tile = f'.apart-{other} .tile:has([value="{seat}"]:not(:checked))'
            yield f"{taken} {tile}{{visibility:hidden;pointer-events:none;opacity:.65}}"


def _has(item: Input, wanted: frozenset[Any]) -> str:
    """Return the selector of a form in which a question has one of these answers."""
    if isinstance(item, Flag):
        state = ":checked" if True in wanted else ":not(:checked)"
        return f":has([name={item.name}]{state})"
    values = sorted(wanted, key=str)
    some = ",".join(f'[name={item.name}][value="{value}"]:checked' for value in values)
    if not digits(item):
        return f":has(:is({some}))"
    both = ",".join(_digits(item, value) for value in values)
    return f":is({both})"


def _digits(item: Input, value: int) -> str:
    tens, ones = parts(item.name)
    return "".join(
        f':has([name={name}][value="{part}"]:checked)'
        for name, part in ((tens, value // 10), (ones, value % 10))
    )
