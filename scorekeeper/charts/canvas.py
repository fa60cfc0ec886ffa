"""A figure of matplotlib in the colours of a theme, and the file that it becomes."""

from __future__ import annotations

import html
import io
import re
import threading
from functools import cache
from typing import Any, Final

from .plots import Plot
from .style import TEXT, THEMES

_DOTS: Final = 72  # an inch, so that a point is a pixel of the picture
_SHARP: Final = 216
_FONT: Final = "DejaVu Sans"  # comes with matplotlib
_UNKNOWN: Final = "□"
_PLACE: Final = re.compile(r"q[0-9]+qn*")  # for a name that the font cannot draw
_first = threading.Lock()


@cache
def _loaded() -> Any:
    """Load matplotlib, and set once for all threads what makes files stable and texts plain."""
    import matplotlib as found

    found.rcParams.update(
        {
            "font.family": [_FONT],
            "path.simplify": False,
            "pdf.fonttype": 42,
            "svg.fonttype": "none",
            "svg.hashsalt": "scorekeeper",
            "text.parse_math": False,
        }
    )
    return found


@cache
def _letters() -> frozenset[int]:
    """Return the letters that the font can draw."""
    from matplotlib import font_manager as fonts

    return frozenset(fonts.get_font(fonts.findfont(_FONT)).get_charmap())


class Canvas:
    """A figure with one place to draw in; what is drawn is told by `text` and the axes."""

    def __init__(self, plot: Plot, theme: str, ending: str, size: tuple[int, int]) -> None:
        with _first:
            _loaded()
            _letters()
        from matplotlib.figure import Figure

        self.look = THEMES[theme]
        self.size = size
        self.ending = ending
        self.title = plot.title
        self.figure = Figure(figsize=(size[0] / _DOTS, size[1] / _DOTS), dpi=_DOTS)
        self.figure.set_facecolor(self.look.card)
        self._names: dict[str, str] = {}
        x, y = 10 / size[0], 1 - 20 / size[1]
        said = self.safe(plot.title)
        self.figure.text(x, y, said, size=TEXT, weight="bold", color=self.look.ink)

    def axes(self, left: float, bottom: float, right: float, top: float = 56) -> Any:
        """Return a place to draw in, so many pixels from the edges."""
        width, height = self.size
        box = (left / width, bottom / height)
        rest = ((width - left - right) / width, (height - bottom - top) / height)
        axes = self.figure.add_axes((*box, *rest))
        axes.set_facecolor(self.look.card)
        axes.tick_params(colors=self.look.soft, labelsize=TEXT, length=3, pad=3, width=0.8)
        for side, spine in axes.spines.items():
            spine.set_visible(side == "bottom")
            spine.set_color(self.look.soft)
        axes.set_axisbelow(True)
        return axes

    def safe(self, text: str) -> str:
        """Return a text that the font can draw; what it cannot stands in an SVG all the same.

        There the browser has the fonts: a word of as many letters holds the place until then.
        """
        text = " ".join(text.split())
        if all(ord(letter) in _letters() for letter in text) and not _PLACE.search(text):
            return text
        if self.ending != "svg":
            return "".join(c if ord(c) in _letters() else _UNKNOWN for c in text)
        place = f"q{len(self._names)}q".ljust(len(text), "n")
        self._names[place] = text
        return place

    def file(self) -> bytes:
        """Return the figure as a file."""
        file = io.BytesIO()
        said = {"Title": self.safe(self.title)} if self.ending == "pdf" else {}
        dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
        self.figure.savefig(
            file,
            format=self.ending,
            dpi=_SHARP if self.ending == "png" else _DOTS,
            facecolor=self.look.card,
            metadata=dates[self.ending] | said,
        )
        return self._as_svg(file.getvalue()) if self.ending == "svg" else file.getvalue()

    def _as_svg(self, body: bytes) -> bytes:
        text = body.decode().replace(f"'{_FONT}'", "system-ui, sans-serif")
        text = _PLACE.sub(lambda found: html.escape(self._names[found[0]]), text)
        head, _, rest = text.partition("<defs>")
        named = f"<title>{html.escape(self.title)}</title>\n <defs>"
        return (head + named + rest).encode()
