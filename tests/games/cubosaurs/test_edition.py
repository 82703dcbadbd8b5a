"""The boxes of Cubosaurs: what the cards say, where it comes from, and what no box may say."""

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rexarium.games.cubosaurs import codes
from rexarium.games.cubosaurs.edition import SHELF, Numbers, edition_of_lines, read_edition
from rexarium.games.cubosaurs.measures import of_box
from rexarium.games.cubosaurs.words import KIND_NAMES, TILE_EFFECTS, TILE_TITLES
from rexarium.kernel.errors import BadEdition
from rexarium.kernel.outline import Line, read_outline

STANDARD = SHELF.load("standard")
FOLDER = files("rexarium.games.cubosaurs") / "editions"
TEXT = (FOLDER / "standard.toml").read_text(encoding="utf-8")


def box_of(numbers: Numbers) -> dict[str, int]:
    return dict(zip(KIND_NAMES, numbers.box, strict=True))


def refused(text: str) -> BadEdition:
    with pytest.raises(BadEdition) as error:
        read_edition(text)
    return error.value


# What there is


@pytest.mark.parametrize("id_", SHELF.ids())
def test_every_box_has_its_fifty_five_cards(id_: str) -> None:
    """CU-01, CU-02: seven of each of seven types, six eggs that are all different."""
    box = SHELF.load(id_).numbers.box
    assert len(box) == len(KIND_NAMES) == codes.KINDS
    assert sum(box) == codes.BOX
    assert [sum(box[2 * dinosaur : 2 * dinosaur + 2]) for dinosaur in range(codes.DINOSAURS)] == [7] * 5
    assert sum(box[codes.FIRST_GREY : codes.FIRST_BLACK]) == 7
    assert sum(box[codes.FIRST_BLACK : codes.FIRST_EGG]) == 7
    assert box[codes.FIRST_EGG :] == (1,) * codes.EGGS


def test_the_standard_box() -> None:
    """CU-18 to CU-23: the rows, Velociraptors and eggs as far as they are known."""
    numbers: Numbers = STANDARD.numbers
    rows = [numbers.rows[at : at + codes.ROW] for at in range(0, len(numbers.rows), codes.ROW)]
    assert rows == [(4, 1, -2, -5), (2, -1, -2, 8), (-3, 2, 5, -5), (-1, -1, -1, -1), (-3, -1, 3, 7)]
    box = box_of(numbers)
    for colour in ("grey", "black"):
        found = [(box[f"{colour} {value}"], box[f"{colour} {value} dna"]) for value in (1, 2, 3)]
        assert found == [(0, 2), (2, 1), (2, 0)]
    assert (box["t-rex"], box["t-rex dna"], box["egg velociraptor"]) == (4, 3, 1)
    assert numbers.egg_pays == (4, 4, 3, 4, 3, 3)
    assert numbers.egg_costs == (3,) * codes.EGGS
    assert numbers.tile_costs == (5, 3, 1, 2, 1, 3, 4, 5, 4, 4)
    assert numbers.direct == 0b111_1000_0000  # CU-51: tiles 7 to 10
    assert len(TILE_TITLES) == len(TILE_EFFECTS) == codes.TILES


def test_every_number_says_where_it_comes_from() -> None:
    """What the book's examples tell (CU-19, CU-22, CU-26) is the book's; all the rest is marked."""
    origins = dict(STANDARD.provenance)
    book = {name for name, origin in origins.items() if origin == "book" and not name.endswith(" cards")}
    assert book == {
        "t-rex one",
        "t-rex four",
        "brontosaurus three",
        "pentaceratops one",
        *(f"egg {name} {key}" for name in ("stegosaurus", "pentaceratops") for key in ("most", "otherwise")),
        "tokens",
    }
    assert origins["t-rex two"] == "source"
    assert origins["grey 1"] == origins["egg velociraptor"] == origins["tile 1 cost"] == "rebuilt"
    assert origins["tile 7 direct"] == "deduced"


