"""Counts kept in this process, by months, years and all together, and counted anew where needed.

What is kept is right as long as the newest event of the club is the one it was counted at. Then the
events after that say which evenings have changed; a few evenings of that month are counted anew,
the others are added up as they are. Nothing is
written: another process, or this one after a restart, counts for itself.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import BindParameter, Engine, bindparam, func, select

from ...db import db, run
from ...models import Club, Event, Match, Sitting
from ...stats.period import ALWAYS, Date, Period, month_of, parts, span
from ...stats.tally import Tally, total
from . import counting

CLUBS: Final = 16  # kept at once
ASKED: Final = 12  # different games and numbers of players kept of each club
TOGETHER: Final = 64  # evenings with ids in a row, of one month, that are counted together
# Events without a match that change no deal and no match: how their kinds begin.
_QUIET: Final = (
    "club.",
    "device.",
    "invite.",
    "player.add",
    "player.bring_back",
    "player.rename",
    "player.retire",
    "preset.",
    "season.",
    "sitting.close",
    "sitting.reopen",
)


class Version(NamedTuple):
    """Which state of a club's record something was made from; op ids are never used again."""

    event: int
    op_id: str
    repairs: int


class Overview(NamedTuple):
    """How many matches of which game with how many at the table there are, and in which months."""

    matches: dict[tuple[str, int], int]
    months: list[str]


class Asked(NamedTuple):
    """Which deals are asked for: of one game, with so many at the table, in a period."""

    game: str | None = None
    seats: int | None = None
    period: Period = ALWAYS


EVERYTHING: Final = Asked()


@dataclass
class Kept:
    """What is kept of a club: of each month evenings that are counted together, by their ids over
    `TOGETHER`, None until they are needed; and sums by span and by what was asked.
    """

    version: Version
    months: dict[str, dict[int, counting.Counts | None]]
    sums: OrderedDict[tuple[str | None, int | None], dict[str, Tally]]


_OWN: BindParameter[int] = bindparam("club")
_EVENTS = select(Event.id, Event.op_id).where(Event.club_id == _OWN).order_by(Event.id.desc())
_NEWEST = _EVENTS.limit(1).subquery()
_ASK_VERSION = (
    select(_NEWEST.c.id, _NEWEST.c.op_id, Club.repairs)
    .select_from(Club)
    .outerjoin(_NEWEST, Club.id == _OWN)
    .where(Club.id == _OWN)
)

_lock = threading.Lock()
_kept: WeakKeyDictionary[Engine, OrderedDict[int, Kept]] = WeakKeyDictionary()


def version(club: int) -> Version:
    """Return which state of a club's record this transaction sees."""
    row = run(_ASK_VERSION, {"club": club}).one()
    return Version(row.id or 0, row.op_id or "", row.repairs)


def tally(club: int, asked: Asked = EVERYTHING) -> Tally:
    """Return what a club played, as far as it is asked for. Whoever gets it must not change it."""
    seen = version(club)
    with _lock:
        kept = _current(club, seen)
        return _sum(club, kept, asked)


def overview(club: int) -> Overview:
    """Return what there is to be asked for in a club."""
    seen = version(club)
    with _lock:
        kept = _current(club, seen)
        _sum(club, kept, EVERYTHING)
        found: dict[tuple[str, int], int] = {}
        for counts in (counts for some in kept.months.values() for counts in some.values()):
            for key, one in (counts or {}).items():
                found[key] = found.get(key, 0) + sum(month.matches for month in one.months.values())
        months = list(kept.months)
    return Overview(dict(sorted(found.items(), key=lambda item: (-item[1], item[0]))), months)


def _current(club: int, seen: Version) -> Kept:
    """Return what is kept of a club, made to be of the version that this transaction sees."""
    clubs = _kept.setdefault(db.engine, OrderedDict())
    kept = clubs.get(club)
    if kept is not None and kept.version.event > seen.event:
        # Somebody who began later has counted already: this transaction counts for itself.
        return _anew(club, seen)
    if kept is None or not _follow(club, kept, seen):
        kept = _anew(club, seen)
    clubs[club] = kept
    clubs.move_to_end(club)
    while len(clubs) > CLUBS:
        clubs.popitem(last=False)
    return kept


