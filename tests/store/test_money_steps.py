"""Whatever is played, paid, shared and taken back in whatever order: all sums to zero, always."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Flask
from hypothesis import HealthCheck, given
from hypothesis import settings as profile
from hypothesis import strategies as st

from scorekeeper import clubfile
from scorekeeper.days import today
from scorekeeper.entry import Refused
from scorekeeper.games import GAMES
from scorekeeper.ledger import SHARED
from scorekeeper.store import checking, money, moving, players, sittings, spellings, starting
from scorekeeper.store.errors import Conflict
from scorekeeper.store.money import Books, Paying, Scope
from scorekeeper.store.operations import Actor, new_op_id
from tests import strategies
from tests.record import Inside
from tests.store.test_history import step

STEPS = ("match", "play", "play", "play", "terms", "bill", "pay", "pay", "part", "other", "undo")
CLUB = ("close", "reopen", "merge", "take back", "keep", "season")
TWELVE = tuple(f"Player {number}" for number in range(1, 13))
CURRENCIES = ("EUR", "JPY", "KWD", None)


class Walk:
    """Evenings of a club and what is done in them."""

    def __init__(self, draw: Any, inside: Inside, actor: Actor, people: Sequence[int]) -> None:
        self.draw, self.inside, self.actor, self.people = draw, inside, actor, list(people)
        self.evenings: list[int] = []
        self.seasons: list[int] = []
        self.matches: list[int] = []
        for _ in range(draw(st.integers(1, 2))):
            self.begin()

    def one(self, of: Sequence[Any]) -> Any:
        return self.draw(st.sampled_from(list(of)))

    def seated(self) -> tuple[str, list[int]]:
        game = self.one([g for g in GAMES.values() if min(g.seats) <= len(self.people)])
        seats = self.one([count for count in game.seats if count <= len(self.people)])
        return game.slug, self.draw(st.permutations(self.people))[:seats]

    def begin(self) -> None:
        game, seats = self.seated()
        start: Any = (self.actor, new_op_id(), game, seats, {})
        sitting, match = self.inside(sittings.start, *start, first_dealer=0, date=today())
        self.evenings.append(sitting)
        self.matches.append(match)
        self.terms(sitting, "EUR")

    def terms(self, sitting: int, currency: str | None) -> None:
        values = {
            (game.slug, way): self.draw(st.integers(0, 300))
            for game in GAMES.values()
            for way in ("unit", "match")
        }
        banker = self.one([None, None, *self.people])
        self.inside(money.set_terms, self.actor, new_op_id(), sitting, currency, values, banker)

    def scope(self) -> Scope:
        every = [Scope(sitting=one) for one in self.evenings]
        return Scope(*self.one(every + [Scope(season=one) for one in self.seasons]))

    def books(self, scope: Scope) -> Books:
        club = self.actor.club
        if scope.season is not None:
            found: Books = self.inside(money.season, club, scope.season)
        else:
            found = self.inside(money.evening, club, scope.sitting)
        return found

    def step(self, what: str) -> None:
        act, do, sitting = (self.actor, new_op_id()), self.inside, self.one(self.evenings)
        if what == "match":
            game, seats = self.seated()
            self.matches.append(do(starting.start_other, *act, sitting, game, seats, {}, 0))
        elif what == "play":
            step(self.draw, do, self.actor, self.one(self.matches), self.people)
        elif what == "terms":
            self.terms(sitting, self.one(CURRENCIES))
        elif what == "bill":
            shared = self.one(SHARED)
            among = self.draw(st.permutations(self.people))[:2] if shared == "chosen" else []
            amount = self.draw(st.integers(1, 10_000))
            bill = ("Pizza", amount, self.one(self.people), shared, among)
            do(money.add_cost, *act, sitting, *bill)
        elif what == "take back":
            do(money.remove_cost, *act, sitting, self.draw(st.integers(1, 2)))
        elif what in ("close", "reopen"):
            do(sittings.close if what == "close" else sittings.reopen, *act, sitting)
        elif what == "merge":
            do(spellings.merge, *act, *self.draw(st.permutations(self.people))[:2])
        elif what == "season":
            self.seasons.append(do(money.settle, *act, "EUR", self.evenings))
        else:
            self.pay(what)

    def pay(self, what: str) -> None:
        scope = self.scope()
        act, found = (self.actor, new_op_id(), scope), self.books(scope)
        if what == "keep":
            self.inside(money.keep, *act)
        elif what == "undo":
            if found.account.payments:
                self.inside(money.undo, *act, self.one(found.account.payments).number)
        elif what == "other":
            pair = self.draw(st.permutations(self.people))[:2]
            amount = self.draw(st.integers(1, 500))
            said = Paying(pair[0], pair[1], amount, found.currency or "EUR")
            self.inside(money.pay, *act, said)
        elif open_rows := [row for row in found.plan if row.left]:
            row = self.one(open_rows)
            amount = row.left if what == "pay" else self.draw(st.integers(1, row.left))
            said = Paying(row.payer, row.payee, amount, found.currency or "", what == "pay")
            self.inside(money.pay, *act, said)
            others = [(r.payer, r.payee, r.left) for r in found.plan if r != row]
            left = [(r.payer, r.payee, r.left) for r in self.books(scope).plan]
            assert [r for r in left if r[:2] != (row.payer, row.payee)] == others

    def sums_to_zero(self) -> None:
        every = [Scope(sitting=one) for one in self.evenings]
        for scope in every + [Scope(season=one) for one in self.seasons]:
            found = self.books(scope)
            assert found.over == 0
            left = dict(found.balances)
            for row in found.plan:
                assert row.payer != row.payee
                assert row.amount > 0
                assert row.left >= 0
                left[row.payer] = left.get(row.payer, 0) + row.left
                left[row.payee] = left.get(row.payee, 0) - row.left
            assert not any(left.values())


@profile(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    max_examples=strategies.examples(quick=6, thorough=300),
)
@given(data=st.data())
def test_balances_sum_to_zero_after_every_step_and_the_plan_leaves_zero(
    app: Flask, inside: Inside, actor: Actor, data: st.DataObject
) -> None:
    names = [f"{name} {new_op_id()[:6]}" for name in TWELVE[: data.draw(st.integers(2, 12))]]
    people = [inside(players.add, actor, new_op_id(), name) for name in names]
    walk = Walk(data.draw, inside, actor, people)
    for _ in range(data.draw(st.integers(4, 9))):
        try:
            walk.step(data.draw(st.sampled_from(STEPS * 2 + CLUB)))
        except (Conflict, Refused, LookupError):
            continue  # an evening that is closed or without money, a bill that is not there
        walk.sums_to_zero()
    assert inside(checking.check).differences == ()
    content = clubfile.write(inside(moving.club_document, actor.club))
    club = inside(moving.bring, clubfile.read(content))
    assert clubfile.write(inside(moving.club_document, club)) == content
