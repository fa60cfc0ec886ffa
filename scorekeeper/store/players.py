"""Players: add, rename, retire, bring back. Nobody is deleted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from .. import entry
from ..db import db
from ..entry import N_, Problem, Refused
from ..models import Player, now
from .errors import Conflict, NotFound
from .operations import Actor, Change, perform


@dataclass(frozen=True)
class Person:
    """A player of the club."""

    id: int
    name: str
    retired: bool


def everybody(club: int) -> list[Person]:
    """Return all players of a club, retired ones too, by name."""
    rows = db.session.scalars(select(Player).where(Player.club_id == club))
    return sorted((_person(row) for row in rows), key=lambda p: (entry.lookalike(p.name), p.id))


def one(club: int, player: int) -> Person:
    """Return a player of a club, or raise `NotFound`."""
    return _person(_row(club, player))


def _person(row: Player) -> Person:
    return Person(row.id, row.name, row.retired_at is not None)


def _row(club: int, player: int) -> Player:
    row = db.session.scalar(select(Player).where(Player.club_id == club, Player.id == player))
    if row is None:
        raise NotFound
    return row


def add(actor: Actor, op_id: str, name: str, *, another: bool = False) -> int:
    """Add a player, and return the id.

    Raises `Refused` for a name that is no name or is taken, and `Conflict` with the people
    whose names look alike unless `another` says that this is another person.
    """

    def change() -> Change:
        clean = _free_name(actor.club, name, another)
        player = Player(club_id=actor.club, name=clean, lookalike=entry.lookalike(clean))
        db.session.add(player)
        db.session.flush()
        return Change({"player": player.id}, after=_seen(player), player=player.id)

    return int(perform(actor, op_id, "player.add", [name], change)["player"])


def rename(actor: Actor, op_id: str, player: int, name: str, *, another: bool = False) -> None:
    """Give a player another name everywhere; raises what `add` raises."""

    def change(row: Player) -> None:
        row.name = _free_name(actor.club, name, another, but=player)
        row.lookalike = entry.lookalike(row.name)

    _change(actor, op_id, player, "player.rename", [player, name], change)


def retire(actor: Actor, op_id: str, player: int) -> None:
    """Offer a player no more for new sittings; the history keeps the name."""

    def change(row: Player) -> None:
        row.retired_at = row.retired_at or now()

    _change(actor, op_id, player, "player.retire", [player], change)


def bring_back(actor: Actor, op_id: str, player: int) -> None:
    """Offer a retired player again."""

    def change(row: Player) -> None:
        row.retired_at = None

    _change(actor, op_id, player, "player.bring_back", [player], change)


def _change(
    actor: Actor,
    op_id: str,
    player: int,
    kind: str,
    content: Any,
    change: Callable[[Player], None],
) -> None:
    def run() -> Change:
        row = _row(actor.club, player)
        before = _seen(row)
        change(row)
        return Change({"player": player}, before=before, after=_seen(row), player=player)

    perform(actor, op_id, kind, content, run)


def _seen(row: Player) -> dict[str, Any]:
    return {"name": row.name, "retired": row.retired_at is not None}


def _free_name(club: int, name: str, another: bool, but: int | None = None) -> str:
    clean = entry.name(name)
    alike = [
        _person(row)
        for row in db.session.scalars(
            select(Player)
            .where(Player.club_id == club, Player.lookalike == entry.lookalike(clean))
            .order_by(Player.id)
        )
        if row.id != but
    ]
    if any(person.name == clean for person in alike):
        say = N_("There is already a player called %(name)s.")
        raise Refused(Problem("name", "a name that is not taken", clean, say, {"name": clean}))
    if alike and not another:
        raise Conflict("lookalike", alike)
    return clean
