"""Who sits where: evenings that are started and deals that are recorded without a page."""

from __future__ import annotations

from typing import Any, NamedTuple

from scorekeeper.days import today
from scorekeeper.store import deals, sittings
from scorekeeper.store.operations import Actor, new_op_id
from tests.record import Inside

NAMES = ("Anna", "Ben", "Carla", "Dino")
SOLO_6 = {"bid": "solo", "soloist": 1, "card_points": 6}


class Table(NamedTuple):
    """A match that was started, and where its pages are."""

    club: int
    sitting: int
    match: int

    @property
    def path(self) -> str:
        """Return the address of the table page."""
        return f"/clubs/{self.club}/matches/{self.match}"

    @property
    def evening(self) -> str:
        """Return the address of the evening."""
        return f"/clubs/{self.club}/sittings/{self.sitting}"


class Seating:
    """Starts evenings without a page, as one line."""

    def __init__(self, inside: Inside, actor: Actor, people: dict[str, int]) -> None:
        self.inside, self.actor, self.people = inside, actor, people

    def __call__(self, *names: str, first_dealer: int = 0, **rules: Any) -> Table:
        """Start an evening of these people, the first of them dealing."""
        return self.of("calabresella", *names, first_dealer=first_dealer, **rules)

    def of(self, game: str, *names: str, first_dealer: int = 0, **rules: Any) -> Table:
        """Start an evening of a game, the first of these people dealing."""
        seats = [self.people[name] for name in names]
        start = (self.actor, new_op_id(), game, seats, rules)
        sitting, match = self.inside(
            sittings.start, *start, first_dealer=first_dealer, date=today(), place="Bruno's"
        )
        return Table(self.actor.club, sitting, match)

    def deal(self, table: Table, **facts: Any) -> int:
        """Record a deal, by default Ben's solo with 6; return its id."""
        whole = facts.keys() & {"bid", "adjust"} or isinstance(facts.get("card_points"), list)
        with_usual = facts if whole else SOLO_6 | facts
        record = (self.actor, new_op_id(), table.match, with_usual)
        return int(self.inside(deals.record, *record, seen=-1, both_count=True))
