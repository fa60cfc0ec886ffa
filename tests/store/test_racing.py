"""Two devices that save at the same moment, on SQLite and on two servers with PostgreSQL.

The same with five hundred deals from each is among the proofs.
"""

from __future__ import annotations

from scorekeeper.config import Settings
from tests import racing
from tests.record import Inside

POSTS, TABLES = 30, 2


def test_two_devices_that_save_at_once_lose_nothing(
    settings: Settings, inside: Inside, club: int
) -> None:
    with racing.servers(settings, 1 if settings.postgresql is None else 2) as running:
        phones = racing.two_devices(settings, club, running)
        tables = racing.tables(phones[0], TABLES)
        statuses = racing.race(phones, tables, POSTS)
    assert set(statuses) <= {303, 503}, racing.logged(settings.data.parent)
    assert statuses[303] == 2 * (POSTS + POSTS // 10)
    racing.holds(inside, club, tables, 2 * POSTS)
