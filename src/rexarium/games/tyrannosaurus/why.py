"""Why a move of Tyrannosaurus Rex is legal, why another is not, and why a score is what it is."""

from rexarium.games.tyrannosaurus import codes
from rexarium.games.tyrannosaurus.notation import say
from rexarium.games.tyrannosaurus.rules import TyrannosaurusState
from rexarium.games.tyrannosaurus.words import PROMPTS, name_action
from rexarium.kernel import bits
from rexarium.kernel.phrases import say_seats
from rexarium.kernel.rulebook import Reason

# By prompt: the first of its moves, the rule, and what it is for.
_BASES = (codes.LAKE, codes.VOLCANO, codes.MOVE, codes.DRIVE, codes.REX, codes.MOVES)
_RULES = ("TY-11", "TY-13", "TY-16", "TY-27", "TY-34", "TY-45")
_PURPOSES = (
    "the lake is placed",
    "the volcano is placed",
    "each player chooses an action",
    "a runaway is driven on",
    "the Ty-Rex is moved",
    "nothing is asked",
)


def why_legal(state: TyrannosaurusState, seat: int, move: int) -> Reason:
    """The rule that allows a legal move."""
    if move == codes.REST:
        return Reason(
            "TY-16", f"Seat {seat + 1} has a rest card left; the dinosaur stays where it is.", ("TY-19",)
        )
    if state.asked == codes.PROMPT_ACT:
        action = action_of(move)
        left = state.cards[seat * codes.ACTIONS + action]
        rule = "TY-20" if action == codes.ACTION_MOVE else "TY-26"
        text = f"Seat {seat + 1} has {left} {name_action(action)} left, and every direction may be chosen."
        return Reason("TY-16", text, (rule, "TY-03"))
    what = _PURPOSES[state.asked]
    return Reason(
        _RULES[state.asked],
        f"Now {what}, and every direction may be chosen, also an impossible one.",
        ("TY-03",),
    )


def action_of(move: int) -> int:
    """The action card that a move of the first phase plays."""
    if move == codes.REST:
        return codes.ACTION_REST
    return codes.ACTION_MOVE if move < codes.PANIC else codes.ACTION_PANIC


def why_illegal(state: TyrannosaurusState, seat: int, move: int) -> Reason | None:
    """The rule that forbids a move, saying nothing that the seat cannot know; None if the move is legal."""
    if bits.has(state.legal[seat], move):
        return None
    if state.waiting == 0:
        return Reason("TY-45", "The game is over.", ("TY-46",))
    if state.legal[seat] == 0:
        return _why_not_asked(state, seat)
    base = _BASES[state.asked]
    last = codes.REST if state.asked == codes.PROMPT_ACT else base + codes.DIRECTIONS - 1
    if not base <= move <= last:
        of_move = _prompt_of(move)
        text = f"Now {_PURPOSES[state.asked]}; '{say(move)}' is chosen when {_PURPOSES[of_move]}."
        return Reason(_RULES[of_move], text, (_RULES[state.asked],))
    if state.asked == codes.PROMPT_ACT and state.cards[seat * codes.ACTIONS + action_of(move)] == 0:
        text = f"Seat {seat + 1} has no {name_action(action_of(move))} card left."
        return Reason("TY-16", text, ("TY-17", "TY-04"))
    return Reason("TY-03", "At this table one goes n, e, s or w only (ruling directions is 4).")


def _prompt_of(move: int) -> int:
    return max(prompt for prompt, base in enumerate(_BASES[:-1]) if base <= move)


def _why_not_asked(state: TyrannosaurusState, seat: int) -> Reason:
    if not bits.has(state.alive, seat):
        return Reason(
            "TY-44", f"Seat {seat + 1} is out of the game and takes part only in moving the Ty-Rex."
        )
    if state.asked == codes.PROMPT_LAKE:
        return Reason("TY-11", "Everybody but the player of the Diplodocus places the lake.")
    if state.asked == codes.PROMPT_VOLCANO:
        return Reason("TY-13", "Everybody but the player of the Pteranodon places the volcano.")
    if state.asked == codes.PROMPT_DRIVE:
        return Reason("TY-27", f"Seat {seat + 1} runs away; its opponents drive it on.")
    return Reason("TY-17", f"Seat {seat + 1} has no action card left.", ("TY-16",))


def why_score(state: TyrannosaurusState, seat: int) -> list[Reason]:
    """TY-45: the trees in the supply; when the game is over also what decides it."""
    trees = state.supply[seat]
    if not bits.has(state.alive, seat):
        found = [Reason("TY-43", f"Seat {seat + 1} lost its last tree and is out of the game.")]
    else:
        found = [Reason("TY-45", f"Seat {seat + 1} has {trees} trees in its supply.")]
    if PROMPTS[state.asked] == "over":
        found.append(_why_result(state, seat))
    return found


def _why_result(state: TyrannosaurusState, seat: int) -> Reason:
    winners = bits.members(state.winners())
    if state.alive == 0:
        return Reason("TY-46", f"Nobody is left; who left last, in one instant, wins: {say_seats(winners)}.")
    if bits.count(state.alive) == 1 and not state.play_on:
        return Reason("TY-46", f"Only seat {winners[0] + 1} is left in the game and wins.")
    most = state.supply[winners[0]]
    verdict = "wins" if seat in winners else "does not win"
    return Reason("TY-45", f"The most trees are {most}: {say_seats(winners)}; so seat {seat + 1} {verdict}.")
