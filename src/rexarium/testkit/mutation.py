"""Mutants of the rules, each with one small change that the fast tests must notice.

`python -m rexarium.testkit.mutation GAME` tries all mutants of a game's rules.py, uncompiled and in a copy. `--every 5
--from 2` tries only every fifth, starting with the second. Survivors are printed; docs/mutation.md explains the known ones.
"""

import argparse
import ast
import copy
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr)

# Mutants that survive these have to be caught by the tests marked `mutation`.
CASES = [sys.executable, "-c", "from pathlib import Path; from rexarium.testkit.exercise import *; "
         "run_cases(Path.cwd()); replay_records(Path.cwd())"]  # fmt: skip
MORE_OF_THE_SAME = (
    "3-standard or 4-standard or 4-False or 3-True or 5-True-True or 4-dutch or lose"  # tables by test id
)
LONGEST = (30, 300)  # seconds for each of the two; a mutant that runs longer counts as caught


def tests_of(game: str) -> list[str]:
    """The command for the fast tests that judge a game's mutants: some of its own tests, and some of the laws."""
    pytest = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider"]
    return [
        *pytest,
        "tests/laws",
        f"tests/games/{game}",
        "-m",
        "mutation",
        "-k",
        f"{game} and not ({MORE_OF_THE_SAME})",
    ]


@dataclass(frozen=True)
class Mutant:
    """One mutant: the line it changes, a description, and the changed source."""

    line: int
    what: str
    source: str


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a source, function by function; `__init__` is left alone."""
    tree = ast.parse(source)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and function.name != "__init__":
            for node in ast.walk(function):
                yield from _changes(tree, function, node)


def _changes(tree: ast.Module, function: ast.FunctionDef, node: ast.AST) -> Iterator[Mutant]:
    line = getattr(node, "lineno", function.lineno)
    for field in ("op", "ops"):
        for old in _operators(node, field):
            if type(old) in SWAPS:
                new = SWAPS[type(old)]()
                yield _with(
                    tree, line, f"{type(old).__name__} becomes {type(new).__name__}", node, field, new
                )
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield _with(tree, line, f"{node.value} becomes {node.value + 1}", node, "value", node.value + 1)
    if isinstance(node, ast.If | ast.While):
        yield _with(tree, line, "the condition is negated", node, "test", ast.UnaryOp(ast.Not(), node.test))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert):
        yield _with(tree, line, f"{type(node.op).__name__} is gone", node, "op", ast.UAdd())
    body = getattr(node, "body", [])
    for at, statement in enumerate(body if isinstance(body, list) else []):
        if isinstance(statement, SIMPLE) and not _is_docstring(statement):
            rest = [*body[:at], ast.Pass(), *body[at + 1 :]]
            yield _with(tree, statement.lineno, f"gone: {ast.unparse(statement)}", node, "body", rest)


def _operators(node: ast.AST, field: str) -> list[ast.AST]:
    found = getattr(node, field, None)
    if isinstance(found, list):
        return found[:1]
    return [found] if isinstance(found, ast.AST) else []


def _with(tree: ast.Module, line: int, what: str, node: ast.AST, field: str, new: object) -> Mutant:
    """The whole source with one field of one node changed temporarily."""
    old = getattr(node, field)
    setattr(node, field, [new] if field == "ops" else new)
    changed = copy.deepcopy(tree)
    setattr(node, field, old)
    return Mutant(line, what, ast.unparse(ast.fix_missing_locations(changed)))


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def is_noticed(mutant: Mutant, path: Path, root: Path) -> bool:
    """Whether the tests fail with this mutant in place of the source."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(
            root / "src", folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.so", "*.pyc")
        )
        Path(folder, path.relative_to(root / "src")).write_text(mutant.source, encoding="utf-8")
        environment = dict(os.environ, PYTHONPATH=folder, REXARIUM_PURE="1", PYTHONDONTWRITEBYTECODE="1")
        steps = zip((CASES, tests_of(path.parent.name)), LONGEST, strict=True)
        return any(_fails(command, longest, root, environment) for command, longest in steps)


def _fails(command: list[str], longest: int, root: Path, environment: dict[str, str]) -> bool:
    try:
        done = subprocess.run(
            command, cwd=root, env=environment, capture_output=True, timeout=longest, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def main() -> None:
    """Try the requested mutants, and print the survivors."""
    parser = argparse.ArgumentParser(prog="mutation")
    parser.add_argument("game")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--from", type=int, default=1, dest="start")
    parser.add_argument("--jobs", type=int, default=2)
    wanted = parser.parse_args()
    root = Path.cwd()
    path = root / "src" / "rexarium" / "games" / wanted.game / "rules.py"
    source = path.read_text(encoding="utf-8")
    whole = Mutant(0, "nothing", source)
    if is_noticed(whole, path, root):
        sys.exit("the tests fail without any mutant: mend that first")
    found = list(mutants(source))[wanted.start - 1 :: wanted.every]
    with ThreadPoolExecutor(wanted.jobs) as pool:
        noticed = list(pool.map(lambda mutant: _report(mutant, path, root), found))
    print(f"{sum(noticed)} of {len(found)} mutants noticed, {100 * sum(noticed) / len(found):.1f} %")


def _report(mutant: Mutant, path: Path, root: Path) -> bool:
    noticed = is_noticed(mutant, path, root)
    if not noticed:
        print(f"survived: line {mutant.line}, {mutant.what}", flush=True)
    return noticed


if __name__ == "__main__":
    main()
