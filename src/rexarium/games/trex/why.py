"""Why a move of T-Rex is legal, why another is not, and why a score is what it is."""

from collections.abc import Sequence

from rexarium.games.trex import codes
from rexarium.games.trex.notation import say
from rexarium.games.trex.rules import TrexState
from rexarium.games.trex.view import pile_of
from rexarium.games.trex.words import COLOUR_NAMES, PROMPTS, name_card, name_colour
from rexarium.kernel import bits
from rexarium.kernel.rulebook import Reason
from rexarium.kernel.sentence import sentence


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
        text = sentence(
            "{seat, seat} had the weakest top card and may change a colour, but need not.", seat=seat + 1
        )
        return Reason("TR-47", text)
    place, colour = _change_of(move)
    text = sentence(
        "{seat, seat} had the weakest top card; {colour} is one of the three colours aside and may become the "
        "{place, select, strongest {strongest} other {weakest}}.",
        seat=seat + 1,
        colour=colour,
        place=place,
    )
    return Reason("TR-46", text)


def _why_play(state: TrexState, seat: int, card: int) -> Reason:
    effect, also = _effect_of(state, seat, card)
    text = sentence(
        "{card} is in the hand of {seat, seat}, and any hand card may be played. {effect, select, "
        "mimic {It counts as the card beneath it, without the symbol.} "
        "shower {It is the strongest comet and counts 0 as a top card.} "
        "first {It carries a comet and announces the end.} "
        "stronger {Its comet is strong enough to start the last lap anew.} "
        "weaker {Its comet is weaker than the one that rules.} "
        "other {It draws {draws, plural, one {# card} other {# cards}}.}}",
        card=name_card(card),
        seat=seat + 1,
        effect=effect,
        draws=state.draws >> (2 * card) & 3,
    )
    return Reason("TR-16", text, also)


def _effect_of(state: TrexState, seat: int, card: int) -> tuple[str, tuple[str, ...]]:
    """What a card does when it is played now, and the rules for it."""
    if card == codes.CHAMAELOSAURUS:
        return "mimic", _mimic_rules(state, seat)
    if card == codes.SHOWER:
        return "shower", ("TR-27", "TR-28") if state.clock == codes.MAX_SEATS else ("TR-27", "TR-29")
    if not bits.has(state.comets, card):
        return "draw", ("TR-18",)
    if state.comet_seat == codes.NOBODY:
        return "first", ("TR-23", "TR-24")
    return (
        ("stronger", ("TR-24",)) if state.strength(card) >= state.comet_strength else ("weaker", ("TR-25",))
    )


def _mimic_rules(state: TrexState, seat: int) -> tuple[str, ...]:
    """The rules for a Chamaelosaurus by what lies beneath it: a card, nothing, or a comet shower."""
    pile = pile_of(state, seat)
    if not pile:
        return ("TR-32", "TR-34")
    return ("TR-32", "TR-35") if pile[-1] == codes.SHOWER else ("TR-32", "TR-33")


def _why_flip(state: TrexState, seat: int) -> Reason:
    if state.hand[seat] == 0:
        text = sentence("{seat, seat} has no hand card and must turn up the top of the stock.", seat=seat + 1)
        return Reason("TR-20", text)
    text = sentence(
        "{seat, seat} has exactly one hand card and may turn up the top of the stock instead.", seat=seat + 1
    )
    return Reason("TR-19", text)


def _why_take(state: TrexState, seat: int) -> Reason:
    if state.stage == 0:
        text = sentence(
            "{seat, seat} has the strongest top card and takes one of the open eggs, by choice.",
            seat=seat + 1,
        )
    else:
        text = sentence(
            "{seat, seat} has the second strongest top card and takes the other egg.", seat=seat + 1
        )
    return Reason("TR-37", text)


def _why_lose(state: TrexState, seat: int, move: int) -> Reason:
    if move == codes.LOSE_SHOWER:
        return _must_lose_shower(seat)
    if state.stock[seat] == 0:
        return _must_lose_top(seat)
    text = sentence(
        "{seat, seat} loses one card, and chooses the top of "
        "{place, select, pile {the played pile} other {the stock, unseen}}.",
        seat=seat + 1,
        place="pile" if move == codes.LOSE_TOP else "stock",
    )
    return Reason("TR-39", text, ("TR-42",))


