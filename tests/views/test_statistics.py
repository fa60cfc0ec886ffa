"""Pages of figures: what they show, what they can be asked for, and the tables as files."""

from __future__ import annotations

import csv
import datetime
import io
from typing import Any

import pytest

from scorekeeper.store import players
from scorekeeper.store.operations import new_op_id
from tests.pages import Node
from tests.phone import Phone
from tests.record import Inside
from tests.seating import Seating, Table

ASIDE = ("Game", "Outcome", "Bid", "Card points")  # of deals, in files alone


@pytest.fixture
def played(seat: Seating, table: Table) -> Table:
    """Return a match of three deals: Ben won a solo and lost one, Anna made a cappotto."""
    seat.deal(table)
    seat.deal(table, card_points=4)
    seat.deal(table, bid="chiamo", soloist=0, card_points=11, tricks="all")
    return table


def rows_of(phone: Phone, path: str, name: str) -> list[list[str]]:
    """Return the lines of a table on a page, heads first, by what it is called."""
    page = phone.read(path)
    region = next(page.root.all("div", of="figures", **{"aria-label": name}))
    lines = [[cell.text for cell in _cells(line)] for line in region.all("tr")]
    assert all(len(line) == len(lines[0]) for line in lines)
    return lines


def deals_of(phone: Phone, path: str) -> set[str]:
    """Return how many deals the players of a page have."""
    heads, *rows = rows_of(phone, path, "Players")
    return {row[heads.index("Deals")] for row in rows}


def _cells(line: Node) -> list[Node]:
    return [child for child in line.children if isinstance(child, Node)]


def test_the_club_has_everybody_with_every_share_beside_its_number(
    owner: Phone, played: Table
) -> None:
    heads, *rows = rows_of(owner, f"/clubs/{played.club}/statistics", "Players")
    assert heads[:3] == ["Rank", "Player", "Share won"], "places go by that share"
    found = {row[1]: dict(zip(heads, row, strict=True)) for row in rows}
    assert found["Ben"]["Deals"] == "3"
    assert [found["Ben"][head] for head in ("Won", "Drawn", "Lost")] == ["1", "0", "2"]
    assert found["Ben"]["Share won"] == "33 % of 3"
    assert {row["Rank"] for row in found.values()} == {"–"}, "three deals are too few for a place"
    page = owner.read(f"/clubs/{played.club}/statistics")
    assert "Shares of fewer than 10" in page.main


def test_ten_deals_are_ranked(owner: Phone, seat: Seating, table: Table) -> None:
    for _ in range(10):
        seat.deal(table)
    _, *rows = rows_of(owner, f"/clubs/{table.club}/statistics", "Players")
    assert [row[:2] for row in rows] == [["1", "Ben"], ["2", "Anna"], ["2", "Carla"]]


def test_a_player_by_role_and_bid_with_the_share_that_breaks_even(
    owner: Phone, seat: Seating, played: Table
) -> None:
    ben = f"/clubs/{played.club}/statistics/players/{seat.people['Ben']}"
    _, *roles = rows_of(owner, ben, "By role")
    assert roles == [
        ["Soloist", "50 % of 2", "2", "67 % of 3", "1", "0", "1", "5.0", "0", "0.0"],
        ["Opponent", "0 % of 1", "1", "33 % of 3", "0", "0", "1", "–", "−2", "−2.0"],
    ]
    _, *bids = rows_of(owner, ben, "By bid")
    assert bids == [
        ["solo", "50 % of 2", "50 % of 2", "2", "100 % of 2", "1", "0", "1", "5.0", "0.0"]
    ]
    anna = f"/clubs/{played.club}/statistics/players/{seat.people['Anna']}"
    assert rows_of(owner, anna, "By bid")[1][2] == "–", "nothing was lost: it cannot be told"
    assert rows_of(owner, anna, "Cappotti and stramazzi")[1] == ["cappotto", "Anna", "1", "0"]


