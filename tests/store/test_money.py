"""Money of evenings and seasons: balances, plans, what is refused, what is kept."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from sqlalchemy import update

from scorekeeper import clubfile
from scorekeeper.db import db
from scorekeeper.entry import Refused
from scorekeeper.games import GAMES
from scorekeeper.models import MatchResult, Sitting, now
from scorekeeper.store import (
    checking,
    deals,
    match_corrections,
    money,
    moving,
    players,
    sittings,
    spellings,
)
from scorekeeper.store.errors import Conflict, NotFound
from scorekeeper.store.money import Books, Paying, Scope
from scorekeeper.store.operations import Actor, new_op_id
from tests.record import Inside, events, everything
from tests.seating import Seating, Table

SLUG = next(iter(GAMES))
WORTH = {(SLUG, "unit"): 5}
ORDER = ("Anna", "Ben", "Carla")


class Purse:
    """The money of one evening, people by name, as one line each."""

    def __init__(self, inside: Inside, actor: Actor, people: dict[str, int], table: Table) -> None:
        self.inside, self.actor, self.people, self.table = inside, actor, people, table
        self.scope = Scope(sitting=table.sitting)

    def terms(self, currency: str | None = "EUR", banker: int | None = None, **worth: int) -> None:
        values = {(SLUG, way): value for way, value in (worth or {"unit": 5}).items()}
        where = (self.actor, new_op_id(), self.table.sitting)
        self.inside(money.set_terms, *where, currency, values, banker)

    def bill(self, amount: int, payer: str, shared: str = "all", *among: str) -> None:
        chosen = [self.people[name] for name in among]
        where = (self.actor, new_op_id(), self.table.sitting)
        bill = ("Pizza", amount, self.people[payer], shared, chosen)
        self.inside(money.add_cost, *where, *bill)

    def pay(self, payer: str, payee: str, amount: int, **more: Any) -> int:
        said = {"currency": "EUR"} | more
        paying = Paying(self.people[payer], self.people[payee], amount, **said)
        return int(self.inside(money.pay, self.actor, new_op_id(), self.scope, paying))

    def undo(self, number: int) -> None:
        self.inside(money.undo, self.actor, new_op_id(), self.scope, number)

    @property
    def books(self) -> Books:
        found: Books = self.inside(money.evening, self.table.club, self.table.sitting)
        return found

    @property
    def balances(self) -> dict[str, int]:
        found = self.books
        return {found.persons[who].name: amount for who, amount in found.balances.items()}

    @property
    def plan(self) -> list[tuple[str, str, int]]:
        """Return what is left of each row of the plan."""
        found = self.books
        name = {key: person.name for key, person in found.persons.items()}
        return [(name[row.payer], name[row.payee], row.left) for row in found.plan]

    @property
    def why(self) -> list[str]:
        found: list[str] = self.inside(lambda: money.why(self.table.club, self.books))
        return found

    def nothing_differs(self) -> None:
        assert self.inside(checking.check).differences == ()


@pytest.fixture
def purse(inside: Inside, actor: Actor, people: dict[str, int], seat: Seating) -> Purse:
    """Return the purse of an evening in which Ben has won a solo: +4 -2 -2, at 5 cents."""
    table = seat("Anna", "Ben", "Carla")
    seat.deal(table)
    found = Purse(inside, actor, people, table)
    found.terms()
    return found


Unchanged = Callable[[], None]


def unchanged(purse: Purse, error: type[Exception], run: Callable[[], Any]) -> Any:
    """Run what is refused, see that it changed nothing, and return the error."""
    before = purse.inside(everything)
    with pytest.raises(error) as caught:
        run()
    assert purse.inside(everything) == before
    return caught.value


def test_what_units_are_worth_makes_the_balances(purse: Purse) -> None:
    assert purse.balances == {"Anna": -10, "Ben": 20, "Carla": -10}
    assert purse.plan == [("Anna", "Ben", 10), ("Carla", "Ben", 10)]
    purse.terms(unit=200)
    assert purse.balances == {"Anna": -400, "Ben": 800, "Carla": -400}


def test_another_way_of_paying_has_its_own_value(purse: Purse) -> None:
    purse.terms(match=200)
    assert not any(purse.balances.values())


def test_without_money_there_is_nothing_to_settle(purse: Purse) -> None:
    purse.terms(None)
    assert purse.books.currency is None
    assert purse.plan == []
    assert unchanged(purse, Conflict, lambda: purse.pay("Anna", "Ben", 5)).kind == "no money"


def test_paying_a_row_leaves_the_others(purse: Purse) -> None:
    number = purse.pay("Carla", "Ben", 10, whole=True)
    assert purse.balances == {"Anna": -10, "Ben": 10, "Carla": 0}
    assert purse.plan == [("Anna", "Ben", 10), ("Carla", "Ben", 0)]
    assert purse.books.kept
    assert purse.why == []
    purse.undo(number)
    assert purse.plan == [("Anna", "Ben", 10), ("Carla", "Ben", 10)]
    purse.pay("Anna", "Ben", 10, whole=True)
    purse.pay("Carla", "Ben", 10, whole=True)
    assert purse.books.settled
    purse.nothing_differs()


def test_part_of_a_row_leaves_the_rest_of_it(purse: Purse) -> None:
    purse.pay("Carla", "Ben", 4)
    assert purse.plan == [("Anna", "Ben", 10), ("Carla", "Ben", 6)]
    assert purse.books.kept
    purse.nothing_differs()


def reasons(purse: Purse, seat: Seating) -> dict[str, Callable[[], Any]]:
    return {
        "deal": lambda: seat.deal(purse.table, soloist=0),
        "value": lambda: purse.terms(unit=7),
        "cost": lambda: purse.bill(300, "Carla"),
        "payment": lambda: purse.pay("Ben", "Anna", 3),
        "banker": lambda: purse.terms(banker=purse.people["Dino"]),
    }


@pytest.mark.parametrize("reason", ["deal", "value", "cost", "payment", "banker"])
def test_a_new_plan_is_made_when_something_changes_and_says_why(
    purse: Purse, seat: Seating, reason: str
) -> None:
    purse.pay("Carla", "Ben", 10, whole=True)
    reasons(purse, seat)[reason]()
    assert not purse.books.kept
    assert purse.why == [reason]
    left = dict(purse.balances)
    for payer, payee, amount in purse.plan:
        left[payer] += amount
        left[payee] = left.get(payee, 0) - amount
    assert not any(left.values())
    purse.nothing_differs()


def test_a_deal_that_scores_nothing_makes_no_new_plan(purse: Purse, seat: Seating) -> None:
    purse.pay("Carla", "Ben", 10, whole=True)
    seat.deal(purse.table, bid="pass")
    assert purse.books.kept


def test_a_plan_that_was_looked_at_is_kept(purse: Purse, seat: Seating) -> None:
    purse.inside(money.keep, purse.actor, new_op_id(), purse.scope)
    assert purse.books.kept
    seat.deal(purse.table, soloist=0)
    assert purse.why == ["deal"]
    purse.nothing_differs()


def test_with_a_banker_all_pay_or_are_paid_by_him(purse: Purse) -> None:
    purse.terms(banker=purse.people["Dino"])
    assert purse.plan == [("Dino", "Ben", 20), ("Anna", "Dino", 10), ("Carla", "Dino", 10)]


@pytest.mark.parametrize(
    ("shared", "among", "shares"),
    [
        ("all", (), {"Anna": 334, "Ben": 333, "Carla": 333}),
        ("chosen", ("Ben", "Carla"), {"Ben": 500, "Carla": 500}),
        ("losers", (), {"Anna": 500, "Carla": 500}),
    ],
)
def test_a_bill_is_shared_as_it_is_said(
    purse: Purse, shared: str, among: tuple[str, ...], shares: dict[str, int]
) -> None:
    purse.bill(1000, "Dino", shared, *among)
    found = purse.books
    [share] = found.evenings[purse.table.sitting].shares()
    assert {found.persons[who].name: part for who, part in share.by_player.items()} == shares
    assert purse.balances["Dino"] == 1000


def test_when_nobody_lost_everybody_shares(
    inside: Inside, actor: Actor, people: dict[str, int], seat: Seating
) -> None:
    purse = Purse(inside, actor, people, seat("Anna", "Ben", "Carla"))
    purse.terms()
    purse.bill(301, "Anna", "losers")
    assert purse.balances == {"Anna": 200, "Ben": -100, "Carla": -100}


def test_without_values_the_losers_are_those_whose_payoffs_are_negative(purse: Purse) -> None:
    purse.terms(unit=0)
    purse.bill(100, "Ben", "losers")
    assert purse.balances == {"Anna": -50, "Ben": 100, "Carla": -50}


def test_a_bill_is_taken_back(purse: Purse) -> None:
    purse.bill(1000, "Dino")
    purse.inside(money.remove_cost, purse.actor, new_op_id(), purse.table.sitting, 1)
    assert purse.balances == {"Anna": -10, "Ben": 20, "Carla": -10}
    purse.nothing_differs()


def test_what_cannot_be_paid_is_refused_and_changes_nothing(
    purse: Purse, elsewhere: Seating
) -> None:
    field = [
        ("payee", lambda: purse.pay("Anna", "Anna", 5)),
        ("amount", lambda: purse.pay("Anna", "Ben", 0)),
        ("amount", lambda: purse.pay("Anna", "Ben", -5)),
        ("amount", lambda: purse.pay("Anna", "Ben", 10**9 + 1)),
        ("currency", lambda: purse.pay("Anna", "Ben", 5, currency="CHF")),
    ]
    for name, run in field:
        assert unchanged(purse, Refused, run).problems[0].field == name
    stranger = Paying(purse.people["Anna"], elsewhere.people["Ben"], 5, "EUR")
    pay = (purse.actor, new_op_id(), purse.scope, stranger)
    refused = unchanged(purse, Refused, lambda: purse.inside(money.pay, *pay))
    assert refused.problems[0].field == "payee"


def test_a_row_is_paid_once(purse: Purse) -> None:
    purse.pay("Carla", "Ben", 10, whole=True)
    again = unchanged(purse, Conflict, lambda: purse.pay("Carla", "Ben", 10, whole=True))
    assert again.kind == "paid"


def test_a_row_that_is_no_more_is_not_paid(purse: Purse, seat: Seating) -> None:
    seat.deal(purse.table)
    again = unchanged(purse, Conflict, lambda: purse.pay("Carla", "Ben", 10, whole=True))
    assert again.kind == "plan"


def test_the_same_tap_twice_is_one_payment(purse: Purse) -> None:
    paying = Paying(purse.people["Anna"], purse.people["Ben"], 10, "EUR", whole=True)
    tap = (purse.actor, new_op_id(), purse.scope, paying)
    assert purse.inside(money.pay, *tap) == purse.inside(money.pay, *tap)
    assert len(purse.books.account.payments) == 1


def test_a_payment_is_taken_back_once(purse: Purse) -> None:
    number = purse.pay("Anna", "Ben", 10)
    purse.undo(number)
    assert unchanged(purse, Conflict, lambda: purse.undo(number)).kind == "undone"
    unchanged(purse, NotFound, lambda: purse.undo(number + 1))
    assert len(purse.books.account.payments) == 1


def test_the_currency_stays_while_there_are_bills_or_payments(purse: Purse) -> None:
    number = purse.pay("Anna", "Ben", 10)
    assert unchanged(purse, Refused, lambda: purse.terms("JPY")).problems[0].field == "currency"
    purse.undo(number)
    purse.terms("JPY")
    assert purse.books.currency == "JPY"


def test_balances_that_do_not_sum_to_zero_are_refused_with_the_difference(purse: Purse) -> None:
    def damage() -> None:
        own = MatchResult.player_id == purse.people["Ben"]
        db.session.execute(update(MatchResult).where(own).values(payoff=5))
        db.session.commit()

    purse.inside(damage)
    assert purse.books.over == 5
    assert purse.plan == []
    refused = unchanged(purse, Refused, lambda: purse.pay("Anna", "Ben", 5))
    assert (refused.problems[0].field, refused.problems[0].came) == ("balances", 5)


def test_closing_freezes_and_reopening_shows_what_changed(purse: Purse, seat: Seating) -> None:
    early = purse.pay("Carla", "Ben", 10, whole=True)
    purse.inside(sittings.close, purse.actor, new_op_id(), purse.table.sitting)
    assert unchanged(purse, Conflict, lambda: purse.terms(unit=7)).kind == "closed"
    assert unchanged(purse, Conflict, lambda: purse.bill(5, "Anna")).kind == "closed"
    assert unchanged(purse, Conflict, lambda: purse.undo(early)).kind == "frozen"
    late = purse.pay("Anna", "Ben", 10, whole=True)
    assert purse.books.settled
    purse.undo(late)
    assert purse.books.changed_since == {}
    purse.inside(sittings.reopen, purse.actor, new_op_id(), purse.table.sitting)
    seat.deal(purse.table, soloist=0)
    ids = purse.people
    expected = {ids["Anna"]: 20, ids["Ben"]: -10, ids["Carla"]: -10}
    assert purse.books.changed_since == expected
    purse.undo(early)
    purse.nothing_differs()


@pytest.mark.parametrize("hours", [-1, 1])
def test_what_came_first_does_not_hang_on_the_clock(purse: Purse, hours: int) -> None:
    """A clock that was set meanwhile, or another server's; that it is closed twice is nothing."""

    def set_clock() -> None:
        moved = now() + datetime.timedelta(hours=hours)
        db.session.execute(update(Sitting).values(closed_at=moved))
        db.session.commit()

    close = partial(purse.inside, sittings.close, purse.actor)
    early = purse.pay("Carla", "Ben", 10, whole=True)
    close(new_op_id(), purse.table.sitting)
    purse.inside(set_clock)
    late = purse.pay("Anna", "Ben", 10, whole=True)
    close(new_op_id(), purse.table.sitting)
    assert unchanged(purse, Conflict, lambda: purse.undo(early)).kind == "frozen"
    purse.undo(late)
    purse.nothing_differs()


