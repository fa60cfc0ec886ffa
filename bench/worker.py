"""How long a server takes to start, and the memory it then has, against the floor's."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from . import club, servers
from .case import FEW
from .measure import Times

AT_MOST: Final = 1.2


def starts(root: Path, times: int = 7) -> list[tuple[str, Times, Times, str]]:
    """Start both in turn; return what was measured, of the program and of the floor, and its unit.

    The club has its owner, and the database the newest schema, as at every start but the first.
    """
    folders = {"program": root / "program", "floor": root / "floor"}
    club.make(folders["program"], FEW)
    folders["floor"].mkdir()
    seconds: dict[str, list[float]] = {name: [] for name in folders}
    spent = dict.fromkeys(folders, 0.0)
    memory: dict[str, list[float]] = {name: [] for name in folders}
    for _ in range(times + 1):
        for name, folder in folders.items():
            port = servers.free_port()
            begun = time.perf_counter()
            with servers.serving(getattr(servers, name)(folder, port), port) as server:
                seconds[name].append(time.perf_counter() - begun)
                spent[name] += servers.spent(server.pid)
                memory[name].append(_resident(server.pid))
    start = (Times(seconds[name][1:], spent[name]) for name in folders)
    taken = (Times(memory[name][1:]) for name in folders)
    return [("start of a worker", *start, "s"), ("memory of a worker", *taken, "MiB")]


def _resident(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024