def test_a_match_and_its_evening_tell_who_led_when(owner: Phone, played: Table) -> None:
    for path in (f"{played.path}/statistics", f"{played.evening}/statistics"):
        page = owner.read(path)
        assert "Turning point: deal 1. In the lead since then: Ben." not in page.main
        leads = rows_of(owner, path, "Who led when")[1:]
        all_level = ["2", "2", "1", "Anna, Ben and Carla"]
        assert leads == [["1", "1", "1", "Ben"], all_level, ["3", "3", "1", "Anna"]]
        assert "Turning point: deal 3. In the lead since then: Anna." in page.main
        assert rows_of(owner, path, "Running totals")[-1] == ["3", "4", "−2", "−2"]


def test_the_deals_say_what_was_played_as_the_score_sheet_does(
    owner: Phone, seat: Seating, played: Table
) -> None:
    seat.deal(played, bid="pass")
    for path in (f"{played.path}/statistics", f"{played.evening}/statistics"):
        heads, *rows = rows_of(owner, path, "Deals")
        assert heads == ["Deal", "Played", "Anna", "Ben", "Carla"]
        assert [row[1] for row in rows] == [
            *("Ben solo, 6", "Ben solo, 4", "Anna chiamo, 11, cappotto", "all passed"),
        ]
        body = owner.get(f"{path}/deals.csv").body.decode()
        [first, *_] = csv.DictReader(io.StringIO(body))
        assert [first[head] for head in (*ASIDE, "Played")] == [
            *("Calabresella", "won", "solo", "6", "Ben solo, 6"),
        ]


def test_an_evening_of_two_games_says_which(owner: Phone, seat: Seating, played: Table) -> None:
    from scorekeeper.store import starting

    people = [seat.people[name] for name in ("Anna", "Ben")]
    more: Any = (seat.actor, new_op_id(), played.sitting, "briscola", people, {}, 0)
    other = Table(played.club, played.sitting, seat.inside(starting.start_other, *more))
    seat.deal(other, card_points=[74, None])
    heads, *rows = rows_of(owner, f"{played.evening}/statistics", "Deals")
    assert heads[:3] == ["Deal", "Game", "Played"]
    assert [row[1:3] for row in (rows[0], rows[-1])] == [
        *(["Calabresella", "Ben solo, 6"], ["Briscola", "74 : 46"]),
    ]


@pytest.mark.parametrize(
    ("asked", "deals"),
    [
        ({"game": "calabresella"}, "3"),
        ({"players": "3"}, "3"),
        ({"period": "{month}"}, "3"),
        ({"from": "{day}"}, "3"),
        ({"from": "{day}", "to": "{day}"}, "3"),
        ({"players": "4"}, None),
        ({"period": "2001"}, None),
        ({"to": "2001-02-03"}, None),
    ],
)
def test_the_address_says_which_deals(
    owner: Phone, played: Table, inside: Inside, asked: dict[str, str], deals: str | None
) -> None:
    from scorekeeper.store import sittings

    day: datetime.date = inside(sittings.one, played.club, played.sitting).date
    values = {k: v.format(month=str(day)[:7], day=day) for k, v in asked.items()}
    query = "&".join(f"{key}={value}" for key, value in values.items())
    page = owner.read(f"/clubs/{played.club}/statistics?{query}")
    if deals is None:
        assert "Nothing was played here yet." in page.main
    else:
        path = f"/clubs/{played.club}/statistics?{query}"
        assert deals_of(owner, path) == {deals}


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("from=2026-02-30", "Give each day as year, month and day"),
        ("to=yesterday&from=1", "Give each day as year, month and day"),
        ("from=2026-03-01&to=2026-02-01", "The first day is after the last."),
    ],
)
def test_days_that_cannot_be_are_told_and_stay_as_typed(
    owner: Phone, played: Table, query: str, sentence: str
) -> None:
    answer = owner.get(f"/clubs/{played.club}/statistics?{query}")
    assert answer.status == 422
    assert sentence in answer.page.main
    typed = dict(part.split("=") for part in query.split("&"))
    for name, value in typed.items():
        [field] = answer.page.root.all("input", name=name)
        assert field.attrs["value"] == value


