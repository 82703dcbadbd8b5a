"""What Python may call of the rules, and with what: `kernel.guard` checks it before they are called."""

from rexarium.kernel import guard

DOORS: dict[str, tuple[guard.Check, ...]] = {
    "turns": (guard.seat,),
    "ask": (guard.seat,),
    "end_game": (),
    "hidden_cards": (guard.eyes,),
    "gather": (),
    "begin_game": (guard.seat,),
}
