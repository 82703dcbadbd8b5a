"""Deals that some eyes cannot tell apart, though the same moves are made: found by changing what they never see."""

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from rexarium.games import AnyGame
from rexarium.kernel.chance import Chance
from rexarium.kernel.errors import BadRecord, RexariumError
from rexarium.kernel.game import Setup
from rexarium.kernel.outline import read_outline
from rexarium.match import Match
from rexarium.testkit.information import told

Made = tuple[int, int]  # a seat and its move


def moves_of(match: Match) -> list[Made]:
    """The moves of a match in the order they are written."""
    return [(ply.seat, ply.move) for ply in match.plies]


def experience(game: AnyGame, setup: Setup, deal: Any, moves: Sequence[Made], eyes: int) -> list[Any] | None:
    """Everything these eyes are sent while the moves are made; None if they cannot be made."""
    match = Match(game, setup, deal)
    seen: list[Any] = [told(game, list(match.opening), eyes), match.view(eyes)]
    for seat, move in moves:
        try:
            facts = match.submit(seat, move)
        except RexariumError:
            return None
        if match.is_over:
            return None
        seen += [told(game, list(facts), eyes), match.view(eyes)]
        if eyes < setup.seats:
            seen.append(match.decision(eyes))
    return seen


def find_twin(
    game: AnyGame, setup: Setup, deal: Any, moves: Sequence[Made], eyes: int, seed: int, tries: int = 120
) -> tuple[Any, int]:
    """A deal that gives these eyes the same experience, as far from the first as chance leads, and by how many steps."""
    wanted, twin, steps = experience(game, setup, deal, moves, eyes), deal, 0
    assert wanted is not None
    chance = Chance.of(seed)
    for _ in range(tries):
        other = _changed(game, setup, twin, chance)
        if other not in (None, twin) and experience(game, setup, other, moves, eyes) == wanted:
            twin, steps = other, steps + 1
    return twin, steps


def _changed(game: AnyGame, setup: Setup, deal: Any, chance: Chance) -> Any:
    """The deal with two places of it exchanged, or one renewed; None if there is no such deal."""
    names = [field.name for field in fields(deal) if isinstance(getattr(deal, field.name), tuple)]
    name = names[chance.below(len(names))]
    places = getattr(deal, name)
    if not places:
        return None
    place = chance.below(len(places))
    if isinstance(places[0], tuple):
        changed = (*places[:place], _exchanged(places[place], chance), *places[place + 1 :])
    elif chance.below(2):
        changed = _exchanged(places, chance)
    else:
        fresh = getattr(game.deal(setup, chance), name)
        changed = (*places[:place], fresh[place], *places[place + 1 :])
    found = replace(deal, **{name: changed})
    try:
        lines = read_outline("\n".join(game.say_deal(found)), BadRecord)
        return found if game.read_deal(setup, lines) == found else None
    except RexariumError:
        return None


def _exchanged(places: tuple[int, ...], chance: Chance) -> tuple[int, ...]:
    here, there = chance.below(len(places)), chance.below(len(places))
    found = list(places)
    found[here], found[there] = found[there], found[here]
    return tuple(found)
