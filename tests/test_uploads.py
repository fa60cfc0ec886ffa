"""An uploaded file waits for its device alone, and not for long."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from scorekeeper import uploads


def files(data: Path) -> list[Path]:
    return sorted((data / "uploads").iterdir())


def test_a_file_is_given_back_to_its_owner_alone(tmp_path: Path) -> None:
    token = uploads.keep(tmp_path, "1.2", b"content")
    assert uploads.fetch(tmp_path, "1.2", token) == b"content"
    for owner in ("1.3", "1.22", "", "1.2-"):
        assert uploads.fetch(tmp_path, owner, token) is None


def test_a_device_has_one_file_and_others_keep_theirs(tmp_path: Path) -> None:
    first, other = uploads.keep(tmp_path, "1.2", b"1"), uploads.keep(tmp_path, "1.22", b"2")
    second = uploads.keep(tmp_path, "1.2", b"3")
    assert uploads.fetch(tmp_path, "1.2", first) is None
    assert uploads.fetch(tmp_path, "1.2", second) == b"3"
    assert uploads.fetch(tmp_path, "1.22", other) == b"2"
    uploads.drop(tmp_path, "1.2", second)
    assert uploads.fetch(tmp_path, "1.2", second) is None
    assert len(files(tmp_path)) == 1


def test_nobody_else_on_the_machine_reads_it(tmp_path: Path) -> None:
    uploads.keep(tmp_path, "1.2", b"content")
    [path] = files(tmp_path)
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)


@pytest.mark.parametrize("token", ["", "x", "../../key", "a" * 31, "A" * 32, "a" * 32 + "/..", "*"])
def test_what_is_no_token_leads_nowhere(tmp_path: Path, token: str) -> None:
    uploads.keep(tmp_path, "1.2", b"content")
    assert uploads.fetch(tmp_path, "1.2", token) is None
    uploads.drop(tmp_path, "1.2", token)
    assert len(files(tmp_path)) == 1


def test_what_has_waited_for_an_hour_is_removed(tmp_path: Path) -> None:
    uploads.sweep(tmp_path)
    old, new = uploads.keep(tmp_path, "1.2", b"old"), uploads.keep(tmp_path, "1.3", b"new")
    [path] = [path for path in files(tmp_path) if old in path.name]
    os.utime(path, (time.time() - uploads.SECONDS - 1,) * 2)
    uploads.sweep(tmp_path)
    assert uploads.fetch(tmp_path, "1.2", old) is None
    assert uploads.fetch(tmp_path, "1.3", new) == b"new"


def test_nothing_is_left_of_a_file_that_could_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fdopen", full)
        with pytest.raises(OSError, match="no space left"):
            uploads.keep(tmp_path, "1.2", b"content")
    assert files(tmp_path) == []
