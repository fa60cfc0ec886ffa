"""Serve: the data folder, its lock, the schema, the club and its owner's link, then waitress.

What is printed is flushed line by line, so that it is there in a file, too.
"""

from __future__ import annotations

import fcntl
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from typing import Final

import segno
import waitress
from flask import Flask
from sqlalchemy.exc import DBAPIError

from . import config, create_app, demonstration, schema
from .addresses import addresses, bracketed
from .config import Settings, SettingsError
from .store import clubs, invites

CLUB: Final = "Our club"
THREADS: Final = 8
CONNECTIONS: Final = 1000
CHANNEL_SECONDS: Final = 10
BODY: Final = 5 * 1024 * 1024


def serve(settings: Settings) -> int:
    """Serve the club in the data folder until stopped; return the exit status."""
    with _locked(settings), _database_in_words(settings):
        app = _prepared(settings, CLUB)
        return _run(app, settings)


def demo(settings: Settings) -> int:
    """Serve a club of sample evenings from a folder of its own inside the data folder."""
    config.folder(settings)
    own = replace(settings, data=settings.data / "demo")
    with _locked(own), _database_in_words(own):
        app = _prepared(own, demonstration.CLUB)
        with app.app_context():
            demonstration.fill()
        return _run(app, own)


@contextmanager
def _locked(settings: Settings) -> Iterator[None]:
    """Hold the data folder's lock: one server at a time, and nobody migrates under it."""
    os.umask(0o077)
    config.folder(settings)
    path = settings.data / "lock"
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise SettingsError(f"the lock {path} cannot be opened: {error.strerror}") from None
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SettingsError(
                f"the data folder {settings.data} is being served already: expected no other "
                "server on it; stop the other one, or set SCOREKEEPER_DATA"
            ) from None
        yield
    finally:
        os.close(handle)


@contextmanager
def _database_in_words(settings: Settings) -> Iterator[None]:
    try:
        yield
    except DBAPIError as error:
        raise SettingsError(
            f"the database in {settings.data} cannot be used: {error.orig}"
        ) from None


def _prepared(settings: Settings, club: str) -> Flask:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", stream=sys.stderr)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    app = create_app(settings)
    with app.app_context():
        schema.upgrade(settings)
        clubs.ensure_club(club)
    return app


def _run(app: Flask, settings: Settings) -> int:
    try:
        server = waitress.create_server(
            app,
            host=settings.host,
            port=settings.port,
            threads=THREADS,
            connection_limit=CONNECTIONS,
            channel_timeout=CHANNEL_SECONDS,
            max_request_body_size=BODY,
            ident=None,
            url_scheme="https" if settings.https else "http",
        )
    except OSError as error:
        raise SettingsError(
            f"cannot listen on {settings.host}, port {settings.port}: {error.strerror or error}; "
            "set SCOREKEEPER_HOST or SCOREKEEPER_PORT to another"
        ) from None
    with app.app_context():
        token = invites.owner_token(clubs.ensure_club(CLUB), app.config["SECRET_KEY"])
    for line in announcement(settings, token):
        print(line, flush=True)
    server.run()
    return 0


def announcement(settings: Settings, token: str | None) -> list[str]:
    """Return the lines that say where the data lies, where phones reach it, how to own it."""
    found = addresses(settings.host)
    urls = [f"http://{bracketed(host)}:{settings.port}" for host in found]
    if settings.https and settings.hosts:
        urls = [f"https://{name}" for name in settings.hosts]
    lines = [f"Data: {settings.data}", "Phones reach it at:", *(f"  {url}/" for url in urls)]
    if token is not None:
        link = f"{urls[0]}/join/{token}"
        lines += ["", "The club has no owner yet. Open this on the owner's phone:", "", f"  {link}"]
        lines += ["", _drawn(link)]
    return [*lines, "Stop with Ctrl-C.", ""]


def _drawn(link: str) -> str:
    picture = StringIO()
    segno.make(link, error="l").terminal(out=picture, compact=True)
    return picture.getvalue()
