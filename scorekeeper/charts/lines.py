"""Lines with their names at their ends, and bars of single deals below them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ..stats.courses import PLOTTED, thinned
from ..stats.table import with_minus
from .canvas import Canvas, round_numbers
from .plots import Lines
from .style import DASHES, MARKS, TEXT, spread

_APART: Final = 17.0  # pixels between names
_STEPS: Final = 58.0  # pixels of the bars below
_BARS: Final = 100
_FOOT: Final = 44.0
_MOST: Final = 156.0  # pixels that names may take
_BETWEEN: Final = 12.0  # pixels between what stands below


class _Scale(NamedTuple):
    """From where to where the lines go, the numbers beside them, the most that a deal changed."""

    low: float
    high: float
    last: int
    ticks: list[int]
    most: int


def draw(canvas: Canvas, plot: Lines) -> None:
    """Draw the lines of a plot."""
    scale = _scale(plot)
    changed = [-scale.most, scale.most] if plot.steps else []
    left = canvas.beside(map(with_minus, (*scale.ticks, *changed)))
    names = _labels(canvas, plot)
    right = canvas.beside((*names, plot.steps_name if plot.steps else ""))
    sides = (left, right)
    axes = canvas.axes(left, _FOOT + (_STEPS + 14 if plot.steps else 0), right)
    _ground(canvas, axes, plot, scale)
    for number, line in enumerate(plot.lines):
        shown = thinned(line.values, max(20, PLOTTED // len(plot.lines)))
        values = [line.values[place] for place in shown]
        style = _style(canvas, plot, number)
        [drawn] = axes.plot(shown, values, **style, solid_joinstyle="round")
        drawn.set_clip_on(False)  # the mark at the end is whole
    _goal(canvas, axes, plot)
    _names(canvas, axes, plot, names)
    bottom = axes
    if plot.steps:
        axes.tick_params(labelbottom=False)
        bottom = _steps(canvas, plot, scale, sides)
    _places(canvas, bottom, plot, scale, sides)


def _style(canvas: Canvas, plot: Lines, number: int) -> dict[str, Any]:
    look = canvas.look
    ahead = plot.first in (None, number)
    color = look.lines[number % len(look.lines)] if ahead else look.soft
    # Who comes first lies broadest and lowest, so that equal lines show through each other.
    wide = 2.6 - 0.16 * min(number, 8) if plot.first is None else 3.0 if ahead else 1.4
    return {
        "color": color,
        "linestyle": DASHES[number % len(DASHES)],
        "linewidth": wide,
        "zorder": 5 if ahead and plot.first is not None else 3 + number / 100,
        "marker": MARKS[number % len(MARKS)],
        "markersize": 6,
        "markevery": [-1],
    }


def _scale(plot: Lines) -> _Scale:
    values = [value for line in plot.lines for value in (min(line.values), max(line.values))]
    low, high = min([0, *values]), max([0, *values, plot.goal or 0])
    room = max(1, (high - low) * 0.06)
    last = max([1, *(len(line.values) - 1 for line in plot.lines)])
    most = max([1, *(abs(value) for _, value in plot.steps)])
    # What stands above and below has room beside the outermost numbers.
    ticks = round_numbers(low - room / 2, high + room / 2)
    return _Scale(low - room, high + room, last, ticks, most)


def _ground(canvas: Canvas, axes: Any, plot: Lines, scale: _Scale) -> None:
    """Draw what lies below the lines: the scale, where matches begin."""
    axes.set_ylim(scale.low, scale.high)
    axes.set_xlim(0, scale.last)
    axes.set_yticks(scale.ticks, list(map(with_minus, scale.ticks)))
    axes.grid(axis="y", color=canvas.look.line, linewidth=0.8)
    axes.axhline(0, color=canvas.look.soft, linewidth=1)
    canvas.write(plot.up, 10, canvas.size[1] - 46, canvas.look.soft)
    for start in plot.starts:
        if start:
            axes.axvline(start, color=canvas.look.soft, linewidth=0.8, linestyle=(0, (2, 2)))


def _goal(canvas: Canvas, axes: Any, plot: Lines) -> None:
    if plot.goal is None:
        return
    color = canvas.look.gold
    axes.axhline(plot.goal, color=color, linewidth=1.4, linestyle=(0, (6, 3)))
    axes.annotate(
        canvas.safe(plot.goal_name),
        (0.02, plot.goal),
        xycoords=("axes fraction", "data"),
        xytext=(0, -3),
        textcoords="offset points",
        va="top",
        size=TEXT,
        color=color,
    )


def _labels(canvas: Canvas, plot: Lines) -> list[str]:
    """Return what stands at the ends of lines: names, cut where they must be, and values."""
    values = [f" {with_minus(line.values[-1])}" for line in plot.lines]
    room = _MOST - canvas.beside(values)
    names = canvas.fitted([line.name for line in plot.lines], room)
    return [name + value for name, value in zip(names, values, strict=True)]


def _names(canvas: Canvas, axes: Any, plot: Lines, names: list[str]) -> None:
    """Write each name where its line ends, with the last value, none over another."""
    bottom, top = axes.get_ylim()
    height = axes.get_position().height * canvas.size[1]
    ends = [(line.values[-1] - bottom) * height / (top - bottom) for line in plot.lines]
    places = spread(ends, _APART, _APART / 2, height)
    for number, (line, end, place) in enumerate(zip(plot.lines, ends, places, strict=True)):
        color = _style(canvas, plot, number)["color"]
        link = {"arrowstyle": "-", "color": color, "linewidth": 0.6, "shrinkB": 3}
        axes.annotate(
            canvas.safe(names[number]),
            (len(line.values) - 1, line.values[-1]),
            xytext=(9, place - end),
            textcoords="offset points",
            va="center",
            size=TEXT,
            color=color,
            annotation_clip=False,
            arrowprops=link | {"relpos": (0, 0.5)} if abs(place - end) > 3 else None,
        )


def _steps(canvas: Canvas, plot: Lines, scale: _Scale, sides: tuple[float, float]) -> Any:
    """Draw what each deal changed, in the colour of who it changed most for."""
    left, right = sides
    axes = canvas.axes(left, _FOOT, right, canvas.size[1] - _FOOT - _STEPS)
    values = [value for _, value in plot.steps]
    look = canvas.look
    width = max(0.7, len(values) / _BARS * 0.7)
    for place in thinned(values, _BARS):
        number, value = plot.steps[place]
        # Up and down tell won from lost without the colour.
        axes.bar(place + 0.5, value, width, color=look.lines[number % len(look.lines)])
    most = scale.most
    axes.set_ylim(-most * 1.1, most * 1.1)
    axes.set_yticks([-most, 0, most], [with_minus(-most), "0", with_minus(most)])
    axes.set_xlim(0, scale.last)
    axes.axhline(0, color=look.soft, linewidth=0.8)
    x = canvas.size[0] - right + 8
    canvas.write(plot.steps_name, x, _FOOT + _STEPS / 2 - TEXT / 3, look.soft)
    return axes


def _places(
    canvas: Canvas, axes: Any, plot: Lines, scale: _Scale, sides: tuple[float, float]
) -> None:
    """Write below the lines after which deals, or the first day and the last."""
    left, right = sides
    width, soft = canvas.size[0] - left - right, canvas.look.soft
    canvas.write(plot.across, left + width / 2, 8, soft, "center")
    if not plot.places:
        each = canvas.width(str(scale.last)) + _BETWEEN
        ticks = round_numbers(0, scale.last, min(6, scale.last + 1, int(width / each)))
        axes.set_xticks(ticks, list(map(str, ticks)))
        axes.tick_params(axis="x", pad=6)  # clear of the lowest number beside
        return
    ends = sorted({min(1, len(plot.places) - 1), len(plot.places) - 1})
    axes.set_xticks(ends, [""] * len(ends))
    after = 0.0
    for end in ends:
        text = plot.places[end]
        middle = max(left + width * end / scale.last, after + canvas.width(text) / 2)
        after = canvas.write(text, middle, _FOOT - 16, soft, "center") + _BETWEEN
