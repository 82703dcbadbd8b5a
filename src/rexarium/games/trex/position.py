"""Any position of T-Rex in words: what cases set up and what they measure."""

from collections.abc import Sequence
from itertools import chain

from rexarium.games.trex import codes
from rexarium.games.trex.notation import read_card, read_colour, read_seat
from rexarium.games.trex.rules import TrexState
from rexarium.games.trex.table import empty_table
from rexarium.games.trex.view import last_lap, name_worth, pile_of, ruling_comet, standing, stock_of
from rexarium.games.trex.words import COLOUR_NAMES, PROMPTS, name_card, name_colour
from rexarium.kernel import bits
from rexarium.kernel.errors import BadPosition
from rexarium.kernel.game import Setup
from rexarium.kernel.outline import Line

_LABELS = (
    "round", "strongest", "weakest", "turn", "phase", "rank", "order", "comet",
    "open eggs", "left eggs", "right eggs",
)  # fmt: skip
_SEAT_LABELS = ("hand", "stock", "pile", "lost", "seen", "eggs")
_PHASES = ("play", "take", "lose", "change", "over")


def read_position(setup: Setup, lines: Sequence[Line]) -> TrexState:
    """A position as `docs/how-to/write-a-case.md` describes it; what is not said has a default."""
    return _Reader(setup, lines).state


