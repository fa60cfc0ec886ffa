"""The owner's phone at a table, about to save something."""

from __future__ import annotations

import pytest

from tests.phone import Phone
from tests.seating import Seating, Table
from tests.views.saving import SAVING, Saving, World


@pytest.fixture
def world(owner: Phone, seat: Seating, table: Table) -> World:
    """Return the owner's phone, and a table at which one deal was recorded."""
    return World(owner, seat, table, seat.deal(table))


@pytest.fixture(params=SAVING)
def saving(request: pytest.FixtureRequest, world: World) -> Saving:
    """Return each of the forms that save something, filled in and not sent yet."""
    return SAVING[request.param](world)
