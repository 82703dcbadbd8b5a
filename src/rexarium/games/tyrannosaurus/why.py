"""Why a move of Tyrannosaurus Rex is legal, why another is not, and why a score is what it is."""

from rexarium.games.tyrannosaurus import codes
from rexarium.games.tyrannosaurus.notation import say
from rexarium.games.tyrannosaurus.rules import TyrannosaurusState
from rexarium.games.tyrannosaurus.words import PROMPTS, name_action
from rexarium.kernel import bits
from rexarium.kernel.rulebook import Reason
from rexarium.kernel.sentence import sentence

# By prompt: its first move, and the rule.
_BASES = (codes.LAKE, codes.VOLCANO, codes.MOVE, codes.DRIVE, codes.REX, codes.MOVES)
_RULES = ("TY-11", "TY-13", "TY-16", "TY-27", "TY-34", "TY-45")


def why_legal(state: TyrannosaurusState, seat: int, move: int) -> Reason:
    """The rule that allows a legal move."""
    if move == codes.REST:
        text = sentence("{seat, seat} has a rest card left; the dinosaur stays where it is.", seat=seat + 1)
        return Reason("TY-16", text, ("TY-19",))
    if state.asked == codes.PROMPT_ACT:
        action = action_of(move)
        text = sentence(
            "{seat, seat} has {left, plural, one {# {action, select, movement {movement} other {panic}} card} "
            "other {# {action, select, movement {movement} other {panic}} cards}} left, and every direction may be chosen.",
            seat=seat + 1,
            left=state.cards[seat * codes.ACTIONS + action],
            action=name_action(action),
        )
        return Reason("TY-16", text, ("TY-20" if action == codes.ACTION_MOVE else "TY-26", "TY-03"))
    text = sentence(
        "Now {prompt, select, lake {the lake is placed} volcano {the volcano is placed} drive {a runaway is driven on} "
        "other {the Ty-Rex is moved}}, and every direction may be chosen, also an impossible one.",
        prompt=PROMPTS[state.asked],
    )
    return Reason(_RULES[state.asked], text, ("TY-03",))


def action_of(move: int) -> int:
    """The action card that a move of the first phase plays."""
    if move == codes.REST:
        return codes.ACTION_REST
    return codes.ACTION_MOVE if move < codes.PANIC else codes.ACTION_PANIC


def why_illegal(state: TyrannosaurusState, seat: int, move: int) -> Reason | None:
    """The rule that forbids a move, without revealing what the seat cannot know; None if the move is legal."""
    if bits.has(state.legal[seat], move):
        return None
    if state.waiting == 0:
        return Reason("TY-45", sentence("The game is over."), ("TY-46",))
    if state.legal[seat] == 0:
        return _why_not_asked(state, seat)
    base = _BASES[state.asked]
    last = codes.REST if state.asked == codes.PROMPT_ACT else base + codes.DIRECTIONS - 1
    if not base <= move <= last:
        return _why_not_now(state, move)
    if state.asked == codes.PROMPT_ACT and state.cards[seat * codes.ACTIONS + action_of(move)] == 0:
        text = sentence(
            "{seat, seat} has no {action, select, movement {movement} rest {rest} other {panic}} card left.",
            seat=seat + 1,
            action=name_action(action_of(move)),
        )
        return Reason("TY-16", text, ("TY-17", "TY-04"))
    text = sentence("At this table you can only move north, east, south or west.")
    return Reason("TY-03", text)


def _why_not_now(state: TyrannosaurusState, move: int) -> Reason:
    of_move = _prompt_of(move)
    text = sentence(
        "Now {prompt, select, lake {the lake is placed} volcano {the volcano is placed} act {each player chooses an action} "
        "drive {a runaway is driven on} other {the Ty-Rex is moved}}; {move} is chosen when {of, select, lake {the lake is "
        "placed} volcano {the volcano is placed} act {each player chooses an action} drive {a runaway is driven on} "
        "other {the Ty-Rex is moved}}.",
        prompt=PROMPTS[state.asked],
        move=say(move),
        of=PROMPTS[of_move],
    )
    return Reason(_RULES[of_move], text, (_RULES[state.asked],))


def _prompt_of(move: int) -> int:
    return max(prompt for prompt, base in enumerate(_BASES[:-1]) if base <= move)


def _why_not_asked(state: TyrannosaurusState, seat: int) -> Reason:
    if not bits.has(state.alive, seat):
        text = sentence(
            "{seat, seat} is out of the game and takes part only in moving the Ty-Rex.", seat=seat + 1
        )
        return Reason("TY-44", text)
    if state.asked == codes.PROMPT_LAKE:
        return Reason("TY-11", sentence("Everybody but the player of the Diplodocus places the lake."))
    if state.asked == codes.PROMPT_VOLCANO:
        return Reason("TY-13", sentence("Everybody but the player of the Pteranodon places the volcano."))
    if state.asked == codes.PROMPT_DRIVE:
        return Reason("TY-27", sentence("{seat, seat} runs away; its opponents drive it on.", seat=seat + 1))
    return Reason("TY-17", sentence("{seat, seat} has no action card left.", seat=seat + 1), ("TY-16",))


def why_score(state: TyrannosaurusState, seat: int) -> list[Reason]:
    """TY-45: the trees in the supply; when the game is over, also what decides it."""
    if not bits.has(state.alive, seat):
        text = sentence("{seat, seat} lost its last tree and is out of the game.", seat=seat + 1)
        found = [Reason("TY-43", text)]
    else:
        text = sentence(
            "{seat, seat} has {trees, plural, one {# tree} other {# trees}} in its supply.",
            seat=seat + 1,
            trees=state.supply[seat],
        )
        found = [Reason("TY-45", text)]
    if PROMPTS[state.asked] == "over":
        found.append(_why_result(state, seat))
    return found


def _why_result(state: TyrannosaurusState, seat: int) -> Reason:
    winners = tuple(winner + 1 for winner in bits.members(state.winners()))
    if state.alive == 0:
        text = sentence(
            "Nobody is left; who left last, in one instant, wins: {winners, seats}.", winners=winners
        )
        return Reason("TY-46", text)
    if bits.count(state.alive) == 1 and not state.play_on:
        return Reason("TY-46", sentence("Only {seat, seat} is left in the game and wins.", seat=winners[0]))
    text = sentence(
        "The most trees are {most}: {winners, seats}; so {seat, seat} {verdict, select, wins {wins} other {does not win}}.",
        most=state.supply[winners[0] - 1],
        winners=winners,
        seat=seat + 1,
        verdict="wins" if seat + 1 in winners else "loses",
    )
    return Reason("TY-45", text)
