"""What the pages show that settle: the books of an evening or a season, in words and as a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from flask import render_template

from ..currencies import plain
from ..entry import N_, Refused
from ..forms import PayForm
from ..share import Cell
from ..share import file_name as named_file
from ..store import matches, money, players, sittings
from ..store.errors import Conflict, NotFound, OpReused
from ..store.money import Books, Scope
from ..store.operations import new_op_id
from ..store.sittings import Evening
from ..summary import settlement_text
from ..words import translated
from .explaining import Line, of_evening, of_season
from .guard import member
from .refusing import ready, say_why

WHY: Final = {
    "deal": N_("a deal was recorded or corrected"),
    "value": N_("what is played for was changed"),
    "cost": N_("a bill was added or taken back"),
    "payment": N_("another payment was recorded"),
    "undone": N_("an earlier payment was taken back"),
    "banker": N_("another banker was chosen, or none"),
    "person": N_("two spellings became one person"),
}
CONFLICTS: Final = {
    "paid": N_("Not recorded again: this was paid already."),
    "plan": N_("Not recorded: the balances have changed meanwhile. This is who pays whom now."),
    "undone": N_("This payment was taken back already."),
    "frozen": N_("This evening is closed, and this payment was before. Reopen the evening first."),
    "season": N_("This evening is settled together with others: record the payment there."),
    "no money": N_("This evening is played without money."),
    "closed": N_("This evening is closed: reopen it to change what is played for, and bills."),
}
COLUMNS: Final = ("what", "at", "name", "to", "amount", "currency", "note")


@dataclass
class Reckoning:
    """The books as pages show them."""

    scope: Scope
    books: Books

    @cached_property
    def evening(self) -> Evening | None:
        """Return the evening, None for a season."""
        sitting = self.scope.sitting
        return None if sitting is None else sittings.one(member().club, sitting)

    @cached_property
    def evenings(self) -> list[Evening]:
        """Return the evenings of a season, oldest first."""
        return [sittings.one(member().club, sitting) for sitting in self.books.evenings]

    def html(self, form: PayForm, **said: Any) -> str:
        """Return the page."""
        books = self.books
        ready(form)
        return render_template(
            "settling/show.html",
            found=self,
            books=books,
            form=form,
            why=[translated(WHY[reason]) for reason in money.why(member().club, books)],
            everybody=players.everybody(member().club),
            text=settlement_text(books),
            new_op_id=new_op_id,
            **said,
        )

    def refused(self, form: PayForm, why: Refused | Conflict | OpReused) -> tuple[str, int]:
        """Return the page as it is now, with the input kept and what stands against it."""
        fresh = of(self.scope)
        if isinstance(why, Conflict):
            notice = translated(CONFLICTS[why.kind])
            return fresh.html(PayForm(None), notice=notice), 409
        say_why(form, why)
        return fresh.html(form), 422

    def explained(self, player: int) -> str:
        """Return the page that says where a balance comes from."""
        club, books = member().club, self.books
        lines: list[Line]
        if self.scope.sitting is None:
            lines = of_season(books, self.evenings, player)
        else:
            kept = {
                one.id: matches.load(club, one.id)
                for one in books.played[self.scope.sitting]
                if player in one.payoffs
            }
            lines = of_evening(books, self.scope.sitting, kept, player)
        return render_template(
            "settling/player.html", found=self, books=books, player=player, lines=lines
        )

    @property
    def file_name(self) -> str:
        """Return what the file of the table is called."""
        if self.evening is not None:
            return named_file(self.evening.date, "csv").replace("evening", "settlement")
        return f"season-{self.scope.season}-settlement.csv"

    def table(self) -> list[list[Cell]]:
        """Return balances, bills and payments below a line with the names of the columns."""
        return [list(COLUMNS), *(self._lines() if self.books.currency else ())]

    def _lines(self) -> Iterator[list[Cell]]:
        books, line = self.books, self._line
        for evening in self._dated():
            at, money_of = evening.date.isoformat(), books.evenings[evening.id]
            for who, minor in money_of.played().items():
                yield line("played", at, who, minor)
            for cost in money_of.costs:
                yield line("bill", at, cost.payer, cost.amount, note=cost.what)
        for one in books.account.payments:
            what = "payment taken back" if one.undone else "payment"
            at = f"{books.seen[one.number].at.isoformat(timespec='seconds')}Z"
            yield line(what, at, one.payer, one.amount, one.payee)
        for who, minor in books.balances.items():
            yield line("balance", None, who, minor)
        for row in books.plan:
            if row.left:
                yield line("to pay", None, row.payer, row.left, row.payee)

    def _line(
        self, what: str, at: Cell, who: int, minor: int, to: int | None = None, note: Cell = None
    ) -> list[Cell]:
        persons, currency = self.books.persons, self.books.currency or ""
        other = None if to is None else persons[to].name
        return [what, at, persons[who].name, other, plain(minor, currency), currency, note]

    def _dated(self) -> list[Evening]:
        return self.evenings if self.evening is None else [self.evening]


def of(scope: Scope) -> Reckoning:
    """Return the books of an evening or a season of the club in the address."""
    club = member().club
    if scope.season is not None:
        return Reckoning(scope, money.season(club, scope.season))
    if scope.sitting is None:
        raise NotFound
    return Reckoning(scope, money.evening(club, scope.sitting))