def test_the_other_box_differs_only_where_the_standard_one_is_rebuilt() -> None:
    """CU-03, CU-34: icons, Velociraptors and prices."""
    other = SHELF.load("other-icons")
    ours, theirs = (edition.numbers for edition in (STANDARD, other))
    assert other.digest != STANDARD.digest
    assert other.provenance == STANDARD.provenance
    assert (ours.rows, ours.egg_pays, ours.egg_costs) == (theirs.rows, theirs.egg_pays, theirs.egg_costs)
    assert ours.direct == theirs.direct
    assert ours.tile_costs != theirs.tile_costs
    box = box_of(theirs)
    assert (box["t-rex"], box["t-rex dna"], box["black 3"], box["black 3 dna"]) == (5, 2, 2, 1)


@pytest.mark.parametrize(
    ("name", "value"),
    {
        "box cards": "55",
        "box icons": "21",
        "box eggs": "6",
        "box tokens": "40",
        "box tiles": "10",
        "box direct tiles": "7, 8, 9, 10",
        "box t-rex": "7",
        "box t-rex dna": "3",
        "box grey": "7",
        "box black": "7",
        "box grey 1": "2",
        "box grey 1 dna": "2",
        "box black 3": "2",
        "box black 3 dna": "0",
        "box egg velociraptor": "1",
        "brontosaurus points": "-3 2 5 -5",
        "egg stegosaurus points": "4 if most, -3 otherwise",
        "tile 3 cost": "1",
        "tile 10 cost": "4",
    }.items(),
)
def test_cases_can_name_what_is_in_the_box(name: str, value: str) -> None:
    assert of_box(STANDARD)[name] == value


@pytest.mark.parametrize("name", ["box", "box egg", "box egg t-rex dna", "tile 11 cost", "t-rex"])
def test_other_names_are_nothing_of_the_box(name: str) -> None:
    assert name not in of_box(STANDARD)


# What no file may say


@pytest.mark.parametrize(
    ("old", "new", "line", "rule"),
    [
        ('game = "cubosaurs"', 'game = "trex"', 'game = "trex"', ""),
        ('name = "t-rex"', 'name = "raptor"', 'name = "raptor"', "CU-01"),
        ('name = "stegosaurus"', 'name = "t-rex"', "cards = 7", "CU-01"),
        ("one = 4", "one = 21", "one = 21", "CU-18"),
        ("two = 1", "two = true", "two = true", "CU-18"),
        ("three = -2", 'three = "-2"', 'three = "-2"', "CU-18"),
        ('four_provenance = "book"', 'four_provenance = "hearsay"', 'four_provenance = "hearsay"', ""),
        ('one_provenance = "book"\n', "", "[[dinosaur]]", ""),
        ("cards = 7", "cards = 8", "cards = 8", "CU-01"),
        ("cards = 7", "cards = -1", "cards = -1", "CU-01"),
        ("icons = 3", "icons = 8", "icons = 8", "CU-03"),
        ("icons = 0", "icons = -1", "icons = -1", "CU-03"),
        ('colour = "grey"', 'colour = "white"', 'colour = "white"', "CU-02"),
        ("value = 3", "value = 4", "value = 4", "CU-20"),
        ("value = 2", "value = 1", "cards = 3", "CU-01"),
        ('dinosaur = "velociraptor"', 'dinosaur = "grey"', 'dinosaur = "grey"', "CU-23"),
        ('dinosaur = "velociraptor"', 'dinosaur = "t-rex"', 'dinosaur = "t-rex"', "CU-01"),
        ("most = 4", "most = -4", "most = -4", "CU-22"),
        ("otherwise = -3", "otherwise = 3", "otherwise = 3", "CU-22"),
        (
            'otherwise_provenance = "book"\nicons = 0',
            'otherwise_provenance = "book"\nicons = 1',
            "icons = 1",
            "CU-03",
        ),
        ("number = 10", "number = 11", "number = 11", "CU-31"),
        ("number = 10", "number = 9", "number = 9", "CU-31"),
        ("number = 10\ncost = 4", "number = 10\ncost = 41", "cost = 41", "CU-34"),
        ("direct = false", "direct = 0", "direct = 0", "CU-51"),
        ("tokens = 40", "tokens = 50", "tokens = 50", "CU-31"),
        ("tokens = 40", "tokens = 40.0", "tokens = 40.0", "CU-31"),
        ("[supply]", "[[supply]]", "tokens = 40", "CU-31"),
        ('tokens_provenance = "book"', "", "[supply]", ""),
        ("[[egg]]", "[[eggs]]", "", "CU-01"),
        ("[[dinosaur]]", "[dinosaur]", "", ""),
    ],
)
def test_a_broken_file_is_refused_with_line_and_rule(old: str, new: str, line: str, rule: str) -> None:
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    error = refused(text)
    assert error.rule == rule
    assert rule in str(error)
    if line:
        assert text.splitlines()[error.line - 1].startswith(line)


