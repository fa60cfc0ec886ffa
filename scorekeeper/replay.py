"""What events come to: each one's before and after, folded from the first on. Nothing is stored.

Whether stored rows that may be damaged agree with their events is `store/checking/replay.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

from .games.inputs import Facts

MERGE: Final = "player.merge"


class Happened(Protocol):
    """An event: what it is about, before and after."""

    @property
    def kind(self) -> str:
        """Return what kind of operation it was."""

    @property
    def player(self) -> int | None:
        """Return the player that it is about."""

    @property
    def match(self) -> int | None:
        """Return the match that it is about."""

    @property
    def deal(self) -> int | None:
        """Return the deal that it is about; None where it is about a whole match."""

    @property
    def before(self) -> Any:
        """Return what was there."""

    @property
    def after(self) -> Any:
        """Return what it left."""


@dataclass(frozen=True)
class Setup:
    """How a match is set up: its game, rules, players in seat order, first dealer's seat."""

    game: str
    rules: Mapping[str, Any]
    players: tuple[int, ...]
    first_dealer: int

    def corrected(self, said: Mapping[str, Any]) -> Setup:
        """Return the set-up as an event about the whole match says it."""
        players, dealer = tuple(said["players"]), said["first_dealer"]
        return Setup(said.get("game", self.game), said["rules"], players, dealer)


@dataclass(frozen=True)
class Replayed:
    """A match as its events left it: its set-up, all facts by id, the ids that count in order."""

    setup: Setup
    facts: Mapping[int, Facts] = field(default_factory=dict)
    order: tuple[int, ...] = ()

    @property
    def deals(self) -> tuple[tuple[int, Facts], ...]:
        """Return the ids and facts of the deals that count, in their order."""
        return tuple((deal, self.facts[deal]) for deal in self.order)


def replay(events: Iterable[Happened]) -> dict[int, Replayed]:
    """Return the matches that events come to, by id; all of a club's events, oldest first."""
    found: dict[int, Replayed] = {}
    for event in events:
        step(found, event)
    return found


def step(found: dict[int, Replayed], event: Happened) -> None:
    """Change the matches as the next event does."""
    for match in _merged(event):
        setup = found[match].setup
        players = _stand_in(setup.players, {event.before["player"]: event.player})
        found[match] = replace(found[match], setup=replace(setup, players=players))
    if event.match is not None:
        found[event.match] = _after(found.get(event.match), event)


def _after(state: Replayed | None, event: Happened) -> Replayed:
    if state is None:
        # A match that was played on paper comes with its deals.
        facts = {int(deal): said for deal, said in event.after.get("deals", {}).items()}
        return Replayed(started(event.after), facts, tuple(facts))
    changed = {int(deal): facts for deal, facts in event.after.get("deals", {}).items()}
    facts = {**state.facts, **{deal: said for deal, said in changed.items() if said is not None}}
    if event.deal is None:
        return Replayed(state.setup.corrected(event.after), facts, state.order)
    order = [deal for deal in state.order if deal != event.deal]
    if event.after["number"] is not None:
        order.insert(event.after["number"] - 1, event.deal)
    return Replayed(state.setup, facts, tuple(order))


def started(said: Mapping[str, Any]) -> Setup:
    """Return the set-up of a match from what the event that started it says."""
    return Setup(said["game"], said["rules"], tuple(said["players"]), said["first_dealer"])


def in_their_seats(
    players: Iterable[int], match: int, later: Iterable[Happened]
) -> tuple[int, ...]:
    """Return who stands for each of a match's players after later events: replaced or merged."""
    now = tuple(players)
    for event in later:
        if match in _merged(event):
            now = _stand_in(now, {event.before["player"]: event.player})
        elif event.match == match and event.deal is None and event.before:
            old, new = event.before["players"], event.after["players"]
            gone = [player for player in old if player not in new]
            come = [player for player in new if player not in old]
            now = _stand_in(now, dict(zip(gone, come, strict=True)))
    return now


def _merged(event: Happened) -> tuple[int, ...]:
    return tuple(event.before["matches"]) if event.kind == MERGE else ()


def _stand_in(players: Iterable[int], others: Mapping[int, int | None]) -> tuple[int, ...]:
    return tuple(others.get(player) or player for player in players)
