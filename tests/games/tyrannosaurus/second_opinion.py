"""A second opinion: Tyrannosaurus Rex once more, slow and literal, out of the rules alone, and how it is held to the engine.

`Valley` knows no ints, no codes and nothing of the engine: seats are 1 to 4, cells `a1` to `e5`, choices the words
of the notation. It plays as a generator that yields each question and is sent the choices.
"""

import random
from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Any

from rexarium.games.tyrannosaurus import GAME
from rexarium.games.tyrannosaurus.rules import TyrannosaurusState
from rexarium.kernel import bits
from rexarium.kernel.edition import Edition
from rexarium.kernel.facts import TRUTH
from rexarium.kernel.game import Setup
from rexarium.kernel.outline import Line, read_outline

# ---- The rules, literally

LAIR = "c3"
COLUMNS, ROWS = "abcde", "12345"
CELLS = [column + row for row in ROWS for column in COLUMNS]
WINDS = {
    "n": (0, -1),
    "ne": (1, -1),
    "e": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "w": (-1, 0),
    "nw": (-1, -1),
}
ALL = {
    2: {"stegosaurus-triceratops": ["stegosaurus", "triceratops"], "pteranodon-diplodocus": ["pteranodon", "diplodocus"]},
    3: ["triceratops", "pteranodon", "diplodocus"],
    4: ["triceratops", "pteranodon", "diplodocus", "stegosaurus"],
}  # fmt: skip
ACTIONS = ("movement", "rest", "panic")
CARD_OF = {"move": "movement", "rest": "rest", "panic": "panic"}

Choices = dict[int, str]
Question = tuple[str, set[int]]
Asking = Generator[Question, Choices, None]


class Ended(Exception):
    """TY-46: the game ends in the middle of something."""


def next_to(cell: str, direction: str) -> str | None:
    """TY-03: the cell that the pointer's tip is on, None off the board."""
    east, south = WINDS[direction]
    column, row = COLUMNS.index(cell[0]) + east, ROWS.index(cell[1]) + south
    return COLUMNS[column] + ROWS[row] if 0 <= column < 5 and 0 <= row < 5 else None


