"""The rooms and the directions of their arrows, read from the source: `docs/architecture.md`.

Every import counts, also one inside a function or for types alone, except where a test says so.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from scorekeeper.games import GAMES

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "scorekeeper"
PURE = (
    "accounts",
    "balances",
    "clubfile",
    "correction",
    "entry",
    "jsontext",
    "games",
    "hands",
    "ledger",
    "meaning",
    "pad",
    "paper",
    "past",
    "plausible",
    "presets",
    "tally",
    "replay",
    "reseating",
    "scoring",
    "settlement",
    "share",
    "sheet",
    "stats",
    "whatif",
)
DATABASE = ("db", "migrations", "models", "schema", "store")
QUERIES = {"delete", "func", "insert", "select", "text", "update"}
MODULE_LINES, GAME_LINES, FUNCTION_LINES, VIEW_LINES = 250, 400, 40, 20
Function = ast.FunctionDef | ast.AsyncFunctionDef


def name_of(path: Path) -> str:
    """Return a module's name inside the package: `games.base`, `store` for its `__init__`."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


PATHS = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}
GAME_FILES = {type(game).__module__.partition(".")[2] for game in GAMES.values()}


def room(module: str) -> str:
    return module.partition(".")[0]


def within(*rooms: str) -> list[str]:
    """Return the modules of some rooms, as far as these are built."""
    return [module for module in PATHS if room(module) in rooms]


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(PATHS[module].read_text("utf-8"))


@cache
def imports(module: str) -> frozenset[str]:
    """Return the full names that a module imports; its own package's as `scorekeeper. ...`."""
    found = set()
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            source = absolute(module, node)
            found |= {f"{source}.{alias.name}" for alias in node.names}
    return frozenset(found)


