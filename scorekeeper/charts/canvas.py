"""A figure of matplotlib in the colours of a theme, and the file that it becomes."""

from __future__ import annotations

import html
import io
import re
import threading
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from .plots import Plot, size
from .style import TEXT, THEMES, cut, told_apart

_DOTS: Final = 72  # an inch, so that a point is a pixel of the picture
_SHARP: Final = 216
_FONT: Final = "DejaVu Sans"  # comes with matplotlib
_UNKNOWN: Final = "□"
_EDGE: Final = 8  # pixels that stay free at the edges
_BESIDE: Final = 8  # pixels between a text and what it stands beside
_UNKNOWN_WIDE: Final = 1.3  # of a letter that the font does not have, in its height
_HINTED: Final = 1.03  # by how much letters on whole pixels may be wider
_FIXED: Final = 1 << 16  # parts of a pixel in which the font says how wide letters are
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
def _font(*, bold: bool = False) -> Any:
    """Return the font to measure by, which no thread draws with."""
    from matplotlib import font_manager as fonts
    from matplotlib.ft2font import FT2Font

    wanted = fonts.FontProperties(family=_FONT, weight="bold" if bold else "normal")
    return FT2Font(fonts.findfont(wanted))


@cache
def _letters() -> frozenset[int]:
    """Return the letters that the font can draw."""
    return frozenset(_font().get_charmap())


@cache
def _wide(letter: str, *, bold: bool) -> float:
    """Return how wide a letter is at most, in its height."""
    from matplotlib.ft2font import LoadFlags

    if ord(letter) not in _letters():
        return _UNKNOWN_WIDE
    with _first:
        font = _font(bold=bold)
        font.set_size(_DOTS, _DOTS)
        glyph = font.load_char(ord(letter), flags=LoadFlags.NO_HINTING)
    return _HINTED * float(glyph.linearHoriAdvance) / (_FIXED * _DOTS)


def round_numbers(low: float, high: float, most: int = 5) -> list[int]:
    """Return whole numbers for a scale, about as many as are wanted."""
    from matplotlib.ticker import MaxNLocator

    found = MaxNLocator(max(1, most), integer=True).tick_values(low, high)
    return sorted({int(number) for number in found if low <= number <= high})


class Canvas:
    """A figure with one place to draw in; what is drawn is told by `text` and the axes."""

    def __init__(self, plot: Plot, theme: str, ending: str) -> None:
        with _first:
            _loaded()
            _letters()
        from matplotlib.figure import Figure

        self.look = THEMES[theme]
        self.size = size(plot)
        self.ending = ending
        self.title = plot.title
        width, height = self.size
        self.figure = Figure(figsize=(width / _DOTS, height / _DOTS), dpi=_DOTS)
        self.figure.set_facecolor(self.look.card)
        self._names: dict[str, str] = {}
        self.write(plot.title, 10, height - 20, self.look.ink, bold=True)

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

    def width(self, text: str, size: float = TEXT, *, bold: bool = False) -> float:
        """Return how many pixels wide a text is, or may be where the browser has to draw it."""
        return size * sum(_wide(letter, bold=bold) for letter in " ".join(text.split()))

    def beside(self, texts: Iterable[str], size: float = TEXT) -> float:
        """Return how much room texts take between an edge and what they stand beside."""
        return _EDGE + max((self.width(text, size) for text in texts), default=0) + _BESIDE

    def fitted(self, names: Sequence[str], room: float, size: float = TEXT) -> list[str]:
        """Return names as they fit into so many pixels, told apart."""
        return told_apart(names, lambda text: self.width(text, size) <= room)

    def write(
        self, text: str, x: float, y: float, color: str, align: str = "left", *, bold: bool = False
    ) -> float:
        """Write a text at so many pixels from the left and the foot; return where it ends.

        It stays on the picture: it is moved where it would leave it, and cut where it is too long.
        """
        most = self.size[0] - 2 * _EDGE
        text = cut(text, lambda part: self.width(part, bold=bold) <= most)
        wide = self.width(text, bold=bold)
        before = {"left": 0.0, "center": 0.5, "right": 1.0}[align] * wide
        x = min(max(x, _EDGE + before), self.size[0] - _EDGE - wide + before)
        self.figure.text(
            x / self.size[0],
            y / self.size[1],
            self.safe(text),
            size=TEXT,
            weight="bold" if bold else "normal",
            color=color,
            ha=align,
        )
        return x - before + wide

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
