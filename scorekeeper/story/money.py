"""Events of money in words."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _

from ..currencies import money
from ..store.history import Entry
from ..words import game_name, listing
from .telling import Names, Told, line, people


def terms(entry: Entry, names: Names) -> Told:
    """Return what an evening is played for, and what it was played for before."""
    before, after = entry.before, entry.after
    if after["currency"] is None:
        return Told(str(_("Played without money")))
    more = [_worth(value, after["currency"]) for value in after["values"]]
    if after["banker"] is not None:
        more.append(line(str(_("Banker")), names.get(after["banker"], "?")))
    was = [_worth(value, before["currency"]) for value in before["values"]]
    if was and was != more:
        more.append(str(_("before: %(old)s", old=", ".join(was))))
    return Told(str(_("Played for money, in %(currency)s", currency=after["currency"])), (*more,))


def _worth(value: Any, currency: str) -> str:
    worth = money(value["value"], currency)
    if value["way"] == "match":
        return str(_("%(game)s, a match: %(worth)s", game=game_name(value["game"]), worth=worth))
    return str(_("%(game)s, a unit: %(worth)s", game=game_name(value["game"]), worth=worth))


def cost(entry: Entry, names: Names) -> Told:
    """Return that a bill was added or taken back, who paid it and who shares it."""
    said = entry.after or entry.before
    text = _(
        "%(what)s: %(name)s paid %(amount)s",
        what=said["what"],
        name=names.get(said["payer"], "?"),
        amount=money(said["amount"], said["currency"]),
    )
    if entry.after is None:
        return Told(str(_("Bill taken back: %(bill)s", bill=text)))
    shared = {
        "all": _("shared by all"),
        "losers": _("shared by those who lost"),
        "chosen": _("shared by %(names)s", names=listing(people(said["players"], names))),
    }
    return Told(str(text), (str(shared[said["shared"]]),))


def plan(entry: Entry, names: Names) -> Told:
    """Return that a plan of who pays whom was kept."""
    count = len(entry.after["plan"])
    del names
    return Told(str(_("Who pays whom was worked out; payments: %(count)s", count=count)))


def pay(entry: Entry, names: Names) -> Told:
    """Return who paid whom how much."""
    return Told(_paid(entry.after, names))


def undo(entry: Entry, names: Names) -> Told:
    """Return which payment was taken back."""
    return Told(str(_("Taken back: %(payment)s", payment=_paid(entry.before, names))))


def _paid(said: Any, names: Names) -> str:
    return str(
        _(
            "%(payer)s paid %(payee)s %(amount)s",
            payer=names.get(said["payer"], "?"),
            payee=names.get(said["payee"], "?"),
            amount=money(said["amount"], said["currency"]),
        )
    )


def settle(entry: Entry, names: Names) -> Told:
    """Return that several evenings are settled together."""
    del names
    count = len(entry.after["sittings"])
    return Told(str(_("Evenings settled together: %(count)s", count=count)))
