"""Reading editions of Pebbles: how many there are."""

from collections.abc import Sequence
from dataclasses import dataclass

from rexarium.games.pebbles import codes

from rexarium.kernel.edition import Edition, EditionFile, Shelf
from rexarium.kernel.errors import BadEdition
from rexarium.kernel.outline import Line
from rexarium.kernel.phrases import number_in


@dataclass(frozen=True, slots=True)
class Numbers:
    """What an edition says."""

    heap: int


def read_edition(text: str) -> Edition:
    """An edition from its TOML file; whatever is wrong is named with its line."""
    file = EditionFile(text)
    id_, title = file.head("pebbles")
    heaps = file.entries("heap")
    if len(heaps) != 1:
        raise BadEdition("there is one [[heap]] (PB-01).", file.line("heap"), "PB-01")
    heap = heaps[0].get("pebbles")
    provenance = (("heap", file.provenance("heap", 0)),)
    return _make_edition(id_, title, heap, file.line("heap", 0, "pebbles"), provenance)


def edition_of_lines(id_: str, title: str, lines: Sequence[Line]) -> Edition:
    """An edition from the lines that `Edition.lines` put into a record."""
    if [line.label for line in lines] != ["heap"]:
        raise BadEdition("an edition says 'heap', and nothing else (PB-01).", 0, "PB-01")
    (line,) = lines
    return _make_edition(id_, title, number_in(line.value), line.number, ())


def _make_edition(
    id_: str, title: str, heap: object, line: int, provenance: tuple[tuple[str, str], ...]
) -> Edition:
    """PB-01: a heap of a size that can be played with."""
    is_number = isinstance(heap, int) and not isinstance(heap, bool)
    if not is_number or heap not in range(codes.LEAST_HEAP, codes.LARGEST_HEAP + 1):
        bounds = f"{codes.LEAST_HEAP} to {codes.LARGEST_HEAP}"
        raise BadEdition(f"the heap has {bounds} pebbles, not {heap!r} (PB-01).", line, "PB-01")
    return Edition(id_, title, (f"heap: {heap}",), Numbers(int(str(heap))), provenance)


SHELF = Shelf("rexarium.games.pebbles", read_edition, edition_of_lines)
