"""Any position of T-Rex in words, as cases set it up."""

from collections.abc import Sequence

from rexarium.games.trex import codes
from rexarium.games.trex.measures import MEASURES, OF_TABLE
from rexarium.games.trex.notation import read_card, read_colour
from rexarium.games.trex.rules import TrexState
from rexarium.games.trex.start import empty_table
from rexarium.games.trex.view import pile_of, standing
from rexarium.games.trex.words import PROMPTS, name_card, name_colour
from rexarium.kernel import bits
from rexarium.kernel.errors import BadPosition, BadText
from rexarium.kernel.game import Setup
from rexarium.kernel.outline import Line
from rexarium.kernel.phrases import read_seat, say_seats
from rexarium.kernel.sheet import NOTHING, Sheet

LABELS = (
    "round", "strongest", "weakest", "phase", "turn", "rank", "order", "comet",
    "open eggs", "left eggs", "right eggs",
)  # fmt: skip
SEAT_LABELS = ("hand", "stock", "pile", "lost", "seen", "eggs")
REST = codes.NOBODY  # in a list of cards: all cards of the set that are not named elsewhere


def read_position(setup: Setup, lines: Sequence[Line]) -> TrexState:
    """Read a position as `docs/how-to/write-a-case.md` describes it; whatever is left out has a default."""
    return _Reader(setup, lines).state