def test_a_correction_says_what_it_does_to_the_balances(purse: Purse) -> None:
    ids = purse.people
    payoffs = {ids["Anna"]: 8, ids["Ben"]: -4, ids["Carla"]: -4}
    where = (purse.table.club, purse.table.sitting, purse.table.match)
    currency, moved = purse.inside(money.difference, *where, payoffs)
    assert currency == "EUR"
    assert [(person.name, amount) for person, amount in moved] == [
        ("Anna", 50),
        ("Ben", -40),
        ("Carla", -10),
    ]
    same = {ids["Anna"]: -2, ids["Ben"]: 4, ids["Carla"]: -2}
    assert purse.inside(money.difference, *where, same) is None


def test_who_was_merged_or_retired_stays_with_his_balance(purse: Purse) -> None:
    inside, actor, ids = purse.inside, purse.actor, purse.people
    purse.pay("Anna", "Dino", 7)
    purse.bill(100, "Dino", "chosen", "Dino")
    inside(players.retire, actor, new_op_id(), ids["Ben"])
    inside(spellings.merge, actor, new_op_id(), ids["Dino"], ids["Ben"])
    assert purse.balances == {"Anna": -3, "Ben": 13, "Carla": -10}
    purse.nothing_differs()


def settle(purse: Purse, *tables: Table, currency: str = "EUR") -> int:
    chosen = [table.sitting for table in tables]
    return int(purse.inside(money.settle, purse.actor, new_op_id(), currency, chosen))


