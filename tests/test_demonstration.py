"""The demo club: filled once from the sample evenings, as if they had been typed in."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper import create_app, demonstration, past, seeds
from scorekeeper.config import Settings
from scorekeeper.db import db
from scorekeeper.games import GAMES
from scorekeeper.scoring import score
from scorekeeper.store import clubs, deals, invites, matches, players, sittings
from scorekeeper.store.operations import Actor, new_op_id
from tests.phone import Phone
from tests.record import Inside, everything, projection, scored_afresh


def evenings(inside: Inside, club: int) -> list[sittings.Evening]:
    """Return the sample evenings, without those before them."""
    first = min(evening.date for evening in seeds.evenings())
    found: list[sittings.Evening] = inside(sittings.listed, club)[0]
    return [evening for evening in found if evening.date >= first]


@pytest.fixture(scope="module", autouse=True)
def shorter_years() -> Iterator[None]:
    """Let the demo club have played less before the sample evenings."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(past, "EVENINGS", 3)
        yield


@pytest.fixture(scope="module")
def filled(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Return an application whose club was filled; the tests of this module leave it as it is."""
    folder = tmp_path_factory.mktemp("demo") / "data"
    shutil.copytree(migrated, folder)
    app = create_app(Settings(folder, "127.0.0.1", 8021))
    with app.app_context():
        demonstration.fill()
    yield app
    with app.app_context():
        db.engine.dispose()


def within(app: Flask) -> Inside:
    def run(function: Any, *args: Any) -> Any:
        with app.app_context():
            return function(*args)

    return run


def test_every_sample_evening_is_there_with_its_deals_and_scores(filled: Flask) -> None:
    inside = within(filled)
    club = inside(clubs.ensure_club, "")
    wanted = sorted(seeds.evenings(), key=lambda evening: evening.date, reverse=True)
    found = evenings(inside, club)
    assert len(found) == len(wanted) >= 4
    for there, seed in zip(found, wanted, strict=True):
        assert (there.date, there.place, there.closed) == (seed.date, seed.place, seed.closed)
        for played, sheet in zip(there.matches, seed.sheets, strict=True):
            kept = inside(matches.load, club, played.id)
            assert kept.names == sheet.names
            assert kept.match.rules == sheet.match.rules
            assert kept.scored.totals == score(sheet.match).totals
            assert len(kept.deals) == len(sheet.match.deals)
            assert inside(projection, played.id) == inside(scored_afresh, club, played.id)


def test_filling_again_changes_nothing(filled: Flask) -> None:
    inside = within(filled)
    before = inside(everything)
    inside(demonstration.fill)
    assert inside(everything) == before


@pytest.mark.parametrize("after", [0, 20])
def test_a_filling_that_was_cut_short_is_gone_on_with(
    inside: Inside, club: int, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    recorded = iter(range(after))
    record = deals.record

    def cut(*args: Any, **kwargs: Any) -> int:
        if next(recorded, None) is None:
            raise KeyboardInterrupt
        return record(*args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(deals, "record", cut)
        with pytest.raises(KeyboardInterrupt):
            inside(demonstration.fill)
    inside(demonstration.fill)
    found = evenings(inside, club)
    assert [len(evening.matches) for evening in found] == [
        len(evening.sheets) for evening in reversed(seeds.evenings())
    ]
    before = inside(everything)
    inside(demonstration.fill)
    assert inside(everything) == before


def test_a_club_with_people_of_its_own_is_left_alone(inside: Inside, club: int) -> None:
    inside(players.add, Actor(club), new_op_id(), "Gina")
    before = inside(everything)
    inside(demonstration.fill)
    assert inside(everything) == before


def test_the_pages_of_the_demo_render(filled: Flask) -> None:
    inside = within(filled)
    club = inside(clubs.ensure_club, "")
    link = f"/join/{inside(invites.owner_token, club, filled.config['SECRET_KEY'])}"
    owner = Phone(filled)
    home = owner.follow(owner.send(owner.read(link).form(link)))
    for evening in evenings(inside, club):
        assert home.offers(f"/sittings/{evening.id}")
        page = owner.read(f"/clubs/{club}/sittings/{evening.id}")
        for played in evening.matches:
            assert page.offers(f"/matches/{played.id}")
            table = owner.read(f"/clubs/{club}/matches/{played.id}")
            assert all(name in table.main for name in played.winners)


def test_two_years_of_every_game_come_before_the_sample_evenings() -> None:
    first = min(evening.date for evening in seeds.evenings())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(past, "EVENINGS", 12)
        found = past.evenings(first)
        assert found == past.evenings(first)
    days = [evening.date for evening in found if evening.date]
    assert days == sorted(days)
    assert days[-1] < first
    assert (days[-1] - days[0]).days > 600
    sheets = [sheet for evening in found for sheet in evening.sheets]
    assert {sheet.match.game.slug for sheet in sheets} == set(GAMES)
    assert {name for sheet in sheets for name in sheet.names} == set(past.PEOPLE)
