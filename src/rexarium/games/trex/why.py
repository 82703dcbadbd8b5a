"""Why a move of T-Rex is legal, why another is not, and why a score is what it is."""

from rexarium.games.trex import codes
from rexarium.games.trex.notation import say
from rexarium.games.trex.rules import TrexState
from rexarium.games.trex.view import pile_of
from rexarium.games.trex.words import COLOUR_NAMES, PROMPTS, name_card, name_colour
from rexarium.kernel import bits
from rexarium.kernel.rulebook import Reason


def why_legal(state: TrexState, seat: int, move: int) -> Reason:
    """The rule that allows a legal move."""
    if move < codes.FLIP:
        return _why_play(state, seat, move)
    if move == codes.FLIP:
        return _why_flip(state, seat)
    if move < codes.LOSE_TOP:
        return _why_take(state, seat)
    if move < codes.STRONGEST:
        return _why_lose(state, seat, move)
    if move == codes.KEEP:
        return Reason(
            "TR-47", f"Seat {seat + 1} had the weakest top card and may change a colour, but need not."
        )
    what, colour = _change_of(move)
    text = f"Seat {seat + 1} had the weakest top card; {colour} is one of the three colours aside and may become the {what}."
    return Reason("TR-46", text)


def _why_play(state: TrexState, seat: int, card: int) -> Reason:
    name = name_card(card)
    text = f"{name.capitalize()} is in the hand of seat {seat + 1}, and any hand card may be played."
    if card == codes.CHAMAELOSAURUS:
        return Reason(
            "TR-16",
            f"{text} It counts as the card beneath it, without the symbol.",
            _mimic_rules(state, seat),
        )
    if card == codes.SHOWER:
        also = ("TR-27", "TR-28") if state.clock == codes.MAX_SEATS else ("TR-27", "TR-29")
        return Reason("TR-16", f"{text} It is the strongest comet and counts 0 as a top card.", also)
    if bits.has(state.comets, card):
        if state.comet_seat == codes.NOBODY:
            return Reason("TR-16", f"{text} It carries a comet and announces the end.", ("TR-23", "TR-24"))
        if state.strength(card) >= state.comet_strength:
            return Reason(
                "TR-16", f"{text} Its comet is strong enough to start the last lap anew.", ("TR-24",)
            )
        return Reason("TR-16", f"{text} Its comet is weaker than the one that rules.", ("TR-25",))
    return Reason("TR-16", f"{text} It draws {(state.draws >> (2 * card)) & 3}.", ("TR-18",))


def _mimic_rules(state: TrexState, seat: int) -> tuple[str, ...]:
    """The rules of a Chamaelosaurus on what lies beneath it: a card, nothing, or a comet shower."""
    pile = pile_of(state, seat)
    if not pile:
        return ("TR-32", "TR-34")
    return ("TR-32", "TR-35") if pile[-1] == codes.SHOWER else ("TR-32", "TR-33")


def _why_flip(state: TrexState, seat: int) -> Reason:
    if state.hand[seat] == 0:
        return Reason("TR-20", f"Seat {seat + 1} has no hand card and must turn up the top of the stock.")
    return Reason(
        "TR-19", f"Seat {seat + 1} has exactly one hand card and may turn up the top of the stock instead."
    )


def _why_take(state: TrexState, seat: int) -> Reason:
    if state.stage == 0:
        return Reason(
            "TR-37", f"Seat {seat + 1} has the strongest top card and takes one of the open eggs, by choice."
        )
    return Reason("TR-37", f"Seat {seat + 1} has the second strongest top card and takes the other egg.")


def _why_lose(state: TrexState, seat: int, move: int) -> Reason:
    if move == codes.LOSE_SHOWER:
        return Reason(
            "TR-41", f"Seat {seat + 1} played the comet shower this round and must put out that card."
        )
    if state.stock[seat] == 0:
        return Reason(
            "TR-40", f"Seat {seat + 1} has no stock, so it must be the top of the played pile.", ("TR-39",)
        )
    where = "the played pile" if move == codes.LOSE_TOP else "the stock, unseen"
    return Reason("TR-39", f"Seat {seat + 1} loses one card, and chooses the top of {where}.", ("TR-42",))


def why_illegal(state: TrexState, seat: int, move: int) -> Reason | None:
    """The rule that forbids a move, saying nothing that the seat cannot know; None if the move is legal."""
    if bits.has(state.legal[seat], move):
        return None
    if state.waiting == 0:
        return Reason("TR-51", "The game is over: twelve rounds are played.")
    if seat != state.turn:
        return _why_not_asked(state)
    return _WHY_NOT[state.asked](state, seat, move)


def _why_not_asked(state: TrexState) -> Reason:
    whose = f"seat {state.turn + 1}"
    if state.asked == codes.PROMPT_PLAY:
        return Reason("TR-16", f"It is the turn of {whose}; play goes clockwise.")
    if state.asked == codes.PROMPT_TAKE:
        place = ("strongest", "second strongest")[state.stage]
        return Reason("TR-37", f"Now {whose} takes an egg, with the {place} top card.", ("TR-49",))
    if state.asked == codes.PROMPT_LOSE:
        return Reason("TR-42", f"Now {whose} loses a card; it goes in the order of rank.", ("TR-49",))
    return Reason("TR-46", f"Only {whose}, with the weakest top card, may change a colour.", ("TR-49",))


