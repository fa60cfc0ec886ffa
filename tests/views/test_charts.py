"""Charts as they are served: they show what the page says; unchanged they are not sent again."""

from __future__ import annotations

import os

import pytest

from scorekeeper.config import Settings
from tests.charts.test_charts import texts
from tests.phone import Phone
from tests.seating import Seating, Table


@pytest.fixture
def charts(seat: Seating, table: Table) -> dict[str, str]:
    """Return the addresses of charts of a club that has played, without their endings."""
    seat.deal(table)
    seat.deal(table, bid="chiamo", soloist=0, card_points=3)
    club = f"/clubs/{table.club}/statistics"
    ben = f"{club}/players/{seat.people['Ben']}"
    found = {f"club {name}": f"{club}/{name}" for name in ("bids", "points", "months", "versus")}
    found |= {f"player {name}": f"{ben}/{name}" for name in ("bids", "points", "progress")}
    return found | {
        "club progress": f"{club}/progress",
        "match": f"{table.path}/statistics/totals",
        "sitting": f"{table.evening}/statistics/totals-calabresella",
    }


def test_a_chart_loads_nothing_and_is_kept_by_nobody_else(
    owner: Phone, charts: dict[str, str]
) -> None:
    for path in charts.values():
        answer = owner.get(f"{path}.svg?theme=dark")
        assert answer.status == 200
        assert answer.headers["Content-Type"] == "image/svg+xml"
        assert answer.headers["Cache-Control"] == "private, no-cache"
        policy = answer.headers["Content-Security-Policy"]
        assert policy == "default-src 'none'; style-src 'unsafe-inline'"


def test_an_unchanged_chart_is_not_sent_again(
    owner: Phone, seat: Seating, table: Table, charts: dict[str, str]
) -> None:
    for path in charts.values():
        tag = owner.get(f"{path}.svg").headers["ETag"]
        again = owner.ask("GET", f"{path}.svg", headers={"If-None-Match": tag})
        assert (again.status, again.body) == (304, b"")
        assert again.headers["ETag"] == tag
        for other in (f"{path}.svg?theme=dark", f"{path}.png"):
            assert owner.get(other).headers["ETag"] != tag
    seat.deal(table)
    assert owner.ask("GET", f"{path}.svg", headers={"If-None-Match": tag}).status == 200


def test_a_chart_that_is_not_there_is_not_said_to_be_unchanged(
    owner: Phone, table: Table, charts: dict[str, str], elsewhere: Seating
) -> None:
    other, club = elsewhere("Anna", "Ben", "Carla"), f"/clubs/{table.club}"
    for path in (
        f"{club}/statistics/nonsense",
        f"{club}/statistics/players/{elsewhere.people['Anna']}/bids",
        f"{club}/matches/{other.match}/statistics/totals",
        f"{club}/matches/99999/statistics/totals",
        f"{club}/sittings/{other.sitting}/statistics/totals-calabresella",
        f"{table.evening}/statistics/totals-briscola",
    ):
        for tag in ("*", '"anything"'):
            answer = owner.ask("GET", f"{path}.svg", headers={"If-None-Match": tag})
            assert answer.status == 404, path
    answer = owner.ask("GET", f"{charts['match']}.svg", headers={"If-None-Match": "*"})
    assert answer.status == 200


def test_what_a_chart_ends_with_is_what_the_page_says(
    owner: Phone, table: Table, charts: dict[str, str]
) -> None:
    for name in ("match", "sitting"):
        page = owner.read(charts[name].rpartition("/")[0])
        found = texts(owner.get(f"{charts[name]}.svg").body)
        [region] = page.all("div", **{"aria-label": "Running totals"})
        heads, *_, last = [
            [c.text for c in line.all() if c.tag in ("th", "td")] for line in region.all("tr")
        ]
        for who, total in zip(heads[1:], last[1:], strict=True):
            assert f"{who} {total}" in found
        [picture] = page.all("img")
        assert picture.attrs["alt"].startswith("Running totals. At the end: Anna")
        assert "after deal" in found


def test_every_picture_on_a_page_is_there_in_both_themes(
    owner: Phone, table: Table, charts: dict[str, str]
) -> None:
    for path in {path.rpartition("/")[0] for path in charts.values()}:
        page = owner.read(path)
        pictures = page.all("picture")
        assert pictures
        for picture in pictures:
            [dark] = picture.all("source")
            [light] = picture.all("img")
            assert len(light.attrs["alt"]) > 20
            bodies = [owner.get(dark.attrs["srcset"]), owner.get(light.attrs["src"])]
            assert [b"#172b25" in body.body for body in bodies] == [True, False]


@pytest.mark.parametrize("name", ["records", "nothing", "totals"])
def test_what_is_no_chart_is_not_found(
    owner: Phone, table: Table, charts: dict[str, str], name: str
) -> None:
    assert owner.get(f"/clubs/{table.club}/statistics/{name}.svg").status == 404
    assert owner.get(f"{charts['match']}.svg?theme=pink").status == 404
    assert owner.get(f"{table.evening}/statistics/totals-chess.svg").status == 404


def test_what_matplotlib_keeps_lies_in_the_data_folder(
    owner: Phone, charts: dict[str, str], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MPLCONFIGDIR", raising=False)
    owner.get(f"{charts['match']}.svg")
    assert os.environ["MPLCONFIGDIR"] == str(settings.data / "matplotlib")
