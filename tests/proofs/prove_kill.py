"""A thousand deals while the server is killed fifty times: none is lost, none is doubled."""

from __future__ import annotations

from scorekeeper.config import Settings
from tests.killing import killed
from tests.record import Inside

POSTS, KILLS = 1000, 50


def test_a_server_killed_again_and_again_loses_and_doubles_nothing(
    settings: Settings, inside: Inside, club: int
) -> None:
    saving = killed(settings, inside, club, POSTS, KILLS)
    assert len(saving.saved) == POSTS
    # The kills must have come where it matters: between the commit and its answer.
    print(f"saved without an answer, and sent again: {saving.unheard}")
    assert saving.unheard > 0