def test_a_season_settles_open_evenings_at_once(purse: Purse, seat: Seating) -> None:
    second = Purse(purse.inside, purse.actor, purse.people, seat("Anna", "Ben", "Carla"))
    seat.deal(second.table, soloist=0)
    second.terms()
    yen = Purse(purse.inside, purse.actor, purse.people, seat("Anna", "Ben", "Carla"))
    seat.deal(yen.table)
    yen.terms("JPY")
    purse.pay("Carla", "Ben", 10)
    opened = purse.inside(money.opened, purse.table.club)
    name = {key: who for who, key in purse.people.items()}
    said = {o.currency: {name[w]: a for w, a in o.balances.items()} for o in opened}
    assert said == {
        "EUR": {"Anna": 10, "Carla": -10},
        "JPY": {"Ben": 20, "Anna": -10, "Carla": -10},
    }
    number = settle(purse, purse.table, second.table)
    assert unchanged(purse, Conflict, lambda: settle(purse, second.table)).kind == "season"
    assert unchanged(purse, Conflict, lambda: settle(purse, yen.table)).kind == "season"
    assert unchanged(purse, Conflict, lambda: purse.pay("Anna", "Ben", 5)).kind == "season"
    scope = Scope(season=number)
    paying = Paying(purse.people["Carla"], purse.people["Anna"], 10, "EUR", whole=True)
    purse.inside(money.pay, purse.actor, new_op_id(), scope, paying)
    assert purse.inside(money.season, purse.table.club, number).settled
    [still] = purse.inside(money.opened, purse.table.club)
    assert still.currency == "JPY"
    purse.nothing_differs()
    seat.deal(second.table)  # what was settled is open again
    assert len(purse.inside(money.opened, purse.table.club)) == 2
    purse.nothing_differs()


