"""Serve: the data folder, its lock, the schema, the owners' links, daily backups, then waitress.

What is printed is flushed line by line, so that it is there in a file, too.
"""

from __future__ import annotations

import gc
import logging
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, Final

import waitress
from flask import Flask
from sqlalchemy.exc import DBAPIError

from . import backup, config, create_app, door, links, schema
from .config import Settings, SettingsError
from .db import db
from .lock import locked
from .opening import unusable
from .store import clubs

CLUB: Final = "Our club"
THREADS: Final = 8
CONNECTIONS: Final = 1000
CHANNEL_SECONDS: Final = 10
BACKUP_SECONDS: Final = 5
BODY: Final = 5 * 1024 * 1024


def serve(settings: Settings) -> int:
    """Serve the club in the data folder until stopped; return the exit status."""
    with locked(settings), _database_in_words(settings), _prepared(settings, CLUB) as app:
        server = _listening(app, settings)
        with _daily_backups(settings):
            return _run(server, app, settings)


def demo(settings: Settings) -> int:
    """Serve a club of sample evenings from a folder of its own inside the data folder."""
    from . import demonstration

    config.folder(settings)
    own = replace(settings, data=settings.data / "demo", postgresql=None)
    with locked(own), _database_in_words(own), _prepared(own, demonstration.CLUB) as app:
        with app.app_context():
            demonstration.fill()
        return _run(_listening(app, own), app, own)


@contextmanager
def _database_in_words(settings: Settings) -> Iterator[None]:
    try:
        yield
    except DBAPIError as error:
        raise unusable(settings, error) from None


@contextmanager
def _daily_backups(settings: Settings) -> Iterator[None]:
    """Make backups meanwhile in a thread; of the file alone.

    One that is being made at the end holds the database open, and is waited for a little.
    """
    if settings.postgresql is not None:
        yield
        return
    stop = threading.Event()
    thread = threading.Thread(target=backup.make_daily, args=(settings.data, stop), daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(BACKUP_SECONDS)


@contextmanager
def _prepared(settings: Settings, club: str) -> Iterator[Flask]:
    """Give the application on a database that is up to date, and close that at the end.

    With its last connection SQLite brings into the file what it keeps beside it.
    """
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", stream=sys.stderr)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    app = create_app(settings)
    try:
        with app.app_context():
            schema.upgrade(settings)
            clubs.ensure_club(club)
        yield app
    finally:
        with app.app_context():
            db.engine.dispose()


def _listening(app: Flask, settings: Settings) -> Any:
    try:
        return waitress.create_server(
            app,
            host=settings.host,
            port=settings.port,
            threads=THREADS,
            connection_limit=CONNECTIONS,
            channel_timeout=CHANNEL_SECONDS,
            max_request_body_size=BODY,
            ident=None,
            url_scheme="https" if settings.https else "http",
            clear_untrusted_proxy_headers=settings.proxies == 0,
        )
    except OSError as error:
        raise SettingsError(
            f"cannot listen on {settings.host}, port {settings.port}: {error.strerror or error}; "
            "set SCOREKEEPER_HOST or SCOREKEEPER_PORT to another"
        ) from None


def _run(server: Any, app: Flask, settings: Settings) -> int:
    with app.app_context():
        owners = door.owners_tokens(app.config["SECRET_KEY"])
    with suppress(KeyboardInterrupt):  # also before the server itself waits for it
        for line in announcement(settings, owners):
            print(line, flush=True)
        gc.freeze()  # never looked through again
        gc.enable()
        server.run()
    return 0


def announcement(settings: Settings, owners: Sequence[tuple[str, str]]) -> list[str]:
    """Return the lines that say where the data lies, where phones reach it, how to own clubs."""
    urls = [f"  {url}/" for url in links.servers(settings)]
    data = str(settings.data)
    if settings.postgresql is not None:
        data = f"{config.database_in_words(settings)}, the key in {data}"
    where = [f"Data: {data}", "Phones reach it at:", *urls]
    return [*where, *door.owners_lines(settings, owners), "Stop with Ctrl-C.", ""]
