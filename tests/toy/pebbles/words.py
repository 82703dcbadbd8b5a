"""The words of Pebbles: names of cards and moves, prompts, facts."""

from rexarium.games.pebbles import codes

from rexarium.kernel.facts import Argument, FactKind, Secrecy, Uncovers
from rexarium.kernel.phrases import name_number, name_seat

CARD_NAMES = tuple(f"card {card + 1}" for card in range(codes.CARDS))
PROMPTS = ("turn", "over")
MOVE_NAMES = ("take one", "take two", "show")
QUESTIONS = ("Take one or two pebbles, or show your card.", "The game is over.")


def name_card(card: int) -> str:
    """A card."""
    return CARD_NAMES[card]


_SEAT = Argument("seat", name_seat)
_CARD = Argument("card", name_card)

FACT_KINDS = (
    FactKind(
        "dealt",
        (_SEAT, Argument("card", name_card, Secrecy.OWNER)),
        "Seat {seat} looks at a card: {card}.",
        "PB-03",
        Uncovers.TO_ALL,
        hidden_sentence="Seat {seat} looks at a card.",
    ),
    FactKind("took", (_SEAT, Argument("number", name_number)), "Seat {seat} takes {number}.", "PB-04"),
    FactKind("showed", (_SEAT, _CARD), "Seat {seat} shows {card}.", "PB-05", Uncovers.TO_OTHERS),
    FactKind(
        "scored",
        (_SEAT, Argument("points", name_number), _CARD),
        "Seat {seat} has {points} points with {card}.",
        "PB-06",
        Uncovers.TO_ALL,
    ),
    FactKind("won", (_SEAT,), "Seat {seat} wins.", "PB-06"),
)
