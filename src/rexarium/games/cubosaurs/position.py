"""Any position of Cubosaurs in words, as cases set it up."""

import re
from collections.abc import Sequence

from rexarium.games.cubosaurs import codes
from rexarium.games.cubosaurs.measures import MEASURES, OF_TABLE
from rexarium.games.cubosaurs.notation import read_kind, read_tile
from rexarium.games.cubosaurs.rules import CubosaursState
from rexarium.games.cubosaurs.start import empty_table
from rexarium.games.cubosaurs.words import DIRECTION_NAMES, KIND_NAMES, PROMPTS, THEN_NAMES
from rexarium.kernel import bits
from rexarium.kernel.errors import BadPosition
from rexarium.kernel.game import Setup
from rexarium.kernel.outline import Line
from rexarium.kernel.sheet import NOTHING, Sheet

LABELS = (
    "round", "direction", "phase", "turn", "hand", "deck", "deck size", "destroyed", "market", "supply",
    "decided", "has bought", "tile", "victim", "theirs", "then", "deck 2", "deck 3", "tiles 2", "tiles 3",
)  # fmt: skip
SEAT_LABELS = ("collection", "tokens", "owed", "bought", "rounds")
MOST_POINTS = 999  # for a round: more than any box can bring
_NUMBER_OF = re.compile(r"^(\d{1,3}) (.+)$", re.ASCII)
_PHASES = {  # By tile that asks for something: the phases in which it does, in order.
    codes.ADD_TILE: ("add",),
    codes.DESTROY_OWN_TILE: ("own",),
    codes.DESTROY_THEIRS_TILE: ("whom", "theirs"),
    codes.TAKE_TILE: ("whom", "theirs"),
    codes.GIVE_TILE: ("whom", "own"),
    codes.EXCHANGE_TILE: ("whom", "theirs", "own"),
}
_NAMING = ("whom", "theirs", "own")  # the phases in which a tile is being bought and no hand is being refused


def read_position(setup: Setup, lines: Sequence[Line]) -> CubosaursState:
    """Read a position as `docs/how-to/write-a-case.md` describes it; whatever is left out has a default."""
    return _Reader(setup, lines).state


