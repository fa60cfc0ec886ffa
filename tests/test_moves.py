"""Clubs are moved on the command line: `export` and `import`."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli import main
from scorekeeper.config import Settings
from scorekeeper.store import clubs
from scorekeeper.store.operations import Actor, new_op_id
from tests.clubfile.damage import WHOLE, changed
from tests.record import Inside, everything
from tests.seating import Seating, Table
from tests.test_cli import Capture, by_hand

COMMAND = [sys.executable, "-m", "scorekeeper"]


@pytest.fixture
def data(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the data folder that the command is told of."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(settings.data))
    return settings.data


def test_a_club_is_made_of_a_file_and_its_owners_link_printed(
    data: Path, inside: Inside, capsys: Capture, tmp_path: Path
) -> None:
    assert main(["import", str(WHOLE), "--name", "Brought"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    first, *rest = out.splitlines()
    assert first == (
        'Club 2 "Brought" is made of it: 6 players, 2 evenings, 5 matches, 8 deals, '
        "2025-11-06 to 2026-10-15."
    )
    assert any("/join/" in line for line in rest)
    assert main(["export", "--club", "2", str(tmp_path / "again.json")]) == 0
    assert capsys.readouterr() == ("", "")
    assert (tmp_path / "again.json").read_bytes() == WHOLE.read_bytes().replace(
        b'"name": "Our club"', b'"name": "Brought"', 1
    )
    assert (tmp_path / "again.json").stat().st_mode & 0o777 == 0o600


def test_export_goes_to_standard_output_without_a_file_and_import_reads_the_input(
    data: Path, table: Table, seat: Seating, tmp_path: Path
) -> None:
    seat.deal(table, note="café 🃏")
    one = subprocess.run([*COMMAND, "export"], capture_output=True, check=True)
    other = {**os.environ, "SCOREKEEPER_DATA": str(tmp_path / "new"), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*COMMAND, "import", "-"], input=one.stdout, capture_output=True, env=other, check=True
    )
    assert done.stdout.startswith(b'Club 1 "Our club" is made of it: 4 players, 1 evening, 1 match')
    again = subprocess.run([*COMMAND, "export"], capture_output=True, env=other, check=True)
    assert again.stdout == one.stdout
    assert "café 🃏" in one.stdout.decode()


def test_everything_that_is_wrong_is_told_and_nothing_is_made(
    data: Path, inside: Inside, capsys: Capture, tmp_path: Path
) -> None:
    wrong = changed(("matches", 0, "deals", 0, "facts", "card_points"), 12)
    wrong["players"][0]["name"] = "a\u202eb"
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(wrong))
    before = inside(everything)
    assert main(["import", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        "scorekeeper: players[0].name: expected a text of 1 to 40 characters without control or "
        'invisible characters, got "a\\u202eb"\n'
        "scorekeeper: matches[0].deals[0].facts.card_points: expected a whole number from 0 to "
        "11, got 12\n"
    )
    assert inside(everything) == before


def test_a_wrong_file_makes_no_data_folder(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "new"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"[" * 5_000_000)))
    assert main(["import", "-"]) == 2
    assert "at most 8 deep" in capsys.readouterr().err
    assert main(["import", str(WHOLE), "--name", "\u202e"]) == 2
    assert capsys.readouterr().err.startswith("scorekeeper: --name: expected a text of 1 to 40")
    assert main(["export"]) == 2
    assert "there is no database" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("path", ["nowhere.json", "."])
def test_a_file_that_cannot_be_read_is_named(
    data: Path, tmp_path: Path, capsys: Capture, path: str
) -> None:
    assert main(["import", str(tmp_path / path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith('scorekeeper: cannot read "')
    assert said.endswith(("No such file or directory\n", "Is a directory\n"))


@pytest.mark.parametrize("path", ["nowhere/club.json", "."])
def test_a_file_that_cannot_be_written_is_named_and_nothing_is_left(
    data: Path, table: Table, tmp_path: Path, capsys: Capture, path: str
) -> None:
    before = sorted(tmp_path.iterdir())
    assert main(["export", str(tmp_path / path)]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == before


def test_an_older_file_is_replaced_whole(data: Path, table: Table, tmp_path: Path) -> None:
    path = tmp_path / "club.json"
    path.write_bytes(b"x" * 1_000_000)
    assert main(["export", str(path)]) == 0
    assert json.loads(path.read_bytes())["club"]["name"] == "Our club"


def test_of_several_clubs_one_has_to_be_named(
    data: Path, inside: Inside, club: int, capsys: Capture
) -> None:
    other = inside(clubs.make, "Another")
    assert main(["export"]) == 2
    assert capsys.readouterr().err == (
        'scorekeeper: --club: expected the id of one of the clubs 1 "Our club", '
        f'{other} "Another"; got nothing\n'
    )
    assert main(["export", "--club", "7"]) == 2
    with pytest.raises(SystemExit):
        main(["export", "--club", "x"])


def test_a_damaged_record_is_written_as_it_is_and_said(
    data: Path, table: Table, seat: Seating, tmp_path: Path, capsys: Capture
) -> None:
    deal = seat.deal(table)
    by_hand(data, f"""UPDATE deal SET facts = '{{"bid": "odd"}}' WHERE id = {deal}""")
    path = tmp_path / "club.json"
    assert main(["export", str(path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("scorekeeper: matches[0].deals[0].facts.bid: expected one of")
    assert "`scorekeeper check` says more" in err
    assert json.loads(path.read_bytes())["matches"][0]["deals"][0]["facts"] == {"bid": "odd"}


def test_a_club_is_brought_while_others_write(
    data: Path, inside: Inside, capsys: Capture, club: int
) -> None:
    """The server need not stop: it is one operation like any other."""
    assert main(["import", str(WHOLE)]) == 0
    inside(clubs.rename, Actor(club), new_op_id(), "Still here")
    assert main(["check"]) == 0


def test_help_says_what_the_commands_take(capsys: Capture) -> None:
    for command, words in (("export", "--club"), ("import", "--name")):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        assert words in capsys.readouterr().out


def test_score_still_loads_no_database(tmp_path: Path) -> None:
    code = "import sys; from scorekeeper.cli import main; main(['score', '-']); print(*sys.modules)"
    given: dict[str, Any] = {"input": b"{}", "capture_output": True, "check": True}
    done = subprocess.run([sys.executable, "-c", code], **given)
    assert b"sqlalchemy" not in done.stdout