def test_an_evening_of_another_club_is_not_there(purse: Purse, elsewhere: Seating) -> None:
    other = Purse(purse.inside, purse.actor, purse.people, elsewhere("Anna", "Ben", "Carla"))
    unchanged(purse, NotFound, other.terms)
    unchanged(purse, Conflict, lambda: settle(purse, other.table))
    unchanged(purse, NotFound, lambda: purse.inside(money.season, purse.table.club, 1))


def test_a_club_taken_along_keeps_its_money(purse: Purse, seat: Seating) -> None:
    walk_everything(purse, seat)
    content = clubfile.write(purse.inside(moving.club_document, purse.table.club))
    other = purse.inside(moving.bring, clubfile.read(content))
    assert clubfile.write(purse.inside(moving.club_document, other)) == content
    purse.nothing_differs()
    own, brought = (
        [(o.currency, sorted(o.balances.values())) for o in purse.inside(money.opened, club)]
        for club in (purse.table.club, other)
    )
    assert own == brought


def walk_everything(purse: Purse, seat: Seating) -> None:
    """Do one of each kind of operation."""
    second = Purse(purse.inside, purse.actor, purse.people, seat("Dino", "Ben", "Carla"))
    second.terms()
    seat.deal(second.table)
    purse.bill(1000, "Dino", "chosen", "Anna", "Ben")
    purse.bill(500, "Anna")
    purse.inside(money.remove_cost, purse.actor, new_op_id(), purse.table.sitting, 2)
    purse.undo(purse.pay("Anna", "Dino", 20))
    purse.pay("Carla", "Ben", 3)
    purse.inside(money.keep, purse.actor, new_op_id(), second.scope)
    purse.inside(sittings.close, purse.actor, new_op_id(), purse.table.sitting)
    number = settle(purse, purse.table, second.table)
    scope = Scope(season=number)
    purse.inside(money.keep, purse.actor, new_op_id(), scope)
    paying = Paying(purse.people["Carla"], purse.people["Anna"], 1, "EUR")
    paid = purse.inside(money.pay, purse.actor, new_op_id(), scope, paying)
    purse.inside(money.undo, purse.actor, new_op_id(), scope, paid)
    purse.nothing_differs()