@dataclass
class Valley:
    """The table: everything that lies open on it, and the cards left in the hands."""

    dinosaur: dict[int, str]
    cell: dict[int, str | None]
    supply: dict[int, int]
    cards: dict[int, Counter[str]]
    lake: str
    volcano: str
    rex: str | None = LAIR
    trees: set[str] = field(default_factory=set)
    out: int = 0
    bone: int = 1
    turn: int = 0
    turns: int = 8
    directions: str = "8"
    play_on: bool = False
    last_out: set[int] = field(default_factory=set)
    runaway: int | None = None
    pending: list[int] = field(default_factory=list)
    is_over: bool = False

    @property
    def seats(self) -> list[int]:
        return sorted(self.dinosaur)

    @property
    def in_game(self) -> set[int]:
        return {seat for seat in self.seats if self.cell[seat] is not None}

    def left_of(self, seat: int) -> int:
        return seat % len(self.dinosaur) + 1

    def from_seat(self, first: int) -> list[int]:
        """TY-10: the first, then clockwise."""
        return [*range(first, len(self.dinosaur) + 1), *range(1, first)]

    def on(self, cell: str) -> list[int]:
        return [seat for seat in self.seats if self.cell[seat] == cell]

    # Questions

    def may(self, kind: str, seat: int) -> set[str]:
        """The choices that a seat has when it is asked."""
        winds = [wind for wind in WINDS if self.directions == "8" or len(wind) == 1]
        if kind != "act":
            return {f"{kind} {wind}" for wind in winds}
        left = self.cards[seat]
        found = {f"move {wind}" for wind in winds if left["movement"]}
        found |= {f"panic {wind}" for wind in winds if left["panic"]}
        return found | ({"rest"} if left["rest"] else set())

    # The set-up, TY-11 to TY-15

    def set_up(self, start: str = "lake") -> Asking:
        if start == "lake":
            yield from self.place("lake", "diplodocus")
        yield from self.place("volcano", "pteranodon")
        for cell in CELLS:
            if cell not in (self.rex, self.lake, self.volcano) and not self.on(cell):
                self.trees.add(cell)

    def place(self, tile: str, inhabitant: str) -> Asking:
        asked = {seat for seat in self.seats if self.dinosaur[seat] != inhabitant}
        choices = yield tile, asked
        for seat in self.from_seat(self.bone):
            if seat not in asked:
                continue
            old = self.lake if tile == "lake" else self.volcano
            new = next_to(old, choices[seat].split()[1])
            if new is None or new in (LAIR, self.lake, self.volcano) or self.on(new):
                continue
            for other in self.on(old):
                self.cell[other] = new
            if tile == "lake":
                self.lake = new
            else:
                self.volcano = new

    # The turns

    def play(self, start: str) -> Asking:
        """From the start of a phase to the end of the game."""
        try:
            if start in ("lake", "volcano"):
                yield from self.set_up(start)
                self.turn, start = 1, "act"
            while True:
                if start == "act":
                    yield from self.actions()
                if start in ("act", "drive"):
                    yield from self.panics(resumed=start == "drive")
                yield from self.beast()
                self.harvest()
                self.bone = self.left_of(self.bone)
                if self.turn == self.turns:
                    break
                self.turn, start = self.turn + 1, "act"
        except Ended:
            pass
        self.runaway, self.pending, self.is_over = None, [], True

    def actions(self) -> Asking:
        """TY-16 to TY-26, TY-33."""
        asked = {seat for seat in self.in_game if self.may("act", seat)}
        if not asked:
            return
        choices = yield "act", asked
        for seat, choice in choices.items():
            self.cards[seat][CARD_OF[choice.split()[0]]] -= 1
        for seat in self.from_seat(self.bone):
            if seat not in self.in_game or seat not in choices or choices[seat] == "rest":
                continue
            action, direction = choices[seat].split()
            if action == "panic":
                self.pending.append(seat)
            self.go(seat, direction, is_own_choice=True)

    def panics(self, *, resumed: bool) -> Asking:
        """TY-27 to TY-29: one after the other; `resumed` in the middle of the first."""
        while resumed or self.pending:
            if not resumed:
                self.runaway = self.pending.pop(0)
            resumed = False
            runaway = self.runaway
            assert runaway is not None
            drivers = self.in_game - {runaway}
            if runaway not in self.in_game or not drivers:
                continue
            choices = yield "drive", drivers
            for driver in self.from_seat(self.left_of(runaway)):
                if driver in choices and driver in self.in_game and runaway in self.in_game:
                    self.go(runaway, choices[driver].split()[1], is_own_choice=False)
        self.runaway = None

    def go(self, seat: int, direction: str, *, is_own_choice: bool) -> None:
        """TY-20 to TY-26, TY-29, TY-30."""
        here = self.cell[seat]
        assert here is not None
        there = next_to(here, direction)
        if there is None:
            return
        is_forbidden = (there == self.lake and self.dinosaur[seat] != "diplodocus") or (
            there == self.volcano and self.dinosaur[seat] != "pteranodon"
        )
        if is_forbidden:
            if is_own_choice:
                self.lose([seat])
            return
        met = self.on(there)
        self.cell[seat] = there
        for other in met:
            if self.supply[other] > 0:
                self.supply[other] -= 1
                self.supply[seat] += 1
        self.eliminate(met)
        if there == self.rex:
            self.lose([seat])

    def beast(self) -> Asking:
        """TY-34 to TY-38."""
        if self.rex is None:
            self.rex = LAIR
            self.lose(self.on(LAIR))
            return
        choices = yield "rex", set(self.seats)
        for seat in self.from_seat(self.bone):
            there = next_to(self.rex, choices[seat].split()[1])
            if there in (self.lake, self.volcano):
                self.rex = None
                return
            if there is not None:
                self.rex = there
                self.lose(self.on(there))

    def harvest(self) -> None:
        """TY-39 to TY-41."""
        for seat in self.in_game:
            cell = self.cell[seat]
            assert cell is not None
            if cell in self.trees and cell != self.rex and self.on(cell) == [seat]:
                self.trees.remove(cell)
                self.supply[seat] += 1

    def lose(self, seats: list[int]) -> None:
        """TY-23, TY-24, TY-35: a tree each, out of the game, in one instant."""
        for seat in seats:
            self.supply[seat] -= 1
            self.out += 1
        self.eliminate(seats)

    def eliminate(self, seats: list[int]) -> None:
        """TY-43, TY-46: the end of an instant for these seats."""
        gone = {seat for seat in seats if self.supply[seat] == 0}
        for seat in gone:
            self.cell[seat] = None
            if seat in self.pending:
                self.pending.remove(seat)
        if gone:
            self.last_out = gone
            if len(self.in_game) <= 1 and not self.play_on:
                raise Ended

    def winners(self) -> set[int]:
        """TY-45, TY-46."""
        if not self.in_game:
            return self.last_out
        most = max(self.supply[seat] for seat in self.in_game)
        return {seat for seat in self.in_game if self.supply[seat] == most}

    def all_trees(self) -> int:
        """TY-48: this never changes once the trees are planted."""
        return len(self.trees) + self.out + sum(self.supply.values())

    def seen(self) -> dict[str, Any]:
        """What must be the same at the other table."""
        return {
            "turn": self.turn,
            "bone": self.bone,
            "lake": self.lake,
            "volcano": self.volcano,
            "rex": self.rex,
            "trees": self.trees,
            "out": self.out,
            "runaway": self.runaway,
            "runaways": set(self.pending),
            "last out": self.last_out,
            "cells": self.cell,
            "supplies": self.supply,
            "cards": {seat: {name: left[name] for name in ACTIONS} for seat, left in self.cards.items()},
            "in game": self.in_game,
            "winners": self.winners() if self.is_over else set(),
        }


