"""The server as it is started: what it prints, what it refuses, what survives its end."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from werkzeug.datastructures import Headers, MultiDict

from scorekeeper import backup, config, links, server
from scorekeeper.addresses import addresses
from scorekeeper.config import Settings
from tests.phone import Answer, Phone
from tests.polling import until

ROOT = Path(__file__).parent.parent
SOLO_6 = {"soloist": "1", "bid": "solo", "card_points": "6"}


class Wire(Phone):
    """A phone that reaches a server over the network."""

    def __init__(self, port: int) -> None:
        self.cookies: dict[str, str] = {}
        self.move(port)

    def move(self, port: int) -> None:
        """Go on at another port: cookies ignore it."""
        self.port = port
        self.host = f"http://127.0.0.1:{port}"

    def ask(self, method: str, path: str, **request: Any) -> Answer:
        """Send a request as it is given."""
        headers = dict(request.get("headers") or {})
        if self.cookies:
            headers["Cookie"] = "; ".join("=".join(pair) for pair in self.cookies.items())
        body = None
        if (data := request.get("data")) is not None:
            pairs = data.items(multi=True) if isinstance(data, MultiDict) else data.items()
            body = urlencode(list(pairs))
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as line:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            found = Answer(answer.status, Headers(answer.getheaders()), answer.read())
        for cookie in found.headers.getlist("Set-Cookie"):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def command(data: Path | str, port: int, *words: str, **more: str) -> dict[str, Any]:
    """Return how the command is started; nothing of it is told not to buffer."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("SCOREKEEPER_", "PYTHON"))}
    env |= {"SCOREKEEPER_DATA": str(data), "SCOREKEEPER_PORT": str(port)}
    return {
        "args": [sys.executable, "-m", "scorekeeper", *(words or ("serve",))],
        "cwd": ROOT,
        "env": env | {"SCOREKEEPER_HOST": "127.0.0.1"} | more,
        "text": True,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
    }


@dataclass
class Server:
    """A server that is running, with what it has printed."""

    process: subprocess.Popen[str]
    port: int
    printed: list[str] = field(default_factory=list)

    @property
    def link(self) -> str | None:
        """Return the path of the owner's link, None when none was printed."""
        found = [re.search(r"http://127\.0\.0\.1:\d+(/join/[\w-]{43})", p) for p in self.printed]
        return next((match[1] for match in found if match), None)

    def read(self) -> None:
        """Read what is printed up to the last line that a start prints."""
        assert self.process.stdout is not None
        late = threading.Timer(60, self.process.kill)  # what is not flushed never comes
        late.start()
        try:
            for line in self.process.stdout:
                self.printed.append(line.rstrip("\n"))
                if line.startswith("Stop with"):
                    return
        finally:
            late.cancel()
        raise AssertionError(self.process.communicate()[1])

    def end(self, how: signal.Signals) -> tuple[int, str]:
        """End it by a signal; return its exit status and what it said of errors."""
        self.process.send_signal(how)
        errors = self.process.communicate(timeout=30)[1]
        return self.process.returncode, errors


@contextmanager
def serving(
    data: Path, *words: str, before: Callable[[], None] | None = None, **more: str
) -> Iterator[Server]:
    port = free_port()
    with subprocess.Popen(preexec_fn=before, **command(data, port, *words, **more)) as process:
        try:
            running = Server(process, port)
            running.read()
            yield running
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            process.communicate()


