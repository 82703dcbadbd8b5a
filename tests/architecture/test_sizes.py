"""No file, class or function grows too long. Exceptions are listed in docs/decisions, with the reason and until when."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.test_shape import ROOT, own_files

FILE, TEST_FILE, CLASS, FUNCTION = 500, 600, 299, 80  # lines at most
(DECISION,) = (ROOT / "docs" / "decisions").glob("*-sizes.md")
SOURCES = {".py", ".ts", ".svelte", ".mjs", ".js", ".css"}


def too_long(name: str, source: str) -> Iterator[str]:
    """The file, and each class and function in it, that has too many lines."""
    if source.count("\n") > (TEST_FILE if name.startswith("tests/") else FILE):
        yield name
    blocks = blocks_of_python(source) if name.endswith(".py") or name == "rex" else blocks_of_page(source)
    for kind, block, lines in blocks:
        if lines > (CLASS if kind == "class" else FUNCTION):
            yield f"{name}: {block}"


def blocks_of_python(source: str) -> Iterator[tuple[str, str, int]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
            kind = "class" if isinstance(node, ast.ClassDef) else "function"
            yield kind, node.name, node.end_lineno - node.lineno + 1


BLOCK = re.compile(
    r"^( *)(?:export |default |abstract |async |private |static |get |set )*"
    r"(?:(class|function\*?) (\w+)|(?:const |let )?(\w+)(?: = (?:async )?|(?:: [^=]+)? = )?(?=\(|function\b)).*\{$",
    re.M,
)
NO_FUNCTIONS = {"describe", "if", "for", "while", "switch", "catch", "with"}


def blocks_of_page(source: str) -> Iterator[tuple[str, str, int]]:
    """Classes and functions, which end where a brace stands as far from the margin as they begin: the form is checked."""
    for found in BLOCK.finditer(source):
        indent, kind, name = found[1], found[2], found[3] or found[4]
        end = re.compile(rf"^{indent}\}}", re.M).search(source, found.end())
        if end and name not in NO_FUNCTIONS:
            lines = source.count("\n", found.start(), end.start()) + 1
            yield "class" if kind == "class" else "function", name, lines


def exceptions() -> dict[str, tuple[str, str]]:
    """The exceptions in the decision: why each is longer, and until when."""
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$", DECISION.read_text(encoding="utf-8"), re.M)
    return {name: (why, until) for name, why, until in rows}


def sources() -> Iterator[tuple[str, str]]:
    for path in own_files():
        name = path.relative_to(ROOT).as_posix()
        if path.suffix in SOURCES or name == "rex":
            yield name, path.read_text(encoding="utf-8")


def test_only_listed_files_classes_and_functions_are_too_long() -> None:
    found = [place for name, source in sources() for place in too_long(name, source)]
    assert sorted(found) == sorted(exceptions())


def test_every_kind_of_source_is_looked_at() -> None:
    names = [name for name, _ in sources()]
    assert {Path(name).parts[0] for name in names} >= {
        "src",
        "web",
        "tests",
        "bench",
        "tools",
        "examples",
        "rex",
    }
    assert {Path(name).suffix for name in names} == {*SOURCES, ""}


def function(lines: int, *, head: str = "def long():", end: str = "    pass") -> str:
    return "\n".join([head, *["    pass"] * (lines - 2), end, ""])


@pytest.mark.parametrize(
    ("name", "most", "head", "end"),
    [
        ("src/a.py", FUNCTION, "def long():", "    pass"),
        ("src/a.py", FUNCTION, "async def long():", "    pass"),
        ("src/a.py", CLASS, "class long:", "    pass"),
        ("web/src/a.ts", FUNCTION, "export async function long(a: number): Promise<void> {", "}"),
        ("web/src/a.ts", FUNCTION, "export const long = (a: number): void => {", "};"),
        ("web/src/a.svelte", FUNCTION, "  function long() {", "  }"),
        ("web/src/a.ts", FUNCTION, "  private async long(a: number): Promise<void> {", "  }"),
        ("web/src/a.ts", CLASS, "export class long {", "}"),
    ],
)
def test_a_class_or_function_that_is_too_long_is_noticed(name: str, most: int, head: str, end: str) -> None:
    assert list(too_long(name, function(most, head=head, end=end))) == []
    assert list(too_long(name, function(most + 1, head=head, end=end))) == [f"{name}: long"]


@pytest.mark.parametrize(
    ("name", "most"),
    [("src/a.py", FILE), ("web/src/a.svelte", FILE), ("rex", FILE), ("tests/a.py", TEST_FILE)],
)
def test_a_file_that_is_too_long_is_noticed(name: str, most: int) -> None:
    assert list(too_long(name, "#\n" * most)) == []
    assert list(too_long(name, "#\n" * (most + 1))) == [name]
