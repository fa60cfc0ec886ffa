"""What a chart shows: numbers, and the words beside them as they stand on the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


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

    `strong` are those beyond a mark, or of enough deals to mean something.
    """

    label: str
    value: int
    text: str = ""
    mark: int | None = None
    strong: bool = False


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
