"""Every place where a language is named, and so what it takes to add one. CONTRIBUTING.md lists them for people.

English is the original, so it has no file where the English text is the key.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

LIST = "src/rexarium/kernel/texts.py"  # its Language lists them all
FILES = (  # a file for each language, in every folder that fits
    "src/rexarium/games/<game>/languages/<tag>.toml",
    "web/messages/<tag>.json",
    "web/messages/<annex>/<tag>.json",
    "web/src/games/<game>/messages/<tag>.json",
    "web/sentences/<scope>/<tag>.json",
)
TABLES = (  # a row for each language, in a dictionary of that name
    ("src/rexarium/server/wire/feed.py", "_TITLES"),
    ("src/rexarium/server/model/naming.py", "_LEVELS"),
    ("src/rexarium/server/model/naming.py", "_BOTS"),
    ("src/rexarium/server/model/naming.py", "_PLACES"),
)
SECTIONS = ("src/rexarium/server/unbuilt.html",)  # a <section lang="…"> for each language
MEASURE = "en"


def complaints(root: Path) -> Iterator[str]:
    """Where a listed language is missing, and where there is one that is not listed."""
    tags = read_list(root)
    for pattern in FILES:
        for folder in folders(root, pattern):
            there = {path.stem for path in folder.glob(f"*{Path(pattern).suffix}")}
            where = folder.relative_to(root).as_posix()
            yield from _compare(where, tags, there | {MEASURE})
    for path, name in TABLES:
        yield from _compare(f"{path}, {name}", tags, set(read_table(root / path, name)))
    for path in SECTIONS:
        yield from _compare(path, tags, set(read_sections(root / path)) | {MEASURE})


def _compare(where: str, tags: list[str], there: set[str]) -> Iterator[str]:
    yield from (f"{where} lacks the language {tag}" for tag in tags if tag not in there)
    yield from (
        f"{where} has the language {tag}, which {LIST} does not name" for tag in sorted(there - {*tags})
    )


def folders(root: Path, pattern: str) -> list[Path]:
    """The folders that hold a kind of language file."""
    place = re.sub(r"<\w+>", "*", pattern.rpartition("/")[0])
    return sorted(path for path in root.glob(place) if path.is_dir())


def read_list(root: Path) -> list[str]:
    """The languages that a source tree lists; it need not be the tree that is running."""
    node = _assigned(root / LIST, "Language")
    assert isinstance(node, ast.Subscript)
    return list(ast.literal_eval(node.slice))


def read_table(path: Path, name: str) -> dict[str, tuple[str, ...]]:
    """A dictionary by language, read from the source."""
    return dict(ast.literal_eval(_assigned(path, name)))


def read_sections(path: Path) -> list[str]:
    """The languages, except English, that a page has a section in."""
    return re.findall(r'<section lang="(\w+)">', path.read_text(encoding="utf-8"))


def _assigned(path: Path, name: str) -> ast.expr:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == name for target in node.targets
        ):
            return node.value
    raise AssertionError(f"{path} has no {name}")