def _must_lose_shower(seat: int) -> Reason:
    text = sentence(
        "{seat, seat} played the comet shower this round and has to discard it, wherever it is in the pile.",
        seat=seat + 1,
    )
    return Reason("TR-41", text)


def _must_lose_top(seat: int) -> Reason:
    text = sentence("{seat, seat} has no stock, so it must be the top of the played pile.", seat=seat + 1)
    return Reason("TR-40", text, ("TR-39",))


def why_illegal(state: TrexState, seat: int, move: int) -> Reason | None:
    """The rule that forbids a move, without revealing what the seat cannot know; None if the move is legal."""
    if bits.has(state.legal[seat], move):
        return None
    if state.waiting == 0:
        return Reason("TR-51", sentence("The game is over: twelve rounds are played."))
    if seat != state.turn:
        return _why_not_asked(state)
    return _WHY_NOT[state.asked](state, seat, move)


def _why_not_asked(state: TrexState) -> Reason:
    whose = state.turn + 1
    if state.asked == codes.PROMPT_PLAY:
        return Reason("TR-16", sentence("It is the turn of {seat, seat}; play goes clockwise.", seat=whose))
    if state.asked == codes.PROMPT_TAKE:
        text = sentence(
            "Now {seat, seat} takes an egg, with the {rank, select, 1 {strongest} other {second strongest}} top card.",
            seat=whose,
            rank=state.stage + 1,
        )
        return Reason("TR-37", text, ("TR-49",))
    if state.asked == codes.PROMPT_LOSE:
        text = sentence("Now {seat, seat} loses a card; it goes in the order of rank.", seat=whose)
        return Reason("TR-42", text, ("TR-49",))
    text = sentence("Only {seat, seat}, with the weakest top card, may change a colour.", seat=whose)
    return Reason("TR-46", text, ("TR-49",))


def _why_not_while_playing(state: TrexState, seat: int, move: int) -> Reason:
    if move == codes.FLIP:
        return _why_no_flip(state, seat)
    if move < codes.FLIP:
        text = sentence(
            "{seat, seat} cannot play {card}: {place, select, pile {it lies on the played pile} "
            "other {it is not in the hand}}; only hand cards may be played.",
            seat=seat + 1,
            card=name_card(move),
            place="pile" if move in pile_of(state, seat) else "elsewhere",
        )
        return Reason("TR-16", text)
    what, rule = "colours", "TR-46"
    if move < codes.STRONGEST:
        what, rule = ("eggs", "TR-37") if move < codes.LOSE_TOP else ("cards", "TR-39")
    text = sentence(
        "{what, select, eggs {Eggs are taken} cards {Cards are lost} other {Colours are changed}} when the round has "
        "ended, and it has not.",
        what=what,
    )
    return Reason(rule, text, ("TR-49", "TR-16"))


def _why_no_flip(state: TrexState, seat: int) -> Reason:
    cards = bits.count(state.hand[seat])
    if cards > 1:
        text = sentence(
            "{seat, seat} has {cards} hand cards; the top of the stock may be turned up with one or none.",
            seat=seat + 1,
            cards=cards,
        )
        return Reason("TR-19", text, ("TR-20", "TR-16"))
    if state.stock[seat] == 0:
        text = sentence("{seat, seat} has no stock to turn a card up from.", seat=seat + 1)
        return Reason("TR-19", text, ("TR-20",))
    text = sentence("At this table your last card in hand has to be played.")
    return Reason("TR-19", text)


def _why_not_while_taking(state: TrexState, _seat: int, move: int) -> Reason:
    if not codes.TAKE <= move < codes.LOSE_TOP:
        text = sentence("First the open eggs are taken, then cards are lost, then colours changed.")
        return Reason("TR-49", text, ("TR-37",))
    text = sentence(
        "No {colour} egg lies open; there is {eggs, names}.",
        colour=name_colour(move - codes.TAKE),
        eggs=tuple(name_colour(egg) for egg in state.open_eggs if egg != codes.NO_EGG),
    )
    return Reason("TR-37", text)


