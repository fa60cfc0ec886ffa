"""A square of names: how often the one in the row came before the one in the column."""

from __future__ import annotations

from typing import Final

from ..stats.table import FEW
from .canvas import Canvas
from .plots import Matrix
from .style import TEXT, told_apart

_MOST: Final = 10  # names that can be read
_LEFT: Final = 92


def draw(canvas: Canvas, plot: Matrix) -> None:
    """Draw the square of a plot."""
    names = plot.names[:_MOST]
    axes = canvas.axes(_LEFT, 34, 10, 62)
    look = canvas.look
    many = max(2, len(names))
    size = TEXT if many <= 5 else 12
    for row in range(len(names)):
        for column in range(len(names)):
            cell = plot.cells[row][column]
            if cell is None:
                continue
            percent, of = cell
            # What is made of few matches stays pale.
            strength = abs(percent - 50) / 50 if of >= FEW else 0.0
            color = look.win if percent >= 50 else look.lose
            axes.add_patch(_square(row, column, color, 0.12 + 0.5 * strength))
            text = f"{percent}" if many > 6 else f"{percent} %\n{of}"
            axes.text(column, row, text, ha="center", va="center", size=size, color=look.ink)
    axes.set_xlim(-0.5, many - 0.5)
    axes.set_ylim(many - 0.5, -0.5)
    places = list(range(len(names)))
    short = max(2, int((canvas.size[0] - _LEFT - 10) / many / size / 0.66))
    axes.set_xticks(places, [canvas.safe(name) for name in told_apart(names, short)])
    axes.set_yticks(places, [canvas.safe(name) for name in told_apart(names, 9)])
    axes.tick_params(length=0, colors=look.ink, labelsize=size, top=True, bottom=False)
    axes.tick_params(axis="x", labeltop=True, labelbottom=False)
    axes.spines["bottom"].set_visible(False)
    axes.set_xlabel(canvas.safe(plot.across), size=TEXT, color=look.soft, labelpad=2)


def _square(row: int, column: int, color: str, alpha: float):  # type: ignore[no-untyped-def]
    from matplotlib.patches import Rectangle

    return Rectangle((column - 0.47, row - 0.47), 0.94, 0.94, color=color, alpha=alpha, linewidth=0)
