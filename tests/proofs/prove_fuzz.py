"""Ten thousand requests made by chance, on every route by every role: no error of the server."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.store import checking
from tests.fuzzing import fuzzed
from tests.record import Inside
from tests.views.conftest import world
from tests.views.saving import World

__all__ = ["world"]

REQUESTS = range(10_000)


# Of a file that was cut off Werkzeug leaves what it has read to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_whatever_is_sent_no_error_of_the_server_and_a_record_that_holds(
    app: Flask, inside: Inside, world: World
) -> None:
    fuzz = fuzzed(app, inside, world)
    statuses = fuzz.run(REQUESTS)
    print(f"answers: {statuses}")
    # Much of it must have been taken, or nothing but the door was tried.
    assert statuses[303] > len(REQUESTS) // 50
    assert inside(checking.check).differences == ()
