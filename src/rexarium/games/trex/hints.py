"""The pros and cons of a move of T-Rex at a glance, in one sentence that uses only what the seat knows."""

from rexarium.games.trex import codes
from rexarium.games.trex.rules import TrexState
from rexarium.games.trex.view import if_played
from rexarium.games.trex.words import name_colour
from rexarium.kernel import bits
from rexarium.kernel.sentence import Sentence, sentence


def hint(state: TrexState, seat: int, move: int) -> Sentence:
    """The hint for a move."""
    if move <= codes.FLIP:
        return _hint_play(state, move)
    if move < codes.LOSE_TOP:
        return _hint_egg(state, seat, move - codes.TAKE)
    if move < codes.STRONGEST:
        return _hint_loss(move)
    return _hint_change(state, seat, move)


def _hint_play(state: TrexState, card: int) -> Sentence:
    """TR-16 to TR-25: how strong the card would be, what it draws, and what its comet does."""
    if card == codes.FLIP:
        return sentence("It is the top of your stock, whatever that is, and saves the hand card.")
    then = if_played(state, card)
    return sentence(
        "It would be the {rank, select, 1 {strongest} 2 {second strongest} 3 {third strongest} 4 {fourth strongest} "
        "other {weakest}} top card now{draws, plural, =0 {} one {, and it draws # card} other {, and it draws # cards}}"
        "{comet, select, rules {, and its comet starts the last lap} weak {, and its comet is too weak to count} other {}}.",
        rank=then.rank,
        draws=then.draws,
        comet="none" if not then.comet else "rules" if then.comet == "rules" else "weak",
    )


def _hint_egg(state: TrexState, seat: int, colour: int) -> Sentence:
    """TR-52: what the egg adds, and who else collects its colour."""
    number = state.eggs[seat * codes.COLOURS + colour]
    rivals = [state.eggs[other * codes.COLOURS + colour] for other in range(state.seats) if other != seat]
    return sentence(
        "As your {colour} egg number {number} it adds {points, plural, one {# point} other {# points}}"
        "{rival, plural, =0 {} one {; an opponent has # of that colour} other {; an opponent has # of that colour}}.",
        colour=name_colour(colour),
        number=number + 1,
        points=2 * number + 1,
        rival=max(rivals),
    )


def _hint_loss(move: int) -> Sentence:
    """TR-39, TR-41: what leaves the game."""
    if move == codes.LOSE_TOP:
        return sentence("You know what you lose: the top card of your pile.")
    if move == codes.LOSE_STOCK:
        return sentence("You lose a card unseen and keep the one on your pile.")
    return sentence("The comet shower must go.")


def _hint_change(state: TrexState, seat: int, move: int) -> Sentence:
    """TR-46: how the change of colours affects the hand."""

    def held(colour: int) -> int:
        return bits.count(state.hand[seat] & codes.COLOUR_CARDS << colour)

    if move == codes.KEEP:
        return sentence(
            "{colour} stays strongest; you hold {count} of it.",
            colour=name_colour(state.strongest),
            count=held(state.strongest),
        )
    is_strong = move < codes.WEAKEST
    colour = move - (codes.STRONGEST if is_strong else codes.WEAKEST)
    return sentence(
        "{colour} becomes {place, select, strongest {strongest} other {weakest}}; you hold {count} of it.",
        colour=name_colour(colour),
        place="strongest" if is_strong else "weakest",
        count=held(colour),
    )
