"""Which rule functions Python may call, and with which arguments; `kernel.guard` checks every call."""

from rexarium.games.trex import codes
from rexarium.games.trex.rules import TrexState
from rexarium.kernel import guard


def unturned(state: TrexState, given: list[int], place: int) -> None:
    """Refuse to start a game once all the eggs have been turned up."""
    guard.seat(state, given, place)
    if state.turned >= codes.EGG_PILE:
        raise ValueError("all eggs have been turned up")


DOORS: dict[str, tuple[guard.Check, ...]] = {
    "ask": (guard.below(codes.PROMPT_OVER + 1, "a prompt"), guard.seat, guard.word),
    "plays": (guard.seat,),
    "takes": (),
    "changes": (),
    "strength": (guard.below(codes.CARDS, "a card"),),
    "slot": (guard.seat, guard.below(codes.RING, "a place")),
    "pile_card": (guard.seat, guard.below(codes.RING, "a place", least=-codes.RING)),
    "pass_turn": (guard.seat,),
    "end_round": (),
    "ask_for_loss": (guard.seat,),
    "remaining_sum": (guard.seat,),
    "hidden_cards": (guard.seat, guard.eyes),
    "gather": (),
    "begin_game": (unturned,),
}
