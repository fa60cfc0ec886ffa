"""The score sheet of one match in JSON: read, write, and its scored result.

Format: sections 1 and 2 of `docs/formats.md`. Stored facts name seats, sheets name people.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from . import entry
from .entry import N_, Object, Problem, Refused
from .games import GAMES
from .games.base import Game, Scores, read_rules, written_rules
from .games.inputs import Facts, seat_of
from .jsontext import read_json
from .scoring import ImpossibleDeals, Match, Row, Scored, score

FORMAT: Final = "scorekeeper-sheet/1"
BY_NAME: Final = ("adjust", "bought")
KEYS: Final = ("format", "game", "rules", "seats", "first_dealer", "deals")


class Sheet(NamedTuple):
    """A match with the names of those at its seats."""

    match: Match
    names: tuple[str, ...]


def read_sheet(given: Any) -> Sheet:
    """Return the sheet that a JSON value means, or raise `Refused` or `ImpossibleDeals`."""
    given = _object(given, "sheet")
    unknown = [key for key in given if key not in KEYS]
    if unknown:
        raise _refused(unknown[0], f"one of the keys {', '.join(KEYS)}", unknown[0])
    if given.get("format", FORMAT) != FORMAT:
        raise _refused("format", FORMAT, given["format"])
    slug = given.get("game")
    if not isinstance(slug, str) or slug not in GAMES:
        raise _refused("game", f"one of {', '.join(GAMES)}", slug)
    game = GAMES[slug]
    names = _names(given.get("seats"), game)
    rules = read_rules(game, given.get("rules", {}), len(names))
    first = seat_of("first_dealer", given.get("first_dealer", names[0]), names)
    deals = given.get("deals")
    if not isinstance(deals, list):
        raise _refused("deals", "a list of deals", deals)
    match = Match(game, rules, len(names), first)
    facts = _all_facts(match, deals, names)
    return Sheet(Match(game, rules, len(names), first, facts), names)


def _all_facts(match: Match, deals: list[Any], names: tuple[str, ...]) -> tuple[Facts, ...]:
    facts: list[Facts] = []
    wrong: dict[int, tuple[Problem, ...]] = {}
    for number, deal in enumerate(deals, start=1):
        try:
            facts.append(facts_of(match, deal, names))
        except Refused as refused:
            wrong[number] = refused.problems
    if wrong:
        raise ImpossibleDeals(wrong)
    return tuple(facts)


def facts_of(match: Match, deal: Any, names: Sequence[str]) -> Facts:
    """Return the stored facts of a sheet's row: seats for names. Raises `Refused`."""
    deal = _object(deal, "deals")
    facts: Facts = {}
    # Which questions a row answers does not hang on the dealer, only which answers are open.
    inputs = {item.key: item for item in match.game.inputs(match.table(0))}
    for key, value in deal.items():
        if key == "note":
            facts[key] = entry.note(value)
        elif key == "dealer":
            facts[key] = seat_of("dealer", value, names)
        elif key in BY_NAME:
            facts[key] = _by_name(key, value, names)
        else:
            facts[key] = inputs[key].from_sheet(value, names) if key in inputs else value
    return facts


def sheet_row(match: Match, facts: Facts, names: Sequence[str]) -> dict[str, Any]:
    """Return a sheet's row of stored facts: names for seats."""
    inputs = {item.key: item for item in match.game.inputs(match.table(0))}
    row: dict[str, Any] = {}
    for key, value in facts.items():
        if key in BY_NAME:
            row[key] = {name: n for name, n in zip(names, value, strict=True) if n}
        elif key == "dealer":
            row[key] = names[value]
        else:
            row[key] = inputs[key].to_sheet(value, names) if key in inputs else value
    return row


def write_sheet(sheet: Sheet) -> dict[str, Any]:
    """Return the JSON value of a sheet; reading it again gives the same sheet."""
    match, names = sheet.match, sheet.names
    return {
        "format": FORMAT,
        "game": match.game.slug,
        "rules": written_rules(match.game, match.rules, match.seats),
        "seats": list(names),
        "first_dealer": names[match.first_dealer],
        "deals": [sheet_row(match, facts, names) for facts in match.deals],
    }


def _refused(key: str, expected: str, came: Any) -> Refused:
    return Refused(Problem(key, expected, came, N_("This is no score sheet.")))


def _object(value: Any, key: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _refused(key, "an object", value)
    if isinstance(value, Object) and value.repeated is not None:
        raise _refused(value.repeated, "each key once", value.repeated)
    return value


def _names(value: Any, game: Game) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) not in game.seats:
        expected = f"a list of {' or '.join(str(n) for n in game.seats)} names"
        raise _refused("seats", expected, value)
    names = tuple(entry.name(item, "seats") for item in value)
    if len(set(names)) < len(names):
        raise _refused("seats", "names that differ", value)
    return names


def _by_name(key: str, value: Any, names: Sequence[str]) -> list[Any]:
    scores: list[Any] = [0] * len(names)
    seen: set[int] = set()
    if not isinstance(value, dict):
        raise _refused(key, "an object", value)
    for who, number in value.items():
        seat = seat_of(key, who, names)
        if seat in seen or getattr(value, "repeated", None) == who:
            raise _refused(key, "each name once", who)
        seen.add(seat)
        scores[seat] = number
    return scores


def read_text(text: str | bytes) -> Sheet:
    """Return the sheet of a JSON text, or raise `Refused` or `ImpossibleDeals`."""
    return read_sheet(read_json(text))


def score_sheet(sheet: Sheet) -> Scored:
    """Score a sheet, or raise `ImpossibleDeals` that show what came as it stands there."""
    try:
        return score(sheet.match)
    except ImpossibleDeals as impossible:
        deals = impossible.deals.items()
        wrong = {n: tuple(_as_written(sheet, n, one) for one in found) for n, found in deals}
        raise ImpossibleDeals(wrong) from None


def _as_written(sheet: Sheet, number: int, problem: Problem) -> Problem:
    facts = sheet.match.deals[number - 1]
    came = facts.get(problem.field)
    if problem.came != came or not isinstance(came, (int, list)):
        return problem
    row = sheet_row(sheet.match, {problem.field: came}, sheet.names)
    return replace(problem, came=row[problem.field])


def result_of(sheet: Sheet) -> dict[str, Any]:
    """Return the scored sheet as `scorekeeper score --json` prints it (section 2)."""
    scored = score_sheet(sheet)

    def by_name(values: Scores) -> dict[str, int]:
        return dict(zip(sheet.names, values, strict=True))

    return {
        "game": sheet.match.game.slug,
        "deals": [
            {
                "number": row.number,
                "dealer": None if row.dealer is None else sheet.names[row.dealer],
                "outcome": row.result.outcome,
                **_winner(row, scored),
                "sweep": row.result.sweep,
                "stake": row.result.stake,
                "multiplier": row.result.multiplier,
                "score": by_name(row.result.score),
                "totals": by_name(row.totals),
            }
            for row in scored.rows
        ],
        "totals": by_name(scored.totals),
        "next_dealer": sheet.names[scored.next_dealer],
        "finished": scored.standing.finished,
        "winners": [sheet.names[seat] for seat in scored.standing.winners],
        "payoffs": by_name(scored.standing.payoffs),
        **{key: by_name(column) for key, column in scored.standing.extras.items()},
    }


def _winner(row: Row, scored: Scored) -> dict[str, int]:
    # Of two sides the outcome says which has won.
    won = row.result.winner
    return {} if won is None or len(scored.standing.sides) == 2 else {"winner": won}
