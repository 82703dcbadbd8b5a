"""The statistics of a finished game of Tyrannosaurus Rex."""

from collections import Counter
from collections.abc import Sequence

from rexarium.games.tyrannosaurus import codes
from rexarium.games.tyrannosaurus.rules import TyrannosaurusState
from rexarium.games.tyrannosaurus.words import DINOSAUR_NAMES
from rexarium.kernel import bits
from rexarium.kernel.counts import Count
from rexarium.kernel.state import FactInts


def counts(state: TyrannosaurusState, facts: Sequence[FactInts]) -> list[Count]:
    """One count per dinosaur, in order, and one for the table."""
    told = Counter(fact[:2] for fact in facts)
    bumps = Counter(to for kind, _, to, _ in facts if kind == codes.FACT_GAVE)
    seats = sorted(range(state.seats), key=lambda seat: state.dinosaur[seat])
    return [*(_count_seat(state, seat, told, bumps) for seat in seats), _count_table(state, facts)]


def _count_seat(
    state: TyrannosaurusState, seat: int, told: Counter[tuple[int, int]], bumps: Counter[int]
) -> Count:
    numbers = {
        "trees at the end": state.score(seat),
        "eliminated": not bits.has(state.alive, seat),
        "harvested": told[codes.FACT_HARVESTED, seat],
        "won by bumping": bumps[seat],
        "given when bumped": told[codes.FACT_GAVE, seat],
        "bitten": told[codes.FACT_BITTEN, seat],
        "turned back": told[codes.FACT_TURNED_BACK, seat],
    }
    return Count({"dinosaur": DINOSAUR_NAMES[state.dinosaur[seat]]}, numbers, seat)


def _count_table(state: TyrannosaurusState, facts: Sequence[FactInts]) -> Count:
    told = Counter(fact[0] for fact in facts)
    numbers = {
        "turns": state.turn,
        "ended early": told[codes.FACT_BONE_PASSED] < state.turns,
        "eliminated": told[codes.FACT_ELIMINATED],
        "nobody left": state.alive == 0,
        "harvested": told[codes.FACT_HARVESTED],
        "bumps": told[codes.FACT_GAVE],
        "bites": told[codes.FACT_BITTEN],
        "turned back": told[codes.FACT_TURNED_BACK],
        "panics": told[codes.FACT_RAN_AWAY],
        "Ty-Rex vanished": told[codes.FACT_REX_VANISHED],
        "trees out": state.trees_out,
        "trees left standing": bits.count(state.trees),
    }
    return Count({}, numbers)
