"""A second opinion: Cubosaurs once more, slow and literal, out of the rules alone, and how it is held to the engine.

`Den` knows no ints, no codes and nothing of the engine: seats are 1 to 5, cards and lines the words of the notation. It
plays as a generator that yields each question, with every line that may answer it, and is sent the answer.
"""

import random
import re
from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from rexarium.games.cubosaurs import GAME
from rexarium.games.cubosaurs.rules import CubosaursState
from rexarium.kernel import bits
from rexarium.kernel.edition import Edition
from rexarium.kernel.facts import TRUTH
from rexarium.kernel.game import Setup
from rexarium.kernel.lines import legal_lines
from rexarium.kernel.outline import Line, read_outline

# ---- The rules, literally

DINOSAURS = ("t-rex", "stegosaurus", "brontosaurus", "pterodactyl", "pentaceratops")
COLOURS = ("grey", "black")
EGGS = tuple(f"egg {name}" for name in (*DINOSAURS, "velociraptor"))
LATE_TILES = (1, 2, 6, 7, 8, 9, 10)
BUY = re.compile(r"^buy (\d+)(?: seat (\d))?(?: ([a-z].*?))?(?: for (.+))?$")

Question = tuple[str, int, set[str]]  # what is asked, whom, and every line that may be written
Asking = Generator[Question, str, None]


def type_of(card: str) -> str:
    """CU-01, CU-02."""
    first = card.split(maxsplit=1)[0]
    return first if first in (*COLOURS, "egg") else card.removesuffix(" dna")


def has_icon(card: str) -> bool:
    return card.endswith(" dna")


@cache
def best_pairing(grey: tuple[int, ...], black: tuple[int, ...]) -> int:
    """CU-20: of all ways to pair, and to leave single, the one that brings most."""
    if not grey:
        return -sum(black)
    first, rest = grey[0], grey[1:]
    ways = [best_pairing(rest, black) - first]
    for place, partner in enumerate(black):
        ways.append(best_pairing(rest, black[:place] + black[place + 1 :]) + first + partner)
    return max(ways)


@dataclass
class Box:
    """CU-01, CU-03: what an edition's lines say."""

    cards: Counter[str] = field(default_factory=Counter)
    rows: dict[str, list[int]] = field(default_factory=dict)
    eggs: dict[str, tuple[int, int]] = field(default_factory=dict)
    prices: dict[int, int] = field(default_factory=dict)
    direct: set[int] = field(default_factory=set)


def open_box(edition: Edition, *, dna: bool) -> Box:
    box = Box()
    for line in edition.lines:
        name, _, text = line.partition(": ")
        numbers = [int(number) for number in re.findall(r"-?\d+", text)]
        if name.startswith("tile "):
            tile = int(name.split()[1])
            box.prices[tile] = numbers[0]
            if "direct" in text:
                box.direct.add(tile)
        elif name.startswith("egg "):
            box.cards[name] = 1
            box.eggs[name] = (numbers[0], numbers[1])
        else:
            *row, cards, icons = numbers
            box.rows[name] = row
            box.cards[name] = cards - icons if dna else cards
            box.cards[f"{name} dna"] = icons if dna else 0
    box.cards = +box.cards
    return box


