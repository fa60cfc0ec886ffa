"""The page of the history: what it shows, how it is narrowed, and the way back from there."""

from __future__ import annotations

import datetime
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select

from scorekeeper.db import begin_write, db
from scorekeeper.models import Membership
from scorekeeper.store import deals, players, sittings, spellings
from scorekeeper.store.operations import Actor, new_op_id
from tests.correcting import Correcting
from tests.pages import Node, Page
from tests.phone import Phone
from tests.record import Inside, events, everything, facts
from tests.seating import SOLO_6, Seating, Table

BACK = "Put it back as it was"
SOLO: dict[str, Any] = SOLO_6


@pytest.fixture
def correcting(inside: Inside, actor: Actor, table: Table) -> Correcting:
    return Correcting(inside, actor, table.match)


def path(table: Table) -> str:
    return f"/clubs/{table.club}/history"


def told(page: Page) -> list[str]:
    """Return what was done in words, newest first."""
    return [next(node.all("b")).text for node in listed(page)]


def listed(page: Page) -> list[Node]:
    return [node for node in page.all("li") if node.attrs.get("id", "").startswith("event-")]


def ways_back(page: Page) -> list[str]:
    """Return the addresses that lead back, newest first."""
    return [node.attrs["href"] for node in page.all("a") if node.text == BACK]


def seats_of(page: Page) -> list[str]:
    """Return the values chosen in the selects of seats."""
    return [
        node.attrs["value"]
        for select in page.all("select")
        if select.attrs["name"].startswith("seat_")
        for node in select.all("option")
        if "selected" in node.attrs
    ]


def test_an_event_shows_when_who_what_where_and_why(
    owner: Phone, inside: Inside, table: Table, correcting: Correcting
) -> None:
    owner.play(table.path, soloist="1", bid="solo", card_points="7")
    deal = correcting.kept.newest
    correcting.edit(
        deal, reason="we counted again", bid="solo", soloist=1, card_points=10, last_trick="soloist"
    )
    page = owner.read(path(table))
    edit, record, *_rest = listed(page)
    assert next(edit.all("b")).text == "Corrected: deal 1, Ben solo, 10 instead of Ben solo, 7"
    assert "Why: we counted again" in edit.text
    assert "the server" in edit.text
    assert next(record.all("b")).text == "Recorded: deal 1, Ben solo, 7"
    assert "Anna's phone" in record.text
    links = {node.attrs["href"] for node in record.all("a")}
    assert links == {table.path}
    assert "at Bruno's, match 1" in record.text


