"""What every story is: a sentence and further lines, each answer with what it was before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask_babel import gettext as _

Names = Mapping[int, str]


class Told(NamedTuple):
    """An event in words: what was done, and further lines."""

    text: str
    more: tuple[str, ...] = ()


def people(players: Sequence[int], names: Names) -> list[str]:
    """Return what players are called today, in seat order."""
    return [names.get(player, "?") for player in players]


def line(label: str, new: str | None, old: str | None = None) -> str:
    """Return a question with its answer, and what the answer was before.

    >>> line("Points", "31"), line("Who?", "Ben")
    ('Points: 31', 'Who? Ben')
    """
    asked = label if label.endswith("?") else f"{label}:"
    if old is None:
        return f"{asked} {new}"
    if new is None:
        return str(_("%(asked)s no answer; before: %(old)s", asked=asked, old=old))
    return str(_("%(asked)s %(new)s; before: %(old)s", asked=asked, new=new, old=old))


def differing(new: Mapping[str, str], old: Mapping[str, str]) -> list[str]:
    """Return a line for each answer that differs, in the order of the questions."""
    labels = dict.fromkeys([*new, *old])
    return [line(k, new.get(k), old.get(k)) for k in labels if new.get(k) != old.get(k)]
