"""Every figure counted again from a club's exported facts, by plain loops over what was played.

Nothing of the program is used but the scoring of a match. Rows are compared without their words.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from scorekeeper import scoring
from scorekeeper.games import GAMES
from scorekeeper.games.base import read_rules
from scorekeeper.stats.table import At, Game, Mean, People, Rate, Table, When, Who, Word

OTHERS = ("partner", "opponent", "out")
Rows = list[list[Any]]


@dataclass
class Play:
    """A deal as one player played it; `result` is empty where nothing was won."""

    match: int
    game: str
    player: int
    role: str
    side: int
    result: str
    score: int
    contract: str | None
    points: int | None
    sweep: str | None
    stake: int | None
    after: int | None
    deal: tuple[int, int]

    @property
    def own(self) -> bool:
        return self.role not in OTHERS


@dataclass
class End:
    """What a match came to for one player."""

    match: int
    game: str
    sitting: int
    day: datetime.date
    player: int
    total: int
    payoff: int
    place: int | None


class Recount:
    """A club's document, scored and spread out into plays and ends."""

    def __init__(self, document: Any, keep: Callable[[str, int, datetime.date], bool]) -> None:
        self.plays: list[Play] = []
        self.ends: list[End] = []
        self.outcomes: Counter[tuple[str, str]] = Counter()
        self.deals: Counter[int] = Counter()
        days = {one["id"]: one["date"] for one in document["sittings"]}
        matches = sorted(document["matches"], key=lambda one: (days[one["sitting"]], one["id"]))
        for one in matches:
            day = datetime.date.fromisoformat(days[one["sitting"]])
            if keep(one["game"], len(one["seats"]), day):
                self._match(one, day)

    def _match(self, one: Any, day: datetime.date) -> None:
        game, seats = GAMES[one["game"]], len(one["seats"])
        facts = tuple(deal["facts"] for deal in one["deals"] if deal["hidden_at"] is None)
        rules = read_rules(game, one["rules"], seats)
        scored = scoring.score(scoring.Match(game, rules, seats, one["first_dealer"], facts))
        for row in scored.rows:
            if row.result.is_deal:
                self.outcomes[one["game"], row.result.outcome] += 1
                self.deals[one["id"]] += 1
                self._row(one, seats, row)
        winners, totals = scored.standing.winners, scored.totals
        for seat, player in enumerate(one["seats"]):
            better = sum(total > totals[seat] for total in totals)
            place = None if not scored.standing.finished else 1 if seat in winners else 1 + better
            paid = scored.standing.payoffs[seat]
            end = (one["id"], one["game"], one["sitting"], day, player, totals[seat], paid, place)
            self.ends.append(End(*end))

    def _row(self, one: Any, seats: int, row: Any) -> None:
        result, sides = row.result, GAMES[one["game"]].sides(seats)
        for seat, player in enumerate(one["seats"]):
            role = result.roles[seat] if result.roles else ""
            side = next(n for n, members in enumerate(sides, start=1) if seat in members)
            won: bool | None = result.outcome == "won"
            points = result.points
            if role == "opponent":
                side, won, points = -1, not won, None
            elif role in ("soloist", "caller", "partner"):
                side = -2
            else:
                won = result.winner == side
                points = result.shares[side - 1] if result.shares else None
            said = "drawn" if result.outcome == "drawn" else "won" if won else "lost"
            if result.outcome not in ("won", "lost", "drawn") or role == "out":
                side, said, points = 0, "", None
            after = (seat - row.dealer) % seats
            what = (result.contract, points, result.sweep, result.stake, after)
            deal = (one["id"], row.number)
            head = (one["id"], one["game"], player, role, side, said, result.score[seat])
            self.plays.append(Play(*head, *what, deal))

    # The tables, by their keys.

    def of(self, game: str, player: int | None = None) -> list[Play]:
        """Return the plays at a game in which something was won or lost."""
        return [p for p in self.plays if p.game == game and p.result and player in (None, p.player)]

    def own(self, game: str, player: int | None = None) -> list[Play]:
        return [p for p in self.of(game, player) if p.own]

    def roles(self, game: str, player: int) -> Rows:
        plays = self.of(game, player)
        return [
            [*went(some, len(plays)), points(some), sum(p.score for p in some), mean(some)]
            for some in split(plays, lambda p: p.role)
        ]

    def bids(self, game: str, player: int | None = None) -> Rows:
        plays = self.own(game, player)
        return [
            [
                some[0].contract or None,
                went(some)[0],
                even(some),
                *went(some, len(plays))[1:],
                points(some),
                mean(some),
            ]
            for some in split(plays, lambda p: p.contract or "")
        ]

    def points(self, game: str, player: int | None = None) -> Rows:
        found = [p for p in self.own(game, player) if p.points is not None]
        top = max((p.points for p in found if p.points is not None), default=0)

        def row(play: Play) -> Any:
            points = play.points or 0
            ten = (max(points, 1) - 1) // 10 * 10
            return points if top < 50 else f"{ten + 1 if ten else 0}–{ten + 10}"

        return [[row(some[0]), *went(some)[1:]] for some in split(found, row)]

    def turns(self, game: str, player: int | None = None) -> Rows:
        plays = self.of(game, player)
        return [[*went(some), mean(some)] for some in split(plays, lambda p: p.after)]

    def company(self, game: str, player: int) -> Rows:
        found: dict[tuple[int, bool], list[Play]] = {}
        for mine in self.of(game, player):
            for other in self.of(game):
                if other.deal == mine.deal and other.player != player:
                    found.setdefault((other.player, other.side == mine.side), []).append(mine)
        return [[who, *went(some), mean(some)] for (who, _), some in found.items()]

    def games(self, player: int) -> Rows:
        rows = []
        for ends in split([e for e in self.ends if e.player == player], lambda e: e.game):
            plays = self.of(ends[0].game, player)
            numbers = [
                len(ends),
                sum(e.place == 1 for e in ends),
                sum(e.place is None for e in ends),
            ]
            sums = [sum(e.total for e in ends), sum(e.payoff for e in ends)]
            rows.append([ends[0].game, *numbers, *went(plays), *sums, mean(plays)])
        return rows

    def players(self) -> Rows:
        rows = []
        for ends in split(self.ends, lambda e: e.player):
            who = ends[0].player
            plays = [p for p in self.plays if p.player == who and p.result]
            won, decided = sum(e.place == 1 for e in ends), [e for e in ends if e.place is not None]
            sittings = len({e.sitting for e in ends})
            share = rate(won, len(decided))
            rows.append([who, *went(plays), sittings, len(ends), won, share])
        return rows

    def scores(self, game: str) -> Rows:
        rows = []
        for ends in split([e for e in self.ends if e.game == game], lambda e: e.player):
            who = ends[0].player
            plays, own = self.of(game, who), self.own(game, who)
            shares = [rate(len(own), len(plays)), went(own)[0]]
            sums = [sum(e.payoff for e in ends), sum(e.total for e in ends)]
            rows.append([who, *sums, mean(plays), len(ends), len(plays), len(own), *shares])
        return rows

    def months(self) -> Rows:
        rows = []
        for ends in split(self.ends, lambda e: str(e.day)[:7]):
            matches = {e.match for e in ends}
            deals = sum(self.deals[match] for match in matches)
            sittings = len({e.sitting for e in ends})
            rows.append([str(ends[0].day)[:7], sittings, len(matches), deals])
        return rows

    def versus(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Return of each pair how often one came before the other, of so many decided matches."""
        found = {}
        for one in {e.player for e in self.ends}:
            for other in {e.player for e in self.ends} - {one}:
                pairs = [
                    (a.place, b.place or 0)
                    for a in self.ends
                    for b in self.ends
                    if a.match == b.match and (a.player, b.player) == (one, other) and a.place
                ]
                if pairs:
                    before = sum(a < b for a, b in pairs)
                    found[one, other] = (before, len(pairs))
        return found

    def run(self, game: str, player: int, result: str) -> int:
        """Return the longest run of own deals with a result."""
        longest = length = 0
        for play in self.own(game, player):
            length = length + 1 if play.result == result else 0
            longest = max(longest, length)
        return longest

    def sweeps(self, game: str, player: int | None = None) -> Rows:
        plays = [p for p in self.own(game, player) if p.sweep]
        return [
            [
                some[0].sweep,
                some[0].player,
                sum(p.result == "won" for p in some),
                sum(p.result != "won" for p in some),
            ]
            for some in split(plays, lambda p: (p.sweep, p.player))
        ]

    def payoffs(self, game: str, last: datetime.date) -> dict[int, int]:
        """Return what everybody was up or down at a game by the end of a day."""
        sums: dict[int, int] = {end.player: 0 for end in self.ends if end.game == game}
        for end in self.ends:
            if end.game == game and end.day <= last:
                sums[end.player] += end.payoff
        return sums


def split(some: Iterable[Any], key: Callable[[Any], Any]) -> list[list[Any]]:
    """Return groups of what has the same key, in the order in which they are met."""
    groups: dict[Any, list[Any]] = {}
    for one in some:
        groups.setdefault(key(one), []).append(one)
    return list(groups.values())


def went(plays: list[Play], of: int | None = None) -> list[Any]:
    """Return the share won, how many deals, perhaps what share of others, won, drawn, lost."""
    won, drawn, lost = (sum(p.result == r for p in plays) for r in ("won", "drawn", "lost"))
    share = [] if of is None else [rate(len(plays), of)]
    return [rate(won, won + lost), len(plays), *share, won, drawn, lost]


def rate(part: int, whole: int) -> Any:
    return None if whole == 0 else ("%", part / whole, whole)


def mean(plays: list[Play]) -> Any:
    return None if not plays else ("mean", sum(p.score for p in plays) / len(plays))


def points(plays: list[Play]) -> Any:
    known = [p.points for p in plays if p.points is not None]
    return None if not known else ("mean", sum(known) / len(known))


def even(plays: list[Play]) -> Any:
    """Return the share won at which these deals would have come to nothing."""
    wins = [p.score for p in plays if p.result == "won"]
    losses = [-p.score for p in plays if p.result == "lost"]
    if not wins or not losses or sum(wins) <= 0 or sum(losses) <= 0:
        return None
    win, loss = sum(wins) / len(wins), sum(losses) / len(losses)
    return ("%", loss / (win + loss), len(wins) + len(losses))


def plain(table: Table, *without: str) -> Rows:
    """Return a table's rows as a recount has them, without the columns under some heads."""
    left_out = {table.heads.index(head) for head in without}
    return [
        [_plain(cell) for place, cell in enumerate(row) if place not in left_out]
        for row in table.rows
    ]


def _plain(cell: Any) -> Any:
    if isinstance(cell, Rate):
        return ("%", cell.part / cell.whole, cell.of) if cell.whole else None
    if isinstance(cell, Mean):
        return ("mean", cell.sum / cell.of) if cell.of else None
    if isinstance(cell, Who):
        return cell.id
    if isinstance(cell, People):
        return cell.ids
    if isinstance(cell, Game):
        return cell.slug
    if isinstance(cell, When):
        return cell.month or cell.day
    if isinstance(cell, At):
        return cell.deal
    return None if isinstance(cell, Word) else cell


def same(one: Any, other: Any) -> bool:
    """Say whether rows are the same in whatever order, quotients up to the last digits."""
    return sorted(map(_near, one), key=str) == sorted(map(_near, other), key=str)


def _near(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 9)
    return [_near(one) for one in value] if isinstance(value, (list, tuple)) else value
