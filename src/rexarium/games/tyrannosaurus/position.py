"""Any position of Tyrannosaurus Rex in words: what cases set up and what they measure."""

from collections.abc import Sequence

from rexarium.games.tyrannosaurus import codes
from rexarium.games.tyrannosaurus.notation import read, read_action, read_cell, read_dinosaur
from rexarium.games.tyrannosaurus.rules import TyrannosaurusState
from rexarium.games.tyrannosaurus.table import dinosaurs_in_play, empty_table
from rexarium.games.tyrannosaurus.view import cards_left, cards_played
from rexarium.games.tyrannosaurus.words import (
    ACTION_NAMES,
    DINOSAUR_NAMES,
    PROMPTS,
    name_action,
    name_cell,
    name_cells,
    name_move,
)
from rexarium.kernel import bits
from rexarium.kernel.errors import BadPosition, UnreadableMove
from rexarium.kernel.game import Setup
from rexarium.kernel.outline import Line
from rexarium.kernel.phrases import listed, read_number, read_seat, say_seats

_LABELS = (
    "turn",
    "phase",
    "bone",
    "lake",
    "volcano",
    "rex",
    "trees",
    "out",
    "runaway",
    "runaways",
    "last out",
)
_SEAT_LABELS = ("dinosaur", "cell", "trees", "cards", "removed", "last choice", "choice")
_MOST_TREES = (
    240  # on the board, in supplies and out together: more than any box has, and few enough for a byte
)


def read_position(setup: Setup, lines: Sequence[Line]) -> TyrannosaurusState:
    """A position as `docs/how-to/write-a-case.md` describes it; what is not said has a default."""
    return _Reader(setup, lines).state


