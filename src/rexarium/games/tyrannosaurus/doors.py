"""Which rule functions Python may call, and with which arguments; `kernel.guard` checks every call."""

from rexarium.games.tyrannosaurus import codes
from rexarium.kernel import guard

PROMPT = guard.below(codes.PROMPT_OVER + 1, "a prompt")
BASE = guard.below(codes.MOVES - codes.DIRECTIONS + 1, "the move for north")

DOORS: dict[str, tuple[guard.Check, ...]] = {
    "ask": (PROMPT, guard.below(1 << codes.MAX_SEATS, "a set of seats"), BASE),
    "ask_for_actions": (),
    "actions": (guard.seat,),
    "step": (guard.below(codes.OFF, "a cell"), guard.below(codes.STAY + 1, "a direction")),
    "dinosaurs_on": (guard.below(codes.NOWHERE + 1, "a cell"),),
    "ask_for_tile": (PROMPT, BASE, guard.below(codes.MAX_SEATS, "a dinosaur")),
    "is_forbidden": (guard.seat, guard.below(codes.NOWHERE + 1, "a cell")),
    "wake_rex": (),
    "end_game": (),
    "begin_game": (guard.seat,),
}
