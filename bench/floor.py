"""The floor: the least that a Flask application of these libraries does for the same work.

One table of devices, one of matches, deals and scores; a form with a token; the same SQLite
settings and the same server. It scores nothing, remembers no operation and knows no roles. Its page
shows what it reads, and is filled with one letter up to the size that is asked for. It loads every
library that the program depends on.
"""

from __future__ import annotations

import io
import sqlite3
import sys
from pathlib import Path
from typing import Any

import ifaddr  # noqa: F401 - as the program does
import platformdirs  # noqa: F401
import segno  # noqa: F401
from flask import Flask, Response, redirect, request
from flask_babel import Babel
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from flask_wtf import CSRFProtect, FlaskForm
from sqlalchemy import JSON, URL, Engine, ForeignKey, event, select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from wtforms import StringField

PAGE = """<!doctype html><html><head><title>Floor</title></head><body><h1>Floor</h1>
<form method="post" action="/deals">{{ form.csrf_token }}{{ form.facts() }}<button>Save</button>
</form><table>{% for deal in deals %}
<tr><td>{{ deal.facts.bid }}</td>
{% for score in deal.scores %}<td>{{ score.score }}</td>{% endfor %}</tr>{% endfor %}
</table>
<div></div></body></html>"""


class Base(DeclarativeBase):
    """The floor's own tables."""


db = SQLAlchemy(model_class=Base)


class Device(Base):
    """A browser."""

    __tablename__ = "device"
    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(unique=True)


class Match(Base):
    """A match: one row that the poll reads."""

    __tablename__ = "match"
    id: Mapped[int] = mapped_column(primary_key=True)
    stamp: Mapped[int]


class Deal(Base):
    """A deal."""

    __tablename__ = "deal"
    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), index=True)
    facts: Mapped[Any] = mapped_column(JSON)
    scores: Mapped[list[Score]] = relationship(lazy="selectin", order_by="Score.player")


class Score(Base):
    """What a deal meant for a player."""

    __tablename__ = "score"
    deal_id: Mapped[int] = mapped_column(ForeignKey("deal.id"), primary_key=True)
    player: Mapped[int] = mapped_column(primary_key=True)
    score: Mapped[int]


class DealForm(FlaskForm):  # type: ignore[misc]
    """What was played."""

    facts = StringField()


@event.listens_for(Engine, "connect")
def _configure(connection: Any, _record: Any) -> None:
    if isinstance(connection, sqlite3.Connection):
        for pragma in (
            "busy_timeout=5000",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
        ):
            connection.execute(f"PRAGMA {pragma}")


def create_app(folder: Path) -> Flask:
    """Return the floor on a folder."""
    app = Flask("floor")
    app.config.update(
        SECRET_KEY="floor",  # noqa: S106 - a measurement, not a service
        WTF_CSRF_TIME_LIMIT=None,
        SQLALCHEMY_DATABASE_URI=URL.create("sqlite", database=str(folder / "floor.sqlite3")),
    )
    db.init_app(app)
    Migrate(app, db)
    Babel(app)
    CSRFProtect(app)
    _route(app)
    with app.app_context():
        db.metadata.create_all(db.engine)
        if db.session.scalar(select(Device.id)) is None:
            _fill()
    return app


def _route(app: Flask) -> None:
    template = app.jinja_env.from_string(PAGE)

    @app.get("/")
    def page() -> str:
        _device()
        deals = db.session.scalars(select(Deal).where(Deal.match_id == 1)).all()
        text = template.render(form=DealForm(), deals=deals)
        size = request.args.get("size", 0, int)
        return text.replace("<div></div>", f"<div>{'x' * (size - len(text))}</div>")

    @app.post("/deals")
    def record() -> Any:
        _device()
        form = DealForm()
        if not form.validate_on_submit():
            return "", 422
        deal = Deal(match_id=2, facts={"bid": form.facts.data})
        db.session.add(deal)
        db.session.flush()
        db.session.add_all(Score(deal_id=deal.id, player=p, score=p) for p in range(3))
        db.session.commit()
        return redirect("/", 303)

    @app.get("/chart")
    def chart() -> Any:
        _device()
        return Response(_chart(), mimetype="image/svg+xml")

    @app.get("/poll")
    def poll() -> Any:
        _device()
        stamp = db.session.scalar(select(Match.stamp).where(Match.id == 1))
        return ("", 204) if stamp == 1 else ("", 200)


def _chart() -> bytes:
    """Return three lines over 20 deals as matplotlib draws them when told nothing else."""
    from matplotlib.figure import Figure

    figure, file = Figure(figsize=(5, 4)), io.BytesIO()
    axes = figure.add_subplot()
    for line in range(3):
        axes.plot([deal * (line - 1) for deal in range(21)], label=f"Player {line}")
    axes.legend()
    figure.savefig(file, format="svg")
    return file.getvalue()


def _device() -> None:
    token = request.cookies.get("device", "")
    db.session.scalar(select(Device.id).where(Device.token == token))


def _fill() -> None:
    db.session.add(Device(token="token"))  # noqa: S106
    db.session.add_all([Match(id=1, stamp=1), Match(id=2, stamp=1)])
    db.session.flush()
    for number in range(1, 21):
        scores = [Score(player=player, score=player) for player in range(3)]
        db.session.add(Deal(id=number, match_id=1, facts={"bid": "solo"}, scores=scores))
    db.session.commit()


if __name__ == "__main__":
    import waitress

    waitress.serve(
        create_app(Path(sys.argv[1])), host="127.0.0.1", port=int(sys.argv[2]), threads=8
    )
