"""Read a club's file, or tell everything that is wrong with it and where.

First the shape of every row, then what rows say of each other and whether each match scores; the
comparison with the events is `events.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from .. import entry, scoring
from ..entry import N_, Problem, Refused
from ..games import GAMES
from ..games.base import full_rules, read_rules
from ..jsontext import read_json
from .document import FORMAT, ROWS, Document
from .events import disagreements
from .kinds import ALL_KINDS, GAME, SIGN_OUT, kind_of
from .shapes import Counts, Fields, FileRefused, Found, Many, Row, Shape, inside, repeated, wrong
from .values import (
    COUNTED,
    DAY,
    DEVICE,
    MOMENT,
    MOMENT_OR_NOT,
    NAME,
    OBJECT,
    PLACE,
    REASON,
    SEAT,
    digits,
    one_of,
)

_LIST: Final = Shape(lambda value: None if isinstance(value, list) else "a list")
_DOCUMENT: Final = Fields(
    {
        "format": one_of(FORMAT),
        "club": Fields({"name": NAME, "made_at": MOMENT}),
        **dict.fromkeys(ROWS, _LIST),
    }
)
_PLAYER: Final = Fields(
    {
        "id": COUNTED,
        "name": NAME,
        "retired_at": MOMENT_OR_NOT,
        "merged_into": Row("players", optional=True),
    }
)
_SITTING: Final = Fields({"id": COUNTED, "date": DAY, "place": PLACE, "closed_at": MOMENT_OR_NOT})
_DEAL: Final = Fields(
    {"id": COUNTED, "facts": OBJECT, "version": COUNTED, "hidden_at": MOMENT_OR_NOT}
)
_MATCH: Final = Fields(
    {
        "id": COUNTED,
        "sitting": Row("sittings"),
        "game": GAME,
        "rules": OBJECT,
        "seats": Many(Row("players")),
        "first_dealer": SEAT,
        "started_at": MOMENT,
        "version": COUNTED,
        "deals": Many(_DEAL),
    }
)
_EVENT: Final = {
    "id": COUNTED,
    "op_id": digits(32),
    "digest": digits(64),
    "at": MOMENT,
    "device": DEVICE,
    "kind": one_of(*ALL_KINDS),
    "reason": REASON,
}
_ABOUT: Final = {"player": "players", "sitting": "sittings", "match": "matches", "deal": "deals"}
_NULL: Final = Shape(lambda value: None if value is None else "null")
_ANY: Final = Shape(lambda _value: None)


def read(content: bytes) -> Document:
    """Return the document in a file, or raise `FileRefused`."""
    try:
        document = read_json(content)
    except Refused as refused:
        raise FileRefused([Found("file", problem) for problem in refused.problems]) from None
    found = [*repeated(document), *_DOCUMENT.check(document, "", {})]
    if isinstance(document, dict) and all(isinstance(document.get(n), list) for n in ROWS):
        found += _rows(document)
    if not found:
        found = [*_relations(document), *disagreements(document)]
    if found:
        raise FileRefused(found)
    return dict(document)


def _rows(document: Document) -> Iterator[Found]:
    deals = [
        deal
        for match in document["matches"]
        if isinstance(match, dict) and isinstance(match.get("deals"), list)
        for deal in match["deals"]
    ]
    counts = {noun: len(document[noun]) for noun in ROWS}
    counts["deals"] = len(deals)
    for noun, shape in (("players", _PLAYER), ("sittings", _SITTING)):
        yield from Many(shape).check(document[noun], noun, counts)
    for noun in ROWS:
        yield from _numbered(document[noun], noun)
    number = 0
    for index, match in enumerate(document["matches"]):
        place = f"matches[{index}]"
        own = list(_MATCH.check(match, place, counts))
        if isinstance(match, dict) and isinstance(match.get("deals"), list):
            own += _numbered(match["deals"], f"{place}.deals", number)
            number += len(match["deals"])
        yield from own or _match(match, place)
    for index, event in enumerate(document["events"]):
        yield from _event(event, f"events[{index}]", counts)


def _numbered(rows: list[Any], place: str, start: int = 0) -> Iterator[Found]:
    for index, row in enumerate(rows):
        number = row.get("id") if isinstance(row, dict) else None
        if entry.is_number(number) and number != start + index + 1:
            yield wrong(f"{place}[{index}].id", str(start + index + 1), number)


def _event(event: Any, place: str, counts: Counts) -> Iterator[Found]:
    kind = kind_of(event) if isinstance(event, dict) else None
    about = {
        noun: _ANY if kind is None else Row(of) if noun in kind.about else _NULL
        for noun, of in _ABOUT.items()
    }
    said = {"before": kind.before if kind else _ANY, "after": kind.after if kind else _ANY}
    found = list(Fields(_EVENT | about | said).check(event, place, counts))
    yield from found
    if not found and event["kind"] == SIGN_OUT:
        before, after = event["before"], event["after"]
        if [one["name"] for one in before] != [one["name"] for one in after]:
            yield wrong(f"{place}.after", "the same devices as before", after)


def _match(match: dict[str, Any], place: str) -> Iterator[Found]:
    """Yield why a match whose rows have the right shape cannot be scored."""
    game, seats = GAMES[match["game"]], len(match["seats"])
    if seats not in game.seats or len(set(match["seats"])) < seats:
        expected = f"{' or '.join(map(str, game.seats))} players that differ"
        yield wrong(f"{place}.seats", expected, match["seats"])
        return
    if match["first_dealer"] >= seats:
        yield wrong(f"{place}.first_dealer", f"a seat from 0 to {seats - 1}", match["first_dealer"])
        return
    try:
        rules = read_rules(game, match["rules"], seats)
    except Refused as refused:
        for problem in refused.problems:
            yield Found(inside(f"{place}.rules", problem.field), problem)
        return
    if full_rules(rules) != match["rules"]:
        yield wrong(f"{place}.rules", entry.shown(full_rules(rules)), match["rules"])
        return
    visible = [i for i, deal in enumerate(match["deals"]) if deal["hidden_at"] is None]
    facts = tuple(match["deals"][index]["facts"] for index in visible)
    try:
        scoring.score(scoring.Match(game, rules, seats, match["first_dealer"], facts))
    except scoring.ImpossibleDeals as impossible:
        for number, problems in impossible.deals.items():
            at = f"{place}.deals[{visible[number - 1]}].facts"
            for problem in problems:
                yield Found(_field(at, problem), problem)
    for index in visible:
        yield from _notes(match["deals"][index]["facts"], f"{place}.deals[{index}].facts")


def _field(place: str, problem: Problem) -> str:
    for part in problem.field.split("."):
        place = inside(place, part)
    return place


def _notes(facts: dict[str, Any], place: str) -> Iterator[Found]:
    """Yield what is wrong with the note among facts; scoring passes it over."""
    if "note" in facts:
        yield from Shape(REASON.problem).check(facts["note"], inside(place, "note"), {})


def _relations(document: Document) -> Iterator[Found]:
    """Yield where rows that are right by themselves do not fit together."""
    merged = {p["id"] for p in document["players"] if p["merged_into"] is not None}
    names: set[str] = set()
    for index, player in enumerate(document["players"]):
        place = f"players[{index}]"
        if player["name"] in names:
            say = N_("Two players have the same name.")
            yield wrong(f"{place}.name", "a name of its own", player["name"], say)
        names.add(player["name"])
        if player["merged_into"] in {*merged, player["id"]}:
            expected = "the id of a player who was not merged"
            yield wrong(f"{place}.merged_into", expected, player["merged_into"])
    for index, match in enumerate(document["matches"]):
        for seat, player in enumerate(match["seats"]):
            if player in merged:
                expected = "the id of a player who was not merged"
                yield wrong(f"matches[{index}].seats[{seat}]", expected, player)
    ops: set[str] = set()
    for index, event in enumerate(document["events"]):
        if event["op_id"] in ops:
            yield wrong(f"events[{index}].op_id", "one of its own", event["op_id"])
        ops.add(event["op_id"])
