"""How deals went that have something in common: won, drawn, lost, scores, card points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .table import Cell, Mean, Rate
from .tally import Count, Line

RESULTS = ("won", "drawn", "lost")


@dataclass
class Record:
    """The deals counted so far; `gained` are the scores of those won, `paid` of those lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    score: int = 0
    gained: int = 0
    paid: int = 0
    points: int = 0
    pointed: int = 0

    @property
    def deals(self) -> int:
        """Return how many deals these are."""
        return self.won + self.drawn + self.lost

    def count(self, result: str, deals: int, score: int) -> None:
        """Count deals with a result, and their scores added up."""
        setattr(self, result, getattr(self, result) + deals)
        self.score += score
        self.gained += score if result == "won" else 0
        self.paid -= score if result == "lost" else 0

    def add(self, line: Line, count: Count) -> None:
        """Count the deals of a line."""
        self.count(line.result, count.deals, line.score * count.deals)
        self.points += count.points
        self.pointed += count.pointed

    @property
    def results(self) -> tuple[Cell, ...]:
        """Return the share won, deals, won, drawn and lost; a draw is no part of that share."""
        return (self.share, self.deals, self.won, self.drawn, self.lost)

    @property
    def share(self) -> Rate:
        """Return the share won of those won and lost."""
        return Rate(self.won, self.won + self.lost, self.won + self.lost)

    @property
    def break_even(self) -> Rate | None:
        """Return the share to be won at which wins and losses come to nothing, or None.

        The mean loss by the sum of mean win and mean loss, both as scored, sweeps and all.

        >>> Record(won=1, lost=3, gained=6, paid=9).break_even.percent
        33
        """
        if not self.won or not self.lost or self.gained <= 0 or self.paid <= 0:
            return None
        loss, win = self.paid * self.won, self.gained * self.lost
        return Rate(loss, win + loss, self.won + self.lost)

    @property
    def mean_points(self) -> Mean:
        """Return the card points of a deal, of those whose card points are known."""
        return Mean(self.points, self.pointed)

    @property
    def mean_score(self) -> Mean:
        """Return the score of a deal."""
        return Mean(self.score, self.deals)


def record_of(lines: Iterable[tuple[Line, Count]]) -> Record:
    """Return how the deals of some lines went."""
    record = Record()
    for line, count in lines:
        if line.result:
            record.add(line, count)
    return record
