"""The owner's phone at a table, about to save something."""

from __future__ import annotations

import pytest

from tests.phone import Phone
from tests.seating import Seating, Table
from tests.views.saving import LEAVE, SAVING, Saving, World


@pytest.fixture
def world(owner: Phone, seat: Seating, table: Table) -> World:
    """Return the owner's phone, and a table at which one deal was recorded."""
    return World(owner, seat, table, seat.deal(table))


def pytest_configure(config: pytest.Config) -> None:
    """Name what is held for one form of a kind."""
    config.addinivalue_line("markers", "one_of_a_kind: one form of each view stands for the others")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what one view does in one way for all its forms, but for the first of them.

    On PostgreSQL always, on SQLite where a test says that one of a kind will do.
    """
    views = ("devices.", "presets.", "terms.", "settling.")
    kinds = [[name for name in SAVING if name.startswith(view)] for view in views]
    alike = {name for kind in kinds for name in kind[1:]}

    def is_alike(item: pytest.Item) -> bool:
        params = getattr(getattr(item, "callspec", None), "params", {})
        rare = item.get_closest_marker("one_of_a_kind") is not None
        return params.get("saving") in alike and (rare or params.get("engine") == "postgresql")

    left_out = [item for item in items if is_alike(item)]
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


@pytest.fixture(params=[name for name in SAVING if name != LEAVE])
def saving(request: pytest.FixtureRequest, world: World) -> Saving:
    """Return each of the forms that save something, filled in and not sent yet.

    But for leaving the club, which cannot be sent twice: see `test_devices`.
    """
    return SAVING[request.param](world)
