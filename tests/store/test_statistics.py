"""Every figure equals a recount from the facts, whatever was changed before and however often."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper import plausible
from scorekeeper.db import begin_write, db
from scorekeeper.games import GAMES
from scorekeeper.games.base import full_rules, read_rules
from scorekeeper.models import DealScore, Player
from scorekeeper.scoring import Match
from scorekeeper.stats import club as of_club
from scorekeeper.stats import players as of_player
from scorekeeper.stats import runs
from scorekeeper.stats.period import ALWAYS, Period, span
from scorekeeper.stats.tally import Tally, total
from scorekeeper.store import corrections, deals, matches, players, sittings, spellings
from scorekeeper.store import match_corrections as set_ups
from scorekeeper.store.checking import check, repair
from scorekeeper.store.corrections import Ask
from scorekeeper.store.match_corrections import SetUp
from scorekeeper.store.money.changing import set_terms
from scorekeeper.store.money.played import way_of
from scorekeeper.store.moving import leaving
from scorekeeper.store.operations import Actor, new_op_id
from scorekeeper.store.statistics import Asked, counting, tally
from tests import strategies
from tests.record import Inside
from tests.recount import Recount, plain, same

DAYS = [datetime.date(2025, 11, 28), datetime.date(2026, 1, 31), datetime.date(2026, 2, 1)]
EVERYTHING = Asked()
NAMES = [*strategies.CAST, "Hugo", "Ida", "Jan"]


class Club:
    """A club that plays every game there is, by chance but always the same."""

    def __init__(self, inside: Inside, actor: Actor) -> None:
        self.inside, self.actor, self.chance = inside, actor, Random(7)
        self.people = [inside(players.add, actor, new_op_id(), name) for name in NAMES]
        self.matches: list[int] = []
        for number, game in enumerate(GAMES.values()):
            for day in DAYS[number % 2 :]:
                self.play(game.slug, self.chance.choice(game.seats), day, 4)

    def play(self, game: str, seats: int, day: datetime.date, number: int) -> int:
        """Play a match of so many deals on an evening of its own."""
        who = self.chance.sample(self.people, seats)
        pure = Match(GAMES[game], read_rules(GAMES[game], {}, seats), seats, 0)
        start = (
            self.actor,
            new_op_id(),
            game,
            who,
            {"deals": 4} if hasattr(pure.rules, "deals") else {},
        )
        _, match = self.inside(sittings.start, *start, first_dealer=0, date=day)
        for facts in plausible.deals(pure, number, self.chance):
            self.record(match, facts)
        self.matches.append(match)
        return int(match)

    def record(self, match: int, facts: dict[str, Any]) -> int:
        """Record a deal."""
        what = (self.actor, new_op_id(), match, facts)
        return int(self.inside(deals.record, *what, seen=-1, both_count=True))

    def kept(self, match: int) -> matches.Kept:
        """Return a match as it is."""
        found: matches.Kept = self.inside(matches.load, self.actor.club, match)
        return found

    def tally(self, asked: Asked = EVERYTHING) -> Tally:
        """Return what is counted, kept or not."""
        found: Tally = self.inside(tally, self.actor.club, asked)
        return found

    def counted(self) -> Tally:
        """Return what is counted without anything that is kept."""
        return total(self.inside(counting.count, self.actor.club, ALWAYS).values())

    def recount(self, asked: Asked = EVERYTHING) -> Recount:
        """Return the exported facts counted again."""

        def keep(game: str, seats: int, day: datetime.date) -> bool:
            return (
                asked.game in (None, game)
                and asked.seats in (None, seats)
                and (asked.period.first or day) <= day <= (asked.period.last or day)
            )

        return Recount(self.inside(leaving.club_document, self.actor.club), keep)


@pytest.fixture
def world(inside: Inside, actor: Actor) -> Club:
    return Club(inside, actor)


def holds(club: Club, asked: Asked = EVERYTHING) -> None:
    """Hold every table against the recount."""
    found, again = club.tally(asked), club.recount(asked)
    assert same(plain(of_club.players_table(found), "Rank"), again.players())
    months = [row for row in plain(of_club.months_table(found)) if row[1]]
    assert same(months, again.months())
    outcomes = of_club.outcomes_table(found)
    assert sum(sum(row[2:]) for row in plain(outcomes)) == sum(again.outcomes.values())
    versus = of_club.versus_table(found)
    who = [row[0] for row in plain(versus)]
    pairs = {
        (row[0], other): cell
        for row in plain(versus)
        for other, cell in zip(who, row[1:], strict=True)
    }
    expected = {pair: ("%", part / whole, whole) for pair, (part, whole) in again.versus().items()}
    assert {pair: cell for pair, cell in pairs.items() if cell} == expected
    for game in {end.game for end in again.ends}:
        one_game_holds(found, again, game)
        for player in {end.player for end in again.ends if end.game == game}:
            one_player_holds(found, again, game, player)


def one_game_holds(found: Tally, again: Recount, game: str) -> None:
    assert same(plain(of_club.scores_table(found, game)), again.scores(game))
    assert same(plain(of_player.bids_table(found, game)), again.bids(game))
    assert same(plain(runs.sweeps_table(found, game)), again.sweeps(game))
    progress = of_club.progress_table(found, game)
    for row in plain(progress):
        sums = again.payoffs(game, datetime.date.fromordinal(row[0]))
        assert row[1:] == [sums[player] for player in sorted(sums)]
    records = plain(runs.records_table(found, game))
    plays = again.of(game)
    if plays:
        assert records[0][2] == max(play.score for play in plays)
        assert records[1][2] == min(play.score for play in plays)
        longest = max(again.run(game, play.player, "won") for play in plays)
        assert [row[2] for row in records[2:] if row[3] is None] == ([longest] if longest else [])
        stakes = [play.stake for play in again.own(game) if play.stake is not None]
        assert [row[2] for row in records[2:] if row[3]] == ([max(stakes)] if stakes else [])


def one_player_holds(found: Tally, again: Recount, game: str, player: int) -> None:
    assert same(
        plain(of_player.roles_table(found, game, player), "Role"), again.roles(game, player)
    )
    assert same(plain(of_player.bids_table(found, game, player)), again.bids(game, player))
    points = [row for row in plain(of_player.points_table(found, game, player)) if row[1]]
    assert same(points, again.points(game, player))
    assert same(
        plain(of_player.turns_table(found, game, player), "Seat"), again.turns(game, player)
    )
    company = plain(of_player.company_table(found, game, player), "How")
    assert same(company, again.company(game, player))
    assert same(plain(of_player.games_table(found, player)), again.games(player))
    table = plain(runs.runs_table(found, game, player))
    lengths = [again.run(game, player, result) for result in ("won", "lost")]
    assert [row[1] for row in table if row[2]] == [length for length in lengths if length]


def test_every_figure_is_a_recount_of_the_facts(world: Club) -> None:
    holds(world)
    for game in GAMES.values():
        holds(world, Asked(game=game.slug))
    holds(world, Asked(seats=world.kept(world.matches[0]).match.seats))


def test_a_period_has_the_days_in_it_and_no_others(world: Club) -> None:
    season = Period(DAYS[0], DAYS[1])
    inside_of_months = Period(datetime.date(2025, 11, 29), datetime.date(2026, 1, 31))
    for period in (span("2026"), span("2026-01"), span("2024"), season, inside_of_months):
        assert period is not None
        holds(world, Asked(period=period))


def test_shares_of_all_players_add_up(world: Club) -> None:
    found = world.tally()
    for game in {game for game, _ in found.outcomes}:
        own = of_club.scores_table(found, game).column("Own deals")
        bids = of_player.bids_table(found, game).column("Deals")
        assert sum(own) == sum(bids)  # type: ignore[arg-type]


def test_what_is_kept_is_counted_anew_after_every_change(world: Club) -> None:
    """After each kind of change: what is kept equals what is counted afresh, and the recount."""
    actor, inside, match = world.actor, world.inside, world.matches[0]

    def correct(kind: str, make: Any, row: Any) -> None:
        kept = world.kept(match)
        ask = Ask(corrections.version_of(kept, kind, row), False, "looked again", kept.players)
        inside(corrections.correct, actor, new_op_id(), kind, match, row.id, kind, make, ask)

    def set_up(**said: Any) -> None:
        kept = world.kept(match)
        one = SetUp(said.get("players", kept.players), said.get("rules", {}), 0)
        seen = {"version": kept.version, "reason": "looked again"}
        inside(set_ups.correct, actor, new_op_id(), match, one, **seen)

    def first() -> Any:
        return world.kept(match).deals[0]

    facts = dict(first().facts)
    undone = world.record(match, facts)
    steps: list[Callable[[], Any]] = [
        lambda: world.record(match, facts),
        lambda: inside(deals.undo, actor, new_op_id(), match, world.kept(match).newest),
        lambda: inside(deals.redo, actor, new_op_id(), match, inside(deals.redoable, 1, match)),
        lambda: correct(corrections.EDIT, corrections.edited(first().id, {"bid": "pass"}), first()),
        lambda: correct(corrections.DELETE, corrections.deleted(first().id), first()),
        lambda: correct(corrections.INSERT, corrections.inserted(first().id, facts), first()),
        lambda: set_up(players=tuple(reversed(world.kept(match).players))),
        lambda: set_up(rules={"deals": 2}),
        lambda: world.play(world.kept(match).match.game.slug, 3, datetime.date(2026, 7, 1), 2),
        lambda: inside(players.rename, actor, new_op_id(), world.people[0], "Annamaria"),
        lambda: inside(players.retire, actor, new_op_id(), world.people[1]),
        lambda: inside(spellings.merge, actor, new_op_id(), *_strangers(world)),
    ]
    before = world.tally()
    assert before == world.counted()
    for step in steps:
        step()
        assert world.tally() == world.counted()
        holds(world, Asked(game=world.kept(match).match.game.slug))
    assert undone


def _strangers(world: Club) -> tuple[int, int]:
    """Return two players who never sat in one match; the first has played."""
    new = int(world.inside(players.add, world.actor, new_op_id(), "Nina"))
    return world.kept(world.matches[-1]).players[0], new


def test_a_repair_is_counted_though_no_event_tells_of_it(world: Club) -> None:
    def damage() -> None:
        begin_write()
        db.session.execute(update(DealScore).values(result="lost"))
        db.session.commit()

    match = world.matches[0]
    world.inside(damage)
    world.record(match, dict(world.kept(match).deals[0].facts))
    damaged = world.tally()
    world.inside(lambda: list(repair(check())))
    assert world.tally() == world.counted() != damaged
    holds(world)


def test_money_is_what_payoffs_were_worth_in_evenings_played_for_it(world: Club) -> None:
    before = world.tally()
    assert before.money == {}
    for match, value, currency in ((0, 25, "EUR"), (2, 10, "EUR"), (3, 100, "PLN"), (0, 50, "EUR")):
        kept = world.kept(world.matches[match])
        way = way_of(kept.match.game.slug, full_rules(kept.match.rules), kept.match.seats)
        values = {(kept.match.game.slug, way): value}
        terms = (world.actor, new_op_id(), kept.sitting, currency, values)
        world.inside(set_terms, *terms)
    paid = {(world.matches[0], "EUR"): 50, (world.matches[2], "EUR"): 10} | {
        (world.matches[3], "PLN"): 100
    }
    expected: dict[tuple[str, int], int] = {}
    for (match, currency), value in paid.items():
        kept = world.kept(match)
        for player, payoff in zip(kept.players, kept.scored.standing.payoffs, strict=True):
            key = (currency, player)
            expected[key] = expected.get(key, 0) + payoff * value
    found = world.tally()
    assert {key: one.score for key, one in found.money.items()} == expected
    assert any(expected.values())
    assert found == world.counted()
    assert len(of_club.money_table(found).rows) == len(expected)


def test_who_began_to_read_before_a_change_counts_what_was_then(app: Flask, world: Club) -> None:
    """What is kept is newer by then: neither is given for the other."""
    before = world.tally()
    facts = dict(world.kept(world.matches[0]).deals[0].facts)
    with app.app_context():
        assert db.session.scalar(select(Player.id).limit(1))
        world.record(world.matches[0], facts)
        after = world.tally()
        assert tally(world.actor.club) == before != after
    assert world.tally() == after == world.counted()
