"""The open questions of Cubosaurs: the numbers of seats, the possible answers and who gives them."""

from rexarium.kernel.rulings import Preset, Ruling

MIN_SEATS, MAX_SEATS = 2, 5
OFFICIAL_SEATS = range(2, 6)  # CU-04

_YES_NO = {"on": "yes", "off": "no"}

RULINGS = (
    Ruling(
        id="dna",
        rule="CU-31",
        question="Is the advanced game played, with tokens for DNA icons and tiles to buy?",
        answers=("off", "on"),
        default="off",
        source="The French book has both and begins with the base game.",
        said=_YES_NO,
    ),
    Ruling(
        id="zero_majority",
        rule="CU-24",
        question="Does an egg bring its points if nobody has a card of its dinosaur?",
        answers=("on", "off"),
        default="on",
        source="The French book says most or equal, and does not speak of none.",
        said=_YES_NO,
    ),
    Ruling(
        id="rounds",
        rule="CU-29",
        question="How many rounds are played?",
        answers=("1", "2", "3"),
        default="2",
        source="The French book has two rounds and recommends three to two players.",
        said={"1": "one", "2": "two", "3": "three"},
        default_by_seats={2: "3"},
    ),
    Ruling(
        id="buy_window",
        rule="CU-34",
        question="May a tile be bought only before keeping or refusing, or also after it?",
        answers=("before", "before_or_after"),
        default="before",
        source="The French book ends the turn with keeping or refusing; the online version sells tiles after it too.",
        said={"before": "only before", "before_or_after": "before or after"},
    ),
    Ruling(
        id="no_direct_interaction",
        rule="CU-51",
        question="Are the tiles of direct interaction left out?",
        answers=("off", "on"),
        default="off",
        source="The French book leaves the choice.",
        said=_YES_NO,
    ),
)

PRESETS = (
    Preset("table", "the base game", {}),
    Preset("dna", "the advanced game, with DNA tokens and tiles", {"dna": "on"}),
    Preset(
        "family-dna",
        "the advanced game without the tiles that touch another's collection",
        {"dna": "on", "no_direct_interaction": "on"},
    ),
    Preset(
        "online",
        "the advanced game as the publisher's online version has it: tiles are sold before or after keeping and refusing",
        {"dna": "on", "buy_window": "before_or_after"},
    ),
)
