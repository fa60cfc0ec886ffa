"""A document that was read becomes a new club: all of it in one transaction, or nothing."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import insert, select

from ... import entry, scoring
from ...clubfile import Document, renumbered
from ...db import begin_write, db
from ...games import GAMES
from ...games.base import read_rules
from ...models import Club, Deal, Device, Event, Match, Membership, Player, Seat, Sitting, now
from ..deals import STEP
from ..money import arriving as money
from ..operations import Actor, Change, digest, perform
from ..presets import bring as bring_presets
from ..projection import project_new
from .leaving import NO_TOKEN

IMPORT: Final = "club.import"
Row = Mapping[str, Any]
Numbers = dict[str, dict[int, int]]


def bring(document: Document, name: str | None = None) -> int:
    """Make a new club of a document, perhaps under another name; return its id.

    It has no owner yet. Raises `Refused` for a name that is no name.
    """
    begin_write()
    try:
        club = _arrive(document, name)
        db.session.commit()
    finally:
        db.session.rollback()
    return club


def bring_for(actor: Actor, op_id: str, document: Document, name: str, sent: str = "") -> int:
    """Make a new club of a document, owned by the device that brings it; return its id.

    The event of it is in the club from which it was done: the new club's history stays its own.
    `sent` tells a repetition from another operation once the document is gone.
    """

    def change() -> Change:
        club = _arrive(document, name)
        own = db.session.scalar(
            select(Membership.name).where(
                Membership.club_id == actor.club, Membership.device_id == actor.device
            )
        )
        owner = Membership(device_id=actor.device, club_id=club, role="owner", name=own)
        db.session.add(owner)
        return Change({"club": club, "sent": sent}, after={"name": entry.name(name)})

    content = [name, digest(IMPORT, document)]
    return int(perform(actor, op_id, IMPORT, content, change)["club"])


def _arrive(document: Document, name: str | None) -> int:
    head = document["club"]
    clean = entry.name(head["name"] if name is None else name)
    club = Club(name=clean, made_at=_moment(head["made_at"]))
    db.session.add(club)
    db.session.flush()
    numbers: Numbers = {}
    numbers["players"] = _players(club.id, document["players"])
    numbers["sittings"] = _sittings(club.id, document["sittings"])
    numbers["matches"] = _matches(club.id, document["matches"], numbers)
    numbers["deals"] = _deals(club.id, document["matches"], numbers)
    project_new(_scored(match, numbers) for match in document["matches"])
    _events(club.id, document["events"], numbers)
    return club.id


def _moment(text: str | None) -> Any:
    return None if text is None else datetime.datetime.fromisoformat(text).replace(tzinfo=None)


def _added(given: list[Row], rows: list[Any]) -> dict[int, int]:
    """Add rows in their order, and return their ids by the numbers of the document."""
    db.session.add_all(rows)
    db.session.flush()
    return {one["id"]: row.id for one, row in zip(given, rows, strict=True)}


def _players(club: int, given: list[Row]) -> dict[int, int]:
    rows = [
        Player(
            club_id=club,
            name=one["name"],
            lookalike=entry.lookalike(one["name"]),
            retired_at=_moment(one["retired_at"]),
        )
        for one in given
    ]
    ids = _added(given, rows)
    for one, row in zip(given, rows, strict=True):
        if one["merged_into"] is not None:
            row.merged_into_id = ids[one["merged_into"]]
    db.session.flush()
    return ids


def _sittings(club: int, given: list[Row]) -> dict[int, int]:
    rows = [
        Sitting(
            club_id=club,
            date=datetime.date.fromisoformat(one["date"]),
            place=one["place"],
            closed_at=_moment(one["closed_at"]),
        )
        for one in given
    ]
    return _added(given, rows)


def _matches(club: int, given: list[Row], numbers: Numbers) -> dict[int, int]:
    rows = [
        Match(
            club_id=club,
            sitting_id=numbers["sittings"][one["sitting"]],
            game=one["game"],
            rules=one["rules"],
            first_dealer=one["first_dealer"],
            started_at=_moment(one["started_at"]),
            version=one["version"],
        )
        for one in given
    ]
    ids = _added(given, rows)
    db.session.add_all(
        Seat(match_id=ids[one["id"]], number=number, player_id=numbers["players"][player])
        for one in given
        for number, player in enumerate(one["seats"])
    )
    db.session.flush()
    return ids


def _deals(club: int, matches: list[Row], numbers: Numbers) -> dict[int, int]:
    rows = [
        {
            "club_id": club,
            "match_id": numbers["matches"][match["id"]],
            "position": place * STEP,
            "facts": one["facts"],
            "version": one["version"],
            "hidden_at": _moment(one["hidden_at"]),
        }
        for match in matches
        for place, one in enumerate(match["deals"], start=1)
    ]
    if not rows:
        return {}
    in_order = insert(Deal).returning(Deal.id, sort_by_parameter_order=True)
    return dict(enumerate(db.session.scalars(in_order, rows), start=1))


def _scored(match: Row, numbers: Numbers) -> tuple[int, list[int], list[int], scoring.Scored]:
    game, seats = GAMES[match["game"]], len(match["seats"])
    rules = read_rules(game, match["rules"], seats)
    shown = [deal for deal in match["deals"] if deal["hidden_at"] is None]
    facts = tuple(deal["facts"] for deal in shown)
    scored = scoring.score(scoring.Match(game, rules, seats, match["first_dealer"], facts))
    players = [numbers["players"][player] for player in match["seats"]]
    deals = [numbers["deals"][deal["id"]] for deal in shown]
    return numbers["matches"][match["id"]], players, deals, scored


def _events(club: int, given: list[Row], numbers: Numbers) -> None:
    devices = _devices(club, given)

    def own(one: Row, noun: str, rows: str) -> int | None:
        return None if one[noun] is None else numbers[rows][one[noun]]

    rows: list[dict[str, Any]] = [
        {
            "club_id": club,
            "op_id": one["op_id"],
            "digest": one["digest"],
            "at": _moment(one["at"]),
            "device_id": devices.get(one["device"]),
            "kind": one["kind"],
            "player_id": own(one, "player", "players"),
            "sitting_id": own(one, "sitting", "sittings"),
            "match_id": own(one, "match", "matches"),
            "deal_id": own(one, "deal", "deals"),
            "before": renumbered(one["before"], numbers),
            "after": renumbered(one["after"], numbers),
            "reason": one["reason"],
            "answer": {},
        }
        for one in given
    ]
    if rows:
        db.session.execute(insert(Event), rows)
    money.bring(club, rows)
    bring_presets(club, rows)


def _devices(club: int, given: list[Row]) -> dict[str, int]:
    """Add the names of devices as devices that left; no token is theirs."""
    first: dict[str, Any] = {}
    for one in given:
        if one["device"] is not None:
            first.setdefault(one["device"], _moment(one["at"]))
    found = {}
    for name, at in first.items():
        device = Device(token_hash=f"{NO_TOKEN}{secrets.token_hex(16)}", made_at=at)
        db.session.add(device)
        db.session.flush()
        found[name] = device.id
        db.session.add(
            Membership(
                device_id=device.id,
                club_id=club,
                role="viewer",
                name=name,
                joined_at=at,
                revoked_at=now(),
            )
        )
    return found
