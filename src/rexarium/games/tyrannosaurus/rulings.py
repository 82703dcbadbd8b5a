"""The open questions of Tyrannosaurus Rex: the numbers of seats, the possible answers and who gives them."""

from rexarium.kernel.rulings import Preset, Ruling

MIN_SEATS, MAX_SEATS = 2, 4
OFFICIAL_SEATS = range(2, 5)

RULINGS = (
    Ruling(
        id="directions",
        rule="TY-03",
        question="Into how many directions may one go?",
        answers=("8", "4"),
        default="8",
        source="The pointer's picture is lost; published descriptions show eight.",
        said={"8": "eight", "4": "four: north, east, south, west"},
    ),
    Ruling(
        id="pair",
        rule="TY-05",
        question="Which dinosaurs do two players have?",
        answers=("stegosaurus-triceratops", "pteranodon-diplodocus"),
        default="stegosaurus-triceratops",
        source="The French book leaves the choice.",
        said={
            "stegosaurus-triceratops": "Stegosaurus and Triceratops",
            "pteranodon-diplodocus": "Pteranodon and Diplodocus",
        },
    ),
    Ruling(
        id="play_on",
        rule="TY-46",
        question="Is the game played to the last turn when at most one player is left in it?",
        answers=("on", "off"),
        default="off",
        source="The French book is silent.",
        said={"on": "yes", "off": "no"},
    ),
)

PRESETS = (
    Preset("table", "the table's default", {}),
    Preset("to-the-last-turn", "played to the last turn, whoever is left", {"play_on": "on"}),
)
