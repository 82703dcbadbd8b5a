"""The statistics of a finished game of T-Rex."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rexarium.games.trex import codes
from rexarium.games.trex.rules import TrexState
from rexarium.games.trex.words import CARD_NAMES, COLOUR_NAMES
from rexarium.kernel import bits
from rexarium.kernel.counts import Count
from rexarium.kernel.state import FactInts

_PLAYS = (codes.FACT_PLAYED, codes.FACT_FLIPPED)
_COMETS = (codes.FACT_COMET_RULED, codes.FACT_COMET_FELL_SHORT)


def counts(state: TrexState, facts: Sequence[FactInts]) -> list[Count]:
    """One count per seat, one for the table, and one each for its rounds, comets and colours."""
    told = Counter(fact[:2] for fact in facts)
    drawn = _draws(facts)
    rounds = _rounds(facts)
    return [
        *(_count_seat(state, seat, told, drawn[seat]) for seat in range(state.seats)),
        _count_table(state, rounds, drawn.total()),
        *(_count_round(number, round_) for number, round_ in enumerate(rounds, start=1)),
        *_count_comets(state, facts),
        *_count_colours(state),
    ]


def _draws(facts: Sequence[FactInts]) -> Counter[int]:
    """By seat, the number of cards it drew."""
    drawn: Counter[int] = Counter()
    for kind, seat, number, _ in facts:
        if kind == codes.FACT_DREW:
            drawn[seat] += number
    return drawn


def _rounds(facts: Sequence[FactInts]) -> list[Counter[int]]:
    """Round by round, how often each kind of fact occurred."""
    rounds: list[Counter[int]] = []
    for fact in facts:
        if fact[0] == codes.FACT_ROUND_BEGUN:
            rounds.append(Counter())
        if rounds:
            rounds[-1][fact[0]] += 1
    return rounds


def _count_seat(state: TrexState, seat: int, told: Counter[tuple[int, int]], drawn: int) -> Count:
    eggs = _eggs(state, seat)
    numbers = {
        "points": state.score(seat),
        "eggs": sum(eggs),
        "best colour": max(eggs),
        "cards played": sum(told[kind, seat] for kind in _PLAYS),
        "cards drawn": drawn,
        "cards flipped": told[codes.FACT_FLIPPED, seat],
        "comets": sum(told[kind, seat] for kind in _COMETS),
        "ruling comets": told[codes.FACT_COMET_RULED, seat],
        "comet showers": told[codes.FACT_LOST_SHOWER, seat],
    }
    return Count({}, numbers, seat)


def _count_table(state: TrexState, rounds: Sequence[Counter[int]], drawn: int) -> Count:
    told = sum(rounds, Counter[int]())
    scores = [state.score(seat) for seat in range(state.seats)]
    laps = [round_[codes.FACT_COMET_RULED] for round_ in rounds]
    numbers = {
        "cards a round": sum(told[kind] for kind in _PLAYS) / len(rounds),
        "cards drawn": drawn,
        "cards flipped": told[codes.FACT_FLIPPED],
        "passed over": told[codes.FACT_PASSED_OVER],
        "comets": sum(told[kind] for kind in _COMETS),
        "comets too weak": told[codes.FACT_COMET_FELL_SHORT],
        "last laps begun anew": sum(max(0, lap - 1) for lap in laps),
        "rounds without a comet": laps.count(0),
        "comet showers": told[codes.FACT_LOST_SHOWER],
        "colours changed": told[codes.FACT_STRONGEST_CHANGED] + told[codes.FACT_WEAKEST_CHANGED],
        "winner's points": max(scores),
        "equal on points (TR-53)": scores.count(max(scores)) > 1,
    }
    return Count({}, numbers)


def _count_round(number: int, told: Counter[int]) -> Count:
    numbers = {
        "cards": sum(told[kind] for kind in _PLAYS),
        "comets": sum(told[kind] for kind in _COMETS),
        "ruling comets": told[codes.FACT_COMET_RULED],
    }
    return Count({"round": str(number)}, numbers)


def _count_comets(state: TrexState, facts: Sequence[FactInts]) -> Iterator[Count]:
    told = Counter((kind, card) for kind, _, card, _ in facts if kind in _COMETS)
    for card in bits.members(state.comets):
        ruled, fell_short = (told[kind, card] for kind in _COMETS)
        yield Count({"comet": CARD_NAMES[card]}, {"played": ruled + fell_short, "ruled": ruled})


def _count_colours(state: TrexState) -> Iterator[Count]:
    for colour, name in enumerate(COLOUR_NAMES):
        eggs = [_eggs(state, seat)[colour] for seat in range(state.seats)]
        points = sum(number * number for number in eggs)
        yield Count({"egg colour": name}, {"taken": sum(eggs), "most of a seat": max(eggs), "points": points})


def _eggs(state: TrexState, seat: int) -> list[int]:
    return list(state.eggs[seat * codes.COLOURS : (seat + 1) * codes.COLOURS])
