"""The commands for a server's keeper: links, clubs, devices; and what is refused."""

from __future__ import annotations

import re
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import links
from scorekeeper.cli import main
from scorekeeper.config import DATABASE, Settings
from scorekeeper.store import clubs, devices, invites
from scorekeeper.store.operations import Actor, new_op_id
from tests.phone import Phone
from tests.record import Inside, everything
from tests.seating import Table
from tests.test_server import Wire, command, joined, serving

Capture = pytest.CaptureFixture[str]
LINK = re.compile(r"http://127\.0\.0\.1:8021(/join/[\w-]{43})")


@pytest.fixture
def data(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the data folder that the command is told of."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(settings.data))
    monkeypatch.setenv("SCOREKEEPER_HOST", "127.0.0.1")
    return settings.data


def said(capsys: Capture, *words: str) -> str:
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: Capture, *words: str) -> str:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("scorekeeper: ")
    assert err.count("\n") == 1
    return err


def came_in(app: Flask, link: str, name: str) -> Phone:
    phone = Phone(app)
    phone.follow(phone.send(phone.read(link).form(link), device=name))
    return phone


@pytest.mark.parametrize(
    ("words", "role", "good"),
    [
        ([], "owner", "for 10 minutes"),
        (["--role", "owner"], "owner", "for 10 minutes"),
        (["--role", "scorer"], "scorer", "for 10 minutes"),
        (["--role", "viewer"], "viewer", "until it is ended"),
    ],
)
def test_a_link_is_printed_with_its_code_and_lets_a_phone_in(
    data: Path,
    owner: Phone,
    club: int,
    inside: Inside,
    capsys: Capture,
    words: list[str],
    role: str,
    good: str,
) -> None:
    out = said(capsys, "link", *words)
    assert f'To join "Our club" as {role}, open this on the phone:' in out
    assert f"It is good {good}, for everybody at the table." in out
    [link] = LINK.findall(out)
    assert links.drawn(f"http://127.0.0.1:8021{link}") in out
    came_in(owner.app, link, "New phone")
    roles = {row.name: row.role for row in inside(devices.listed, club)}
    assert roles == {"Anna's phone": "owner", "New phone": role}


def test_with_several_clubs_one_has_to_be_named(
    data: Path, club: int, inside: Inside, capsys: Capture
) -> None:
    other = inside(clubs.make, "Thursdays")
    known = f'{club} "Our club", {other} "Thursdays"'
    before = inside(everything)
    for words in (["link"], ["devices"], ["devices", "--revoke", "1"]):
        assert f"--club: expected the id of one of the clubs {known}; got nothing" in (
            refused(capsys, *words)
        )
        assert "; got 99" in refused(capsys, *words, "--club", "99")
    assert inside(everything) == before
    assert '"Thursdays"' in said(capsys, "link", "--club", str(other))


@pytest.mark.parametrize("came", ["0", "-1", "x", "1_0", "\u0661", "1" * 11])
def test_an_id_is_a_number(data: Path, came: str, capsys: Capture) -> None:
    for words in (["link", f"--club={came}"], ["devices", f"--revoke={came}"]):
        with pytest.raises(SystemExit) as caught:
            main(words)
        assert caught.value.code == 2
        assert "expected the number of an id" in capsys.readouterr().err


def test_clubs_are_listed(
    data: Path, owner: Phone, table: Table, inside: Inside, capsys: Capture
) -> None:
    inside(clubs.make, "Thursdays")
    with closing(sqlite3.connect(data / DATABASE)) as connection:
        [[day]] = connection.execute("SELECT date FROM sitting").fetchall()
    assert said(capsys, "clubs").splitlines() == [
        "id  devices  newest evening  name",
        f"1   1        {day}      Our club",
        "2   0        none            Thursdays",
    ]


def test_a_club_is_made_and_its_owner_comes_in(
    data: Path, owner: Phone, inside: Inside, capsys: Capture
) -> None:
    out = said(capsys, "clubs", "--add", "  Thursdays ")
    assert 'The club "Thursdays" has no owner.' in out
    assert "Our club" not in out
    [link] = LINK.findall(out)
    phone = came_in(owner.app, link, "Dino's phone")
    assert "Thursdays" in phone.read(phone.get("/").location).html
    [first, second] = inside(clubs.listed)
    assert (second.name, second.devices) == ("Thursdays", 1)
    assert owner.get(f"/clubs/{second.id}").status == 404
    assert phone.get(f"/clubs/{first.id}").status == 404


@pytest.mark.parametrize("name", ["", "x" * 41, "a\u202eb", "  "])
def test_a_name_that_is_no_name_makes_no_club(
    data: Path, name: str, inside: Inside, capsys: Capture
) -> None:
    before = inside(everything)
    assert "name: expected a text of 1 to 40 characters" in (
        refused(capsys, "clubs", "--add", name)
    )
    assert inside(everything) == before