@dataclass
class Den:
    """The table: everything that lies on it, face up or down."""

    box: Box
    rulings: dict[str, str]
    collection: dict[int, Counter[str]]
    decks: list[list[str]]  # of the present round and those to come, the next card first
    orders: list[list[int]]  # of tiles, for the rounds to come
    tokens: dict[int, int]
    bought: dict[int, set[int]]
    scores: dict[int, list[int]]
    turn: int = 1
    round: int = 1
    hand: Counter[str] = field(default_factory=Counter)
    destroyed: Counter[str] = field(default_factory=Counter)
    supply: int = 0
    market: set[int] = field(default_factory=set)
    has_bought: bool = False
    is_over: bool = False

    @property
    def seats(self) -> list[int]:
        return sorted(self.collection)

    @property
    def is_advanced(self) -> bool:
        return self.rulings["dna"] == "on"

    @property
    def rounds(self) -> int:
        return int(self.rulings["rounds"])

    def rivals(self, seat: int) -> list[int]:
        return [other for other in self.seats if other != seat]

    def after(self, seat: int) -> int:
        """CU-07, CU-28, CU-29: odd rounds go clockwise."""
        ring = self.seats if self.round % 2 else self.seats[::-1]
        return ring[(ring.index(seat) + 1) % len(ring)]

    # Scores

    def number(self, seat: int, *types: str) -> int:
        return sum(number for card, number in self.collection[seat].items() if type_of(card) in types)

    def round_score(self, seat: int) -> int:
        """CU-18 to CU-25, CU-37, CU-38."""
        points = 0
        for name in DINOSAURS:
            number = self.number(seat, name)
            if number:
                points += self.box.rows[name][min(number, 4) - 1]
        values = [
            tuple(
                sorted(
                    int(card.split()[1])
                    for card in self.collection[seat].elements()
                    if type_of(card) == colour
                )
            )
            for colour in COLOURS
        ]
        points += best_pairing(values[0], values[1])
        for egg in self.collection[seat]:
            if type_of(egg) == "egg":
                points += self.egg_score(seat, egg)
        if 1 in self.bought[seat]:
            points += len({type_of(card) for card in self.collection[seat]})
        if 2 in self.bought[seat]:
            points += 2 * self.number(seat, "egg")
        return points

    def egg_score(self, seat: int, egg: str) -> int:
        """CU-22 to CU-24."""
        name = egg.removeprefix("egg ")
        types = COLOURS if name == "velociraptor" else (name,)
        numbers = {other: self.number(other, *types) for other in self.seats}
        pays, costs = self.box.eggs[egg]
        if max(numbers.values()) == 0 and self.rulings["zero_majority"] == "off":
            return costs
        return pays if numbers[seat] == max(numbers.values()) else costs

    def score(self, seat: int) -> int:
        """CU-30, CU-50, and the present round as it lies."""
        present = 0 if self.is_over else self.round_score(seat)
        return sum(self.scores[seat]) + present + self.tokens[seat] // 2

    def winners(self) -> set[int]:
        """CU-30."""
        best = max((self.score(seat), self.scores[seat][-1]) for seat in self.seats)
        return {seat for seat in self.seats if (self.score(seat), self.scores[seat][-1]) == best}

    # The game

    def play(self, *, is_begun: bool) -> Asking:
        """CU-27 to CU-29: from a turn with its hand in the first round, or from the set-up, to the end."""
        while True:
            if not is_begun:
                yield from self.set_up()
            is_begun = False
            while self.hand or self.decks[0]:
                yield from self.take_turn()
            for seat in self.seats:
                self.scores[seat].append(self.round_score(seat))
            if self.round == self.rounds:
                self.is_over = True
                return
            self.turn = self.leader()
            self.round += 1
            self.decks.pop(0)
            for seat in self.seats:
                self.collection[seat], self.bought[seat] = Counter(), set()
            self.destroyed = Counter()

    def set_up(self) -> Asking:
        """CU-05, CU-06, CU-31, CU-32, CU-49."""
        for seat in self.seats:
            for _ in range(4):
                self.collection[seat][self.decks[0].pop(0)] += 1
        if self.is_advanced:
            for tile in self.orders.pop(0):
                if tile not in self.market and len(self.market) < len(self.seats) + 1:
                    self.market.add(tile)
        for seat in self.seats:
            for card in self.collection[seat].elements():
                yield from self.gain(seat, card)

    def leader(self) -> int:
        """CU-28."""
        last = {seat: self.scores[seat][-1] for seat in self.seats}
        seat = self.turn
        while last[seat] > min(last.values()):
            seat = self.after(seat)
        return seat

    def take_turn(self) -> Asking:
        """CU-09 to CU-14, CU-34."""
        seat, own = self.turn, self.collection[self.turn]
        if not self.hand:
            self.hand[self.decks[0].pop(0)] += 1
        while True:
            in_hand = {type_of(card) for card in self.hand}
            lines = {"keep", *(f"refuse {card}" for card in own if type_of(card) not in in_hand)}
            line = yield "turn", seat, lines | self.purchases(seat, is_late=False)
            if not line.startswith("buy"):
                break
            yield from self.buy(seat, line)
            if line.split()[1] in ("4", "5"):
                break
        if line == "keep":
            kept, self.hand = self.hand, Counter()
            own.update(kept)
            for card in kept.elements():
                yield from self.gain(seat, card)
        elif line.startswith("refuse"):
            self.move(own, self.hand, line.removeprefix("refuse "))
        late = self.purchases(seat, is_late=True) if self.rulings["buy_window"] == "before_or_after" else None
        if late:
            line = yield "end", seat, {"end turn", *late}
            if line != "end turn":
                yield from self.buy(seat, line)
        self.turn, self.has_bought = self.after(seat), False

    @staticmethod
    def move(giver: Counter[str], taker: Counter[str], card: str) -> None:
        giver[card] -= 1
        if not giver[card]:
            del giver[card]
        taker[card] += 1

    def gain(self, seat: int, card: str) -> Asking:
        """CU-32, CU-33: the token of one card that has joined a collection."""
        if not has_icon(card):
            return
        rich = [other for other in self.rivals(seat) if self.tokens[other]]
        if self.supply:
            self.supply -= 1
        elif rich:
            line = yield "token", seat, {f"token seat {other}" for other in rich}
            self.tokens[int(line.split()[2])] -= 1
        else:
            return
        self.tokens[seat] += 1

    # Tiles

    def purchases(self, seat: int, *, is_late: bool) -> set[str]:
        """CU-34 to CU-36: every whole purchase."""
        if self.has_bought:
            return set()
        found = set()
        for tile in self.market:
            if self.box.prices[tile] <= self.tokens[seat] and (not is_late or tile in LATE_TILES):
                found |= {f"buy {tile}{target}" for target in self.targets(seat, tile)}
        return found

    def targets(self, seat: int, tile: int) -> Iterable[str]:
        """CU-37 to CU-46: what may stand behind `buy 7`."""
        own, rivals = self.collection[seat], self.rivals(seat)
        theirs = [f" seat {other} {card}" for other in rivals for card in self.collection[other]]
        if tile == 3:
            return [""] if self.decks[0] else []
        if tile in (5, 6):
            return [f" {card}" for card in own]
        if tile in (7, 8):
            return theirs
        if tile == 9:
            return [f" seat {other} {card}" for other in rivals for card in own]
        if tile == 10:
            return [f"{their} for {card}" for their in theirs for card in own]
        return [""]

    def buy(self, seat: int, line: str) -> Asking:
        """CU-34, CU-37 to CU-48."""
        found = BUY.match(line)
        assert found, line
        tile, other, card, given = int(found[1]), int(found[2] or 0), found[3], found[4]
        own = self.collection[seat]
        self.tokens[seat] -= self.box.prices[tile]
        self.supply += self.box.prices[tile]
        self.market.remove(tile)
        self.bought[seat].add(tile)
        self.has_bought = True
        if tile == 3:
            self.hand[self.decks[0].pop(0)] += 1
        elif tile == 5:
            self.move(own, self.hand, card)
        elif tile in (6, 7):
            self.move(own if tile == 6 else self.collection[other], self.destroyed, card)
        elif tile == 8:
            self.move(self.collection[other], own, card)
            yield from self.gain(seat, card)
        elif tile == 9:
            self.move(own, self.collection[other], card)
            yield from self.gain(other, card)
        elif tile == 10:
            self.move(self.collection[other], own, card)
            self.move(own, self.collection[other], given)
            yield from self.gain(seat, card)
            yield from self.gain(other, given)

    def seen(self) -> dict[str, Any]:
        """What must be the same at the other table."""
        hidden = Counter(self.box.cards)
        for pile in (self.hand, self.destroyed, *self.collection.values()):
            hidden.subtract(pile)
        return {
            "round": self.round,
            "turn": None if self.is_over else self.turn,
            "hand": dict(self.hand),
            "deck": self.decks[0],
            "unseen": dict(+hidden),
            "destroyed": dict(self.destroyed),
            "collections": {seat: dict(cards) for seat, cards in self.collection.items()},
            "tokens": self.tokens,
            "supply": self.supply,
            "market": self.market,
            "bought": self.bought,
            "rounds": self.scores,
            "round scores": {seat: self.round_score(seat) for seat in self.seats},
            "scores": {seat: self.score(seat) for seat in self.seats},
            "winners": self.winners() if self.is_over else set(),
        }