def refused(data: Path | str, port: int | None = None) -> str:
    """Return what a start says that is refused; it has to be one sentence and exit status 2."""
    done = subprocess.run(**command(data, port or free_port()), timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("scorekeeper: ")
    assert done.stderr.count("\n") == 1
    return str(done.stderr)


def joined(running: Server) -> Wire:
    phone = Wire(running.port)
    assert running.link is not None
    form = phone.read(running.link).form(running.link)
    phone.follow(phone.send(form))
    return phone


def seated(phone: Wire, *names: str) -> str:
    """Add three players and start an evening; return the address of the table."""
    home = phone.get("/").location
    names = names or ("Anna", "Ben", "Carla")
    for name in names:
        phone.follow(phone.send(phone.read(f"{home}/players").form("/players"), name=name))
    page = phone.read(f"{home}/sittings/new")
    for name in names:
        [tile] = [node for node in page.all("a") if node.text == name]
        page = phone.read(tile.attrs["href"])
    [go_on] = [node for node in page.all("a") if node.text == "Who deals first?"]
    form = phone.read(go_on.attrs["href"]).form("/sittings/start")
    fields = [pair for pair in form.untouched if pair[0] != "first_dealer"]
    return phone.post(form.action, [*fields, ("first_dealer", "0")]).location


def last(phone: Wire, table: str) -> str:
    [said] = phone.read(table).all(of="said")
    return said.text


def test_the_start_says_where_the_data_lies_where_phones_go_and_how_to_own_it(
    tmp_path: Path,
) -> None:
    """Read through a pipe, where nothing arrives that is not flushed, as in a file."""
    data = tmp_path / "data"
    with serving(data) as running:
        said = "\n".join(running.printed)
        assert f"Data: {data}" in said
        assert f"http://127.0.0.1:{running.port}/\n" in said
        assert running.link is not None
        # The code drawn is of that link.
        drawn = links.drawn(f"http://127.0.0.1:{running.port}{running.link}")
        assert drawn in said
        assert len(drawn.splitlines()) > 15
        phone = joined(running)
        assert phone.read(phone.get("/").location).heading == "Evenings"
        until(lambda: list((data / "backups").glob("*.sqlite3")))
    for path in [data, *data.rglob("*")]:
        assert path.stat().st_mode & 0o077 == 0, path
    with serving(data) as running:
        assert running.link is None
        phone.move(running.port)
        assert phone.read(phone.get("/").location).heading == "Evenings"


def test_killed_and_started_again_it_goes_on_with_what_was_answered(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as running:
        link = running.link
        running.end(signal.SIGKILL)
    with serving(data) as running:
        assert running.link == link is not None
        phone = joined(running)
        table = seated(phone)
        form = phone.read(table).form("/deals")
        answer = phone.send(form, **SOLO_6)
        running.end(signal.SIGKILL)
    assert answer.status == 303
    with serving(data) as running:
        phone.move(running.port)
        assert last(phone, table).startswith("Saved: deal 1, Ben solo, 6")
        # The answer may have been lost with the server: sending it again is no second deal.
        assert phone.send(form, **SOLO_6).location == answer.location
        assert "deal 1," in last(phone, table)
        assert running.end(signal.SIGINT)[0] == 0


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_stopped_it_says_no_word_of_python_and_leaves_all_in_one_file(
    tmp_path: Path, how: signal.Signals
) -> None:
    data = tmp_path / "data"
    with serving(data) as running:
        phone = joined(running)
        assert phone.send(phone.read(seated(phone)).form("/deals"), **SOLO_6).status == 303
        status, errors = running.end(how)
    assert (status, "Traceback" in errors) == (0, False), errors
    assert [path.name for path in data.glob(f"{config.DATABASE}*")] == [config.DATABASE]
    copy = shutil.copy(data / config.DATABASE, tmp_path)
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT count(*) FROM deal").fetchone() == (1,)


def test_stopped_as_soon_as_it_says_how_it_ends_as_cleanly(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, "demo") as running:
        assert running.end(signal.SIGTERM)[0] == 0
    names = [path.name for path in (data / "demo").iterdir()]
    assert sorted(names) == ["key", "lock", config.DATABASE]


@pytest.mark.parametrize("left", [None, b""], ids=["missing", "empty"])
def test_no_empty_club_is_made_where_backups_tell_of_another(
    tmp_path: Path, left: bytes | None
) -> None:
    data = tmp_path / "data"
    with serving(data) as running:
        phone = joined(running)
        table = seated(phone)
        running.end(signal.SIGINT)
    database = data / config.DATABASE
    copy = backup.make(data)
    database.unlink()
    if left is not None:
        database.write_bytes(left)
    said = refused(data)
    assert f"{database} is missing or empty" in said
    assert f"`scorekeeper restore {copy}`" in said
    assert (database.read_bytes() if database.exists() else None) == left
    shutil.copy(copy, database)
    with serving(data) as running:
        phone.move(running.port)
        assert phone.get(table).status == 200


def test_a_folder_that_has_only_its_key_begins_anew(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    key = config.signing_key(data)
    with serving(data) as running:
        assert running.link is not None
    assert config.signing_key(data) == key


def test_a_second_server_on_the_same_data_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as running:
        assert "is being served already" in refused(data)
        assert Wire(running.port).get("/").status == 200
        busy = refused(tmp_path / "other", running.port)
        assert f"cannot listen on 127.0.0.1, port {running.port}" in busy
        assert "SCOREKEEPER_PORT" in busy


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("missing/data", "to exist, and it does not"),
        ("a-file", "there is a file at that place"),
        ("/proc/scorekeeper", "cannot be written to"),
    ],
)
def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path, where: str, said: str) -> None:
    (tmp_path / "a-file").write_text("")
    assert said in refused(tmp_path / where)
    assert [path.name for path in tmp_path.iterdir()] == ["a-file"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        (config.DATABASE, b"no database " * 400, "file is not a database"),
        ("key", b"short", "the key"),
    ],
)
def test_a_damaged_file_is_said_and_left_alone(
    tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / name).write_bytes(content)
    assert said in refused(data)
    assert (data / name).read_bytes() == content


