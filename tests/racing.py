"""Devices that save at the same moment on servers that run, and what must hold after. No tests."""

from __future__ import annotations

import contextlib
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.db import db
from scorekeeper.store import invites, matches
from scorekeeper.store.operations import Actor, new_op_id
from tests.pages import Fields, Form
from tests.record import Inside, events, projection, scored_afresh
from tests.test_server import Server, Wire, command, free_port, joined, seated

AT_ONCE: Final = 8
AGAIN: Final = 20  # how often what others were faster with is sent again


@contextmanager
def servers(settings: Settings, how_many: int) -> Iterator[list[Server]]:
    """Start server processes at once on one database; what they log goes into files."""
    more = {} if settings.postgresql is None else {"SCOREKEEPER_DATABASE_URL": settings.postgresql}
    with contextlib.ExitStack() as stack:
        running = []
        for number in range(how_many):
            port = free_port()
            log = stack.enter_context((settings.data.parent / f"server-{number}.log").open("w"))
            start = command(settings.data, port, **more) | {"stderr": log}
            process = stack.enter_context(subprocess.Popen(**start))
            stack.callback(process.kill)
            running.append(Server(process, port))
        for one in running:
            one.read()
        yield running


def two_devices(settings: Settings, club: int, running: Sequence[Server]) -> tuple[Wire, Wire]:
    """Let an owner and a scorer join, each at a server of its own where there are two."""
    owner, scorer = joined(running[0]), Wire(running[-1].port)
    link = f"/join/{_scorers_token(settings, club)}"
    scorer.follow(scorer.send(scorer.read(link).form(link)))
    return owner, scorer


def tables(phone: Wire, how_many: int) -> list[str]:
    """Start evenings, each with people of its own; return the addresses of their tables."""
    cast = ("Anna", "Ben", "Carla")
    return [seated(phone, *(f"{name} {n}" for name in cast)) for n in range(how_many)]


def _scorers_token(settings: Settings, club: int) -> str:
    app = create_app(settings)
    key = app.config["SECRET_KEY"]
    with app.app_context():
        made = invites.make(Actor(club), new_op_id(), "scorer", key)
        token = next(link.token for link in invites.links(club, key) if link.id == made)
        db.session.remove()
        db.engine.dispose()
    return token


def race(phones: Sequence[Wire], tables: Sequence[str], posts: int) -> Counter[int]:
    """Save so many deals from each phone, many at once; return how often which status came.

    Every tenth is sent twice, as by a double tap. What is told to be sent again is.
    """
    with ThreadPoolExecutor(AT_ONCE * len(phones)) as pool:
        found = [pool.submit(_send, *one) for one in _posts(phones, tables, posts)]
        return sum((one.result() for one in found), Counter())


def _posts(
    phones: Sequence[Wire], tables: Sequence[str], posts: int
) -> Iterator[tuple[Wire, str, Fields]]:
    forms = {
        (index, table): phone.read(table).form("/deals")
        for index, phone in enumerate(phones)
        for table in tables
    }
    for number in range(posts):
        for index, phone in enumerate(phones):
            form = forms[index, tables[number % len(tables)]]
            fields = filled(form, index, number)
            for _ in range(2 if number % 10 == 0 else 1):
                yield phone, form.action, fields


def filled(form: Form, phone: int, number: int, **more: str) -> Fields:
    """Return what a phone sends as its deal of that number, whatever others save meanwhile."""
    points = number % 8 + 2  # none that asks for more
    answers = {"soloist": str(number % 3), "bid": "solo", "card_points": str(points)}
    op_id = f"{phone:016x}{number:016x}"
    sent = form.filled(answers | more)
    fields = [(key, op_id if key == "op_id" else value) for key, value in sent]
    return [*fields, ("both_count", "1")]


def _send(phone: Wire, action: str, fields: Fields) -> Counter[int]:
    statuses: Counter[int] = Counter()
    for _ in range(AGAIN):
        status = phone.post(action, fields).status
        statuses[status] += 1
        if status != 503:
            break
    return statuses


def holds(inside: Inside, club: int, tables: Sequence[str], deals: int) -> None:
    """Assert that so many deals are there, evenly, dense and scored right, each with its event."""
    for table in tables:
        match = int(table.rsplit("/", 1)[1])
        kept = inside(matches.load, club, match)
        dense = list(range(1, deals // len(tables) + 1))
        assert [row.number for row in kept.scored.rows] == dense
        assert sum(kept.scored.totals) == 0
        assert inside(projection, match) == inside(scored_afresh, club, match)
    kinds = Counter(event.kind for event in inside(events))
    assert kinds["deal.record"] == deals


def logged(folder: Path) -> str:
    """Return what the servers have logged."""
    return "".join(path.read_text("utf-8") for path in sorted(folder.glob("server-*.log")))
