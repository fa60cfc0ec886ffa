"""Settle an evening or several: balances, who pays whom, payments. Values and bills are `terms`."""

from __future__ import annotations

import contextlib
from typing import Any

from flask import Blueprint, redirect, request, url_for

from .. import entry, share
from ..entry import Refused
from ..forms import PayForm, chosen, minor
from ..store import money
from ..store.errors import Conflict, NotFound, OpReused
from ..store.money import Paying, Scope
from . import reckoning
from .guard import MEMBERS, SCORERS, actor, allow, may_write, member
from .refusing import op_id_of
from .sharing import attachment, separator_asked

bp = Blueprint("settling", __name__, url_prefix="/clubs/<id:club>")


@bp.get("/sittings/<id:sitting>/settle")
@bp.get("/seasons/<id:season>")
@allow(MEMBERS)
def show(sitting: int | None = None, season: int | None = None) -> Any:
    """Show who is up or down, and who pays whom."""
    found = reckoning.of(Scope(sitting, season))
    if found.books.currency is None and may_write():
        return redirect(url_for("terms.ask", sitting=sitting))
    return found.html(PayForm(None))


@bp.post("/sittings/<id:sitting>/settle")
@bp.post("/seasons/<id:season>")
@allow(SCORERS, writes=True)
def keep(sitting: int | None = None, season: int | None = None) -> Any:
    """Keep the plan that stands, and show it."""
    scope = Scope(sitting, season)
    reckoning.of(scope)
    # What cannot be kept, or was already, is shown all the same.
    with contextlib.suppress(Conflict, Refused, OpReused):
        money.keep(actor(), request.form.get("op_id", ""), scope)
    return redirect(_page(scope), 303)


@bp.post("/sittings/<id:sitting>/settle/payments")
@bp.post("/seasons/<id:season>/payments")
@allow(SCORERS, writes=True)
def pay(sitting: int | None = None, season: int | None = None) -> Any:
    """Record a payment: of a row of the plan with one tap, or any other."""
    scope, form = Scope(sitting, season), PayForm(request.form)
    found = reckoning.of(scope)
    try:
        op_id = op_id_of(form)
        money.pay(actor(), op_id, scope, _paying(form, found.books.currency or ""))
    except (Refused, Conflict, OpReused) as why:
        return found.refused(form, why)
    return redirect(_page(scope), 303)


def _paying(form: PayForm, currency: str) -> Paying:
    payer, payee = chosen(form.payer.data, "payer"), chosen(form.payee.data, "payee")
    amount = minor(form.amount.data, currency or "EUR", "amount")
    seen = entry.number(form.seen.data or "")
    return Paying(payer, payee, amount, form.currency.data or "", bool(form.whole.data), seen)


@bp.post("/payments/<id:number>/undo")
@allow(SCORERS, writes=True)
def undo(number: int) -> Any:
    """Take a payment back."""
    scope, form = money.scope_of(member().club, number), PayForm(request.form)
    found = reckoning.of(scope)
    try:
        money.undo(actor(), op_id_of(form), scope, number)
    except (Refused, Conflict, OpReused) as why:
        return found.refused(form, why)
    return redirect(_page(scope), 303)


@bp.get("/payments/<id:number>/undo")
@bp.get("/sittings/<id:sitting>/settle/payments")
@bp.get("/seasons/<id:season>/payments")
@allow(MEMBERS)
def back(number: int = 0, sitting: int | None = None, season: int | None = None) -> Any:
    """Lead a browser that asks again for the address of a form to the page."""
    scope = money.scope_of(member().club, number) if number else Scope(sitting, season)
    return redirect(_page(reckoning.of(scope).scope))


@bp.get("/sittings/<id:sitting>/settle/players/<id:player>")
@bp.get("/seasons/<id:season>/players/<id:player>")
@allow(MEMBERS)
def player(player: int, sitting: int | None = None, season: int | None = None) -> Any:
    """Show where somebody's balance comes from, deal by deal."""
    found = reckoning.of(Scope(sitting, season))
    if player not in found.books.balances:
        raise NotFound
    return found.explained(player)


@bp.get("/sittings/<id:sitting>/settle.csv")
@bp.get("/seasons/<id:season>/settle.csv")
@allow(MEMBERS)
def table(sitting: int | None = None, season: int | None = None) -> Any:
    """Return balances, bills and payments as a table."""
    found = reckoning.of(Scope(sitting, season))
    separator, bom = separator_asked()
    body = share.csv_file(found.table(), separator, bom=bom)
    return attachment(body, found.file_name, "text/csv; charset=utf-8")


def _page(scope: Scope) -> str:
    return url_for("settling.show", sitting=scope.sitting, season=scope.season)
