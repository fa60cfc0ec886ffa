"""Bars side by side, as of numbers in a row, or lying, as of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..stats.table import with_minus
from .canvas import Canvas, round_numbers
from .plots import Bar, Bars
from .style import TEXT, cut

_MOST: Final = 160  # bars side by side that can be told apart
_LABEL: Final = 150.0  # pixels of a label beside a bar
_FOOT: Final = 48.0
_BETWEEN: Final = 5.0  # pixels between labels
_TITLE: Final = 46.0  # pixels from above to what stands over the bars


def draw(canvas: Canvas, plot: Bars) -> None:
    """Draw the bars of a plot."""
    if plot.lying:
        _lying(canvas, plot)
    else:
        _standing(canvas, plot)


def _lying(canvas: Canvas, plot: Bars) -> None:
    look, bars = canvas.look, plot.bars[:8]
    labels = [_label(canvas, bar) for bar in bars]
    left, right = canvas.beside(labels), canvas.beside(bar.text for bar in bars)
    axes = canvas.axes(left, _FOOT, right)
    places = range(len(bars))
    for place, bar in zip(places, bars, strict=True):
        if bar.strong:
            axes.barh(place, bar.value, 0.62, color=look.felt)
        else:  # made of few deals
            axes.barh(place, bar.value, 0.62, color=look.line, edgecolor=look.soft, linewidth=1)
        if bar.mark is not None:
            axes.plot([bar.mark] * 2, [place - 0.42, place + 0.42], color=look.lose, linewidth=3)
        _written(canvas, axes, bar, place)
    axes.set_yticks(list(places), [canvas.safe(label) for label in labels])
    axes.set_ylim(max(3, len(bars)) - 0.5, -0.5)
    most = plot.most or max([1, *(bar.value for bar in bars)])
    each = canvas.width(with_minus(most)) + 2 * _BETWEEN
    ticks = round_numbers(0, most, min(5, int((canvas.size[0] - left - right) / each)))
    axes.set_xlim(0, most)
    axes.set_xticks(ticks, list(map(with_minus, ticks)))
    axes.tick_params(axis="y", length=0, colors=look.ink)
    axes.grid(axis="x", color=look.line, linewidth=0.8)
    if plot.mark_name:
        canvas.write(f"| {plot.mark_name}", left, canvas.size[1] - _TITLE - 4, look.lose)
    canvas.write(plot.across, canvas.size[0] - right, 8, look.soft, "right")


def _label(canvas: Canvas, bar: Bar) -> str:
    """Return the label of a bar as it fits, with its end."""
    return cut(bar.label, lambda text: canvas.width(text + bar.tail) <= _LABEL) + bar.tail


def _written(canvas: Canvas, axes: Any, bar: Bar, place: int) -> None:
    axes.annotate(
        canvas.safe(bar.text),
        (1, place),
        xycoords=("axes fraction", "data"),
        xytext=(6, 0),
        textcoords="offset points",
        va="center",
        size=TEXT,
        color=canvas.look.soft,
        annotation_clip=False,
    )


def _standing(canvas: Canvas, plot: Bars) -> None:
    look, bars = canvas.look, _joined(plot.bars)
    most = plot.most or max([1, *(bar.value for bar in bars)])
    ticks = round_numbers(0, most * 1.08)
    half = max((canvas.width(bar.label) for bar in bars), default=0) / 2
    left, right = max(canvas.beside(map(with_minus, ticks)), half + 8), half + 8
    axes = canvas.axes(left, _FOOT, right)
    for strong in (False, True):
        chosen = [place for place, bar in enumerate(bars) if bar.strong == strong]
        heights = [bars[place].value for place in chosen]
        # What is marked is told by hatching, too.
        color, hatch = (look.felt, None) if strong else (look.soft, "///")
        if not any(bar.strong for bar in bars):
            color, hatch = look.felt, None
        axes.bar(chosen, heights, 0.8, color=color, hatch=hatch, edgecolor=look.card, linewidth=0.5)
    room = canvas.size[0] - left - right
    shown = _shown(len(bars), int(room / (2 * half + _BETWEEN)))
    axes.set_xticks(shown, [canvas.safe(bars[place].label) for place in shown])
    axes.tick_params(axis="x", pad=8)  # clear of the 0 of the scale
    axes.set_xlim(-0.6, max(1, len(bars)) - 0.4)
    axes.set_ylim(0, most * 1.08)
    axes.set_yticks(ticks, list(map(with_minus, ticks)))
    axes.grid(axis="y", color=look.line, linewidth=0.8)
    canvas.write(plot.across, left + room / 2, 8, look.soft, "center")
    after = canvas.write(plot.up, 10, canvas.size[1] - _TITLE, look.soft)
    if plot.mark_name:
        x = max(canvas.size[0] - 10 - canvas.width(plot.mark_name), after + 2 * _BETWEEN)
        canvas.write(plot.mark_name, x, canvas.size[1] - _TITLE, look.felt)


def _shown(bars: int, most: int) -> Sequence[int]:
    """Return which bars have room for their labels: the first, the last, in even steps between.

    >>> _shown(5, 9), _shown(24, 4), _shown(3, 1)
    ([0, 1, 2, 3, 4], [0, 6, 12, 23], [0, 2])
    """
    step = max(1, min(-(-bars // max(1, most)), bars - 1))
    return [*range(0, bars - step, step), bars - 1] if bars else []


def _joined(bars: Any) -> list[Bar]:
    """Return the bars, or where there are very many the highest of each stretch, and the ends."""
    if len(bars) <= _MOST:
        return list(bars)
    found = []
    for stretch in range(_MOST):
        part = bars[len(bars) * stretch // _MOST : len(bars) * (stretch + 1) // _MOST]
        found.append(max(part, key=lambda bar: bar.value))
    return [bars[0], *found[1:-1], bars[-1]]
