"""The kinds of events: which rows each is about, and what it says of before and after."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ..games import GAMES
from .shapes import (
    DAY,
    NAME,
    NUMBER_OR_NOT,
    OBJECT,
    PLACE,
    SEAT,
    TRUTH,
    ByDeal,
    Fields,
    Many,
    Nothing,
    Row,
    one_of,
)


@dataclass(frozen=True)
class Kind:
    """What an event of a kind holds. `about` names the rows that it is about, and no others."""

    before: Any
    after: Any
    about: frozenset[str] = frozenset()


JOIN: Final = "device.join"
SIGN_OUT: Final = "device.sign_out"
GAME: Final = one_of(*GAMES)
_ROLE: Final = one_of("owner", "scorer", "viewer")
_PLAYER, _PLAYERS = Row("players"), Many(Row("players"))
_NAMED: Final = {"name": NAME}
_PERSON: Final = Fields({"name": NAME, "retired": TRUTH})
_DEVICE: Final = Fields({"name": NAME, "role": _ROLE, "revoked": TRUTH})
_LINK: Final = Fields({"role": _ROLE})
_CLOSED: Final = Fields({"closed": TRUTH})
_DEALS: Final = Fields({"number": NUMBER_OR_NOT, "players": _PLAYERS, "deals": ByDeal()})
_SETUP: Final = {"game": GAME, "rules": OBJECT, "players": _PLAYERS, "first_dealer": SEAT}
_EVENING: Final = {"date": DAY, "place": PLACE}
_CORRECTED: Final = Fields(
    {"rules": OBJECT, "players": _PLAYERS, "first_dealer": SEAT, "deals": ByDeal()}
)
_MERGED: Final = {"player": _PLAYER, "matches": Many(Row("matches"))}


def _of(before: Any, after: Any, *about: str) -> Kind:
    return Kind(before, after, frozenset(about))


_OF_A_DEAL: Final = ("record", "undo", "redo", "edit", "delete", "restore", "insert")
KINDS: Final[dict[str, Kind]] = {
    **{f"deal.{what}": _of(_DEALS, _DEALS, "match", "deal") for what in _OF_A_DEAL},
    "match.start": _of(Nothing(), Fields(_SETUP), "sitting", "match"),
    "match.import": _of(Nothing(), Fields(_SETUP | {"deals": ByDeal()}), "sitting", "match"),
    "match.correct": _of(_CORRECTED, _CORRECTED, "match"),
    "sitting.start": _of(Nothing(), Fields(_SETUP | _EVENING), "sitting", "match"),
    "sitting.import": _of(
        Nothing(), Fields(_SETUP | {"deals": ByDeal()} | _EVENING), "sitting", "match"
    ),
    "sitting.close": _of(_CLOSED, _CLOSED, "sitting"),
    "sitting.reopen": _of(_CLOSED, _CLOSED, "sitting"),
    "player.add": _of(Nothing(), _PERSON, "player"),
    "player.rename": _of(_PERSON, _PERSON, "player"),
    "player.retire": _of(_PERSON, _PERSON, "player"),
    "player.bring_back": _of(_PERSON, _PERSON, "player"),
    "player.merge": _of(
        Fields({"names": Many(NAME, exactly=2)} | _MERGED),
        Fields(_NAMED | {"spelling": NAME} | _MERGED),
        "player",
    ),
    "device.rename": _of(_DEVICE, _DEVICE),
    "device.role": _of(_DEVICE, _DEVICE),
    "device.revoke": _of(_DEVICE, _DEVICE),
    "device.leave": _of(_DEVICE, _DEVICE),
    SIGN_OUT: _of(Many(_DEVICE), Many(_DEVICE)),
    "invite.make": _of(Nothing(), _LINK),
    "invite.revoke": _of(_LINK, Nothing()),
    "club.make": _of(Nothing(), Fields(_NAMED)),
    "club.rename": _of(Fields(_NAMED), Fields(_NAMED)),
    "club.import": _of(Nothing(), Fields(_NAMED)),
}
# Who joins again was a member before.
JOINED: Final = (_of(Nothing(), _DEVICE), _of(_DEVICE, _DEVICE))


def kind_of(event: dict[str, Any]) -> Kind | None:
    """Return what an event has to hold, None for one of no known kind."""
    kind = event.get("kind")
    if kind == JOIN:
        return JOINED[event.get("before") is not None]
    return KINDS.get(kind) if isinstance(kind, str) else None


ALL_KINDS: Final = (*KINDS, JOIN)
