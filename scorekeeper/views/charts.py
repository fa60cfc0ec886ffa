"""Charts of the pages of figures, in three kinds of file; unchanged ones are not drawn again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final

from flask import Blueprint, current_app, make_response, request
from flask_babel import get_locale

from .. import charts, plotting
from ..charts import ENDINGS, THEMES, Plot
from ..store import statistics
from ..store.errors import NotFound
from .guard import MEMBERS, allow, member
from .scenes import Scene, club_scene, names, player_scene

ENDING: Final = "<any(svg, png, pdf):ending>"
# A picture by itself loads nothing; its colours stand in style attributes.
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"

bp = Blueprint("charts", __name__, url_prefix="/clubs/<id:club>")


@bp.get(f"/statistics/<chart>.{ENDING}")
@allow(MEMBERS)
def club(chart: str, ending: str) -> Any:
    """Draw a table of the club."""
    return _answer(ending, lambda: _of_table(club_scene(), chart))


@bp.get(f"/statistics/players/<id:player>/<chart>.{ENDING}")
@allow(MEMBERS)
def player(player: int, chart: str, ending: str) -> Any:
    """Draw a table of a player."""
    return _answer(ending, lambda: _of_table(player_scene(player), chart, player))


@bp.get(f"/matches/<id:match>/statistics/totals.{ENDING}")
@allow(MEMBERS)
def match(match: int, ending: str) -> Any:
    """Draw the running totals of a match."""

    def plot() -> Plot:
        course = statistics.match_course(member().club, match)
        return plotting.totals(course, course.games[0])

    return _answer(ending, plot)


@bp.get(f"/sittings/<id:sitting>/statistics/totals-<game>.{ENDING}")
@allow(MEMBERS)
def sitting(sitting: int, game: str, ending: str) -> Any:
    """Draw the running payoffs of an evening's matches of a game."""

    def plot() -> Plot:
        course = statistics.sitting_course(member().club, sitting)
        if game not in course.games:
            raise NotFound
        return plotting.totals(course, game)

    return _answer(ending, plot)


def _of_table(scene: Scene, chart: str, player: int | None = None) -> Plot:
    if chart not in scene.tables or chart not in plotting.OF_TABLES:
        raise NotFound
    return plotting.OF_TABLES[chart](scene.tables[chart], names(), player)


def _answer(ending: str, plot: Callable[[], Plot]) -> Any:
    """Return a chart, or say that the one that was got before is still right."""
    theme = request.args.get("theme", "light")
    if theme not in THEMES:
        raise NotFound
    tag = _tag()
    if request.if_none_match.is_strong(tag):  # not "*": whether there is a chart is not known yet
        answer = make_response(b"", 304)
    else:
        charts.keep_in(current_app.config["SCOREKEEPER"].data / "matplotlib")
        answer = make_response(charts.draw(plot(), theme, ending))
        answer.headers["Content-Type"] = ENDINGS[ending]
        answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.set_etag(tag)
    return answer


def _tag() -> str:
    """Return what changes with the club's record, the address, the language and the program."""
    version = statistics.version(member().club)
    made_of = (*version, request.full_path, str(get_locale()), charts.LOOK)
    return hashlib.sha256(repr(made_of).encode()).hexdigest()[:32]
