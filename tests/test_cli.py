"""The command: what it prints, where, its exit status; sections 2 and 6 of `docs/formats.md`."""

import io
import json
import os
import select
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import db
from scorekeeper.cli import main
from scorekeeper.commands import sheets
from scorekeeper.config import DATABASE, Settings
from scorekeeper.days import today
from scorekeeper.pad import cells, short_names
from tests.seating import Seating, Table

CAST = ["Anna", "Ben", "Carla"]
BEN_WINS = {"bid": "solo", "soloist": "Ben", "card_points": 6}
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
COMMAND = [sys.executable, "-m", "scorekeeper"]


def sheet(*deals: Any, **more: Any) -> dict[str, Any]:
    return {"game": "calabresella", "seats": CAST, "deals": list(deals)} | more


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[Any], str]:
    def save(content: Any) -> str:
        path = tmp_path / "sheet.json"
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return str(path)

    return save


def typed(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), "utf-8"))


Capture = pytest.CaptureFixture[str]
Save = Callable[[Any], str]


def test_json_is_printed_for_a_sheet_in_a_file(saved: Save, capsys: Capture) -> None:
    assert main(["score", saved(sheet(BEN_WINS)), "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert json.loads(out)["totals"] == {"Anna": -2, "Ben": 4, "Carla": -2}


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    typed(monkeypatch, json.dumps(sheet(BEN_WINS)).encode())
    assert main(["score", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["next_dealer"] == "Ben"


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_a_refused_sheet_prints_nothing_but_a_message(
    saved: Save, capsys: Capture, flags: list[str]
) -> None:
    wrong = sheet(BEN_WINS, {"bid": "pass"}, BEN_WINS | {"card_points": 12})
    assert main(["score", saved(wrong), *flags]) == 2
    assert capsys.readouterr() == (
        "",
        "scorekeeper: deal 3: card_points: expected a whole number from 0 to 11, got 12\n",
    )


def test_every_wrong_field_of_every_wrong_deal_has_its_line(saved: Save, capsys: Capture) -> None:
    assert main(["score", saved(sheet({"bid": "solo"}, {"bid": "ace"}, BEN_WINS))]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(":")[1:3] for line in lines] == [
        [" deal 1", " soloist"],
        [" deal 1", " card_points"],
        [" deal 2", " bid"],
        [" deal 2", " soloist"],
        [" deal 2", " card_points"],
    ]


def test_a_problem_of_no_deal_names_the_field_alone(saved: Save, capsys: Capture) -> None:
    assert main(["score", saved(sheet(rules={"target": 0}))]) == 2
    assert capsys.readouterr().err.startswith("scorekeeper: target: expected ")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"\x00",
        b"[" * 100_000,
        b"[]",
        b'{"\x1b[31m": 1}',
        b'{"\\ud800": 1}',
        b'{"' + b"x" * 100_000 + b'": 1}',
        json.dumps(sheet()).encode().ljust(sheets.LARGEST + 1),
    ],
    ids=lambda content: repr(content[:6]),
)
def test_a_broken_file_is_refused_in_one_short_line(
    saved: Save, capsys: Capture, content: bytes
) -> None:
    assert main(["score", saved(content)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("scorekeeper: ")
    assert err.count("\n") == 1
    assert len(err) < 300
    assert err[:-1].isprintable()


def test_a_sheet_of_the_greatest_size_is_read(saved: Save) -> None:
    content = json.dumps(sheet(BEN_WINS)).encode()
    assert main(["score", saved(content.ljust(sheets.LARGEST))]) == 0


@pytest.mark.parametrize("name", ["missing.json", ".", "no\x00name", "sheet.json/below"])
@pytest.mark.parametrize("flags", [[], ["--lines"]])
def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, saved: Save, capsys: Capture, name: str, flags: list[str]
) -> None:
    saved(sheet())
    assert main(["score", str(tmp_path / name), *flags]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith('scorekeeper: cannot read "')
    assert err.count("\n") == 1


def test_closed_standard_input_is_named(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["score", "-"]) == 2
    assert capsys.readouterr().err == 'scorekeeper: cannot read "-": there is no standard input\n'


def lines_of(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, content: bytes
) -> tuple[int, list[Any]]:
    typed(monkeypatch, content)
    status = main(["score", "-", "--lines"])
    out, err = capsys.readouterr()
    assert err == ""
    return status, [json.loads(line) for line in out.splitlines()]


def test_every_line_has_its_result_in_order(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    sheets = [sheet(*[BEN_WINS] * n) for n in range(4)]
    content = "\r\n".join(json.dumps(one) for one in sheets).encode()
    status, results = lines_of(monkeypatch, capsys, content)
    assert status == 0
    assert [len(result["deals"]) for result in results] == [0, 1, 2, 3]


def test_a_refused_line_has_error_field_and_deal_and_the_others_are_scored(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    cards = {"bid": "solo", "soloist": "Ben", "last_trick": "soloist"}
    wrong = [
        sheet(BEN_WINS, BEN_WINS | {"card_points": 12}),
        sheet(cards | {"cards": {"aces": 9, "others": 1}}),
        sheet(game="canasta"),
    ]
    content = "".join(json.dumps(one) + "\n" for one in [*wrong, sheet()]).encode() + b"\xff\n{\n"
    status, results = lines_of(monkeypatch, capsys, content)
    assert status == 2
    assert [(result.get("field"), result.get("deal")) for result in results] == [
        ("card_points", 2),
        ("cards", 1),
        ("game", None),
        (None, None),
        ("format", None),
        ("format", None),
    ]
    assert results[0] == {
        "error": "deal 2: card_points: expected a whole number from 0 to 11, got 12",
        "field": "card_points",
        "deal": 2,
    }
    assert results[3]["totals"] == {"Anna": 0, "Ben": 0, "Carla": 0}


def test_a_blank_line_is_no_sheet_so_that_line_n_answers_line_n(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    good = json.dumps(sheet()).encode()
    status, results = lines_of(monkeypatch, capsys, good + b"\n\n  \n" + good + b"\n")
    assert status == 2
    assert [result.get("field") for result in results] == [None, "format", "format", None]


def test_no_lines_give_no_results(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert lines_of(monkeypatch, capsys, b"") == (0, [])


def test_a_line_that_is_too_long_is_refused_and_the_next_one_scored(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    good = json.dumps(sheet()).encode()
    longest = good.ljust(sheets.LARGEST)
    long = b" " * (3 * sheets.LARGEST)
    status, results = lines_of(
        monkeypatch, capsys, b"\n".join([longest, longest + b" ", long, good, long + good])
    )
    assert status == 2
    assert [result.get("field") for result in results] == [
        None,
        "format",
        "format",
        None,
        "format",
    ]


def test_a_line_is_answered_before_the_next_one_is_asked() -> None:
    with subprocess.Popen(
        [*COMMAND, "score", "-", "--lines"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=BUFFERED,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(json.dumps(sheet()).encode() + b"\n")
            process.stdin.flush()
            assert select.select([process.stdout], [], [], 10)[0], "no answer within ten seconds"
            assert json.loads(process.stdout.readline())["finished"] is False
        process.stdin.close()
        assert process.wait(10) == 0


class Watched(io.BytesIO):
    """A stream that must not be asked for more than a sheet and a byte at once."""

    def read(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert 0 < size <= sheets.LARGEST + 1
        return super().read(size)

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert 0 < size <= sheets.LARGEST + 1
        return super().readline(size)


@pytest.mark.parametrize("flags", [[], ["--lines"]])
def test_a_huge_input_is_never_held_whole(flags: list[str], capsys: Capture) -> None:
    class Input:
        buffer = Watched(b"x" * (2 * sheets.LARGEST))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", Input())
        assert main(["score", "-", *flags]) == 2


def run(*args: str, **more: Any) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([*COMMAND, *args], capture_output=True, check=False, **more)


@pytest.mark.parametrize("flags", ["", "--json", "--lines"])
def test_a_closed_pipe_ends_quietly(saved: Save, flags: str) -> None:
    content = json.dumps(sheet(*[BEN_WINS] * 200)).encode() + b"\n"
    path = saved(content * (200 if flags == "--lines" else 1))
    command = f'"{sys.executable}" -m scorekeeper score "{path}" {flags} | true'
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert done.stderr == b""


def test_an_output_that_is_full_is_named(saved: Save) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "score", saved(sheet(BEN_WINS))],
            stdout=full,
            stderr=subprocess.PIPE,
            env=BUFFERED,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"scorekeeper: cannot write the result: ")
    assert done.stderr.count(b"\n") == 1


def test_a_terminal_without_the_letters_shows_their_codes(saved: Save) -> None:
    path = saved(sheet({"bid": "pass"}, seats=["Ren\u00e9", "安娜", "Carla"]))
    environ = {**os.environ, "PYTHONIOENCODING": "ascii"}
    for flags in ([], ["--json"]):
        done = run("score", path, *flags, env=environ)
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"\\u5b89" in done.stdout


def test_score_loads_neither_flask_nor_sqlalchemy_nor_matplotlib(saved: Save) -> None:
    code = (
        "import sys; from scorekeeper.cli import main; main(sys.argv[1:]);"
        "print([m for m in ('flask', 'sqlalchemy', 'matplotlib', 'wtforms') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "score", saved(sheet())], capture_output=True, check=True
    )
    assert done.stdout.endswith(b"\n[]\n")


def pad(saved: Save, capsys: Capture, given: dict[str, Any]) -> list[str]:
    assert main(["score", saved(given)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def test_the_pad_shows_every_deal_with_scores_and_totals(saved: Save, capsys: Capture) -> None:
    deals = [
        BEN_WINS,
        {"bid": "pass"},
        {"bid": "chiamo", "soloist": "Anna", "card_points": 0, "tricks": "none", "note": "Ouch"},
        {"adjust": {"Anna": -2, "Ben": 2}},
    ]
    assert pad(saved, capsys, sheet(*deals, first_dealer="Carla")) == [
        "Calabresella. Points to win: 21.",
        "",
        "Deal   Dealer   Played                            Anna     Ben   Carla",
        "----------------------------------------------------------------------",
        "   1   Carla    Ben solo, 6, won                 -2 -2   +4  4   -2 -2",
        "   2   Anna     all passed                        . -2    .  4    . -2",
        "   3   Ben      Anna chiamo, 0, cappotto, lost   -4 -6   +2  6   +2  0",
        "                Ouch",
        "   4            adjustment                       -2 -8   +2  8    .  0",
        "",
        "Anna       -8",
        "Ben         8",
        "Carla       0",
        "",
        "Nobody has won yet.",
        "Carla deals next.",
    ]


@pytest.mark.parametrize(
    ("rules", "deals", "says"),
    [
        ({}, [BEN_WINS] * 6, ["Points to win: 21", "Ben has won."]),
        ({"deals": 1}, [{"bid": "pass"}], ["Number of deals: 1", "Anna, Ben and Carla have won"]),
        ({"target": None}, [], ["Open-ended", "Nobody has won yet."]),
    ],
)
def test_the_pad_says_how_a_match_ends_and_who_won(
    saved: Save, capsys: Capture, rules: dict[str, Any], deals: list[Any], says: list[str]
) -> None:
    text = "\n".join(pad(saved, capsys, sheet(*deals, rules=rules)))
    assert all(sentence in text for sentence in says)


def test_the_pad_names_a_partner_after_the_soloist(saved: Save, capsys: Capture) -> None:
    called = {"bid": "chiamo", "soloist": "Eva", "partner": "Anna", "card_points": 7}
    lines = pad(saved, capsys, sheet(called, seats=[*CAST, "Dino", "Eva"]))
    assert "Eva and Anna chiamo, 7, won" in lines[4]


LONG = "Maria Anna Francesca Giuseppina di Savoi"


@pytest.mark.parametrize(
    "seats",
    [
        ["X" * 40, "Y" * 40, "Z" * 40],
        ["安" * 40, "安" * 39 + "娜", "B"],
        [f"{LONG[:39]}{n}" for n in range(7)],
        ["Ren\u0330e", "\U0001f0a1", "ﷺ"],
    ],
    ids=["long", "wide", "seven alike", "odd"],
)
def test_the_columns_stand_below_each_other_whatever_the_names(
    saved: Save, capsys: Capture, seats: list[str]
) -> None:
    deals = [{"bid": "solo", "soloist": seats[2], "card_points": 6}, {"bid": "pass"}]
    lines = pad(saved, capsys, sheet(*deals, seats=seats, first_dealer=seats[1]))
    table = lines[2:6]
    assert len({cells(line) for line in table}) == 1
    assert cells(table[0]) < 50 + 15 * len(seats)
    heads = short_names(seats)
    assert all(head in table[0] for head in heads)
    assert len(set(heads)) == len(seats)
    below = lines[7 : 7 + len(seats)]
    assert [line.rsplit(None, 1)[0] for line in below] == seats
    assert len({cells(line) for line in below}) == 1


def test_a_total_of_many_digits_keeps_the_columns(saved: Save, capsys: Capture) -> None:
    deals = [BEN_WINS | {"card_points": 11, "tricks": "all"}] * 3
    rules = {"stakes": {"solo": 999}, "cappotto": 99, "target": None}
    lines = pad(saved, capsys, sheet(*deals, rules=rules))
    assert len({len(line) for line in lines[2:7]}) == 1
    assert lines[6].endswith("+197802  593406   -98901 -296703")


def test_the_version_is_printed(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out.startswith("scorekeeper")


@pytest.mark.parametrize(
    "args", [[], ["score"], ["settle"], ["score", "a", "b"], ["score", "--js"]]
)
def test_a_command_that_is_not_there_is_refused(args: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as caught:
        main(args)
    assert caught.value.code == 2
    assert capsys.readouterr().err.startswith("usage: scorekeeper")


@pytest.mark.parametrize("command", ["serve", "demo"])
def test_wrong_settings_stop_a_server_with_a_sentence(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("SCOREKEEPER_PORT", "many")
    assert main([command]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("scorekeeper: SCOREKEEPER_PORT: expected ")


@pytest.fixture
def data(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the data folder that the command is told of."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(settings.data))
    return settings.data


def by_hand(data: Path, *statements: str) -> None:
    with closing(sqlite3.connect(data / DATABASE, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


@pytest.fixture
def deal(data: Path, seat: Seating, table: Table) -> int:
    """Return the id of a deal that Ben won."""
    return seat.deal(table)


def test_check_says_that_all_is_as_recorded(deal: int, capsys: Capture) -> None:
    assert main(["check"]) == 0
    assert capsys.readouterr() == ("1 match, 1 deal: all as recorded\n", "")
    assert main(["check", "--repair"]) == 0
    assert capsys.readouterr() == ("1 match, 1 deal: all as recorded\n", "")


def test_check_of_a_club_that_has_not_played(data: Path, capsys: Capture) -> None:
    assert main(["check"]) == 0
    assert capsys.readouterr().out == "0 matches, 0 deals: all as recorded\n"


def test_check_prints_each_difference_and_repair_mends_it(
    deal: int, table: Table, data: Path, capsys: Capture
) -> None:
    by_hand(data, f"UPDATE deal_result SET outcome = 'lost', points = 7 WHERE deal_id = {deal}")
    where = f'club "Our club", {today()}, match {table.match}'
    said = (
        f'{where}, deal 1: deal_result.outcome: expected "won", got "lost"\n'
        f"{where}, deal 1: deal_result.points: expected 6, got 7\n"
        "1 match, 1 deal: 2 differences\n"
    )
    assert main(["check"]) == 1
    assert capsys.readouterr() == (said, "")
    assert main(["check", "--repair"]) == 0
    mended = f"{where}: projection rewritten\n1 match, 1 deal: all as recorded\n"
    assert capsys.readouterr() == (said + mended, "")
    assert main(["check"]) == 0


def test_repair_leaves_what_it_cannot_mend_and_says_so_once(
    deal: int, data: Path, capsys: Capture
) -> None:
    by_hand(data, "UPDATE deal SET facts = '{'")
    assert main(["check"]) == 1
    said = capsys.readouterr()
    assert said.out.endswith("\n1 match, 1 deal: 2 differences\n")
    assert main(["check", "--repair"]) == 1
    assert capsys.readouterr() == said


def test_check_and_repair_while_others_have_the_database_open(
    deal: int, data: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check waits for nobody; a repair that cannot write says so."""
    monkeypatch.setattr(db, "BUSY_SECONDS", 0)
    by_hand(data, "DELETE FROM deal_score")
    with closing(sqlite3.connect(data / DATABASE, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert main(["check"]) == 1
        capsys.readouterr()
        assert main(["check", "--repair"]) == 2
        assert capsys.readouterr().err == (
            f"scorekeeper: the database in {data} cannot be used: database is locked\n"
        )
    assert main(["check", "--repair"]) == 0


def folder_of(path: Path) -> list[str]:
    return sorted(file.name for file in path.iterdir()) if path.is_dir() else []


@pytest.mark.parametrize("flags", [[], ["--repair"]])
@pytest.mark.parametrize("place", ["empty", "missing/below", "file"])
def test_check_makes_no_database_where_there_is_none(
    place: str, flags: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").touch()
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / place))
    assert main(["check", *flags]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"scorekeeper: there is no database in {tmp_path / place}: expected ")
    assert err.count("\n") == 1
    assert folder_of(tmp_path / place) == []
    assert folder_of(tmp_path) == ["empty", "file"]


def test_check_says_when_it_may_not_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / ("x" * 300)))
    assert main(["check"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("cannot be read: File name too long\n")


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "made by a newer version of the"),
        ("UPDATE alembic_version SET version_num = '0001'", "got schema 0001 of an older one"),
        ("DELETE FROM alembic_version", "got one without its tables"),
    ],
)
@pytest.mark.parametrize("flags", [[], ["--repair"]])
def test_check_refuses_a_schema_that_is_not_its_own_and_leaves_it(
    statement: str, says: str, flags: list[str], data: Path, capsys: Capture
) -> None:
    by_hand(data, statement)
    before = (data / DATABASE).read_bytes()
    assert main(["check", *flags]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert err.count("\n") == 1
    assert (data / DATABASE).read_bytes() == before
    assert not (data / "backups").exists()


@pytest.mark.parametrize("content", [b"scores " * 1000, b""], ids=["another file", "nothing"])
def test_check_refuses_a_file_that_is_no_database(
    content: bytes, data: Path, capsys: Capture
) -> None:
    (data / DATABASE).write_bytes(content)
    assert main(["check"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("scorekeeper: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("damaged", ["deal_score", "deal", "event"])
def test_check_tells_of_a_page_that_is_damaged_and_does_not_break_off(
    damaged: str, deal: int, data: Path, capsys: Capture
) -> None:
    by_hand(data, "PRAGMA wal_checkpoint(TRUNCATE)")
    with closing(sqlite3.connect(data / DATABASE)) as connection:
        root = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        ((page,),) = connection.execute(root, (damaged,)).fetchall()
        ((size,),) = connection.execute("PRAGMA page_size").fetchall()
    with (data / DATABASE).open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    assert main(["check"]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("database: ")
    assert "malformed" in out
    assert all(line.isprintable() for line in out.splitlines())


def test_check_needs_settings_that_are_right(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("SCOREKEEPER_PORT", "many")
    assert main(["check"]) == 2
    assert capsys.readouterr().err.startswith("scorekeeper: SCOREKEEPER_PORT: expected ")


def test_check_ends_quietly_when_nobody_reads_on(deal: int, data: Path) -> None:
    by_hand(data, "DELETE FROM deal_score")
    command = f'"{sys.executable}" -m scorekeeper check | true'
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert done.stderr == b""
