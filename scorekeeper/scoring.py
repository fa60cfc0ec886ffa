"""A match from its facts: the scores, totals, dealers and end.

Facts of one row are a plain mapping: a deal's facts as its game asks them, with `dealer` where
somebody else dealt, or `adjust` with one number for each seat, beside noughts perhaps `bought`,
counters from the banker; `note` on any. Seats count from
0 in the order of play. Nothing here is stored, and no file format is known here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from .entry import N_, Problem, Refused, is_number
from .games.base import Game, InvalidDeal, Result, Scores, Sides, Standing, Table
from .games.inputs import Facts

MOST_ADJUST: Final = 9999
MOST_BOUGHT: Final = 9999


@dataclass(frozen=True)
class Match:
    """What a match is scored from: its game, rules, how many seats, who dealt first, facts."""

    game: Game
    rules: Any
    seats: int
    first_dealer: int
    deals: tuple[Facts, ...] = ()

    @property
    def sides(self) -> Sides:
        """Return the seats that win and lose the match together."""
        return self.game.sides(self.seats)

    def table(self, dealer: int) -> Table:
        """Return the table when a seat deals."""
        return Table(
            self.seats, dealer, self.game.active(self.seats, dealer, self.rules), self.rules
        )


@dataclass(frozen=True)
class Row:
    """A scored row of the pad: its number, facts, dealer (None: no deal), result, totals."""

    number: int
    facts: Facts
    dealer: int | None
    result: Result
    totals: Scores


@dataclass(frozen=True)
class Scored:
    """A scored match: its rows, the totals after the last, who deals next, how it stands."""

    rows: tuple[Row, ...]
    totals: Scores
    next_dealer: int
    standing: Standing


class ImpossibleDeals(Refused):
    """Deals that cannot be, by their numbers."""

    def __init__(self, deals: Mapping[int, tuple[Problem, ...]]) -> None:
        super().__init__(*(problem for problems in deals.values() for problem in problems))
        self.deals = dict(deals)


def score(match: Match) -> Scored:
    """Score a match, or raise `ImpossibleDeals` naming every deal that cannot be."""
    totals: Scores = (0,) * match.seats
    dealer = match.first_dealer
    rows: list[Row] = []
    wrong: dict[int, tuple[Problem, ...]] = {}
    for number, facts in enumerate(match.deals, start=1):
        try:
            row = _score_row(match, facts, dealer, number, totals)
        except InvalidDeal as invalid:
            wrong[number] = invalid.problems
            if "adjust" not in facts:
                said = facts.get("dealer", dealer)
                dealer = _next(match, said if _is_seat(said, match) else dealer)
            continue
        rows.append(row)
        totals, dealer = row.totals, _next_after(match, row, dealer)
    if wrong:
        raise ImpossibleDeals(wrong)
    return _scored(match, tuple(rows), totals, dealer)


def score_more(match: Match, scored: Scored, facts: Facts) -> Scored:
    """Score one more row after those of a scored match, or raise `InvalidDeal`.

    It comes to what scoring all of them anew would.
    """
    number = len(scored.rows) + 1
    try:
        row = _score_row(match, facts, scored.next_dealer, number, scored.totals)
    except InvalidDeal as invalid:
        raise InvalidDeal(*invalid.problems, deal=number) from None
    dealer = _next_after(match, row, scored.next_dealer)
    return _scored(match, (*scored.rows, row), row.totals, dealer)


def _scored(match: Match, rows: tuple[Row, ...], totals: Scores, dealer: int) -> Scored:
    standing = match.game.standing([row.result for row in rows], totals, match.rules)
    return Scored(rows, totals, dealer, standing)


def alone(match: Match, facts: Facts) -> Row:
    """Score one row by itself, whoever dealt it; its number is 0. Raises `InvalidDeal`."""
    wrong: InvalidDeal | None = None
    for dealer in (match.first_dealer, *range(match.seats)):
        try:
            return _score_row(match, facts, dealer, 0, (0,) * match.seats)
        except InvalidDeal as invalid:
            wrong = wrong or invalid
    raise wrong or ValueError("expected seats at the table, got none")


def dealers(match: Match) -> list[int | None]:
    """Return who deals each row by rotation and what the facts say; None deals an adjustment.

    This needs no deal to be possible.
    """
    dealer = match.first_dealer
    found: list[int | None] = []
    for facts in match.deals:
        if "adjust" in facts:
            found.append(None)
            continue
        said = facts.get("dealer", dealer)
        dealer = said if _is_seat(said, match) else dealer
        found.append(dealer)
        dealer = _next(match, dealer)
    return found


def _next(match: Match, dealer: int) -> int:
    return (dealer + 1) % match.seats


def _next_after(match: Match, row: Row, dealer: int) -> int:
    return dealer if row.dealer is None else _next(match, row.dealer)


def _is_seat(value: Any, match: Match) -> bool:
    return is_number(value) and 0 <= value < match.seats


def _score_row(match: Match, facts: Facts, dealer: int, number: int, before: Scores) -> Row:
    dealt, result = _result(match, facts, dealer)
    totals = tuple(total + score for total, score in zip(before, result.score, strict=True))
    return Row(number, facts, dealt, result, totals)


def _result(match: Match, facts: Facts, dealer: int) -> tuple[int | None, Result]:
    if "adjust" in facts:
        return None, _adjusted(match, facts)
    said = facts.get("dealer", dealer)
    if not _is_seat(said, match):
        expected = "the name of somebody at the table"
        raise InvalidDeal(Problem("dealer", expected, said, N_("Choose one of the players.")))
    played = {key: value for key, value in facts.items() if key not in ("dealer", "note")}
    return said, match.game.score(played, match.table(said))


def _adjusted(match: Match, facts: Facts) -> Result:
    extra = [key for key in facts if key not in ("adjust", "bought", "note")]
    if extra:
        say = N_("A penalty or adjustment stands alone.")
        raise InvalidDeal(*(Problem(k, "nothing beside adjust", facts[k], say) for k in extra))
    scores = facts["adjust"]
    problem = _adjust_problem(match, scores)
    if problem is None and "bought" in facts:
        problem = _bought_problem(match, facts["bought"], scores)
    if problem:
        raise InvalidDeal(problem)
    # Where scores are not what is paid, a correction of the pad pays nothing.
    paid = None if match.game.zero_sum else (0,) * match.seats
    bought = tuple(facts.get("bought", ()))
    return Result("adjusted", tuple(scores), payoff=paid, bought=bought)


def _bought_problem(match: Match, bought: Any, scores: Any) -> Problem | None:
    if match.game.counters(match.rules) is None:
        say = N_("This match is played without counters.")
        return Problem("bought", "nothing in a match without counters", bought, say)
    right = isinstance(bought, (list, tuple)) and len(bought) == match.seats
    if not right or any(not is_number(n) or not 0 <= n <= MOST_BOUGHT for n in bought):
        expected = f"a number from 0 to {MOST_BOUGHT} for each seat"
        return Problem("bought", expected, bought, N_("Give a number for each of the players."))
    if not any(bought) or any(scores):
        say = N_("Counters that are bought stand in a row of their own.")
        return Problem("bought", "some counters, and no adjustment beside them", bought, say)
    return None


def _adjust_problem(match: Match, scores: Any) -> Problem | None:
    if not isinstance(scores, (list, tuple)) or len(scores) != match.seats:
        say = N_("Give a number for each of the players.")
        return Problem("adjust", "one number for each seat", scores, say)
    if any(not is_number(s) or abs(s) > MOST_ADJUST for s in scores):
        expected = f"whole numbers from -{MOST_ADJUST} to {MOST_ADJUST}"
        say = N_("An adjustment is a whole number from -%(most)s to %(most)s.")
        return Problem("adjust", expected, list(scores), say, {"most": MOST_ADJUST})
    if match.game.zero_sum and sum(scores) != 0:
        say = N_("The numbers must add up to 0; now they add up to %(sum)s.")
        values = {"sum": sum(scores)}
        return Problem("adjust", "numbers that sum to 0", list(scores), say, values)
    if any(len({scores[seat] for seat in side}) > 1 for side in match.sides):
        say = N_("Partners get the same number.")
        return Problem("adjust", "the same number for all of a side", list(scores), say)
    return None
