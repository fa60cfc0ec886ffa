"""Corrections saved without a page, as one that has just been opened would save them."""

from __future__ import annotations

from typing import Any

from scorekeeper.store import corrections, match_corrections, matches
from scorekeeper.store.corrections import Ask, Make
from scorekeeper.store.match_corrections import SetUp
from scorekeeper.store.matches import DealRow, Kept
from scorekeeper.store.operations import Actor, new_op_id
from tests.record import Inside

WHY = "somebody looked again"


class Correcting:
    """Corrects the deals and the set-up of one match."""

    def __init__(self, inside: Inside, actor: Actor, match: int) -> None:
        self.inside, self.actor, self.match = inside, actor, match

    @property
    def kept(self) -> Kept:
        """Return the match as it is."""
        found: Kept = self.inside(matches.load, self.actor.club, self.match)
        return found

    @property
    def hidden(self) -> list[DealRow]:
        """Return the rows that do not count."""
        found: list[DealRow] = self.inside(matches.hidden, self.actor.club, self.match)
        return found

    def edit(self, deal: int, *, stay: bool = False, reason: str = WHY, **facts: Any) -> int:
        """Give a deal other facts."""
        make = corrections.edited(deal, facts)
        return self._correct(corrections.EDIT, deal, facts, make, stay, reason)

    def delete(self, deal: int, *, stay: bool = False, reason: str = WHY) -> int:
        """Delete a deal."""
        make = corrections.deleted(deal)
        return self._correct(corrections.DELETE, deal, None, make, stay, reason)

    def restore(self, deal: int, *, stay: bool = False, reason: str = WHY) -> int:
        """Restore a deal."""
        make = corrections.restored(self._row(deal))
        return self._correct(corrections.RESTORE, deal, None, make, stay, reason)

    def insert(self, before: int, *, stay: bool = False, reason: str = WHY, **facts: Any) -> int:
        """Insert a forgotten deal before another, and return its id."""
        make = corrections.inserted(before, facts)
        return self._correct(corrections.INSERT, before, facts, make, stay, reason)

    def set_up(
        self,
        players: list[int] | None = None,
        first_dealer: int | None = None,
        reason: str = WHY,
        **rules: Any,
    ) -> None:
        """Correct who sat where, who dealt first, and the rules that differ from the usual."""
        kept = self.kept
        dealer = kept.match.first_dealer if first_dealer is None else first_dealer
        setup = SetUp(tuple(players or kept.players), rules, dealer)
        done = (self.actor, new_op_id(), self.match, setup)
        self.inside(match_corrections.correct, *done, version=kept.version, reason=reason)

    def _row(self, deal: int) -> DealRow:
        return next(row for row in [*self.kept.deals, *self.hidden] if row.id == deal)

    def _correct(
        self, kind: str, deal: int, content: Any, make: Make, stay: bool, reason: str
    ) -> int:
        seen = corrections.version_of(self.kept, kind, self._row(deal))
        ask = Ask(seen, stay, reason)
        what = (self.actor, new_op_id(), kind, self.match, deal, content, make, ask)
        return int(self.inside(corrections.correct, *what))