class _Reader:
    """Reads one position; each method reads one thing, in the order in which they lean on each other."""

    def __init__(self, setup: Setup, lines: Sequence[Line]) -> None:
        self.seats = setup.seats
        self.dinosaurs = dinosaurs_in_play(setup)
        self.last_line = lines[-1].number if lines else 0
        self.named: dict[str, Line] = {}
        self.seat_lines: dict[int, dict[str, Line]] = {seat: {} for seat in range(setup.seats)}
        for line in lines:
            self._sort(line)
        self.state = empty_table(setup)
        self._read_dinosaurs()
        self.state.begin_game(self._seat("bone", 0))
        self._read_board()
        for seat in range(setup.seats):
            self._read_seat(seat)
        self._check_board()
        self._read_trees()
        self._read_last_out()
        self._check_phase()
        self._read_last_choices()
        self._ask()
        self._read_choices()

    def _sort(self, line: Line) -> None:
        if line.label.lower().startswith("seat "):
            seat = read_seat(line.label, self.seats, line.number, BadPosition)
            if line.value:
                raise BadPosition(f"what seat {seat + 1} has stands below it, indented.", line.number)
            for child in line.children:
                if child.label not in _SEAT_LABELS or child.label in self.seat_lines[seat]:
                    known = ", ".join(_SEAT_LABELS)
                    raise BadPosition(
                        f"a seat has each of {known} once at most, not '{child.text}'.", child.number
                    )
                self.seat_lines[seat][child.label] = child
        elif line.label not in _LABELS or line.label in self.named:
            known = ", ".join((*_LABELS, "seat 1"))
            raise BadPosition(f"a position has each of {known} once at most, not '{line.text}'.", line.number)
        else:
            self.named[line.label] = line

    def _read_dinosaurs(self) -> None:
        """TY-05: named ones where they are named; the others of this table fill the other seats in order."""
        named = {seat: lines["dinosaur"] for seat, lines in self.seat_lines.items() if "dinosaur" in lines}
        chosen = {seat: read_dinosaur(line.value, line.number, BadPosition) for seat, line in named.items()}
        for seat, line in named.items():
            if chosen[seat] not in self.dinosaurs or list(chosen.values()).count(chosen[seat]) > 1:
                names = ", ".join(DINOSAUR_NAMES[dinosaur] for dinosaur in self.dinosaurs)
                raise BadPosition(f"this table has {names}, each once (TY-05).", line.number, "TY-05")
        spare = [dinosaur for dinosaur in self.dinosaurs if dinosaur not in chosen.values()]
        dinosaurs = [chosen[seat] if seat in chosen else spare.pop(0) for seat in range(self.seats)]
        self.state.assign({"dinosaur": [*dinosaurs, 0, 0, 0, 0][: codes.MAX_SEATS]})

    def _read_board(self) -> None:
        state = self.state
        self.phase = self._phase()
        first, last = (0, 0) if self._is_set_up() else (1, state.turns)
        state.turn = self._number("turn", first, first, last)
        state.trees_out = self._number("out", 0, 0, _MOST_TREES)
        for label in ("lake", "volcano", "rex"):
            line = self.named.get(label)
            if line is not None:
                is_away = line.value == "none" and label == "rex"
                setattr(
                    state,
                    label,
                    codes.NOWHERE if is_away else read_cell(line.value, line.number, BadPosition),
                )

    def _is_set_up(self) -> bool:
        return self.phase in ("lake", "volcano")

    def _phase(self) -> str:
        line = self.named.get("phase")
        if line is None:
            return "act"
        if line.value not in PROMPTS:
            raise BadPosition(f"a phase is {', '.join(PROMPTS)}.", line.number)
        return line.value

    def _read_seat(self, seat: int) -> None:
        state, lines = self.state, self.seat_lines[seat]
        self._set("removed", seat, self._removed(seat))
        self._read_cards(seat)
        if "trees" in lines:
            self._set("supply", seat, self._seat_number(lines["trees"], 0, _MOST_TREES))
        if "cell" in lines:
            line = lines["cell"]
            cell = codes.NOWHERE if line.value == "none" else read_cell(line.value, line.number, BadPosition)
            self._set("cell", seat, cell)
        elif "lake" in self.named and state.dinosaur[seat] == codes.DIPLODOCUS:
            self._set("cell", seat, state.lake)
        elif "volcano" in self.named and state.dinosaur[seat] == codes.PTERANODON:
            self._set("cell", seat, state.volcano)
        if state.cell[seat] == codes.NOWHERE or state.supply[seat] == 0:
            self._check_out(seat)
            self._set("supply", seat, 0)
            self._set("cell", seat, codes.NOWHERE)
            state.alive &= ~(1 << seat)

    def _check_out(self, seat: int) -> None:
        """TY-43: out of the game is without trees and nowhere, both."""
        state, lines = self.state, self.seat_lines[seat]
        for label, is_in in (("cell", state.cell[seat] != codes.NOWHERE), ("trees", state.supply[seat] > 0)):
            if is_in and label in lines:
                text = f"seat {seat + 1} is out of the game, or it has both a cell and a tree (TY-43)."
                raise BadPosition(text, lines[label].number, "TY-43")

    def _removed(self, seat: int) -> int:
        """TY-07: with two or four a card is removed, by default the first there is; with three none is."""
        line, base = self.seat_lines[seat].get("removed"), self.state.dinosaur[seat] * codes.ACTIONS
        split = self.state.splits[base : base + codes.ACTIONS]
        has_all = self.state.turns == codes.CARDS
        if line is None:
            return (
                codes.NO_ACTION
                if has_all
                else next(action for action in range(codes.ACTIONS) if split[action])
            )
        action = read_action(line.value, line.number, BadPosition)
        if (action == codes.NO_ACTION) != has_all:
            raise BadPosition(
                "a card is removed with two or four seats, and none with three (TY-07).", line.number, "TY-07"
            )
        if action != codes.NO_ACTION and split[action] == 0:
            raise BadPosition("this dinosaur has no such card to remove (TY-04).", line.number, "TY-04")
        return action

    def _read_cards(self, seat: int) -> None:
        """The cards left: as said, else all that are not removed."""
        state, base = self.state, seat * codes.ACTIONS
        split = state.dinosaur[seat] * codes.ACTIONS
        line = self.seat_lines[seat].get("cards")
        said: dict[int, int] = {}
        for item in line.items() if line and line.value != "none" else []:
            at = line.number if line else 0
            number, _, name = item.partition(" ")
            action = read_action(name, at, BadPosition)
            if action == codes.NO_ACTION or action in said:
                raise BadPosition("cards read like '6 movement, 2 rest, 1 panic', each once.", at)
            said[action] = read_number(number, 0, codes.CARDS, "a number of cards", at, BadPosition)
        for action in range(codes.ACTIONS):
            most = state.splits[split + action] - (state.removed[seat] == action)
            number_left = said.get(action, 0) if line else most
            if number_left > most:
                text = f"seat {seat + 1} can have {most} {name_action(action)} cards at most (TY-04)."
                raise BadPosition(text, line.number if line else self.last_line, "TY-04")
            self._set("cards", base + action, number_left)

    def _check_board(self) -> None:
        """TY-08, TY-14, TY-24: tiles lie apart and off the lair, and only who is at home stands on them."""
        state = self.state
        if state.lake == state.volcano or codes.LAIR in (state.lake, state.volcano):
            raise BadPosition("lake, volcano and lair are three cells (TY-14).", self._line("lake"), "TY-14")
        if state.rex in (state.lake, state.volcano):
            raise BadPosition(
                "the Ty-Rex cannot stand on the lake or the volcano (TY-36).", self._line("rex"), "TY-36"
            )
        for seat in range(self.seats):
            if state.cell[seat] != codes.NOWHERE and state.is_forbidden(seat, state.cell[seat]):
                raise BadPosition(
                    f"seat {seat + 1} cannot stand on that tile (TY-32).", self.last_line, "TY-32"
                )

    def _read_trees(self) -> None:
        """Said cell by cell, or `all`: on every cell that TY-15 would plant."""
        state, line = self.state, self.named.get("trees")
        empty = [cell for cell in range(codes.CELLS) if self._is_empty(cell)]
        if self._is_set_up() and line is None:
            state.trees = 0
        elif self._is_set_up() and line is not None and line.value != "none":
            raise BadPosition(
                "trees are planted when lake and volcano lie in place (TY-15).", line.number, "TY-15"
            )
        elif line is None or line.value == "all":
            state.trees = bits.mask_of(empty)
        else:
            cells = [read_cell(item, line.number, BadPosition) for item in line.items() if item != "none"]
            if {state.lake, state.volcano, codes.LAIR} & set(cells):
                raise BadPosition("no tree stands on lake, volcano or lair (TY-15).", line.number, "TY-15")
            state.trees = bits.mask_of(cells)
        if bits.count(state.trees) + state.trees_out + sum(state.supply[: self.seats]) > _MOST_TREES:
            raise BadPosition(f"these are more than {_MOST_TREES} trees (TY-48).", self.last_line, "TY-48")

    def _is_empty(self, cell: int) -> bool:
        state = self.state
        return (
            cell not in (state.rex, state.lake, state.volcano, codes.LAIR) and state.dinosaurs_on(cell) == 0
        )

    def _read_last_out(self) -> None:
        """TY-46: who left last, in one instant; it must be said when nobody is left."""
        state = self.state
        if "last out" in self.named:
            state.last_out = bits.mask_of(self._seat_list("last out"))
        if state.last_out & state.alive or (state.alive == 0 and state.last_out == 0):
            text = (
                "'last out' names seats that are out of the game, and with nobody left at least one (TY-46)."
            )
            raise BadPosition(text, self._line("last out"), "TY-46")

    def _check_phase(self) -> None:
        """Nobody waits in a phase that the rules would not stop in."""
        state, line = self.state, self._line("phase")
        if self.phase == "over":
            return
        if self._is_set_up():
            self._check_set_up()
        if bits.count(state.alive) < 2 and not state.play_on:
            raise BadPosition("with at most one player left the game is over (TY-46).", line, "TY-46")
        if self.phase == "act" and not any(state.actions(seat) for seat in bits.members(state.alive)):
            raise BadPosition("nobody in the game has a card left to play (TY-16).", line, "TY-16")
        if self.phase == "rex" and state.rex == codes.NOWHERE:
            raise BadPosition("a Ty-Rex that comes back is not moved in that phase (TY-37).", line, "TY-37")
        if self.phase != "drive":
            for label in ("runaway", "runaways"):
                if label in self.named and self.named[label].value != "none":
                    raise BadPosition(
                        "only in the phase 'drive' somebody runs away (TY-27).", self._line(label), "TY-27"
                    )

    def _check_set_up(self) -> None:
        """TY-08, TY-12, TY-13: nobody has moved yet but with lake and volcano, and nobody has lost anything."""
        state = self.state
        for seat in range(self.seats):
            homes = {codes.DIPLODOCUS: state.lake, codes.PTERANODON: state.volcano}
            dinosaur = state.dinosaur[seat]
            if state.cell[seat] != homes.get(dinosaur, state.start_cells[dinosaur]):
                text = f"before the first turn seat {seat + 1} is in its corner, on the lake or on the volcano (TY-08)."
                raise BadPosition(text, self.last_line, "TY-08")
        if state.rex != codes.LAIR or state.trees_out:
            text = "before the first turn the Ty-Rex is on its lair and no tree is out of the game (TY-08)."
            raise BadPosition(text, self.last_line, "TY-08")

    def _ask(self) -> None:
        state = self.state
        if self.phase == "lake":
            state.ask_for_tile(codes.PROMPT_LAKE, codes.LAKE, codes.DIPLODOCUS)
        elif self.phase == "volcano":
            state.ask_for_tile(codes.PROMPT_VOLCANO, codes.VOLCANO, codes.PTERANODON)
        elif self.phase == "act":
            state.ask_for_actions()
        elif self.phase == "drive":
            self._ask_for_drive()
        elif self.phase == "rex":
            state.wake_rex()
        else:
            state.end_game()

    def _ask_for_drive(self) -> None:
        state = self.state
        if "runaway" not in self.named:
            raise BadPosition("say who runs away: 'runaway: seat 2'.", self._line("phase"))
        state.runaway = self._seat("runaway", 0)
        drivers = state.alive & ~(1 << state.runaway)
        if drivers == 0 or not bits.has(state.alive, state.runaway):
            text = "the runaway and at least one opponent must be in the game (TY-27)."
            raise BadPosition(text, self._line("runaway"), "TY-27")
        if "runaways" in self.named:
            self._read_runaways()
        state.ask(codes.PROMPT_DRIVE, drivers, codes.DRIVE)

    def _read_runaways(self) -> None:
        """TY-28: whose panics are still to be completed, all after the runaway's in turn order."""
        state = self.state
        place = {(state.bone + step) % self.seats: step for step in range(self.seats)}
        for seat in self._seat_list("runaways"):
            if not bits.has(state.alive, seat) or place[seat] <= place[state.runaway]:
                text = "runaways still to come are in the game and after the runaway in turn order (TY-28)."
                raise BadPosition(text, self._line("runaways"), "TY-28")
            state.runaways |= 1 << seat

    def _read_choices(self) -> None:
        """Secret choices already made; at least one seat must still be asked, or all would be revealed."""
        state = self.state
        lines = {seat: lines["choice"] for seat, lines in self.seat_lines.items() if "choice" in lines}
        for seat, line in lines.items():
            move = self._move(line)
            if move == codes.NO_MOVE:
                continue
            if not bits.has(state.legal[seat], move) or state.waiting == 1 << seat:
                raise BadPosition(
                    "this choice is not legal, or it is the last one and would reveal all.", line.number
                )
            state.apply(seat, move)

    def _read_last_choices(self) -> None:
        """What all have seen of the choices before."""
        for seat, lines in self.seat_lines.items():
            if "last choice" in lines:
                self._set("revealed", seat, self._move(lines["last choice"]))

    def _move(self, line: Line) -> int:
        if line.value == "none":
            return codes.NO_MOVE
        try:
            return read(line.value)
        except UnreadableMove as error:
            raise BadPosition(str(error), line.number) from None

    # Small things

    def _set(self, field: str, place: int, value: int) -> None:
        values = list(getattr(self.state, field))
        values[place] = value
        self.state.assign({field: values})

    def _number(self, label: str, default: int, least: int, most: int) -> int:
        line = self.named.get(label)
        return (
            default
            if line is None
            else read_number(line.value, least, most, f"'{label}'", line.number, BadPosition)
        )

    def _seat_number(self, line: Line, least: int, most: int) -> int:
        return read_number(line.value, least, most, f"'{line.label}'", line.number, BadPosition)

    def _seat(self, label: str, default: int) -> int:
        line = self.named.get(label)
        return default if line is None else read_seat(line.value, self.seats, line.number, BadPosition)

    def _seat_list(self, label: str) -> list[int]:
        line = self.named[label]
        words = line.value.replace(",", " ").split()
        return [read_seat(word, self.seats, line.number, BadPosition) for word in words if word != "none"]

    def _line(self, label: str) -> int:
        return self.named[label].number if label in self.named else self.last_line


