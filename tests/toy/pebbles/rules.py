# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True, annotation_typing=False
"""The rules of Pebbles. Each function names the rules it carries out; `rulebook.toml` says them in full."""

from rexarium.games.pebbles import codes

from rexarium.kernel import bits, dice
from rexarium.kernel.state import State


class PebblesState(State):
    """A heap, and for each seat a card and some pebbles."""

    FIELDS = ("may_show", "asked", "turn", "heap", "shown", "card", "pebbles")

    def __init__(self) -> None:
        super().__init__()
        self.may_show = 1  # ruling of PB-05
        self.asked = codes.PROMPT_TURN
        self.turn = 0  # the seat that is asked
        self.heap = 0
        self.shown = 0  # the seats whose card lies face up
        self.card = [0] * 5
        self.pebbles = [0] * 5

    def prompt(self, seat: int) -> int:
        """What is asked now."""
        return self.asked

    def turns(self, seat: int) -> int:
        """PB-04, PB-05: one or two of the pebbles that are there, or the card, if it is not face up."""
        taking = bits.bit(codes.TAKE_ONE) | (self.heap > 1) << codes.TAKE_TWO
        if self.may_show and not bits.has(self.shown, seat):
            taking |= bits.bit(codes.SHOW)
        return taking

    def ask(self, seat: int) -> None:
        """PB-04: it is this seat's turn."""
        self.legal[self.turn] = 0
        self.legal[seat] = self.turns(seat)
        self.waiting = bits.bit(seat)
        self.turn = seat

    def apply(self, seat: int, move: int) -> None:
        """Make a legal move and go on to the next question."""
        if move == codes.SHOW:
            self.show(seat)
        else:
            self.take(seat, move + 1)
        if self.heap > 0:
            self.ask(seat + 1 if seat + 1 < self.seats else 0)
        else:
            self.end_game()

    def take(self, seat: int, number: int) -> None:
        """PB-04: from the heap to the seat."""
        self.heap -= number
        self.pebbles[seat] += number
        if self.is_telling:
            self.tell(codes.FACT_TOOK, seat, number, 0)

    def show(self, seat: int) -> None:
        """PB-05: the card lies face up from now on."""
        self.shown |= bits.bit(seat)
        if self.is_telling:
            self.tell(codes.FACT_SHOWED, seat, self.card[seat], 0)

    def end_game(self) -> None:
        """PB-06: all cards lie face up, and nobody is asked any more."""
        self.shown = (1 << self.seats) - 1
        self.legal[self.turn] = 0
        self.waiting = 0
        self.asked = codes.PROMPT_OVER
        if self.is_telling:
            for seat in range(self.seats):
                self.tell(codes.FACT_SCORED, seat, self.score(seat), self.card[seat])
            for seat in range(self.seats):
                if bits.has(self.winners(), seat):
                    self.tell(codes.FACT_WON, seat, 0, 0)

    def default_move(self, seat: int) -> int:
        """PB-04: one pebble."""
        return codes.TAKE_ONE

    def score(self, seat: int) -> int:
        """PB-06: pebbles, and the number of a card that lies face up."""
        return self.pebbles[seat] + bits.choose(bits.has(self.shown, seat), self.card[seat] + 1, 0)

    def winners(self) -> int:
        """PB-06: the seats with the most points."""
        best = 0
        most = -1
        for seat in range(self.seats):
            score = self.score(seat)
            if score > most:
                most = score
                best = 0
            if score == most:
                best |= bits.bit(seat)
        return best

    # What is hidden

    def hidden_cards(self, seat: int) -> int:
        """PB-03: the cards whose place the seat cannot know."""
        hidden = codes.ALL_CARDS
        for owner in range(self.seats):
            if owner == seat or bits.has(self.shown, owner):
                hidden &= ~bits.bit(self.card[owner])
        return hidden

    def imagine(self, seat: int, seed: int) -> int:
        """PB-03: deal the cards that the seat cannot see anew."""
        hidden = self.hidden_cards(seat)
        for owner in range(self.seats):
            if owner != seat and not bits.has(self.shown, owner):
                seed = dice.advance(seed)
                self.card[owner] = bits.nth(hidden, dice.below(seed, bits.count(hidden)))
                hidden &= ~bits.bit(self.card[owner])
        return seed

    # Set-up

    def deal(self, seed: int) -> int:
        """PB-03 by fast dice: the pebbles lie on the heap again, and each seat has a card."""
        self.gather()
        seed = self.imagine(codes.MAX_SEATS, seed)
        seed = dice.advance(seed)
        self.begin_game(dice.below(seed, self.seats))
        return seed

    def gather(self) -> None:
        """PB-01: all pebbles on the heap, all cards face down."""
        for seat in range(self.seats):
            self.heap += self.pebbles[seat]
            self.pebbles[seat] = 0
        self.shown = 0

    def begin_game(self, first: int) -> None:
        """PB-03: each seat looks at its card, and the first one takes its turn."""
        self.asked = codes.PROMPT_TURN
        if self.is_telling:
            for seat in range(self.seats):
                self.tell(codes.FACT_DEALT, seat, self.card[seat], 0)
        self.ask(first)

    # Is this a state of the game?

    def is_in_bounds(self) -> bool:
        """Does no field point out of an array?"""
        fine = 2 <= self.seats <= codes.MAX_SEATS and self.turn < self.seats
        fine &= self.asked <= codes.PROMPT_OVER and self.shown < bits.bit(codes.MAX_SEATS)
        for seat in range(codes.MAX_SEATS):
            fine &= self.card[seat] < codes.CARDS
        return fine

    def is_sound(self) -> bool:
        """With all fields in bounds, can a game go on: has each seat its own card, and is the question the rules' own?"""
        cards = 0
        for seat in range(self.seats):
            cards |= bits.bit(self.card[seat])
        fine = bits.count(cards) == self.seats
        if self.asked == codes.PROMPT_OVER:
            return fine and self.waiting == 0
        return fine and self.waiting == bits.bit(self.turn) and self.legal[self.turn] == self.turns(self.turn)

    # Judgement, for bots: no rule, but what experience says

    def chapter(self) -> int:
        """All of it is one chapter."""
        return 0

    def outlook(self, seat: int) -> float:
        """Points are all there is."""
        return self.score(seat) * 0.5

    def appeal(self, seat: int, move: int) -> int:
        """Two pebbles are better than one, and one is better than none."""
        return 0 if move == codes.SHOW else move + 1
