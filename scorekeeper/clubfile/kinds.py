"""The kinds of events: which rows each is about, and what it says of before and after."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from .. import ledger, presets
from ..games import GAMES
from .shapes import ByDeal, Fields, Many, Maybe, Nothing, Row
from .values import (
    COUNTED,
    CURRENCY,
    CURRENCY_OR_NOT,
    DAY,
    LARGE,
    NAME,
    NUMBER_OR_NOT,
    OBJECT,
    PLACE,
    SEAT,
    SEAT_OR_NOT,
    TRUTH,
    WHOLE,
    one_of,
)


class Kind(NamedTuple):
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
_ALSO_FROZEN: Final = Fields(
    {"closed": TRUTH, "frozen": Many(Fields({"player": _PLAYER, "balance": WHOLE}))}
)
_BANKER: Final = {"banker": Row("players", optional=True)}
_WORTH: Final = Fields({"game": GAME, "way": one_of("unit", "match"), "value": COUNTED})
_TERMS: Final = Fields({"currency": CURRENCY_OR_NOT, "values": Many(_WORTH)} | _BANKER)
_PAIR: Final = {"payer": _PLAYER, "payee": _PLAYER, "amount": COUNTED}
_PLAN: Final = Many(Fields({"payer": _PLAYER, "payee": _PLAYER, "amount": LARGE}))
_ROWS: Final = {"plan": _PLAN}
_BILL: Final = Fields(
    {
        "number": COUNTED,
        "currency": CURRENCY,
        "what": NAME,
        "amount": COUNTED,
        "payer": _PLAYER,
        "shared": one_of(*ledger.SHARED),
        "players": _PLAYERS,
    }
)
_PAYMENT: Final = _PAIR | {
    "payment": COUNTED,
    "currency": CURRENCY,
    "plan": Maybe(_PLAN),
    "row": SEAT_OR_NOT,
}
_TAKEN_BACK: Final = _PAIR | {"currency": CURRENCY}
_UNDONE: Final = {"payment": COUNTED}
_SEASON: Final = {"season": COUNTED}
_TOGETHER: Final = _SEASON | {"currency": CURRENCY, "sittings": Many(Row("sittings"))} | _BANKER
_PRESET: Final = Fields(
    {"preset": COUNTED, "name": NAME, "game": GAME, "seats": COUNTED, "rules": OBJECT}
)
_OFFERED: Final = Fields({"preset": COUNTED, "name": NAME, "removed": TRUTH})
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
    "sitting.correct": _of(Fields(_EVENING), Fields(_EVENING), "sitting"),
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
    ledger.TERMS: _of(_TERMS, _TERMS, "sitting"),
    ledger.COST: _of(Maybe(_BILL), Maybe(_BILL), "sitting"),
    ledger.PLAN: _of(Nothing(), Fields(_ROWS), "sitting"),
    ledger.PAY: _of(Nothing(), Fields(_PAYMENT), "sitting"),
    ledger.UNDO: _of(Fields(_TAKEN_BACK), Fields(_UNDONE), "sitting"),
    ledger.SETTLE: _of(Nothing(), Fields(_TOGETHER)),
    ledger.SEASON_PLAN: _of(Nothing(), Fields(_ROWS | _SEASON)),
    ledger.SEASON_PAY: _of(Nothing(), Fields(_PAYMENT | _SEASON)),
    ledger.SEASON_UNDO: _of(Fields(_TAKEN_BACK), Fields(_UNDONE | _SEASON)),
    presets.KEEP: _of(Nothing(), _PRESET),
    presets.RENAME: _of(_OFFERED, _OFFERED),
    presets.REMOVE: _of(_OFFERED, _OFFERED),
    presets.BRING_BACK: _of(_OFFERED, _OFFERED),
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


# Where something is paid for, what stood then is kept.
_CLOSED_WITH_MONEY: Final = _of(_CLOSED, _ALSO_FROZEN, "sitting")


def kind_of(event: dict[str, Any]) -> Kind | None:
    """Return what an event has to hold, None for one of no known kind."""
    kind, after = event.get("kind"), event.get("after")
    if kind == JOIN:
        return JOINED[event.get("before") is not None]
    if kind == ledger.CLOSE and isinstance(after, dict) and "frozen" in after:
        return _CLOSED_WITH_MONEY
    return KINDS.get(kind) if isinstance(kind, str) else None


ALL_KINDS: Final = (*KINDS, JOIN)
