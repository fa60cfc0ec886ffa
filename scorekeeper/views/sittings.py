"""Evenings: list, seat the players, start, show, close and reopen."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _

from .. import entry
from ..entry import Refused
from ..forms import PlayerForm, StartForm, start_form
from ..games import GAMES
from ..games.base import Game, full_rules, read_rules
from ..store import matches, players, sittings
from ..store.errors import NotFound, OpReused
from ..store.operations import is_op_id, new_op_id
from ..summary import evening_text
from ..words import today
from .guard import MEMBERS, SCORERS, actor, allow, member

bp = Blueprint("sittings", __name__, url_prefix="/clubs/<id:club>")


@dataclass(frozen=True)
class Line:
    """Who sits where while a sitting is being started."""

    seats: tuple[players.Person, ...]
    others: tuple[players.Person, ...]

    @property
    def text(self) -> str:
        """Return the seats as they stand in an address."""
        return _joined(person.id for person in self.seats)


@bp.get("")
@allow(MEMBERS)
def index() -> Any:
    """List all evenings, and offer to go on or to play again."""
    page = max(1, entry.number(request.args.get("page", "1")) or 1)
    evenings, pages = sittings.listed(member().club, page)
    if not evenings and page > 1:
        raise NotFound
    return render_template("sittings/list.html", evenings=evenings, page=page, pages=pages)


@bp.get("/sittings/new")
@allow(SCORERS)
def new() -> Any:
    """Let players be tapped in seat order; the address carries who sits already."""
    return _seats_page(_line(request.args.get("seats", "")), _game(request.args.get("game")))


def _seats_page(line: Line, game: Game, *, changed: bool = False) -> str:
    form = PlayerForm(None, data={"then": f"seats:{line.text}"})
    form.op_id.data = new_op_id()
    return render_template(
        "sittings/new.html",
        line=line,
        game=game,
        moved=_moved,
        form=form,
        shuffled=_shuffled(line),
        changed=changed,
    )


@bp.get("/sittings/start")
@allow(SCORERS)
def ask() -> Any:
    """Ask who deals first; house rules, date and place stand ready."""
    again = entry.number(request.args.get("again", ""))
    if again is not None:
        kept = matches.load(member().club, max(again, 0))
        line = _line(_joined(kept.players))
        game, rules = kept.match.game, full_rules(kept.match.rules)
    else:
        line = _line(request.args.get("seats", ""))
        game, rules = _game(request.args.get("game")), None
    if len(line.seats) not in game.seats:
        return redirect(url_for(".new", seats=line.text))
    if rules is None or (again is not None and len(line.seats) != len(kept.players)):
        rules = full_rules(read_rules(game, {}, len(line.seats)))
    form = start_form(game, len(line.seats), rules, None)
    form.seats.data, form.date.data = line.text, today().isoformat()
    return _start_page(form, line)


@bp.post("/sittings/start")
@allow(SCORERS, writes=True)
def start() -> Any:
    """Start the evening with its first match."""
    line = _line(request.form.get("seats", ""))
    game = _game(request.form.get("game"))
    if len(line.seats) not in game.seats or line.text != request.form.get("seats"):
        return _seats_page(line, game, changed=True), 422
    usual = full_rules(read_rules(game, {}, len(line.seats)))
    form = start_form(game, len(line.seats), usual, request.form)
    match = _started(form, line)
    if match is None:
        return _start_page(form, line), 422
    return redirect(url_for("deals.new", match=match), 303)


def _started(form: StartForm, line: Line) -> int | None:
    """Start the sitting and return its match, or put a sentence into the form."""
    try:
        if is_op_id(form.op_id.data):
            return sittings.start(actor(), form.op_id.data, **_chosen(form, line))[1]
        form.form_errors.append(_("This page was too old. Nothing was saved yet: save again."))
    except Refused as refused:
        form.show(refused.problems)
    except OpReused:
        form.form_errors.append(_("This page has saved something else. Check, and save again."))
    return None


def _chosen(form: StartForm, line: Line) -> dict[str, Any]:
    """Return what the form says about the sitting to start, or raise `Refused`."""
    return {
        "game": form.game.slug,
        "players": [person.id for person in line.seats],
        "rules": form.rules(),
        "first_dealer": form.dealer(len(line.seats)),
        "date": form.day(),
        "place": (form.place.data or "").strip(),
    }


def _start_page(form: StartForm, line: Line) -> str:
    form.op_id.data = new_op_id()
    return render_template("sittings/start.html", form=form, line=line, game=form.game)


@bp.get("/sittings/<id:sitting>")
@allow(MEMBERS)
def show(sitting: int) -> Any:
    """Show an evening: its matches, sums and a summary to copy."""
    evening = sittings.one(member().club, sitting)
    return render_template(
        "sittings/show.html", evening=evening, text=evening_text(evening), op_id=new_op_id()
    )


@bp.post("/sittings/<id:sitting>/close")
@allow(SCORERS, writes=True)
def close(sitting: int) -> Any:
    """Close an evening."""
    return _switch(sitting, sittings.close)


@bp.post("/sittings/<id:sitting>/reopen")
@allow(SCORERS, writes=True)
def reopen(sitting: int) -> Any:
    """Reopen a closed evening."""
    return _switch(sitting, sittings.reopen)


def _switch(sitting: int, change: Callable[..., None]) -> Any:
    op_id = request.form.get("op_id")
    if is_op_id(op_id):
        change(actor(), op_id, sitting)
    return redirect(url_for(".show", sitting=sitting), 303)


def _game(slug: str | None) -> Game:
    if slug is None:
        return next(iter(GAMES.values()))
    if slug not in GAMES:
        raise NotFound
    return GAMES[slug]


def _line(seats: str) -> Line:
    """Return who sits in the order of an address; who is unknown or retired is left out."""
    there = {person.id: person for person in players.everybody(member().club) if not person.retired}
    ids = dict.fromkeys(entry.number(part) or 0 for part in seats[:200].split("."))
    seated = tuple(there[i] for i in ids if i in there)
    return Line(seated, tuple(person for person in there.values() if person.id not in ids))


def _joined(ids: Any) -> str:
    return ".".join(str(i) for i in ids)


def _moved(line: Line, person: players.Person, step: int | None) -> str:
    """Return the seats with one player moved up or down, or out where `step` is None."""
    ids = [other.id for other in line.seats]
    place = ids.index(person.id)
    ids.pop(place)
    if step is not None:
        ids.insert(max(0, place + step), person.id)
    return _joined(ids)


def _shuffled(line: Line) -> str:
    ids = [person.id for person in line.seats]
    secrets.SystemRandom().shuffle(ids)
    return _joined(ids)
