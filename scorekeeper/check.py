"""Check every club's record from the command line: print what differs.

What is checked, and how a projection is mended, is in
`store/checking/`.
"""

from __future__ import annotations

from .config import Settings
from .opening import opened
from .store import checking
from .store.checking import Report


def check(settings: Settings, *, repair: bool = False) -> int:
    """Print what differs from the facts, mend projections if asked; return the exit status."""
    with opened(settings):
        return _check(repair=repair)


def _check(*, repair: bool) -> int:
    report = checking.check()
    _print(report)
    if repair and (mended := list(checking.repair(report))):
        print(*mended, sep="\n", flush=True)
        report = checking.check()
        _print(report)
    return 1 if report.differences else 0


def _print(report: Report) -> None:
    for difference in report.differences:
        print(difference)
    how = _count(len(report.differences), "difference") if report.differences else "all as recorded"
    matches, deals = _count(report.matches, "match", "es"), _count(report.deals, "deal")
    print(f"{matches}, {deals}: {how}", flush=True)


def _count(number: int, noun: str, plural: str = "s") -> str:
    return f"{number} {noun}{'' if number == 1 else plural}"
