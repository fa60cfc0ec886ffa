"""A club's file with everything in it, every place in it, and what can be done to one."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorekeeper import clubfile

WHOLE = Path(__file__).parent.parent / "data" / "club.json"
Path_ = tuple[str | int, ...]


def document() -> dict[str, Any]:
    """Return the document of a club in which every kind of event has happened."""
    found: dict[str, Any] = json.loads(WHOLE.read_text("utf-8"))
    return found


def places(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Yield the path of every value inside, outer ones first."""
    if path:
        yield path
    if not isinstance(value, dict | list):
        return
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        yield from places(one, (*path, key))


def at(value: Any, path: Path_) -> Any:
    """Return what is at a place."""
    for key in path:
        value = value[key]
    return value


def changed(path: Path_, new: Any) -> dict[str, Any]:
    """Return the document with another value at a place."""
    found = copy.deepcopy(document())
    at(found, path[:-1])[path[-1]] = new
    return found


def without(path: Path_) -> dict[str, Any]:
    """Return the document without what is at a place."""
    found = copy.deepcopy(document())
    del at(found, path[:-1])[path[-1]]
    return found


def refused(given: Any) -> list[str]:
    """Return what is said of a document, a line for each problem; nothing where it is read."""
    content = given if isinstance(given, bytes) else json.dumps(given).encode()
    try:
        clubfile.read(content)
    except clubfile.FileRefused as refusal:
        return [str(found) for found in refusal.found] or ["refused without a word"]
    return []


def named(path: Path_) -> str:
    """Return a place as messages say it.

    >>> named(("matches", 3, "deals", 7, "facts"))
    'matches[3].deals[7].facts'
    """
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return text.removeprefix(".")