class _Reader:
    """Reads one position; each method reads one thing, in the order in which they lean on each other."""

    def __init__(self, setup: Setup, lines: Sequence[Line]) -> None:
        self.seats = setup.seats
        self.eggs_in_box = list(setup.edition.numbers.eggs)
        self.last_line = lines[-1].number if lines else 0
        self.named: dict[str, Line] = {}
        self.seat_lines: dict[int, dict[str, Line]] = {seat: {} for seat in range(setup.seats)}
        for line in lines:
            self._sort(line)
        self.state = empty_table(setup)
        self._read_colours()
        self.phase, self.stage = self._read_phase()
        for seat in range(setup.seats):
            self._read_cards(seat)
        self._read_eggs()
        self.state.turn = self._read_turn()
        self._read_tops()
        self._read_comet()
        self._ask()

    def _sort(self, line: Line) -> None:
        if line.label.startswith("seat "):
            seat = read_seat(line.label, self.seats, line.number, BadPosition)
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

    def _read_colours(self) -> None:
        state = self.state
        if "strongest" in self.named:
            state.strongest = self._colour("strongest")
        state.weakest = (
            self._colour("weakest") if "weakest" in self.named else (state.strongest + 3) % codes.COLOURS
        )
        if state.strongest == state.weakest:
            raise BadPosition(
                "strongest and weakest must be two colours (TR-08).", self._line("weakest"), "TR-08"
            )
        state.round = self._number("round", 1, codes.ROUNDS)
        state.turned = state.round

    def _read_phase(self) -> tuple[str, int]:
        if "phase" not in self.named:
            return "play", 0
        line = self.named["phase"]
        word, _, place = line.value.partition(" ")
        last = 2 if word == "take" else self.seats
        is_place = place.isdecimal() and word in ("take", "lose") and 1 <= int(place) <= last
        if word not in _PHASES or (place and not is_place):
            raise BadPosition(
                "a phase is play, take, take 2, lose, lose 2 and so on, change, or over.", line.number
            )
        return word, int(place or "1") - 1

    def _read_cards(self, seat: int) -> None:
        lines, state = self.seat_lines[seat], self.state
        hand, pile, lost = (self._cards(seat, label) for label in ("hand", "pile", "lost"))
        stock_line = lines.get("stock")
        stock_items = (
            ["rest"] if stock_line is None else [item for item in stock_line.items() if item != "none"]
        )
        number = stock_line.number if stock_line else self.last_line
        named = [read_card(item, number, BadPosition) for item in stock_items if item != "rest"]
        cards = [*hand, *pile, *lost, *named]
        for card in cards:
            if cards.count(card) > 1:
                raise BadPosition(
                    f"seat {seat + 1} has {name_card(card)} twice (TR-09).", self._seat_line(seat), "TR-09"
                )
        rest = [card for card in range(codes.CARDS) if card not in cards]
        stock = list(
            chain.from_iterable(
                rest if item == "rest" else [read_card(item, number, BadPosition)] for item in stock_items
            )
        )
        lost += [] if "rest" in stock_items else rest
        seen = {*pile, *self._cards(seat, "seen")}
        self._set("hand", seat, bits.mask_of(hand))
        self._set("lost", seat, bits.mask_of(lost))
        self._set("seen", seat, bits.mask_of(sorted(seen)))
        self._set("stock", seat, len(stock))
        self._set("pile", seat, len(pile))
        for place, card in enumerate([*stock, *pile]):
            self._set("ring", seat * codes.RING + place, card)
        if codes.SHOWER in pile:
            state.showered |= 1 << seat

    def _read_eggs(self) -> None:
        state, box = self.state, list(self.eggs_in_box)
        for seat, lines in self.seat_lines.items():
            for item in lines["eggs"].items() if "eggs" in lines else []:
                self._give_eggs(seat, item, lines["eggs"].number, box)
        opened = self._eggs("open eggs", box)
        piles = [self._eggs(label, box) for label in ("left eggs", "right eggs")]
        spare = [
            colour
            for turn in range(max(box, default=0))
            for colour in range(codes.COLOURS)
            if turn < box[colour]
        ]
        wanted = {"play": 2, "take": 2 - self.stage}.get(self.phase, 0)
        if opened is None:
            opened, spare = spare[:wanted], spare[wanted:]
        if len(opened) != wanted:
            raise BadPosition(
                f"in this phase {wanted} eggs lie open, not {len(opened)}.", self._line("open eggs")
            )
        state.assign({"open_eggs": [*opened, codes.NO_EGG, codes.NO_EGG][:2]})
        depth = codes.EGG_PILE - state.turned
        for side, said in enumerate(piles):
            pile, spare = (spare[:depth], spare[depth:]) if said is None else (said, spare)
            if len(pile) != depth:
                label = ("left eggs", "right eggs")[side]
                raise BadPosition(
                    f"in round {state.round} a pile has {depth} eggs, not {len(pile)}.", self._line(label)
                )
            for place, egg in enumerate(pile):
                self._set("egg_piles", side * codes.EGG_PILE + state.turned + place, egg)

    def _give_eggs(self, seat: int, item: str, line: int, box: list[int]) -> None:
        name, _, number = item.rpartition(" ")
        if item == "none":
            return
        if not number.isdecimal():
            raise BadPosition(f"write eggs as 'green 2', not '{item}'.", line)
        colour = read_colour(name, line, BadPosition)
        box[colour] -= int(number)
        if box[colour] < 0:
            raise BadPosition(f"there are not so many {name} eggs in the box (TR-05).", line, "TR-05")
        place = seat * codes.COLOURS + colour
        self._set("eggs", place, int(number))

    def _eggs(self, label: str, box: list[int]) -> list[int] | None:
        if label not in self.named:
            return None
        line = self.named[label]
        eggs = [read_colour(item, line.number, BadPosition) for item in line.items() if item != "none"]
        for egg in eggs:
            box[egg] -= 1
            if box[egg] < 0:
                raise BadPosition(
                    f"there are not so many {name_colour(egg)} eggs in the box (TR-05).", line.number, "TR-05"
                )
        return eggs

    def _read_turn(self) -> int:
        line = self.named.get("turn")
        if line and self.phase != "play":
            raise BadPosition(
                "in this phase the ranking says whose turn it is; leave 'turn' out.", line.number
            )
        return read_seat(line.value, self.seats, line.number, BadPosition) if line else 0

    def _read_tops(self) -> None:
        state = self.state
        showing = [seat for seat in range(self.seats) if state.pile[seat] > 0]
        start = state.turn if self.phase == "play" else 0
        order = sorted(showing, key=lambda seat: (seat - start) % self.seats)
        if "order" in self.named:
            order = self._seat_list("order")
            if sorted(order) != showing:
                raise BadPosition("'order' names each seat with a played card once.", self._line("order"))
        for place, seat in enumerate(order, start=codes.MAX_SEATS + 1):
            strength = 0
            for card in pile_of(state, seat):
                strength = strength if card == codes.CHAMAELOSAURUS else state.strength(card)
            self._set("top", seat, strength * codes.CLOCK + place)
        state.clock = codes.MAX_SEATS + len(order)

    def _read_comet(self) -> None:
        state = self.state
        comets = {
            (seat, card): codes.SHOWER_STRENGTH if card == codes.SHOWER else state.strength(card)
            for seat in range(self.seats)
            for card in pile_of(state, seat)
            if bits.has(state.comets, card)
        }
        strongest = [key for key, strength in comets.items() if strength == max(comets.values())]
        line = self.named.get("comet")
        if line is None and len(strongest) > 1:
            raise BadPosition(
                "two comets are equally strong: say which is later with 'comet: seat 2 blue 7'.",
                self.last_line,
            )
        if line is not None:
            strongest = [] if line.value == "none" else [self._comet(line, comets)]
        if strongest:
            state.comet_seat = strongest[0][0]
            state.comet_strength = comets[strongest[0]]

    def _comet(self, line: Line, comets: dict[tuple[int, int], int]) -> tuple[int, int]:
        words = line.value.split()
        seat = read_seat(" ".join(words[:2]), self.seats, line.number, BadPosition)
        card = read_card(" ".join(words[2:]), line.number, BadPosition)
        if (seat, card) not in comets:
            raise BadPosition(f"{name_card(card)} is no comet on the pile of seat {seat + 1}.", line.number)
        return seat, card

    def _ask(self) -> None:
        state = self.state
        if self.phase == "play":
            state.pass_turn((state.turn - 1) % self.seats)
            return
        state.end_round()
        if "rank" in self.named:
            rank = self._seat_list("rank")
            if sorted(rank) != list(range(self.seats)):
                raise BadPosition("'rank' names each seat once, the strongest first.", self._line("rank"))
            state.assign({"rank": (rank + [0] * codes.MAX_SEATS)[: codes.MAX_SEATS]})
        state.stage = self.stage
        if self.phase == "take":
            state.ask(codes.PROMPT_TAKE, state.rank[self.stage], state.takes())
        elif self.phase == "lose":
            state.ask_for_loss(self.stage)
        elif self.phase == "change":
            state.ask(codes.PROMPT_CHANGE, state.rank[self.seats - 1], state.changes())
        else:
            state.ask(codes.PROMPT_OVER, state.turn, 0)
            state.waiting = 0

    # Small things

    def _set(self, field: str, place: int, value: int) -> None:
        values = list(getattr(self.state, field))
        values[place] = value
        self.state.assign({field: values})

    def _cards(self, seat: int, label: str) -> list[int]:
        line = self.seat_lines[seat].get(label)
        items = line.items() if line else []
        return [read_card(item, line.number if line else 0, BadPosition) for item in items if item != "none"]

    def _colour(self, label: str) -> int:
        return read_colour(self.named[label].value, self.named[label].number, BadPosition)

    def _number(self, label: str, default: int, most: int) -> int:
        line = self.named.get(label)
        if line is None:
            return default
        if not line.value.isdecimal() or not 1 <= int(line.value) <= most:
            raise BadPosition(f"'{label}' is a number from 1 to {most}.", line.number)
        return int(line.value)

    def _seat_list(self, label: str) -> list[int]:
        line = self.named[label]
        words = line.value.replace(",", " ").split()
        return [read_seat(f"seat {word}", self.seats, line.number, BadPosition) for word in words]

    def _line(self, label: str) -> int:
        return self.named[label].number if label in self.named else self.last_line

    def _seat_line(self, seat: int) -> int:
        lines = self.seat_lines[seat].values()
        return max((line.number for line in lines), default=self.last_line)


