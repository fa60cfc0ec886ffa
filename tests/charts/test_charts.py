"""Charts of whatever there is: one deal, none, ten thousand; ten players, any names. No warning."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from xml.etree import ElementTree as Tree

import pytest

from scorekeeper.charts import ENDINGS, THEMES, Bars, Lines, Matrix, Plot, draw
from scorekeeper.charts.plots import Bar, Line
from scorekeeper.charts.style import spread
from scorekeeper.stats.courses import thinned

MOST = 60_000
AWKWARD = ("$`_^$", "_x", "<b>&amp;", "W" * 40, "🃏 Ace", "Анна", "أنا", "花子", "q0q", "Zoë")
SVG = "{http://www.w3.org/2000/svg}"


def walk(number: int, seed: int) -> list[int]:
    chance = Random(seed)
    values = [0]
    for _ in range(number):
        values.append(values[-1] + chance.choice((-4, -2, 1, 2, 8)))
    return values


def lines(names: Sequence[str], deals: int, **more: object) -> Lines:
    drawn = [Line(name, walk(deals, seed)) for seed, name in enumerate(names)]
    return Lines("The match", "after deal", "score", drawn, **more)  # type: ignore[arg-type]


def texts(svg: bytes) -> list[str]:
    """Return the texts in a picture, as they can be read."""
    return ["".join(node.itertext()) for node in Tree.fromstring(svg).iter(f"{SVG}text")]


PLOTS: dict[str, Plot] = {
    "no deal": lines(("Anna", "Ben"), 0),
    "nobody": Lines("The match", "after deal", "score", []),
    "one deal": lines(("Anna", "Ben", "Carla"), 1, goal=21, goal_name="to 21"),
    "ten players": lines(AWKWARD, 60, starts=(0, 20), first=3),
    "ten thousand deals": lines(AWKWARD, 10_000, steps=[(n % 3, n % 9 - 4) for n in range(10_000)]),
    "level": Lines("The match", "after deal", "score", [Line(n, [0, 5, 5]) for n in AWKWARD]),
    "a huge total": Lines(
        "The match", "x", "y", [Line("Anna", [0, 10**7]), Line("B", [0, -(10**7)])]
    ),
    "bids": Bars("By bid", "x", "", [Bar(n, 50, "50 %", 40) for n in AWKWARD], True, 100, "even"),
    "no bid": Bars("By bid", "x", "", [], True, 100),
    "points": Bars("Points", "x", "y", [Bar(str(n), n % 7, strong=n > 5) for n in range(121)]),
    "many months": Bars("Months", "x", "y", [Bar(f"Jan {n}", n % 50) for n in range(600)]),
    "no month": Bars("Months", "x", "y", []),
    "square": Matrix("Who", "x", "y", AWKWARD, [[(n * 10, n)] * 10 for n in range(10)]),
    "nobody in it": Matrix("Who", "x", "y", [], []),
    "two": Matrix("Who", "x", "y", ["Anna", "Ben"], [[None, (50, 2)], [(100, 12), None]]),
}


@pytest.mark.parametrize("name", PLOTS)
def test_awkward_data_draws_small_and_always_the_same(name: str) -> None:
    svg = draw(PLOTS[name], "light", "svg")
    assert len(svg) <= MOST
    assert draw(PLOTS[name], "light", "svg") == svg
    assert PLOTS[name].title in texts(svg)
    assert b"<title>" in svg


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("theme", THEMES)
def test_every_kind_of_file_in_both_themes(theme: str, ending: str) -> None:
    body = draw(PLOTS["ten players"], theme, ending)
    starts = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}
    assert body.startswith(starts[ending])
    if ending == "svg":
        dark = b"#172b25" in body
        assert dark == (theme == "dark")


def test_names_stand_as_they_are_whatever_the_font_has() -> None:
    found = " ".join(texts(draw(PLOTS["ten players"], "light", "svg")))
    for name in ("$`_^$", "_x", "<b>&amp;", "WWWWW", "🃏 Ace", "Анна", "أنا", "花子", "q0q", "Zoë"):
        assert name in found


def test_the_last_point_of_each_line_is_written_beside_its_name() -> None:
    plot = PLOTS["ten thousand deals"]
    assert isinstance(plot, Lines)
    found = texts(draw(plot, "light", "svg"))
    for line in plot.lines:
        last = str(line.values[-1]).replace("-", "−")
        assert any(text.endswith(f" {last}") for text in found), last


def test_lines_differ_by_more_than_colour() -> None:
    plot = Lines("The match", "x", "y", [Line(n, [0, 5, 5]) for n in AWKWARD])
    svg = draw(plot, "light", "svg").decode()
    dashes = set(re.findall(r"stroke-dasharray: ([\d., ]+)", svg))
    assert len(dashes) >= 4


def test_a_thinned_line_keeps_its_ends_and_extremes() -> None:
    values = walk(10_000, 1)
    kept = thinned(values, 100)
    assert len(kept) <= 100
    assert {0, 10_000} <= set(kept)
    plotted = [values[place] for place in kept]
    assert (min(plotted), max(plotted)) == (min(values), max(values))
    assert thinned([1, 2, 3], 100) == [0, 1, 2]


def test_names_beside_lines_do_not_lie_on_each_other() -> None:
    for wanted in ([50.0] * 10, [0.0, 1.0, 199.0, 200.0], [200.0, 200.0, 200.0]):
        places = sorted(spread(wanted, 16, 0, 200))
        assert all(b - a >= 16 - 1e-9 for a, b in pairwise(places))
        assert places[0] >= -1e-9
        assert places[-1] <= 200 + 1e-9


def test_the_server_starts_without_matplotlib() -> None:
    code = "import sys, scorekeeper.server, scorekeeper.application as a; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "scorekeeper.views.charts" in loaded
    assert "matplotlib" not in loaded