def seen_by_engine(setup: Setup, state: CubosaursState) -> dict[str, Any]:
    """The same of the engine's table."""
    view = GAME.view(state, TRUTH)
    deck = GAME.measure(setup, state, "deck")
    return {
        "round": view.round,
        "turn": view.turn,
        "hand": view.hand,
        "deck": [] if deck == "none" else deck.split(", "),
        "unseen": view.unseen,
        "destroyed": view.destroyed,
        "collections": {seat.seat: seat.collection for seat in view.seats},
        "tokens": {seat.seat: seat.tokens for seat in view.seats},
        "supply": view.supply,
        "market": {tile.tile for tile in view.market},
        "bought": {seat.seat: set(seat.tiles) for seat in view.seats},
        "rounds": {seat.seat: list(seat.round_scores) for seat in view.seats},
        "round scores": {seat.seat: seat.round_score for seat in view.seats},
        "scores": {seat.seat: seat.score for seat in view.seats},
        "winners": set(view.winners),
    }


# ---- Tables by chance


def any_edition(dice: random.Random) -> Edition:
    """One of the shelf, or a box of its own, with many icons and low prices."""
    if dice.random() < 0.5:
        return GAME.edition(dice.choice(GAME.edition_ids()))
    lines = []
    for name in DINOSAURS:
        row = " ".join(str(dice.randint(-9, 9)) for _ in range(4))
        lines.append(f"{name}: {row}, 7 cards, {dice.randint(0, 7)} dna")
    for colour in COLOURS:
        low, high = sorted(dice.choices(range(8), k=2))
        for value, cards in enumerate((low, high - low, 7 - high), start=1):
            lines.append(f"{colour} {value}: {cards} cards, {dice.randint(0, cards)} dna")
    lines += [f"{egg}: {dice.randint(0, 9)} if most, {-dice.randint(0, 9)} otherwise" for egg in EGGS]
    for tile in range(1, 11):
        lines.append(f"tile {tile}: cost {dice.randint(0, 4)}{dice.choice(['', ', direct interaction'])}")
    return GAME.edition_of_lines(
        "mine", "a box of our own", [Line(n, text) for n, text in enumerate(lines, start=1)]
    )


