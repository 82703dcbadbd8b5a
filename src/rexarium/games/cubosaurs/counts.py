"""The statistics of a finished game of Cubosaurs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rexarium.games.cubosaurs import codes
from rexarium.games.cubosaurs.rules import CubosaursState
from rexarium.games.cubosaurs.words import DINOSAUR_NAMES, TILE_TITLES
from rexarium.kernel import bits
from rexarium.kernel.counts import Count, name_place
from rexarium.kernel.state import FactInts

_RAPTORS, _EGGS = "velociraptors", "eggs"


def counts(state: CubosaursState, facts: Sequence[FactInts]) -> list[Count]:
    """One count per seat, by its distance from the first player; one for the table; one per type and one per tile."""
    told = Counter(fact[:2] for fact in facts)
    first = next(seat for kind, _, seat, _ in facts if kind == codes.FACT_ROUND_BEGUN)
    return [
        *(_count_seat(state, seat, first, told) for seat in range(state.seats)),
        _count_table(state, facts),
        *_count_types(state, facts),
        *(_count_tiles(state, facts) if state.dna else []),
    ]


def _count_seat(state: CubosaursState, seat: int, first: int, told: Counter[tuple[int, int]]) -> Count:
    last = state.round * codes.MAX_SEATS + seat
    numbers = {
        "points": state.score(seat),
        "points in the last round": state.round_scores[last],
        "hands refused": told[codes.FACT_REFUSED, seat] + told[codes.FACT_PASSED, seat],
        "cards collected": told[codes.FACT_COLLECTED, seat],
        "cards at the end": sum(state.collection[seat * codes.KINDS : (seat + 1) * codes.KINDS]),
    }
    if state.dna:
        numbers |= {
            "tiles bought": told[codes.FACT_BOUGHT, seat],
            "tokens gained": told[codes.FACT_GAINED_TOKEN, seat] + told[codes.FACT_TOOK_TOKEN, seat],
            "tokens left": state.tokens[seat],
        }
    place = name_place((seat - first) % state.seats)
    return Count({"place": place}, numbers, seat)


def _count_table(state: CubosaursState, facts: Sequence[FactInts]) -> Count:
    told = Counter(fact[0] for fact in facts)
    scores = [state.score(seat) for seat in range(state.seats)]
    hands = told[codes.FACT_REFUSED] + told[codes.FACT_PASSED]
    numbers = {
        "hands refused": hands,
        "winner's points": max(scores),
        "loser's points": min(scores),
        "equal on points (CU-30)": scores.count(max(scores)) > 1,
        "win shared": bits.count(state.winners()) > 1,
        "somebody below zero": min(scores) < 0,
    }
    if state.dna:
        missed = told[codes.FACT_TOOK_TOKEN] + told[codes.FACT_WENT_WITHOUT]
        numbers |= {"tiles bought": told[codes.FACT_BOUGHT], "supply empty": missed > 0}
    return Count({}, numbers)


def _count_types(state: CubosaursState, facts: Sequence[FactInts]) -> Iterator[Count]:
    """By type: the points it brought a seat in a round, and how often it brought or cost something."""
    points: dict[str, list[int]] = {name: [] for name in (*DINOSAUR_NAMES, _RAPTORS, _EGGS)}
    for kind, _, what, number in facts:
        if kind == codes.FACT_SET_SCORED:
            points[DINOSAUR_NAMES[what]].append(number)
        elif kind == codes.FACT_VELOCIRAPTORS_SCORED:
            points[_RAPTORS].append(what)
        elif kind == codes.FACT_EGG_SCORED:
            points[_EGGS].append(number)
    places = state.seats * state.rounds
    for name, scores in points.items():
        yield Count(
            {"type": name},
            {
                "points a seat and round": sum(scores) / places,
                "scored for, of all": len(scores) / places,
                "brought points, of all": sum(score > 0 for score in scores) / places,
                "cost points, of all": sum(score < 0 for score in scores) / places,
            },
        )


def _count_tiles(state: CubosaursState, facts: Sequence[FactInts]) -> Iterator[Count]:
    """By tile: how often it was bought in a game, and whether its buyers won."""
    buyers: dict[int, list[int]] = {tile: [] for tile in bits.members(state.tiles)}
    scored: Counter[int] = Counter()
    for kind, seat, tile, number in facts:
        if kind == codes.FACT_BOUGHT:
            buyers[tile].append(seat)
        elif kind == codes.FACT_TILE_SCORED:
            scored[tile] += number
    winners = bits.members(state.winners())
    for tile, seats in buyers.items():
        wins = sum(Fraction(1, len(winners)) for seat in seats if seat in winners)
        yield Count(
            {"tile": f"{tile} {TILE_TITLES[tile - 1]}"},
            {
                "bought": len(seats),
                "wins of buyers": float(wins),
                "points scored by it": scored[tile],
            },
        )
