"""Events of house rules that are kept under a name, in words."""

from __future__ import annotations

from flask_babel import gettext as _

from ..answered import differences
from ..entry import Refused
from ..games import GAMES
from ..games.base import read_rules
from ..presets import BRING_BACK, KEEP, REMOVE
from ..scoring import Match
from ..store.history import Entry
from ..words import game_name
from .telling import Names, Told


def tell(entry: Entry, names: Names) -> Told:
    """Return what was done to house rules, by the name of then."""
    del names
    name = entry.after["name"]
    if entry.kind == KEEP:
        game = game_name(entry.after["game"])
        text = _("House rules kept: %(name)s, for %(game)s", name=name, game=game)
        return Told(str(text), _unusual(entry))
    if entry.kind == REMOVE:
        return Told(str(_("House rules removed: %(name)s", name=name)))
    if entry.kind == BRING_BACK:
        return Told(str(_("House rules brought back: %(name)s", name=name)))
    old = entry.before["name"]
    return Told(str(_("House rules renamed: %(new)s instead of %(old)s", new=name, old=old)))


def _unusual(entry: Entry) -> tuple[str, ...]:
    """Return in which way the rules are not the usual ones, nothing when no longer known."""
    said = entry.after
    if said["game"] not in GAMES:
        return ()
    game, seats = GAMES[said["game"]], said["seats"]
    try:
        return tuple(differences(Match(game, read_rules(game, said["rules"], seats), seats, 0)))
    except Refused:
        return ()
