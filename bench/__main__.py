"""Measure the program against its floors, interleaved, and print the ratios.

    python -m bench [ROUNDS]

Each line says what is measured, the median of the program and of the floor, their ratio and what
it may be at most. The exit status is always 0: a measurement is looked at, not a test.
"""

from __future__ import annotations

import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from . import club
from .browser import Browser, hidden

SMALL, LARGE = 100, 100_000
FIRST_PORT = 8771


def main() -> int:
    """Run all measurements."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        root = Path(folder)
        small = _program(stack, root / "small", FIRST_PORT, SMALL)
        large = _program(stack, root / "large", FIRST_PORT + 1, LARGE)
        size = len(small.get("/clubs/1/matches/1")[1].encode())
        (root / "floor").mkdir()
        floor = _floor(stack, root / "floor", FIRST_PORT + 2, size)
        _compare("record a deal", _records(small), _floor_record(floor), rounds, 2.0)
        _compare("table page, 20 deals", _page(small), lambda: floor.get("/"), rounds, 2.0)
        _compare("unchanged poll", _poll(small), lambda: floor.get("/poll"), rounds, 1.5)
        _compare("record, 100,000 deals to 100", _records(large), _records(small), rounds, 1.2)
        _compare("table page, 100,000 deals to 100", _page(large), _page(small), rounds, 1.2)
    _start_and_memory()
    return 0


def _program(stack: ExitStack, folder: Path, port: int, deals: int) -> Browser:
    _, token, empty = club.make(folder, deals)
    stack.enter_context(_serving(_serve(folder, port), port))
    browser = Browser(port)
    _, page = browser.get(f"/join/{token}")
    browser.post(f"/join/{token}", hidden(page))
    browser.matches = empty
    return browser


def _serve(folder: Path, port: int) -> list[str]:
    environment = ["env", f"SCOREKEEPER_DATA={folder}", f"SCOREKEEPER_PORT={port}"]
    return [
        *environment,
        "SCOREKEEPER_HOST=127.0.0.1",
        sys.executable,
        "-m",
        "scorekeeper",
        "serve",
    ]


def _floor(stack: ExitStack, folder: Path, port: int, size: int) -> Browser:
    stack.enter_context(_serving(_serve_floor(folder, port, size), port))
    return Browser(port, {"device": "token"})


def _serve_floor(folder: Path, port: int, size: int) -> list[str]:
    return [sys.executable, "-m", "bench.floor", str(folder), str(port), str(size)]


@contextmanager
def _serving(command: list[str], port: int) -> Iterator[subprocess.Popen[bytes]]:
    server = subprocess.Popen(  # noqa: S603 - our own servers
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
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


def _records(browser: Browser) -> Callable[[], object]:
    """Return a function that records a deal, in matches that were empty in turn."""
    token = hidden(browser.get("/clubs/1/matches/1")[1])["csrf_token"]
    count = 0

    def record() -> None:
        nonlocal count
        count += 1
        fields = {"csrf_token": token, "op_id": secrets.token_hex(16), "both_count": "1"}
        answers = {"soloist": str(count % 3), "bid": "solo", "card_points": "7"}
        match = browser.matches[count % len(browser.matches)]
        status, text = browser.post(f"/clubs/1/matches/{match}/deals", fields | answers)
        if status != 303:
            raise ValueError(f"expected the deal to be saved, got {status}: {text[:200]}")

    return record


def _floor_record(browser: Browser) -> Callable[[], object]:
    token = hidden(browser.get("/")[1])["csrf_token"]
    return lambda: browser.post("/deals", {"csrf_token": token, "facts": "solo 7"})


def _page(browser: Browser) -> Callable[[], object]:
    """Return a function that asks for the table page of a match that nobody records in."""
    return lambda: browser.get("/clubs/1/matches/1")


def _poll(browser: Browser) -> Callable[[], object]:
    page = browser.get("/clubs/1/matches/1")[1]
    path = page.partition('id="live" hx-get="')[2].partition('"')[0].replace("&amp;", "&")
    if browser.get(path)[0] != 204:
        raise ValueError("expected nothing new for the poll")
    return lambda: browser.get(path)


def _compare(
    what: str,
    program: Callable[[], object],
    floor: Callable[[], object],
    rounds: int,
    most: float,
) -> None:
    """Time both in turn and print the ratio of their medians."""
    ours, theirs = [], []
    for turn in range(rounds + 10):
        for times, ask in ((ours, program), (theirs, floor)):
            begun = time.perf_counter()
            ask()
            if turn >= 10:
                times.append(time.perf_counter() - begun)
    _line(what, statistics.median(ours) * 1000, statistics.median(theirs) * 1000, "ms", most)


def _start_and_memory(times: int = 5) -> None:
    starts: dict[str, list[float]] = {"program": [], "floor": []}
    memory: dict[str, list[float]] = {"program": [], "floor": []}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        club.make(root / "program", SMALL)
        (root / "floor").mkdir()
        commands = {
            "program": _serve(root / "program", FIRST_PORT),
            "floor": _serve_floor(root / "floor", FIRST_PORT, 1000),
        }
        for _ in range(times + 1):
            for name, command in commands.items():
                begun = time.perf_counter()
                with _serving(command, FIRST_PORT) as server:
                    starts[name].append(time.perf_counter() - begun)
                    memory[name].append(_resident(server.pid))
    for what, seen, unit in (("start", starts, "s"), ("memory", memory, "MiB")):
        ours, theirs = (statistics.median(seen[name][1:]) for name in ("program", "floor"))
        _line(what, ours, theirs, unit, 1.2)


def _resident(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def _line(what: str, ours: float, theirs: float, unit: str, most: float) -> None:
    ratio = ours / theirs
    mark = "" if ratio <= most else "   <- more than that"
    numbers = f"{ours:9.2f} {unit:4} {theirs:9.2f} {unit:4}"
    print(f"{what:34} {numbers} {ratio:6.2f}  (at most {most}){mark}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