class _Reader:
    """Reads one position; each method reads one thing, in the order in which they depend on each other."""

    def __init__(self, setup: Setup, lines: Sequence[Line]) -> None:
        self.seats = setup.seats
        self.sheet = Sheet(setup.seats, lines, LABELS, SEAT_LABELS)
        self.state = empty_table(setup)
        self.phase = self._read_name("phase", PROMPTS, codes.PROMPT_TURN)
        self.then = codes.THEN_BEGIN
        if self.phase == codes.PROMPT_TOKEN:
            self.then = self._read_name("then", THEN_NAMES, codes.THEN_DECIDE)
        self._read_round()
        self._read_cards()
        self._read_deck()
        self._read_later_rounds()
        self._read_tiles()
        self._read_tokens()
        self._read_scores()
        self._read_purchase()
        self._read_flags()
        self._ask()

    # Round and cards

    def _read_name(self, label: str, names: Sequence[str], default: int) -> int:
        text = self.sheet.value(label, names[default])
        if text not in names:
            self.sheet.refuse(f"'{label}' is {', '.join(names)}, not '{text}'", label)
        return list(names).index(text)

    def _read_flag(self, label: str, *answers: bool) -> int:
        """CU-14, CU-34: yes or no, limited to the possible answers; the first of them is the default."""
        flag = self._read_name(label, ("no", "yes"), int(answers[0]))
        if flag not in answers:
            text = f"'{label}' cannot be {('no', 'yes')[flag]} in the phase '{PROMPTS[self.phase]}'"
            self.sheet.refuse(text, label, rule="CU-34")
        return flag

    def _read_round(self) -> None:
        state, last = self.state, self.state.rounds
        is_over = self.phase == codes.PROMPT_OVER
        state.round = self.sheet.number("round", last if is_over else 1, last if is_over else 1, last) - 1
        state.deck_left = 0  # until it is read
        state.direction = self._read_name("direction", DIRECTION_NAMES, state.round % 2)
        state.turn = self.sheet.seat("turn", 0)

    def _counts(self, label: str, seat: int | None = None) -> list[int]:
        """By kind, the number of cards that a label names: `2 t-rex, grey 3`."""
        counts = [0] * codes.KINDS
        for item in self.sheet.items(label, seat):
            found = _NUMBER_OF.match(item)
            counts[self._kind(found[2] if found else item, label, seat)] += int(found[1]) if found else 1
        return counts

    def _kind(self, text: str, label: str, seat: int | None) -> int:
        kind = read_kind(text, self.sheet.line(label, seat), BadPosition)
        if self.state.box[kind] == 0:
            why = (
                "in the base game icons are no part of a card's name"
                if not self.state.dna
                else "none is in this box"
            )
            self.sheet.refuse(f"there is no {text}: {why}", label, seat, rule="CU-03")
        return kind

    def _read_cards(self) -> None:
        """CU-01: every card is somewhere; any that are not named have not been seen."""
        state = self.state
        unseen = list(state.box)
        for seat in range(self.seats):
            for kind, number in enumerate(self._take(unseen, "collection", seat)):
                if number:
                    state.collect(seat, kind, number)
            state.assign_at("owed", seat, 0)
        for kind, number in enumerate(self._take(unseen, "hand")):
            for _ in range(number):
                state.add_to_hand(kind)
        self._take(unseen, "destroyed")
        state.assign({"unseen": unseen})

    def _take(self, box: list[int], label: str, seat: int | None = None) -> list[int]:
        """The cards that a label names, taken out of the box."""
        counts = self._counts(label, seat)
        for kind, number in enumerate(counts):
            box[kind] -= number
            if box[kind] < 0:
                text = f"there are not so many {KIND_NAMES[kind]} in the box"
                self.sheet.refuse(text, label, seat, rule="CU-01")
        return counts

    def _pile(self, label: str, pool: Sequence[int], size: int) -> list[int]:
        """Cards in draw order: those named, then others from the pool in the order of kinds, up to a total
        number."""
        left = list(pool)
        named = []
        for item in self.sheet.items(label):
            kind = self._kind(item, label, None)
            left[kind] -= 1
            if left[kind] < 0:
                text = f"there are not so many {item} that nobody has seen"
                self.sheet.refuse(text, label, rule="CU-05")
            named.append(kind)
        rest = [kind for kind, number in enumerate(left) for _ in range(number)]
        return [*named, *rest][: max(size, len(named))]

    def _lay(self, round_: int, cards: Sequence[int]) -> None:
        decks = list(self.state.decks)
        first = round_ * codes.BOX
        decks[first : first + len(cards)] = reversed(cards)
        self.state.assign({"decks": decks})

    def _read_deck(self) -> None:
        """CU-05: the named deck, or as many cards as there would be in a game."""
        state, unseen = self.state, list(self.state.unseen)
        named = len(self.sheet.items("deck"))
        seen = codes.BOX - sum(unseen)
        usual = max(0, min(self.seats * codes.DECK_A_SEAT - seen, sum(unseen)))
        is_over = self.phase == codes.PROMPT_OVER
        default = named if self.sheet.has("deck") or is_over else usual
        state.deck_left = self.sheet.number("deck size", default, named, sum(unseen))
        if is_over and (state.deck_left or state.hand_kinds):
            self.sheet.refuse("the game is over only without a hand and a deck", "phase", rule="CU-17")
        self._lay(state.round, self._pile("deck", unseen, state.deck_left))

    def _read_later_rounds(self) -> None:
        """CU-27, CU-49: the decks and tiles to come, as named, or else in the order of the box."""
        state = self.state
        orders = list(state.tile_orders)
        for round_ in range(1, codes.MAX_ROUNDS):
            deck, tiles = f"deck {round_ + 1}", f"tiles {round_ + 1}"
            if state.round < round_ < state.rounds:
                size = self.seats * codes.DECK_A_SEAT
                self._lay(round_, self._pile(deck, state.box, size)[:size])
                named = self._tiles(tiles)
                order = [*named, *(tile for tile in bits.members(state.tiles) if tile not in named)]
                orders[round_ * codes.TILES : round_ * codes.TILES + len(order)] = order
            elif self.sheet.items(deck) or self.sheet.items(tiles):
                self.sheet.refuse(
                    "that round is not to come", deck if self.sheet.has(deck) else tiles, rule="CU-27"
                )
        state.assign({"tile_orders": orders})

    # Tiles and tokens

    def _tiles(self, label: str, seat: int | None = None) -> list[int]:
        tiles = self.sheet.read_all(read_tile, label, seat)
        for tile in tiles:
            if not bits.has(self.state.tiles, tile):
                rule = "CU-51" if self.state.dna else "CU-31"
                self.sheet.refuse(f"tile {tile} is not in the game at this table", label, seat, rule=rule)
        if len(set(tiles)) < len(tiles):
            self.sheet.refuse("each tile is there once", label, seat, rule="CU-31")
        return tiles

    def _read_tiles(self) -> None:
        """CU-31, CU-35: a tile is in the market, bought by one seat, or out of sight."""
        state = self.state
        state.market = bits.mask_of(self._tiles("market"))
        gone = state.market
        for seat in range(self.seats):
            bought = bits.mask_of(self._tiles("bought", seat))
            if bought & gone:
                self.sheet.refuse("a tile is in the market or bought by one", "bought", seat, rule="CU-35")
            gone |= bought
            state.assign_at("bought", seat, bought)

    def _read_tokens(self) -> None:
        """CU-31: forty in all, or fewer if the case says so; none without the advanced game."""
        state = self.state
        most = codes.TOKENS * state.dna
        for seat in range(self.seats):
            state.assign_at("tokens", seat, self.sheet.number("tokens", 0, 0, most, seat))
            state.assign_at("owed", seat, self.sheet.number("owed", 0, 0, most, seat))
        given = sum(state.tokens)
        if given > most:
            self.sheet.refuse(f"there are {most} tokens", "tokens", rule="CU-31")
        state.supply = self.sheet.number("supply", most - given, 0, most - given)

    def _read_scores(self) -> None:
        """CU-27: the points of the finished rounds; for the last one, what the collections bring."""
        state = self.state
        for seat in range(self.seats):
            scores = [self._points(item, seat) for item in self.sheet.items("rounds", seat)]
            if scores and len(scores) != state.round + (self.phase == codes.PROMPT_OVER):
                text = f"round {state.round + 1} is played, so {state.round} have ended"
                self.sheet.refuse(text, "rounds", seat, rule="CU-27")
            for round_, points in enumerate(scores):
                state.assign_at("round_scores", round_ * codes.MAX_SEATS + seat, points)
            if self.phase == codes.PROMPT_OVER and not scores:
                state.assign_at("round_scores", state.round * codes.MAX_SEATS + seat, state.score_round(seat))

    def _points(self, text: str, seat: int) -> int:
        digits = text.replace("−", "-").removeprefix("-").removeprefix("+")
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 4):
            self.sheet.refuse(f"'{text}' is no number of points", "rounds", seat)
        return -int(digits) if text[0] in "-−" else int(digits)

    # What is being asked

    def _read_purchase(self) -> None:
        """CU-34: which tile is being bought and what has been chosen for it; CU-35: it belongs to its buyer."""
        state, sheet, phase = self.state, self.sheet, PROMPTS[self.phase]
        for tile in self._tiles("tile")[:1]:
            theirs = [bought for seat, bought in enumerate(state.bought) if seat != state.turn]
            if any(bits.has(tiles, tile) for tiles in (state.market, *theirs)):
                sheet.refuse("a tile that is being bought lies before its buyer", "tile", rule="CU-35")
            state.tile = tile
            state.assign_at("bought", state.turn, state.bought[state.turn] | bits.bit(tile))
        phases = _PHASES.get(state.tile, ())
        if phase not in phases and (state.tile or phase in _NAMING):
            sheet.refuse(f"say which tile is being bought, of one that asks '{phase}'", "tile", rule="CU-34")
        if self._is_said("victim", is_due=phase in phases[1:]):
            state.victim = sheet.seat("victim", 0)
        if self._is_said("theirs", is_due=phase in phases[2:]):
            state.theirs = self._kind(sheet.value("theirs"), "theirs", None)

    def _is_said(self, label: str, *, is_due: bool) -> bool:
        """CU-43, CU-46: a purchase must say what it has named, and nothing else."""
        if (self.sheet.value(label) in NOTHING) == is_due:
            text = f"say '{label}', which has been named" if is_due else f"no '{label}' has been named yet"
            self.sheet.refuse(text, label, rule="CU-46" if label == "theirs" else "CU-43")
        return is_due

    def _read_flags(self) -> None:
        """CU-34: whether the hand has been kept or refused, and whether a tile has been bought this turn."""
        state, phase = self.state, PROMPTS[self.phase]
        then = THEN_NAMES[self.then] if phase == "token" else ""
        if phase == "end" or then == "next turn":
            state.is_decided = self._read_flag("decided", True)
        elif phase in _NAMING and state.late_window:
            state.is_decided = self._read_flag("decided", False, True)
        else:
            state.is_decided = self._read_flag("decided", False)
        if state.tile or then in ("decision", "next turn"):
            state.has_bought = self._read_flag("has bought", True)
        elif phase in ("end", "over") or then == "first turn" or not state.dna:
            state.has_bought = self._read_flag("has bought", False)
        else:
            state.has_bought = self._read_flag("has bought", False, True)

    def _ask(self) -> None:
        """CU-09, CU-33, CU-34: ask the question of the phase."""
        state = self.state
        if any(state.owed) and self.phase != codes.PROMPT_TOKEN:
            self.sheet.refuse("tokens are owed only in the phase 'token'", "phase", rule="CU-33")
        if self.phase == codes.PROMPT_OVER:
            state.end_game()
        elif self.phase == codes.PROMPT_TURN:
            self._begin_turn()
        elif self.phase == codes.PROMPT_TOKEN:
            state.settle(self.then)
        elif self.phase == codes.PROMPT_END:
            state.offer_tiles()
        elif state.tile == codes.NO_TILE:
            state.ask(codes.PROMPT_ADD, state.turn, state.addable() << codes.CARD)
        else:
            self._ask_for_target()
        self._check_asked()

    def _begin_turn(self) -> None:
        """CU-09: decide on the hand if there is one; otherwise draw a card."""
        state = self.state
        if state.hand_kinds != 0:
            state.ask_to_decide()
            return
        if state.deck_left == 0:
            self.sheet.refuse("without a hand and a deck the round is over", "hand", rule="CU-17")
        state.begin_turn()

    def _ask_for_target(self) -> None:
        """CU-41 to CU-46: the prompt of the tile being bought."""
        state = self.state
        if state.victim == codes.NOBODY:
            state.ask_for_target()
            return
        if state.victim == state.turn:
            self.sheet.refuse("a tile is for an opponent, not for its buyer", "victim", rule="CU-43")
        state.name_victim(state.victim)
        if state.tile == codes.EXCHANGE_TILE and self.phase == codes.PROMPT_OWN:
            if not bits.has(state.held[state.victim], state.theirs):
                self.sheet.refuse("the opponent has no such card", "theirs", rule="CU-46")
            state.pick(state.theirs)

    def _check_asked(self) -> None:
        """Refuse a phase in which the rules would not stop for an answer."""
        state = self.state
        has_answer = state.waiting == 0 or state.legal[bits.lowest(state.waiting)] != 0
        is_deciding = not state.is_decided and self.phase not in (codes.PROMPT_TOKEN, codes.PROMPT_OVER)
        if is_deciding and state.hand_kinds == 0:
            self.sheet.refuse("without a hand there is nothing to decide on", "hand", rule="CU-09")
        if state.asked != self.phase or not has_answer:
            name = PROMPTS[self.phase]
            self.sheet.refuse(
                f"in this position nothing is asked in the phase '{name}'", "phase", rule="CU-14"
            )


def say_position(state: CubosaursState) -> list[str]:
    """Write a position so that `read_position` sets it up again."""
    return [
        *(f"{label}: {OF_TABLE[label](state)}" for label in LABELS),
        *MEASURES.say_seats(state, SEAT_LABELS),
    ]
