"""The fourth law: every numbered rule is implemented and shown by a case, and no other number is named.

`python -m rexarium.testkit.rule_table` writes docs/rules/<game>.md for every game: the rules in our words and, for each
of them, the functions, cases and tests that name it.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rexarium.games import AnyGame, all_games
from rexarium.kernel.rulebook import Rule
from rexarium.testkit.casebook import read_casebook_file

FOLDER = Path("docs/rules")
COMMAND = "./rex python -m rexarium.testkit.rule_table"


@dataclass(frozen=True)
class Mention:
    """A place that names a rule: a function, a case or a test."""

    rule: str
    path: Path
    name: str


def prefix_of(game: AnyGame) -> str:
    """The prefix of a game's rule numbers."""
    return next(iter(game.rulebook.rules)).partition("-")[0]


def numbers_in(text: str, game: AnyGame) -> list[str]:
    """The rule numbers that a text names; `TR-16 to TR-20` names five."""
    prefix, known = prefix_of(game), list(game.rulebook.rules)
    found = []
    for first, last in re.findall(rf"\b({prefix}-\w+)(?: to ({prefix}-\w+))?", text):
        if last and first in known and last in known:
            found += known[known.index(first) : known.index(last) + 1]
        else:
            found += [first, last] if last else [first]
    return found


# Where rules are named


def mentions_in_code(game: AnyGame, root: Path) -> Iterator[Mention]:
    """Functions and classes in the game's folder that name a rule in their docstring, a comment or a refusal."""
    for path in sorted((root / "src" / "rexarium" / "games" / game.id).rglob("*.py")):
        yield from _mentions_in_python(game, path, root)


def mentions_in_tests(game: AnyGame, root: Path) -> Iterator[Mention]:
    """Tests that name a rule in their docstring, a comment or their parameters."""
    for path in sorted((root / "tests").rglob("test_*.py")):
        for mention in _mentions_in_python(game, path, root):
            if mention.name.partition(".")[2].startswith("test_") or mention.name.startswith("test_"):
                yield mention


def mentions_in_cases(game: AnyGame, root: Path) -> Iterator[Mention]:
    """Cases that show a rule."""
    for path in sorted((root / "casebook" / game.id).rglob("*.case")):
        for case in read_casebook_file(path):
            for rule in case.rules:
                yield Mention(rule, path.relative_to(root), case.title)


def _mentions_in_python(game: AnyGame, path: Path, root: Path) -> Iterator[Mention]:
    text = path.read_text(encoding="utf-8")
    tree, comments = ast.parse(text), dict(_comments(text))
    for name, node in _functions(tree):
        words = [ast.get_docstring(node) or "", *_refusals(node)]
        if not isinstance(node, ast.ClassDef):
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            words += [comments.pop(line, "") for line in lines]
        for rule in dict.fromkeys(numbers_in("\n".join(words), game)):
            yield Mention(rule, path.relative_to(root), name)
    for rule in dict.fromkeys(numbers_in("\n".join(comments.values()), game)):
        yield Mention(rule, path.relative_to(root), "a comment")


def _comments(text: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _functions(
    tree: ast.AST, outer: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]]:
    """Every function and class with its dotted name; nested ones belong to the outer function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield outer + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield outer + node.name, node
            yield from _functions(node, f"{outer}{node.name}.")


def _refusals(node: ast.AST) -> Iterator[str]:
    """The texts of exceptions raised in a function or of refusals made by calling `refuse`."""
    if isinstance(node, ast.ClassDef):
        return
    for refusal in filter(_is_refusal, ast.walk(node)):
        for constant in ast.walk(refusal):
            if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                yield constant.value


def _is_refusal(node: ast.AST) -> bool:
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(node, ast.Raise) or (isinstance(called, ast.Attribute) and called.attr == "refuse")


def all_numbers(game: AnyGame, root: Path) -> Iterator[tuple[str, Path]]:
    """Every rule number of this game that is named in the sources, the tests or the casebook."""
    pattern = re.compile(rf"\b{prefix_of(game)}-[0-9X]\w*")
    for folder in ("src", "tests", "casebook", "docs"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".py", ".pxd", ".toml", ".case", ".md"):
                for number in pattern.findall(path.read_text(encoding="utf-8")):
                    yield number, path.relative_to(root)


# The page


def page(game: AnyGame, root: Path) -> str:
    """docs/rules/<game>.md."""
    book = game.rulebook
    lines = [
        f"# {book.title}: the rules by number",
        "",
        f"<!-- Made by `{COMMAND}` from the rulebook, the code, the casebook and the tests: do not edit. -->",
        "",
        book.intro,
        "",
        *(f"- **{id_}**: {text}" for id_, text in book.sources.items()),
        "",
    ]
    chapter = ""
    for rule in book.rules.values():
        if rule.chapter != chapter:
            chapter = rule.chapter
            lines += [f"## {chapter}", ""]
        lines += [*_say_rule(rule), ""]
    return "\n".join([*lines, *_table(game, root), ""])


def _say_rule(rule: Rule) -> Iterator[str]:
    yield f"**{rule.number}** {rule.title}. {rule.text}  "
    reason = f" {rule.reason}" if rule.reason else ""
    option = f" Option: `{rule.option}`." if rule.option else ""
    yield f"*{'; '.join(rule.sources)}.*{reason}{option}"


def _table(game: AnyGame, root: Path) -> Iterator[str]:
    code = list(mentions_in_code(game, root))
    cases = list(mentions_in_cases(game, root))
    tests = list(mentions_in_tests(game, root))
    yield "## Where each rule is carried out and shown"
    yield ""
    yield "| Rule | Code | Cases | Tests |"
    yield "|---|---|---|---|"
    for number in game.rulebook.rules:
        cells = (_say_code(number, code), _say_cases(number, cases), _say_tests(number, tests))
        yield f"| {number} | {' | '.join(cells)} |"


def _say_code(number: str, mentions: list[Mention]) -> str:
    names: dict[str, list[str]] = {}
    for mention in mentions:
        if mention.rule == number:
            names.setdefault(mention.path.name, []).append(mention.name.rpartition(".")[2])
    return "; ".join(f"{path}: {', '.join(f'`{name}`' for name in found)}" for path, found in names.items())


def _say_cases(number: str, mentions: list[Mention]) -> str:
    counts: dict[str, int] = {}
    for mention in mentions:
        if mention.rule == number:
            counts[mention.path.name] = counts.get(mention.path.name, 0) + 1
    return ", ".join(f"{count} in {name}" for name, count in counts.items())


def _say_tests(number: str, mentions: list[Mention]) -> str:
    names = {
        f"{mention.path.stem}: `{mention.name.rpartition('.')[2]}`": None
        for mention in mentions
        if mention.rule == number
    }
    return "; ".join(names)


def main() -> None:
    """Write the page of every game."""
    root = Path.cwd()
    for game in all_games().values():
        path = root / FOLDER / f"{game.id}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(game, root), encoding="utf-8")
        sys.stdout.write(f"wrote {path.relative_to(root)}\n")


if __name__ == "__main__":
    main()