def test_a_lock_that_cannot_be_opened_is_said(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "lock").mkdir(parents=True)
    assert "lock" in refused(data)


def test_the_data_of_a_newer_program_is_said(tmp_path: Path, migrated: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with closing(sqlite3.connect(data / config.DATABASE)) as database:
        database.execute("CREATE TABLE alembic_version (version_num)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
        database.commit()
    assert "newer version of the program" in refused(data)


def test_half_open_sockets_do_not_stop_it(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as running, contextlib.ExitStack() as open_ones:
        for _ in range(150):
            one = socket.create_connection(("127.0.0.1", running.port))
            open_ones.enter_context(closing(one))
            one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        assert Wire(running.port).get("/").status == 200


def test_a_full_disk_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    """Files may grow by a little only, then writing fails as on a disk that is full."""
    data = tmp_path / "data"
    with serving(data) as running:
        phone = joined(running)
        table = seated(phone)
        running.end(signal.SIGINT)
    most = max(path.stat().st_size for path in data.iterdir()) + 200_000

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    with serving(data, before=limit) as running:
        phone.move(running.port)
        saved = 0
        answer = None
        while saved < 500:
            form = phone.read(table).form("/deals")
            answer = phone.send(form, soloist="pass", note="x" * 200)
            if answer.status != 303:
                break
            saved += 1
        assert answer is not None
        assert (answer.status, answer.page.heading) == (507, "Not saved yet")
        assert f"deal {saved}," in last(phone, table)
        assert running.end(signal.SIGINT)[0] == 0
    with serving(data) as running:
        phone.move(running.port)
        assert f"deal {saved}," in last(phone, table)
        for _ in range(2):
            assert phone.send(answer.page.form("/deals")).status == 303
        assert f"deal {saved + 1}," in last(phone, table)


def test_the_demo_serves_its_evenings_from_a_folder_of_its_own(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, "demo") as running:
        phone = joined(running)
        page = phone.read(phone.get("/").location)
        assert "Demo club" in page.all("header")[0].text
        assert len(page.all("ul", of="evenings")[0].text) > 100
        assert running.end(signal.SIGINT)[0] == 0
    assert {path.name for path in data.iterdir()} == {"demo"}


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_server_on_all_interfaces_names_addresses_that_phones_reach(host: str) -> None:
    found = addresses(host)
    assert found
    assert all(ip_address(address) for address in found)
    assert not [address for address in found if ip_address(address).is_unspecified]


def test_the_announcement_brackets_what_needs_it_and_hides_a_link_that_is_not() -> None:
    settings = Settings(Path("data"), "::1", 8021)
    assert "  http://[::1]:8021/" in server.announcement(settings, [])
    assert not [line for line in server.announcement(settings, []) if "join" in line]
    assert "  http://[::1]:8021/join/abc" in server.announcement(settings, [("Our club", "abc")])
