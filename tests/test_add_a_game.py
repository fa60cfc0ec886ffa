"""What `docs/add-a-game.md` says is done in a copy of the project, and works there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GUIDE = ROOT / "docs" / "add-a-game.md"
PARTS = ("scorekeeper", "templates", "static", "seeds", "tests", "docs", "pyproject.toml")
FILE = re.compile(r"`([\w/.]+)`:\n\n```python\n(.*?)```", re.DOTALL)
LINE = re.compile(r"^```(?:python|text)\n([^\n]+\n)```", re.MULTILINE)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project in which the guide was followed."""
    tmp_path = tmp_path_factory.mktemp("copy")
    for part in PARTS:
        ignore = shutil.ignore_patterns("__pycache__", "browser", "proofs")
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, tmp_path / part, ignore=ignore)
        else:
            shutil.copy(ROOT / part, tmp_path / part)
    guide = GUIDE.read_text("utf-8")
    for path, code in FILE.findall(guide):
        assert not (tmp_path / path).exists()
        (tmp_path / path).write_text(code, "utf-8")
    registry = tmp_path / "scorekeeper" / "games" / "__init__.py"
    imported, listed = LINE.findall(guide)
    text = registry.read_text("utf-8")
    before, _, after = text.partition("\n\nGAMES")
    text = f"{before}\n{imported}\nGAMES{after}".replace("    )\n}", f"{listed}    )\n}}")
    registry.write_text(text, "utf-8")
    shutil.copy(ROOT / "tests" / "added.py", tmp_path / "tests" / "views" / "test_added.py")
    return tmp_path


def test_the_guide_adds_a_game_that_can_be_played(copy: Path) -> None:
    tests = ("tests/games/test_scopa.py", "tests/views/test_added.py", "tests/test_asking.py")
    command = [sys.executable, "-m", "pytest", "-q", "--engine", "sqlite", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    done = subprocess.run(
        [*command, *tests], cwd=copy, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    code = "import scorekeeper.games as g; print(g.__file__, *g.GAMES)"
    where = subprocess.run(
        [sys.executable, "-c", code],
        cwd=copy,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert where.stdout.startswith(str(copy))
    assert where.stdout.split()[-1] == "scopa"


def test_the_example_keeps_the_style_of_the_project(copy: Path) -> None:
    files = [path for path, _ in FILE.findall(GUIDE.read_text("utf-8"))]
    for check in (["check"], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *check, *files],
            cwd=copy,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
