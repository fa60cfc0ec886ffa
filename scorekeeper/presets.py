"""House rules kept under a name, as the events tell it, folded from the first on.

A match is started with a copy of them and knows nothing of where it came from. Nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from . import entry
from .entry import Refused
from .games import GAMES
from .games.base import carried_rules, full_rules, read_rules

KEEP: Final = "preset.keep"
RENAME: Final = "preset.rename"
REMOVE: Final = "preset.remove"
BRING_BACK: Final = "preset.bring_back"
KINDS: Final = (KEEP, RENAME, REMOVE, BRING_BACK)

Wrong = tuple[str, str, Any]  # the place in the event, what was expected, what came


class Happened(Protocol):
    """An event: its kind, before and after."""

    @property
    def kind(self) -> str:
        """Return what kind of operation it was."""

    @property
    def before(self) -> Any:
        """Return what was there."""

    @property
    def after(self) -> Any:
        """Return what it left."""


@dataclass(frozen=True)
class Preset:
    """Rules of a game with a name; `number` counts from 1 in the club, `seats` is for how many."""

    number: int
    name: str
    game: str
    seats: int
    rules: Mapping[str, Any]
    removed: bool = False

    def said(self) -> dict[str, Any]:
        """Return what an event says of it that changes it."""
        return {"preset": self.number, "name": self.name, "removed": self.removed}

    def for_seats(self, seats: int) -> Any:
        """Return the rules as a match with this many seats takes them."""
        game = GAMES[self.game]
        rules = read_rules(game, dict(self.rules), self.seats)
        return carried_rules(game, rules, self.seats, seats)


Presets = dict[int, Preset]


def taken(presets: Iterable[Preset], name: str, but: int = 0) -> bool:
    """Say whether a name looks like that of rules that are offered, those numbered `but` aside."""
    alike = entry.lookalike(name)
    return any(
        entry.lookalike(one.name) == alike
        for one in presets
        if not one.removed and one.number != but
    )


def fold(events: Iterable[Happened]) -> Presets:
    """Return what events come to, by number; a club's, oldest first."""
    found: Presets = {}
    for event in events:
        step(found, event)
    return found


def step(found: Presets, event: Happened) -> None:
    """Change the presets as the next event does."""
    if event.kind not in KINDS:
        return
    said = event.after
    number = said["preset"]
    if event.kind == KEEP:
        found[number] = Preset(number, said["name"], said["game"], said["seats"], said["rules"])
    else:
        found[number] = replace(found[number], name=said["name"], removed=said["removed"])


def problems(found: Presets, event: Happened) -> Iterator[Wrong]:
    """Yield where an event of the right shape does not follow from those before it."""
    if event.kind == KEEP:
        yield from _keep_problems(found, event.after)
    elif event.kind in KINDS:
        yield from _change_problems(found, event)


def _keep_problems(found: Presets, said: Mapping[str, Any]) -> Iterator[Wrong]:
    if said["preset"] != len(found) + 1:
        yield "after.preset", str(len(found) + 1), said["preset"]
    if taken(found.values(), said["name"]):
        yield "after.name", "a name that is not taken", said["name"]
    game = GAMES[said["game"]]
    if said["seats"] not in game.seats:
        yield "after.seats", f"one of {', '.join(map(str, game.seats))}", said["seats"]
        return
    try:
        full = full_rules(read_rules(game, said["rules"], said["seats"]))
    except Refused as refused:
        for problem in refused.problems:
            yield "after.rules", problem.expected, problem.came
        return
    if full != said["rules"]:
        yield "after.rules", entry.shown(full), said["rules"]


def _change_problems(found: Presets, event: Happened) -> Iterator[Wrong]:
    before, after = event.before, event.after
    there = found.get(before["preset"])
    if there is None:
        yield "before.preset", "the number of house rules that were kept", before["preset"]
        return
    wanted = {RENAME: there.removed, REMOVE: True, BRING_BACK: False}[event.kind]
    if before != there.said():
        yield "before", entry.shown(there.said()), before
    if after["preset"] != there.number:
        yield "after.preset", str(there.number), after["preset"]
    if after["removed"] != wanted:
        yield "after.removed", entry.shown(wanted), after["removed"]
    if event.kind != RENAME and after["name"] != there.name:
        yield "after.name", entry.shown(there.name), after["name"]
    if not after["removed"] and taken(found.values(), after["name"], but=there.number):
        yield "after.name", "a name that is not taken", after["name"]
