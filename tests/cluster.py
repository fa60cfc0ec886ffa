"""A PostgreSQL of the tests' own: a private cluster in a temporary folder, reached by a socket."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg import sql

MISSING: Final = "PostgreSQL is not installed here; on Debian: apt-get install postgresql"
USER: Final = "scorekeeper"
# Nothing of it outlives the tests, so nothing needs to reach the disk.
SETTINGS: Final = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    "max_connections": "100",
    "timezone": "Asia/Tokyo",  # what is stored is UTC wherever the database stands
}


def programs() -> Path | None:
    """Return the folder of initdb and pg_ctl, of the newest version; None where there is none."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    return max(folders, key=lambda folder: float(folder.parent.name), default=None)


@dataclass
class Cluster:
    """A cluster that is running; databases in it have names that are used once."""

    folder: Path
    bin: Path
    admin: psycopg.Connection[Any] = field(init=False)
    numbers: Iterator[int] = field(default_factory=count)

    def url(self, database: str) -> str:
        """Return the address of a database."""
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def make(self, template: str = "template0") -> str:
        """Make a database like another one that nobody is connected to; return its name."""
        name = f"test{next(self.numbers)}"
        statement = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY")
        self.admin.execute(statement.format(sql.Identifier(name), sql.Identifier(template)))
        return name

    def drop(self, database: str) -> None:
        """Remove a database, whoever is connected."""
        statement = sql.SQL("DROP DATABASE {} WITH (FORCE)")
        self.admin.execute(statement.format(sql.Identifier(database)))

    def control(self, *words: str) -> None:
        """Start or stop it."""
        log = self.folder / "log"
        run(self.bin / "pg_ctl", "-D", self.folder / "data", "-w", "-s", "-l", log, *words)

    def start(self) -> None:
        """Start it, and connect."""
        settings = " ".join(f"-c {name}='{value}'" for name, value in SETTINGS.items())
        self.control("-o", f"-k {self.folder} {settings}", "start")
        self.admin = psycopg.connect(self.url("postgres"), autocommit=True)

    def stop(self, how: str = "fast") -> None:
        """End it, whoever is connected; `immediate` forgets what was not written yet."""
        self.admin.close()
        self.control("-m", how, "stop")


def run(*command: str | Path) -> None:
    """Run a program as somebody who is not root: PostgreSQL refuses root."""
    words = [str(word) for word in command]
    if os.getuid() == 0:
        words = ["runuser", "-u", "nobody", "--", *words]
    done = subprocess.run(
        words,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@contextmanager
def running() -> Iterator[Cluster]:
    """Start a cluster, and remove it at the end."""
    found = programs()
    assert found is not None, MISSING
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-"))  # its path fits into a socket's address
    try:
        if os.getuid() == 0:
            shutil.chown(folder, pwd.getpwnam("nobody").pw_uid)
        cluster = Cluster(folder, found)
        run(
            *(found / "initdb", "-D", folder / "data", "-U", USER, "--auth=trust"),
            *("--encoding=UTF8", "--no-locale", "--no-sync", "--no-instructions"),
        )
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop("immediate")
    finally:
        shutil.rmtree(folder)
