"""The patterns of all sentences that reach a page, found in the source; `web/sentences` must have them in every
language.

A pattern is the literal that `sentence(…)` is given, one of a tuple of `Patterns`, or the plain sentence of a refusal.
Sentences for programs only (refusals of unreadable messages) stay English.
"""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

from rexarium.games import all_games
from rexarium.kernel.sentence import read_pattern, slots_of
from rexarium.kernel.texts import LANGUAGES

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "src" / "rexarium"
SENTENCES = ROOT / "web" / "sentences"
TABLE = "table"  # the scope of the server's sentences about any game
_REFUSERS = {"Refusal": 1, "need_gathering": 1, "need_host": 2}  # the argument that is the sentence
_FOR_PROGRAMS = {"unreadable", "too large", "wrong version"}


def scopes() -> dict[str, list[Path]]:
    """The modules of each scope."""
    found = {game: sorted((SOURCE / "games" / game).glob("*.py")) for game in all_games()}
    return {
        **found,
        TABLE: [*sorted((SOURCE / "match").glob("*.py")), *sorted((SOURCE / "server").rglob("*.py"))],
    }


def patterns(paths: list[Path]) -> set[str]:
    """Every pattern of some modules."""
    return {pattern for path in paths for pattern in _patterns_of(path)}


def _patterns_of(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = {
        target.id: node.value for node in tree.body if isinstance(node, ast.Assign) for target in _names(node)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.annotation, ast.Name)
            and node.value is not None
        ):
            if node.annotation.id == "Patterns":
                yield from _texts(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            argument = _said(node, node.func.id)
            if isinstance(argument, ast.Name):
                argument = named.get(argument.id, argument)
            if isinstance(argument, ast.JoinedStr):
                raise AssertionError(
                    f"{path}:{node.lineno}: put the values into sentence(…), or nobody can translate it"
                )
            if argument is not None:
                yield from _texts(argument)


def _names(node: ast.Assign) -> Iterator[ast.Name]:
    yield from (target for target in node.targets if isinstance(target, ast.Name))


def _said(call: ast.Call, name: str) -> ast.expr | None:
    """The argument that is a sentence for people."""
    place = 0 if name == "sentence" else _REFUSERS.get(name)
    if place is None or len(call.args) <= place:
        return None
    code = call.args[0]
    if name == "Refusal" and isinstance(code, ast.Constant) and code.value in _FOR_PROGRAMS:
        return None
    return call.args[place]


def _texts(node: ast.expr) -> Iterator[str]:
    """The literals of an expression; the results of calls are found where the function returns them."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Tuple):
        for each in node.elts:
            yield from _texts(each)
    elif isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))


def complaints() -> Iterator[str]:
    """What is wrong with the translations, a sentence each."""
    for scope, paths in scopes().items():
        wanted = patterns(paths)
        for language in LANGUAGES[1:]:
            file = SENTENCES / scope / f"{language}.json"
            said = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
            where = file.relative_to(ROOT)
            yield from (f"{where} lacks {pattern!r}" for pattern in sorted(wanted - said.keys()))
            yield from (
                f"{where} translates nothing: {pattern!r}" for pattern in sorted(said.keys() - wanted)
            )
            for pattern in sorted(wanted & said.keys()):
                if slots_of(read_pattern(pattern)) != slots_of(read_pattern(said[pattern])):
                    yield f"{where}: not the same placeholders in {said[pattern]!r}"