def test_every_kind_leaves_one_event(purse: Purse, seat: Seating) -> None:
    walk_everything(purse, seat)
    kinds = [event.kind for event in purse.inside(events)]
    assert {k for k in kinds if k.startswith(("money.", "season."))} == {
        "money.terms",
        "money.cost",
        "money.plan",
        "money.pay",
        "money.undo",
        "season.settle",
        "season.plan",
        "season.pay",
        "season.undo",
    }


@pytest.mark.parametrize(
    ("table", "change", "told"),
    [
        ("payment", {"amount_minor": 9}, "account.payments"),
        ("value", {"value_minor": 9}, "account.values"),
        ("account", {"currency": "CHF"}, "account.currency"),
        ("account", {"settled_at": now()}, "account.settled_at"),
    ],
)
def test_a_check_tells_of_money_that_is_not_as_its_events_left_it(
    purse: Purse, table: str, change: dict[str, Any], told: str
) -> None:
    purse.pay("Carla", "Ben", 10, whole=True)
    purse.nothing_differs()

    def damage() -> None:
        db.session.execute(update(db.metadata.tables[table]).values(change))
        db.session.commit()

    purse.inside(damage)
    found = [str(one) for one in purse.inside(checking.check).differences]
    assert found
    assert told in found[0]


def pay_all(purse: Purse) -> None:
    for payer, payee, left in purse.plan:
        purse.pay(payer, payee, left, whole=True)
    assert is_settled(purse)


def is_open(purse: Purse) -> bool:
    found = purse.inside(money.opened, purse.table.club)
    return purse.table.sitting in {item.sitting for one in found for item in one.items}


def is_settled(purse: Purse) -> bool:
    def ask() -> set[int]:
        club = purse.table.club
        return money.settled(club, [purse.table.sitting], money.opened(club))

    return purse.table.sitting in purse.inside(ask)