def any_setup(dice: random.Random, dna: str = "") -> Setup:
    """Any seats, rulings and box; more often than not the advanced game."""
    answers = {ruling.id: dice.choice(ruling.answers) for ruling in GAME.rulings}
    answers["dna"] = dna or dice.choice(["on", "on", "off"])
    answers["no_direct_interaction"] = dice.choice(["off", "off", "on"])
    return GAME.setup(dice.choice([2, 3, 4, 5]), edition=any_edition(dice), rulings=answers)


def tiles_of(setup: Setup, box: Box) -> list[int]:
    """CU-31, CU-51."""
    if setup.rulings["dna"] == "off":
        return []
    return [
        tile
        for tile in box.prices
        if setup.rulings["no_direct_interaction"] == "off" or tile not in box.direct
    ]


def bare_den(dice: random.Random, setup: Setup) -> Den:
    """A deal by dice of our own."""
    box = open_box(setup.edition, dna=setup.rulings["dna"] == "on")
    seats, rounds = range(1, setup.seats + 1), int(setup.rulings["rounds"])
    cards, tiles = sorted(box.cards.elements()), tiles_of(setup, box)
    assert len(cards) == 55
    return Den(
        box=box,
        rulings=dict(setup.rulings),
        collection={seat: Counter() for seat in seats},
        decks=[dice.sample(cards, 10 * setup.seats) for _ in range(rounds)],
        orders=[dice.sample(tiles, len(tiles)) for _ in range(rounds)],
        tokens=dict.fromkeys(seats, 0),
        bought={seat: set() for seat in seats},
        scores={seat: [] for seat in seats},
        turn=dice.choice(seats),
        supply=40 if setup.rulings["dna"] == "on" else 0,
    )


def say_deal(den: Den) -> str:
    lines = [f"first: seat {den.turn}"]
    lines += [f"deck {number}: {', '.join(deck)}" for number, deck in enumerate(den.decks, start=1)]
    if den.is_advanced:
        lines += [
            f"tiles {number}: {', '.join(map(str, order))}"
            for number, order in enumerate(den.orders, start=1)
        ]
    return "\n".join(lines)


