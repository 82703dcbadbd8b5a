"""The words of T-Rex: names of colours, cards and moves, prompts, facts."""

from functools import lru_cache

from rexarium.games.trex import codes
from rexarium.kernel import bits
from rexarium.kernel.facts import Argument, FactKind, Secrecy, Uncovers
from rexarium.kernel.phrases import name_number, name_seat

COLOUR_NAMES = ("yellow", "blue", "brown", "green", "red")
CARD_NAMES = (
    *(f"{COLOUR_NAMES[card % codes.COLOURS]} {card + 1}" for card in range(codes.NUMBERED)),
    "chamaelosaurus",
    "shower",
)
PROMPTS = ("play", "take", "lose", "change", "over")
MOVE_NAMES = (
    *(f"play {name}" for name in CARD_NAMES),
    "flip",
    *(f"take {name}" for name in COLOUR_NAMES),
    "lose top",
    "lose stock",
    "lose shower",
    *(f"strongest {name}" for name in COLOUR_NAMES),
    *(f"weakest {name}" for name in COLOUR_NAMES),
    "keep colours",
)
QUESTIONS = (
    "Play a card.",
    "Take an egg.",
    "Lose a card: the top of your played pile or of your stock.",
    "Change one of the two open colours, or keep them.",
    "The game is over.",
)


def name_colour(colour: int) -> str:
    """The name of a colour, or `none`."""
    return COLOUR_NAMES[colour] if colour < codes.COLOURS else "none"


def name_card(card: int) -> str:
    """The name of a card, or `nothing`."""
    return CARD_NAMES[card] if card < codes.CARDS else "nothing"


@lru_cache(maxsize=8192)
def name_cards(mask: int) -> tuple[str, ...]:
    """The names of a set of cards, in order of number; cached, because most hands have not changed since the last move."""
    return tuple([CARD_NAMES[card] for card in bits.members(mask)])


_SEAT = Argument("seat", name_seat)
_CARD = Argument("card", name_card)
_COLOUR = Argument("colour", name_colour)
_NUMBER = Argument("number", name_number)

FACT_KINDS = (
    FactKind(
        "eggs_turned",
        (Argument("left", name_colour), Argument("right", name_colour)),
        "Two eggs are turned up: {left} and {right}.",
        "TR-49",
        Uncovers.TO_ALL,
    ),
    FactKind(
        "round_begun", (Argument("round", name_number), _SEAT), "Round {round}: seat {seat} leads.", "TR-50"
    ),
    FactKind("played", (_SEAT, _CARD), "Seat {seat} plays {card}.", "TR-16", Uncovers.TO_OTHERS),
    FactKind(
        "flipped",
        (_SEAT, _CARD),
        "Seat {seat} turns up the top of the stock and plays it: {card}.",
        "TR-20",
        Uncovers.TO_ALL,
    ),
    FactKind("mimicked", (_SEAT, _CARD), "It counts as the card beneath: {card}.", "TR-32"),
    FactKind(
        "comet_ruled",
        (_SEAT, _CARD),
        "Its comet is the strongest of the round: the last lap now ends with seat {seat}.",
        "TR-23",
    ),
    FactKind("comet_fell_short", (_SEAT, _CARD), "Its comet is too weak and changes nothing.", "TR-25"),
    FactKind(
        "drew",
        (_SEAT, _NUMBER, Argument("cards", name_cards, Secrecy.OWNER)),
        "Seat {seat} draws {number}: {cards}.",
        "TR-18",
        Uncovers.TO_ALL,
        hidden_sentence="Seat {seat} draws {number}.",
    ),
    FactKind("passed_over", (_SEAT,), "Seat {seat} has no card to play and is passed over.", "TR-21"),
    FactKind("round_ended", (Argument("round", name_number),), "Round {round} ends.", "TR-30"),
    FactKind("ranked", (_SEAT, Argument("rank", name_number)), "Rank {rank}: seat {seat}.", "TR-37"),
    FactKind("took", (_SEAT, _COLOUR), "Seat {seat} takes the {colour} egg.", "TR-37"),
    FactKind("lost_top", (_SEAT, _CARD), "Seat {seat} loses the top of the played pile: {card}.", "TR-39"),
    FactKind(
        "lost_stock",
        (_SEAT, Argument("card", name_card, Secrecy.SEALED)),
        "Seat {seat} loses the top of the stock: {card}.",
        "TR-43",
        hidden_sentence="Seat {seat} loses the top of the stock, unseen.",
    ),
    FactKind("lost_shower", (_SEAT,), "Seat {seat} loses the comet shower.", "TR-41"),
    FactKind(
        "pile_slid",
        (_SEAT, _NUMBER),
        "Seat {seat} slides the played pile under the stock: {number}.",
        "TR-45",
    ),
    FactKind(
        "strongest_changed",
        (_SEAT, _COLOUR, Argument("old", name_colour)),
        "Seat {seat} makes {colour} the strongest colour instead of {old}.",
        "TR-46",
    ),
    FactKind(
        "weakest_changed",
        (_SEAT, _COLOUR, Argument("old", name_colour)),
        "Seat {seat} makes {colour} the weakest colour instead of {old}.",
        "TR-46",
    ),
    FactKind("colours_kept", (_SEAT,), "Seat {seat} keeps the colours.", "TR-47"),
    FactKind(
        "scored",
        (_SEAT, Argument("points", name_number), Argument("sum", name_number)),
        "Seat {seat} has {points} points and cards worth {sum}.",
        "TR-52",
        Uncovers.TO_ALL,
    ),
    FactKind("won", (_SEAT,), "Seat {seat} wins.", "TR-52"),
)


def question(prompt: int, owes_shower: bool) -> str:
    """The question that a seat has to answer, as a sentence."""
    if prompt == codes.PROMPT_LOSE and owes_shower:
        return "Lose your comet shower, which you played this round."
    return QUESTIONS[prompt]
