"""Events of whole matches and evenings in words: how a match is set up, what was corrected."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from ..answered import answers
from ..days import day
from ..games import GAMES
from ..games.base import full_rules, read_rules
from ..replay import Setup
from ..store.history import Entry
from ..words import game_name, listing
from .telling import Names, Told, differing, people


def start(entry: Entry, names: Names) -> Told:
    """Return that a match began, by itself or with its evening."""
    who = people(entry.after["players"], names)
    game, dealer = game_name(entry.after["game"]), who[entry.after["first_dealer"]]
    if entry.kind == "sitting.start":
        text = _("Evening begun: %(game)s with %(names)s", game=game, names=listing(who))
    else:
        text = _("Match begun: %(game)s with %(names)s", game=game, names=listing(who))
    return Told(
        str(text),
        (str(_("%(name)s dealt first.", name=dealer)), *_unusual(entry.after, who)),
    )


def bring(entry: Entry, names: Names) -> Told:
    """Return that a match that was played on paper was brought in, with or without its evening."""
    who = listing(people(entry.after["players"], names))
    game, deals = game_name(entry.after["game"]), len(entry.after["deals"])
    if entry.kind == "sitting.import":
        text = _("Evening brought from paper: %(game)s with %(names)s", game=game, names=who)
    else:
        text = _("Match brought from paper: %(game)s with %(names)s", game=game, names=who)
    rows = ngettext("%(num)s row on its sheet.", "%(num)s rows on its sheet.", deals)
    return Told(str(text), (str(rows),))


def _unusual(said: Mapping[str, Any], who: Sequence[str]) -> list[str]:
    """Return the house rules that are not the usual ones."""
    if said["game"] not in GAMES:
        return []
    game = GAMES[said["game"]]
    usual = answers(game, full_rules(read_rules(game, {}, len(who))), len(who))
    rules = answers(game, said["rules"], len(who))
    return differing({k: text for k, text in rules.items() if text != usual.get(k)}, {})


def correct(entry: Entry, names: Names) -> Told:
    """Return which seats, first dealer and rules of a match were corrected."""
    new, old = (_setup(said, setup, names) for said, setup in _sides(entry))
    more = differing(new, old)
    text = _("Match corrected") if more else _("Match corrected: nothing differs")
    return Told(str(text), tuple(more))


def _sides(entry: Entry) -> tuple[tuple[Any, Setup | None], ...]:
    return (entry.after, entry.is_now), (entry.before, entry.was)


def _setup(said: Mapping[str, Any], setup: Setup | None, names: Names) -> dict[str, str]:
    who = people(said["players"], names)
    words = {
        str(_("Seats")): ", ".join(who),
        str(_("Dealt first")): who[said["first_dealer"]],
    }
    if setup is None or setup.game not in GAMES:
        return words
    return words | answers(GAMES[setup.game], said["rules"], len(who))


def place(entry: Entry, names: Names) -> Told:
    """Return when and where an evening was after all."""
    del names
    more = differing(_when(entry.after), _when(entry.before))
    text = _("Evening corrected") if more else _("Evening corrected: nothing differs")
    return Told(str(text), tuple(more))


def _when(said: Mapping[str, Any]) -> dict[str, str]:
    date = datetime.date.fromisoformat(said["date"])
    return {str(_("Date")): day(date), str(_("Place")): said["place"] or str(_("none"))}


def close(entry: Entry, names: Names) -> Told:
    """Return that an evening was closed or reopened."""
    del names
    text = _("Evening closed") if entry.kind == "sitting.close" else _("Evening reopened")
    return Told(str(text))
