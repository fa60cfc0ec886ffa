"""The scored examples of `tests/data/cases.json`, run through the command itself."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli import main
from scorekeeper.games import GAMES

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "cases.json").read_text("utf-8")
)["cases"]


def is_here(case: dict[str, Any]) -> bool:
    """Say whether a case can be run: its game exists, or is to be refused as unknown."""
    return case["sheet"]["game"] in GAMES or case["expect"].get("error") == "game"


HERE = [case for case in CASES if is_here(case)]


@pytest.mark.parametrize("case", HERE, ids=[case["id"] for case in HERE])
def test_a_case_comes_out_as_written(
    case: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sheet.json"
    file.write_text(json.dumps(case["sheet"]), "utf-8")
    status = main(["score", str(file), "--json"])
    out, err = capsys.readouterr()
    expect = dict(case["expect"])
    if "error" in expect:
        assert (status, out) == (2, "")
        assert f"{expect['error']}: expected " in err or f"{expect['error']}." in err
        return
    assert (status, err) == (0, "")
    result = json.loads(out)
    deal = expect.pop("deal", {})
    last = result["deals"][-1] if deal else {}
    assert {key: last[key] for key in deal} == deal
    assert {key: result[key] for key in expect} == expect


def test_every_case_of_a_game_that_is_there_is_run() -> None:
    assert {case["sheet"]["game"] for case in HERE} >= set(GAMES)
    assert len({case["id"] for case in CASES}) == len(CASES)


def test_all_cases_at_once_by_lines_from_standard_input() -> None:
    """One smoke test through a process of its own; the others run inside this one."""
    lines = "".join(json.dumps(case["sheet"]) + "\n" for case in HERE)
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "score", "-", "--lines"],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
    )
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr, len(results)) == (2, "", len(HERE))
    for case, result in zip(HERE, results, strict=True):
        assert result.get("field") == case["expect"].get("error"), case["id"]
