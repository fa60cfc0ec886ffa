"""The servers that are measured: the program's, one for each size of club, and the floor's."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from . import club
from .browser import Browser


@dataclass(frozen=True)
class Running:
    """A server, and a browser that has joined there."""

    browser: Browser
    pid: int

    def spent(self) -> float:
        """Return the seconds of processor time that the server has used."""
        return spent(self.pid)


@dataclass
class Servers:
    """Servers on folders of their own, started when they are first asked for."""

    root: Path
    stack: ExitStack
    _programs: dict[int, Running] = field(default_factory=dict)

    def program(self, deals: int) -> Running:
        """Return the program serving a club of so many deals."""
        if deals not in self._programs:
            folder = self.root / str(deals)
            made, port = club.make(folder, deals), free_port()
            server = self.stack.enter_context(serving(program(folder, port), port))
            browser = Browser(port, made.cookies, made.empty)
            self._programs[deals] = Running(browser, server.pid)
        return self._programs[deals]

    @cached_property
    def floor(self) -> Running:
        """Return the floor."""
        folder, port = self.root / "floor", free_port()
        folder.mkdir()
        server = self.stack.enter_context(serving(floor(folder, port), port))
        return Running(Browser(port, {"device": "token"}), server.pid)


def spent(pid: int) -> float:
    """Return the seconds of processor time that a process has used, all its threads together."""
    # What clock_getcpuclockid(3) makes of a process's number on Linux.
    return time.clock_gettime(~pid << 3 | 2)


def program(folder: Path, port: int) -> list[str]:
    """Return the command that serves the program."""
    settings = {"DATA": folder, "HOST": "127.0.0.1", "PORT": port}
    environment = [f"SCOREKEEPER_{name}={value}" for name, value in settings.items()]
    return ["env", *environment, sys.executable, "-m", "scorekeeper", "serve"]


def floor(folder: Path, port: int) -> list[str]:
    """Return the command that serves the floor."""
    return [sys.executable, "-m", "bench.floor", str(folder), str(port)]


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@contextmanager
def serving(command: list[str], port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Start a server, wait until it answers, and kill it in the end.

    Both keep what Python has compiled, as every server does: libraries come compiled already.
    """
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    server = subprocess.Popen(  # noqa: S603 - our own servers
        command, env=kept, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait(port, server)
        yield server
    finally:
        server.kill()
        server.wait()


def _wait(port: int, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and server.poll() is None:
        try:
            Browser(port).get("/")
        except OSError:
            time.sleep(0.005)
        else:
            return
    raise ValueError(f"expected a server on port {port}, got none")
