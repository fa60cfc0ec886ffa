"""A thousand charts from eight threads, and the memory of the process stays where it was."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from pathlib import Path

from scorekeeper.charts import THEMES, draw
from tests.charts.test_charts import PLOTS

CHARTS, THREADS = 1000, 8
MORE = 16 * 1024 * 1024  # bytes that a heap may grow by without growing for ever


def resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def test_memory_stays_flat_over_a_thousand_charts() -> None:
    names = [name for name in PLOTS if "thousand" not in name]
    wanted = list(islice(zip(cycle(names), cycle(THEMES), strict=False), CHARTS))

    def drawn(one: tuple[str, str]) -> int:
        return len(draw(PLOTS[one[0]], one[1], "svg"))

    with ThreadPoolExecutor(THREADS) as threads:
        assert all(threads.map(drawn, wanted[: CHARTS // 5]))
        before = resident()
        assert all(threads.map(drawn, wanted[CHARTS // 5 :]))
        after = resident()
    assert after - before < MORE, (before, after)