def test_devices_are_listed_those_that_are_out_included(
    data: Path, owner: Phone, actor: Actor, inside: Inside, capsys: Capture
) -> None:
    [link] = LINK.findall(said(capsys, "link", "--role", "scorer"))
    came_in(owner.app, link, "Ben's phone")
    [anna, ben] = inside(devices.listed, actor.club)
    inside(devices.revoke, actor, new_op_id(), ben.id)
    day = f"{anna.joined_at:%Y-%m-%d}"
    assert said(capsys, "devices").splitlines() == [
        "id  role   joined      name",
        f"{anna.id}   owner  {day}  Anna's phone",
        f"{ben.id}   out    {day}  Ben's phone",
    ]
    assert said(capsys, "clubs").splitlines()[1].split()[:2] == [str(actor.club), "1"]


def test_a_lost_owners_phone_is_put_out_and_a_new_one_comes_in(
    data: Path, owner: Phone, table: Table, inside: Inside, capsys: Capture
) -> None:
    home = f"/clubs/{table.club}"
    assert owner.get(home).status == 200
    [lost] = inside(devices.owners, table.club)
    out = said(capsys, "devices", "--revoke", str(lost))
    assert '"Anna\'s phone" is put out of "Our club".' in out
    assert owner.get(home).status == 404
    [link] = LINK.findall(out)
    phone = came_in(owner.app, link, "Anna's new phone")
    assert phone.get(home).status == 200


def test_a_device_of_another_club_is_none_of_this_one(
    data: Path, owner: Phone, club: int, inside: Inside, capsys: Capture
) -> None:
    other = inside(clubs.make, "Thursdays")
    [anna] = inside(devices.owners, club)
    before = inside(everything)
    assert f'expected one of the devices of "Thursdays", got {anna}' in refused(
        capsys, "devices", "--club", str(other), "--revoke", str(anna)
    )
    assert inside(everything) == before


def test_no_token_of_a_link_is_kept(data: Path, owner: Phone, capsys: Capture) -> None:
    [link] = LINK.findall(said(capsys, "link"))
    token = link.rpartition("/")[2].encode()
    assert [path for path in data.rglob("*") if path.is_file() and token in path.read_bytes()] == []


WORDS = (
    ["link"],
    ["clubs"],
    ["clubs", "--add", "Thursdays"],
    ["devices"],
    ["devices", "--revoke", "1"],
    ["backup"],
)


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_without_a_database_none_is_made(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    assert "there is no database in" in refused(capsys, *words)
    assert list((tmp_path / "data").iterdir()) == []


@pytest.mark.parametrize("words", WORDS[:-1], ids=" ".join)
@pytest.mark.parametrize(
    ("version", "says"), [("0001", "of an older one"), ("9999", "made by a newer version")]
)
def test_a_database_of_another_version_is_left_alone(
    words: list[str], version: str, says: str, data: Path, capsys: Capture
) -> None:
    with closing(sqlite3.connect(data / DATABASE)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
        connection.commit()
    before = (data / DATABASE).read_bytes()
    assert says in refused(capsys, *words)
    assert (data / DATABASE).read_bytes() == before


def test_with_the_key_lost_a_link_from_the_server_lets_the_owner_in(
    data: Path, owner: Phone, table: Table, capsys: Capture
) -> None:
    (data / "key").unlink()
    [link] = LINK.findall(said(capsys, "link"))
    with serving(data) as running:
        phone = joined_by(running.port, link)
        assert phone.read(phone.get("/").location).heading == "Evenings"


def joined_by(port: int, link: str) -> Phone:
    phone = Wire(port)
    phone.follow(phone.send(phone.read(link).form(link), device="Anna's new phone"))
    return phone


def test_a_server_prints_a_link_for_every_club_without_an_owner(tmp_path: Path) -> None:
    """And the commands work while it runs."""
    data = tmp_path / "data"
    with serving(data) as running:
        joined(running)
        for name in ("Tuesdays", "Thursdays"):
            done = subprocess.run(
                **command(data, running.port, "clubs", "--add", name), check=True, timeout=60
            )
            link = re.findall(r"/join/[\w-]{43}", done.stdout)[0]
        joined_by(running.port, link)
    with serving(data) as running:
        printed = "\n".join(running.printed)
        assert 'The club "Tuesdays" has no owner.' in printed
        assert len(re.findall(r"/join/[\w-]{43}", printed)) == 1
    assert "Our club" not in printed


def test_the_owners_link_of_a_club_is_the_same_as_the_server_prints(
    data: Path, club: int, inside: Inside, app: Flask, capsys: Capture
) -> None:
    out = said(capsys, "clubs", "--add", "Thursdays")
    [link] = LINK.findall(out)
    other = inside(clubs.listed)[1].id
    token = inside(invites.owner_token, other, app.config["SECRET_KEY"])
    assert link == f"/join/{token}"
