"""A server that is killed while phones save; a thousand deals and fifty kills are a proof."""

from __future__ import annotations

import pytest

from scorekeeper.config import Settings
from tests.killing import killed
from tests.record import Inside


@pytest.mark.sqlite
def test_a_server_killed_while_phones_save_loses_and_doubles_nothing(
    settings: Settings, inside: Inside, club: int
) -> None:
    saving = killed(settings, inside, club, posts=40, kills=2)
    assert len(saving.saved) == 40
