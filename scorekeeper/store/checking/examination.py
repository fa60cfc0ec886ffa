"""One match as it lies in the database: its seats, rules and facts, and whether they score.

What is wrong is kept as it is met. The projection is not looked at here.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import RowMapping, select

from ... import scoring
from ...db import db
from ...entry import Refused, is_number, shown
from ...games import GAMES
from ...games.base import Game, read_rules
from ...models import Club, Deal, Match, Player, Seat, Sitting
from ...replay import Setup
from .differences import Difference, differs, quoted, raw, read_object, rows
from .replay import State, replayed
from .setups import Told, differing


def match_rows(*conditions: Any) -> list[RowMapping]:
    """Return the rows of matches with their club's name and their sitting, club by club."""
    wanted = (
        select(
            *(raw(column) for column in Match.__table__.columns),
            raw(Sitting.date),
            Sitting.club_id.label("sitting_club"),
            Club.name.label("club"),
        )
        .outerjoin(Sitting, Sitting.id == Match.sitting_id)
        .outerjoin(Club, Club.id == Match.club_id)
        .where(*conditions)
        .order_by(Match.club_id, Match.id)
    )
    return list(db.session.execute(wanted).mappings())


class Examination:
    """A match as far as it can be read, and what was found wrong with it.

    `visible` are the ids of the deals that count; `scored` is None where the facts do not score.
    """

    def __init__(self, row: RowMapping, merged: Sequence[Told]) -> None:
        self.row = row
        self.id: int = row["id"]
        self.found: list[Difference] = []
        self.game: Game | None = GAMES.get(row["game"])
        self.seats = _seats(self.id)
        self.players = [seat.player_id for seat in self.seats]
        self._deals = list(rows(Deal, Deal.match_id == self.id, order=Deal.position))
        self.visible = [deal["id"] for deal in self._deals if deal["hidden_at"] is None]
        self._check_row()
        self._facts = {deal["id"]: self._deal(deal) for deal in self._deals}
        self._check_positions()
        self._check_events()
        self.pure = self._pure()
        self._check_set_up(merged)
        self.scored = self._score()

    def say(self, what: str, *, deal: int | None = None, player: Any = None, **more: Any) -> None:
        """Keep something that is wrong, and where."""
        place = [self.where]
        if deal is not None:
            place.append(self._called(deal))
        if player is not None:
            name = next((seat.name for seat in self.seats if seat.player_id == player), None)
            place.append(f"player {shown(player)}" if name is None else quoted(name))
        self.found.append(Difference(", ".join(place), what, **more))

    @property
    def where(self) -> str:
        """Return the match in words: its club, its sitting's date, its id."""
        club, date = self.row["club"], self.row["date"]
        of_club = shown(self.row["club_id"]) if club is None else quoted(club)
        return f"club {of_club}, {date if _is_date(date) else 'no date'}, match {self.id}"

    def _called(self, deal: int) -> str:
        if deal in self.visible:
            return f"deal {self.visible.index(deal) + 1}"
        hidden = any(row["id"] == deal for row in self._deals)
        return f"{'hidden deal' if hidden else 'deal'} with id {shown(deal)}"

    def _check_row(self) -> None:
        row, clubs = self.row, (None, self.row["club_id"])
        if row["date"] is not None and not _is_date(row["date"]):
            self.say(differs("sitting.date", "a day such as 2026-10-15", row["date"]))
        if row["sitting_club"] not in clubs:
            expected = f"{row['sitting_club']}, its sitting's"
            self.say(differs("match.club_id", expected, row["club_id"]))
        for seat in self.seats:
            if seat.club_id not in clubs:
                what = differs("seat.player_id", "a player of this club", seat.player_id)
                self.say(what, player=seat.player_id)

    def _deal(self, deal: RowMapping) -> dict[str, Any] | None:
        """Check a deal's row, and return its facts, None where they cannot be read."""
        if deal["club_id"] != self.row["club_id"]:
            expected = f"{self.row['club_id']}, its match's"
            self.say(differs("deal.club_id", expected, deal["club_id"]), deal=deal["id"])
        try:
            return read_object("deal.facts", deal["facts"])
        except Refused as refused:
            self.say(str(refused), deal=deal["id"])
            return None

    def _check_positions(self) -> None:
        taken: set[Any] = set()
        for deal in self._deals:
            position = deal["position"]
            if not is_number(position):
                self.say(differs("deal.position", "a whole number", position), deal=deal["id"])
            if deal["hidden_at"] is None and position in taken:
                expected = "a place of its own among those that count"
                self.say(differs("deal.position", expected, position), deal=deal["id"])
            if deal["hidden_at"] is None:
                taken.add(position)

    def _check_events(self) -> None:
        states = {}
        for deal in self._deals:
            facts = self._facts[deal["id"]]
            there = _text(deal["facts"]) if facts is None else facts
            states[deal["id"]] = State(there, counts=deal["hidden_at"] is None)
        for deal_id, what in replayed(self.id, states):
            self.say(what, deal=deal_id)

    def _check_set_up(self, merged: Sequence[Told]) -> None:
        if self.pure is not None:
            rules = read_object("match.rules", self.row["rules"])
            first = self.pure.first_dealer
            there = Setup(self.pure.game.slug, rules, tuple(self.players), first)
            for what in differing(self.id, there, merged):
                self.say(what)

    def _score(self) -> scoring.Scored | None:
        """Score the match; every deal that cannot be read or cannot be is told by its number."""
        match = self.pure
        if match is None:
            return None
        readable = [self._facts[deal] is not None for deal in self.visible]
        try:
            scored = scoring.score(match)
        except scoring.ImpossibleDeals as impossible:
            for number, problems in impossible.deals.items():
                for problem in problems if readable[number - 1] else ():
                    self.say(f"deal.facts: {problem}", deal=self.visible[number - 1])
            return None
        return scored if all(readable) else None

    def _pure(self) -> scoring.Match | None:
        """Return what the match is scored from, None where its seats or rules are no match."""
        game, dealer, seats = self.game, self.row["first_dealer"], len(self.seats)
        wrong = list(self._wrong_seats())
        if game is None:
            wrong.append(differs("match.game", f"one of {', '.join(GAMES)}", self.row["game"]))
        elif seats not in game.seats:
            wrong.append(differs("seats", f"one of {', '.join(map(str, game.seats))}", seats))
        for what in wrong:
            self.say(what)
        if game is None or wrong or any(seat.club_id is None for seat in self.seats):
            return None
        try:
            rules = read_rules(game, read_object("match.rules", self.row["rules"]), seats)
        except Refused as refused:
            for problem in refused.problems:
                whole = problem.field == "match.rules"
                self.say(str(problem) if whole else f"match.rules: {problem}")
            return None
        facts = tuple(self._facts[deal] or {} for deal in self.visible)
        return scoring.Match(game, rules, seats, dealer, facts)

    def _wrong_seats(self) -> Iterator[str]:
        numbers = [seat.number for seat in self.seats]
        if numbers != list(range(len(numbers))):
            yield differs("seat.number", f"each from 0 to {len(numbers) - 1}", numbers)
        if len(set(self.players)) < len(self.players):
            yield differs("seat.player_id", "each player once", self.players)
        if self.row["first_dealer"] not in numbers:
            yield differs("match.first_dealer", "one of the seats", self.row["first_dealer"])


def _seats(match: int) -> Sequence[Any]:
    wanted = (
        select(Seat.number, Seat.player_id, Player.name, Player.club_id)
        .outerjoin(Player, Player.id == Seat.player_id)
        .where(Seat.match_id == match)
        .order_by(Seat.number)
    )
    return db.session.execute(wanted).all()


def _text(value: bytes | None) -> str:
    return (value or b"").decode(errors="backslashreplace")


def _is_date(text: Any) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except (TypeError, ValueError):
        return False
    return True