@pytest.mark.parametrize(
    "query", ["game=chess", "players=x", "players=٣", "period=2026-13", "period=0000", "period=x"]
)
def test_what_no_form_offers_is_not_found(owner: Phone, played: Table, query: str) -> None:
    assert owner.get(f"/clubs/{played.club}/statistics?{query}").status == 404


def test_every_table_is_a_file_of_the_same_figures(
    owner: Phone, seat: Seating, played: Table
) -> None:
    club = f"/clubs/{played.club}/statistics"
    pages = (club, f"{club}/players/{seat.people['Ben']}", f"{played.path}/statistics")
    for path in (*pages, f"{played.evening}/statistics"):
        page = owner.read(path)
        links = [a.attrs["href"] for a in page.root.all("a") if ".csv" in a.attrs.get("href", "")]
        tables = list(page.root.all("div", of="figures"))
        assert len(links) == len(tables) > 2
        for link, shown in zip(links, tables, strict=True):
            answer = owner.get(link)
            assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
            rows = list(csv.reader(io.StringIO(answer.body.decode())))
            assert len(rows) == len(list(shown.all("tr")))
            first = next(shown.all("tr"))
            aside = ASIDE if "/deals.csv" in link else ()
            on_page = [head for head in rows[0] if head not in aside]
            assert on_page == [cell.text for cell in _cells(first)]
            assert set(aside) <= set(rows[0])


def test_another_language_writes_numbers_its_own_way_and_the_same_file(
    owner: Phone, seat: Seating, played: Table
) -> None:
    ben = f"/clubs/{played.club}/statistics/players/{seat.people['Ben']}"
    page = owner.read(ben)
    links = [a.attrs["href"] for a in page.all("a") if "roles" in a.attrs.get("href", "")]
    before = [owner.get(link).body for link in links]
    assert b"Soloist" in before[0]
    owner.follow(owner.send(page.form("/language"), ("language", "it")))
    _, *roles = rows_of(owner, ben, "Per ruolo")
    assert roles[0] == ["Solista", "50% su 2", "2", "67% su 3", "1", "0", "1", "5,0", "0", "0,0"]
    assert [owner.get(link).body for link in links] == before


def test_a_correction_counts_at_once_and_a_retired_player_stays(
    owner: Phone, seat: Seating, played: Table, inside: Inside
) -> None:
    deal = seat.deal(played)
    path = f"/clubs/{played.club}/statistics"
    assert deals_of(owner, path) == {"4"}
    from scorekeeper.store import deals

    inside(deals.undo, seat.actor, new_op_id(), played.match, deal)
    inside(players.retire, seat.actor, new_op_id(), seat.people["Ben"])
    assert deals_of(owner, path) == {"3"}
    ben: Any = owner.read(f"{path}/players/{seat.people['Ben']}")
    assert "Retired." in ben.main


def test_a_merged_spelling_leads_to_the_person(
    owner: Phone, seat: Seating, played: Table, inside: Inside
) -> None:
    from scorekeeper.store import spellings

    ben, dino = seat.people["Ben"], seat.people["Dino"]
    inside(spellings.merge, seat.actor, new_op_id(), dino, ben)
    answer = owner.get(f"/clubs/{played.club}/statistics/players/{dino}?period=2026")
    assert answer.status == 302
    assert answer.location.endswith(f"/players/{ben}?period=2026")


def test_a_club_that_has_not_played_says_so(owner: Phone, club: int, table: Table) -> None:
    assert "No deal yet." in owner.read(f"{table.path}/statistics").main
    assert "No deal yet." in owner.read(f"{table.evening}/statistics").main
