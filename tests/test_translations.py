"""The catalogue of what can be translated holds every sentence and label of the pages."""

from __future__ import annotations

import ast
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from scorekeeper.games import GAMES
from scorekeeper.games.base import Game, read_rules
from scorekeeper.games.inputs import Choice, Input, Ladder, Seat, Seats
from scorekeeper.scoring import Match

ROOT = Path(__file__).parent.parent
CATALOGUE = ROOT / "scorekeeper" / "translations" / "messages.pot"
MODULES = sorted((ROOT / "scorekeeper").rglob("*.py"))
# What the command line says of a broken record stands on no page.
PAGES = [path for path in MODULES if "checking" not in path.parts]


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def test_the_catalogue_is_up_to_date(tmp_path: Path) -> None:
    """What `make messages` would write now; run it when this fails."""
    fresh = tmp_path / "messages.pot"
    tell = ["make", "--dry-run", "--no-print-directory", "messages", f"POT={fresh}", "PY=python"]
    said = subprocess.run(tell, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    [line] = [line for line in said.splitlines() if " extract " in line]
    command = shlex.split(line.removeprefix("@"))
    subprocess.run([sys.executable, *command[1:]], cwd=ROOT, check=True)
    assert CATALOGUE.read_text("utf-8") == fresh.read_text("utf-8")


def inputs_of(game: Game) -> Iterator[Input]:
    """Yield every question that a game asks about its rules and its deals, at any table."""
    for seats in game.seats:
        rules = read_rules(game, {}, seats)
        yield from game.rule_inputs(seats)
        yield from game.inputs(Match(game, rules, seats, 0).table(0))


def sentences_of(item: Input) -> Iterator[str]:
    yield item.label
    yield item.missing
    yield item.brief
    if isinstance(item, Seat):
        yield item.nobody
    if isinstance(item, Seats):
        yield item.exactly
    if isinstance(item, Ladder):
        yield from item.preset_labels.values()
    if isinstance(item, Choice):
        # A bid is a term of the game, and its hint a number.
        yield from (option.label for option in item.options if item.key != "bid")


@pytest.mark.parametrize("slug", GAMES)
def test_every_label_that_a_game_declares_can_be_translated(slug: str) -> None:
    texts = {text for item in inputs_of(GAMES[slug]) for text in sentences_of(item)}
    wanted = {text for text in texts if text and not text.isdecimal()}
    assert len(wanted) > 5
    known = catalogue(CATALOGUE)
    assert {text for text in wanted if text not in known} == set()


def spoken(call: ast.Call) -> ast.expr | None:
    """Return what a call of `Problem` says on a page."""
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    return call.args[3] if len(call.args) > 3 else named.get("say")


def marked(node: ast.expr | None, inside: ast.AST) -> bool:
    """Say whether a text is marked for translation, wherever it was given its name."""
    match node:
        case ast.Call(func=ast.Name(id="N_" | "_")):
            return True
        case ast.IfExp(body=body, orelse=other):
            return marked(body, inside) and marked(other, inside)
        case ast.Attribute(attr="missing" | "exactly" | "say"):
            return True
        case ast.Name(id=name):
            given = [
                assign.value
                for assign in ast.walk(inside)
                if isinstance(assign, ast.Assign)
                and any(isinstance(t, ast.Name) and t.id == name for t in assign.targets)
            ]
            arguments = [
                arg.arg
                for function in ast.walk(inside)
                if isinstance(function, ast.FunctionDef)
                for arg in function.args.args
            ]
            # What a function is handed was marked where it is called.
            return (bool(given) and all(marked(g, inside) for g in given)) or name in arguments
    return False


@pytest.mark.parametrize("path", PAGES, ids=[p.relative_to(ROOT).as_posix() for p in PAGES])
def test_every_sentence_of_a_problem_is_marked(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "Problem":
                assert marked(spoken(call), function), f"{path.name}:{call.lineno}"


def test_what_is_marked_is_in_the_catalogue() -> None:
    known = catalogue(CATALOGUE)
    texts = [
        str(call.args[0].value)
        for path in MODULES
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("N_", "_")
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    ]
    assert len(texts) > 50
    assert [text for text in texts if text not in known] == []


def test_sentences_are_whole_and_no_code() -> None:
    """No blanks at the ends, and every place to fill is named."""
    for message in catalogue(CATALOGUE):
        texts = (message.id,) if isinstance(message.id, str) else message.id
        for text in filter(None, texts):
            assert text == text.strip()
            assert "%s" not in text
            assert "%d" not in text
            assert "_" not in text.replace("%(", "").replace(")s", "").replace("card_points", "")