def say_position(state: TrexState) -> list[str]:
    """A position so that `read_position` sets it up again."""
    phase = PROMPTS[state.asked]
    if phase in ("take", "lose"):
        phase = f"{phase} {state.stage + 1}"
    lines = [
        f"round: {state.round}",
        f"strongest: {name_colour(state.strongest)}",
        f"weakest: {name_colour(state.weakest)}",
    ]
    lines.append(f"phase: {phase}")
    if state.asked == codes.PROMPT_PLAY:
        lines.append(f"turn: seat {state.turn + 1}")
    else:
        lines.append(f"rank: {_say_seats(standing(state))}")
    order = sorted(
        (s for s in range(state.seats) if state.pile[s] > 0), key=lambda seat: state.top[seat] % codes.CLOCK
    )
    if order:
        lines.append(f"order: {_say_seats(order)}")
    lines += [
        f"{label}: {measure(state, label)}" for label in ("comet", "open eggs", "left eggs", "right eggs")
    ]
    for seat in range(state.seats):
        lines.append(f"seat {seat + 1}:")
        lines += [f"  {label}: {measure(state, f'{label} {seat + 1}')}" for label in _SEAT_LABELS]
    return lines


def measure(state: TrexState, name: str) -> str | None:
    """A named thing of a position in words; None if there is no such name."""
    label, _, last = name.rpartition(" ")
    if last.isdecimal() and 1 <= int(last) <= state.seats:
        return _measure_seat(state, label, int(last) - 1)
    return _measure_table(state, name)


