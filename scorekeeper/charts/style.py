"""How charts look: the colours of the app by theme, what tells lines apart, how names are cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

TEXT: Final = 14.0  # pixels, on a phone as drawn
Fits = Callable[[str], bool]  # whether a text has room


class Theme(NamedTuple):
    """The colours of a theme: those of static/app.css, and one for each line."""

    card: str
    ink: str
    soft: str
    line: str
    win: str
    lose: str
    gold: str
    felt: str
    lines: tuple[str, ...]


_LIGHT: Final = (
    *("#1d5a48", "#9c2b24", "#2a5a9c", "#8a5d0c", "#7a3b8f"),
    *("#0f6f7d", "#5d5a1a", "#b0456f", "#4a4a4a", "#9a4f14"),
)
_DARK: Final = (
    *("#e3b454", "#86dab0", "#f3a394", "#9cc4f5", "#d9b0ee"),
    *("#7fd6dd", "#d6d27a", "#f2a0c3", "#d0d0d0", "#efb07f"),
)
THEMES: Final = {
    "light": Theme(
        "#fffdf7",
        "#1f1b14",
        "#5f5749",
        "#ddd2bd",
        "#17604a",
        "#9c2b24",
        "#8a5d0c",
        "#1d5a48",
        (
            "#1d5a48",
            "#9c2b24",
            "#2a5a9c",
            "#8a5d0c",
            "#7a3b8f",
            "#0f6f7d",
            "#5d5a1a",
            "#b0456f",
            "#4a4a4a",
            "#9a4f14",
        ),
    ),
    "dark": Theme(
        "#172b25",
        "#f0eadd",
        "#b3bcae",
        "#2b443b",
        "#86dab0",
        "#f3a394",
        "#e3b454",
        "#e3b454",
        (
            "#e3b454",
            "#86dab0",
            "#f3a394",
            "#9cc4f5",
            "#d9b0ee",
            "#7fd6dd",
            "#d6d27a",
            "#f2a0c3",
            "#d0d0d0",
            "#efb07f",
        ),
    ),
}
# Lines on top of each other and lines in one colour's eyes still differ: dashes, then marks.
DASHES: Final[tuple[Any, ...]] = (
    "-",
    (0, (5, 2)),
    (0, (1.5, 1.5)),
    (0, (7, 2, 1.5, 2)),
    (0, (3, 1)),
)
MARKS: Final = "osD^vPX*<>"


def cut(text: str, fits: Fits) -> str:
    """Return as much of a text as fits.

    >>> cut("Bartholomäus Freiherr von Hohenlohe", lambda text: len(text) <= 12)
    'Bartholomäu…'
    """
    if fits(text):
        return text
    shorter = (f"{text[:end].rstrip()}…" for end in range(len(text) - 1, 0, -1))
    return next(filter(fits, shorter), "…")


def told_apart(names: Sequence[str], fits: Fits) -> list[str]:
    """Return the names as they fit, those that begin alike cut in their middle.

    >>> told_apart(["Massimiliano Uno", "Massimiliano Due", "Anna"], lambda text: len(text) <= 8)
    ['Mass…Uno', 'Mass…Due', 'Anna']
    """
    short = [cut(name, fits) for name in names]
    return [
        _in_its_middle(name, fits) if said != name and short.count(said) > 1 else said
        for name, said in zip(names, short, strict=True)
    ]


def _in_its_middle(name: str, fits: Fits) -> str:
    """Return the ends of a name as they fit."""
    for kept in range(len(name) - 1, 1, -1):
        said = f"{name[: kept - kept // 2]}…{name[-(kept // 2) :]}"
        if fits(said):
            return said
    return "…"


def spread(wanted: list[float], apart: float, low: float, high: float) -> list[float]:
    """Return places near those wanted, in their order, at least so far apart if there is room.

    Of equal ones the first comes highest.

    >>> spread([5.0, 5.0, 1.0], 2.0, 0.0, 10.0)
    [6.0, 4.0, 1.0]
    """
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], -index))
    apart = min(apart, (high - low) / max(1, len(wanted) - 1)) if len(wanted) > 1 else apart
    groups: list[list[float]] = []  # middle, number
    for index in order:
        groups.append([min(max(wanted[index], low), high), 1])
        while len(groups) > 1 and _end(groups[-2], apart) > groups[-1][0] - _half(
            groups[-1], apart
        ):
            last, before = groups.pop(), groups[-1]
            number = before[1] + last[1]
            middle = (before[0] * before[1] + last[0] * last[1]) / number
            groups[-1] = [middle, number]
            half = _half(groups[-1], apart) - apart / 2
            groups[-1][0] = min(max(middle, low + half), high - half)
    places: list[float] = []
    for middle, number in groups:
        places += [middle + (step - (number - 1) / 2) * apart for step in range(int(number))]
    found = [0.0] * len(wanted)
    for place, index in zip(places, order, strict=True):
        found[index] = place
    return found


def _half(group: list[float], apart: float) -> float:
    return group[1] * apart / 2


def _end(group: list[float], apart: float) -> float:
    return group[0] + _half(group, apart)
