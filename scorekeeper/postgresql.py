"""PostgreSQL instead of the file: its address, what it is called in words, its connections.

Loaded only where `SCOREKEEPER_DATABASE_URL` is set. Transactions are in `db.py`, rows that writers
hold in `store/holding.py`, the steps of the schema in `schema.py`.
"""

from __future__ import annotations

import importlib
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from .config import SettingsError

CONNECT_SECONDS: Final = 5
# A machine that has vanished is given up after some ten seconds, not after a quarter of an hour.
_VANISHED: Final = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


def address(text: str) -> str:
    """Return an address that can be used, or raise `SettingsError` with what was expected."""
    with suppress(ArgumentError, ValueError):
        found = make_url(text)
        if found.drivername == "postgresql" and found.database and "@" not in (found.host or ""):
            return text
    raise SettingsError(
        "an address such as postgresql://name:password@host/database, with %40 for an @ in the "
        "password and so on"
    )


def in_words(text: str) -> str:
    """Return which database an address is of; nothing in it is secret."""
    found = make_url(text)
    host = found.host or found.query.get("host") or "this machine"
    place = host if isinstance(host, str) else ", ".join(host)
    return f"the PostgreSQL database {found.database} on {place}"


def url(text: str) -> URL:
    """Return what connections are made from; raises `SettingsError` where the driver is missing."""
    try:
        importlib.import_module("psycopg")
    except ImportError:
        raise SettingsError(
            "SCOREKEEPER_DATABASE_URL needs the library psycopg, which is not installed here: "
            "pip install 'psycopg[binary]'"
        ) from None
    return make_url(text).set(drivername="postgresql+psycopg")


def engine_options(text: str) -> dict[str, Any]:
    """Return how connections are made and kept.

    What only reads sees one state of the database throughout, as it does on SQLite. A connection is
    tried before it is used, so that nobody meets one that a restart of the database has cut.
    """
    usual = {"connect_timeout": CONNECT_SECONDS, "application_name": "scorekeeper"} | _VANISHED
    given = make_url(text).query
    return {
        "isolation_level": "REPEATABLE READ",
        "pool_pre_ping": True,
        "connect_args": {name: value for name, value in usual.items() if name not in given},
    }
