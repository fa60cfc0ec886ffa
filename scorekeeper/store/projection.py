"""The projection of a match: results and scores as rows, always what its facts say.

Written in the transaction that changes the facts, and only where a row differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import bindparam, delete, insert, select, update

from ..db import db, run
from ..meaning import Meant, meant
from ..models import DealResult, DealScore, MatchResult
from ..scoring import Row, Scored
from .money.marks import open_again

Values = dict[str, Any]
Rows = dict[tuple[int, ...], Values]
_KEYS: Final[dict[Any, tuple[str, ...]]] = {
    DealResult: ("deal_id",),
    DealScore: ("deal_id", "player_id"),
    MatchResult: ("match_id", "player_id"),
}
_ADD: Final = {table: insert(table) for table in (DealResult, DealScore)}
_SET_STANDING: Final = update(MatchResult).where(
    *(getattr(MatchResult, key) == bindparam(f"of_{key}") for key in _KEYS[MatchResult])
)


def project(match: int, players: Sequence[int], deals: Sequence[int], scored: Scored) -> None:
    """Make the projection of a match equal to its scoring; `deals` are the rows' ids."""
    for table, rows in wanted(match, players, deals, scored):
        moved = _write(match, table, _KEYS[table], rows)
        if moved and table is MatchResult:
            open_again(match)


def project_last(match: int, players: Sequence[int], deal: int, scored: Scored) -> None:
    """Add the last row of a scoring to the projection, which is equal to the rows before it."""
    row = scored.rows[-1]
    run(_ADD[DealResult], {"deal_id": deal} | _result(match, row))
    scores = _scores(match, players, deal, row, scored)
    run(_ADD[DealScore], [{"deal_id": d, "player_id": p} | v for (d, p), v in scores.items()])
    standing = _standing(match, players, scored).items()
    run(_SET_STANDING, [{"of_match_id": m, "of_player_id": p} | v for (m, p), v in standing])
    if any(row.result.paid) or scored.standing.finished:
        open_again(match)


def project_new(matches: Iterable[tuple[int, Sequence[int], Sequence[int], Scored]]) -> None:
    """Write the projection of matches that have none yet, all of them at once."""
    new: dict[Any, list[Values]] = {table: [] for table in _KEYS}
    for one in matches:
        for table, rows in wanted(*one):
            new[table] += [dict(zip(_KEYS[table], k, strict=True)) | v for k, v in rows.items()]
    for table, values in new.items():
        if values:
            # Rows of the mapped class would go one by one: those without a value differ in shape.
            db.session.execute(insert(table.__table__), values)


def wanted(
    match: int, players: Sequence[int], deals: Sequence[int], scored: Scored
) -> list[tuple[Any, Rows]]:
    """Return the rows that a match comes to, by their keys, for each table."""
    rows = dict(zip(deals, scored.rows, strict=True))
    results: Rows = {(deal,): _result(match, row) for deal, row in rows.items()}
    scores: Rows = {}
    for deal, row in rows.items():
        scores |= _scores(match, players, deal, row, scored)
    standing = _standing(match, players, scored)
    return [(DealResult, results), (DealScore, scores), (MatchResult, standing)]


def _result(match: int, row: Row) -> Values:
    result = row.result
    return {
        "match_id": match,
        "dealer": row.dealer,
        "outcome": result.outcome,
        "contract": result.contract,
        "points": result.points,
        "sweep": result.sweep,
        "stake": result.stake,
    }


def _scores(match: int, players: Sequence[int], deal: int, row: Row, scored: Scored) -> Rows:
    means = enumerate(meant(row.result, scored.standing.sides))
    return {(deal, players[seat]): _score(match, row, seat, one) for seat, one in means}


def _score(match: int, row: Row, seat: int, meant: Meant) -> Values:
    result = row.result
    return {
        "match_id": match,
        "role": result.roles[seat] if result.roles else "",
        "score": result.score[seat],
        "payoff": result.paid[seat],
        "side": meant.side,
        "result": meant.result,
        "points": meant.points,
    }


def _standing(match: int, players: Sequence[int], scored: Scored) -> Rows:
    standing, totals = scored.standing, scored.totals
    return {
        (match, player): {
            "total": totals[seat],
            "payoff": standing.payoffs[seat],
            "place": _place(seat, scored) if standing.finished else None,
        }
        for seat, player in enumerate(players)
    }


def _place(seat: int, scored: Scored) -> int:
    if seat in scored.standing.winners:
        return 1
    # Partners are level: a side's place counts the sides before it, not their seats.
    before = (scored.totals[side[0]] > scored.totals[seat] for side in scored.standing.sides)
    return 1 + sum(before)


def _write(match: int, table: Any, keys: tuple[str, ...], wanted: Rows) -> bool:
    """Make the rows of a table those that are wanted; say whether any was not."""
    columns = [column.name for column in table.__table__.columns]
    found = db.session.execute(
        select(*table.__table__.columns).where(table.match_id == match)
    ).mappings()
    there: Rows = {}
    for row in found:
        key = tuple(row[name] for name in keys)
        there[key] = {name: row[name] for name in columns if name not in keys}
    new = [dict(zip(keys, k, strict=True)) | v for k, v in wanted.items() if k not in there]
    if new:
        db.session.execute(insert(table), new)
    for key, values in wanted.items():
        if key in there and there[key] != values:
            db.session.execute(update(table).where(*_is(table, keys, key)).values(values))
    for key in there.keys() - wanted.keys():
        db.session.execute(delete(table).where(*_is(table, keys, key)))
    return there != wanted


def _is(table: Any, keys: tuple[str, ...], key: tuple[int, ...]) -> list[Any]:
    return [getattr(table, name) == value for name, value in zip(keys, key, strict=True)]
