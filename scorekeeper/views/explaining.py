"""Where a balance comes from, line by line: deals, matches that pay as a whole, bills, payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from flask import url_for
from flask_babel import gettext as _

from ..days import evening_title
from ..store.matches import Kept
from ..store.money import Books
from ..store.sittings import Evening
from ..summary import match_title
from ..words import played, shortened, signed


class Line(NamedTuple):
    """What somebody is up or down by, and where it is to be seen; a headline has no amount."""

    text: str
    amount: int | None = None
    units: str = ""
    address: str = ""


def of_evening(books: Books, sitting: int, kept: Mapping[int, Kept], player: int) -> list[Line]:
    """Return the lines of an evening's balance."""
    values = {(game, way): value for game, way, value in books.account.values}
    lines: list[Line] = []
    for match in books.played[sitting]:
        if player in match.payoffs:
            value = values.get((match.game, match.way), 0)
            lines += _match(kept[match.id], player, match.payoffs[player], value)
    return [*lines, *_bills(books, sitting, player), *_payments(books, player)]


def _match(kept: Kept, player: int, payoff: int, value: int) -> Iterator[Line]:
    address = url_for("deals.new", match=kept.id)
    seat, names = kept.players.index(player), shortened(kept.names)
    paid = [row.result.paid[seat] for row in kept.scored.rows]
    if sum(paid) != payoff:
        # The match pays as a whole: its deals pay nothing by themselves.
        yield Line(match_title(kept), payoff * value, signed(payoff), address)
        return
    yield Line(match_title(kept), None, "", address)
    for row, units, deal in zip(kept.scored.rows, paid, kept.deals, strict=True):
        if units:
            text = f"{row.number}. {played(row, names)}"
            where = url_for("corrections.edit", match=kept.id, deal=deal.id)
            yield Line(text, units * value, signed(units), where)


def _bills(books: Books, sitting: int, player: int) -> Iterator[Line]:
    for share in books.evenings[sitting].shares():
        cost, part = share.cost, share.by_player.get(player)
        if cost.payer == player:
            yield Line(_("%(what)s: paid", what=cost.what), cost.amount)
        if part:
            count = len(share.by_player)
            text = _("%(what)s: a share of %(count)s", what=cost.what, count=count)
            yield Line(text, -part)


def _payments(books: Books, player: int) -> Iterator[Line]:
    name = {key: person.name for key, person in books.persons.items()}
    for one in books.account.payments:
        payer, payee = books.persons[one.payer].id, books.persons[one.payee].id
        if one.undone or payer == payee:
            continue
        if payer == player:
            yield Line(_("Paid to %(name)s", name=name[payee]), one.amount)
        if payee == player:
            yield Line(_("Paid by %(name)s", name=name[payer]), -one.amount)


def of_season(books: Books, evenings: Sequence[Evening], player: int) -> list[Line]:
    """Return the lines of a season's balance: an evening each, then payments."""
    lines = []
    for evening in evenings:
        amount = books.evenings[evening.id].balances().get(player)
        if amount is not None:
            where = url_for("settling.player", sitting=evening.id, player=player)
            lines.append(Line(evening_title(evening), amount, "", where))
    return [*lines, *_payments(books, player)]
