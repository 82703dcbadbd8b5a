"""Replays: a game step by step through one pair of eyes, for a page to scrub through.

A worker makes them from a record, because a long game would hold up every table.
"""

import msgspec

from rexarium.kernel.facts import SPECTATOR, TRUTH
from rexarium.kernel.sentence import sentence
from rexarium.match import Match, read_record, say_record
from rexarium.server.model.errors import Refusal
from rexarium.server.model.table import Table
from rexarium.server.wire import bodies, messages, present
from rexarium.server.wire.bodies import Frame
from rexarium.server.wire.messages import Turn


class ReplayTask(msgspec.Struct, frozen=True, tag="replay"):
    """The task to replay a record through eyes that its visitor may use; `is_open` says that any eyes are allowed."""

    record: str
    eyes: int
    is_open: bool = True

    def run(self) -> bytes:
        """The encoded replay."""
        return messages.encode(replay_match(read_record(self.record), self.eyes, self.is_open))


def replay_task(table: Table, who: str, eyes: str | None) -> ReplayTask:
    """The task to replay a table's game so far: through one's own eyes or a spectator's, or any once it is over."""
    if table.match is None:
        raise Refusal("not possible", "The game has not started yet.")
    own = present.effective_eyes(table, table.eyes_of(who))
    wanted = own if eyes is None else read_eyes(eyes)
    if own != TRUTH and wanted not in (own, SPECTATOR):
        raise Refusal("not allowed", "You can see through other players’ eyes once the game is over.")
    return ReplayTask(say_record(table.match), wanted, own == TRUTH)


def read_eyes(eyes: str) -> int:
    """The eyes that a text names: `truth`, `spectator` or, for example, `seat 2`."""
    if eyes in ("truth", "spectator"):
        return TRUTH if eyes == "truth" else SPECTATOR
    return int(eyes.removeprefix("seat ")) - 1


def replay_match(match: Match, eyes: int, is_open: bool = True) -> bodies.Replay:
    """Every position of a match; choices made at the same time count as one step."""
    if eyes not in (TRUTH, SPECTATOR) and eyes >= match.setup.seats:
        raise Refusal("unknown", sentence("There is no seat {number} at this table.", number=eyes + 1))
    walker = match.fork(0)
    frames = [
        Frame(
            present.view_state(walker, eyes),
            [Turn(0, None, None, present.fact_states(match, match.opening, eyes))],
        )
    ]
    step: list[Turn] = []
    for number, ply in enumerate(match.plies):
        walker.submit(ply.seat, ply.move)
        step.append(present.turn_state(match, number, eyes))
        if walker.is_revealed:
            frames.append(Frame(present.view_state(walker, eyes), step))
            step = []
    return bodies.Replay(match.game.id, list(match.players), is_open, frames)
