"""Positions: whatever can be written is refused with its line or can be played to the end; what is said reads back."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rexarium.games import AnyGame, find_game
from rexarium.kernel import bits, dice
from rexarium.kernel.chance import Chance
from rexarium.kernel.errors import BadPosition
from rexarium.kernel.facts import SPECTATOR, TRUTH
from rexarium.kernel.game import Setup
from rexarium.kernel.outline import read_outline
from rexarium.kernel.state import State
from tests.laws.registry import every_game

GAME = find_game("trex")
COLOURS = ("yellow", "blue", "brown", "green", "red")
CARDS = (*(f"{COLOURS[n % 5]} {n + 1}" for n in range(15)), "chamaelosaurus", "shower")
COMETS = ("brown 3", "red 5", "blue 7", "green 9", "yellow 11", "brown 13", "shower")


def read(setup: Setup, text: str, game: AnyGame = GAME) -> State:
    return game.read_position(setup, read_outline(text, BadPosition))


def read_or_refuse(setup: Setup, text: str, game: AnyGame = GAME) -> State | BadPosition:
    """The only error that may come out is the refusal, with a sentence and a line of the text."""
    try:
        return read(setup, text, game)
    except BadPosition as error:
        return error


def say(state: State) -> str:
    return "\n".join(GAME.say_position(state))


def play_to_the_end(state: State, seed: int) -> int:
    plies = 0
    while state.waiting:
        seat = bits.lowest(state.waiting)
        moves = state.moves(seat)
        assert moves, "whoever is asked has a legal move"
        seed = dice.advance(seed)
        state.apply(seat, moves[dice.below(seed, len(moves))])
        plies += 1
        assert plies <= GAME.ply_bound
    return plies


def look_at_all(setup: Setup, state: State) -> None:
    for eyes in (*range(setup.seats), SPECTATOR, TRUTH):
        GAME.view(state, eyes)
        GAME.memory(state, eyes)
        assert all(0 <= chance <= 1 for chance in GAME.odds(state, eyes).values())


class Writer:
    """Writes positions by a seed: mostly such as can be set up, whether a game can come there or not."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.seats = self.random.randint(2, 5)
        answers = {ruling.id: self.random.choice(ruling.answers) for ruling in GAME.rulings}
        self.setup = GAME.setup(self.seats, rulings=answers)
        self.phase = self.random.choice(
            ("play", "play", "take", "take 2", "lose", "lose 2", "change", "over")
        )
        self.comets = ["none"]
        self.showing: list[str] = []

    def write(self) -> str:
        seats = [line for seat in range(1, self.seats + 1) for line in self.seat(seat)]
        lines = [*self.table(), *seats]
        if self.random.random() < 0.25:
            self.spoil(lines)
        return "\n".join(lines)

    def table(self) -> list[str]:
        strongest, weakest = self.random.sample(COLOURS, 2)
        lines = [f"phase: {self.phase}", f"strongest: {strongest}", f"weakest: {weakest}"]
        lines.append(f"round: {12 if self.phase == 'over' else self.random.randint(4, 11)}")
        lines.append(f"order: {' '.join(self.shuffled(self.showing)) or 'none'}")
        lines.append(f"comet: {self.random.choice(self.comets)}")
        if self.phase == "play":
            lines.append(f"turn: seat {self.random.randint(1, self.seats)}")
        elif self.random.random() < 0.5:
            lines.append(f"rank: {' '.join(self.shuffled([str(n + 1) for n in range(self.seats)]))}")
        if self.random.random() < 0.3:
            lines.append(f"left eggs: {', '.join(self.random.choices(COLOURS, k=3))}")
        return lines

    def seat(self, seat: int) -> list[str]:
        weights = self.random.choice(
            ((1, 1, 1, 1), (1, 0, 1, 0), (0, 0, 1, 1), (0, 0, 0, 1), (2, 5, 1, 1), (0, 1, 0, 1), (1, 0, 0, 0))
        )
        places: dict[str, list[str]] = {"hand": [], "stock": [], "pile": [], "lost": []}
        for card in self.shuffled(list(CARDS)):
            places[self.random.choices(list(places), weights)[0]].append(card)
        if self.phase in ("change", "over"):
            places["lost"] += places.pop("pile")
        if places.get("pile"):
            self.showing.append(str(seat))
            self.comets += [f"seat {seat} {card}" for card in places["pile"] if card in COMETS]
        seen = self.random.sample(CARDS, self.random.randint(0, 17))
        eggs = self.random.choices(COLOURS, k=self.random.randint(0, 1))
        lines = {**places, "seen": seen, "eggs": eggs}
        return [
            f"seat {seat}:",
            *(f"  {label}: {', '.join(items) or 'none'}" for label, items in lines.items()),
        ]

    def spoil(self, lines: list[str]) -> None:
        """One line is lost, doubled, or says what another one says."""
        at = self.random.randrange(len(lines))
        other = self.random.choice(lines).partition(":")[2]
        lines[at : at + 1] = self.random.choice(
            ([], [lines[at], lines[at]], [lines[at].partition(":")[0] + ":" + other], [lines[at] + " , rest"])
        )

    def shuffled(self, items: list[str]) -> list[str]:
        return self.random.sample(items, len(items))


