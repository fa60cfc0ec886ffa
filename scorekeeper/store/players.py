"""Players: add, rename, retire, bring back. Nobody is deleted. Merging is in `spellings`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import select

from .. import entry
from ..db import db
from ..entry import N_, Problem, Refused
from ..games import GAMES
from ..models import Player, now
from .errors import Conflict, NotFound
from .operations import Actor, Change, perform


class Person(NamedTuple):
    """A player of the club. `spelling_of` says whose name it is when it was merged."""

    id: int
    name: str
    retired: bool
    spelling_of: str = ""


def everybody(club: int) -> list[Person]:
    """Return all players of a club, retired ones too, by name; merged spellings are nobody."""
    rows = db.session.scalars(
        select(Player).where(Player.club_id == club, Player.merged_into_id.is_(None))
    )
    return sorted((as_person(row) for row in rows), key=lambda p: (entry.lookalike(p.name), p.id))


def one(club: int, player: int) -> Person:
    """Return a player of a club, the person a merged spelling belongs to, or raise `NotFound`."""
    row = find(club, player)
    return as_person(row if row.merged_into_id is None else find(club, row.merged_into_id))


def these(club: int, players: Iterable[int]) -> list[Person]:
    """Return the people with these ids in order, each once; unknown ids are left out."""
    found: dict[int, Person] = {}
    for player in players:
        try:
            person = one(club, player)
        except NotFound:
            continue
        found[person.id] = person
    return list(found.values())


def check_seats(club: int, game: str, players: Sequence[int]) -> None:
    """Raise `Refused` unless these players of the club can sit down to a game."""
    if len(players) not in GAMES[game].seats:
        numbers = GAMES[game].seats
        values = {"least": min(numbers), "most": max(numbers)}
        say = N_("This game is played by %(least)s to %(most)s.")
        raise Refused(Problem("seats", f"one of {numbers} players", len(players), say, values))
    if len(set(players)) < len(players):
        say = N_("Everybody sits at the table once.")
        raise Refused(Problem("seats", "players that differ", list(players), say))
    offered = select(Player.id).where(
        Player.club_id == club,
        Player.id.in_(players),
        Player.retired_at.is_(None),
        Player.merged_into_id.is_(None),
    )
    if len(db.session.scalars(offered).all()) < len(players):
        say = N_("Choose players of this club who are not retired.")
        raise Refused(Problem("seats", "players of this club", list(players), say))


def check_dealer(dealer: int, seats: int) -> None:
    """Raise `Refused` unless one of so many seats deals first."""
    if dealer not in range(seats):
        say = N_("Choose who deals first.")
        raise Refused(Problem("first_dealer", f"a seat from 0 to {seats - 1}", dealer, say))


def as_person(row: Player) -> Person:
    """Return what others may know of a row."""
    into = row.merged_into_id
    of = find(row.club_id, into).name if into is not None else ""
    return Person(row.id, row.name, row.retired_at is not None, of)


def find(club: int, player: int) -> Player:
    """Return a row of a club, a merged spelling's too, or raise `NotFound`."""
    row = db.session.scalar(select(Player).where(Player.club_id == club, Player.id == player))
    if row is None:
        raise NotFound
    return row


def add(actor: Actor, op_id: str, name: str, *, another: bool = False) -> int:
    """Add a player, and return the id.

    Raises `Refused` for a name that is no name or is taken, and `Conflict` with the people
    whose names look alike unless `another` says that this is another person.
    """

    change = partial(added, actor.club, name, another=another)
    return int(perform(actor, op_id, "player.add", [name], change)["player"])


def added(club: int, name: str, *, another: bool) -> Change:
    """Add a player inside the running operation; raises what `add` raises."""
    clean = _free_name(club, name, another)
    player = Player(club_id=club, name=clean, lookalike=entry.lookalike(clean))
    db.session.add(player)
    db.session.flush()
    return Change({"player": player.id}, after=_seen(player), player=player.id)


def rename(actor: Actor, op_id: str, player: int, name: str, *, another: bool = False) -> None:
    """Give a player another name everywhere; raises what `add` raises.

    Who takes a merged spelling as the name leaves the old name as a spelling.
    """

    def change(row: Player) -> None:
        old, clean = row.name, _free_name(actor.club, name, another, but=player)
        own = db.session.scalar(
            select(Player).where(Player.merged_into_id == player, Player.name == clean)
        )
        if own is not None:
            _name(own, "")  # two rows never hold one name, not even for a moment
        _name(row, clean)
        if own is not None:
            _name(own, old)

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
        row = find(actor.club, player)
        if row.merged_into_id is not None:
            raise Conflict("merged", one(actor.club, player))
        before = _seen(row)
        change(row)
        return Change({"player": player}, before=before, after=_seen(row), player=player)

    perform(actor, op_id, kind, content, run)


def _seen(row: Player) -> dict[str, Any]:
    return {"name": row.name, "retired": row.retired_at is not None}


def _name(row: Player, name: str) -> None:
    row.name, row.lookalike = name, entry.lookalike(name)
    db.session.flush()


def _free_name(club: int, name: str, another: bool, but: int = 0) -> str:
    clean = entry.name(name)
    alike = [
        as_person(row)
        for row in db.session.scalars(
            select(Player)
            .where(Player.club_id == club, Player.lookalike == entry.lookalike(clean))
            .order_by(Player.id)
        )
        if but not in (row.id, row.merged_into_id)
    ]
    for person in alike:
        if person.name == clean:
            say = N_("There is already a player called %(name)s.")
            if person.spelling_of:
                say = N_("%(name)s is another spelling of %(person)s: that is one person here.")
            values = {"name": clean, "person": person.spelling_of}
            raise Refused(Problem("name", "a name that is not taken", clean, say, values))
    if alike and not another:
        raise Conflict("lookalike", alike)
    return clean