class _Reader:
    """Reads one position; each method reads one thing, in the order in which they depend on each other."""

    def __init__(self, setup: Setup, lines: Sequence[Line]) -> None:
        self.seats = setup.seats
        self.sheet = Sheet(setup.seats, lines, LABELS, SEAT_LABELS)
        self.state = empty_table(setup)
        self.phase, self.stage = self._read_phase()
        self._read_colours()
        for seat in range(setup.seats):
            self._read_cards(seat)
        self._read_eggs(list(setup.edition.numbers.eggs))
        self._read_tops()
        self._read_comet()
        self._ask()

    # Phase, colours, round

    def _read_phase(self) -> tuple[str, int]:
        word, _, place = self.sheet.value("phase", "play").partition(" ")
        last = {"take": 2, "lose": self.seats}.get(word, 0)
        if word not in PROMPTS or (place and place not in map(str, range(1, last + 1))):
            phases = f"play, take, take 2, lose, lose 2 to lose {self.seats}, change, or over"
            self.sheet.refuse(f"a phase is {phases}", "phase")
        return word, int(place or 1) - 1

    def _read_colours(self) -> None:
        state = self.state
        state.strongest = self.sheet.read(read_colour, "strongest", state.strongest)
        state.weakest = self.sheet.read(read_colour, "weakest", (state.strongest + 3) % codes.COLOURS)
        if state.strongest == state.weakest:
            self.sheet.refuse("strongest and weakest must be two colours", "weakest", rule="TR-08")

    def _read_round(self, eggs_left: int) -> int:
        """Round 1 by default, or the first round for which enough eggs are left."""
        earliest = codes.ROUNDS if self.phase == "over" else max(1, codes.ROUNDS - eggs_left // 2)
        round_ = self.sheet.number("round", earliest, 1, codes.ROUNDS)
        if self.phase == "over" and round_ < codes.ROUNDS:
            self.sheet.refuse("the game is over after round 12 only", "round", rule="TR-51")
        if self.phase == "change" and round_ == codes.ROUNDS:
            self.sheet.refuse("after round 12 no colour is changed", "round", rule="TR-51")
        return round_

    # Cards

    def _read_cards(self, seat: int) -> None:
        labels = ("hand", "stock", "pile", "lost")
        named = {label: self.sheet.read_all(_read_card_or_rest, label, seat) for label in labels}
        self._place_rest(seat, named)
        seen = {*self.sheet.read_all(_read_card_or_rest, "seen", seat), *named["pile"]}
        if REST in seen:
            self.sheet.refuse("name the cards that all have seen", "seen", seat)
        if named["pile"] and self.phase in ("change", "over"):
            self.sheet.refuse("in this phase the piles lie under the stocks", "pile", seat, rule="TR-45")
        state = self.state
        state.assign_at("hand", seat, bits.mask_of(named["hand"]))
        state.assign_at("lost", seat, bits.mask_of(named["lost"]))
        state.assign_at("seen", seat, bits.mask_of(list(seen)))
        state.assign_at("stock", seat, len(named["stock"]))
        state.assign_at("pile", seat, len(named["pile"]))
        for place, card in enumerate([*named["stock"], *named["pile"]]):
            state.assign_at("ring", seat * codes.RING + place, card)

    def _place_rest(self, seat: int, named: dict[str, list[int]]) -> None:
        """Check that every card of the set is in one place; the rest is the stock, or lost if the stock is named."""
        places = [label for label, here in named.items() for card in here if card == REST]
        if len(places) > 1 or "pile" in places:
            self.sheet.refuse(
                "'rest' stands once: in the hand, the stock or among the lost", places[-1], seat
            )
        if not places:
            places = ["lost" if self.sheet.has("stock", seat) else "stock"]
            named[places[0]].append(REST)
        cards = [card for here in named.values() for card in here]
        for label, here in named.items():
            for card in here:
                if cards.count(card) > 1:
                    self.sheet.refuse(f"{name_card(card)} stands here twice", label, seat, rule="TR-09")
        at = named[places[0]].index(REST)
        named[places[0]][at : at + 1] = [card for card in range(codes.CARDS) if card not in cards]

    # Eggs

    def _read_eggs(self, box: list[int]) -> None:
        sheet, state, whole = self.sheet, self.state, list(box)
        for seat in range(self.seats):
            for colour in self._take_eggs(box, "eggs", seat):
                place = seat * codes.COLOURS + colour
                state.assign_at("eggs", place, state.eggs[place] + 1)
        wanted = {"play": 2, "take": 2 - self.stage}.get(self.phase, 0)
        state.round = self._read_round(sum(box) - wanted)
        opened = self._take_eggs(box, "open eggs")
        left, right = self._take_eggs(box, "left eggs"), self._take_eggs(box, "right eggs")
        spare = [c for turn in range(max(box)) for c in range(codes.COLOURS) if turn < box[c]]
        if not sheet.has("open eggs"):
            opened, spare = spare[:wanted], spare[wanted:]
        if len(opened) != wanted:
            text = f"in this phase {wanted} eggs lie open, not {len(opened)}"
            sheet.refuse(text, "open eggs", rule="TR-37")
        state.assign({"open_eggs": [*opened, codes.NO_EGG, codes.NO_EGG][:2]})
        self._fill(left, right, spare)
        rest = list(whole)
        for egg in left + right:
            rest[egg] -= 1
        gone = [colour for colour in range(codes.COLOURS) for _ in range(rest[colour])]
        state.assign({"egg_piles": [*gone[: state.turned], *left, *gone[state.turned :], *right]})

    def _take_eggs(self, box: list[int], label: str, seat: int | None = None) -> list[int]:
        """Eggs, one by one, from `green 2`, `2 green` or `green`, taken out of the box."""
        eggs: list[int] = []
        for item in self.sheet.items(label, seat):
            number, name = _read_count(item)
            colour = read_colour(name, self.sheet.line(label, seat), BadPosition)
            box[colour] -= number
            if box[colour] < 0:
                self.sheet.refuse(f"there are not so many {name} eggs in the box", label, seat, rule="TR-05")
            eggs += [colour] * number
        return eggs

    def _fill(self, left: list[int], right: list[int], spare: list[int]) -> None:
        """Fill both piles up to the depth of the round, or as far as the eggs last, below the named eggs."""
        state = self.state
        depth = min(codes.EGG_PILE - state.round, (len(left) + len(right) + len(spare)) // 2)
        state.turned = codes.EGG_PILE - depth
        for label, pile in (("left eggs", left), ("right eggs", right)):
            if len(pile) > depth:
                text = f"in round {state.round} a pile has {depth} eggs here, not {len(pile)}"
                self.sheet.refuse(text, label, rule="TR-49")
            missing = depth - len(pile)
            pile.extend(spare[:missing])
            del spare[:missing]
        if depth < codes.ROUNDS - state.round:
            text = f"with so many eggs gone the piles run out before round 12: say a later round than {state.round}"
            self.sheet.refuse(text, "round", rule="TR-49")

    # What counts in the end

    def _read_tops(self) -> None:
        state = self.state
        state.turn = self.sheet.seat("turn", 0) if self.phase == "play" else 0
        showing = [seat for seat in range(self.seats) if state.pile[seat] > 0]
        order = sorted(showing, key=lambda seat: (seat - state.turn) % self.seats)
        if self.sheet.has("order"):
            order = self.sheet.seat_list("order")
            if sorted(order) != showing:
                text = "'order' names each seat with a played card once, the earliest top card first"
                self.sheet.refuse(text, "order")
        for place, seat in enumerate(order, start=codes.MAX_SEATS + 1):
            strength = 0
            for card in pile_of(state, seat):
                strength = strength if card == codes.CHAMAELOSAURUS else state.strength(card)
            state.assign_at("top", seat, strength * codes.CLOCK + place)
        state.clock = codes.MAX_SEATS + len(order)

    def _read_comet(self) -> None:
        state = self.state
        comets = {
            (seat, card): codes.SHOWER_STRENGTH if card == codes.SHOWER else state.strength(card)
            for seat in range(self.seats)
            for card in pile_of(state, seat)
            if bits.has(state.comets, card)
        }
        if self.sheet.has("comet"):
            comets = self._named_comets(comets)
        strongest = [key for key in comets if comets[key] == max(comets.values())]
        are_tops = all(pile_of(state, seat)[-1] == card for seat, card in strongest)
        if len(strongest) > 1 and self.phase == "play" and not are_tops:
            example = f"comet: seat {strongest[0][0] + 1} {name_card(strongest[0][1])}"
            text = f"two comets are equally strong; say which was played later, like '{example}'"
            self.sheet.refuse(text, "comet")
        if strongest:
            later = max(strongest, key=lambda key: state.top[key[0]] % codes.CLOCK)
            state.comet_seat = later[0]
            state.comet_strength = comets[later]

    def _named_comets(self, comets: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
        """The comets on the piles that `seat 2 blue 7`, `seat 2` or `blue 7` may refer to."""
        text, line = self.sheet.value("comet"), self.sheet.line("comet")
        if text in NOTHING:
            return {}
        words = text.split()
        has_seat = words[0] == "seat"
        seat = read_seat(" ".join(words[:2]), self.seats, line, BadPosition) if has_seat else None
        name = " ".join(words[2:] if has_seat else words)
        card = read_card(name, line, BadPosition) if name else None
        found = {key: comets[key] for key in comets if seat in (None, key[0]) and card in (None, key[1])}
        if not found:
            self.sheet.refuse(f"there is no such comet on a played pile: '{text}'", "comet")
        return found

    # Who has to move

    def _ask(self) -> None:
        state = self.state
        if self.phase == "play":
            self._ask_for_card()
        else:
            self._ask_after_round()
            if self.sheet.has("turn") and self.sheet.seat("turn", 0) != (state.turn if state.waiting else -1):
                self.sheet.refuse("in this phase the rank says whose turn it is; leave 'turn' out", "turn")

    def _ask_for_card(self) -> None:
        """Ask for a card; passing over seats that cannot play tells facts, as in a game."""
        state = self.state
        if self.sheet.has("rank"):
            self.sheet.refuse("while cards are played the top cards make the rank; leave 'rank' out", "rank")
        state.showered = self._showered(range(self.seats))
        state.is_telling = True
        state.pass_turn((state.turn - 1) % self.seats)
        state.is_telling = False

    def _ask_after_round(self) -> None:
        state = self.state
        state.end_round()
        if self.sheet.has("rank"):
            rank = self.sheet.seat_list("rank")
            if sorted(rank) != list(range(self.seats)):
                self.sheet.refuse("'rank' names each seat once, the strongest first", "rank")
            state.assign({"rank": (rank + [0] * codes.MAX_SEATS)[: codes.MAX_SEATS]})
        state.stage = self.stage
        rank = list(state.rank)[: self.seats]
        state.showered = self._showered(rank[self.stage :] if self.phase == "lose" else rank)
        if self.phase == "take":
            state.ask(codes.PROMPT_TAKE, rank[self.stage], state.takes())
        elif self.phase == "lose":
            state.ask_for_loss(self.stage)
        elif self.phase == "change":
            state.ask(codes.PROMPT_CHANGE, rank[-1], state.changes())
        else:
            state.ask(codes.PROMPT_OVER, state.turn, 0)
            state.waiting = 0

    def _showered(self, seats: Sequence[int]) -> int:
        """TR-41: which of these seats still have to lose a shower."""
        return bits.mask_of([seat for seat in seats if codes.SHOWER in pile_of(self.state, seat)])


def _read_card_or_rest(text: str, line: int, error: type[BadText]) -> int:
    return REST if text == "rest" else read_card(text, line, error)


def _read_count(item: str) -> tuple[int, str]:
    words = [word for word in item.split() if word not in ("egg", "eggs")]
    numbers = [word for word in words if word.isascii() and word.isdecimal() and len(word) < 4]
    name = " ".join(word for word in words if word not in numbers)
    return (int(numbers[0]) if numbers else 1), name if len(numbers) < 2 else item


def say_position(state: TrexState) -> list[str]:
    """Write a position so that `read_position` sets it up again."""
    is_staged = state.asked in (codes.PROMPT_TAKE, codes.PROMPT_LOSE)
    phase = f"{PROMPTS[state.asked]} {state.stage + 1}" if is_staged else PROMPTS[state.asked]
    is_playing = state.asked == codes.PROMPT_PLAY
    showing = [seat for seat in range(state.seats) if state.pile[seat] > 0]
    order = sorted(showing, key=lambda seat: state.top[seat] % codes.CLOCK)
    table = ("comet", "open eggs", "left eggs", "right eggs")
    return [
        f"round: {state.round}",
        f"strongest: {name_colour(state.strongest)}",
        f"weakest: {name_colour(state.weakest)}",
        f"phase: {phase}",
        f"turn: seat {state.turn + 1}" if is_playing else f"rank: {say_seats(standing(state))}",
        f"order: {say_seats(order)}",
        *(f"{label}: {OF_TABLE[label](state)}" for label in table),
        *MEASURES.say_seats(state, SEAT_LABELS),
    ]
