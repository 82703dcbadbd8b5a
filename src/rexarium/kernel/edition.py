"""Editions: the printed numbers of a box as a file that a person can read, copy and correct."""

import hashlib
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from rexarium.kernel.errors import BadEdition, Unknown
from rexarium.kernel.outline import Line, split_lines
from rexarium.kernel.phrases import LONGEST_NUMBER

PROVENANCES = ("book", "source", "deduced", "rebuilt")
LONGEST_TITLE = 200  # characters, of an id too: a record must be able to hold them
DEEPEST = 4  # tables and lists within each other; ours have two

_TABLE = re.compile(r"^\s*\[\[?\s*([\w.-]+)\s*\]\]?")
_KEY = re.compile(r"^\s*([\w-]+)\s*=")


@dataclass(frozen=True)
class Edition:
    """A box: `lines` say all its numbers in one canonical way, `digest` is their fingerprint."""

    id: str
    title: str
    lines: tuple[str, ...]
    numbers: Any = field(repr=False)  # what the game reads out of the lines
    provenance: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # number, where it comes from

    @property
    def digest(self) -> str:
        """The fingerprint that records name."""
        return "sha256:" + hashlib.sha256("\n".join(self.lines).encode()).hexdigest()[:16]


class EditionFile:
    """A TOML file that knows the line of each of its entries."""

    def __init__(self, text: str) -> None:
        lines = split_lines(text, BadEdition)
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except ValueError as error:  # also of a number too long for Python
            found = re.search(r"line (\d+)", str(error))
            raise BadEdition(f"this is no TOML: {error}.", int(found[1]) if found else 0) from None
        except RecursionError:
            raise BadEdition("lists or tables are nested too deeply.", 0) from None
        self._lines = _locate(lines)
        self._check_sizes()

    def _check_sizes(self) -> None:
        """Refuse values that are too large to be quoted in a refusal; TOML allows more of them than an outline does."""
        for table, entries in self.data.items():
            for index, entry in enumerate(entries if isinstance(entries, list) else [entries]):
                for key, value in entry.items() if isinstance(entry, dict) else [("", entry)]:
                    if trouble := _oversized(value):
                        raise BadEdition(trouble, self.line(table, index, key) or self.line("", 0, table))

    def line(self, table: str, index: int = 0, key: str = "") -> int:
        """The line of a key, or of its table; `index` counts tables of one name."""
        return self._lines.get((table, index, key)) or self._lines.get((table, index, ""), 0)

    def entries(self, table: str) -> list[dict[str, Any]]:
        """The tables of one name."""
        found = self.data.get(table, [])
        if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
            raise BadEdition(f"write each entry of '{table}' under its own [[{table}]].", self.line(table))
        return found

    def head(self, game: str) -> tuple[str, str]:
        """The id and the title of the edition, which must be of this game."""
        head = self.data.get("edition", {})
        if not isinstance(head, dict) or head.get("game") != game:
            raise BadEdition(
                f'this is no edition of it: [edition] must say game = "{game}".',
                self.line("edition", 0, "game"),
            )
        for key in ("id", "title"):
            if not isinstance(head.get(key), str) or not head[key].strip() or "\n" in head[key]:
                raise BadEdition(
                    f"[edition] must give the {key} as a text of one line.", self.line("edition", 0, key)
                )
            if len(head[key]) > LONGEST_TITLE:
                raise BadEdition(
                    f"the {key} is too long: it may have {LONGEST_TITLE} characters.",
                    self.line("edition", 0, key),
                )
        return head["id"], head["title"]

    def provenance(self, table: str, index: int, key: str = "provenance") -> str:
        """Where the numbers of an entry come from; a number without a source is refused."""
        found = self.entries(table)[index].get(key)
        if found not in PROVENANCES:
            raise BadEdition(
                f"a {key} is {', '.join(PROVENANCES)}, not {found!r}.", self.line(table, index, key)
            )
        return str(found)


class Shelf:
    """The edition files that come with a game, and how its editions are read: from TOML, and from their lines."""

    def __init__(
        self,
        package: str,
        read: Callable[[str], Edition],
        read_lines: Callable[[str, str, Sequence[Line]], Edition],
    ) -> None:
        self._folder = files(package) / "editions"
        self.read = read
        self.read_lines = read_lines
        self._loaded: dict[str, Edition] = {}  # read once, because every new table needs one

    def ids(self) -> list[str]:
        """The names of the editions, the standard one first."""
        names = [
            entry.name.removesuffix(".toml")
            for entry in self._folder.iterdir()
            if entry.name.endswith(".toml")
        ]
        return sorted(names, key=lambda name: (name != "standard", name))

    def load(self, id_: str) -> Edition:
        """An edition by its name."""
        if id_ not in self._loaded:
            if id_ not in self.ids():
                raise Unknown(f"There is no edition '{id_}'; there is {', '.join(self.ids())}.")
            self._loaded[id_] = self.read((self._folder / f"{id_}.toml").read_text(encoding="utf-8"))
        return self._loaded[id_]


def _oversized(value: object) -> str:
    """What is too large about a value or anything in it; empty if nothing is."""
    layer = [value]
    for _ in range(DEEPEST):
        if any(isinstance(part, int) and abs(part) >= 10**LONGEST_NUMBER for part in layer):
            return f"a number has at most {LONGEST_NUMBER} digits."
        lists = [part for part in layer if isinstance(part, list)]
        tables = [part for part in layer if isinstance(part, dict)]
        layer = [part for each in (*lists, *(table.values() for table in tables)) for part in each]
        if not layer:
            return ""
    return "lists or tables are nested too deeply."


def _locate(text: Sequence[str]) -> dict[tuple[str, int, str], int]:
    lines: dict[tuple[str, int, str], int] = {}
    often = Counter[str]()
    table, index = "", 0
    for number, line in enumerate(text, start=1):
        if header := _TABLE.match(line):
            table = header[1]
            index = often[table]
            often[table] += 1
            lines[table, index, ""] = number
        elif key := _KEY.match(line):
            lines.setdefault((table, index, key[1]), number)
    return lines