def absolute(module: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = ["scorekeeper", *filter(None, module.split("."))]
    up = node.level - (PATHS[module].name == "__init__.py")
    here = parts[: len(parts) - up]
    return ".".join([*here, *([node.module] if node.module else [])])


def outside(module: str) -> set[str]:
    """Return the libraries that a module imports."""
    return {name.partition(".")[0] for name in imports(module)} - {"scorekeeper", "__future__"}


def rooms_used(module: str) -> set[str]:
    """Return the rooms of the package that a module imports."""
    own = [name.split(".") for name in imports(module)]
    return {parts[1] for parts in own if parts[0] == "scorekeeper" and len(parts) > 1}


def functions(module: str) -> Iterator[Function]:
    for node in ast.walk(tree(module)):
        if isinstance(node, Function):
            yield node


def length(function: Function) -> int:
    """Return a function's lines from `def` to its end; decorators are not counted."""
    return (function.end_lineno or 0) - function.lineno + 1


def test_every_module_says_what_is_in_it() -> None:
    assert [module for module in PATHS if not ast.get_docstring(tree(module))] == []


@pytest.mark.parametrize("module", within(*PURE))
def test_a_pure_room_imports_the_standard_library_and_pure_rooms_alone(module: str) -> None:
    assert outside(module) <= sys.stdlib_module_names
    assert rooms_used(module) <= set(PURE)


def test_the_pure_rooms_load_no_library() -> None:
    """What an import does in truth: only the standard library and pure rooms come in."""
    modules = [f"scorekeeper.{module}".rstrip(".") for module in within(*PURE)]
    code = (
        "import sys; before = set(sys.modules)\n"
        f"import {', '.join(modules)}\n"
        "print(*(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert set(modules) <= loaded
    assert {name.partition(".")[0] for name in loaded} <= sys.stdlib_module_names | {"scorekeeper"}
    assert {name.split(".")[1] for name in loaded if name.startswith("scorekeeper.")} <= set(PURE)


def test_score_and_the_package_load_no_web_framework_and_no_database() -> None:
    code = (
        "import io, json, sys\n"
        "import scorekeeper\n"
        "from scorekeeper.cli import main\n"
        "sheet = {'game': sys.argv[1], 'seats': [], 'deals': []}\n"
        "sys.stdin = io.TextIOWrapper(io.BytesIO(json.dumps(sheet).encode()))\n"
        "main(['score', '-', '--lines'])\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    slug = next(iter(GAMES))
    done = subprocess.run(
        [sys.executable, "-c", code, slug], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "scorekeeper" in loaded
    assert not loaded & {"flask", "sqlalchemy", "wtforms", "alembic", "waitress", "matplotlib"}


def test_the_command_and_the_package_import_the_server_inside_functions() -> None:
    for module in ("", "cli", *within("commands")):
        top = [node for node in tree(module).body if isinstance(node, ast.ImportFrom)]
        names = {f"{absolute(module, node)}.{alias.name}" for node in top for alias in node.names}
        rooms = {name.split(".")[1] for name in names if name.startswith("scorekeeper.")}
        assert not rooms & {"application", "server", "views", *DATABASE}


@pytest.mark.parametrize("module", within("db", "models"))
def test_the_tables_know_no_games(module: str) -> None:
    assert not rooms_used(module) & {
        "forms",
        "games",
        "hands",
        "scoring",
        "sheet",
        "store",
        "views",
    }


@pytest.mark.parametrize("module", within("store"))
def test_the_store_knows_no_flask_and_no_pages(module: str) -> None:
    assert not {name for name in outside(module) if re.match(r"flask|wtforms|jinja|werkzeug", name)}
    assert not rooms_used(module) & {
        "application",
        "cli",
        "commands",
        "forms",
        "server",
        "views",
        "words",
    }


@pytest.mark.parametrize("module", [m for m in PATHS if room(m) not in DATABASE])
def test_queries_and_commits_are_in_the_store_alone(module: str) -> None:
    assert not imports(module) & {f"sqlalchemy.{query}" for query in QUERIES}
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "db.session":
            # What a broken request has begun is undone where requests end.
            assert node.attr in ("rollback", "remove")


@pytest.mark.parametrize("module", within("forms"))
def test_forms_know_games_and_no_tables(module: str) -> None:
    assert not {name for name in outside(module) if "sqlalchemy" in name}
    assert not rooms_used(module) & {*DATABASE, "application", "server", "views"}


@pytest.mark.parametrize("module", within("views"))
def test_views_know_no_sqlalchemy_and_no_tables(module: str) -> None:
    assert not {name for name in outside(module) if "sqlalchemy" in name or name == "alembic"}
    assert not rooms_used(module) & {
        "cli",
        "commands",
        "migrations",
        "models",
        "schema",
        "server",
    }


def test_nothing_below_imports_the_views() -> None:
    above = {"application", "views"}
    assert {room(m) for m in PATHS if "views" in rooms_used(m)} <= above


def test_charts_alone_import_matplotlib_inside_functions_and_never_pyplot() -> None:
    assert {room(m) for m in PATHS if "matplotlib" in outside(m)} <= {"charts"}
    for module in within("charts"):
        assert not {name for name in imports(module) if "pyplot" in name}
        top = [node for node in tree(module).body if isinstance(node, ast.Import | ast.ImportFrom)]
        assert not [node for node in top if "matplotlib" in ast.unparse(node)]


# A migration is the record of one change to the tables: as long as that was, and never edited.
KEPT_SHORT = [module for module in PATHS if not module.startswith("migrations.versions.")]


@pytest.mark.parametrize("module", KEPT_SHORT)
def test_a_module_is_short_enough_to_be_read_at_once(module: str) -> None:
    limit = GAME_LINES if module in GAME_FILES else MODULE_LINES
    lines = PATHS[module].read_text("utf-8").count("\n")
    assert lines < limit


@pytest.mark.parametrize("module", KEPT_SHORT)
def test_a_function_is_short(module: str) -> None:
    limit = VIEW_LINES if room(module) == "views" else FUNCTION_LINES
    assert {f.name: length(f) for f in functions(module) if length(f) >= limit} == {}


def texts(module: str) -> Iterator[str]:
    """Yield the texts in a module that are no docstrings."""
    docstrings = {
        id(node.value)
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree(module)):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docstrings
        ):
            yield node.value


def games_named(text: str, *, but: str = "") -> set[str]:
    """Return the games that a text names by slug or name, one excepted."""
    others = [game for game in GAMES.values() if game.slug != but]
    # A game's own name may begin with the name of its parent.
    text = text.replace(GAMES[but].name, "") if but in GAMES else text
    words = {word for game in others for word in (game.slug, game.name)}
    return {word for word in words if re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE)}


@pytest.mark.parametrize("module", [m for m in PATHS if room(m) != "seeds"])
def test_no_game_is_named_outside_its_own_file(module: str) -> None:
    own = module.rpartition(".")[2] if module in GAME_FILES else ""
    assert [text for text in texts(module) if games_named(text, but=own)] == []


TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


@pytest.mark.parametrize(
    "path", TEMPLATES, ids=[path.relative_to(ROOT).as_posix() for path in TEMPLATES]
)
def test_no_game_is_named_in_a_template_but_its_own(path: Path) -> None:
    named = games_named(path.read_text("utf-8"), but=path.stem)
    assert not named


def test_every_game_is_one_file_named_like_its_slug() -> None:
    assert {f"games.{slug}" for slug in GAMES} == GAME_FILES
    assert all(game.slug == slug for slug, game in GAMES.items())


def test_no_room_is_called_after_nothing() -> None:
    names = {part for module in PATHS for part in module.split(".")}
    assert not names & {"utils", "util", "helpers", "helper", "common", "misc"}
