"""Check the record: is the projection what the facts say, and do facts and events hold together?

Everything is read as it lies there, in one transaction, and whatever is damaged is told in a
line. Facts and events are never changed here; `repair` writes projections anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, RowMapping, delete, or_, select, true, update

from ...db import DatabaseError, begin_write, db
from ...entry import is_number, shown
from ...models import Club, Deal, DealResult, DealScore, Match, MatchResult
from .. import projection
from ..holding import hold
from .differences import Difference, differs, rows
from .examination import Examination, match_rows
from .money import money
from .presets import kept_rules
from .setups import merges
from .soundness import PROJECTION, soundness

__all__ = ["Difference", "Report", "check", "repair"]


class Report(NamedTuple):
    """What was checked: how many matches, how many deals that count, and what differs."""

    matches: int
    deals: int
    differences: tuple[Difference, ...]


def check() -> Report:
    """Check every club's record in one transaction that only reads."""
    found: list[Difference] = []
    matches = deals = 0
    try:
        found += soundness()
        found += money()
        found += kept_rules()
        merged = merges()
        for row in match_rows():
            one = Examination(row, merged.get(row["id"], ()))
            _compare(one)
            found += one.found
            matches += 1
            deals += len(one.visible)
    except DatabaseError as error:
        found.append(
            Difference("database", differs("file", "rows that can be read", str(error.orig)))
        )
    finally:
        db.session.rollback()
    return Report(matches, deals, tuple(found))


def _compare(one: Examination) -> None:
    """Compare the projection of a match with its scoring, and add up what is stored."""
    stored = {model: list(rows(model, model.match_id == one.id)) for model in PROJECTION}
    if one.scored is not None:
        expected = projection.wanted(one.id, one.players, one.visible, one.scored)
        for model, wanted in expected:
            _compare_rows(one, model, wanted, stored[model])
    deals: dict[Any, list[RowMapping]] = {}
    for row in stored[DealScore]:
        deals.setdefault(row["deal_id"], []).append(row)
    for deal, scores in deals.items():
        _add_up(one, DealScore, ("score", "payoff"), scores, deal=deal)
    _add_up(one, MatchResult, ("total", "payoff"), stored[MatchResult])


def _compare_rows(
    one: Examination, model: Any, wanted: projection.Rows, stored: Sequence[RowMapping]
) -> None:
    name, keys = model.__tablename__, [key.name for key in model.__table__.primary_key.columns]
    there = {tuple(row[key] for key in keys): row for row in stored}

    def say(key: tuple[Any, ...], what: str) -> None:
        at = dict(zip(keys, key, strict=True))
        deal, player = at.get("deal_id"), at.get("player_id")
        one.say(what, deal=deal, player=player, projection=True, match=one.id)

    for key, values in wanted.items():
        if key not in there:
            say(key, differs(name, "a row", None))
            continue
        for field, value in values.items():
            if there[key][field] != value:
                say(key, differs(f"{name}.{field}", shown(value), there[key][field]))
    for key in (key for key in there if key not in wanted):
        rest = {field: value for field, value in there[key].items() if field not in keys}
        say(key, differs(name, "no row", rest))


def _add_up(
    one: Examination,
    model: Any,
    fields: tuple[str, str],
    stored: Sequence[RowMapping],
    deal: Any = None,
) -> None:
    """Check that payoffs sum to 0, and what goes on the pad, too, where the game says so."""
    zero_sum = one.game is not None and one.game.zero_sum
    for field in fields if zero_sum else fields[1:]:
        numbers = [row[field] for row in stored]
        if all(map(is_number, numbers)) and sum(numbers) != 0:
            what = differs(f"{model.__tablename__}.{field}", "numbers that sum to 0", numbers)
            one.say(what, deal=deal)


def repair(report: Report) -> Iterator[str]:
    """Write the projections that differ anew, each match in a transaction; yield what was done.

    A match whose facts do not score keeps the projection it has.
    """
    wrong = {one.match for one in report.differences if one.projection}
    if None in wrong and _remove_strays():
        yield "projection: rows of no match or deal removed"
    for match in sorted(match for match in wrong if match is not None):
        where = _rewrite(match)
        if where is not None:
            yield f"{where}: projection rewritten"


def _rewrite(match: int) -> str | None:
    begin_write()
    try:
        hold(db.session.scalar(select(Match.club_id).where(Match.id == match)), match)
        one = Examination(match_rows(Match.id == match)[0], merges().get(match, ()))
        if one.scored is None:
            return None
        # A row of a deal of this match may say that it belongs to another match.
        own = select(Deal.id).where(Deal.match_id == match)
        for model in (DealResult, DealScore):
            wrong = model.deal_id.in_(own) & (model.match_id != match)
            db.session.execute(delete(model).where(wrong))
        projection.project(match, one.players, one.visible, one.scored)
        _repaired(Club.id == one.row["club_id"])
        db.session.commit()
        return one.where
    finally:
        db.session.rollback()


def _remove_strays() -> bool:
    """Remove the rows of matches and deals that are not there; say whether there were any."""
    begin_write()
    try:
        found = False
        for model in PROJECTION:
            stray = model.match_id.not_in(select(Match.id))
            if model is not MatchResult:
                stray = or_(stray, model.deal_id.not_in(select(Deal.id)))
            found = bool(list(rows(model, stray))) or found
            db.session.execute(delete(model).where(stray))
        _repaired(true())
        db.session.commit()
        return found
    finally:
        db.session.rollback()


def _repaired(clubs: ColumnElement[bool]) -> None:
    """Let what was counted from the projection be counted anew: no event says that it changed."""
    db.session.execute(update(Club).where(clubs).values(repairs=Club.repairs + 1))
