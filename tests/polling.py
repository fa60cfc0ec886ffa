"""Wait for what another thread or program does, up to a deadline."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def until(found: Callable[[], T], seconds: float = 30) -> T:
    """Ask again and again until the answer is true; return it, or fail at the deadline."""
    deadline = time.monotonic() + seconds
    pause = threading.Event()
    while not (answer := found()):
        assert time.monotonic() < deadline, "not within the time"
        pause.wait(0.01)
    return answer
