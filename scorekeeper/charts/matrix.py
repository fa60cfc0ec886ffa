"""A square of names: how often the one in the row came before the one in the column."""

from __future__ import annotations

from typing import Final

from .canvas import Canvas
from .plots import Matrix
from .style import TEXT, cut

_MOST: Final = 10  # names that can be read


def draw(canvas: Canvas, plot: Matrix) -> None:
    """Draw the square of a plot."""
    names = plot.names[:_MOST]
    axes = canvas.axes(88, 34, 10, 62)
    look = canvas.look
    many = max(2, len(names))
    size = TEXT if many <= 6 else 12
    for row in range(len(names)):
        for column in range(len(names)):
            cell = plot.cells[row][column]
            if cell is None:
                continue
            percent, of = cell
            strength = abs(percent - 50) / 50
            color = look.win if percent >= 50 else look.lose
            axes.add_patch(_square(row, column, color, 0.12 + 0.5 * strength))
            text = f"{percent}" if many > 4 else f"{percent} %\n{of}"
            axes.text(column, row, text, ha="center", va="center", size=size, color=look.ink)
    axes.set_xlim(-0.5, many - 0.5)
    axes.set_ylim(many - 0.5, -0.5)
    places = list(range(len(names)))
    short = max(2, 30 // many)
    axes.set_xticks(places, [canvas.safe(cut(name, short)) for name in names])
    axes.set_yticks(places, [canvas.safe(cut(name, 10)) for name in names])
    axes.tick_params(length=0, colors=look.ink, labelsize=size, top=True, bottom=False)
    axes.tick_params(axis="x", labeltop=True, labelbottom=False)
    axes.spines["bottom"].set_visible(False)
    axes.set_xlabel(canvas.safe(plot.across), size=TEXT, color=look.soft, labelpad=2)


def _square(row: int, column: int, color: str, alpha: float):  # type: ignore[no-untyped-def]
    from matplotlib.patches import Rectangle

    return Rectangle((column - 0.47, row - 0.47), 0.94, 0.94, color=color, alpha=alpha, linewidth=0)
