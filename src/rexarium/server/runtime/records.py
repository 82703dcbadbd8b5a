"""Tasks on records, and the worker that they are for: `python -m rexarium.server.runtime.records`."""

import msgspec

from rexarium.match import read_record
from rexarium.server.model import log
from rexarium.server.model.opening import opened_of
from rexarium.server.model.refusal import Refusal
from rexarium.server.wire.aftermath import Appraisal, Sketch, Telling
from rexarium.server.wire.replay import Wish
from rexarium.server.workers.loop import main


class PlayingOn(msgspec.Struct, frozen=True, tag="play on"):
    """A game of a record that somebody wants to play on, from a ply or from where it stopped.

    The record is read in a process of its own: a long one, or one that was made to be slow, would hold up every table.
    """

    record: str
    ply: int | None

    def run(self) -> log.Opened:
        """The same as of a new game, with the deal and the moves so far."""
        match = read_record(self.record)
        if self.ply is not None and self.ply < match.ply:
            asked_at = match.plies[self.ply].asked_at  # choices that were made at once are asked again
            match = match.fork(asked_at)
        if match.is_over:
            raise Refusal("not possible", "That game is over at this ply; choose an earlier one.")
        return opened_of(match.game, match.setup, match)


Task = PlayingOn | Wish | Sketch | Appraisal | Telling

if __name__ == "__main__":
    main(Task)
