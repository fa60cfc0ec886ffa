"""Time two requests in turn, and count what one sends to the database."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Engine, event

from .case import Ask
from .servers import Running

WARM: Final = 10


@dataclass(frozen=True)
class Times:
    """What a request took, round by round, and the processor time of its server for all of them."""

    seconds: Sequence[float]
    processor: float = 0.0

    @property
    def median(self) -> float:
        """Return the median in seconds."""
        return statistics.median(self.seconds)


def in_turn(pairs: Sequence[tuple[Running, Ask]], rounds: int) -> list[Times]:
    """Ask all in turn, so many rounds; who begins changes."""
    for _ in range(WARM):
        for _server, ask in pairs:
            ask()
    begun = [server.spent() for server, _ in pairs]
    seconds: list[list[float]] = [[] for _ in pairs]
    for number in range(rounds):
        order = range(len(pairs)) if number % 2 else reversed(range(len(pairs)))
        for which in order:
            start = time.perf_counter()
            pairs[which][1]()
            seconds[which].append(time.perf_counter() - start)
    spent = [server.spent() - b for (server, _), b in zip(pairs, begun, strict=True)]
    return [Times(s, p) for s, p in zip(seconds, spent, strict=True)]


def spread(ours: Times, theirs: Times) -> tuple[float, float]:
    """Return the quartiles between which half of the rounds' ratios lie."""
    ratios = [a / b for a, b in zip(ours.seconds, theirs.seconds, strict=True)]
    low, _, high = statistics.quantiles(ratios, n=4)
    return low, high


def statements(ask: Ask) -> int:
    """Return how many statements one request sends to the database, its BEGIN among them."""
    sent = 0

    def count(*_args: Any) -> None:
        nonlocal sent
        sent += 1

    ask()
    event.listen(Engine, "before_cursor_execute", count)
    try:
        ask()
    finally:
        event.remove(Engine, "before_cursor_execute", count)
    return sent
