"""The open questions of T-Rex: the numbers of seats, the possible answers and who gives them."""

from rexarium.kernel.rulings import Preset, Ruling

MIN_SEATS, MAX_SEATS = 2, 5
OFFICIAL_SEATS = range(3, 6)  # TR-06: two are offered as well, marked as unofficial

_YES_NO = {"on": "yes", "off": "no"}

RULINGS = (
    Ruling(
        id="flip_with_one",
        rule="TR-19",
        question="May a player with exactly one hand card turn up the top of the stock and play that instead?",
        answers=("on", "off"),
        default="on",
        source="The Dutch book says so; the French book does not mention it.",
        said=_YES_NO,
    ),
    Ruling(
        id="shower_is_extra_loss",
        rule="TR-41",
        question="Is a comet shower played this round lost on top of the one card that everybody loses?",
        answers=("on", "off"),
        default="off",
        source="The French book says it is the lost card; the Dutch book says such cards leave the game as well.",
        said=_YES_NO,
    ),
)

PRESETS = (
    Preset("table", "the table's default", {}),
    Preset("french", "as the French book has it", {"flip_with_one": "off", "shower_is_extra_loss": "off"}),
    Preset("dutch", "as the Dutch book has it", {"flip_with_one": "on", "shower_is_extra_loss": "on"}),
)
