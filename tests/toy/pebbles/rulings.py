"""The open questions of Pebbles: how many seats, which answers, who says so."""

from rexarium.kernel.rulings import Preset, Ruling

MIN_SEATS, MAX_SEATS = 2, 3
OFFICIAL_SEATS = range(2, 4)

RULINGS = (
    Ruling(
        id="show",
        rule="PB-05",
        question="May a seat show its card?",
        answers=("on", "off"),
        default="on",
        source="We made it up.",
        said={"on": "yes", "off": "no"},
    ),
)

PRESETS = (
    Preset("table", "the default of the table", {}),
    Preset("closed", "with closed cards", {"show": "off"}),
)
