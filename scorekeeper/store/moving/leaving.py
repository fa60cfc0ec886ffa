"""A club as a document: read in one go, rows numbered in their order. Nothing is changed."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import select

from ...clubfile import FORMAT, Document, renumbered
from ...db import db
from ...models import Club, Deal, Device, Event, Match, Membership, Player, Seat, Sitting
from ..errors import NotFound

# No token has such a hash: a device that is a name in the history, and can never come back.
NO_TOKEN: Final = "none:"  # noqa: S105 - the opposite of one
JOIN: Final = "device.join"

Numbers = dict[str, dict[int, int]]


def club_document(club: int) -> Document:
    """Return everything that is kept of a club but its devices and links; raises `NotFound`."""
    row = db.session.get(Club, club)
    if row is None:
        raise NotFound
    players = _rows(select(Player).where(Player.club_id == club).order_by(Player.id))
    sittings = _rows(select(Sitting).where(Sitting.club_id == club).order_by(Sitting.id))
    matches = _rows(select(Match).where(Match.club_id == club).order_by(Match.id))
    in_order = (Deal.match_id, Deal.position, Deal.id)
    deals = _rows(select(Deal).where(Deal.club_id == club).order_by(*in_order))
    numbers = {
        "players": _numbered(players),
        "sittings": _numbered(sittings),
        "matches": _numbered(matches),
        "deals": _numbered(deals),
    }
    return {
        "format": FORMAT,
        "club": {"name": row.name, "made_at": _moment(row.made_at)},
        "players": [_player(player, numbers) for player in players],
        "sittings": [_sitting(sitting, numbers) for sitting in sittings],
        "matches": _matches(club, matches, deals, numbers),
        "events": _events(club, numbers),
    }


def _rows(wanted: Any) -> Sequence[Any]:
    return db.session.scalars(wanted).all()


def _numbered(rows: Sequence[Any]) -> dict[int, int]:
    return {row.id: number for number, row in enumerate(rows, start=1)}


def _moment(at: datetime.datetime | None) -> str | None:
    return None if at is None else f"{at.isoformat(timespec='microseconds')}Z"


def _player(row: Player, numbers: Numbers) -> dict[str, Any]:
    into = row.merged_into_id
    return {
        "id": numbers["players"][row.id],
        "name": row.name,
        "retired_at": _moment(row.retired_at),
        "merged_into": None if into is None else numbers["players"][into],
    }


def _sitting(row: Sitting, numbers: Numbers) -> dict[str, Any]:
    return {
        "id": numbers["sittings"][row.id],
        "date": row.date.isoformat(),
        "place": row.place,
        "closed_at": _moment(row.closed_at),
    }


def _matches(
    club: int, matches: Sequence[Match], deals: Sequence[Deal], numbers: Numbers
) -> list[dict[str, Any]]:
    seats: dict[int, list[int]] = {}
    wanted = select(Seat).join(Match, Match.id == Seat.match_id).where(Match.club_id == club)
    for seat in _rows(wanted.order_by(Seat.match_id, Seat.number)):
        seats.setdefault(seat.match_id, []).append(numbers["players"][seat.player_id])
    own: dict[int, list[dict[str, Any]]] = {}
    for deal in deals:
        own.setdefault(deal.match_id, []).append(_deal(deal, numbers))
    return [
        {
            "id": numbers["matches"][row.id],
            "sitting": numbers["sittings"][row.sitting_id],
            "game": row.game,
            "rules": row.rules,
            "seats": seats[row.id],
            "first_dealer": row.first_dealer,
            "started_at": _moment(row.started_at),
            "version": row.version,
            "deals": own.get(row.id, []),
        }
        for row in matches
    ]


def _deal(row: Deal, numbers: Numbers) -> dict[str, Any]:
    return {
        "id": numbers["deals"][row.id],
        "facts": row.facts,
        "version": row.version,
        "hidden_at": _moment(row.hidden_at),
    }


def _events(club: int, numbers: Numbers) -> list[dict[str, Any]]:
    rows = db.session.execute(
        select(Event, Membership.name, Device.token_hash)
        .outerjoin(Device, Device.id == Event.device_id)
        .outerjoin(
            Membership, (Membership.device_id == Device.id) & (Membership.club_id == Event.club_id)
        )
        .where(Event.club_id == club)
        .order_by(Event.id)
    )
    found = []
    for number, (row, device, token) in enumerate(rows, start=1):
        about = {
            noun: None if key is None else numbers[rows_of][key]
            for noun, rows_of, key in (
                ("player", "players", row.player_id),
                ("sitting", "sittings", row.sitting_id),
                ("match", "matches", row.match_id),
                ("deal", "deals", row.deal_id),
            )
        }
        found.append(
            {
                "id": number,
                "op_id": _op_id(row, token),
                "digest": row.digest,
                "at": _moment(row.at),
                "device": device,
                "kind": row.kind,
                **about,
                "before": renumbered(row.before, numbers),
                "after": renumbered(row.after, numbers),
                "reason": row.reason,
            }
        )
    return found


def _op_id(row: Event, token: str | None) -> str:
    """Return the op id; of one by which a device joined only a hash.

    Together with the link that it was for, even a dead one, such an op id gives the device's token
    to whoever sends it: a tap that is repeated because its answer got lost must be the same device.
    """
    if row.kind != JOIN or token is None or token.startswith(NO_TOKEN):
        return row.op_id
    return hashlib.sha256(row.op_id.encode()).hexdigest()[:32]