def seen_by_engine(state: TyrannosaurusState) -> dict[str, Any]:
    """The same of the engine's table."""
    view = GAME.view(state, TRUTH)
    return {
        "turn": view.turn,
        "bone": view.bone,
        "lake": view.lake,
        "volcano": view.volcano,
        "rex": view.rex,
        "trees": set(view.trees),
        "out": view.trees_out,
        "runaway": view.runaway,
        "runaways": set(view.runaways),
        "last out": set(view.last_out),
        "cells": {seat.seat: seat.cell for seat in view.seats},
        "supplies": {seat.seat: seat.trees for seat in view.seats},
        "cards": {seat.seat: seat.cards_left for seat in view.seats},
        "in game": {seat.seat for seat in view.seats if seat.is_in_game},
        "winners": set(view.winners),
    }


# ---- Tables by chance


def any_edition(dice: random.Random) -> Edition:
    """One of the shelf, or a box of its own."""
    if dice.random() < 0.6:
        return GAME.edition(dice.choice(GAME.edition_ids()))
    corners = dice.sample(["a1", "e1", "a5", "e5"], 4)
    lines = []
    for name, corner in zip(ALL[4], corners, strict=True):
        movement = dice.randint(0, 9)
        rest = dice.randint(0, 9 - movement)
        split = f"{movement} movement, {rest} rest, {9 - movement - rest} panic"
        lines.append(f"{name}: {corner}, {dice.randint(1, 3)} trees, {split}")
    lines += [f"lake: {corners[2]}", f"volcano: {corners[1]}"]
    return GAME.edition_of_lines(
        "mine", "a box of our own", [Line(n, text) for n, text in enumerate(lines, start=1)]
    )


def any_setup(dice: random.Random) -> Setup:
    """Any seats, rulings and box."""
    answers = {
        "directions": dice.choice(["8", "8", "4"]),
        "pair": dice.choice(list(ALL[2])),
        "play_on": dice.choice(["on", "off"]),
    }
    return GAME.setup(dice.choice([2, 3, 4]), edition=any_edition(dice), rulings=answers)


def dinosaurs_of(setup: Setup) -> list[str]:
    """TY-05."""
    found: Any = ALL[setup.seats]
    return list(found[setup.rulings["pair"]] if setup.seats == 2 else found)


def box_of(setup: Setup, name: str) -> tuple[str, int, Counter[str]]:
    """A dinosaur's corner, first trees and nine cards, out of the edition's lines."""
    line = next(line for line in setup.edition.lines if line.startswith(f"{name}: "))
    corner, trees, *split = line.removeprefix(f"{name}: ").split(", ")
    return corner, int(trees.split()[0]), Counter({item.split()[1]: int(item.split()[0]) for item in split})


