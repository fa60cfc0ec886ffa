"""The rules page of each game, of a match too, and the style sheet of questions that are asked."""

from __future__ import annotations

import functools
import hashlib
from typing import Any, Final

from flask import Blueprint, Response, render_template, request, url_for

from ..answered import answers
from ..forms import PresetForm, asking
from ..games import GAMES
from ..games.base import Game, full_rules, read_rules, rule_inputs
from ..games.inputs import Ladder
from ..scoring import Match
from ..store import matches
from ..store.errors import NotFound
from ..store.matches import Kept
from ..store.operations import new_op_id
from .guard import EVERYBODY, MEMBERS, allow, member

HOUR: Final = 3600
YEAR: Final = 365 * 24 * HOUR

bp = Blueprint("rules", __name__)


@bp.get("/clubs/<id:club>/rules")
@allow(MEMBERS)
def index() -> Any:
    """List the games."""
    return render_template("rules/index.html")


@bp.get("/clubs/<id:club>/rules/<game>")
@allow(MEMBERS)
def show(game: str) -> Any:
    """Show the usual rules of a game."""
    if game not in GAMES:
        raise NotFound
    seats = min(GAMES[game].seats)
    return page(Match(GAMES[game], read_rules(GAMES[game], {}, seats), seats, 0))


@bp.get("/clubs/<id:club>/matches/<id:match>/rules")
@allow(MEMBERS)
def of_match(match: int) -> Any:
    """Show the rules of a match as it was started with them."""
    kept = matches.load(member().club, match)
    return page(kept.match, kept, PresetForm(None))


def page(match: Match, kept: Kept | None = None, form: PresetForm | None = None) -> str:
    """Return the page of a game's own template, or what it declares; `form` keeps the rules."""
    game, rules = match.game, match.rules
    ladders = [item for item in rule_inputs(game.rules_type) if isinstance(item, Ladder)]
    return render_template(
        [f"rules/{game.slug}.html", "rules/page.html"],
        game=game,
        rules=rules,
        usual=read_rules(game, {}, match.seats),
        seats=match.seats,
        kept=kept,
        form=form,
        op_id=new_op_id(),
        ladders=ladders,
        answers=answers(game, full_rules(rules), match.seats),
    )


@bp.get("/asks.css")
@allow(EVERYBODY)
def asks() -> Any:
    """Return the style rules made from what the games declare; the same for everybody.

    Its address changes with it: a page never meets the style sheet of an earlier program.
    """
    style, version = _asks(tuple(GAMES.values()))
    response = Response(style, mimetype="text/css")
    known = request.args.get("v") == version
    response.headers["Cache-Control"] = f"public, max-age={YEAR if known else HOUR}"
    return response


def asks_address() -> str:
    """Return where the style sheet of the questions is."""
    return url_for("rules.asks", v=_asks(tuple(GAMES.values()))[1])


@functools.cache
def _asks(games: tuple[Game, ...]) -> tuple[str, str]:
    style = asking.style(games)
    return style, hashlib.sha256(style.encode()).hexdigest()[:12]
