"""Bars side by side, as of numbers in a row, or lying, as of words."""

from __future__ import annotations

from typing import Any, Final

from .canvas import Canvas
from .plots import Bar, Bars
from .style import TEXT, cut

_MOST: Final = 160  # bars side by side that can be told apart


def draw(canvas: Canvas, plot: Bars) -> None:
    """Draw the bars of a plot."""
    if plot.lying:
        _lying(canvas, plot)
    else:
        _standing(canvas, plot)


def _lying(canvas: Canvas, plot: Bars) -> None:
    axes = canvas.axes(124, 46, 52)
    look, bars = canvas.look, plot.bars[:8]
    places = range(len(bars))
    for place, bar in zip(places, bars, strict=True):
        if bar.strong:
            axes.barh(place, bar.value, 0.62, color=look.felt)
        else:  # made of few deals
            axes.barh(place, bar.value, 0.62, color=look.line, edgecolor=look.soft, linewidth=1)
        if bar.mark is not None:
            axes.plot([bar.mark] * 2, [place - 0.42, place + 0.42], color=look.lose, linewidth=3)
        _written(canvas, axes, bar, place)
    axes.set_yticks(list(places), [canvas.safe(cut(bar.label, 16)) for bar in bars])
    axes.set_ylim(max(3, len(bars)) - 0.5, -0.5)
    axes.set_xlim(0, plot.most or max([1, *(bar.value for bar in bars)]))
    axes.tick_params(axis="y", length=0, colors=look.ink)
    axes.grid(axis="x", color=look.line, linewidth=0.8)
    if plot.mark_name:
        axes.set_title(
            canvas.safe(f"| {plot.mark_name}"), loc="left", size=TEXT, color=look.lose, pad=2
        )
    axes.set_xlabel(canvas.safe(plot.across), size=TEXT, color=look.soft, labelpad=2, loc="right")


def _written(canvas: Canvas, axes: Any, bar: Bar, place: int) -> None:
    axes.annotate(
        canvas.safe(bar.text),
        (1, place),
        xycoords=("axes fraction", "data"),
        xytext=(4, 0),
        textcoords="offset points",
        va="center",
        size=TEXT,
        color=canvas.look.soft,
        annotation_clip=False,
    )


def _standing(canvas: Canvas, plot: Bars) -> None:
    from matplotlib.ticker import MaxNLocator

    axes = canvas.axes(44, 46, 28)
    look = canvas.look
    bars = _joined(plot.bars)
    for strong in (False, True):
        chosen = [place for place, bar in enumerate(bars) if bar.strong == strong]
        heights = [bars[place].value for place in chosen]
        # What is marked is told by hatching, too.
        color, hatch = (look.felt, None) if strong else (look.soft, "///")
        if not any(bar.strong for bar in bars):
            color, hatch = look.felt, None
        axes.bar(chosen, heights, 0.8, color=color, hatch=hatch, edgecolor=look.card, linewidth=0.5)
    step = max(1, -(-len(bars) * max((len(b.label) for b in bars), default=1) // 24))
    shown = list(range(0, len(bars), step))
    axes.set_xticks(shown, [canvas.safe(bars[place].label) for place in shown])
    axes.set_xlim(-0.6, max(1, len(bars)) - 0.4)
    axes.set_ylim(0, plot.most or max([1, *(bar.value for bar in bars)]) * 1.08)
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.grid(axis="y", color=look.line, linewidth=0.8)
    axes.set_title(canvas.safe(plot.up), loc="left", size=TEXT, color=look.soft, pad=7, x=-0.1)
    axes.set_xlabel(canvas.safe(plot.across), size=TEXT, color=look.soft, labelpad=2)
    if plot.mark_name:
        axes.set_title(canvas.safe(plot.mark_name), loc="right", size=TEXT, color=look.felt, pad=4)


def _joined(bars: Any) -> list[Bar]:
    """Return the bars, or where there are very many the highest of each stretch, and the ends."""
    if len(bars) <= _MOST:
        return list(bars)
    found = []
    for stretch in range(_MOST):
        part = bars[len(bars) * stretch // _MOST : len(bars) * (stretch + 1) // _MOST]
        found.append(max(part, key=lambda bar: bar.value))
    return [bars[0], *found[1:-1], bars[-1]]
