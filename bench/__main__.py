"""Measure the program against its floors, in turn, and print the ratios.

    python -m bench [ROUNDS] [WORD ...]

With words only what has one of them in its name. A line says what is measured, the median of the
program and of what it is held against, their ratio, between what half of the rounds' ratios lie,
the ratio of the servers' processor time, which other programs disturb less, the statements sent to
the database, and what the ratio may be at most. A line that breaks it ends in `<-`. The exit
status is always 0: a measurement is looked at, not a test.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from . import club, worker
from .browser import Inside
from .case import FEW, Ask, Case
from .cases import CASES
from .measure import Times, in_turn, spread, statements
from .servers import Running, Servers

HEAD = f"{'':34}{'program':>11}{'against':>13}  ratio  half of them  processor  SQL  at most"


def main(arguments: Sequence[str]) -> int:
    """Run the measurements that are asked for."""
    numbers = [int(word) for word in arguments if word.isdigit()]
    words = [word for word in arguments if not word.isdigit()]

    def wanted(what: str) -> bool:
        return not words or any(word in what for word in words)

    rounds = numbers[0] if numbers else 200
    print(HEAD, flush=True)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        root = Path(folder)
        made = club.make(root / "inside", FEW)
        inside = Inside(made.app, made.cookies, made.empty)
        servers = Servers(root, stack)
        for case in CASES:
            if wanted(case.what):
                _measure(case, servers, statements(case.program(inside)), rounds)
    if wanted("worker"):
        with tempfile.TemporaryDirectory() as folder:
            for what, ours, theirs, unit in worker.starts(Path(folder)):
                _line(what, ours, theirs, unit, at_most=worker.AT_MOST)
    return 0


def _measure(case: Case, servers: Servers, sent: int, rounds: int) -> None:
    ours = servers.program(case.deals)
    ask = case.program(ours.browser)
    theirs, other = _other(case, servers, ask)
    first, second = in_turn([(ours, ask), (theirs, other)], rounds)
    say = partial(_line, case.what, _ms(first), _ms(second), "ms", at_most=case.at_most)
    say(sent=f"{sent:3}{'!' if sent > case.statements else ' '}")


def _other(case: Case, servers: Servers, ask: Ask) -> tuple[Running, Ask]:
    if isinstance(case.against, int):
        fewer = servers.program(case.against)
        return fewer, case.program(fewer.browser)
    size = len(ask().text.encode())
    return servers.floor, case.against(servers.floor.browser, size)


def _ms(times: Times) -> Times:
    return Times([1000 * seconds for seconds in times.seconds], times.processor)


def _line(
    what: str, ours: Times, theirs: Times, unit: str, *, at_most: float, sent: str = "    "
) -> None:
    ratio = ours.median / theirs.median
    low, high = spread(ours, theirs)
    spent = f"{ours.processor / theirs.processor:9.2f}" if theirs.processor else f"{'':9}"
    print(
        f"{what:34}{ours.median:7.2f} {unit:3}  {theirs.median:7.2f} {unit:3}  {ratio:5.2f}"
        f"  {low:5.2f}-{high:5.2f}  {spent}  {sent}  {at_most:.1f}"
        f"{'' if ratio <= at_most else '  <-'}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
