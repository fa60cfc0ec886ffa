"""Answers to a game's questions in words; house rules, and how a match's differ from the usual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext as _

from .games.base import Game, full_rules, rule_inputs, written_rules
from .games.inputs import NOBODY, Choice, Flag, Input, Seat, Seats
from .games.ladder import Ladder
from .games.question import PASS
from .games.sides import Side
from .scoring import Match
from .words import ending, listing, minus, named, translated


def asked(item: Input, people: Sequence[str]) -> str:
    """Return a question in words, with the names of those that it is about."""
    about = f" ({listing(named(item.about, people))})" if item.about else ""
    return f"{translated(item.label)}{about}"


def said(item: Input, value: Any, people: Sequence[str] = ()) -> str:
    """Return an answer in words, whatever kind of question it answers."""
    if isinstance(item, Ladder):
        return _ladder(item, value)
    if isinstance(item, Flag):
        return str(_("yes") if value else _("no"))
    if value is None:
        return str(_("none"))
    if value == PASS:
        return str(_("all passed"))
    if isinstance(item, Seat):
        return translated(item.nobody) if value == NOBODY else people[value]
    if isinstance(item, Seats):
        return listing(named(value, people))
    if isinstance(item, Side):
        return listing(named(item.sides[value - 1], people))
    if isinstance(item, Choice):
        label = next((option.label for option in item.options if option.value == value), value)
        return translated(str(label))
    return minus(value)


def _ladder(item: Ladder, value: Mapping[str, int]) -> str:
    preset = item.to_sheet(value, ())
    if isinstance(preset, str):
        return translated(item.preset_labels[preset])
    return ", ".join(f"{bid} {stake}" for bid, stake in value.items())


def answers(game: Game, rules: Mapping[str, Any], seats: int) -> dict[str, str]:
    """Return every house rule in words by its question, also what is not asked at this table."""
    asked = _asked(game, seats)
    return {
        translated(item.label): said(item, rules[key])
        for key, item in asked.items()
        if key in rules
    }


def differences(match: Match, *, end: bool = True) -> list[str]:
    """Return what is not as usual in a match, each in a few words.

    `end` false leaves out how it ends, for pages that say so anyway.
    """
    values = full_rules(match.rules)
    written = written_rules(match.game, match.rules, match.seats)
    endings = match.game.rules_type.endings
    found = [ending(match.rules)] if end and any(key in written for key in endings) else []
    return found + [
        _brief(item, values[key])
        for key, item in _asked(match.game, match.seats).items()
        if key in written and key not in endings
    ]


def unusual(match: Match, *, end: bool = True) -> str:
    """Return in one line how a match differs from the usual rules, empty where it does not."""
    found = differences(match, end=end)
    return str(_("House rules: %(rules)s", rules=" · ".join(found))) if found else ""


def _asked(game: Game, seats: int) -> dict[str, Input]:
    asked = {item.key: item for item in rule_inputs(game.rules_type)}
    return asked | {item.key: item for item in game.rule_inputs(seats)}


def _brief(item: Input, value: Any) -> str:
    if item.brief and value not in (None, False):
        return translated(item.brief) % {"value": minus(value)}
    if isinstance(item, Flag) and value:
        return translated(item.label)
    return f"{translated(item.label)}: {said(item, value)}"
