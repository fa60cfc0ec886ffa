"""Lines with their names at their ends, and bars of single deals below them."""

from __future__ import annotations

from typing import Any, Final

from ..stats.courses import PLOTTED, thinned
from .canvas import Canvas
from .plots import Lines
from .style import DASHES, MARKS, TEXT, spread, told_apart

_APART: Final = 16.0  # pixels between names
_STEPS: Final = 58.0  # pixels of the bars below
_BARS: Final = 100
_RIGHT: Final = 108.0
_LETTERS: Final = 11  # of a name and its value beside a line


def draw(canvas: Canvas, plot: Lines) -> None:
    """Draw the lines of a plot."""
    below = _STEPS + 14 if plot.steps else 0
    axes = canvas.axes(40, 44 + below, _RIGHT)
    _scale(canvas, axes, plot)
    for number, line in enumerate(plot.lines):
        shown = thinned(line.values, max(20, PLOTTED // len(plot.lines)))
        values = [line.values[place] for place in shown]
        axes.plot(shown, values, **_style(canvas, plot, number), solid_joinstyle="round")
    _goal(canvas, axes, plot)
    _names(canvas, axes, plot)
    bottom = axes
    if plot.steps:
        axes.tick_params(labelbottom=False)
        bottom = _steps(canvas, plot, axes.get_xlim())
    _places(canvas, bottom, plot)


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


def _scale(canvas: Canvas, axes: Any, plot: Lines) -> None:
    from matplotlib.ticker import MaxNLocator

    values = [value for line in plot.lines for value in (min(line.values), max(line.values))]
    low, high = min([0, *values]), max([0, *values, plot.goal or 0])
    room = max(1, (high - low) * 0.06)
    axes.set_ylim(low - room, high + room)
    last = max(1, *(len(line.values) - 1 for line in plot.lines)) if plot.lines else 1
    axes.set_xlim(0, last)
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.grid(axis="y", color=canvas.look.line, linewidth=0.8)
    axes.axhline(0, color=canvas.look.soft, linewidth=1)
    axes.set_title(
        canvas.safe(plot.up), loc="left", size=TEXT, color=canvas.look.soft, pad=9, x=-0.15
    )
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


def _names(canvas: Canvas, axes: Any, plot: Lines) -> None:
    """Write each name where its line ends, with the last value, none over another."""
    bottom, top = axes.get_ylim()
    box = axes.get_position()
    pixels = box.height * canvas.size[1] / (top - bottom)
    ends = [(line.values[-1] - bottom) * pixels for line in plot.lines]
    places = spread(ends, _APART, 0, box.height * canvas.size[1])
    values = [str(line.values[-1]).replace("-", "−") for line in plot.lines]
    room = max(3, _LETTERS - max(map(len, values), default=0))
    names = told_apart([line.name for line in plot.lines], room)
    for number, (line, end, place) in enumerate(zip(plot.lines, ends, places, strict=True)):
        style = _style(canvas, plot, number)
        last = line.values[-1]
        axes.annotate(
            f"{canvas.safe(names[number])} {values[number]}",
            (len(line.values) - 1, last),
            xytext=(9, place - end),
            textcoords="offset points",
            va="center",
            size=TEXT,
            color=style["color"],
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": style["color"], "linewidth": 0.6, "shrinkB": 3}
            if abs(place - end) > 3
            else None,
        )


def _steps(canvas: Canvas, plot: Lines, ends: tuple[float, float]) -> Any:
    """Draw what each deal changed, in the colour of who it changed most for."""
    axes = canvas.axes(40, 44, _RIGHT, canvas.size[1] - 44 - _STEPS)
    values = [value for _, value in plot.steps]
    shown = thinned(values, _BARS)
    look = canvas.look
    width = max(0.7, len(values) / _BARS * 0.7)
    for place in shown:
        number, value = plot.steps[place]
        # Up and down tell won from lost without the colour.
        axes.bar(place + 0.5, value, width, color=look.lines[number % len(look.lines)])
    most = max([1, *map(abs, values)])
    axes.set_ylim(-most * 1.1, most * 1.1)
    axes.set_yticks([-most, 0, most])
    axes.set_xlim(*ends)
    axes.axhline(0, color=look.soft, linewidth=0.8)
    axes.annotate(
        canvas.safe(plot.steps_name),
        (1.03, 0.5),
        xycoords="axes fraction",
        va="center",
        size=TEXT,
        color=look.soft,
        annotation_clip=False,
    )
    return axes


def _places(canvas: Canvas, axes: Any, plot: Lines) -> None:
    from matplotlib.ticker import MaxNLocator

    last = int(axes.get_xlim()[1])
    if plot.places:
        ends = sorted({0, len(plot.places) - 1})
        axes.set_xticks(ends, [canvas.safe(plot.places[place]) for place in ends])
        for label, side in zip(axes.get_xticklabels(), ("left", "right"), strict=False):
            label.set_horizontalalignment(side)
    else:
        axes.xaxis.set_major_locator(MaxNLocator(min(6, last + 1), integer=True))
    axes.set_xlabel(canvas.safe(plot.across), size=TEXT, color=canvas.look.soft, labelpad=2)
