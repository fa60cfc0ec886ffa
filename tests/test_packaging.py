"""The built wheel, installed and started in an empty folder, twice on the same data.

Built by way of the sdist, so that a folder missing there is missed. No network: what the wheel
depends on is lent by the environment of the tests.
"""

import os
import re
import socket
import subprocess
import sys
import sysconfig
import tarfile
import time
import tomllib
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MOVED = ("templates", "static", "seeds")
NOT_JOINED = {
    "en": "This device has not joined a club here yet.",
    "it": "Questo dispositivo non è ancora entrato in un circolo.",
    "pl": "To urządzenie nie dołączyło jeszcze do żadnego klubu.",
}


@dataclass(frozen=True)
class Server:
    """A running `scorekeeper serve`: where it answers and what it has printed."""

    url: str
    log: Path

    def get(self, path: str, language: str = "en") -> tuple[int, bytes]:
        """Return the status and the body, or what the server has printed when it refused."""
        wanted = urllib.request.Request(self.url + path, headers={"Accept-Language": language})
        try:
            with urllib.request.urlopen(wanted, timeout=10) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, self.log.read_bytes()


def run(*command: str | Path, cwd: Path) -> None:
    done = subprocess.run(
        command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def files(folder: str) -> set[str]:
    """Return the repository's files in a folder, as paths from its root."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".mo"
    }


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    [path] = dist.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the bin folder of an environment that holds the wheel."""
    env = tmp_path_factory.mktemp("env")
    run(sys.executable, "-m", "venv", "--without-pip", env, cwd=env)
    python = env / "bin" / "python"
    install = ("install", "--quiet", "--no-index", "--no-deps", "--disable-pip-version-check")
    run(sys.executable, "-m", "pip", "--python", python, *install, wheel, cwd=env)
    # A folder on the path lends its modules, but its own .pth files are not read: the editable
    # install of this checkout stays out.
    [site] = env.glob("lib/python*/site-packages")
    (site / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    return env / "bin"


@contextmanager
def serving(bin_folder: Path, data: Path, cwd: Path) -> Iterator[Server]:
    """Start the installed command in `cwd`, wait until it has said where it is; stop it at last."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("SCOREKEEPER_", "PYTHON"))}
    environ |= {
        "SCOREKEEPER_DATA": str(data),
        "SCOREKEEPER_HOST": "127.0.0.1",
        "SCOREKEEPER_PORT": str(port),
    }
    log = data.parent / f"{port}.log"
    with (
        log.open("wb") as output,
        subprocess.Popen(
            [bin_folder / "scorekeeper", "serve"],
            cwd=cwd,
            env=environ,
            stdout=output,
            stderr=subprocess.STDOUT,
        ) as process,
    ):
        try:
            wait_for(process, log, f"http://127.0.0.1:{port}")
            yield Server(f"http://127.0.0.1:{port}", log)
        finally:
            process.terminate()
            try:
                process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                process.kill()
                raise


def wait_for(process: subprocess.Popen[bytes], log: Path, text: str) -> None:
    deadline = time.monotonic() + 60
    while text not in log.read_text("utf-8"):
        assert process.poll() is None, f"the server ended:\n{log.read_text('utf-8')}"
        assert time.monotonic() < deadline, f"{text} was not printed:\n{log.read_text('utf-8')}"
        time.sleep(0.05)


def test_the_wheel_holds_the_package_and_what_is_moved_into_it(wheel: Path) -> None:
    expected = files("scorekeeper")
    for folder in MOVED:
        assert files(folder), f"{folder}/ is empty"
        expected |= {f"scorekeeper/{name}" for name in files(folder)}
    compiled = {f"{name.removesuffix('po')}mo" for name in expected if name.endswith(".po")}
    assert len(compiled) > 1
    expected |= compiled
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == expected
    assert any(name.startswith("scorekeeper/migrations/versions/") for name in names)


def test_the_sdist_holds_what_the_wheel_is_built_from(dist: Path) -> None:
    [path] = dist.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for folder in ("scorekeeper", "tests", *MOVED):
        assert files(folder) <= names
    assert {"pyproject.toml", "README.md", "hatch_build.py"} <= names


def test_the_installed_wheel_serves_from_an_empty_folder_and_again(
    installed: Path, tmp_path: Path
) -> None:
    data, empty = tmp_path / "data", tmp_path / "empty"
    empty.mkdir()
    links = []
    for _ in range(2):
        with serving(installed, data, empty) as server:
            status, body = server.get("/")
            assert status == 200, body.decode()
            status, body = server.get("/static/htmx.min.js")
            assert (status, body) == (200, (ROOT / "static" / "htmx.min.js").read_bytes())
            for language, sentence in NOT_JOINED.items():
                assert sentence in server.get("/", language)[1].decode()
            links.append(re.findall(r"/join/(\S+)", server.log.read_text("utf-8")))
    # Nobody has joined: the second start goes on with the first one's data and shows the same link.
    assert links[0]
    assert links[0] == links[1]
    assert list(empty.iterdir()) == []


def pins(lock: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / lock).read_text("utf-8"), re.MULTILINE))


def distributions(requirements: list[str]) -> set[str]:
    return {requirement.lower().replace("_", "-") for requirement in requirements}


def test_the_lock_files_agree_and_cover_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    runtime, development = pins("requirements.lock"), pins("requirements-dev.lock")
    postgresql = pins("requirements-postgresql.lock")
    assert runtime.items() < postgresql.items() <= development.items()
    assert {"psycopg", "psycopg-binary"} <= postgresql.keys() - runtime.keys()
    assert distributions(project["dependencies"]) | {"hatchling", "editables"} <= runtime.keys()
    assert distributions(project["optional-dependencies"]["dev"]) <= development.keys()


@pytest.mark.parametrize("lock", sorted(path.name for path in ROOT.glob("requirements*.lock")))
def test_a_lock_file_names_hashes_and_no_place(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8")
    assert "://" not in text
    assert not re.search(r"^-", text, re.MULTILINE)
    assert not re.search(r"==\S+$", text, re.MULTILINE), "a pin without hashes"