def test_a_payment_taken_back_in_an_evening_opens_its_season_again(purse: Purse) -> None:
    early = purse.pay("Carla", "Ben", 4)
    purse.scope = Scope(season=settle(purse, purse.table))
    purse.pay("Anna", "Ben", 10)
    purse.pay("Carla", "Ben", 6)
    assert is_settled(purse)
    assert purse.inside(money.opened, purse.table.club) == []
    purse.scope = Scope(sitting=purse.table.sitting)
    purse.undo(early)
    [found] = purse.inside(money.opened, purse.table.club)
    assert found.balances == {purse.people["Ben"]: 4, purse.people["Carla"]: -4}
    assert not is_settled(purse)
    purse.nothing_differs()


def add_spelling(purse: Purse, name: str) -> None:
    purse.people[name] = purse.inside(players.add, purse.actor, new_op_id(), name)


def merge(purse: Purse, spelling: str, into: str) -> None:
    pair = purse.people[spelling], purse.people[into]
    purse.inside(spellings.merge, purse.actor, new_op_id(), *pair)


def test_who_shares_a_bill_twice_opens_it_again_when_he_becomes_one_person(purse: Purse) -> None:
    add_spelling(purse, "Deano")
    purse.bill(300, "Ben", "chosen", "Ben", "Dino", "Deano")
    pay_all(purse)
    merge(purse, "Deano", "Dino")
    assert purse.balances == {"Anna": 0, "Ben": -50, "Carla": 0, "Dino": 50}
    assert is_open(purse)
    purse.nothing_differs()


def test_the_rows_of_two_spellings_are_paid_one_by_one(purse: Purse) -> None:
    add_spelling(purse, "Deano")
    purse.bill(1000, "Ben", "chosen", "Dino")
    purse.bill(500, "Ben", "chosen", "Deano")
    purse.inside(money.keep, purse.actor, new_op_id(), purse.scope)
    merge(purse, "Deano", "Dino")
    assert purse.plan[:2] == [("Dino", "Ben", 1000), ("Dino", "Ben", 500)]
    pay_all(purse)
    assert len(purse.books.account.plans) == 1
    purse.nothing_differs()


def test_other_seats_share_a_cent_otherwise_and_open_the_evening_again(
    purse: Purse, seat: Seating
) -> None:
    purse.table = seat("Anna", "Ben", "Carla")
    purse.scope = Scope(sitting=purse.table.sitting)
    purse.terms()
    purse.bill(100, "Dino")
    pay_all(purse)
    turned = tuple(purse.people[name] for name in ("Ben", "Anna", "Carla"))
    setup = match_corrections.SetUp(turned, {}, 0)
    correct = (purse.actor, new_op_id(), purse.table.match, setup)
    purse.inside(match_corrections.correct, *correct, version=1)
    assert purse.balances == {"Ben": -1, "Anna": 1, "Carla": 0, "Dino": 0}
    assert is_open(purse)
    purse.nothing_differs()


def test_what_is_undone_leaves_the_evening_settled(purse: Purse, seat: Seating) -> None:
    pay_all(purse)
    deal = seat.deal(purse.table)
    assert not is_settled(purse)
    purse.inside(deals.undo, purse.actor, new_op_id(), purse.table.match, deal)
    assert is_settled(purse)
    assert not is_open(purse)


def test_a_bill_never_has_the_number_of_one_that_was_taken_back(purse: Purse) -> None:
    remove = (money.remove_cost, purse.actor)
    purse.bill(1000, "Dino")
    purse.inside(*remove, new_op_id(), purse.table.sitting, 1)
    purse.bill(700, "Dino")
    # A page that still shows the first bill takes back nothing else.
    late = (*remove, new_op_id(), purse.table.sitting, 1)
    unchanged(purse, NotFound, lambda: purse.inside(*late))
    purse.nothing_differs()


def test_a_payment_that_a_page_does_not_know_yet_is_not_recorded_again(
    purse: Purse, seat: Seating
) -> None:
    purse.pay("Carla", "Ben", 10, whole=True, seen=0)
    seat.deal(purse.table)  # Carla owes just as much again
    for whole in (True, False):
        run = partial(purse.pay, "Carla", "Ben", 10, whole=whole, seen=0)
        assert unchanged(purse, Conflict, run).kind == "paid"
    purse.pay("Carla", "Ben", 10, whole=True, seen=1)
    assert purse.balances["Carla"] == 0
