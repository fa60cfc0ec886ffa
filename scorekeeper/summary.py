"""A match and an evening as plain text, to be copied into a message."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _

from .scoring import Row
from .words import day, evening_title, listing, minus, named, played, signed, soloist_first


def evening_text(evening: Any) -> str:
    """Return what an evening came to: its matches, one a line, and the sum."""
    lines = [_headline(evening)]
    for number, match in enumerate(evening.matches, start=1):
        totals = ", ".join(f"{line.name} {minus(line.total)}" for line in match.lines)
        line = _("Match %(number)s", number=number) + f": {totals}"
        lines.append(f"{line}. {_won(match.winners)}" if match.winners else line)
    sums = ", ".join(f"{name} {signed(number)}" for name, number in evening.sums)
    return "\n".join([*lines, _("Sum") + f": {sums}", ""])


def match_text(kept: Any) -> str:
    """Return a match: its deals, one a line, and how it stands."""
    standing, names = kept.scored.standing, kept.names
    totals = ", ".join(f"{n} {minus(t)}" for n, t in zip(names, kept.scored.totals, strict=True))
    return "\n".join(
        [
            _headline(kept),
            match_title(kept),
            *(_deal(row, names) for row in kept.scored.rows),
            f"{_('Total')}: {totals}",
            *([_won(named(standing.winners, names))] if standing.finished else []),
            "",
        ]
    )


def match_title(kept: Any) -> str:
    """Return what a match is called: *Match 2: Calabresella, to 21*."""
    rules, values = kept.match.rules, {"number": kept.number, "game": kept.match.game.name}
    if getattr(rules, "target", None):
        return str(_("Match %(number)s: %(game)s, to %(goal)s", goal=rules.target, **values))
    if getattr(rules, "deals", None):
        return str(_("Match %(number)s: %(game)s, %(deals)s deals", deals=rules.deals, **values))
    return str(_("Match %(number)s: %(game)s", **values))


def _headline(evening: Any) -> str:
    return f"{evening_title(evening)}, {day(evening.date)}"


def _won(names: list[str]) -> str:
    return str(_("Won by %(names)s", names=listing(names)))


def _deal(row: Row, names: tuple[str, ...]) -> str:
    result = row.result
    what = f"{played(row, names)}, {result.sweep}" if result.sweep else played(row, names)
    order = soloist_first(result) if result.roles else range(len(names))
    scored = [seat for seat in order if result.score[seat]]
    scores = ", ".join(f"{names[seat]} {signed(result.score[seat])}" for seat in scored)
    line = f"{row.number}. {what}: {scores}" if scores else f"{row.number}. {what}"
    return f"{line} ({row.facts['note']})" if row.facts.get("note") else line
