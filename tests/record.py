"""The record as the database has it, for tests that hold what changed and what did not."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import psycopg
from sqlalchemy import select

from scorekeeper import config, scoring
from scorekeeper.config import Settings
from scorekeeper.db import db
from scorekeeper.meaning import meant
from scorekeeper.models import Deal, DealResult, DealScore, Event, MatchResult
from scorekeeper.store import matches

Rows = list[tuple[Any, ...]]
Inside = Callable[..., Any]
REFUSED_BY_HAND = (sqlite3.IntegrityError, psycopg.IntegrityError)
PROJECTION = (DealResult, DealScore, MatchResult)


@contextmanager
def by_hand(settings: Settings) -> Iterator[Any]:
    """Open the database as another program would, without a transaction until one is begun."""
    if settings.postgresql is not None:
        with closing(psycopg.connect(settings.postgresql, autocommit=True)) as other:
            yield other
    else:
        path = settings.data / config.DATABASE
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            yield file


@contextmanager
def other_writer(settings: Settings) -> Iterator[None]:
    """Write in another program, and come to no end."""
    with by_hand(settings) as other:
        if settings.postgresql is None:
            other.execute("BEGIN IMMEDIATE")
        else:
            other.execute("BEGIN")
            other.execute("SELECT * FROM club FOR UPDATE")
        yield
        other.execute("ROLLBACK")


def everything() -> dict[str, Rows]:
    """Return all rows of all tables."""
    return {table.name: _rows(table) for table in db.metadata.sorted_tables}


def count(model: Any) -> int:
    """Return how many rows a table has."""
    return len(_rows(model.__table__))


def events() -> list[Event]:
    """Return all events, oldest first."""
    return list(db.session.scalars(select(Event).order_by(Event.id)))


def visible(match: int) -> list[Deal]:
    """Return the deals of a match that count, in order."""
    rows = db.session.scalars(select(Deal).where(Deal.match_id == match).order_by(Deal.position))
    return [row for row in rows if row.hidden_at is None]


def facts(match: int) -> list[dict[str, Any]]:
    """Return the facts of the deals that count, in order."""
    return [row.facts for row in visible(match)]


def projection(match: int) -> list[Rows]:
    """Return the projection's rows of a match."""
    return [
        [row for row in _rows(model.__table__) if row[_column(model)] == match]
        for model in PROJECTION
    ]


def scored_afresh(club: int, match: int) -> list[Rows]:
    """Return what the projection of a match has to be: its visible facts, scored anew."""
    kept = matches.load(club, match)
    deals = visible(match)
    pure = kept.match
    said = tuple(row.facts for row in deals)
    scored = scoring.score(
        scoring.Match(pure.game, pure.rules, pure.seats, pure.first_dealer, said)
    )
    results: Rows = []
    scores: Rows = []
    for deal, row in zip(deals, scored.rows, strict=True):
        one = row.result
        what = (one.outcome, one.contract, one.points, one.sweep, one.stake)
        results.append((deal.id, match, row.dealer, *what))
        for seat, told in enumerate(meant(one, pure.sides)):
            role = one.roles[seat] if one.roles else ""
            numbers = (one.score[seat], one.paid[seat], told.side, told.result, told.points)
            scores.append((deal.id, kept.players[seat], match, role, *numbers))
    standing = scored.standing
    order = sorted((scored.totals[side[0]] for side in pure.sides), reverse=True)
    totals = [
        (match, player, total, payoff, order.index(total) + 1 if standing.finished else None)
        for player, total, payoff in zip(kept.players, scored.totals, standing.payoffs, strict=True)
    ]
    return [sorted(rows, key=lambda row: row[:2]) for rows in (results, scores, totals)]


def _column(model: Any) -> int:
    return [column.name for column in model.__table__.columns].index("match_id")


def _rows(table: Any) -> Rows:
    found = db.session.execute(select(table).order_by(*table.primary_key.columns))
    return [tuple(row) for row in found]
