"""Sittings: start, correct, close, reopen, list; their matches and sums."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import func, select

from .. import entry
from ..db import db
from ..games import GAMES
from ..games.base import read_rules
from ..models import Match, MatchResult, Player, Seat, Sitting, now
from . import starting
from .errors import Conflict, NotFound
from .money.closing import freeze
from .operations import Actor, Change, perform
from .players import check_seats

PAGE: Final = 30


class Line(NamedTuple):
    """One player's line of a match: the total, what is paid for, the place once decided."""

    player: int
    name: str
    total: int
    payoff: int
    place: int | None


class Played(NamedTuple):
    """A match of a sitting in short; lines in seat order."""

    id: int
    game: str
    lines: tuple[Line, ...]

    @property
    def winners(self) -> list[str]:
        """Return who won, nobody while it is undecided."""
        return [line.name for line in self.lines if line.place == 1]


class Evening(NamedTuple):
    """A sitting with its matches, oldest first."""

    id: int
    date: datetime.date
    place: str
    closed: bool
    matches: tuple[Played, ...]

    @property
    def games(self) -> list[str]:
        """Return the games that were played, in the order of their first matches."""
        return list(dict.fromkeys(match.game for match in self.matches))

    def sums(self, game: str) -> list[tuple[str, int]]:
        """Return each player's payoffs over the matches of a game, highest first.

        What is won at one game is no unit of another: sums of several games are never added.
        """
        sums: dict[int, int] = {}
        names: dict[int, str] = {}
        matches = (match for match in self.matches if match.game == game)
        for line in (line for match in matches for line in match.lines):
            sums[line.player] = sums.get(line.player, 0) + line.payoff
            names[line.player] = line.name
        return sorted(((names[p], n) for p, n in sums.items()), key=lambda x: (-x[1], x[0]))


def start(
    actor: Actor,
    op_id: str,
    game: str,
    players: Sequence[int],
    rules: dict[str, Any],
    *,
    first_dealer: int | None,
    date: datetime.date,
    place: str = "",
) -> tuple[int, int]:
    """Start a sitting with its first match, and return the ids of both.

    `players` in seat order; `first_dealer` is a seat, None for one at random. Raises `Refused`.
    """

    def change() -> Change:
        check_seats(actor.club, game, players)
        read = read_rules(GAMES[game], rules, len(players))
        where = entry.name(place, "place") if place else ""
        sitting = Sitting(club_id=actor.club, date=date, place=where)
        db.session.add(sitting)
        db.session.flush()
        match, after = starting.add(actor, sitting.id, game, read, players, first_dealer)
        after |= {"date": date.isoformat(), "place": where}
        answer = {"sitting": sitting.id, "match": match}
        return Change(answer, after=after, sitting=sitting.id, match=match)

    content = [game, list(players), rules, first_dealer, date.isoformat(), place]
    answer = perform(actor, op_id, "sitting.start", content, change)
    return answer["sitting"], answer["match"]


def correct(
    actor: Actor, op_id: str, sitting: int, date: datetime.date, place: str, *, seen: str
) -> None:
    """Correct when and where a sitting was, closed or not. Raises `Refused`.

    `seen` is how it stood when the page was made; raises `Conflict` when it does not any more.
    """

    def change() -> Change:
        row = _row(actor.club, sitting)
        if standing(row.date, row.place) != seen:
            raise Conflict("corrected", row)
        before = _said(row)
        row.date, row.place = date, entry.name(place, "place") if place.strip() else ""
        return Change({"sitting": sitting}, before, _said(row), sitting=sitting)

    content = [sitting, date.isoformat(), place, seen]
    perform(actor, op_id, "sitting.correct", content, change)


def standing(date: datetime.date, place: str) -> str:
    """Return what tells that a sitting's date or place was corrected."""
    return f"{date.isoformat()} {place}"


def _said(row: Sitting) -> dict[str, Any]:
    return {"date": row.date.isoformat(), "place": row.place}


def close(actor: Actor, op_id: str, sitting: int) -> None:
    """Close a sitting: nothing more is recorded in it until it is reopened."""
    _set_closed(actor, op_id, sitting, "sitting.close", closed=True)


def reopen(actor: Actor, op_id: str, sitting: int) -> None:
    """Open a closed sitting again."""
    _set_closed(actor, op_id, sitting, "sitting.reopen", closed=False)


def _set_closed(actor: Actor, op_id: str, sitting: int, kind: str, *, closed: bool) -> None:
    def change() -> Change:
        row = _row(actor.club, sitting)
        before = {"closed": row.closed_at is not None}
        after: dict[str, Any] = {"closed": closed}
        if closed and row.closed_at is None:
            after |= freeze(actor.club, sitting)
        row.closed_at = (row.closed_at or now()) if closed else None
        return Change({"sitting": sitting}, before, after, sitting=sitting)

    perform(actor, op_id, kind, [sitting], change)


def _row(club: int, sitting: int) -> Sitting:
    row = db.session.scalar(select(Sitting).where(Sitting.club_id == club, Sitting.id == sitting))
    if row is None:
        raise NotFound
    return row


def one(club: int, sitting: int) -> Evening:
    """Return a sitting of a club, or raise `NotFound`."""
    return _evenings([_row(club, sitting)])[0]


def games_played(club: int) -> list[str]:
    """Return the games of a club, the one of its newest match first."""
    newest = func.max(Match.id).desc()
    wanted = select(Match.game).where(Match.club_id == club).group_by(Match.game).order_by(newest)
    return list(db.session.scalars(wanted))


def listed(club: int, page: int = 1) -> tuple[list[Evening], int]:
    """Return one page of a club's sittings, newest first, and how many pages there are."""
    count = db.session.scalar(select(func.count(Sitting.id)).where(Sitting.club_id == club)) or 0
    rows = db.session.scalars(
        select(Sitting)
        .where(Sitting.club_id == club)
        .order_by(Sitting.date.desc(), Sitting.id.desc())
        .limit(PAGE)
        .offset((page - 1) * PAGE)
    ).all()
    return _evenings(rows), max(1, -(-count // PAGE))


def _evenings(rows: Sequence[Sitting]) -> list[Evening]:
    found = db.session.execute(
        select(Match, Seat.player_id, Player.name, MatchResult)
        .join(Seat, Seat.match_id == Match.id)
        .join(Player, Player.id == Seat.player_id)
        .join(
            MatchResult,
            (MatchResult.match_id == Match.id) & (MatchResult.player_id == Player.id),
        )
        .where(Match.sitting_id.in_([row.id for row in rows]))
        .order_by(Match.id, Seat.number)
    )
    played: dict[int, dict[int, tuple[Match, list[Line]]]] = {row.id: {} for row in rows}
    for match, player, name, result in found:
        _, lines = played[match.sitting_id].setdefault(match.id, (match, []))
        lines.append(Line(player, name, result.total, result.payoff, result.place))
    return [
        Evening(
            row.id,
            row.date,
            row.place,
            row.closed_at is not None,
            tuple(Played(m.id, m.game, tuple(lines)) for m, lines in played[row.id].values()),
        )
        for row in rows
    ]
