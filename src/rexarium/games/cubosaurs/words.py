"""The words of Cubosaurs: names of types, cards and tiles, prompts, facts."""

from rexarium.games.cubosaurs import codes
from rexarium.kernel.facts import Argument, FactKind, Uncovers
from rexarium.kernel.phrases import name_number, name_seat
from rexarium.kernel.sentence import Patterns

DINOSAUR_NAMES = ("t-rex", "stegosaurus", "brontosaurus", "pterodactyl", "pentaceratops")
COLOUR_NAMES = ("grey", "black")  # of Velociraptors
TYPE_NAMES = (*DINOSAUR_NAMES, *(f"{colour} velociraptor" for colour in COLOUR_NAMES), "egg")
EGG_NAMES = (*DINOSAUR_NAMES, "velociraptor")  # CU-23: one egg for each dinosaur, and one for both colours
DIRECTION_NAMES = ("clockwise", "counter-clockwise")

# By kind, as codes.py numbers them; the name of a card with a DNA icon ends in `dna`.
KIND_NAMES = (
    *(f"{name}{icon}" for name in DINOSAUR_NAMES for icon in ("", " dna")),
    *(
        f"{colour} {value}{icon}"
        for colour in COLOUR_NAMES
        for value in range(1, codes.VALUES + 1)
        for icon in ("", " dna")
    ),
    *(f"egg {name}" for name in EGG_NAMES),
)

# For tiles 1 to 10.
TILE_TITLES = (
    "variety",
    "brood",
    "one more",
    "free pass",
    "same again",
    "let go",
    "predator",
    "snatch",
    "gift",
    "swap",
)
TILE_EFFECTS: Patterns = (
    "At the end of the round, 1 point for each type in your collection.",
    "At the end of the round, 2 points for each egg in your collection, besides what it scores.",
    "Draw a card into your hand.",
    "Refuse your hand without adding a card.",
    "Refuse your hand and add any card, also of a type that is in it.",
    "Destroy a card of your own collection.",
    "Destroy a card of an opponent's collection.",
    "Take a card of an opponent's collection into yours.",
    "Put a card of your collection into an opponent's.",
    "Exchange a card of an opponent's collection for one of yours.",
)

PROMPTS = ("turn", "add", "whom", "theirs", "own", "token", "end", "over")
THEN_NAMES = ("first turn", "decision", "offer", "next turn")  # what happens once the tokens are gained
QUESTIONS = (
    "Keep your hand or refuse it.",
    "Which card of your collection goes with the hand?",
    "Which opponent?",
    "Which card of the opponent's collection?",
    "Which card of your own collection?",
    "The supply is empty: from which opponent do you take a token?",
    "End your turn or buy a tile.",
    "The game is over.",
)


def question(prompt: int, can_buy: bool) -> str:
    """The question that a seat has to answer, as a sentence."""
    if prompt == codes.PROMPT_TURN and can_buy:
        return "Keep your hand or refuse it; before that you may buy a tile."
    return QUESTIONS[prompt]


def name_type(type_: int) -> str:
    """The name of a type of cards."""
    return TYPE_NAMES[type_]


def name_kind(kind: int) -> str:
    """The name of a card, or `nothing`."""
    return KIND_NAMES[kind] if kind < codes.KINDS else "nothing"


def name_egg(kind: int) -> str:
    """The name of an egg's dinosaur."""
    return EGG_NAMES[kind - codes.FIRST_EGG]


def name_direction(direction: int) -> str:
    """The direction of play in a round."""
    return DIRECTION_NAMES[direction]


def title_tile(tile: int) -> str:
    """A tile by its number and the title we gave it."""
    return f"tile {tile}, {TILE_TITLES[tile - 1]}"


_SEAT = Argument("seat", name_seat)
_TO = Argument("to", name_seat)
_FROM = Argument("from", name_seat)
_CARD = Argument("card", name_kind)
_TILE = Argument("tile", name_number)
_POINTS = Argument("points", name_number)

# In the order of the FACT_ codes.
FACT_KINDS = (
    FactKind(
        "round_begun",
        (
            Argument("round", name_number),
            Argument("first", name_seat),
            Argument("direction", name_direction),
        ),
        "Round {round}: seat {first} leads, {direction}.",
        "CU-28",
    ),
    FactKind(
        "started_with", (_SEAT, _CARD), "Seat {seat} starts with {card}.", "CU-06", uncovers=Uncovers.TO_ALL
    ),
    FactKind("tile_offered", (_TILE,), "Tile {tile} is for sale.", "CU-31", uncovers=Uncovers.TO_ALL),
    FactKind("drew", (_SEAT, _CARD), "Seat {seat} draws {card}.", "CU-09", uncovers=Uncovers.TO_ALL),
    FactKind("collected", (_SEAT, _CARD), "Seat {seat} takes {card} into the collection.", "CU-10"),
    FactKind(
        "refused",
        (_SEAT, _CARD, _TO),
        "Seat {seat} refuses the hand, adds {card} and passes it to seat {to}.",
        "CU-11",
    ),
    FactKind(
        "passed",
        (_SEAT, _TO),
        "Seat {seat} refuses the hand and passes it to seat {to} without adding a card.",
        "CU-40",
    ),
    FactKind(
        "bought",
        (_SEAT, _TILE, Argument("cost", name_number)),
        "Seat {seat} buys tile {tile} at the price of {cost}.",
        "CU-34",
    ),
    FactKind(
        "destroyed",
        (_SEAT, Argument("owner", name_seat), _CARD),
        "Seat {seat} destroys {card} in the collection of seat {owner}.",
        "CU-43",
    ),
    FactKind("took", (_SEAT, _FROM, _CARD), "Seat {seat} takes {card} from seat {from}.", "CU-44"),
    FactKind("gave", (_SEAT, _TO, _CARD), "Seat {seat} gives {card} to seat {to}.", "CU-45"),
    FactKind("gained_token", (_SEAT,), "Seat {seat} gains a token.", "CU-32"),
    FactKind(
        "took_token",
        (_SEAT, _FROM),
        "The supply is empty: seat {seat} takes a token from seat {from}.",
        "CU-33",
    ),
    FactKind("went_without", (_SEAT,), "No token is left for seat {seat} to gain.", "CU-33"),
    FactKind(
        "round_ended", (_SEAT,), "Seat {seat} has to draw and the deck is empty: the round ends.", "CU-17"
    ),
    FactKind(
        "set_scored",
        (_SEAT, Argument("type", name_type), _POINTS),
        "Seat {seat} scores {points} for {type}.",
        "CU-18",
    ),
    FactKind(
        "velociraptors_scored", (_SEAT, _POINTS), "Seat {seat} scores {points} for velociraptors.", "CU-20"
    ),
    FactKind(
        "egg_scored",
        (_SEAT, Argument("egg", name_egg), _POINTS),
        "Seat {seat} scores {points} for the {egg} egg.",
        "CU-22",
    ),
    FactKind("tile_scored", (_SEAT, _TILE, _POINTS), "Seat {seat} scores {points} for tile {tile}.", "CU-48"),
    FactKind(
        "round_scored",
        (_SEAT, _POINTS, Argument("total", name_number)),
        "Seat {seat} scores {points} in this round: {total} in total.",
        "CU-25",
    ),
    FactKind(
        "tokens_scored",
        (_SEAT, _POINTS),
        "Seat {seat} scores {points} for the tokens that are left.",
        "CU-50",
    ),
    FactKind("scored", (_SEAT, _POINTS), "Seat {seat} has a total of {points}.", "CU-30"),
    FactKind("won", (_SEAT,), "Seat {seat} wins.", "CU-30"),
)
