"""What the store refuses, beside `Refused` of the input rules."""

from __future__ import annotations

from typing import Any


class NotFound(LookupError):
    """There is no such row in this club."""


class Conflict(Exception):
    """The record has moved on since the page was made; nothing was changed.

    `kind` says in a word what happened, `found` what is there now.
    """

    def __init__(self, kind: str, found: Any = None) -> None:
        super().__init__(kind)
        self.kind = kind
        self.found = found


class NoOpId(ValueError):
    """What was sent has no op id, or one that is none; nothing was changed."""


class OpReused(Exception):
    """The op id has already recorded something else; `answer` is what it was answered."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__("op id used before with other content")
        self.answer = answer