def _measure_table(state: TrexState, name: str) -> str | None:
    piles = list(state.egg_piles)
    comet = ruling_comet(state)
    return {
        "round": lambda: str(state.round),
        "prompt": lambda: PROMPTS[state.asked],
        "turn": lambda: "nobody" if state.waiting == 0 else str(state.turn + 1),
        "strongest": lambda: name_colour(state.strongest),
        "weakest": lambda: name_colour(state.weakest),
        "aside": lambda: _listed(
            [n for c, n in enumerate(COLOUR_NAMES) if c not in (state.strongest, state.weakest)]
        ),
        "open eggs": lambda: _listed([name_colour(egg) for egg in state.open_eggs if egg != codes.NO_EGG]),
        "left eggs": lambda: _listed([name_colour(egg) for egg in piles[state.turned : codes.EGG_PILE]]),
        "right eggs": lambda: _listed([name_colour(egg) for egg in piles[codes.EGG_PILE + state.turned :]]),
        "egg pile size": lambda: str(codes.EGG_PILE - state.turned),
        "comet": lambda: f"seat {comet.seat} {comet.card}" if comet else "none",
        "last lap": lambda: _say_seats(last_lap(state)) or "none",
        "rank": lambda: _say_seats(standing(state)) or "none",
    }.get(name, lambda: None)()


def _measure_seat(state: TrexState, label: str, seat: int) -> str | None:
    base = seat * codes.COLOURS
    pile = pile_of(state, seat)
    return {
        "hand": lambda: _listed([name_card(card) for card in bits.members(state.hand[seat])]),
        "stock": lambda: _listed([name_card(card) for card in stock_of(state, seat)]),
        "pile": lambda: _listed([name_card(card) for card in pile]),
        "lost": lambda: _listed([name_card(card) for card in bits.members(state.lost[seat])]),
        "seen": lambda: _listed([name_card(card) for card in bits.members(state.seen[seat])]),
        "eggs": lambda: _listed(
            [f"{n} {state.eggs[base + c]}" for c, n in enumerate(COLOUR_NAMES) if state.eggs[base + c]]
        ),
        "hand size": lambda: str(bits.count(state.hand[seat])),
        "stock size": lambda: str(state.stock[seat]),
        "pile size": lambda: str(state.pile[seat]),
        "lost size": lambda: str(bits.count(state.lost[seat])),
        "cards left": lambda: str(codes.CARDS - bits.count(state.lost[seat])),
        "top": lambda: name_card(pile[-1]) if pile else "none",
        "counts as": lambda: name_worth(pile) if pile else "none",
        "score": lambda: str(state.score(seat)),
        "sum": lambda: str(state.remaining_sum(seat)),
    }.get(label, lambda: None)()


def _listed(names: list[str]) -> str:
    return ", ".join(names) if names else "none"


def _say_seats(seats: Sequence[int]) -> str:
    return " ".join(str(seat + 1) for seat in seats)
