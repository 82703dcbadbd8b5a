"""A language that nobody speaks, made from English for tests: accents show what was translated, brackets show what is
cut off, and its texts are about 40 % longer, as those of a real language may be.

`./rex python -m rexarium.testkit.pseudo FOLDER` copies the sources to a new folder and adds the language to the copy, in
every place that `rexarium.testkit.languages` knows. With `--page` it also checks and builds the page of the copy, which
takes half a minute.
"""

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rexarium.games import AnyGame, all_games
from rexarium.kernel.sentence import Pieces, Slot, read_pattern
from rexarium.kernel.texts import stamp
from rexarium.testkit import languages, sources, translation, wording

COMMAND = "./rex python -m rexarium.testkit.pseudo"
TAG = "qps"  # for private use, and customary for such a language
_LONGER = {
    "a": "åå",
    "e": "éé",
    "i": "îî",
    "o": "öö",
    "u": "ûû",
    "y": "ýý",
    "c": "ç",
    "n": "ñ",
    "s": "š",
    "r": "ŕŕ",
}
_SIGNS = dict.fromkeys(";:?!", "·") | dict.fromkeys(
    "'\x22", "’"
)  # so that the typography of any language allows it
_LETTERS = str.maketrans(_LONGER | {k.upper(): v.title() for k, v in _LONGER.items()} | _SIGNS)
_KEPT = re.compile(r"(`[^`]+`|\b[A-Z]{2}-(?:\d\d|X\d)\b)")  # the same in every language


def pseudo(pattern: str) -> str:
    """Translate a message, leaving placeholders and branches as they are."""
    return f"[{_say(read_pattern(pattern))}]" if pattern.strip() else pattern


def _say(pieces: Pieces) -> str:
    return "".join(_lengthen(piece) if isinstance(piece, str) else _say_slot(piece) for piece in pieces)


def _say_slot(slot: Slot) -> str:
    if slot.name == "#":
        return "#"
    branches = " ".join(f"{form} {{{_say(pieces)}}}" for form, pieces in slot.branches.items())
    return "{" + ", ".join(filter(None, (slot.name, slot.kind, branches))) + "}"


def _lengthen(text: str) -> str:
    return "".join(part if _KEPT.fullmatch(part) else part.translate(_LETTERS) for part in _KEPT.split(text))


# Adding the language to a copy


def add_language(root: Path, tag: str = TAG) -> None:
    """Write the language into every place of a copy of the sources."""
    _add_to_list(root, tag)
    for game in all_games().values():
        translate_game(root, game, tag)
    for pattern in languages.FILES:
        for folder in languages.folders(root, pattern):
            if (folder / "en.json").exists():
                english = json.loads((folder / "en.json").read_text(encoding="utf-8"))
                _write_json(folder / f"{tag}.json", {key: pseudo(text) for key, text in english.items()})
    translate_sentences(root, wording.TABLE, tag)
    for path, name in languages.TABLES:
        _add_row(root / path, name, tag)
    for path in languages.SECTIONS:
        _add_section(root / path, tag)


def translate_game(root: Path, game: AnyGame, tag: str) -> None:
    """Translate the texts and sentences of a game."""
    path = root / "src" / "rexarium" / "games" / game.id / "languages" / f"{tag}.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(_say_toml(game), encoding="utf-8")
    translate_sentences(root, game.id, tag)


def translate_sentences(root: Path, scope: str, tag: str) -> None:
    """Translate the server's sentences about a game, or about any table."""
    path = root / "web" / "sentences" / scope / f"{tag}.json"
    path.parent.mkdir(exist_ok=True)
    found = wording.patterns(wording.scopes()[scope])
    _write_json(path, {pattern: pseudo(pattern) for pattern in sorted(found)})


def _write_json(path: Path, texts: Mapping[str, str]) -> None:
    path.write_text(json.dumps(texts, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _say_toml(game: AnyGame) -> str:
    chapters = dict.fromkeys(rule.chapter for rule in game.rulebook.rules.values())
    lines = [f"citation = {_quoted(pseudo('Source: {sources}.'))}", "", "[chapters]"]
    lines += [f"{_quoted(chapter)} = {_quoted(pseudo(chapter))}" for chapter in chapters]
    for (kind, id_), english in translation.pieces(game).items():
        lines += [
            "",
            f"[{kind}.{_quoted(id_)}]" if id_ else f"[{kind}]",
            f'of = "{stamp(*english.values())}"',
        ]
        for field, text in english.items():
            name = ".".join(_quoted(part) for part in field.split(".", 1))
            lines.append(f"{name} = {_quoted(f'[{_lengthen(text)}]')}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _add_to_list(root: Path, tag: str) -> None:
    path = root / languages.LIST
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"(\nLanguage = Literal\[[^]]*)\]", rf'\1, "{tag}"]', text), encoding="utf-8")


def _add_row(path: Path, name: str, tag: str) -> None:
    """Add a row below the English one."""
    row: Any = tuple(map(pseudo, languages.read_table(path, name)["en"]))
    head, found, rest = path.read_text(encoding="utf-8").partition(f"\n{name} = {{\n")
    assert found, f"{path} has no {name}"
    path.write_text(f"{head}{found}    {tag!r}: {row!r},\n{rest}", encoding="utf-8")


def _add_section(path: Path, tag: str) -> None:
    """Repeat the English section at the end."""
    text = path.read_text(encoding="utf-8")
    found = re.search(r"<section>(.*?)</section>", text, re.S)
    assert found, f"{path} has no English section"
    words = "".join(
        part if part.startswith("<") else _lengthen(part)
        for part in re.split(r"(<code>.*?</code>|<[^>]+>)", found[1])
    )
    path.write_text(
        text.replace("  </body>", f'    <section lang="{tag}">{words}</section>\n  </body>'), encoding="utf-8"
    )


def main(words: list[str]) -> int:
    """Copy and translate, and build if requested."""
    folders = [word for word in words if not word.startswith("-")]
    if len(folders) != 1 or {*words} - {*folders, "--page"}:
        print(__doc__)
        return 2
    folder = Path(folders[0]).resolve()
    if folder.exists():
        print(f"{folder} is there already; name a new folder")
        return 2
    folder.mkdir(parents=True)
    add_language(sources.copy_sources(folder))
    print(f"wrote {folder}")
    return build_page(folder) if "--page" in words else 0


def build_page(root: Path) -> int:
    """Check the types of a copy's page and build it."""
    commands = [[sys.executable, "web/build.py", job] for job in ("check", "build")]
    return max(subprocess.run(command, cwd=root, check=False).returncode for command in commands)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
