"""`scorekeeper settle`: section 3 of `docs/formats.md`."""

import io
import json
import sys
from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.cli import main

Capture = pytest.CaptureFixture[str]
Given = Callable[[str], None]
EXAMPLE = '{"balances": {"Anna": 600, "Ben": -250, "Carla": -350}}'


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Given:
    """Return what gives the command a text to read."""

    def give(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    return give


def test_the_example_of_the_formats_comes_out_as_it_stands_there(
    given: Given, capsys: Capture
) -> None:
    given(EXAMPLE)
    assert main(["settle", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "transfers": [
            {"from": "Carla", "to": "Anna", "amount": 350},
            {"from": "Ben", "to": "Anna", "amount": 250},
        ],
        "exact": True,
    }


def test_people_read_a_line_for_each_transfer(given: Given, capsys: Capture) -> None:
    given(EXAMPLE)
    assert main(["settle", "-"]) == 0
    assert capsys.readouterr().out == "Carla pays Anna 350\nBen pays Anna 250\n"


def test_a_banker_may_be_somebody_else(given: Given, capsys: Capture) -> None:
    given('{"balances": {"Anna": 6, "Ben": -6}, "banker": "Dino"}')
    assert main(["settle", "-"]) == 0
    assert capsys.readouterr().out == "Ben pays Dino 6\nDino pays Anna 6\n"


REFUSALS: dict[str, tuple[str, str]] = {
    "does not sum to zero": (
        '{"balances": {"Anna": 6, "Ben": -1}}',
        "balances: expected numbers that sum to 0, got 5",
    ),
    "a float": (
        '{"balances": {"Anna": 1.5, "Ben": -1.5}}',
        'balances: expected whole numbers from -1000000000 to 1000000000, got {"Anna": "1.5"}',
    ),
    "a truth value": (
        '{"balances": {"Anna": true, "Ben": -1}}',
        'balances: expected whole numbers from -1000000000 to 1000000000, got {"Anna": true}',
    ),
    "too much": (
        '{"balances": {"Anna": 1000000001, "Ben": -1000000001}}',
        'balances: expected whole numbers from -1000000000 to 1000000000, got {"Anna": 1000000001}',
    ),
    "a name twice": (
        '{"balances": {"Anna": 1, "Anna": -1}}',
        'balances: expected each name once, got "Anna"',
    ),
    "a name twice but for blanks": (
        '{"balances": {"Anna": 1, " Anna": -1}}',
        'balances: expected each name once, got "Anna"',
    ),
    "no name": ('{"balances": {"": 0}}', 'balances: expected a text of 1 to 40 characters, got ""'),
    "a wrong banker": (
        '{"balances": {}, "banker": 7}',
        "banker: expected a text of 1 to 40 characters, got 7",
    ),
    "an unknown key": (
        '{"balances": {}, "bank": "Dino"}',
        'bank: expected one of balances, banker, got "bank"',
    ),
    "no balances": (
        "{}",
        "balances: expected an object of whole numbers by name, got nothing",
    ),
    "no object": ("[]", "balances: expected an object, got []"),
    "no JSON": ("{", "format: expected JSON, got "),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_what_is_wrong_is_refused_by_its_field(given: Given, capsys: Capture, case: str) -> None:
    text, message = REFUSALS[case]
    given(text)
    assert main(["settle", "-", "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"scorekeeper: {message}")


def test_lines_are_answered_in_order(given: Given, capsys: Capture) -> None:
    given(f'{EXAMPLE}\n{{"balances": {{"Anna": 1}}}}\n\n{{"balances": {{}}}}\n')
    assert main(["settle", "-", "--lines"]) == 2
    lines: list[Any] = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [len(line.get("transfers", "?")) for line in lines] == [2, 1, 1, 0]
    assert lines[1] == {
        "error": "balances: expected numbers that sum to 0, got 1",
        "field": "balances",
        "deal": None,
    }
    assert lines[2]["field"] == "format"
