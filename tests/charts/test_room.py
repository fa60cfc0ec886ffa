"""Every text of a chart has its room: none leaves the picture, none lies on another."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

import pytest
from PIL import Image

from scorekeeper.charts import ENDINGS, THEMES, Bars, Lines, Matrix, Plot, draw, drawn, size
from scorekeeper.charts.canvas import Canvas
from scorekeeper.charts.plots import Bar, Line
from tests.charts.test_charts import walk

# Of 3, 10 and 40 letters, wide ones among them.
SHORT = ("Ann", "Ben", "Eva", "Leo", "Pia", "Tom", "Wim")
MIDDLE = (
    "Bartolomeo",
    "Margherita",
    "Alessandra",
    "Sebastiano",
    "Florentyna",
    "Wilhelmina",
    "Emmanuelle",
)
LONG = tuple(f"{name} Wommelsdorf-Mammamia della Montagna"[:40] for name in MIDDLE)
NAMES = {"3": SHORT, "10": MIDDLE, "40": LONG}
MONTHS = [f"{month} {year}" for year in (2025, 2026) for month in ("Jan", "Mar", "Jun", "Nov")]
DAYS = ["30 Sept 2026", "31 Sept 2026", "30 Nov 2026"]
FRAME = 4  # pixels of the picture, in which there is nothing
APART = 2  # pixels between texts


def match(names: tuple[str, ...], deals: int = 14) -> Lines:
    lines = [Line(name, walk(deals, seed)) for seed, name in enumerate(names)]
    steps = [(deal % len(names), deal % 9 - 4) for deal in range(deals)]
    words = ("The match: Calabresella", "after deal", "score")
    return Lines(*words, lines, goal=21, goal_name="to 21", steps=steps, steps_name="each deal")


def tied(names: tuple[str, ...]) -> Lines:
    lines = [Line(name, [0, 5, -12]) for name in names]
    # The longest words of the three languages.
    words = ("La partita: Briscola Chiamata", "po rozdaniu", "wypłata, jednostki")
    return Lines(*words, lines, steps=[(0, 5), (1, -17)], steps_name="każde rozdanie")


def small(names: tuple[str, ...]) -> Lines:
    lines = [Line(name, [0, 1 - number % 3]) for number, name in enumerate(names)]
    return Lines("The evening: Tressette", "after deal", "payoff, units", lines)


def progress(names: tuple[str, ...], ends: list[str], times: int = 60) -> Lines:
    lines = [
        Line(name, [times * value for value in walk(len(ends), seed)])
        for seed, name in enumerate(names)
    ]
    words = (
        "Col passare del tempo: Calabresella",
        "fine della serata o del mese",
        "pagamenti, unità",
    )
    return Lines(*words, lines, ["", *ends], first=1)


def versus(names: tuple[str, ...]) -> Matrix:
    many = range(len(names))
    cells = [[None if a == b else (100, 9 + 20 * a * b) for b in many] for a in many]
    return Matrix("Who came before whom", "before the one above; matches", "", names, cells)


def bids(names: tuple[str, ...]) -> Bars:
    bars = [
        Bar(name, 90, "100 %", 50, True, f" ({number * 300})") for number, name in enumerate(names)
    ]
    return Bars("By bid", "share won, per cent (of deals)", "", bars, True, 100, "break-even")


PLOTS: dict[str, Callable[[tuple[str, ...]], Plot]] = {
    "match": match,
    "one deal": lambda names: match(names, 1),
    "thousands of deals": lambda names: match(names, 3000),
    "tied": tied,
    "small numbers": small,
    "over months": lambda names: progress(names, MONTHS),
    "over days": lambda names: progress(names, DAYS[:2], 100_000),
    "one day": lambda names: progress(names, DAYS[:1]),
    "square": versus,
    "bids": bids,
}
WON = [Bar(str(points), points, strong=points > 5) for points in range(12)]
BARS = {
    "points": Bars("Points", "points", "deals", WON, mark_name="6 and more win"),
    "tens": Bars("Points", "x", "deals", [Bar(f"{n}1–{n + 1}0", 10**n) for n in range(12)]),
    "months": Bars("By month", "month", "deals", [Bar(month, 9) for month in MONTHS * 9]),
    "one month": Bars("By month", "month", "deals", [Bar("Sept 2026", 12_345)]),
}


class Box(NamedTuple):
    text: str
    left: float
    bottom: float
    right: float
    top: float


def boxes(canvas: Canvas) -> list[Box]:
    """Return the texts of a chart with where they lie, in pixels, as its renderer draws them."""
    from matplotlib.text import Text

    canvas.figure.draw_without_rendering()
    texts = [one for one in canvas.figure.findobj(Text) if one.get_visible() and one.get_text()]
    # An annotation by itself would count the line that leads to it.
    return [
        Box(one.get_text(), *Text.get_window_extent(one).extents) for one in texts if _shown(one)
    ]


def _shown(text: object) -> bool:
    """Say whether a text is on the picture: ticks beyond a scale's ends are kept but not drawn."""
    axes = getattr(text, "axes", None)
    if axes is None:
        return True
    labels = [*axes.get_xticklabels(), *axes.get_yticklabels(), axes.title, *axes.texts]
    return any(text is label for label in labels)


