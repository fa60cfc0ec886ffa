"""Start matches: the first of a sitting, the next with the same seats, another with other seats."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select

from .. import scoring
from ..db import db
from ..games import GAMES
from ..games.base import full_rules, read_rules
from ..models import Match, Seat, Sitting
from .errors import Conflict, NotFound
from .matches import load
from .operations import Actor, Change, perform
from .players import check_dealer, check_seats
from .projection import project


def add(
    actor: Actor,
    sitting: int,
    game: str,
    rules: Any,
    players: Sequence[int],
    first_dealer: int | None,
) -> tuple[int, dict[str, Any]]:
    """Add a match to a sitting inside the running operation; return its id and its facts.

    `first_dealer` is a seat, None for one at random. Raises `Refused` for one that nobody has.
    """
    dealer = secrets.randbelow(len(players)) if first_dealer is None else first_dealer
    check_dealer(dealer, len(players))
    match = Match(
        club_id=actor.club,
        sitting_id=sitting,
        game=game,
        rules=full_rules(rules),
        first_dealer=dealer,
    )
    db.session.add(match)
    db.session.flush()
    db.session.add_all(
        Seat(match_id=match.id, number=number, player_id=player)
        for number, player in enumerate(players)
    )
    db.session.flush()
    pure = scoring.Match(GAMES[game], rules, len(players), dealer)
    project(match.id, players, (), scoring.score(pure))
    return match.id, {
        "game": game,
        "rules": match.rules,
        "players": list(players),
        "first_dealer": dealer,
    }


def start_next(actor: Actor, op_id: str, match: int) -> int:
    """Start the next match with the same seats and rules; the deal moves on. Return its id.

    Raises `Conflict` when a later match of the sitting is there already, or the sitting is closed.
    """

    def change() -> Change:
        last = load(actor.club, match)
        _check_newest(last.sitting, match)
        if last.closed:
            raise Conflict("closed")
        dealer = last.scored.next_dealer
        slug, rules = last.match.game.slug, last.match.rules
        new, after = add(actor, last.sitting, slug, rules, last.players, dealer)
        return Change({"match": new}, after=after, sitting=last.sitting, match=new)

    return int(perform(actor, op_id, "match.start", [match], change, match=match)["match"])


def _check_newest(sitting: int, match: int) -> None:
    newest = db.session.scalar(select(func.max(Match.id)).where(Match.sitting_id == sitting))
    if newest is not None and newest > match:
        raise Conflict("next", newest)


def start_other(
    actor: Actor,
    op_id: str,
    sitting: int,
    game: str,
    players: Sequence[int],
    rules: dict[str, Any],
    first_dealer: int | None,
    *,
    seen: int | None = None,
) -> int:
    """Start another match in a sitting, with seats and rules of its own. Return its id.

    `seen` is the newest match that the page knew of. Raises `NotFound`, `Refused`, and `Conflict`
    when the sitting is closed or has a newer match than that.
    """

    def change() -> Change:
        evening = db.session.scalar(
            select(Sitting).where(Sitting.club_id == actor.club, Sitting.id == sitting)
        )
        if evening is None:
            raise NotFound
        if evening.closed_at is not None:
            raise Conflict("closed")
        if seen is not None:
            _check_newest(sitting, seen)
        check_seats(actor.club, game, players)
        read = read_rules(GAMES[game], rules, len(players))
        new, after = add(actor, sitting, game, read, players, first_dealer)
        return Change({"match": new}, after=after, sitting=sitting, match=new)

    content = [sitting, game, list(players), rules, first_dealer]
    return int(perform(actor, op_id, "match.start", content, change)["match"])
