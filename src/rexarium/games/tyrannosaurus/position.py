"""Any position of Tyrannosaurus Rex in words, as cases set it up."""

from collections.abc import Sequence

from rexarium.games.tyrannosaurus import codes
from rexarium.games.tyrannosaurus.measures import MEASURES, OF_TABLE, all_trees
from rexarium.games.tyrannosaurus.notation import read, read_action, read_cell, read_dinosaur
from rexarium.games.tyrannosaurus.rules import TyrannosaurusState
from rexarium.games.tyrannosaurus.start import dinosaurs_in_play, empty_table
from rexarium.games.tyrannosaurus.words import DINOSAUR_NAMES, PROMPTS, name_action
from rexarium.kernel import bits
from rexarium.kernel.errors import BadPosition, BadText, UnreadableMove
from rexarium.kernel.game import Setup
from rexarium.kernel.outline import Line
from rexarium.kernel.phrases import read_number
from rexarium.kernel.sheet import NOTHING, Sheet

LABELS = (
    "turn", "phase", "bone", "lake", "volcano", "rex", "trees", "out", "runaways", "last out", "runaway",
)  # fmt: skip
SEAT_LABELS = ("dinosaur", "cell", "trees", "cards", "removed", "last choice", "choice")
MOST_TREES = (
    240  # on the board, in supplies and out of the game: more than any box has, and few enough for a byte
)
_HOMES = {codes.DIPLODOCUS: "lake", codes.PTERANODON: "volcano"}


def read_position(setup: Setup, lines: Sequence[Line]) -> TyrannosaurusState:
    """Read a position as `docs/how-to/write-a-case.md` describes it; whatever is left out has a default."""
    return _Reader(setup, lines).state