def _why_not_while_playing(state: TrexState, seat: int, move: int) -> Reason:
    if move == codes.FLIP:
        return _why_no_flip(state, seat)
    if move < codes.FLIP:
        where = "it lies on the played pile" if move in pile_of(state, seat) else "it is not in the hand"
        return Reason(
            "TR-16", f"Seat {seat + 1} cannot play {name_card(move)}: {where}; only hand cards may be played."
        )
    if move < codes.LOSE_TOP:
        return Reason("TR-37", "Eggs are taken when the round has ended, and it has not.", ("TR-49", "TR-16"))
    if move < codes.STRONGEST:
        return Reason("TR-39", "Cards are lost when the round has ended, and it has not.", ("TR-49", "TR-16"))
    return Reason(
        "TR-46", "Colours are changed when the round has ended, and it has not.", ("TR-49", "TR-16")
    )


def _why_no_flip(state: TrexState, seat: int) -> Reason:
    cards = bits.count(state.hand[seat])
    if cards > 1:
        text = (
            f"Seat {seat + 1} has {cards} hand cards; the top of the stock may be turned up with one or none."
        )
        return Reason("TR-19", text, ("TR-20", "TR-16"))
    if state.stock[seat] == 0:
        return Reason("TR-19", f"Seat {seat + 1} has no stock to turn a card up from.", ("TR-20",))
    return Reason(
        "TR-19", "At this table a player with one hand card plays it (ruling flip_with_one is off)."
    )


def _why_not_while_taking(state: TrexState, _seat: int, move: int) -> Reason:
    if not codes.TAKE <= move < codes.LOSE_TOP:
        return Reason(
            "TR-49", "First the open eggs are taken, then cards are lost, then colours changed.", ("TR-37",)
        )
    eggs = " and ".join(name_colour(egg) for egg in state.open_eggs if egg != codes.NO_EGG)
    return Reason("TR-37", f"No {name_colour(move - codes.TAKE)} egg lies open; there is {eggs}.")


def _why_not_while_losing(state: TrexState, seat: int, move: int) -> Reason:
    if not codes.LOSE_TOP <= move < codes.STRONGEST:
        return Reason("TR-49", "First everybody loses a card, in the order of rank.", ("TR-39", "TR-42"))
    if bits.has(state.showered, seat):
        text = f"Seat {seat + 1} played the comet shower this round and must put out that card, wherever it lies."
        return Reason("TR-41", text)
    if move == codes.LOSE_SHOWER:
        return Reason("TR-41", f"Seat {seat + 1} has no comet shower of this round to put out.", ("TR-39",))
    if move == codes.LOSE_STOCK:
        return Reason(
            "TR-40", f"Seat {seat + 1} has no stock: it must be the top of the played pile.", ("TR-39",)
        )
    return Reason("TR-39", f"Seat {seat + 1} has no card on the played pile.")


def _why_not_while_changing(state: TrexState, seat: int, move: int) -> Reason:
    if move < codes.STRONGEST:
        return Reason("TR-49", f"Now seat {seat + 1} may change a colour, or keeps them.", ("TR-46",))
    what, colour = _change_of(move)
    now = name_colour(state.strongest if what == "strongest" else state.weakest)
    if colour == now:
        return Reason(
            "TR-46", f"The {what} colour is {colour} already; it is exchanged for one of the three aside."
        )
    return Reason(
        "TR-48",
        f"{colour.capitalize()} lies open already, and the open colours may not change places.",
        ("TR-46",),
    )


_WHY_NOT = (_why_not_while_playing, _why_not_while_taking, _why_not_while_losing, _why_not_while_changing)


def _change_of(move: int) -> tuple[str, str]:
    what, colour = say(move).split()
    return what, colour


def why_score(state: TrexState, seat: int) -> list[Reason]:
    """TR-52 colour by colour; when the game is over also what decides it."""
    found = []
    for colour, name in enumerate(COLOUR_NAMES):
        eggs = state.eggs[seat * codes.COLOURS + colour]
        if eggs:
            plural = "egg" if eggs == 1 else "eggs"
            found.append(Reason("TR-52", f"{eggs} {name} {plural}: {eggs} × {eggs} = {eggs * eggs}."))
    found.append(Reason("TR-52", f"Seat {seat + 1} has {state.score(seat)} points."))
    if PROMPTS[state.asked] == "over":
        found += _why_result(state, seat)
    return found


def _why_result(state: TrexState, seat: int) -> list[Reason]:
    most = max(state.score(other) for other in range(state.seats))
    if state.score(seat) < most:
        return [Reason("TR-52", f"Others have more: {most}.")]
    tied = [other for other in range(state.seats) if state.score(other) == most]
    if len(tied) == 1:
        return [Reason("TR-52", f"Nobody has as many: seat {seat + 1} wins.")]
    sums = ", ".join(f"seat {other + 1} {state.remaining_sum(other)}" for other in tied)
    winners = bits.members(state.winners())
    found = [
        Reason("TR-53", f"Seats tied at {most}; the numbers of their remaining cards add up to: {sums}.")
    ]
    if seat not in winners:
        return found
    if len(winners) == 1:
        return [*found, Reason("TR-53", f"The highest sum is that of seat {seat + 1}, who wins.")]
    return [*found, Reason("TR-54", f"Still tied: {len(winners)} seats share the win.")]
