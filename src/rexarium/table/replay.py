"""A game ply by ply through one pair of eyes: what a page scrubs through."""

from rexarium.match import Match
from rexarium.table import protocol, showing
from rexarium.table.protocol import Frame, Turn
from rexarium.table.refusal import Refusal
from rexarium.table.room import Room


def replay_room(room: Room, eyes: int) -> protocol.Replay:
    """A table's game as far as it has come; once it is over, the truth."""
    if room.match is None:
        raise Refusal("not possible", "The game has not begun.")
    return replay_match(room.match, showing.eyes_of(room, eyes))


def replay_match(match: Match, eyes: int) -> protocol.Replay:
    """Every position of a match; choices that were made at once are one step."""
    walker = match.fork(0)
    frames = [
        Frame(
            showing.show_view(walker, eyes),
            [Turn(0, None, None, showing.show_facts(match, match.opening, eyes))],
        )
    ]
    step: list[Turn] = []
    for number, ply in enumerate(match.plies):
        walker.submit(ply.seat, ply.move)
        step.append(showing.show_turn(match, number, eyes))
        if walker.is_revealed:
            frames.append(Frame(showing.show_view(walker, eyes), step))
            step = []
    return protocol.Replay(match.game.id, list(match.players), frames)