@pytest.fixture
def far_away(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the server stand where it is eleven hours later than in Greenwich."""
    monkeypatch.setenv("TZ", "XXX-11")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("far_away")
def test_the_time_is_the_servers_and_each_day_has_its_heading(
    owner: Phone, inside: Inside, table: Table
) -> None:
    page = owner.read(path(table))
    [*_rest, first] = page.all("time")
    at = inside(lambda: events()[0].at) + datetime.timedelta(hours=11)
    assert first.text == at.strftime("%H:%M")
    assert first.attrs["datetime"] == at.isoformat(timespec="seconds") + "+11:00"
    assert page.all("h2")[-1].text == f"{at:%A}, {at.day} {at:%B} {at.year}"


def test_names_are_those_of_today(
    owner: Phone, inside: Inside, actor: Actor, seat: Seating, table: Table
) -> None:
    seat.deal(table)
    inside(players.rename, actor, new_op_id(), seat.people["Ben"], "Benjamin")
    assert "Recorded: deal 1, Benjamin solo, 6" in told(owner.read(path(table)))
    inside(spellings.merge, actor, new_op_id(), seat.people["Ben"], seat.people["Dino"])
    now = told(owner.read(path(table)))
    assert "Recorded: deal 1, Dino solo, 6" in now
    assert now[0] == "Benjamin and Dino are one person: Dino"


def test_the_filters_are_a_form_that_works_without_script(
    owner: Phone, seat: Seating, table: Table, inside: Inside
) -> None:
    seat.deal(table)
    other = seat("Carla", "Dino", "Anna")
    page = owner.read(path(table))
    [form] = [form for form in page.forms if form.node.attrs.get("class") == "filters"]
    assert (form.method, form.action) == ("get", path(table))
    offered = {
        node.attrs["name"]: [option.attrs["value"] for option in node.all("option")]
        for node in form.node.all("select")
    }
    assert offered["match"] == ["", str(other.match), str(table.match)]
    assert offered["player"] == ["", *map(str, seat.people.values())]
    assert offered["device"] == ["", "1"]
    assert "deal.edit" in offered["kind"]

    def narrowed(**asked: Any) -> list[str]:
        query = "&".join(f"{key}={asked.get(key, '')}" for key in offered)
        page = owner.read(f"{path(table)}?{query}")
        chosen = [o.attrs["value"] for o in page.all("option") if "selected" in o.attrs]
        assert chosen == [str(value) for value in asked.values()]
        return told(page)

    assert narrowed() == told(page)
    assert narrowed(match=table.match)[0] == "Recorded: deal 1, Ben solo, 6"
    assert len(narrowed(match=other.match)) == 1
    assert len(narrowed(player=seat.people["Dino"])) == 2
    assert narrowed(device=1) == ["Joined: Anna's phone, owner"]
    assert narrowed(kind="deal.record") == ["Recorded: deal 1, Ben solo, 6"]
    assert narrowed(match=other.match, kind="deal.record") == []
    assert "Nothing of this kind was done." in owner.read(f"{path(table)}?kind=deal.redo").main


@pytest.mark.parametrize(
    "query",
    ["match=0", "match=x", "match=99", "player=99", "device=99", "kind=x", "page=2", "match=-1"],
)
def test_a_filter_by_what_is_not_there_leads_nowhere(
    owner: Phone, table: Table, query: str
) -> None:
    assert owner.get(f"{path(table)}?{query}").status == 404


def test_rows_of_another_club_are_no_filter(owner: Phone, table: Table, elsewhere: Seating) -> None:
    there = elsewhere("Anna", "Ben", "Carla")
    player = elsewhere.people["Anna"]
    for query in (f"match={there.match}", f"player={player}"):
        assert owner.get(f"{path(table)}?{query}").status == 404


def test_a_page_has_fifty_and_keeps_its_filter(owner: Phone, seat: Seating, table: Table) -> None:
    for _ in range(51):
        seat.deal(table, bid="pass")
    page = owner.read(f"{path(table)}?match={table.match}")
    assert len(listed(page)) == 50
    [older] = [node.attrs["href"] for node in page.all("a") if node.text == "Older"]
    assert f"match={table.match}" in older
    assert told(owner.read(older))[0] == "Recorded: deal 1, all passed"


def test_the_menu_the_table_and_the_players_page_lead_here(
    owner: Phone, seat: Seating, table: Table
) -> None:
    def leads(where: str) -> set[str]:
        links = [node.attrs["href"] for node in owner.read(where).all("a")]
        return {link for link in links if "/history" in link}

    assert leads(f"/clubs/{table.club}") == {path(table)}
    assert f"{path(table)}?match={table.match}" in leads(table.path)
    anna = seat.people["Anna"]
    assert f"{path(table)}?player={anna}" in leads(f"/clubs/{table.club}/players/{anna}")


# The way back


def test_an_edit_is_put_back_by_the_ordinary_form(
    owner: Phone, inside: Inside, seat: Seating, table: Table, correcting: Correcting
) -> None:
    deal = seat.deal(table)
    correcting.edit(deal, bid="solo", soloist=2, card_points=3, dealer=1, note="no")
    before = inside(everything)
    [way] = ways_back(owner.read(path(table)))
    page = owner.read(way)
    form = page.form(f"/deals/{deal}/edit")
    assert {key: form.value(key) for key in ("soloist", "bid", "card_points", "dealer")} == {
        "soloist": "1",
        "bid": "solo",
        "card_points": "6",
        "dealer": "0",
    }
    assert "So it stood before that change. Nothing is saved yet." in page.main
    assert "What changes" in page.main
    assert inside(everything) == before
    after = owner.follow(owner.send(form))
    assert inside(facts, table.match) == [SOLO_6]
    assert "Corrected" in after.main
    assert ways_back(owner.read(path(table))) == [way.replace(*ids(inside))]


def ids(inside: Inside) -> tuple[str, str]:
    """Return the two newest events as they stand in an address."""
    last = inside(lambda: events()[-1].id)
    return f"as={last - 1}", f"as={last}"


def test_a_deletion_is_put_back_by_restoring(
    owner: Phone, inside: Inside, seat: Seating, table: Table, correcting: Correcting
) -> None:
    deal = seat.deal(table)
    correcting.delete(deal)
    [way] = ways_back(owner.read(path(table)))
    page = owner.read(way)
    assert page.heading == "Restore a deal"
    assert "So it stood before that change" in page.main
    owner.follow(owner.send(page.form(f"/deals/{deal}/restore")))
    assert inside(facts, table.match) == [SOLO_6]


@pytest.mark.parametrize("kind", ["restored", "inserted"])
def test_what_was_restored_or_inserted_is_put_back_by_deleting(
    owner: Phone, inside: Inside, seat: Seating, table: Table, correcting: Correcting, kind: str
) -> None:
    deal, other = seat.deal(table), seat.deal(table, bid="pass")
    if kind == "restored":
        correcting.delete(deal)
        came = correcting.restore(deal)
    else:
        came = correcting.insert(other, **SOLO)
    way = ways_back(owner.read(path(table)))[0]
    page = owner.read(way)
    assert page.heading.startswith("Delete deal")
    owner.follow(owner.send(page.form(f"/deals/{came}/delete")))
    assert came not in [row.id for row in correcting.kept.deals]


def test_a_corrected_set_up_is_put_back_by_the_ordinary_form(
    owner: Phone, inside: Inside, seat: Seating, table: Table, correcting: Correcting
) -> None:
    seat.deal(table)
    people = seat.people
    was = inside(facts, table.match)
    correcting.set_up(
        [people["Dino"], people["Carla"], people["Ben"]], 2, target=None, stakes="linear"
    )
    [way] = ways_back(owner.read(path(table)))
    page = owner.read(way)
    assert seats_of(page) == [str(people[name]) for name in ("Anna", "Ben", "Carla")]
    assert page.form("/setup").value("target") == "21"
    assert "So it stood before that change" in page.main
    sent = page.form("/setup").untouched
    chosen = [
        (node.attrs["name"], option.attrs["value"])
        for node in page.all("select")
        for option in node.all("option")
        if "selected" in option.attrs
    ]
    owner.follow(owner.post(page.form("/setup").action, sent + chosen))
    kept = correcting.kept
    assert kept.names == ("Anna", "Ben", "Carla")
    assert (kept.match.rules.target, kept.match.first_dealer) == (21, 0)
    assert inside(facts, table.match) == was


def test_what_cannot_be_again_says_so_and_saves_nothing(
    owner: Phone, inside: Inside, seat: Seating, table: Table, correcting: Correcting
) -> None:
    """The bid of then is no bid of the rules of now."""
    correcting.set_up(stakes={"solo": 2, "arcisolo": 32})
    deal = seat.deal(table, bid="arcisolo", soloist=1, card_points=6)
    correcting.edit(deal, **SOLO)
    correcting.set_up()
    before = inside(everything)
    way = next(way for way in ways_back(owner.read(path(table))) if f"/deals/{deal}?" in way)
    page = owner.read(way)
    assert page.errors
    assert "What changes" not in page.main
    assert inside(everything) == before


def test_what_is_put_back_already_shows_the_deal_as_it_is(
    owner: Phone, seat: Seating, table: Table, correcting: Correcting
) -> None:
    deal = seat.deal(table)
    correcting.delete(deal)
    [way] = ways_back(owner.read(path(table)))
    correcting.restore(deal)
    page = owner.read(way)
    assert page.heading == "Correct deal 1"
    assert "What changes" not in page.main


def test_two_phones_that_put_back_are_asked_like_any_others(
    owner: Phone, inside: Inside, seat: Seating, table: Table, correcting: Correcting
) -> None:
    deal = seat.deal(table)
    correcting.edit(deal, bid="pass")
    [way] = ways_back(owner.read(path(table)))
    form = owner.read(way).form(f"/deals/{deal}/edit")
    correcting.edit(deal, bid="solo", soloist=2, card_points=9)
    answer = owner.send(form)
    assert answer.status == 409
    assert "Theirs" in answer.page.alert
    assert inside(facts, table.match)[0]["soloist"] == 2


def test_a_closed_evening_asks_why(
    owner: Phone, inside: Inside, actor: Actor, seat: Seating, table: Table, correcting: Correcting
) -> None:
    deal = seat.deal(table)
    correcting.edit(deal, bid="pass")
    inside(sittings.close, actor, new_op_id(), table.sitting)
    [way] = ways_back(owner.read(path(table)))
    form = owner.read(way).form(f"/deals/{deal}/edit")
    assert owner.send(form).status == 422
    owner.follow(owner.send(form, reason="it was right"))
    assert "Why: it was right" in owner.read(path(table)).main


@pytest.mark.parametrize("event", ["", "x", "0", "-1", "99", "1"])
def test_an_event_that_is_none_of_this_deal_leads_nowhere(
    owner: Phone, seat: Seating, table: Table, event: str
) -> None:
    deal = seat.deal(table)
    for where in (f"{table.path}/deals/{deal}", f"{table.path}/setup"):
        assert owner.get(f"{where}?as={event}").status == 404


def test_who_only_looks_reads_everything_and_is_offered_no_way_back(
    owner: Phone, inside: Inside, seat: Seating, table: Table, correcting: Correcting
) -> None:
    correcting.edit(seat.deal(table), bid="pass")

    def look_only() -> None:
        begin_write()
        db.session.scalars(select(Membership)).one().role = "viewer"
        db.session.commit()

    [way] = ways_back(owner.read(path(table)))
    inside(look_only)
    page = owner.read(path(table))
    assert told(page)[0] == "Corrected: deal 1, all passed instead of Ben solo, 6"
    assert ways_back(page) == []
    answer = owner.get(way)
    assert answer.status == 200
    refused = owner.post(answer.page.form("/edit").action, answer.page.form("/edit").untouched)
    assert refused.status == 403


def test_undo_and_redo_stand_in_the_history_without_a_way_back(
    owner: Phone, inside: Inside, actor: Actor, seat: Seating, table: Table
) -> None:
    deal = seat.deal(table)
    inside(deals.undo, actor, new_op_id(), table.match, deal)
    inside(deals.redo, actor, new_op_id(), table.match, deal)
    page = owner.read(path(table))
    assert told(page)[:2] == ["Redone: deal 1, Ben solo, 6", "Undone: deal 1, Ben solo, 6"]
    assert ways_back(page) == []


def test_what_people_wrote_stays_text(
    owner: Phone, seat: Seating, table: Table, correcting: Correcting
) -> None:
    deal = seat.deal(table)
    correcting.edit(deal, reason="<script>x</script>", bid="pass", note="<b>&</b>")
    page = owner.read(path(table))
    assert "Why: <script>x</script>" in page.main
    assert not re.search(r"<script>x|<b>&", page.html)