@pytest.mark.parametrize("table", ["dinosaur", "velociraptor", "egg", "tile"])
def test_a_box_that_lacks_something_is_refused(table: str) -> None:
    """CU-01, CU-31: without its last entry no table is whole."""
    start = TEXT.rindex(f"[[{table}]]")
    end = TEXT.index("\n\n", start) if "\n\n" in TEXT[start:] else len(TEXT)
    assert refused(TEXT[:start] + TEXT[end:]).rule == ("CU-31" if table == "tile" else "CU-01")


def test_a_value_that_no_velociraptor_has_may_be_left_out() -> None:
    lines = [line for line in STANDARD.lines if not line.startswith("grey")]
    edition = edition_of_lines("mine", "mine", read_outline("\n".join([*lines, "grey 3: 7 cards, 7 dna"])))
    assert edition.numbers.box[codes.FIRST_GREY : codes.FIRST_BLACK] == (0, 0, 0, 0, 0, 7)
    assert "grey 1: 0 cards, 0 dna" in edition.lines


# The lines of a record


@pytest.mark.parametrize("id_", SHELF.ids())
def test_a_box_reads_back_from_its_lines(id_: str) -> None:
    edition = SHELF.load(id_)
    again = edition_of_lines(id_, edition.title, read_outline("\n".join(edition.lines)))
    assert (again.numbers, again.lines, again.digest) == (edition.numbers, edition.lines, edition.digest)


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("t-rex: 4 1 -2 -5, 8 cards, 3 dna", "CU-01"),
        ("t-rex: 4 1 -2 -5, 7 cards, 8 dna", "CU-03"),
        ("t-rex: 4 1 -2 -50, 7 cards, 3 dna", "CU-18"),
        ("t-rex: 4 1 -2, 7 cards, 3 dna", ""),
        (f"t-rex: 4 1 -2 -5, {'7' * 3000} cards, 3 dna", ""),
        ("grey 2: 4 cards, 1 dna", "CU-01"),
        ("grey 2: 3 cards", ""),
        ("grey 4: 0 cards, 0 dna", "CU-01"),
        ("egg t-rex: 4 if most, 3 otherwise", "CU-22"),
        ("egg t-rex: -4 if most, -3 otherwise", "CU-22"),
        ("egg grey: 4 if most, -3 otherwise", "CU-01"),
        ("tile 4: cost 41", "CU-34"),
        ("tile 4: cost -1", ""),
        ("tile 4: cost 2, indirect interaction", ""),
        ("tile 11: cost 2", "CU-01"),
    ],
)
def test_a_broken_line_is_refused_with_its_number_and_rule(line: str, rule: str) -> None:
    label = line.partition(":")[0]
    lines = [found for found in STANDARD.lines if found.partition(":")[0] != label]
    with pytest.raises(BadEdition) as error:
        edition_of_lines("mine", "mine", read_outline("\n".join([*lines, line])))
    assert (error.value.line, error.value.rule) == (len(lines) + 1, rule)


def test_a_line_that_stands_twice_or_nowhere_is_refused() -> None:
    """CU-01, CU-31."""
    for place, line in enumerate(STANDARD.lines):
        rule = "CU-31" if line.startswith("tile") else "CU-01"
        rest = [*STANDARD.lines[:place], *STANDARD.lines[place + 1 :]]
        for lines in (rest, [*rest, line, line]):
            with pytest.raises(BadEdition) as error:
                edition_of_lines("mine", "mine", read_outline("\n".join(lines)))
            assert error.value.rule == rule


@given(st.sampled_from(STANDARD.lines), st.text())
def test_any_value_of_a_line_is_read_or_refused(line: str, value: str) -> None:
    """Whatever is written, the answer is a whole box or BadEdition."""
    label = line.partition(":")[0]
    lines = [Line(1, found) for found in STANDARD.lines if found != line]
    try:
        edition = edition_of_lines("mine", "mine", [*lines, Line(2, f"{label}: {value}")])
    except BadEdition:
        return
    assert sum(edition.numbers.box) == codes.BOX
