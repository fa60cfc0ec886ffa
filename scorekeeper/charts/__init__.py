"""Charts as SVG, PNG or PDF, of what `plots` holds: numbers and the words beside them.

matplotlib is loaded when the first chart is asked for, never before, and only through its `Figure`,
which several threads may use at once. No figure is computed here.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .plots import Bars, Lines, Matrix, Plot, size

if TYPE_CHECKING:
    from .canvas import Canvas

__all__ = [
    "ENDINGS",
    "LOOK",
    "THEMES",
    "Bars",
    "Lines",
    "Matrix",
    "Plot",
    "draw",
    "drawn",
    "keep_in",
    "size",
]

LOOK: Final = 2  # grows when charts of the same figures come to look otherwise
THEMES: Final = ("light", "dark")
ENDINGS: Final = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}


def keep_in(folder: Path) -> None:
    """Let matplotlib keep what it knows of fonts in a folder, unless the environment says where.

    Elsewhere it may not write, and would look through all fonts after every start.
    """
    os.environ.setdefault("MPLCONFIGDIR", str(folder))


def draw(plot: Plot, theme: str, ending: str) -> bytes:
    """Return a chart as a file; the same plot gives the same bytes."""
    return drawn(plot, theme, ending).file()


def drawn(plot: Plot, theme: str, ending: str) -> Canvas:
    """Return a chart that is drawn, before it becomes a file."""
    from . import bars, lines, matrix
    from .canvas import Canvas

    canvas = Canvas(plot, theme, ending)
    if isinstance(plot, Lines):
        lines.draw(canvas, plot)
    elif isinstance(plot, Bars):
        bars.draw(canvas, plot)
    else:
        matrix.draw(canvas, plot)
    return canvas
