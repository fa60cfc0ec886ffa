"""The document: its rows, how it is written, what it holds in short, its own numbers."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

Document = dict[str, Any]
FORMAT: Final = "scorekeeper-club/1"
ROWS: Final = ("players", "sittings", "matches", "events")

# What an event says of rows, by the key under which it says so. Facts name seats, not rows.
_NUMBERS: Final = {
    "player": "players",
    "players": "players",
    "sitting": "sittings",
    "match": "matches",
    "matches": "matches",
    "deal": "deals",
    "payer": "players",
    "payee": "players",
    "banker": "players",
    "sittings": "sittings",
}
# Lists of objects that name rows themselves. Rules and facts are never looked into.
_LISTS: Final = ("plan", "frozen")
# Devices and links stay where they are.
_LEFT: Final = ("device", "invite", "club")

Numbers = Mapping[str, Mapping[int, int]]


class Summary(NamedTuple):
    """What a file holds in short; deals are those that count, no day where no evening is."""

    name: str
    people: int
    evenings: int
    matches: int
    deals: int
    first: datetime.date | None
    last: datetime.date | None


def summary(document: Document) -> Summary:
    """Return what a document that was read holds."""
    days = sorted(datetime.date.fromisoformat(one["date"]) for one in document["sittings"])
    deals = [deal for match in document["matches"] for deal in match["deals"]]
    return Summary(
        name=document["club"]["name"],
        people=sum(player["merged_into"] is None for player in document["players"]),
        evenings=len(days),
        matches=len(document["matches"]),
        deals=sum(deal["hidden_at"] is None for deal in deals),
        first=days[0] if days else None,
        last=days[-1] if days else None,
    )


def renumbered(said: Any, numbers: Numbers) -> Any:
    """Return what an event says with other numbers for its rows; devices and links are left out.

    >>> renumbered({"player": 7, "device": 3, "name": "Anna"}, {"players": {7: 1}})
    {'player': 1, 'name': 'Anna'}
    """
    if isinstance(said, list):
        return [renumbered(one, numbers) for one in said]
    if said is None:
        return None
    found: dict[str, Any] = {}
    for key, value in said.items():
        if key in _LEFT:
            continue
        if key == "deals":
            found[key] = {str(numbers["deals"][int(k)]): facts for k, facts in value.items()}
        elif key in _LISTS:
            found[key] = renumbered(value, numbers)
        elif key in _NUMBERS:
            found[key] = _other(value, numbers[_NUMBERS[key]])
        else:
            found[key] = value
    return found


def _other(value: Any, numbers: Mapping[int, int]) -> Any:
    if isinstance(value, list):
        return [numbers[one] for one in value]
    return None if value is None else numbers[value]


def write(document: Document) -> bytes:
    """Return the bytes of a document, always the same: a line for each row."""
    return "".join(_written(document)).encode()


def _written(document: Document) -> Iterator[str]:
    yield f'{{\n"format": {_line(document["format"])},\n"club": {_line(document["club"])}'
    for noun in ROWS:
        yield f',\n"{noun}": ['
        for number, row in enumerate(document[noun]):
            yield ",\n" if number else "\n"
            yield from _match(row) if noun == "matches" else [_line(row)]
        yield "\n]" if document[noun] else "]"
    yield "\n}\n"


def _match(row: dict[str, Any]) -> Iterator[str]:
    """Yield a match with its deals below it."""
    head = {key: value for key, value in row.items() if key != "deals"}
    deals = ",\n  ".join(map(_line, row["deals"]))
    yield _line(head)[:-1] + (f', "deals": [\n  {deals}\n]}}' if deals else ', "deals": []}')


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
