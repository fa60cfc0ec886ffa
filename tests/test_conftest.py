"""With CI set, a test that skips itself fails: what it needs has to be there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SKIPS = """
import pytest
@pytest.mark.skip(reason="by its mark")
def test_marked(): pass
def test_inside(): pytest.skip("no browser here")
@pytest.fixture
def browser(): pytest.skip("no browser there")
def test_with_a_fixture(browser): pass
@pytest.mark.xfail(strict=True)
def test_known_to_fail(): assert False
def test_runs(): pass
"""
SKIPS_ALL = "import pytest; pytest.skip('nothing here', allow_module_level=True)"


def outcome(folder: Path, ci: str) -> tuple[int, str]:
    (folder / "test_some.py").write_text(SKIPS)
    (folder / "test_none.py").write_text(SKIPS_ALL)
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c", os.devnull]
    command += ["-p", "no:cacheprovider", "-q", "--continue-on-collection-errors"]
    done = subprocess.run(
        [*command, f"--rootdir={folder}", folder],
        cwd=ROOT,
        env=os.environ | {"CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_what_is_skipped_fails_where_ci_is_set(tmp_path: Path) -> None:
    status, said = outcome(tmp_path, "true")
    assert status == 1, said
    assert "1 failed, 1 passed, 1 xfailed, 3 errors" in said
    for reason in ("by its mark", "no browser here", "no browser there", "nothing here"):
        assert f"With CI set no test may be skipped: Skipped: {reason}" in said


def test_elsewhere_a_test_may_be_skipped(tmp_path: Path) -> None:
    status, said = outcome(tmp_path, "")
    assert (status, "1 passed, 4 skipped, 1 xfailed" in said) == (0, True), said