def hold(canvas: Canvas) -> None:
    """Hold that no text leaves the picture or lies on another."""
    found = boxes(canvas)
    assert len(found) > 3
    width, height = canvas.size
    for box in found:
        assert FRAME <= box.left < box.right <= width - FRAME, box
        assert FRAME <= box.bottom < box.top <= height - FRAME, box
    for one, other in combinations(found, 2):
        beside = max(other.left - one.right, one.left - other.right) >= APART
        above = max(other.bottom - one.top, one.bottom - other.top) >= APART
        assert beside or above, (one, other)


@pytest.mark.parametrize("letters", NAMES)
@pytest.mark.parametrize("name", PLOTS)
def test_three_to_seven_names_have_room(name: str, letters: str) -> None:
    for many in range(3, 8):
        hold(drawn(PLOTS[name](NAMES[letters][:many]), "light", "png"))


@pytest.mark.parametrize("ending", ENDINGS)
def test_names_have_room_in_every_kind_of_file(ending: str) -> None:
    for plot in (match(LONG), versus(LONG)):
        hold(drawn(plot, "dark", ending))


@pytest.mark.parametrize("name", BARS)
def test_labels_of_bars_have_room(name: str) -> None:
    hold(drawn(BARS[name], "dark", "png"))


def test_a_club_of_thirty_has_room() -> None:
    names = tuple(f"{name} {number}" for name in MIDDLE for number in range(5))[:30]
    hold(drawn(progress(names, MONTHS), "light", "svg"))
    hold(drawn(match(names), "light", "svg"))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", PLOTS)
def test_nothing_touches_the_edges_of_the_file(name: str, theme: str) -> None:
    picture = Image.open(io.BytesIO(draw(PLOTS[name](MIDDLE), theme, "png"))).convert("RGB")
    width, height = picture.size
    within = (FRAME, FRAME, width - FRAME, height - FRAME)
    ground = picture.getpixel((0, 0))
    picture.paste(ground, within)  # type: ignore[arg-type]
    assert picture.getcolors() == [(width * height, ground)]


def test_names_of_ten_letters_are_whole_and_longer_ones_keep_their_number() -> None:
    for plot in (match(MIDDLE), tied(MIDDLE), progress(MIDDLE, MONTHS), versus(MIDDLE)):
        said = " ".join(box.text for box in boxes(drawn(plot, "light", "png")))
        assert all(name in said for name in MIDDLE), said
    plot = match(LONG)
    found = [box.text for box in boxes(drawn(plot, "light", "png"))]
    for name, line in zip(MIDDLE, plot.lines, strict=True):
        value = str(line.values[-1]).replace("-", "−")
        assert any(text.startswith(name[:8]) and text.endswith(f"… {value}") for text in found)


def test_the_first_day_and_the_last_stand_at_the_ends() -> None:
    for ends in (MONTHS, DAYS):
        found = boxes(drawn(progress(MIDDLE, ends), "light", "png"))
        [first] = [box for box in found if box.text == ends[0]]
        [last] = [box for box in found if box.text == ends[-1]]
        assert first.right < last.left
        assert first.bottom == pytest.approx(last.bottom, abs=1)


def test_a_picture_of_more_names_is_higher_and_no_wider() -> None:
    plots: list[Plot] = [versus(MIDDLE[:3]), versus(MIDDLE)]
    assert [size(plot)[0] for plot in plots] == [336, 336]
    assert size(plots[0])[1] < size(plots[1])[1]
