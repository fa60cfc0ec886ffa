"""A club of many deals, written at once: its rows are what the store would have written."""

from __future__ import annotations

import datetime
import hashlib
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from sqlalchemy import insert

from scorekeeper import backup, create_app, schema
from scorekeeper.config import Settings
from scorekeeper.db import db
from scorekeeper.games import GAMES
from scorekeeper.games.base import full_rules, read_rules
from scorekeeper.models import Deal, Event, Match, Player, Seat, Sitting
from scorekeeper.scoring import Match as Pure
from scorekeeper.scoring import score
from scorekeeper.store import clubs, invites
from scorekeeper.store.deals import STEP
from scorekeeper.store.projection import project_new

from .browser import Inside, hidden

DEALS = 20
SEATS = 3
EMPTY = 60


@dataclass(frozen=True)
class Made:
    """A club in a data folder: its app, the cookies of its owner, the matches without deals."""

    app: Flask
    cookies: dict[str, str]
    empty: list[int]


def make(folder: Path, deals: int) -> Made:
    """Fill a new data folder; today's backup is there, so that no server makes one meanwhile."""
    folder.mkdir(parents=True)
    settings = Settings(folder, "127.0.0.1", 80)
    app = create_app(settings)
    with app.app_context():
        schema.upgrade(settings)
        club = clubs.ensure_club("Bench")
        token = invites.owner_token(club, app.config["SECRET_KEY"])
        empty = _fill(club, deals)
    owner = Inside(app, {}, empty)
    owner.post(f"/join/{token}", hidden(owner.get(f"/join/{token}").text))
    backup.make(folder)
    return Made(app, owner.cookies, empty)


def _fill(club: int, deals: int) -> list[int]:
    game = GAMES["calabresella"]
    rules = read_rules(game, {"target": None}, SEATS)
    facts = [
        {"bid": "chiamo", "soloist": n % SEATS, "card_points": 3 + n % 6} for n in range(DEALS)
    ]
    scored = score(Pure(game, rules, SEATS, 0, tuple(facts)))
    players = [
        {"club_id": club, "id": n + 1, "name": f"Player {n}", "lookalike": f"player{n}"}
        for n in range(SEATS)
    ]
    db.session.execute(insert(Player), players)
    played = list(range(1, deals // DEALS + 1))
    for start in range(0, len(played), 500):
        _write(club, played[start : start + 500], full_rules(rules), facts, scored)
    empty = list(range(len(played) + 1, len(played) + 1 + EMPTY))
    _write(club, empty, full_rules(rules), [], score(Pure(game, rules, SEATS, 0, ())))
    db.session.commit()
    return empty


def _write(club, matches, rules, facts, scored):  # type: ignore[no-untyped-def]
    day = datetime.date(2026, 1, 1)
    players = range(1, SEATS + 1)
    rows: dict[type, list[dict[str, object]]] = {
        table: [] for table in (Sitting, Match, Seat, Deal, Event)
    }
    projected = []
    for m in matches:
        rows[Sitting].append({"id": m, "club_id": club, "date": day, "place": ""})
        rows[Match].append(
            {"id": m, "club_id": club, "sitting_id": m, "game": "calabresella", "rules": rules}
            | {"first_dealer": 0}
        )
        rows[Seat] += [{"match_id": m, "number": p - 1, "player_id": p} for p in players]
        deals = [(m - 1) * DEALS + n + 1 for n in range(len(facts))]
        for n, deal in enumerate(deals):
            _deal(rows, club, m, deal, n, facts[n])
        projected.append((m, players, deals, scored))
    for table, values in rows.items():
        if values:
            db.session.execute(insert(table), values)
    project_new(projected)


def _deal(rows, club, match, deal, place, facts):  # type: ignore[no-untyped-def]
    at = {"id": deal, "club_id": club, "match_id": match}
    rows[Deal].append(at | {"position": (place + 1) * STEP, "facts": facts, "version": 1})
    after = {"number": place + 1, "players": [1, 2, 3], "deals": {str(deal): facts}}
    # Op ids are random: so are the pages of their index that an operation touches.
    op_id = hashlib.sha256(str(deal).encode()).hexdigest()[:32]
    rows[Event].append(
        {"club_id": club, "op_id": op_id, "digest": "0" * 64, "kind": "deal.record"}
        | {"match_id": match, "deal_id": deal, "after": after, "answer": {}}
    )