def tile_of(setup: Setup, name: str) -> str:
    return next(line for line in setup.edition.lines if line.startswith(f"{name}: ")).removeprefix(
        f"{name}: "
    )


def bare_valley(setup: Setup, dinosaurs: list[str], removed: list[str]) -> Valley:
    """TY-05 to TY-09, with the cards that are removed."""
    boxes = {seat: box_of(setup, name) for seat, name in enumerate(dinosaurs, start=1)}
    return Valley(
        dinosaur=dict(enumerate(dinosaurs, start=1)),
        cell={seat: corner for seat, (corner, _, _) in boxes.items()},
        supply={seat: trees for seat, (_, trees, _) in boxes.items()},
        cards={seat: cards - Counter([removed[seat - 1]]) for seat, (_, _, cards) in boxes.items()},
        lake=tile_of(setup, "lake"),
        volcano=tile_of(setup, "volcano"),
        turns=9 if setup.seats == 3 else 8,
        directions=setup.rulings["directions"],
        play_on=setup.rulings["play_on"] == "on",
    )


def any_removed(dice: random.Random, setup: Setup, dinosaurs: list[str]) -> list[str]:
    """TY-07."""
    if setup.seats == 3:
        return ["none"] * 3
    return [dice.choice(sorted(box_of(setup, name)[2].elements())) for name in dinosaurs]


def fuzzed(dice: random.Random, setup: Setup) -> tuple[Valley, str, list[str]]:
    """A crowded valley in the middle of a game, its phase, and the cards removed."""
    dinosaurs = dice.sample(dinosaurs_of(setup), setup.seats)
    removed = any_removed(dice, setup, dinosaurs)
    valley = bare_valley(setup, dinosaurs, removed)
    valley.lake, valley.volcano = dice.sample([cell for cell in CELLS if cell != LAIR], 2)
    land = [cell for cell in CELLS if cell not in (valley.lake, valley.volcano)]
    crowd = dice.sample(land, dice.randint(1, 6))
    for seat, name in valley.dinosaur.items():
        home = {"diplodocus": [valley.lake] * 2, "pteranodon": [valley.volcano] * 2}.get(name, [])
        valley.cell[seat] = dice.choice([*crowd, *home])
        valley.supply[seat] = dice.choice([1, 1, 1, 2, 2, 3, 6])
    valley.rex = dice.choice([*crowd, *dice.sample(land, 3), LAIR, None])
    valley.trees = set(dice.sample(land, dice.randint(0, len(land)))) - {LAIR}
    valley.out = dice.randint(0, 5)
    valley.bone = dice.choice(valley.seats)
    valley.turn = dice.randint(1, valley.turns)
    for seat in valley.seats:
        spent = dice.sample(sorted(valley.cards[seat].elements()), dice.randint(0, 6))
        valley.cards[seat] -= Counter(spent)
    for seat in dice.sample(valley.seats, min(setup.seats, dice.choice([0, 0, 0, 1, 2, 4]))):
        if len(valley.in_game) > 2 or valley.play_on:
            valley.cell[seat], valley.supply[seat], valley.last_out = None, 0, {seat}
    phase = dice.choice(["act"] * 6 + ["drive", "rex"])
    if len(valley.in_game) < 2 and phase == "drive":
        phase = "act"
    if not valley.in_game:
        phase = "rex"
    if phase == "rex" and valley.rex is None:
        valley.rex = LAIR
    if phase == "drive":
        runners = [seat for seat in valley.from_seat(valley.bone) if seat in valley.in_game]
        valley.runaway, *valley.pending = sorted(
            dice.sample(runners, dice.randint(1, len(runners))), key=runners.index
        )
    return valley, phase, removed