def _why_not_while_losing(state: TrexState, seat: int, move: int) -> Reason:
    if not codes.LOSE_TOP <= move < codes.STRONGEST:
        text = sentence("First everybody loses a card, in the order of rank.")
        return Reason("TR-49", text, ("TR-39", "TR-42"))
    if bits.has(state.showered, seat):
        return _must_lose_shower(seat)
    if move == codes.LOSE_SHOWER:
        text = sentence("{seat, seat} has no comet shower of this round to put out.", seat=seat + 1)
        return Reason("TR-41", text, ("TR-39",))
    if move == codes.LOSE_STOCK:
        return _must_lose_top(seat)
    return Reason("TR-39", sentence("{seat, seat} has no card on the played pile.", seat=seat + 1))


def _why_not_while_changing(state: TrexState, seat: int, move: int) -> Reason:
    if move < codes.STRONGEST:
        text = sentence("Now {seat, seat} may change a colour, or keeps them.", seat=seat + 1)
        return Reason("TR-49", text, ("TR-46",))
    place, colour = _change_of(move)
    if colour == name_colour(state.strongest if place == "strongest" else state.weakest):
        text = sentence(
            "The {place, select, strongest {strongest} other {weakest}} colour is {colour} already; it is exchanged for "
            "one of the three aside.",
            place=place,
            colour=colour,
        )
        return Reason("TR-46", text)
    text = sentence("{colour} lies open already, and the open colours may not change places.", colour=colour)
    return Reason("TR-48", text, ("TR-46",))


_WHY_NOT = (_why_not_while_playing, _why_not_while_taking, _why_not_while_losing, _why_not_while_changing)


def _change_of(move: int) -> tuple[str, str]:
    place, colour = say(move).split()
    return place, colour


def why_score(state: TrexState, seat: int) -> list[Reason]:
    """TR-52, colour by colour; when the game is over, also what decides it."""
    found = []
    for colour, name in enumerate(COLOUR_NAMES):
        if eggs := state.eggs[seat * codes.COLOURS + colour]:
            text = sentence(
                "{eggs, plural, one {# {colour} egg} other {# {colour} eggs}}: {eggs} × {eggs} = {points}.",
                eggs=eggs,
                colour=name,
                points=eggs * eggs,
            )
            found.append(Reason("TR-52", text))
    total = sentence(
        "{seat, seat} has {points, plural, one {# point} other {# points}}.",
        seat=seat + 1,
        points=state.score(seat),
    )
    found.append(Reason("TR-52", total))
    if PROMPTS[state.asked] == "over":
        found += _why_result(state, seat)
    return found


def _why_result(state: TrexState, seat: int) -> list[Reason]:
    most = max(state.score(other) for other in range(state.seats))
    if state.score(seat) < most:
        return [Reason("TR-52", sentence("Others have more: {most}.", most=most))]
    tied = [other for other in range(state.seats) if state.score(other) == most]
    if len(tied) == 1:
        return [Reason("TR-52", sentence("Nobody has as many: {seat, seat} wins.", seat=seat + 1))]
    return [*_why_tie(state, tied, most), *_why_tie_won(state, seat)]


def _why_tie(state: TrexState, tied: Sequence[int], most: int) -> list[Reason]:
    """TR-53: the remaining cards of the tied players."""
    text = sentence(
        "{seats, seats} are tied at {most}; the numbers of their remaining cards decide.",
        seats=tuple(other + 1 for other in tied),
        most=most,
    )
    sums = [
        sentence(
            "The remaining cards of {seat, seat} add up to {sum}.",
            seat=other + 1,
            sum=state.remaining_sum(other),
        )
        for other in tied
    ]
    return [Reason("TR-53", each) for each in (text, *sums)]


def _why_tie_won(state: TrexState, seat: int) -> list[Reason]:
    winners = bits.members(state.winners())
    if seat not in winners:
        return []
    if len(winners) == 1:
        text = sentence("The highest sum is that of {seat, seat}, who wins.", seat=seat + 1)
        return [Reason("TR-53", text)]
    text = sentence("Still tied: {seats, seats} share the win.", seats=tuple(other + 1 for other in winners))
    return [Reason("TR-54", text)]
