"""What a chart shows: numbers, the words beside them as they stand on the page, and how large."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

WIDTH: Final = 336  # pixels, what a phone of 360 leaves
HEIGHT: Final = 288
NAMES: Final = 10  # of a square, that can be read
_STEPS: Final = 72  # pixels that the bars below lines take
_LINE: Final = 18  # pixels of a name beside a line
_ROW: Final = 28


class Line(NamedTuple):
    """A line: whose it is and its values, one for each place."""

    name: str
    values: Sequence[int]


class Lines(NamedTuple):
    """Lines over the same places, named by `places` or counted from 0.

    `goal` is marked across; `starts` are places marked upwards; `first` is the line that stands
    before the others; `steps` are changes drawn as bars below, each with the line it belongs to.
    """

    title: str
    across: str
    up: str
    lines: Sequence[Line]
    places: Sequence[str] = ()
    goal: int | None = None
    goal_name: str = ""
    starts: Sequence[int] = ()
    first: int | None = None
    steps: Sequence[tuple[int, int]] = ()
    steps_name: str = ""


class Bar(NamedTuple):
    """A bar: its label, how high, what is written on it, where a mark crosses it.

    `strong` are those beyond a mark, or of enough deals to mean something. `tail` is the end of the
    label, which stays when a long one is cut.
    """

    label: str
    value: int
    text: str = ""
    mark: int | None = None
    strong: bool = False
    tail: str = ""


class Bars(NamedTuple):
    """Bars side by side, or lying below each other with their labels where `lying`.

    `most` is the end of the scale where that is known. `mark_name` says what the marks are.
    """

    title: str
    across: str
    up: str
    bars: Sequence[Bar]
    lying: bool = False
    most: int | None = None
    mark_name: str = ""


class Matrix(NamedTuple):
    """A square of shares in hundredths with how many they are of; None where there are none."""

    title: str
    across: str
    up: str
    names: Sequence[str]
    cells: Sequence[Sequence[tuple[int, int] | None]]


Plot = Lines | Bars | Matrix


def size(plot: Plot) -> tuple[int, int]:
    """Return how many pixels wide and high a chart is: with many names it grows."""
    if isinstance(plot, Lines):
        return WIDTH, max(HEIGHT, 100 + _STEPS * bool(plot.steps) + _LINE * len(plot.lines))
    if isinstance(plot, Matrix):
        return WIDTH, HEIGHT + _ROW * max(0, min(NAMES, len(plot.names)) - 2)
    return WIDTH, HEIGHT