def say_fuzzed(valley: Valley, phase: str, removed: list[str]) -> str:
    """The valley as a position, by a pen of our own."""
    lines = [
        f"turn: {valley.turn}",
        f"phase: {phase}",
        f"bone: seat {valley.bone}",
        f"lake: {valley.lake}",
        f"volcano: {valley.volcano}",
        f"rex: {valley.rex or 'none'}",
        f"trees: {', '.join(sorted(valley.trees)) or 'none'}",
        f"out: {valley.out}",
    ]
    if valley.runaway:
        lines += [
            f"runaway: seat {valley.runaway}",
            f"runaways: {' '.join(map(str, valley.pending)) or 'none'}",
        ]
    if valley.last_out:
        lines.append(f"last out: {' '.join(map(str, sorted(valley.last_out)))}")
    for seat in valley.seats:
        lines += [
            f"seat {seat}:",
            f"  dinosaur: {valley.dinosaur[seat]}",
            f"  cell: {valley.cell[seat] or 'none'}",
            f"  trees: {valley.supply[seat]}",
            f"  removed: {removed[seat - 1]}",
            f"  cards: {', '.join(f'{valley.cards[seat][name]} {name}' for name in ACTIONS)}",
        ]
    return "\n".join(lines)


# ---- Both tables side by side


def commit(dice: random.Random, state: TyrannosaurusState, valley: Valley, question: Question) -> Choices:
    """Everybody who is asked commits in any order, some change their minds, and nothing shows before the last."""
    kind, asked = question
    assert GAME.prompts[state.prompt(0)] == kind
    assert {seat + 1 for seat in bits.members(state.waiting)} == asked
    for seat in valley.seats:
        assert {GAME.say(move) for move in state.moves(seat - 1)} == (
            valley.may(kind, seat) if seat in asked else set()
        )
    before = seen_by_engine(state)
    choices: Choices = {}
    order = dice.sample(sorted(asked), len(asked))
    for place, seat in enumerate(order):
        if place and dice.random() < 0.2:
            fickle = dice.choice(order[:place])
            choices[fickle] = dice.choice(sorted(valley.may(kind, fickle)))
            state.apply(fickle - 1, GAME.read(choices[fickle]))
        choices[seat] = dice.choice(sorted(valley.may(kind, seat)))
        assert seen_by_engine(state) == before, "a choice that is not revealed shows"
        state.apply(seat - 1, GAME.read(choices[seat]))
    return choices


def play_both(dice: random.Random, state: TyrannosaurusState, valley: Valley, phase: str) -> int:
    """Play to the end at both tables with the same choices; how many questions there were."""
    trees = None if phase in ("lake", "volcano") else valley.all_trees()
    asking = valley.play(phase)
    questions = 0
    try:
        question = next(asking)
        while True:
            assert seen_by_engine(state) == valley.seen()
            questions += 1
            choices = commit(dice, state, valley, question)
            question = asking.send(choices)
            if question[0] not in ("lake", "volcano"):
                trees = valley.all_trees() if trees is None else trees
                assert valley.all_trees() == trees
    except StopIteration:
        pass
    assert valley.is_over
    assert state.waiting == 0
    assert seen_by_engine(state) == valley.seen()
    return questions


def start_both(dice: random.Random, setup: Setup) -> tuple[TyrannosaurusState, Valley]:
    """The same deal at both tables."""
    dinosaurs = dice.sample(dinosaurs_of(setup), setup.seats)
    removed = any_removed(dice, setup, dinosaurs)
    valley = bare_valley(setup, dinosaurs, removed)
    valley.bone = dice.choice(valley.seats)
    deal = [f"seat {seat}: {valley.dinosaur[seat]}, removed {removed[seat - 1]}" for seat in valley.seats]
    deal.append(f"bone: seat {valley.bone}")
    return GAME.start(setup, GAME.read_deal(setup, read_outline("\n".join(deal)))), valley


def read(setup: Setup, text: str) -> TyrannosaurusState:
    return GAME.read_position(setup, read_outline(text))


def check_round_trip(setup: Setup, state: TyrannosaurusState) -> None:
    """A position that is said reads back to the same fields."""
    text = "\n".join(GAME.say_position(state))
    assert read(setup, text).fields() == state.fields(), text


def imagined(state: TyrannosaurusState, eyes: int, seeds: Iterable[int]) -> list[TyrannosaurusState]:
    """Worlds that these eyes may believe in."""
    worlds = []
    for seed in seeds:
        world = state.copy()
        world.imagine(eyes, seed)
        assert isinstance(world, TyrannosaurusState)
        worlds.append(world)
    return worlds
