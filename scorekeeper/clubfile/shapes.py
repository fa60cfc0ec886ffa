"""What the parts of a file look like, and how everything that looks otherwise is told.

Single values, such as names and moments, are in `values.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from .. import entry
from ..entry import N_, Object, Problem, is_number, shown

_KEY: Final = re.compile(r"\w{1,40}", re.ASCII)

Counts = Mapping[str, int]


class Found(NamedTuple):
    """A problem of a file and its place, such as `matches[3].deals[7].facts.card_points`."""

    place: str
    problem: Problem

    def __str__(self) -> str:
        return f"{self.place}: expected {self.problem.expected}, got {shown(self.problem.came)}"


class FileRefused(ValueError):
    """A file that is not accepted, with everything that is wrong with it."""

    def __init__(self, found: Sequence[Found]) -> None:
        super().__init__("; ".join(map(str, found)))
        self.found = tuple(found)


_SOMETHING: Final = N_("Something else belongs there.")


def wrong(place: str, expected: str, came: Any, say: str = _SOMETHING) -> Found:
    """Return a problem in general words for the page, or in better ones."""
    return Found(place, Problem("", expected, came, say))


def inside(place: str, key: str) -> str:
    """Return the place of a key. One that somebody made up must not write what it likes.

    >>> inside("players[0]", "name"), inside("", "\\u202e")
    ('players[0].name', '"\\\\u202e"')
    """
    part = key if _KEY.fullmatch(key) else shown(key)
    return f"{place}.{part}" if place else part


class Shape(NamedTuple):
    """One value: `problem` gives what was expected of it, None where it is right."""

    problem: Callable[[Any], str | None]
    optional: bool = False

    def check(self, value: Any, place: str, counts: Counts) -> Iterator[Found]:
        """Yield what is wrong with a value."""
        del counts
        expected = None if self.optional and value is None else self.problem(value)
        if expected is not None:
            yield wrong(place, expected + (" or null" if self.optional else ""), value)


class Row(NamedTuple):
    """The number of another row of the file."""

    of: str
    optional: bool = False

    def check(self, value: Any, place: str, counts: Counts) -> Iterator[Found]:
        """Yield what is wrong with a value."""
        if (self.optional and value is None) or (
            is_number(value) and 1 <= value <= counts[self.of]
        ):
            return
        expected = f"the id of one of the {counts[self.of]} {self.of}"
        yield wrong(place, expected + (" or null" if self.optional else ""), value)


class Fields(NamedTuple):
    """An object with these keys, each of them and no others."""

    fields: Mapping[str, Any]

    def check(self, value: Any, place: str, counts: Counts) -> Iterator[Found]:
        """Yield what is wrong with a value."""
        if not isinstance(value, dict):
            yield wrong(place, f"an object of {', '.join(self.fields)}", value)
            return
        for key in value:
            if key not in self.fields:
                yield wrong(inside(place, key), f"one of the keys {', '.join(self.fields)}", key)
        for key, shape in self.fields.items():
            if key in value:
                yield from shape.check(value[key], inside(place, key), counts)
            else:
                yield wrong(inside(place, key), "this key", None)


class Many(NamedTuple):
    """A list of values of one shape, perhaps just so many."""

    shape: Any
    exactly: int | None = None

    def check(self, value: Any, place: str, counts: Counts) -> Iterator[Found]:
        """Yield what is wrong with a value."""
        if not isinstance(value, list) or self.exactly not in (None, len(value)):
            yield wrong(
                place, "a list" if self.exactly is None else f"{self.exactly} of them", value
            )
            return
        for number, one in enumerate(value):
            yield from self.shape.check(one, f"{place}[{number}]", counts)


class Maybe(NamedTuple):
    """A value of a shape, or null."""

    shape: Any

    def check(self, value: Any, place: str, counts: Counts) -> Iterator[Found]:
        """Yield what is wrong with a value."""
        if value is not None:
            yield from self.shape.check(value, place, counts)


class ByDeal(NamedTuple):
    """An object with the facts of deals by their ids; null where a deal does not count."""

    def check(self, value: Any, place: str, counts: Counts) -> Iterator[Found]:
        """Yield what is wrong with a value."""
        if not isinstance(value, dict):
            yield wrong(place, "an object of facts by the ids of deals", value)
            return
        for key, facts in value.items():
            number = entry.number(key)
            if number is None or str(number) != key or not 1 <= number <= counts["deals"]:
                yield wrong(
                    inside(place, key), f"the id of one of the {counts['deals']} deals", key
                )
            if not isinstance(facts, dict | None):
                yield wrong(inside(place, key), "an object of facts or null", facts)


class Nothing(NamedTuple):
    """Null, because this kind of event has nothing to say there."""

    def check(self, value: Any, place: str, counts: Counts) -> Iterator[Found]:
        """Yield what is wrong with a value."""
        del counts
        if value is not None:
            yield wrong(place, "null", value)


def repeated(value: Any, place: str = "") -> Iterator[Found]:
    """Yield every key that stands twice in an object, however deep."""
    if isinstance(value, Object) and value.repeated is not None:
        yield wrong(inside(place, value.repeated), "each key once", value.repeated)
    if isinstance(value, dict):
        for key, one in value.items():
            yield from repeated(one, inside(place, key))
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from repeated(one, f"{place}[{number}]")
