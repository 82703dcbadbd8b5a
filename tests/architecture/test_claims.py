"""Two claims about the sources: the kernel imports the standard library only, and no other source names a game.

Every check is also tried on a source that breaks it.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rexarium.games import all_games

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "rexarium"
KERNEL = sorted(path for path in (SOURCES / "kernel").rglob("*.p*") if path.suffix in (".py", ".pxd"))

# The kernel


def strangers(source: str) -> set[str]:
    """A kernel module's imports that are neither the kernel's own nor Python's."""
    found = set()
    for line in re.findall(r"^\s*(?:from\s+([\w.]+)\s+)?c?import\s+(.+)$", uncommented(source), re.M):
        found |= {line[0]} if line[0] else {name.split()[0] for name in line[1].split(",")}
    own = {name for name in found if re.match(r"rexarium\.kernel(\.|$)", name)}
    plain = {name for name in found if name.partition(".")[0] in {*sys.stdlib_module_names, "cython", "libc"}}
    hidden = {word for word in ("import_module", "__import__") if word in source}
    return found - own - plain | hidden


def uncommented(source: str) -> str:
    """Python without its comments and docstrings; a declaration for Cython as it is."""
    try:
        return ast.unparse(without_docstrings(source))
    except SyntaxError:
        return source


def without_docstrings(source: str) -> ast.Module:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            body[:] = [line for line in body if not is_text(line)] or [ast.Pass()]
    return tree


def is_text(line: ast.stmt) -> bool:
    return (
        isinstance(line, ast.Expr)
        and isinstance(line.value, ast.Constant)
        and isinstance(line.value.value, str)
    )


@pytest.mark.parametrize("path", KERNEL, ids=lambda path: path.name)
def test_the_kernel_imports_the_standard_library_only(path: Path) -> None:
    assert strangers(path.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ("import msgspec", "msgspec"),
        ("import os, msgspec.json", "msgspec.json"),
        ("def late():\n    import msgspec as m", "msgspec"),
        ("from msgspec import Struct", "msgspec"),
        ("from rexarium.match import Match", "rexarium.match"),
        ("from rexarium import match", "rexarium"),
        ("from rexarium.kernels import state", "rexarium.kernels"),
        ("from importlib import import_module", "import_module"),
        ("m = __import__('msgspec')", "__import__"),
        ("cimport numpy\ncdef int x", "numpy"),
    ],
)
def test_a_stranger_in_the_kernel_is_noticed(planted: str, found: str) -> None:
    assert strangers(planted) == {found}


# The names of games

NAMES = sorted({name for game in all_games().values() for name in (game.id, game.title.lower())})

# The page's shell and its box on the front page name games until the page is rebuilt.
EXCEPTIONS = {"web/index.html", "web/src/parts/GameBox.svelte"}


def named(ending: str, source: str) -> set[str]:
    """The games that a source names in its code, by its texts, names or imports; a comment may name one."""
    code = "\n".join(words(source)) if ending == ".py" else COMMENT.sub("", source)
    return {name for name in NAMES if name in code.lower()}


COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:'\"`\w/])//[^\n]*", re.S)


def words(source: str) -> Iterator[str]:
    for node in ast.walk(without_docstrings(source)):
        if isinstance(node, ast.Constant):
            yield str(node.value)
        for field in ("id", "attr", "name", "asname", "arg", "module"):
            if isinstance(word := getattr(node, field, None), str):
                yield word


def code() -> Iterator[Path]:
    """All code of the product, but for what belongs to one game or was made by a tool."""
    made = ("node_modules", "generated", "art", "public", "test", "page")
    for folder, endings in (
        ("src/rexarium", (".py", ".html")),
        ("web", (".ts", ".svelte", ".css", ".mjs", ".html", ".py")),
    ):
        for path in (ROOT / folder).rglob("*"):
            parts = path.relative_to(ROOT / folder).parts
            is_a_games = parts[:-1] and parts[-2] != "games" and "games" in parts
            if path.suffix in endings and not is_a_games and not {*made} & {*parts}:
                yield path


def test_no_other_source_names_a_game() -> None:
    """The directory is the registry: adding a game changes no code that is already there."""
    found = {
        path.relative_to(ROOT).as_posix() for path in code() if named(path.suffix, path.read_text("utf-8"))
    }
    assert found == EXCEPTIONS


def test_all_code_is_looked_at() -> None:
    rooms = {"search", "bots", "arena", "server", "match", "kernel", "analysis", "cli", "testkit", "games"}
    paths = [path.relative_to(ROOT).parts for path in code()]
    assert {parts[2] for parts in paths if parts[0] == "src" and len(parts) > 3} == rooms
    assert {"parts", "pages", "lib", "styles", "games"} <= {
        parts[2] for parts in paths if parts[:2] == ("web", "src")
    }


@pytest.mark.parametrize(
    ("ending", "planted"),
    [
        (".py", "find_game('trex')"),
        (".py", "from rexarium.games import trex"),
        (".py", "import rexarium.games.cubosaurs as game"),
        (".py", "TREX_LEVELS = 6"),
        (".py", "def cubosaurs_depth(): pass"),
        (".py", "TITLE = 'T-Rex for four'"),
        (".py", "say(f'{x} plays tyrannosaurus')"),
        (".py", "make(trex=1)"),
        (".py", "match game:\n    case {'id': 'trex'}: pass"),
        (".ts", "const depth = { trex: 3 };"),
        (".ts", "if (id === `cubosaurs`) go();"),
        (".svelte", "<style>.trex { color: red }</style>"),
        (".mjs", "load('../games/trex/index.ts'); // the board"),
    ],
)
def test_a_name_of_a_game_is_noticed(ending: str, planted: str) -> None:
    assert named(ending, planted)


@pytest.mark.parametrize(
    ("ending", "comment"),
    [
        (".py", '"""As in T-Rex."""\nx = 1  # trex'),
        (".ts", "/* trex */ const x = 1; // cubosaurs"),
        (".svelte", "<!-- trex --><p></p>"),
    ],
)
def test_a_comment_may_name_a_game(ending: str, comment: str) -> None:
    assert not named(ending, comment)