def say_position(state: TyrannosaurusState) -> list[str]:
    """A position so that `read_position` sets it up again."""
    labels = ["turn", "phase", "bone", "lake", "volcano", "rex", "trees", "out", "runaways", "last out"]
    if state.runaway != codes.NOBODY:
        labels.append("runaway")
    lines = [f"{label}: {measure(state, label)}" for label in labels]
    for seat in range(state.seats):
        lines.append(f"seat {seat + 1}:")
        lines += [f"  {label}: {measure(state, f'{label} {seat + 1}')}" for label in _SEAT_LABELS]
    return lines


def measure(state: TyrannosaurusState, name: str) -> str | None:
    """A named thing of a position in words; None if there is no such name."""
    label, _, last = name.rpartition(" ")
    if last.isdecimal() and 1 <= int(last) <= state.seats:
        return _measure_seat(state, label, int(last) - 1)
    return _measure_table(state, name)


def _measure_table(state: TyrannosaurusState, name: str) -> str | None:
    return {
        "turn": lambda: str(state.turn),
        "turns": lambda: str(state.turns),
        "phase": lambda: PROMPTS[state.asked],
        "prompt": lambda: PROMPTS[state.asked],
        "bone": lambda: f"seat {state.bone + 1}",
        "lake": lambda: name_cell(state.lake),
        "volcano": lambda: name_cell(state.volcano),
        "rex": lambda: name_cell(state.rex),
        "trees": lambda: listed(name_cells(state.trees)),
        "tree count": lambda: str(bits.count(state.trees)),
        "out": lambda: str(state.trees_out),
        "all trees": lambda: str(
            bits.count(state.trees) + state.trees_out + sum(state.supply[: state.seats])
        ),
        "runaway": lambda: f"seat {state.runaway + 1}" if state.runaway != codes.NOBODY else "none",
        "runaways": lambda: say_seats(bits.members(state.runaways)),
        "last out": lambda: say_seats(bits.members(state.last_out)),
        "in game": lambda: say_seats(bits.members(state.alive)),
        "committed": lambda: say_seats(bits.members(state.committed)),
    }.get(name, lambda: None)()


def _measure_seat(state: TyrannosaurusState, label: str, seat: int) -> str | None:
    chosen, revealed = state.chosen[seat], state.revealed[seat]
    return {
        "dinosaur": lambda: DINOSAUR_NAMES[state.dinosaur[seat]],
        "cell": lambda: name_cell(state.cell[seat]),
        "trees": lambda: str(state.supply[seat]),
        "score": lambda: str(state.score(seat)),
        "cards": lambda: _say_cards(cards_left(state, seat)),
        "played": lambda: _say_cards(cards_played(state, seat)),
        "card count": lambda: str(sum(cards_left(state, seat).values())),
        "removed": lambda: name_action(state.removed[seat]),
        "last choice": lambda: name_move(revealed) if revealed != codes.NO_MOVE else "none",
        "choice": lambda: name_move(chosen) if bits.has(state.committed, seat) else "none",
    }.get(label, lambda: None)()


def _say_cards(cards: dict[str, int]) -> str:
    return ", ".join(f"{cards[name]} {name}" for name in ACTION_NAMES)
