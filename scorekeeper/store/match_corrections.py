"""Corrections of a whole match: its rules, seat order, first dealer, a player taken for another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import delete, select

from .. import correction, reseating, scoring
from ..correction import Consequences
from ..db import db
from ..entry import N_, Problem, Refused
from ..games.base import full_rules, read_rules
from ..games.inputs import Facts
from ..models import Deal, Match, Player, Seat
from .corrections import check_reason
from .errors import Conflict
from .matches import CORRECT, DealRow, Kept, hidden, load
from .money.marks import open_again
from .operations import Actor, Change, perform
from .players import check_dealer
from .projection import project


@dataclass(frozen=True)
class SetUp:
    """How a match should have been set up: players in seat order, rules, first dealer."""

    players: tuple[int, ...]
    rules: dict[str, Any]
    first_dealer: int


@dataclass(frozen=True)
class Draft:
    """The match as it would be; `order` maps each seat before to its seat after."""

    match: scoring.Match
    order: tuple[int, ...]

    def moved(self, before: scoring.Match, facts: Facts) -> Facts:
        """Return facts of the match before with its seats as they are after."""
        return reseating.moved(before, facts, self.order)


def draft(kept: Kept, setup: SetUp) -> Draft:
    """Return the match as the set-up makes it, or raise `Refused`."""
    order = _order(kept.players, setup.players)
    check_dealer(setup.first_dealer, kept.match.seats)
    game = kept.match.game
    rules = read_rules(game, setup.rules, kept.match.seats)
    plain = scoring.Match(game, rules, kept.match.seats, setup.first_dealer)
    made = Draft(plain, order)
    deals = tuple(made.moved(kept.match, row.facts) for row in kept.deals)
    return replace(made, match=replace(plain, deals=deals))


def _order(old: Sequence[int], new: Sequence[int]) -> tuple[int, ...]:
    gone = [player for player in old if player not in new]
    come = [player for player in new if player not in old]
    if len(new) != len(old) or len(set(new)) < len(new):
        say = N_("Everybody sits at the table once.")
        raise Refused(Problem("seats", "as many players, all different", list(new), say))
    if len(gone) > 1:
        say = N_("Replace one player at a time.")
        raise Refused(Problem("seats", "at most one other player", come, say))
    stand_in = dict(zip(gone, come, strict=True))
    return tuple(new.index(stand_in.get(player, player)) for player in old)


def consequences(kept: Kept, setup: SetUp) -> Consequences:
    """Return what a set-up would change, or raise `Refused` or `ImpossibleDeals`."""
    made = draft(kept, setup)
    ids = [row.id for row in kept.deals]
    return correction.compare(kept.scored, scoring.score(made.match), ids, ids, made.order)


def correct(
    actor: Actor, op_id: str, match: int, setup: SetUp, *, version: int, reason: str = ""
) -> None:
    """Correct the set-up of a match, and score it anew.

    Raises `Conflict` when the match's set-up has changed since the page was made, `Refused`, and
    `ImpossibleDeals` when deals could not be any more.
    """

    def change() -> Change:
        kept = load(actor.club, match)
        if kept.version != version:
            raise Conflict("changed", kept)
        check_reason(kept, reason)
        made = draft(kept, setup)
        _check_players(actor.club, setup.players)
        scored = scoring.score(made.match)
        rows = [*kept.deals, *hidden(actor.club, match)]
        changed = {row.id: made.moved(kept.match, row.facts) for row in rows}
        _write(kept, setup, made, changed)
        project(match, setup.players, [row.id for row in kept.deals], scored)
        # Other rules or seats may pay or share otherwise, whatever the payoffs are.
        open_again(match)
        before, after = _said(kept, rows, setup, made, changed)
        return Change({"match": match}, before, after, match=match, reason=reason or None)

    content = [match, list(setup.players), setup.rules, setup.first_dealer, reason]
    perform(actor, op_id, CORRECT, content, change, match=match)


def _check_players(club: int, players: Sequence[int]) -> None:
    known = db.session.scalars(
        select(Player.id).where(
            Player.club_id == club, Player.id.in_(players), Player.merged_into_id.is_(None)
        )
    ).all()
    if len(known) < len(players):
        say = N_("Choose players of this club.")
        raise Refused(Problem("seats", "players of this club", list(players), say))


def _write(kept: Kept, setup: SetUp, made: Draft, changed: dict[int, Facts]) -> None:
    row = db.session.get_one(Match, kept.id)
    row.rules, row.first_dealer = full_rules(made.match.rules), setup.first_dealer
    row.version += 1
    if setup.players != kept.players:
        db.session.execute(delete(Seat).where(Seat.match_id == kept.id))
        db.session.add_all(
            Seat(match_id=kept.id, number=number, player_id=player)
            for number, player in enumerate(setup.players)
        )
    for deal in db.session.scalars(select(Deal).where(Deal.match_id == kept.id)):
        if deal.facts != changed[deal.id]:
            deal.facts = changed[deal.id]
            deal.version += 1
    db.session.flush()


def _said(
    kept: Kept, rows: list[DealRow], setup: SetUp, made: Draft, changed: dict[int, Facts]
) -> tuple[dict[str, Any], dict[str, Any]]:
    old = {row.id: row.facts for row in rows}
    moved = [deal for deal, facts in old.items() if facts != changed[deal]]

    def what(
        rules: Any, players: Sequence[int], first_dealer: int, facts: dict[int, Facts]
    ) -> dict[str, Any]:
        return {
            "rules": full_rules(rules),
            "players": list(players),
            "first_dealer": first_dealer,
            "deals": {str(deal): facts[deal] for deal in moved},
        }

    before = what(kept.match.rules, kept.players, kept.match.first_dealer, old)
    return before, what(made.match.rules, setup.players, setup.first_dealer, changed)
