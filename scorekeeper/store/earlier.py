"""What a match was like before an event, said of those who sit at the table now. Only read."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, select

from ..db import db
from ..games.inputs import Facts
from ..models import Event, Player
from ..replay import MERGE, in_their_seats
from .corrections import DELETE, EDIT, INSERT, RESTORE
from .errors import NotFound
from .history import plain
from .match_corrections import Draft, SetUp
from .matches import CORRECT, Kept

OF_A_DEAL: Final = (EDIT, DELETE, RESTORE, INSERT)


class Earlier(NamedTuple):
    """What an event did to a deal, and the deal's facts before it, None where it had none.

    The seats are those of now, whoever was replaced or moved since.
    """

    kind: str
    facts: Facts | None


def deal_before(club: int, kept: Kept, deal: int, event: int) -> Earlier:
    """Return a deal as it was before an event that corrected it, or raise `NotFound`."""
    row = _event(club, event, Event.deal_id == deal, Event.kind.in_(OF_A_DEAL))
    if row.match_id != kept.id:
        raise NotFound
    facts = row.before["deals"].get(str(deal))
    if facts is None:
        return Earlier(row.kind, None)
    changing = (Event.match_id == kept.id) & (Event.kind == CORRECT)
    later = db.session.scalars(
        select(Event)
        .where(Event.club_id == club, Event.id > event, changing | (Event.kind == MERGE))
        .order_by(Event.id)
    )
    people = in_their_seats(row.before["players"], kept.id, map(plain, later))
    order = tuple(kept.players.index(player) for player in people)
    return Earlier(row.kind, Draft(kept.match, order).moved(kept.match, facts))


def setup_before(club: int, match: int, event: int) -> SetUp:
    """Return a match's set-up before an event that corrected it, or raise `NotFound`."""
    row = _event(club, event, Event.match_id == match, Event.kind == CORRECT)
    before = row.before
    merged = db.session.execute(
        select(Player.id, Player.merged_into_id).where(
            Player.id.in_(before["players"]), Player.merged_into_id.is_not(None)
        )
    )
    person = {row[0]: row[1] for row in merged}
    players = tuple(person.get(player, player) for player in before["players"])
    return SetUp(players, before["rules"], before["first_dealer"])


def _event(club: int, event: int, *conditions: ColumnElement[bool]) -> Event:
    wanted = select(Event).where(Event.club_id == club, Event.id == event, *conditions)
    row = db.session.scalar(wanted)
    if row is None:
        raise NotFound
    return row
