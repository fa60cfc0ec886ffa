"""A square of names: how often the one in the row came before the one in the column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..stats.table import FEW
from .canvas import Canvas
from .plots import NAMES, Matrix
from .style import TEXT

_SMALL: Final = 12.0
_MOST: Final = 118.0  # pixels of a name
_FOOT: Final = 34.0
_TITLE: Final = 36.0
_RIGHT: Final = 10.0


def draw(canvas: Canvas, plot: Matrix) -> None:
    """Draw the square of a plot, its names upright above it where they need the room."""
    many = max(2, len(plot.names[:NAMES]))
    size = TEXT if many <= 5 else _SMALL
    names = canvas.fitted(plot.names[:NAMES], _MOST, size)
    left = canvas.beside(names, size)
    column = (canvas.size[0] - left - _RIGHT) / many
    widest = max((canvas.width(name, size) for name in names), default=0)
    upright = widest > column - 4
    top = _TITLE + (widest + 6 if upright else 20)
    axes = canvas.axes(left, _FOOT, _RIGHT, top)
    _cells(canvas, axes, plot, size, (column, (canvas.size[1] - _FOOT - top) / many))
    axes.set_xlim(-0.5, many - 0.5)
    axes.set_ylim(many - 0.5, -0.5)
    _heads(canvas, axes, names, size, upright=upright)
    across = left + column * many / 2
    canvas.write(plot.across, across, 12, canvas.look.soft, "center")


def _cells(canvas: Canvas, axes: Any, plot: Matrix, size: float, room: tuple[float, float]) -> None:
    look, names = canvas.look, plot.names[:NAMES]
    both = canvas.width("100 %", size) <= room[0] - 4 and 2.5 * size <= room[1]
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
            text = f"{percent} %\n{of}" if both else f"{percent}"
            axes.text(column, row, text, ha="center", va="center", size=size, color=look.ink)


def _heads(canvas: Canvas, axes: Any, names: Sequence[str], size: float, *, upright: bool) -> None:
    said, places = [canvas.safe(name) for name in names], list(range(len(names)))
    axes.set_xticks(places, said, rotation=90 if upright else 0)
    axes.set_yticks(places, said)
    axes.tick_params(length=0, colors=canvas.look.ink, labelsize=size, top=True, bottom=False)
    axes.tick_params(axis="x", labeltop=True, labelbottom=False)
    axes.spines["bottom"].set_visible(False)


def _square(row: int, column: int, color: str, alpha: float) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((column - 0.47, row - 0.47), 0.94, 0.94, color=color, alpha=alpha, linewidth=0)