@pytest.mark.slow
@given(seed=st.integers(0, 1 << 32))
@settings(max_examples=400)
def test_any_position_is_refused_or_can_be_played_to_the_end(seed: int) -> None:
    writer = Writer(seed)
    setup, text = writer.setup, writer.write()
    state = read_or_refuse(setup, text)
    if isinstance(state, BadPosition):
        assert state.sentence.endswith(".")
        assert 1 <= state.line <= len(text.splitlines())
        return
    look_at_all(setup, state)
    assert say(read(setup, say(state))) == say(state)
    play_to_the_end(state, seed)
    look_at_all(setup, state)
    assert say(read(setup, say(state))) == say(state)


def test_most_of_the_written_positions_can_be_set_up() -> None:
    """Else the test above would show little."""
    writers = [Writer(seed) for seed in range(200)]
    found = [read_or_refuse(writer.setup, writer.write()) for writer in writers]
    assert sum(isinstance(state, State) for state in found) > 140


@every_game
@given(text=st.text(alphabet=st.sampled_from("seat handblu 7:,\n  123rstockpilegr-ée#\t"), max_size=80))
@example("seat 1:\n  hand: blue " + "7" * 5000)
@example("round: " + "9" * 5000)
@example("phase: lose " + "9" * 5000)
@example("seat 1:\n  eggs: red " + "9" * 5000)
@example("seat 1:\n  stock: rest, rest")
@example("seat 1:\n  pile: rest")
@example("seat 1:\n  seen: rest")
@example("comet: seat")
@example("comet: seat 1 blue 7 blue 7")
@example("turn: " + "9" * 5000)
@example("seat 1:\n  cards: " + "9" * 5000 + " rest")
@example("cards 1: rest")
@example("last choice 1: rest rest")
def test_any_other_text_is_refused_as_a_position(game: AnyGame, text: str) -> None:
    found = read_or_refuse(game.setup(3), text, game)
    assert isinstance(found, State) or found.sentence.endswith(".")


# Positions of Tyrannosaurus Rex that are refused: the line that is named, and how the sentence begins.
VALLEYS = {
    "seat 1:\n  dinosaur: stegosaurus": (2, "this table has triceratops, pteranodon, diplodocus, each once (TY-05)."),
    "phase: lunch": (1, "a phase is lake, volcano, act, drive, rex, over."),
    "lake: f1": (1, "'f1' is no cell; there is a1,"),
    "rex: none\nturn: 10": (2, "'turn' is a number from 1 to 9, not '10'."),
    "trees: a1\nseat 2:\n  trees: many": (3, "'trees' is a number from 0 to 240, not 'many'."),
    "seat 1:\n  removed: rest\n  cell: d4": (2, "a card is removed with two or four seats, and none with three (TY-07)."),
    "seat 1:\n  cards: 2 rest\n  cell: d4": (2, "seat 1 can have 1 rest cards at most (TY-04)."),
    "cards 1: 1 rest, 1 rest": (1, "cards read like '6 movement, 2 rest, 1 panic', each once."),
    "trees: a1, e1\nturn: 1": (1, "no tree stands on lake, volcano or lair (TY-15)."),
    "rex: a5\nturn: 1": (1, "the Ty-Rex cannot stand on the lake or the volcano (TY-36)."),
    "seat 1:\n  cell: e1\n  trees: 2": (2, "seat 1 cannot stand on that tile (TY-32)."),
    "cell 1: none\ntrees 1: 2": (2, "seat 1 is out of the game, or it has both a cell and a tree (TY-43)."),
    "last out: 2\nturn: 1": (1, "'last out' names seats that are out of the game,"),
    "phase: rex\nrex: none": (1, "a Ty-Rex that comes back is not moved in that phase (TY-37)."),
    "runaways: 2\nturn: 1": (1, "only in the phase 'drive' somebody runs away (TY-27)."),
    "phase: drive\nturn: 1": (1, "say who runs away: 'runaway: seat 2'."),
    "phase: drive\nrunaway: 3\nrunaways: 2\nturn: 1": (3, "runaways still to come are in the game and after"),
    "phase: lake\nout: 1\nbone: 2": (2, "before the first turn the Ty-Rex is on its lair and no tree is out"),
    "phase: lake\nrex: none\nbone: 2": (2, "before the first turn the Ty-Rex is on its lair and no tree is out"),
    "phase: lake\ncell 1: d4\nbone: 2": (2, "before the first turn seat 1 is in its corner,"),
    "seat 1:\n  choice: rex n\nbone: 2": (2, "this choice is not legal, or it is the last one"),
    "seat 1:\n  last choice: stay\nbone: 2": (2, "'stay' is no move of Tyrannosaurus Rex."),
    "turn: 1\n  phase: rex": (2, "'turn' has no lines below it."),
}  # fmt: skip


