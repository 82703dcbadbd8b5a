"""A bot that is a program of its own, in any language; docs/how-to/write-a-bot.md describes the messages."""

import os
import shlex
import shutil
import time
from types import TracebackType
from typing import Self

from rexarium.bots import protocol
from rexarium.bots.program import Broken, Program
from rexarium.bots.protocol import Limits, Nonsense
from rexarium.games import AnyGame
from rexarium.kernel import dice
from rexarium.kernel.decision import Decision
from rexarium.kernel.errors import BadSetup, BotForfeit
from rexarium.kernel.game import Setup
from rexarium.kernel.sight import Sight


class OutsideBot:
    """Asks a program, which is told no more than its seat may know, and tolerates only so many faults.

    A fault (nonsense, an illegal move, no answer in time, a crash) is a strike, and a fallback move is played: the one
    that the rules make for a seat whose time is up. With too many strikes, or at the first fault if the limits say so,
    the bot forfeits: `choose` raises `BotForfeit`, then and ever after.
    """

    def __init__(
        self,
        command: str,
        game: AnyGame,
        seats: int,
        seed: int,
        limits: Limits | None = None,
        setup: Setup | None = None,
    ) -> None:
        self.name = f"outside bot {command}"  # not a word of the roster, so that a record that names it starts nothing
        self.faults: list[str] = []  # a sentence for each strike
        self._words = _split(command)
        self._game, self._seats, self._setup = game, seats, setup
        self._seed = seed
        self._limits = limits or Limits()
        self._seat = -1  # the one the program has been told
        self._program: Program | None = None
        self._wants: frozenset[str] = frozenset()
        self._breakdowns = 0
        self._forfeit = ""

    def choose(self, sight: Sight, decision: Decision) -> int:
        """The program's move, or the fallback."""
        if self._forfeit:
            raise BotForfeit(self._forfeit, sight.seat)
        try:
            return self._ask(sight, decision)
        except Nonsense as fault:
            self._strike(str(fault), sight.seat, is_fault=True)
        except Broken as fault:
            self._drop()
            self._breakdowns += 1
            self._strike(str(fault), sight.seat, is_fault=True)
        return sight.imagine(self._seed).default_move(sight.seat)

    def _ask(self, sight: Sight, decision: Decision) -> int:
        program = self._started(sight.seat)
        fault = self.faults[-1] if self.faults else ""
        line = protocol.say_decision(sight, decision, self._wants, len(self.faults), fault)
        start = time.monotonic()
        move = protocol.read_move(program.ask(line, self._limits.hard), decision)
        if time.monotonic() - start > self._limits.soft:
            self._strike(f"it thought longer than {self._limits.soft:g} seconds", sight.seat, is_fault=False)
        return move

    def _started(self, seat: int) -> Program:
        """The program, after it has said hello."""
        if seat != self._seat:
            self.close()
        if self._program is None:
            program = Program(self._words, self._limits)
            seed = dice.below(self._seed, 1 << 31)  # not too large for any language
            line = protocol.say_hello(self._game, self._seats, seat, self._setup, seed, self._limits)
            try:
                self._wants = protocol.read_hello(program.ask(line, self._limits.hello))
            except (Broken, Nonsense) as fault:
                program.close()
                raise Broken(str(fault)) from None
            self._program, self._seat = program, seat
        return self._program

    def _strike(self, fault: str, seat: int, *, is_fault: bool) -> None:
        self.faults.append(fault)
        if len(self.faults) >= self._limits.strikes:
            why = f"after strike {len(self.faults)}"
        elif self._breakdowns > self._limits.restarts:
            why = f"after breakdown {self._breakdowns}"
        elif is_fault and self._limits.on_fault == "forfeit":
            why = "by a fault"
        else:
            return
        self.close()
        self._forfeit = f"Seat {seat + 1}, {self.name}, forfeits {why}: {fault}."
        raise BotForfeit(self._forfeit, seat)

    # The end

    def close(self) -> None:
        """Say goodbye to the program and end it; a later question would restart it."""
        if self._program is not None:
            self._program.leave(protocol.say_bye())
        self._drop()

    def _drop(self) -> None:
        if self._program is not None:
            self._program.close()
        self._program = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()


def _split(command: str) -> list[str]:
    """The words of a command; no shell ever sees it."""
    if os.name != "posix":
        raise BadSetup("Programs as bots need Linux, macOS or another POSIX system.")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadSetup(f"The command '{command}' cannot be read: {error}.") from None
    if not words:
        raise BadSetup("A program as a bot needs a command, as in outside:./my-bot.")
    if shutil.which(words[0]) is None:
        raise BadSetup(f"There is no program '{words[0]}' to start.")
    return words
