"""A running case: what its steps read, make and compare."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from rexarium.games import AnyGame
from rexarium.kernel import bits
from rexarium.kernel.errors import BadCase, Unknown, UnreadableMove
from rexarium.kernel.facts import SPECTATOR, TRUTH
from rexarium.kernel.game import Setup
from rexarium.kernel.lines import follow as follow_line
from rexarium.kernel.rulebook import Reason
from rexarium.kernel.state import FactInts, State
from rexarium.testkit.likeness import holds, split_list, split_rules

BY_SEAT = re.compile(r"^(?:seat )?(\d{1,3})\s*[:,]?\s*(?P<rest>[^\W\d].*)$")


class CaseFailed(Exception):
    """A step did not hold."""


class Trial:
    """A running case: a state, and the facts told by the last move."""

    def __init__(self, game: AnyGame, setup: Setup, state: State) -> None:
        self.game = game
        self.setup = setup
        self.state = state
        self.told: list[FactInts] = state.take_facts()
        state.is_telling = True
        self.line = 0

    # Moves

    def make(self, seat: int, moves: list[int]) -> None:
        reason = self.why_not(seat, moves)
        if reason is not None:
            raise CaseFailed(f"{self.game.say_line(moves)} is illegal: {reason.sentence} ({reason.rule})")
        for move in moves:
            self.state.apply(seat, move)
        self.told = self.state.take_facts()

    def read_moves(self, text: str) -> list[int]:
        """Read a line of moves, even in the third person: `plays blue 7`."""
        verb, _, rest = text.strip().partition(" ")
        with suppress(UnreadableMove):
            return self.game.read_line(f"{verb.removesuffix('s')} {rest}")
        return self.game.read_line(text)

    def why_not(self, seat: int, moves: list[int]) -> Reason | None:
        """Why a line is not possible; None if it is."""
        state, place = follow_line(self.state, seat, moves)
        return self.game.why_illegal(state, seat, moves[place])

    # Names

    def measure(self, name: str) -> str:
        label = _number_last(name)
        if label in MEASURES:
            return MEASURES[label](self)
        if label.startswith("ruling "):
            return str(self.look_up(self.setup.rulings, label.removeprefix("ruling ").replace(" ", "_")))
        if label.startswith("default "):
            seat = self.seat(label.removeprefix("default "))
            self.check_asked(seat)
            return self.game.say(self.state.default_move(seat))
        try:
            return self.game.measure(self.setup, self.state, label)
        except Unknown as error:
            known = "docs/how-to/write-a-case.md lists all steps and names"
            raise BadCase(f"{error} Nor is '{name}' a step; {known}.", self.line) from None

    def holds(self, name: str, sign: str, wanted: str) -> bool:
        return holds(name, self.measure(name), sign, wanted, self.line)

    def look_up(self, table: Mapping[str, Any], name: str) -> Any:
        """Look up an entry by its name; `seat 2 hand` and `hand of seat 2` are `hand 2`."""
        by_seat = BY_SEAT.match(name)
        key = (
            f"{by_seat['rest']} {by_seat[1]}"
            if by_seat
            else name.replace("of seat ", "").replace("seat ", "")
        )
        if key not in table:
            start = key.split()[0] if key.split() else ""
            near = [known for known in table if known.split()[0] == start] or list(table)
            raise BadCase(f"there is no '{name}'; there is {', '.join(near[:4])} and so on.", self.line)
        return table[key]

    # What must hold

    def check_same(self, name: str, found: str, sign: str, wanted: str) -> None:
        if not holds(name, found, sign, wanted, self.line):
            raise CaseFailed(f"{name} is {found}, not {'' if sign == '=' else sign + ' '}{wanted}.")

    def check_content(self, what: str, text: str, verb: str, wanted: str) -> None:
        is_in = re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", text) is not None
        if is_in != (verb == "contains"):
            raise CaseFailed(f"{what} {'contains' if is_in else 'lacks'} '{wanted}': {text}.")

    def check_rules(self, reasons: list[Reason], text: str, verb: str) -> None:
        known = {rule for reason in reasons for rule in (reason.rule, *reason.also)}
        for number in split_rules(text):
            rule = self.game.rulebook.rule(number).number
            if rule not in known:
                sentences = " ".join(reason.sentence for reason in reasons)
                raise CaseFailed(f"{verb} {', '.join(sorted(known))}, not {rule}: {sentences}")

    # Seats and eyes

    def say_asked(self) -> str:
        return self.say_seats(self.state.waiting)

    def say_winners(self) -> str:
        return self.say_seats(self.state.winners()) if self.state.waiting == 0 else "nobody"

    def say_over(self) -> str:
        return "no" if self.state.waiting else "yes"

    def say_table(self) -> str:
        return str(self.setup.seats)

    def seat(self, text: str) -> int:
        if text not in map(str, range(1, self.setup.seats + 1)):
            raise BadCase(f"there is no seat {text}; this table has 1 to {self.setup.seats}.", self.line)
        return int(text) - 1

    def check_asked(self, seat: int) -> None:
        if not bits.has(self.state.waiting, seat):
            raise CaseFailed(f"seat {seat + 1} is not asked anything; asked: {self.say_asked()}.")

    def eyes(self, text: str) -> list[int]:
        everybody = [*range(self.setup.seats), SPECTATOR]
        named = {"all": everybody, "spectator": [SPECTATOR], "truth": [TRUTH]}
        named |= {"everybody": everybody, "everyone": everybody, "": everybody}
        found: list[int] = []
        for name in split_list(text) or [""]:
            word = name.removeprefix("to ").removeprefix("seat ")
            if word not in named and not word.isdecimal():
                raise BadCase(f"'{name}' is no seat, nor all, spectator or truth.", self.line)
            found += named[word] if word in named else [self.seat(word)]
        return found

    def say_seats(self, mask: int) -> str:
        return " ".join(str(seat + 1) for seat in bits.members(mask)) or "nobody"


def _number_last(name: str) -> str:
    """Move the seat's number to the end of the label: `seat 2 hand` and `hand of seat 2` become `hand 2`."""
    by_seat = BY_SEAT.match(name)
    return f"{by_seat['rest']} {by_seat[1]}" if by_seat else re.sub(r"\b(of )?seat (?=\d)", "", name)


MEASURES: dict[str, Callable[[Trial], str]] = {
    "asked": Trial.say_asked,
    "winners": Trial.say_winners,
    "over": Trial.say_over,
    "seats": Trial.say_table,
}