@pytest.mark.parametrize(("text", "refusal"), VALLEYS.items(), ids=VALLEYS)
def test_a_valley_that_cannot_be_is_refused_with_its_line(text: str, refusal: tuple[int, str]) -> None:
    game = find_game("tyrannosaurus")
    with pytest.raises(BadPosition) as error:
        read(game.setup(3), text, game)
    assert error.value.line == refusal[0]
    assert error.value.sentence.startswith(refusal[1])


EXTREMES = {
    "nobody has a card": "\n".join(f"seat {n}:\n  hand: none\n  stock: none" for n in range(1, 6)),
    "one seat has no card": "seat 2:\n  hand: none\n  stock: none",
    "all comets lie on the piles": "comet: seat 5 shower\n"
    + "\n".join(
        f"seat {n}:\n  pile: brown 3, red 5, blue 7, green 9, yellow 11, brown 13, shower"
        for n in range(1, 6)
    ),
    "all cards are in the hands": "\n".join(f"seat {n}:\n  hand: rest" for n in range(1, 6)),
    "all cards lie on the piles": "comet: none\n"
    + "\n".join(f"seat {n}:\n  pile: {', '.join(CARDS)}" for n in range(1, 6)),
    "all eggs are collected": "round: 12\nphase: over\nseat 1:\n  eggs: "
    + ", ".join(f"{colour} 6" for colour in COLOURS),
    "who has lost a card already has a shower on the pile": "phase: lose 2\nrank: 1 2 3 4 5\nseat 1:\n  pile: shower",
    "the last has lost a card too": "phase: lose 5\nseat 1:\n  stock: none\n  pile: shower",
    "nothing is said": "",
}


@pytest.mark.parametrize("text", EXTREMES.values(), ids=EXTREMES.keys())
@pytest.mark.parametrize("preset", ["french", "dutch"])
def test_extreme_positions_can_be_played(text: str, preset: str) -> None:
    setup = GAME.setup(5, preset=preset)
    for seed in range(20):
        state = read(setup, text)
        look_at_all(setup, state)
        play_to_the_end(state, seed)


@pytest.mark.parametrize("seats", range(2, 6))
@pytest.mark.parametrize("flip", ["on", "off"])
@pytest.mark.parametrize("extra", ["on", "off"])
def test_a_said_position_plays_on_like_the_true_one(seats: int, flip: str, extra: str) -> None:
    """Twins: the state of a game, and what its words set up, get the same moves and tell the same facts."""
    setup = GAME.setup(seats, rulings={"flip_with_one": flip, "shower_is_extra_loss": extra})
    for game in range(3):
        state = GAME.start(setup, GAME.deal(setup, Chance.of(f"{seats}{flip}{extra}{game}")), is_telling=True)
        seed, twin = game, state.copy()
        for ply in range(GAME.ply_bound):
            state.take_facts()
            if ply % 5 == 0:
                twin = read(setup, say(state))
                twin.is_telling = True
            assert say(twin) == say(state)
            assert twin.legal == state.legal
            if not state.waiting:
                break
            seat = bits.lowest(state.waiting)
            moves = state.moves(seat)
            seed = dice.advance(seed)
            move = moves[dice.below(seed, len(moves))]
            twin.take_facts()
            state.apply(seat, move)
            twin.apply(seat, move)
            assert twin.facts == state.facts
        assert state.waiting == 0


def test_a_set_up_position_can_deal_a_new_game() -> None:
    """The eggs of the whole box are still there, wherever the position has them."""
    setup = GAME.setup(4)
    state = read(setup, "round: 9\nseat 1:\n  eggs: red 5\nseat 2:\n  eggs: blue 2, green 3")
    state.deal(7)
    piles = [
        GAME.measure(setup, state, name).split(", ") for name in ("left eggs", "right eggs", "open eggs")
    ]
    eggs = [egg for pile in piles for egg in pile]
    assert {colour: eggs.count(colour) for colour in COLOURS} == dict.fromkeys(COLOURS, 6)
