"""Which rule functions Python may call, and with which arguments; `kernel.guard` checks every call."""

from rexarium.games.cubosaurs import codes
from rexarium.games.cubosaurs.rules import CubosaursState
from rexarium.kernel import bits, guard


def kind_in_collection(state: CubosaursState, given: list[int], place: int) -> None:
    """Check for a kind: the preceding seat argument has a card of it."""
    KIND(state, given, place)
    if not bits.has(state.held[given[place - 1]], given[place]):
        raise ValueError("there is no such card in this collection")


def kind_of_victim(state: CubosaursState, given: list[int], place: int) -> None:
    """Check for a kind: the victim of the purchase has a card of it."""
    KIND(state, given, place)
    if state.victim >= codes.MAX_SEATS or not bits.has(state.held[state.victim], given[place]):
        raise ValueError("there is no such card in the victim's collection")


def number_elsewhere(state: CubosaursState, given: list[int], place: int) -> None:
    """Check for a number of cards of the preceding kind: that many lie outside the preceding seat's collection."""
    most = state.elsewhere(given[place - 2], given[place - 1])
    guard.number(given[place], most + 1, "a number of such cards")


KIND = guard.below(codes.KINDS, "a kind")

DOORS: dict[str, tuple[guard.Check, ...]] = {
    "ask": (guard.below(codes.PROMPT_OVER + 1, "a prompt"), guard.seat, guard.word),
    "addable": (),
    "collect": (guard.seat, KIND, number_elsewhere),
    "remove": (guard.seat, kind_in_collection),
    "add_to_hand": (KIND,),
    "next_seat": (guard.seat,),
    "begin_turn": (),
    "ask_to_decide": (),
    "offer_tiles": (),
    "ask_for_target": (),
    "elsewhere": (guard.seat, KIND),
    "name_victim": (guard.seat,),
    "pick": (kind_of_victim,),
    "settle": (guard.below(codes.THEN_PASS + 1, "what goes on"),),
    "count_type": (guard.seat, guard.below(codes.TYPES - 1, "a type")),
    "score_set": (guard.seat, guard.below(codes.DINOSAURS, "a dinosaur")),
    "score_velociraptors": (guard.seat,),
    "count_for_egg": (guard.seat, guard.below(codes.EGGS, "an egg")),
    "score_egg": (guard.seat, guard.below(codes.EGGS, "an egg")),
    "count_types": (guard.seat,),
    "score_tile": (guard.seat, guard.below(codes.TILES + 1, "a tile")),
    "score_round": (guard.seat,),
    "total": (guard.seat,),
    "last_score": (guard.seat,),
    "begin_round": (),
    "end_game": (),
    "begin_game": (guard.seat,),
    "gains": (guard.seat, guard.below(1 << codes.KINDS, "a set of kinds")),
}
