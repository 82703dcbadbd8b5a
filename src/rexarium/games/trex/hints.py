"""What speaks for or against a move of T-Rex at a glance, in a sentence; it knows no more than the seat."""

from rexarium.games.trex import codes
from rexarium.games.trex.rules import TrexState
from rexarium.games.trex.view import if_played
from rexarium.games.trex.words import name_colour
from rexarium.kernel import bits

_PLACES = ("strongest", "second strongest", "third strongest", "fourth strongest", "weakest")


def hint(state: TrexState, seat: int, move: int) -> str:
    """The sentence."""
    if move <= codes.FLIP:
        return _hint_play(state, move)
    if move < codes.LOSE_TOP:
        return _hint_egg(state, seat, move - codes.TAKE)
    if move < codes.STRONGEST:
        return _hint_loss(move)
    return _hint_change(state, seat, move)


def _hint_play(state: TrexState, card: int) -> str:
    """TR-16 to TR-25: how strong it would lie there, what it draws, what its comet does."""
    if card == codes.FLIP:
        return "It is the top of your stock, whatever that is, and saves the hand card."
    then = if_played(state, card)
    parts = [f"It would be the {_PLACES[then.rank - 1]} top card now"]
    if then.draws:
        parts.append(f"it draws {then.draws} card{'' if then.draws == 1 else 's'}")
    if then.comet:
        rules = then.comet == "rules"
        parts.append("its comet starts the last lap" if rules else "its comet is too weak to count")
    return ", and ".join(parts) + "."


def _hint_egg(state: TrexState, seat: int, colour: int) -> str:
    """TR-52: what it adds, and who else collects it."""
    number = state.eggs[seat * codes.COLOURS + colour]
    rivals = [state.eggs[other * codes.COLOURS + colour] for other in range(state.seats) if other != seat]
    envy = f"; an opponent has {max(rivals)} of that colour" if max(rivals) else ""
    return f"As your {name_colour(colour)} egg number {number + 1} it adds {2 * number + 1} points{envy}."


def _hint_loss(move: int) -> str:
    """TR-39, TR-41: what leaves the game."""
    if move == codes.LOSE_TOP:
        return "You know what you lose: the top card of your pile."
    if move == codes.LOSE_STOCK:
        return "You lose a card unseen and keep the one on your pile."
    return "The comet shower must go."


def _hint_change(state: TrexState, seat: int, move: int) -> str:
    """TR-46: what the colours do for the hand."""

    def held(colour: int) -> int:
        return bits.count(state.hand[seat] & codes.COLOUR_CARDS << colour)

    if move == codes.KEEP:
        return f"{name_colour(state.strongest).capitalize()} stays strongest; you hold {held(state.strongest)} of it."
    is_strong = move < codes.WEAKEST
    colour = move - (codes.STRONGEST if is_strong else codes.WEAKEST)
    place = "strongest" if is_strong else "weakest"
    return f"{name_colour(colour).capitalize()} becomes {place}; you hold {held(colour)} of it."
