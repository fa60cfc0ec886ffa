"""What an evening is played for, and its bills: shown, changed while the evening is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from ..currencies import COMMON, DEFAULT, typed
from ..entry import Refused
from ..forms import NO_MONEY, CostForm, Form, TermsForm, chosen, minor, terms_form
from ..store import money, players
from ..store.errors import Conflict, NotFound, OpReused
from ..store.money import Books, Scope
from ..store.operations import new_op_id
from ..words import translated
from . import reckoning
from .guard import MEMBERS, SCORERS, actor, allow, member
from .reckoning import Reckoning
from .refusing import op_id_of, ready, say_why

bp = Blueprint("terms", __name__, url_prefix="/clubs/<id:club>/sittings/<id:sitting>/settle")


@bp.get("/terms")
@allow(SCORERS)
def ask(sitting: int) -> Any:
    """Ask for the currency, what units are worth, and a banker."""
    found = reckoning.of(Scope(sitting))
    return _terms_page(found, _terms_form(found.books, None))


@bp.post("/terms")
@allow(SCORERS, writes=True)
def save(sitting: int) -> Any:
    """Save them."""
    found = reckoning.of(Scope(sitting))
    form = _terms_form(found.books, request.form)

    def change(op_id: str) -> None:
        currency = form.chosen_currency()
        values, banker = form.values(currency), form.through()
        seen = form.seen.data or ""
        money.set_terms(actor(), op_id, sitting, currency, values, banker, seen=seen)

    if refused := _refused(form, change):
        return _terms_page(found, form), refused
    where = "sittings.show" if form.currency.data == NO_MONEY else "settling.show"
    return redirect(url_for(where, sitting=sitting), 303)


@bp.get("/bills")
@allow(MEMBERS)
def bills(sitting: int) -> Any:
    """Show the bills of an evening, and offer to add one."""
    return _bills_page(_with_money(sitting), CostForm(None))


@bp.post("/bills")
@allow(SCORERS, writes=True)
def add(sitting: int) -> Any:
    """Add a bill."""
    found, form = _with_money(sitting), CostForm(request.form)

    def change(op_id: str) -> None:
        amount = minor(form.amount.data, found.books.currency or DEFAULT, "amount")
        payer, shared = chosen(form.payer.data, "payer"), form.shared.data or ""
        bill = (form.what.data or "", amount, payer, shared, form.among())
        money.add_cost(actor(), op_id, sitting, *bill)

    if refused := _refused(form, change):
        return _bills_page(found, form), refused
    return redirect(url_for(".bills", sitting=sitting), 303)


@bp.post("/bills/<id:number>/remove")
@allow(SCORERS, writes=True)
def remove(sitting: int, number: int) -> Any:
    """Take a bill back."""
    found, form = _with_money(sitting), CostForm(request.form)
    if refused := _refused(form, lambda op: money.remove_cost(actor(), op, sitting, number)):
        return _bills_page(found, form), refused
    return redirect(url_for(".bills", sitting=sitting), 303)


@bp.get("/bills/<id:number>/remove")
@allow(MEMBERS)
def back(sitting: int, number: int) -> Any:
    """Lead a browser that asks again for the address of a form to the page."""
    del number
    _with_money(sitting)
    return redirect(url_for(".bills", sitting=sitting))


def _with_money(sitting: int) -> Reckoning:
    found = reckoning.of(Scope(sitting))
    if found.books.currency is None:
        raise NotFound
    return found


def _refused(form: Form, change: Callable[[str], None]) -> int:
    """Run a change; return 0 where it was saved, else the status of the page that says why not."""
    try:
        change(op_id_of(form))
    except (Refused, OpReused) as why:
        say_why(form, why)
        return 422
    except Conflict as conflict:
        form.op_id.data = new_op_id()
        if conflict.kind != "terms":  # the page tells what stands there now
            form.form_errors.append(translated(reckoning.CONFLICTS[conflict.kind]))
        return 409
    return 0


def _terms_form(books: Books, data: Any) -> TermsForm:
    """Return the form, filled with what is, or with what the last evening was played for."""
    account = books.account
    if account.currency is None:
        account = money.latest(member().club) or account
    currency = books.currency or account.currency
    ways = list(dict.fromkeys((m.game, m.way) for m in books.played[books.sitting or 0]))
    filled: dict[str, Any] = {"currency": currency or NO_MONEY, "banker": account.banker}
    filled["seen"] = money.standing(books.account)
    if currency not in (None, *COMMON):
        filled |= {"currency": "", "other": currency}
    for game, way, value in account.values:
        filled[f"{way}_{game}"] = typed(value, currency or DEFAULT)
    return terms_form(ways, data, filled)


def _terms_page(found: Reckoning, form: TermsForm) -> str:
    """Return the page; what was changed since it was made is told once."""
    now = money.standing(found.books.account)
    theirs, form.seen.data = form.seen.data != now, now
    return _page("settling/terms.html", found, form, theirs=theirs)


def _bills_page(found: Reckoning, form: CostForm) -> str:
    return _page("settling/bills.html", found, form)


def _page(name: str, found: Reckoning, form: Form, **said: bool) -> str:
    ready(form)
    return render_template(
        name,
        found=found,
        books=found.books,
        form=form,
        everybody=players.everybody(member().club),
        new_op_id=new_op_id,
        **said,
    )