def fuzzed(dice: random.Random, setup: Setup) -> Den:
    """A crowded table in the middle of a turn: collections of any size, and few tokens in the supply."""
    den = bare_den(dice, setup)
    den.round = dice.randint(1, den.rounds)
    den.decks, den.orders = den.decks[den.round - 1 :], den.orders[den.round :]
    cards = sorted(den.box.cards.elements())
    dice.shuffle(cards)
    if dice.random() < 0.3:
        cards.sort(key=lambda card: dice.random() + type_of(card).startswith(dice.choice(COLOURS)))
    for seat in den.seats:
        size = dice.choice([0, 0, 1, 2, 4, 6, 9])
        den.collection[seat], cards = Counter(cards[:size]), cards[size:]
    size = dice.choice([1, 1, 2, 3, 5])
    den.hand, cards = Counter(cards[:size]), cards[size:]
    size = dice.choice([0, 0, 1, 2, 5, 8])
    den.decks[0] = cards[:size]
    if den.is_advanced:
        size = dice.choice([0, 0, 1, 2])
        den.destroyed = Counter(cards[-size:]) if size else Counter()
        tiles = tiles_of(setup, den.box)
        den.market = set(dice.sample(tiles, dice.randint(0, len(tiles))))
        for tile in set(tiles) - den.market:
            den.bought[dice.choice(den.seats)].add(tile)
        for seat in den.seats:
            den.tokens[seat] = dice.choice([0, 0, 1, 2, 5, 8])
        den.supply = dice.choice([0, 0, 1, 3, 40 - sum(den.tokens.values())])
        den.has_bought = dice.random() < 0.1
    for seat in den.seats:
        den.scores[seat] = [dice.randint(-9, 20) for _ in range(den.round - 1)]
    return den


def say_counter(cards: Counter[str]) -> str:
    return ", ".join(f"{number} {card}" for card, number in cards.items()) or "none"


def say_fuzzed(den: Den) -> str:
    """The table as a position, by a pen of our own."""
    later = range(den.round + 1, den.rounds + 1)
    lines = [
        f"round: {den.round}",
        f"turn: seat {den.turn}",
        f"hand: {say_counter(den.hand)}",
        f"deck: {', '.join(den.decks[0]) or 'none'}",
        f"destroyed: {say_counter(den.destroyed)}",
        f"market: {', '.join(map(str, den.market)) or 'none'}",
        f"supply: {den.supply}",
        f"has bought: {'yes' if den.has_bought else 'no'}",
        *(f"deck {number}: {', '.join(deck)}" for number, deck in zip(later, den.decks[1:], strict=True)),
    ]
    if den.is_advanced:
        lines += [
            f"tiles {number}: {', '.join(map(str, order)) or 'none'}"
            for number, order in zip(later, den.orders, strict=True)
        ]
    for seat in den.seats:
        lines += [
            f"seat {seat}:",
            f"  collection: {say_counter(den.collection[seat])}",
            f"  tokens: {den.tokens[seat]}",
            f"  bought: {', '.join(map(str, den.bought[seat])) or 'none'}",
            f"  rounds: {', '.join(map(str, den.scores[seat])) or 'none'}",
        ]
    return "\n".join(lines)


# ---- Both tables side by side


def read(setup: Setup, text: str) -> CubosaursState:
    return GAME.read_position(setup, read_outline(text))


def check_round_trip(setup: Setup, state: CubosaursState) -> None:
    """A position that is said reads back to the same fields."""
    lines = GAME.say_position(state)
    again = read(setup, "\n".join(lines))
    assert GAME.say_position(again) == lines
    assert again.fields() == state.fields(), "\n".join(lines)


def play_both(dice: random.Random, setup: Setup, state: CubosaursState, den: Den, *, is_begun: bool) -> int:
    """Play to the end at both tables with the same lines; how many questions there were."""
    asking = den.play(is_begun=is_begun)
    questions = 0
    tokens = den.supply + sum(den.tokens.values())
    try:
        kind, seat, lines = next(asking)
        while True:
            questions += 1
            assert seen_by_engine(setup, state) == den.seen()
            assert GAME.prompts[state.prompt(seat - 1)] == kind
            assert bits.members(state.waiting) == [seat - 1]
            assert {GAME.say_line(line) for line in legal_lines(GAME, state, seat - 1)} == lines
            assert den.supply + sum(den.tokens.values()) == tokens
            buys = sorted(line for line in lines if line.startswith("buy"))
            line = dice.choice(buys if buys and dice.random() < 0.5 else sorted(lines))
            for move in GAME.read_line(line):
                if dice.random() < 0.05:
                    check_round_trip(setup, state)
                state.apply(seat - 1, move)
            kind, seat, lines = asking.send(line)
    except StopIteration:
        pass
    assert den.is_over
    assert state.waiting == 0
    assert seen_by_engine(setup, state) == den.seen()
    check_round_trip(setup, state)
    return questions
