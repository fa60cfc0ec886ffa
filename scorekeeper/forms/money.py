"""The forms of money: what an evening is played for, a bill, a payment, evenings to settle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from wtforms import BooleanField, HiddenField, StringField

from .. import entry
from ..currencies import digits, known, plain
from ..entry import N_, Problem, Refused
from ..ledger import ALL, CHOSEN
from .base import Form, SeveralField

NO_MONEY: Final = "none"
Way = tuple[str, str]


def minor(text: Any, currency: str, field: str) -> int:
    """Return an amount that was typed in minor units, or raise `Refused` naming the field."""
    places = digits(currency)
    found = entry.amount(text or "", places)
    if found is None:
        say = (
            N_("Write an amount such as %(one)s or %(other)s.")
            if places
            else N_("Write an amount without a point or comma, such as %(one)s.")
        )
        one = plain(5, currency)
        values = {"one": one, "other": one.replace(".", ",")}
        raise Refused(Problem(field, f"an amount in {currency}", text, say, values))
    return found


def chosen(text: Any, field: str) -> int:
    """Return the player that was chosen, or raise `Refused` naming the field."""
    found = entry.row_id(text)
    if not found:
        say = N_("Choose a player.")
        raise Refused(Problem(field, "a player", text, say))
    return found


def ids(field: Any) -> list[int]:
    """Return the ids that were ticked; whose they are is for the store to see."""
    found = (entry.row_id(text) for text in field.data or ())
    return [number for number in found if number]


class ThroughForm(Form):
    """A form that may name a banker."""

    banker = StringField()

    def through(self) -> int | None:
        """Return the banker, if there is one, or raise `Refused`."""
        return chosen(self.banker.data, "banker") if self.banker.data else None


class TermsForm(ThroughForm):
    """Currency, what a unit of each game is worth, a banker; `seen` is what stood there before."""

    seen = HiddenField()
    currency = StringField()
    other = StringField()

    ways: Sequence[Way] = ()

    def chosen_currency(self) -> str | None:
        """Return the currency, None for an evening without money, or raise `Refused`."""
        text = (self.other.data or "").strip() or (self.currency.data or "")
        if text == NO_MONEY:
            return None
        if not known(text.upper()):
            say = N_("Choose a currency, or write its three letters, such as PLN.")
            raise Refused(Problem("other", "a currency's three letters", text, say))
        return text.upper()

    def values(self, currency: str | None) -> dict[Way, int]:
        """Return what units are worth in minor units; what is empty is worth nothing."""
        found: dict[Way, int] = {}
        wrong: list[Problem] = []
        for game, way in self.ways if currency is not None else ():
            text = self[f"{way}_{game}"].data
            try:
                worth = minor(text, currency or "", f"{way}_{game}") if text else 0
            except Refused as refused:
                wrong += refused.problems
            else:
                found[game, way] = worth
        if wrong:
            raise Refused(*wrong)
        return found


def terms_form(ways: Sequence[Way], data: Any, filled: Mapping[str, Any]) -> TermsForm:
    """Return the form with a field for each game and way of paying."""
    fields = {f"{way}_{game}": StringField() for game, way in ways}
    form: TermsForm = type("TermsForm", (TermsForm,), fields)(data, data=dict(filled))
    form.ways = ways
    return form


class CostForm(Form):
    """A bill: what for, how much, who paid, who shares it."""

    what = StringField()
    amount = StringField()
    payer = StringField()
    shared = StringField(default=ALL)
    players = SeveralField()

    def among(self) -> list[int]:
        """Return those who were chosen to share it, where some are."""
        return ids(self.players) if self.shared.data == CHOSEN else []


class PayForm(Form):
    """A payment; `whole` says that it is all that is left of a row of the plan.

    `seen` is the number of the newest payment when the page was made.
    """

    payer = StringField()
    payee = StringField()
    amount = StringField()
    currency = HiddenField()
    whole = BooleanField()
    seen = HiddenField()


class SeasonForm(ThroughForm):
    """Evenings that are to be settled together."""

    currency = HiddenField()
    sittings = SeveralField()

    def evenings(self) -> list[int]:
        """Return the evenings that were ticked."""
        return ids(self.sittings)