def _anew(club: int, seen: Version) -> Kept:
    kept = Kept(seen, {}, OrderedDict())
    rows = db.session.execute(select(Sitting.date, Sitting.id).where(Sitting.club_id == club))
    _forget(kept, ((day, sitting) for day, sitting in rows))
    return kept


def _follow(club: int, kept: Kept, seen: Version) -> bool:
    """Forget the months that have changed; say whether the rest is as it was."""
    old = kept.version
    if old == seen:
        return True
    if old.repairs != seen.repairs or not _same_record(club, old):
        return False
    wanted = (
        select(Event.kind, Sitting.date, Sitting.id)
        .outerjoin(Match, Match.id == Event.match_id)
        .outerjoin(Sitting, Sitting.id == func.coalesce(Match.sitting_id, Event.sitting_id))
        .where(Event.club_id == club, Event.id > old.event)
        .distinct()
    )
    changed: list[tuple[Date, int]] = []
    found: Iterable[Any] = db.session.execute(wanted)
    for kind, day, sitting in found:
        if sitting is not None:
            changed.append((day, sitting))
        elif not kind.startswith(_QUIET):
            return False
    _forget(kept, changed)
    kept.version = seen
    return True


def _same_record(club: int, old: Version) -> bool:
    """Say whether the event at which was counted is there: a backup may have been restored."""
    if not old.event:
        return True
    found = select(func.count()).where(
        Event.club_id == club, Event.id == old.event, Event.op_id == old.op_id
    )
    return bool(db.session.scalar(found))


def _forget(kept: Kept, sittings: Iterable[tuple[Date, int]]) -> None:
    """Let evenings, by day and id, be counted when they are needed next."""
    for day, sitting in sittings:
        month = month_of(day)
        kept.months.setdefault(month, {})[sitting // TOGETHER] = None
        for sums in kept.sums.values():
            for name in ("", month[:4], month):
                sums.pop(name, None)
    kept.months = dict(sorted(kept.months.items()))


def _sum(club: int, kept: Kept, asked: Asked) -> Tally:
    """Return the counts of a period, from whole years and months as far as it has them."""
    sums = kept.sums.setdefault((asked.game, asked.seats), {})
    kept.sums.move_to_end((asked.game, asked.seats))
    while len(kept.sums) > ASKED:
        kept.sums.popitem(last=False)
    if asked.period == ALWAYS:
        return _of_all(club, kept, asked, sums)
    some = []
    for month, part in parts(asked.period, list(kept.months)):
        if part == span(month):
            some.append(_of_month(club, kept, asked, sums, month))
        else:
            some.append(_chosen(counting.count(club, part), asked))
    return total(some)


Sums = dict[str, Tally]


def _of_all(club: int, kept: Kept, asked: Asked, sums: Sums) -> Tally:
    if "" not in sums:
        years = sorted({month[:4] for month in kept.months})
        sums[""] = total(_of_year(club, kept, asked, sums, year) for year in years)
    return sums[""]


def _of_year(club: int, kept: Kept, asked: Asked, sums: Sums, year: str) -> Tally:
    if year not in sums:
        months = [month for month in kept.months if month.startswith(year)]
        sums[year] = total(_of_month(club, kept, asked, sums, month) for month in months)
    return sums[year]


def _of_month(club: int, kept: Kept, asked: Asked, sums: Sums, month: str) -> Tally:
    if month not in sums:
        some = kept.months[month]
        whole = span(month)
        if whole is None:
            raise ValueError(f"expected a month, got {month!r}")
        for part in [part for part, counts in some.items() if counts is None]:
            ids = range(part * TOGETHER, (part + 1) * TOGETHER)
            some[part] = counting.count(club, whole, ids)
        sums[month] = total(_chosen(counts, asked) for counts in some.values() if counts)
    return sums[month]


def _chosen(counts: counting.Counts, asked: Asked) -> Tally:
    return total(
        one
        for (game, seats), one in counts.items()
        if asked.game in (None, game) and asked.seats in (None, seats)
    )