class _Reader:
    """Reads one position; each method reads one thing, in the order in which they depend on each other."""

    def __init__(self, setup: Setup, lines: Sequence[Line]) -> None:
        self.seats = setup.seats
        self.sheet = Sheet(setup.seats, lines, LABELS, SEAT_LABELS)
        self.state = empty_table(setup)
        self.phase = self._read_phase()
        self.is_set_up = self.phase not in ("lake", "volcano")
        self._read_dinosaurs(dinosaurs_in_play(setup))
        self.state.begin_game(self.sheet.seat("bone", 0))
        self._read_board()
        for seat in range(setup.seats):
            self._read_removed(seat)
            self._read_cards(seat)
            self._read_place(seat)
        self._check_board()
        self._read_trees()
        self._read_last_out()
        self._check_phase()
        self._read_last_choices()
        self._ask()
        self._read_choices()

    # Phase, dinosaurs, board

    def _read_phase(self) -> str:
        phase = self.sheet.value("phase", "act")
        if phase not in PROMPTS:
            self.sheet.refuse(f"a phase is {', '.join(PROMPTS)}", "phase")
        return phase

    def _read_dinosaurs(self, in_play: Sequence[int]) -> None:
        """TY-05: named dinosaurs go where they are named; the others of this table fill the remaining seats in order."""
        named = [seat for seat in range(self.seats) if self.sheet.has("dinosaur", seat)]
        chosen = {seat: self.sheet.read(read_dinosaur, "dinosaur", 0, seat) for seat in named}
        for seat, dinosaur in chosen.items():
            if dinosaur not in in_play or list(chosen.values()).count(dinosaur) > 1:
                names = ", ".join(DINOSAUR_NAMES[other] for other in in_play)
                self.sheet.refuse(f"this table has {names}, each once", "dinosaur", seat, rule="TY-05")
        spare = [dinosaur for dinosaur in in_play if dinosaur not in chosen.values()]
        for seat in range(self.seats):
            self.state.assign_at("dinosaur", seat, chosen[seat] if seat in chosen else spare.pop(0))

    def _read_board(self) -> None:
        state, sheet = self.state, self.sheet
        first, last = (1, state.turns) if self.is_set_up else (0, 0)
        state.turn = sheet.number("turn", first, first, last)
        state.trees_out = sheet.number("out", 0, 0, MOST_TREES)
        state.lake = sheet.read(read_cell, "lake", state.lake)
        state.volcano = sheet.read(read_cell, "volcano", state.volcano)
        state.rex = sheet.read(_read_cell_or_none, "rex", state.rex)

    # Seats

    def _read_removed(self, seat: int) -> None:
        """TY-07: with two or four, a card is removed from each, the first available by default; with three, none is."""
        state, base = self.state, self.state.dinosaur[seat] * codes.ACTIONS
        split = state.splits[base : base + codes.ACTIONS]
        has_all = state.turns == codes.CARDS
        default = codes.NO_ACTION if has_all else next(at for at, number in enumerate(split) if number)
        action = self.sheet.read(read_action, "removed", default, seat)
        if (action == codes.NO_ACTION) != has_all:
            text = "a card is removed with two or four seats, and none with three"
            self.sheet.refuse(text, "removed", seat, rule="TY-07")
        if action != codes.NO_ACTION and split[action] == 0:
            self.sheet.refuse("this dinosaur has no such card to remove", "removed", seat, rule="TY-04")
        state.assign_at("removed", seat, action)

    def _read_cards(self, seat: int) -> None:
        """The cards left: as stated, or else all that are not removed."""
        state, base = self.state, self.state.dinosaur[seat] * codes.ACTIONS
        said = self._read_card_counts(seat)
        for action in range(codes.ACTIONS):
            most = state.splits[base + action] - (state.removed[seat] == action)
            number = said.get(action, 0) if self.sheet.has("cards", seat) else most
            if number > most:
                text = f"seat {seat + 1} can have {most} {name_action(action)} cards at most"
                self.sheet.refuse(text, "cards", seat, rule="TY-04")
            state.assign_at("cards", seat * codes.ACTIONS + action, number)

    def _read_card_counts(self, seat: int) -> dict[int, int]:
        said: dict[int, int] = {}
        line = self.sheet.line("cards", seat)
        for item in self.sheet.items("cards", seat):
            number, _, name = item.partition(" ")
            action = read_action(name, line, BadPosition)
            if action == codes.NO_ACTION or action in said:
                self.sheet.refuse("cards read like '6 movement, 2 rest, 1 panic', each once", "cards", seat)
            said[action] = read_number(number, 0, codes.CARDS, "a number of cards", line, BadPosition)
        return said

    def _read_place(self, seat: int) -> None:
        """TY-12, TY-13: a cell and trees, or neither; a dinosaur at home on a tile that is placed goes with it."""
        state, home = self.state, _HOMES.get(self.state.dinosaur[seat], "")
        default = getattr(state, home) if home and self.sheet.has(home) else state.cell[seat]
        cell = self.sheet.read(_read_cell_or_none, "cell", default, seat)
        trees = self.sheet.number("trees", state.supply[seat], 0, MOST_TREES, seat)
        if cell == codes.NOWHERE or trees == 0:
            self._check_out(seat, cell, trees)
            cell, trees = codes.NOWHERE, 0
            state.alive &= ~(1 << seat)
        state.assign_at("cell", seat, cell)
        state.assign_at("supply", seat, trees)

    def _check_out(self, seat: int, cell: int, trees: int) -> None:
        """TY-43: a seat that is out of the game has no trees and is on no cell."""
        for label, is_in in (("cell", cell != codes.NOWHERE), ("trees", trees > 0)):
            if is_in and self.sheet.has(label, seat):
                text = f"seat {seat + 1} is out of the game, or it has both a cell and a tree"
                self.sheet.refuse(text, label, seat, rule="TY-43")

    # The valley as a whole

    def _check_board(self) -> None:
        """TY-08, TY-14, TY-24: tiles are apart and off the lair, and only a dinosaur at home stands on one."""
        state = self.state
        if state.lake == state.volcano or codes.LAIR in (state.lake, state.volcano):
            self.sheet.refuse("lake, volcano and lair are three cells", "lake", rule="TY-14")
        if state.rex in (state.lake, state.volcano):
            self.sheet.refuse("the Ty-Rex cannot stand on the lake or the volcano", "rex", rule="TY-36")
        for seat in range(self.seats):
            if state.cell[seat] != codes.NOWHERE and state.is_forbidden(seat, state.cell[seat]):
                self.sheet.refuse(f"seat {seat + 1} cannot stand on that tile", "cell", seat, rule="TY-32")

    def _read_trees(self) -> None:
        """Trees, listed cell by cell, or `all`: on every cell that TY-15 would plant."""
        state, items = self.state, self.sheet.items("trees")
        if not self.is_set_up:
            if items:
                text = "trees are planted when lake and volcano lie in place"
                self.sheet.refuse(text, "trees", rule="TY-15")
            state.trees = 0
        elif items == ["all"] or not self.sheet.has("trees"):
            state.trees = bits.mask_of([cell for cell in range(codes.CELLS) if self._is_empty(cell)])
        else:
            cells = self.sheet.read_all(read_cell, "trees")
            if {state.lake, state.volcano, codes.LAIR} & set(cells):
                self.sheet.refuse("no tree stands on lake, volcano or lair", "trees", rule="TY-15")
            state.trees = bits.mask_of(cells)
        if all_trees(state) > MOST_TREES:
            self.sheet.refuse(f"these are more than {MOST_TREES} trees", "trees", rule="TY-48")

    def _is_empty(self, cell: int) -> bool:
        state = self.state
        taken = (state.rex, state.lake, state.volcano, codes.LAIR)
        return cell not in taken and state.dinosaurs_on(cell) == 0

    def _read_last_out(self) -> None:
        """TY-46: the seats that left last, at the same moment; required when nobody is left."""
        state = self.state
        if self.sheet.has("last out"):
            state.last_out = bits.mask_of(self.sheet.seat_list("last out"))
        if state.last_out & state.alive or (state.alive == 0 and state.last_out == 0):
            text = "'last out' names seats that are out of the game, and with nobody left at least one"
            self.sheet.refuse(text, "last out", rule="TY-46")

    def _check_phase(self) -> None:
        """Refuse a phase in which the rules would not stop for an answer."""
        state = self.state
        if self.phase == "over":
            return
        if not self.is_set_up:
            self._check_start()
        if bits.count(state.alive) < 2 and not state.play_on:
            self.sheet.refuse("with at most one player left the game is over", "phase", rule="TY-46")
        if self.phase == "act" and not any(state.actions(seat) for seat in bits.members(state.alive)):
            self.sheet.refuse("nobody in the game has a card left to play", "phase", rule="TY-16")
        if self.phase == "rex" and state.rex == codes.NOWHERE:
            self.sheet.refuse("a Ty-Rex that comes back is not moved in that phase", "phase", rule="TY-37")
        for label in ("runaway", "runaways"):
            if self.phase != "drive" and self.sheet.value(label) not in NOTHING:
                self.sheet.refuse("only in the phase 'drive' somebody runs away", label, rule="TY-27")

    def _check_start(self) -> None:
        """TY-08, TY-12, TY-13: nothing but lake and volcano has moved yet, and nobody has lost anything."""
        state = self.state
        homes = {codes.DIPLODOCUS: state.lake, codes.PTERANODON: state.volcano}
        for seat in range(self.seats):
            dinosaur = state.dinosaur[seat]
            if state.cell[seat] != homes.get(dinosaur, state.start_cells[dinosaur]):
                text = (
                    f"before the first turn seat {seat + 1} is in its corner, on the lake or on the volcano"
                )
                self.sheet.refuse(text, "cell", seat, rule="TY-08")
        if state.rex != codes.LAIR or state.trees_out:
            text = "before the first turn the Ty-Rex is on its lair and no tree is out of the game"
            self.sheet.refuse(text, "out" if state.trees_out else "rex", rule="TY-08")

    # Who has to move, and what has been chosen

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
        if not self.sheet.has("runaway"):
            self.sheet.refuse("say who runs away: 'runaway: seat 2'", "phase")
        state.runaway = self.sheet.seat("runaway", 0)
        drivers = state.alive & ~(1 << state.runaway)
        if drivers == 0 or not bits.has(state.alive, state.runaway):
            text = "the runaway and at least one opponent must be in the game"
            self.sheet.refuse(text, "runaway", rule="TY-27")
        self._read_runaways()
        state.ask(codes.PROMPT_DRIVE, drivers, codes.DRIVE)

    def _read_runaways(self) -> None:
        """TY-28: the seats whose panics are still to be completed, all after the runaway in turn order."""
        state = self.state
        place = {(state.bone + step) % self.seats: step for step in range(self.seats)}
        for seat in self.sheet.seat_list("runaways"):
            if not bits.has(state.alive, seat) or place[seat] <= place[state.runaway]:
                text = "runaways still to come are in the game and after the runaway in turn order"
                self.sheet.refuse(text, "runaways", rule="TY-28")
            state.runaways |= 1 << seat

    def _read_last_choices(self) -> None:
        """The last choices that everyone has seen."""
        for seat in range(self.seats):
            move = self.sheet.read(_read_choice, "last choice", codes.NO_MOVE, seat)
            self.state.assign_at("revealed", seat, move)

    def _read_choices(self) -> None:
        """Secret choices already made; at least one seat must still have to choose, or all would be revealed."""
        state = self.state
        for seat in range(self.seats):
            move = self.sheet.read(_read_choice, "choice", codes.NO_MOVE, seat)
            if move == codes.NO_MOVE:
                continue
            if not bits.has(state.legal[seat], move) or state.waiting == 1 << seat:
                text = "this choice is not legal, or it is the last one and would reveal all"
                self.sheet.refuse(text, "choice", seat)
            state.apply(seat, move)


def _read_cell_or_none(text: str, line: int, error: type[BadText]) -> int:
    return codes.NOWHERE if text in NOTHING else read_cell(text, line, error)


def _read_choice(text: str, line: int, error: type[BadText]) -> int:
    if text in NOTHING:
        return codes.NO_MOVE
    try:
        return read(text)
    except UnreadableMove as unreadable:
        raise error(str(unreadable), line) from None


def say_position(state: TyrannosaurusState) -> list[str]:
    """Write a position so that `read_position` sets it up again."""
    labels = [label for label in LABELS if label != "runaway" or state.runaway != codes.NOBODY]
    table = [f"{label}: {OF_TABLE[label](state)}" for label in labels]
    return [*table, *MEASURES.say_seats(state, SEAT_LABELS)]
