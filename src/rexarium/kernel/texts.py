"""What people read of a game, in their language: rules, rulings, presets and boxes. English is the original. A game's
folder has its translations in `languages/<language>.toml`, piece by piece. Each piece names the English text it
translates by a short digest, so a changed rule shows which translations to redo.
"""

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, Literal, get_args

from rexarium.kernel.rulebook import Rulebook, read_rulebook
from rexarium.kernel.rulings import Preset, Ruling

Language = Literal["en", "fr", "nl", "de"]
LANGUAGES: tuple[str, ...] = get_args(Language)
Translation = Mapping[str, Any]  # a language file as it is


@dataclass(frozen=True, slots=True)
class Texts:
    """A game's texts in one language."""

    rulebook: Rulebook
    rulings: tuple[Ruling, ...]
    presets: tuple[Preset, ...]
    editions: Mapping[str, str]  # the titles of the boxes


class Library:
    """The rulebook of a game's folder and its translations."""

    def __init__(self, package: str) -> None:
        self._folder = files(package)

    def rulebook(self, language: str = "en") -> Rulebook:
        """The rules in a language."""
        return read_rulebook(self.original(), self.translation(language))

    def original(self) -> Mapping[str, Any]:
        """The parsed rulebook file."""
        return tomllib.loads((self._folder / "rulebook.toml").read_text(encoding="utf-8"))

    def translation(self, language: str) -> Translation:
        """A parsed language file; empty for English, which needs none."""
        file = self._folder / "languages" / f"{language}.toml"
        return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def translate(
    library: Library,
    language: str,
    rulings: Sequence[Ruling],
    presets: Sequence[Preset],
    editions: Mapping[str, str],
) -> Texts:
    """A game's texts in a language; untranslated texts stay English."""
    said = library.translation(language)
    return Texts(
        rulebook=library.rulebook(language),
        rulings=tuple(_ruling(ruling, said.get("rulings", {}).get(ruling.id, {})) for ruling in rulings),
        presets=tuple(
            replace(preset, title=said.get("presets", {}).get(preset.id, {}).get("title", preset.title))
            for preset in presets
        ),
        editions={
            id_: said.get("editions", {}).get(id_, {}).get("title", title) for id_, title in editions.items()
        },
    )


def _ruling(ruling: Ruling, said: Translation) -> Ruling:
    return replace(
        ruling,
        question=said.get("question", ruling.question),
        source=said.get("source", ruling.source),
        said={**ruling.said, **said.get("answers", {})},
    )


def stamp(*texts: str) -> str:
    """The digest by which a translation names the English text that it translates."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:8]
