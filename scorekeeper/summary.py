"""A match and an evening as plain text, to be copied into a message."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _

from .answered import unusual
from .currencies import money, signed_money
from .days import evening_in_full
from .scoring import Match, Row
from .words import (
    by_side,
    ending,
    gains,
    game_name,
    listing,
    match_totals,
    minus,
    named,
    played,
    signed,
)


def evening_text(evening: Any) -> str:
    """Return what an evening came to: its matches, one a line, and the sum."""
    lines = [evening_in_full(evening)]
    mixed = len(evening.games) > 1
    for number, match in enumerate(evening.matches, start=1):
        totals = ", ".join(f"{who} {minus(total)}" for who, total in match_totals(match))
        name = _("Match %(number)s", number=number)
        line = f"{name}, {game_name(match.game)}: {totals}" if mixed else f"{name}: {totals}"
        lines.append(f"{line}. {_won(match.winners)}" if match.winners else line)
    for game in evening.games:
        sums = ", ".join(f"{name} {signed(number)}" for name, number in evening.sums(game))
        name = _("Sum of %(game)s", game=game_name(game)) if mixed else _("Sum")
        lines.append(f"{name}: {sums}")
    return "\n".join([*lines, ""])


def match_text(kept: Any) -> str:
    """Return a match: its deals, one a line, and how it stands."""
    standing, names = kept.scored.standing, kept.names
    sides = by_side(kept.match.game.sides(len(names)), names, kept.scored.totals)
    totals = ", ".join(f"{who} {minus(total)}" for who, total in sides)
    return "\n".join(
        [
            evening_in_full(kept),
            match_title(kept),
            *filter(None, [unusual(kept.match, end=False)]),
            *(_deal(kept.match, row, names) for row in kept.scored.rows),
            f"{_('Total')}: {totals}",
            *([_won(named(standing.winners, names))] if standing.finished else []),
            "",
        ]
    )


def match_title(kept: Any) -> str:
    """Return what a match is called: *Match 2: Calabresella, to 21*."""
    rules, values = kept.match.rules, {"number": kept.number, "game": kept.match.game.name}
    if any(getattr(rules, key) for key in rules.endings):
        return str(_("Match %(number)s: %(game)s, %(end)s", end=ending(rules), **values))
    return str(_("Match %(number)s: %(game)s", **values))


def _won(names: list[str]) -> str:
    return str(_("Won by %(names)s", names=listing(names)))


def _deal(match: Match, row: Row, names: tuple[str, ...]) -> str:
    result = row.result
    what = f"{played(row, names)}, {result.sweep}" if result.sweep else played(row, names)
    gained = [(who, number) for who, number in gains(match, result, names) if number]
    scores = ", ".join(f"{who} {signed(number)}" for who, number in gained)
    line = f"{row.number}. {what}: {scores}" if scores else f"{row.number}. {what}"
    return f"{line} ({row.facts['note']})" if row.facts.get("note") else line


def settlement_text(books: Any) -> str:
    """Return who is up or down and who pays whom; nothing where nothing is paid for."""
    if books.currency is None:
        return ""
    name = {key: person.name for key, person in books.persons.items()}
    sums = [
        f"{name[who]} {signed_money(amount, books.currency)}"
        for who, amount in books.balances.items()
    ]
    lines = [f"{_('Balances')}: {', '.join(sums)}"]
    for row in books.plan:
        values = {"payer": name[row.payer], "payee": name[row.payee]}
        if row.left:
            amount = money(row.left, books.currency)
            lines.append(_("%(payer)s pays %(payee)s %(amount)s", amount=amount, **values))
        else:
            amount = money(row.amount, books.currency)
            lines.append(_("%(payer)s paid %(payee)s %(amount)s", amount=amount, **values))
    if books.settled:
        lines.append(_("Everything is settled."))
    return "\n".join([*lines, ""])
