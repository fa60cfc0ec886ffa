"""The pad of a scored match as text for people in a terminal.

Pure text: what is printed is decided here, where it goes is not. Columns stay narrow whatever
the names; those of more cells than fit are cut, and stand in full below the table.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from .games.base import Result, Sides, rule_inputs
from .scoring import Match, Scored
from .sheet import Sheet

NAME_CELLS: Final = 12
_GAP: Final = "   "
_WORDS: Final = (1, 2)  # the columns that hold words; numbers stand to the right


def pad(sheet: Sheet, scored: Scored) -> str:
    """Return the whole pad: the match, a line for every row, how it stands."""
    lines = [_title(sheet.match), ""]
    if scored.rows:
        lines += [*_table(sheet.names, scored), ""]
    return "\n".join([*lines, *_standing(sheet, scored)]) + "\n"


def cells(text: str) -> int:
    """Return how many cells of a terminal a text takes.

    >>> cells("Anna"), cells("\\u5b89\\u5a1c"), cells("Rene\\u0301")
    (4, 4, 4)
    """
    return sum(_cells(character) for character in text)


def fit(text: str, width: int, *, right: bool = False) -> str:
    """Return a text padded to a width in cells, or cut to it with an ellipsis.

    >>> fit("Anna", 6), fit("Anna", 6, right=True), fit("Massimiliano", 6)
    ('Anna  ', '  Anna', 'Massi\\u2026')
    """
    if cells(text) > width:
        kept = ""
        for character in text:
            if cells(kept + character) >= width:
                break
            kept += character
        text = kept + "…"
    blank = " " * (width - cells(text))
    return blank + text if right else text + blank


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names cut for the columns; those that would look alike get their seat's number.

    >>> short_names(["Anna", "Massimiliano Uno", "Massimiliano Due"])
    ('Anna', 'Massimili\\u2026 2', 'Massimili\\u2026 3')
    """
    cut = [fit(name, NAME_CELLS).rstrip() for name in names]
    return tuple(
        f"{fit(name, NAME_CELLS - 2).rstrip()} {seat}" if cut.count(short) > 1 else short
        for seat, (name, short) in enumerate(zip(names, cut, strict=True), start=1)
    )


def _cells(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _title(match: Match) -> str:
    inputs = {item.key: item for item in rule_inputs(match.game.rules_type)}
    values = {key: getattr(match.rules, key) for key in match.game.rules_type.endings}
    ends = [f"{inputs[key].label}: {value}" for key, value in values.items() if value is not None]
    return f"{match.game.name}. {ends[0] if ends else 'Open-ended'}."


def _table(names: Sequence[str], scored: Scored) -> list[str]:
    """Return the table's lines. A side's column holds the score and the total after it."""
    short, rows, sides = short_names(names), scored.rows, scored.standing.sides
    digits = max(len(str(total)) for row in rows for total in row.totals)
    heads = [", ".join(short[seat] for seat in side) for side in sides]
    grid = [["Deal", "Dealer", "Played", *heads]]
    for row in rows:
        dealer = "" if row.dealer is None else short[row.dealer]
        scores = [(row.result.score[side[0]], row.totals[side[0]]) for side in sides]
        pairs = [f"{_signed(score)} {total:>{digits}}" for score, total in scores]
        grid.append([str(row.number), dealer, _played(row.result, short, sides), *pairs])
    widths = [max(cells(line[n]) for line in grid) for n in range(len(grid[0]))]
    head, *lines = [_GAP.join(_aligned(line, widths)) for line in grid]
    # A note stands below its deal, where it can be as long as it is.
    below = " " * (widths[0] + widths[1]) + 2 * _GAP
    noted = [
        [line, *([below + row.facts["note"]] if "note" in row.facts else [])]
        for line, row in zip(lines, rows, strict=True)
    ]
    return [head, "-" * cells(head), *(line for lines in noted for line in lines)]


def _aligned(texts: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [
        fit(text, width, right=n not in _WORDS)
        for n, (text, width) in enumerate(zip(texts, widths, strict=True))
    ]


def _signed(score: int) -> str:
    return f"{score:+d}" if score else "."


def _played(result: Result, names: Sequence[str], sides: Sides) -> str:
    if not result.is_deal:
        bought = [f"{name} buys {n}" for name, n in zip(names, result.bought, strict=False) if n]
        return ", ".join(bought) or "adjustment"
    if result.outcome == "passed":
        return "all passed"
    if result.shares:
        return f"{' : '.join(map(str, result.shares))}, {_side_that_won(result, names, sides)}"
    parts = [_who(result, names), result.points, result.sweep, result.outcome]
    return ", ".join(str(part) for part in parts if part not in (None, ""))


def _side_that_won(result: Result, names: Sequence[str], sides: Sides) -> str:
    if result.winner is None:
        return "drawn"
    return listed([names[seat] for seat in sides[result.winner - 1]])


def _who(result: Result, names: Sequence[str]) -> str:
    """Return who played what: the soloist before a partner, then the bid."""
    named = [(role == "partner", seat) for seat, role in enumerate(result.roles) if _alone(role)]
    who = " and ".join(names[seat] for _, seat in sorted(named))
    return " ".join(part for part in (who, result.contract) if part)


def _alone(role: str) -> bool:
    return role not in ("", "opponent", "out")


def _standing(sheet: Sheet, scored: Scored) -> list[str]:
    standing = scored.standing
    who = [listed([sheet.names[seat] for seat in side]) for side in standing.sides]
    widest = max(cells(names) for names in who)
    columns = dict(standing.extras)
    if standing.payoffs != scored.totals:
        columns["paid"] = standing.payoffs
    lines = []
    for side, names in zip(standing.sides, who, strict=True):
        more = [f"   {key} {_signed(column[side[0]])}" for key, column in columns.items()]
        each = " each" if len(side) > 1 and "paid" in columns else ""
        lines.append(f"{fit(names, widest)}  {scored.totals[side[0]]:>6}{''.join(more)}{each}")
    return [
        *lines,
        "",
        _winners(sheet.names, scored),
        f"{sheet.names[scored.next_dealer]} deals next.",
    ]


def _winners(names: Sequence[str], scored: Scored) -> str:
    winners = [names[seat] for seat in scored.standing.winners]
    if not scored.standing.finished:
        return "Nobody has won yet."
    if len(winners) == 1:
        return f"{winners[0]} has won."
    if scored.standing.winners in scored.standing.sides:
        return f"{listed(winners)} have won."
    return f"{listed(winners)} have won together."


def listed(names: Sequence[str]) -> str:
    """Return names in a row.

    >>> listed(["Ada"]), listed(["Ada", "Cal", "Eva"])
    ('Ada', 'Ada, Cal and Eva')
    """
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
