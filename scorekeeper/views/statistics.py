"""Figures of the club, a player, a match and an evening: pages, and every table as a file."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from .. import figures, plotting, share
from ..charts import size
from ..stats.courses import Course
from ..stats.table import FEW, Table
from ..store import players, statistics
from ..store.errors import NotFound
from .guard import MEMBERS, allow, member
from .scenes import Scene, club_scene, course_tables, course_turns, names, player_scene
from .sharing import attachment

bp = Blueprint("statistics", __name__, url_prefix="/clubs/<id:club>")


@bp.get("/statistics")
@allow(MEMBERS)
def club() -> Any:
    """Show the figures of the club."""
    return _page("statistics/club.html", club_scene())


@bp.get("/statistics/<table>.csv")
@allow(MEMBERS)
def club_table(table: str) -> Any:
    """Return a table of the club as a file."""
    return _file(club_scene().tables, table)


@bp.get("/statistics/players/<id:player>")
@allow(MEMBERS)
def player(player: int) -> Any:
    """Show the figures of a player."""
    person = players.one(member().club, player)
    if person.id != player:
        asked: dict[str, Any] = dict(request.args)
        return redirect(url_for(".player", player=person.id, **asked))
    return _page("statistics/player.html", player_scene(player), person=person)


@bp.get("/statistics/players/<id:player>/<table>.csv")
@allow(MEMBERS)
def player_table(player: int, table: str) -> Any:
    """Return a table of a player as a file."""
    return _file(player_scene(player).tables, table)


@bp.get("/matches/<id:match>/statistics")
@allow(MEMBERS)
def match(match: int) -> Any:
    """Show how a match went."""
    course = statistics.match_course(member().club, match)
    played = course.matches[0]
    winners = [course.names[player] for player in played.winners]
    return _course_page("statistics/match.html", course, match=played, winners=winners)


@bp.get("/matches/<id:match>/statistics/<rows>.csv")
@allow(MEMBERS)
def match_table(match: int, rows: str) -> Any:
    """Return a table of a match as a file."""
    return _file(course_tables(statistics.match_course(member().club, match)), rows)


@bp.get("/sittings/<id:sitting>/statistics")
@allow(MEMBERS)
def sitting(sitting: int) -> Any:
    """Show how an evening went."""
    return _course_page(
        "statistics/sitting.html", statistics.sitting_course(member().club, sitting)
    )


@bp.get("/sittings/<id:sitting>/statistics/<rows>.csv")
@allow(MEMBERS)
def sitting_table(sitting: int, rows: str) -> Any:
    """Return a table of an evening as a file."""
    return _file(course_tables(statistics.sitting_course(member().club, sitting)), rows)


def _page(template: str, scene: Scene, **more: Any) -> Any:
    people = names()
    shown = {key: figures.shown(table, people) for key, table in scene.tables.items()}
    at = statistics.deals_at(member().club, scene.deals) if scene.deals else {}
    page = render_template(
        template,
        scene=scene,
        address=scene.filter.address(),
        tables=shown,
        at=at,
        short_day=figures.short_day,
        FEW=FEW,
        sizes=plotting.sizes(scene.tables, people),
        **more,
    )
    return page, 422 if scene.filter.problems else 200


def _course_page(template: str, course: Course, **more: Any) -> Any:
    tables = course_tables(course)
    return render_template(
        template,
        course=course,
        tables={key: figures.shown(table, course.names) for key, table in tables.items()},
        turns=course_turns(course),
        FEW=FEW,
        sizes={game: size(plotting.totals(course, game)) for game in course.games},
        **more,
    )


def _file(tables: dict[str, Table], key: str) -> Any:
    separator = request.args.get("separator", "comma")
    if key not in tables or separator not in share.SEPARATORS:
        raise NotFound
    rows = figures.as_file(tables[key], names())
    body = share.csv_file(rows, separator, bom=request.args.get("bom") == "1")
    return attachment(body, f"{key}.csv", "text/csv; charset=utf-8")
