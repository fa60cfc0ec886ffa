"""The history of the club: who did what when, by match, player, device or kind. It only reads."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from flask import Blueprint, render_template, request

from .. import entry
from ..store import devices, history, players
from ..store.errors import NotFound
from ..store.history import Entry, Filter
from ..story import KINDS, Told, tell
from .guard import MEMBERS, SCORERS, allow, member

bp = Blueprint("history", __name__, url_prefix="/clubs/<id:club>/history")


@bp.get("")
@allow(MEMBERS)
def index() -> Any:
    """List the events that are asked for, newest first, by their days."""
    club, wanted = member().club, _filter()
    page = max(1, entry.number(request.args.get("page", "1")) or 1)
    found, pages = history.events(club, wanted, page)
    if not found and page > 1:
        raise NotFound
    return render_template(
        "history/list.html",
        days=_days(found, history.names(club)),
        page=page,
        pages=pages,
        asked={key: value for key, value in vars(wanted).items() if value is not None},
        matches=history.matches(club, wanted.match),
        people=players.everybody(club),
        devices=devices.listed(club),
        kinds={kind: label for kind, (label, _tell) in KINDS.items()},
        may_correct=member().role in SCORERS,
    )


def _filter() -> Filter:
    kind = request.args.get("kind") or None
    if kind not in (None, *KINDS):
        raise NotFound
    club, player = member().club, _id("player")
    person = None if player is None else players.one(club, player).id
    return Filter(_id("match"), person, _id("device"), kind)


def _id(name: str) -> int | None:
    text = request.args.get(name) or None
    found = None if text is None else entry.row_id(text)
    if found == 0:
        raise NotFound
    return found


Line = tuple[datetime.datetime, Entry, Told]


def _days(found: Iterable[Entry], names: dict[int, str]) -> list[tuple[datetime.date, list[Line]]]:
    """Return the events in words by the local days on which they were written."""
    lines = [(_local(one.at), one, tell(one, names)) for one in found]
    return [(day, list(some)) for day, some in groupby(lines, key=lambda line: line[0].date())]


def _local(at: datetime.datetime) -> datetime.datetime:
    return at.replace(tzinfo=datetime.UTC).astimezone()
