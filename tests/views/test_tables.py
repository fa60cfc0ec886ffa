"""The table page of any state: totals as scored, who sits out, who won; names as they are."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.days import today
from scorekeeper.games.answers import facts_from
from scorekeeper.games.answers import kept as kept_answers
from scorekeeper.games.base import written_rules
from scorekeeper.games.inputs import Seat
from scorekeeper.scoring import Match, score
from scorekeeper.store import deals, matches, players, sittings
from scorekeeper.store.operations import Actor, new_op_id
from scorekeeper.words import minus, signed
from tests import strategies
from tests.pages import Page
from tests.phone import Phone
from tests.record import Inside
from tests.seating import Seating

ODD_NAMES = (
    "<b>Anna</b>",
    'Ben "the" O\'Hara',
    "$x_$",
    "{{ 7 * 7 }}",
    "Eva \U0001f0cf",
    "%(name)s 100%",
    "W" * 40,
)


def seated(inside: Inside, actor: Actor, names: tuple[str, ...]) -> list[int]:
    return [inside(players.add, actor, new_op_id(), name, another=True) for name in names]


def stored(inside: Inside, actor: Actor, people: list[int], pure: Match) -> tuple[int, int]:
    """Store a match; return the ids of its evening and itself."""
    rules = written_rules(pure.game, pure.rules, pure.seats)
    start = (actor, new_op_id(), pure.game.slug, people[: pure.seats], rules)
    where: dict[str, Any] = {"first_dealer": pure.first_dealer, "date": today(), "place": "Home"}
    sitting, match = inside(sittings.start, *start, **where)
    for facts in pure.deals:
        given = (actor, new_op_id(), match, facts)
        inside(deals.record, *given, seen=0, both_count=True)
    return sitting, match


def check_table(page: Page, pure: Match, names: tuple[str, ...]) -> None:
    scored = score(pure)
    [totals] = page.all("section", of="score")
    # Those who win together stand as one.
    firsts = [side[0] for side in scored.standing.sides]
    shown_totals = [node.text for node in totals.all("strong")]
    assert shown_totals == [minus(scored.totals[seat]) for seat in firsts]
    for name in names[: pure.seats]:
        assert name in page.main
    if scored.standing.finished:
        banner = page.all(of="banner")[0]
        assert all(names[seat] in banner.text for seat in scored.standing.winners)
        assert minus(max(scored.totals)) in banner.text
    if page.offers("/deals"):
        dealer = scored.next_dealer
        table = pure.table(dealer)
        form = page.form("/deals")
        asked = [i for i in pure.game.inputs(table) if isinstance(i, Seat) and i.passes]
        for item in asked:
            seats = [value for value in form.values(item.name) if value.isdigit()]
            assert seats == [str(seat) for seat in item.seats]
            assert len(form.controls(item.name)) == pure.seats + 1
            assert ("sits out" in page.main) is (dealer not in item.seats)
    if scored.rows:
        [sheet] = page.all("section", of="sheet")
        rows = [[cell.text for cell in row.all("td")] for row in sheet.all("tr")]
        shown = [row for row in rows if row]
        assert shown == [
            [
                (signed(row.result.score[seat]) if row.result.score[seat] else "·")
                + minus(row.totals[seat])
                for seat in firsts
            ]
            for row in reversed(scored.rows)
        ]


@pytest.mark.parametrize("names", [strategies.CAST, ODD_NAMES], ids=["plain", "odd"])
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    pure=strategies.matches().filter(lambda match: match.seats <= len(strategies.CAST)),
    closed=st.booleans(),
)
def test_every_page_of_any_state_renders_and_shows_what_was_scored(
    app: Flask,
    inside: Inside,
    actor: Actor,
    owner: Phone,
    names: tuple[str, ...],
    pure: Match,
    closed: bool,
) -> None:
    there = {person.name: person.id for person in inside(players.everybody, actor.club)}
    people = [there[n] for n in names if n in there] or seated(inside, actor, names)
    sitting, match = stored(inside, actor, people, pure)
    if closed:
        inside(sittings.close, actor, new_op_id(), sitting)
    club = f"/clubs/{actor.club}"
    for query in ("", "?on=1"):
        page = owner.read(f"{club}/matches/{match}{query}")
        check_table(page, pure, names)
        assert page.offers("/deals") is (
            not closed and (bool(query) or not score(pure).standing.finished)
        )
    evening = owner.read(f"{club}/sittings/{sitting}")
    [summary] = evening.all("textarea")
    standing = score(pure).standing
    alone = len(standing.sides) == pure.seats  # partners stand together
    for name, total in zip(names, score(pure).totals if alone else (), strict=False):
        assert f"{name} {minus(total)}" in evening.main
        assert f"{name} {minus(total)}" in summary.raw
    again = owner.read(f"{club}/sittings/start?again={match}")
    assert again.form("/sittings/start").value("seats") == ".".join(
        str(player) for player in people[: pure.seats]
    )
    assert names[0] in owner.read(club).main
    owner.read(f"{club}/matches/{match}/adjust")


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_what_a_form_sends_is_what_a_sheet_would_say(
    inside: Inside, seat: Seating, owner: Phone, data: st.DataObject
) -> None:
    """Any answers, also those to questions that are not asked, mean one thing on every path."""
    table = seat("Anna", "Ben", "Carla", "Dino", active=data.draw(st.sampled_from([3, 4])))
    kept = inside(matches.load, table.club, table.match)
    inputs = kept.match.game.inputs(kept.match.table(0))
    answers = data.draw(strategies.full_answers(inputs))
    sent = {name: "yes" if value is True else str(value) for name, value in answers.items()}
    fields = {name: value for name, value in sent.items() if value != "False"}
    owner.play(table.path, **fields)
    wanted = facts_from(inputs, kept_answers(inputs, answers))
    [row] = inside(matches.load, table.club, table.match).deals
    assert row.facts == wanted


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_is_shown_as_it_was_typed_on_every_page(
    inside: Inside, owner: Phone, seat: Seating, name: str
) -> None:
    club = f"/clubs/{seat.actor.club}"
    form = owner.read(f"{club}/players").form("/players")
    page = owner.follow(owner.send(form, name=name))
    assert name in page.main
    [person] = [p for p in inside(players.everybody, seat.actor.club) if p.name == name]
    seat.people[name] = person.id
    table = seat("Anna", name, "Carla")
    pages = [
        owner.play(table.path, soloist="1", bid="solo", card_points="6", note=name),
        owner.read(f"{table.path}/adjust"),
        owner.read(table.evening),
        owner.read(club),
        owner.read(f"{club}/players/{person.id}"),
        owner.read(f"{club}/sittings/new?seats={person.id}"),
        owner.read(f"{club}/sittings/start?again={table.match}"),
    ]
    for page in pages:
        assert name in page.main, page.heading
    assert pages[4].form(f"/players/{person.id}").value("name") == name
