"""What a case is. Nothing is measured here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from .browser import Answer, Browser

FEW: Final = 100
MANY: Final = 100_000

Ask = Callable[[], Answer]


@dataclass(frozen=True)
class Case:
    """A request of the program in a club of `deals`, held against the same work elsewhere.

    `against` is the floor's request, made for an answer of as many bytes as the program's; or the
    deals of a smaller club in which the program is asked the same. The program's median time may
    be `at_most` times the other's. At most `statements` are sent to the database for one request.
    """

    what: str
    program: Callable[[Browser], Ask]
    against: Callable[[Browser, int], Ask] | int
    at_most: float
    deals: int = FEW
    statements: int = 12
