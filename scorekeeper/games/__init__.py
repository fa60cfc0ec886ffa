"""The games that can be kept, by slug. A new game is one file and one line here."""

from __future__ import annotations

from .base import Game
from .briscola import Briscola
from .calabrasella import Calabrasella
from .calabresella import Calabresella
from .chiamata import Chiamata
from .tressette import Tressette

GAMES: dict[str, Game] = {
    game.slug: game
    for game in (
        Calabresella(),
        Calabrasella(),
        Briscola(),
        Chiamata(),
        Tressette(),
    )
}
