"""The games that can be kept, by slug. A new game is one file and one line here."""

from __future__ import annotations

from .base import Game
from .calabresella import Calabresella

GAMES: dict[str, Game] = {game.slug: game for game in (Calabresella(),)}
