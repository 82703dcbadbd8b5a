# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True, annotation_typing=False
# cython: auto_pickle=False
"""The rules of T-Rex (Hanno & Wilfried Kuhn, 1999).

Each function names the rules it implements; `rulebook.toml` states them in full. Everything here is an int
(`codes`), and a C value when compiled: `rules.pxd` declares the types.
"""

from rexarium.games.trex import codes
from rexarium.kernel import bits, dice
from rexarium.kernel.state import State


class TrexState(State):
    """A table of T-Rex: for each seat a hand (a set of cards) and a ring of cards, the stock followed by the pile."""

    FIELDS = (
        "flip_with_one", "shower_is_extra_loss", "comets", "draws",
        "round", "asked", "turn", "stage", "strongest", "weakest",
        "clock", "comet_seat", "comet_strength", "showered",
        "hand", "seen", "lost", "ring", "head", "stock", "pile", "top", "rank",
        "eggs", "egg_piles", "turned", "open_eggs",
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.flip_with_one = 1  # ruling of TR-19
        self.shower_is_extra_loss = 0  # ruling of TR-41
        self.comets = 0  # the cards with a comet, including the shower
        self.draws = 0  # two bits per card: how many cards it draws
        self.round = 1
        self.asked = codes.PROMPT_PLAY
        self.turn = 0  # the seat that has to move
        self.stage = 0  # the place in the ranking of the seat that takes an egg or loses a card
        self.strongest = 0
        self.weakest = 0
        self.clock = 0  # time within the round; every card played advances it
        self.comet_seat = codes.NOBODY  # the seat that played the strongest comet of this round
        self.comet_strength = 0
        self.showered = 0  # seats that played their shower this round and have not lost it yet
        self.hand = [0] * 5
        self.seen = [0] * 5  # cards of the set that everyone has seen; remembered for good (TR-55)
        self.lost = [0] * 5
        self.ring = [0] * 160
        self.head = [0] * 5  # the ring index of the stock's top
        self.stock = [0] * 5  # the stock's number of cards; the pile follows it in the ring
        self.pile = [0] * 5
        self.top = [0] * 5  # the top card's strength, then the time it was played; 0 without a card
        self.rank = [0] * 5  # the seats, the one with the strongest top card first
        self.eggs = [0] * 25
        self.egg_piles = [0] * 30  # the left pile from its top, then the right one
        self.turned = 0  # how many eggs of each pile have been turned up
        self.open_eggs = [codes.NO_EGG, codes.NO_EGG]

    # Questions

    def prompt(self, seat: int) -> int:
        """What is being asked now."""
        return self.asked

    def ask(self, prompt: int, seat: int, moves: int) -> None:
        """Ask one seat; no other has a legal move."""
        self.legal[self.turn] = 0
        self.legal[seat] = moves
        self.waiting = bits.bit(seat)
        self.asked = prompt
        self.turn = seat

    def plays(self, seat: int) -> int:
        """TR-16, TR-19, TR-20, TR-21: any hand card; with none or, by ruling, just one, also the stock's top."""
        hand = self.hand[seat]
        is_bare = hand & (hand - self.flip_with_one) == 0
        return hand | (is_bare & (self.stock[seat] > 0)) << codes.FLIP

    def takes(self) -> int:
        """TR-37: take one of the open eggs."""
        left = self.open_eggs[0]
        right = self.open_eggs[1]
        return (bits.bit(codes.TAKE + left) | bits.bit(codes.TAKE + right)) & codes.ALL_TAKES

    def losses(self, seat: int) -> int:
        """TR-39, TR-40, TR-41: lose a shower played this round, otherwise the top of the pile or of the stock."""
        if bits.has(self.showered, seat):
            return bits.bit(codes.LOSE_SHOWER)
        return (self.pile[seat] > 0) << codes.LOSE_TOP | (self.stock[seat] > 0) << codes.LOSE_STOCK

    def changes(self) -> int:
        """TR-46, TR-47, TR-48: exchange one of the three colours aside for one of the two in play, or neither."""
        aside = codes.ALL_COLOURS & ~(bits.bit(self.strongest) | bits.bit(self.weakest))
        return aside << codes.STRONGEST | aside << codes.WEAKEST | bits.bit(codes.KEEP)

    # How strong a card is

    def strength(self, card: int) -> int:
        """TR-11, TR-12: colour counts first, then number; TR-15: the special cards have no strength of their own."""
        is_strongest = bits.has(codes.COLOUR_CARDS << self.strongest, card)
        is_weakest = bits.has(codes.COLOUR_CARDS << self.weakest, card)
        tier = 2 + is_strongest - is_weakest
        return bits.choose(card < codes.NUMBERED, tier * 16 + card, 0)

    def effective_strength(self, seat: int, card: int) -> int:
        """TR-32, TR-34 to TR-36: a Chamaelosaurus is as strong as the top card it is played on."""
        mimicked = bits.choose(card == codes.CHAMAELOSAURUS, self.top[seat] // codes.CLOCK, 0)
        return self.strength(card) + mimicked

    # Moves

    def apply(self, seat: int, move: int) -> None:
        """Make a legal move and continue to the next question."""
        if move <= codes.FLIP:
            self.play(seat, move)
        elif move < codes.LOSE_TOP:
            self.take(seat, move - codes.TAKE)
        elif move < codes.STRONGEST:
            self.lose(seat, move)
        else:
            self.change(seat, move)

    def play(self, seat: int, move: int) -> None:
        """TR-16 to TR-20, TR-33: a card from the hand or the stock's top goes onto the player's pile and takes effect."""
        is_flip = move == codes.FLIP
        card = bits.choose(is_flip, self.ring[self.slot(seat, 0)], move)
        self.head[seat] = (self.head[seat] + is_flip) & codes.RING_MASK
        self.stock[seat] -= is_flip
        self.hand[seat] &= ~bits.bit(card)
        self.seen[seat] |= bits.bit(card)
        self.ring[self.slot(seat, self.stock[seat] + self.pile[seat])] = card
        self.pile[seat] += 1
        self.clock += 1
        strength = self.effective_strength(seat, card)
        self.top[seat] = strength * codes.CLOCK + self.clock
        is_last = self.comet_seat == seat
        rules = self.comet_rules(seat, card, strength)
        drawn = self.draw(seat, (self.draws >> (2 * card)) & 3)
        if self.is_telling:
            self.tell_play(seat, move, card, rules, drawn)
        # TR-30: the next card of the strongest comet's player ends the round, unless it extends it.
        if is_last and not rules:
            self.end_round()
        else:
            self.pass_turn(seat)

    def comet_rules(self, seat: int, card: int, strength: int) -> bool:
        """TR-23 to TR-29: a comet at least as strong as the strongest so far replaces it and restarts the last lap."""
        is_shower = card == codes.SHOWER
        self.showered |= is_shower << seat
        strength += is_shower * codes.SHOWER_STRENGTH
        rules = bits.has(self.comets, card) & (strength >= self.comet_strength)
        self.comet_strength = bits.choose(rules, strength, self.comet_strength)
        self.comet_seat = bits.choose(rules, seat, self.comet_seat)
        return rules

    def draw(self, seat: int, wanted: int) -> int:
        """TR-18: one to three cards, or all that are left, go from the stock to the hand; returns them as a set."""
        stock = self.stock[seat]
        number = min(wanted, stock)
        drawn = (number > 0) << self.ring[self.slot(seat, 0)]
        drawn |= (number > 1) << self.ring[self.slot(seat, 1)]
        drawn |= (number > 2) << self.ring[self.slot(seat, 2)]
        self.hand[seat] |= drawn
        self.head[seat] = (self.head[seat] + number) & codes.RING_MASK
        self.stock[seat] = stock - number
        return drawn

    def tell_play(self, seat: int, move: int, card: int, rules: bool, drawn: int) -> None:
        """Tell the facts of a card that has been played."""
        self.tell(codes.FACT_FLIPPED if move == codes.FLIP else codes.FACT_PLAYED, seat, card, 0)
        if card == codes.CHAMAELOSAURUS:
            self.tell(codes.FACT_MIMICKED, seat, self.pile_card(seat, self.pile[seat] - 2), 0)
        if bits.has(self.comets, card):
            self.tell(codes.FACT_COMET_RULED if rules else codes.FACT_COMET_FELL_SHORT, seat, card, 0)
        if drawn != 0:
            self.tell(codes.FACT_DREW, seat, bits.count(drawn), drawn)

    def slot(self, seat: int, place: int) -> int:
        """The ring index of the card this many places below the stock's top."""
        return seat * codes.RING + ((self.head[seat] + place) & codes.RING_MASK)

    def pile_card(self, seat: int, place: int) -> int:
        """A card of the played pile, counted from the first one played; NOBODY below that."""
        return self.ring[self.slot(seat, self.stock[seat] + place)] if place >= 0 else codes.NOBODY

    def seat_after(self, seat: int) -> int:
        """The next seat clockwise."""
        return seat + 1 if seat + 1 < self.seats else 0

    def pass_turn(self, seat: int) -> None:
        """TR-16: the turn goes clockwise to the next seat that can play."""
        self.ask_to_play(self.seat_after(seat))

    def ask_to_play(self, seat: int) -> None:
        """TR-16, TR-21: ask this seat to play, or the next one that can."""
        plays = self.plays(seat)
        if plays != 0:
            self.ask(codes.PROMPT_PLAY, seat, plays)
        else:
            self.pass_over(seat)

    def pass_over(self, seat: int) -> None:
        """TR-21: skip seats that cannot play; TR-30, TR-31: the round ends if the comet's player or all are skipped."""
        for _ in range(self.seats):
            if self.is_telling:
                self.tell(codes.FACT_PASSED_OVER, seat, 0, 0)
            if seat == self.comet_seat:
                break
            seat = self.seat_after(seat)
            plays = self.plays(seat)
            if plays != 0:
                self.ask(codes.PROMPT_PLAY, seat, plays)
                return
        self.end_round()

    # The end of a round

    def end_round(self) -> None:
        """TR-37: rank the top cards (TR-11 to TR-15; of equals the later is stronger) and let the strongest take an egg."""
        for seat in range(self.seats):
            place = 0
            for other in range(self.seats):
                place += self.top[other] > self.top[seat]
            self.rank[place] = seat
        if self.is_telling:
            self.tell(codes.FACT_ROUND_ENDED, self.round, 0, 0)
            for place in range(self.seats):
                self.tell(codes.FACT_RANKED, self.rank[place], place + 1, 0)
        self.stage = 0
        self.ask(codes.PROMPT_TAKE, self.rank[0], self.takes())

    def take(self, seat: int, colour: int) -> None:
        """TR-37, TR-38: the egg is kept to the end; the second strongest takes the other one."""
        self.open_eggs[self.open_eggs[0] != colour] = codes.NO_EGG
        self.eggs[seat * codes.COLOURS + colour] += 1
        if self.is_telling:
            self.tell(codes.FACT_TOOK, seat, colour, 0)
        if self.stage == 0:
            self.stage = 1
            self.ask(codes.PROMPT_TAKE, self.rank[1], self.takes())
        else:
            self.ask_for_loss(0)

    def lose(self, seat: int, move: int) -> None:
        """TR-39 to TR-43: one card leaves the game, in order of rank."""
        if move == codes.LOSE_SHOWER:
            self.lose_shower(seat)
            # TR-41: depending on the ruling, the shower is the one card lost, or an extra one.
            if self.shower_is_extra_loss and self.losses(seat) != 0:
                self.ask(codes.PROMPT_LOSE, seat, self.losses(seat))
                return
        else:
            self.lose_end(seat, move == codes.LOSE_TOP)
        self.ask_for_loss(self.stage + 1)

    def lose_end(self, seat: int, is_top: bool) -> None:
        """TR-39: lose the last card of the pile or the top card of the stock."""
        is_stock = not is_top
        place = bits.choose(is_top, self.stock[seat] + self.pile[seat] - 1, 0)
        card = self.ring[self.slot(seat, place)]
        self.pile[seat] -= is_top
        self.stock[seat] -= is_stock
        self.head[seat] = (self.head[seat] + is_stock) & codes.RING_MASK
        self.put_out(codes.FACT_LOST_TOP if is_top else codes.FACT_LOST_STOCK, seat, card)

    def put_out(self, fact: int, seat: int, card: int) -> None:
        """TR-39: the card is out of the game."""
        self.lost[seat] |= bits.bit(card)
        if self.is_telling:
            self.tell(fact, seat, card, 0)

    def lose_shower(self, seat: int) -> None:
        """TR-41: the shower leaves the pile wherever it is; the cards above it move down."""
        place = self.stock[seat]
        while self.ring[self.slot(seat, place)] != codes.SHOWER:
            place += 1
        self.pile[seat] -= 1
        while place < self.stock[seat] + self.pile[seat]:
            self.ring[self.slot(seat, place)] = self.ring[self.slot(seat, place + 1)]
            place += 1
        self.showered &= ~bits.bit(seat)
        self.put_out(codes.FACT_LOST_SHOWER, seat, codes.SHOWER)

    def ask_for_loss(self, stage: int) -> None:
        """TR-42: the next in rank loses a card; after the last one, the piles go under the stocks."""
        while stage < self.seats:
            seat = self.rank[stage]
            losses = self.losses(seat)
            if losses != 0:
                self.stage = stage
                self.ask(codes.PROMPT_LOSE, seat, losses)
                return
            stage += 1
        self.slide_piles()

    def slide_piles(self) -> None:
        """TR-45: piles go under the stocks in their order; TR-51: after the twelfth time the game is over."""
        if self.is_telling:
            for seat in range(self.seats):
                self.tell(codes.FACT_PILE_SLID, seat, self.pile[seat], 0)
        for seat in range(self.seats):
            self.stock[seat] += self.pile[seat]
            self.pile[seat] = 0
        self.clear_round()
        if self.round < codes.ROUNDS:
            self.ask(codes.PROMPT_CHANGE, self.rank[self.seats - 1], self.changes())
        else:
            self.end_game()

    def clear_round(self) -> None:
        """Clear all top cards and the comet; seats without a card rank below all others."""
        for seat in range(self.seats):
            self.top[seat] = seat
        self.clock = codes.MAX_SEATS
        self.comet_seat = codes.NOBODY
        self.comet_strength = 0
        self.stage = 0

    def change(self, seat: int, move: int) -> None:
        """TR-46, TR-47: the weakest exchanges a colour in play or keeps both; then the next round begins."""
        is_weakest = (move >= codes.WEAKEST) & (move < codes.KEEP)
        if self.is_telling:
            self.tell_change(seat, move)
        self.strongest = bits.choose(move < codes.WEAKEST, move - codes.STRONGEST, self.strongest)
        self.weakest = bits.choose(is_weakest, move - codes.WEAKEST, self.weakest)
        self.round += 1
        self.turn_eggs()
        self.begin_round(seat)

    def tell_change(self, seat: int, move: int) -> None:
        """Tell the fact of a change of colours that is about to be made."""
        if move == codes.KEEP:
            self.tell(codes.FACT_COLOURS_KEPT, seat, 0, 0)
        elif move >= codes.WEAKEST:
            self.tell(codes.FACT_WEAKEST_CHANGED, seat, move - codes.WEAKEST, self.weakest)
        else:
            self.tell(codes.FACT_STRONGEST_CHANGED, seat, move - codes.STRONGEST, self.strongest)

    def turn_eggs(self) -> None:
        """TR-07, TR-49: turn up the next egg of each pile."""
        self.open_eggs[0] = self.egg_piles[self.turned]
        self.open_eggs[1] = self.egg_piles[codes.EGG_PILE + self.turned]
        self.turned += 1
        if self.is_telling:
            self.tell(codes.FACT_EGGS_TURNED, self.open_eggs[0], self.open_eggs[1], 0)

    def begin_round(self, lead: int) -> None:
        """TR-10, TR-50: the first seat leads, later the weakest of the last round; TR-22: hands carry over."""
        if self.is_telling:
            self.tell(codes.FACT_ROUND_BEGUN, self.round, lead, 0)
        self.ask_to_play(lead)

    def end_game(self) -> None:
        """TR-51: nothing more is asked; the scores decide."""
        self.ask(codes.PROMPT_OVER, self.turn, 0)
        self.waiting = 0
        if self.is_telling:
            for seat in range(self.seats):
                self.tell(codes.FACT_SCORED, seat, self.score(seat), self.remaining_sum(seat))
            for seat in range(self.seats):
                if bits.has(self.winners(), seat):
                    self.tell(codes.FACT_WON, seat, 0, 0)

    # Scores

    def score(self, seat: int) -> int:
        """TR-52: for each colour, the square of the number of eggs."""
        total = 0
        for place in range(seat * codes.COLOURS, seat * codes.COLOURS + codes.COLOURS):
            total += self.eggs[place] * self.eggs[place]
        return total

    def remaining_sum(self, seat: int) -> int:
        """TR-53: the sum of the numbers on the cards still in the game; special cards count 0."""
        total = 0
        for card in range(codes.NUMBERED):
            if not bits.has(self.lost[seat], card):
                total += card + 1
        return total

    def winners(self) -> int:
        """TR-52, TR-53, TR-54: most points, then the larger sum, then a shared victory."""
        best = -1
        mask = 0
        for seat in range(self.seats):
            worth = self.score(seat) * 256 + self.remaining_sum(seat)
            if worth > best:
                best = worth
                mask = bits.bit(seat)
            elif worth == best:
                mask |= bits.bit(seat)
        return mask

    # The move that a time-out makes

    def default_move(self, seat: int) -> int:
        """TR-44: the move that a time-out makes."""
        if self.asked == codes.PROMPT_PLAY:
            return self.default_play(seat)
        if self.asked == codes.PROMPT_TAKE:
            return self.default_take(seat)
        if self.asked == codes.PROMPT_CHANGE:
            return codes.KEEP
        if bits.has(self.showered, seat):
            return codes.LOSE_SHOWER
        return codes.LOSE_STOCK if self.stock[seat] > 0 else codes.LOSE_TOP

    def default_play(self, seat: int) -> int:
        """TR-44: the weakest hand card without a comet, or else the weakest; with an empty hand, the stock's top."""
        best = codes.FLIP
        least = 1 << 20
        for card in range(codes.CARDS):
            if bits.has(self.hand[seat], card):
                worth = self.effective_strength(seat, card)
                if bits.has(self.comets, card):
                    worth += 1 << 10
                if worth < least:
                    least = worth
                    best = card
        return best

    def default_take(self, seat: int) -> int:
        """TR-44: the egg of the colour that the seat has most of; the left one if that is a tie."""
        left = self.open_eggs[0]
        right = self.open_eggs[1]
        if left == codes.NO_EGG:
            return codes.TAKE + right
        if right == codes.NO_EGG:
            return codes.TAKE + left
        base = seat * codes.COLOURS
        return codes.TAKE + (right if self.eggs[base + right] > self.eggs[base + left] else left)

    # What is hidden

    def hidden_cards(self, owner: int, seat: int) -> int:
        """TR-55: the cards of the owner's set whose place the seat cannot know."""
        hidden = codes.ALL_CARDS & ~self.seen[owner]
        if owner == seat:
            hidden &= ~self.hand[owner]
        return hidden

    def imagine(self, seat: int, seed: int) -> int:
        """TR-55: redeal each set's hidden cards and the eggs still face down, so that nothing of the truth remains."""
        for owner in range(self.seats):
            hidden = self.hidden_cards(owner, seat)
            if hidden != 0:
                seed = self.shuffle_set(owner, hidden, seed)
            self.wipe_ring(owner)
        if self.asked == codes.PROMPT_PLAY:
            self.legal[self.turn] = self.plays(self.turn)
        return self.shuffle_eggs(seed)

    def shuffle_set(self, owner: int, hidden: int, seed: int) -> int:
        """Shuffle the hidden cards over the places that hold hidden cards: stock, hand, or out of the game."""
        left = hidden
        number = bits.count(hidden)
        for place in range(self.stock[owner]):
            slot = self.slot(owner, place)
            if bits.has(hidden, self.ring[slot]):
                seed = dice.advance(seed)
                card = bits.nth(left, dice.below(seed, number))
                left &= ~bits.bit(card)
                number -= 1
                self.ring[slot] = card
        hand = self.hand[owner] & ~hidden
        for _ in range(bits.count(self.hand[owner] & hidden)):
            seed = dice.advance(seed)
            card = bits.nth(left, dice.below(seed, number))
            left &= ~bits.bit(card)
            number -= 1
            hand |= bits.bit(card)
        self.hand[owner] = hand
        self.lost[owner] = (self.lost[owner] & ~hidden) | left
        return seed

    def wipe_ring(self, owner: int) -> None:
        """Clear the rest of the ring, which would still hold the drawn cards that others have not seen."""
        cards = self.stock[owner] + self.pile[owner]
        place = self.head[owner] + cards
        for _ in range(codes.RING - cards):
            self.ring[owner * codes.RING + (place & codes.RING_MASK)] = 0
            place += 1

    def shuffle_eggs(self, seed: int) -> int:
        """Shuffle the face-down eggs of both piles together, because any egg may be in either.

        The eggs are counted and laid out afresh, so that their true order does not affect the new one.
        """
        depth = codes.EGG_PILE - self.turned
        counts = 0  # eight bits per colour
        for place in range(2 * depth):
            counts += bits.bit(8 * self.egg_piles[self.egg_slot(place, depth)])
        place = 0
        for colour in range(codes.COLOURS):
            for _ in range((counts >> (8 * colour)) & 255):
                seed = dice.advance(seed)
                there = self.egg_slot(dice.below(seed, place + 1), depth)
                self.egg_piles[self.egg_slot(place, depth)] = self.egg_piles[there]
                self.egg_piles[there] = colour
                place += 1
        return seed

    def egg_slot(self, place: int, depth: int) -> int:
        """The index of the nth hidden egg, counting through the left pile and then the right one."""
        return self.turned + place + bits.choose(place < depth, 0, self.turned)

    # Set-up

    def deal(self, seed: int) -> int:
        """TR-07 to TR-10: deal with fast dice, keeping this state's seats, rulings, symbols and eggs."""
        self.gather()
        for seat in range(self.seats):
            seed = self.shuffle_set(seat, codes.ALL_CARDS, seed)
        seed = self.shuffle_eggs(seed)
        seed = dice.advance(seed)
        self.strongest = dice.below(seed, codes.COLOURS)
        seed = dice.advance(seed)
        self.weakest = (self.strongest + 1 + dice.below(seed, codes.COLOURS - 1)) % codes.COLOURS
        seed = dice.advance(seed)
        self.begin_game(dice.below(seed, self.seats))
        return seed

    def gather(self) -> None:
        """TR-01, TR-04, TR-09: all sets are complete again, seven cards in hand and ten in stock; no egg is turned up."""
        for seat in range(self.seats):
            self.hand[seat] = (1 << codes.HAND) - 1
            for card in range(codes.HAND, codes.CARDS):
                self.ring[seat * codes.RING + card - codes.HAND] = card
            self.head[seat] = 0
            self.stock[seat] = codes.CARDS - codes.HAND
            self.pile[seat] = 0
            self.seen[seat] = 0
            self.lost[seat] = 0
            for colour in range(codes.COLOURS):
                self.eggs[seat * codes.COLOURS + colour] = 0
        self.showered = 0
        self.turned = 0
        self.clear_round()

    def begin_game(self, first: int) -> None:
        """TR-07, TR-10: turn up the first eggs; the first seat leads the first round."""
        self.round = 1
        self.turn_eggs()
        self.begin_round(first)

    # Judgement for bots: heuristics, not rules

    def chapter(self) -> int:
        """Each round is a chapter."""
        return self.round

    def outlook(self, seat: int) -> float:
        """Points count more the fewer rounds are left, and hand cards are worth something too (docs/bots.md)."""
        late = self.round - 7 if self.round > 7 else 0
        return self.score(seat) * (0.25 + 0.04 * late) + bits.count(self.hand[seat]) * 0.12

    def appeal(self, seat: int, move: int) -> int:
        """How good a move looks at a glance."""
        if move <= codes.FLIP:
            return self.appeal_of_play(seat, move)
        if move < codes.LOSE_TOP:
            return self.appeal_of_egg(seat, move - codes.TAKE)
        if move >= codes.STRONGEST:
            return self.appeal_of_change(seat, move)
        if move == codes.LOSE_TOP:
            return -(self.strength(self.pile_card(seat, self.pile[seat] - 1)) // 8)
        return -4

    def appeal_of_play(self, seat: int, card: int) -> int:
        """On the last lap, be just strong enough; before it, prefer cards that draw, and a comet that outranks all."""
        if card == codes.FLIP:
            return 2
        strength = self.effective_strength(seat, card)
        stronger = 0
        for other in range(self.seats):
            stronger += other != seat and self.top[other] // codes.CLOCK > strength
        if self.comet_seat != codes.NOBODY:
            return 40 * (stronger < 1) + 25 * (stronger == 1) - strength // 4
        draws = (self.draws >> (2 * card)) & 3
        return 8 * draws + 20 * (bits.has(self.comets, card) and stronger == 0) - strength // 8

    def appeal_of_egg(self, seat: int, colour: int) -> int:
        """Prefer eggs of a colour that the seat has many of or, with less weight, a rival has."""
        envied = 0
        for other in range(self.seats):
            number = self.eggs[other * codes.COLOURS + colour]
            envied = number if other != seat and number > envied else envied
        return 8 * self.eggs[seat * codes.COLOURS + colour] + 3 * envied

    def appeal_of_change(self, seat: int, move: int) -> int:
        """Make strong what the seat holds, and weak what it does not."""
        if move == codes.KEEP:
            return 0
        if move < codes.WEAKEST:
            return self.held_of(seat, move - codes.STRONGEST) - self.held_of(seat, self.strongest)
        return self.held_of(seat, self.weakest) - self.held_of(seat, move - codes.WEAKEST)

    def held_of(self, seat: int, colour: int) -> int:
        """How many cards of a colour are in a seat's hand."""
        return bits.count(self.hand[seat] & (codes.COLOUR_CARDS << colour))

    # Whether the core can trust the fields

    def is_in_bounds(self) -> bool:
        """Whether no field points outside an array."""
        fine = 2 <= self.seats <= codes.MAX_SEATS
        fine &= self.turn < self.seats and self.stage <= self.seats
        fine &= self.comet_seat < self.seats or self.comet_seat == codes.NOBODY
        fine &= self.strongest < codes.COLOURS and self.weakest < codes.COLOURS
        fine &= self.round <= codes.ROUNDS and self.turned <= codes.EGG_PILE
        for side in range(2):
            fine &= self.open_eggs[side] < codes.COLOURS or self.open_eggs[side] == codes.NO_EGG
        for place in range(2 * codes.EGG_PILE):
            fine &= self.egg_piles[place] < codes.COLOURS
        for seat in range(codes.MAX_SEATS):
            fine &= (self.hand[seat] | self.seen[seat] | self.lost[seat]) & ~codes.ALL_CARDS == 0
            fine &= self.rank[seat] < self.seats and self.head[seat] < codes.RING
            fine &= self.stock[seat] + self.pile[seat] <= codes.CARDS
        for place in range(codes.MAX_SEATS * codes.RING):
            fine &= self.ring[place] < codes.CARDS
        return fine

    def is_sound(self) -> bool:
        """With all fields in bounds: whether every card is in one place, and the question is one that the rules ask."""
        fine = self.committed == 0 and self.showered < bits.bit(self.seats)
        fine &= self.turned + codes.ROUNDS - self.round <= codes.EGG_PILE
        fine &= self.waiting == 0 or (self.waiting == bits.bit(self.turn) and self.legal[self.turn] != 0)
        for seat in range(codes.MAX_SEATS):
            due = self.due() if self.waiting != 0 and seat == self.turn else 0
            fine &= self.legal[seat] == due
        for seat in range(self.seats):
            fine &= self.has_whole_set(seat)
        return fine

    def has_whole_set(self, seat: int) -> bool:
        """Whether each card of the seat's set is in one place, and a shower that it still has to lose is on its pile."""
        cards = self.hand[seat] | self.lost[seat]
        number = bits.count(self.hand[seat]) + bits.count(self.lost[seat])
        number += self.stock[seat] + self.pile[seat]
        is_showered = not bits.has(self.showered, seat)
        for place in range(self.stock[seat] + self.pile[seat]):
            card = self.ring[self.slot(seat, place)]
            cards |= bits.bit(card)
            is_showered |= card == codes.SHOWER and place >= self.stock[seat]
        return number == codes.CARDS and cards == codes.ALL_CARDS and is_showered

    def due(self) -> int:
        """The moves that the present question allows; none if it cannot be asked."""
        if self.asked == codes.PROMPT_PLAY:
            return self.plays(self.turn)
        if self.asked == codes.PROMPT_TAKE:
            is_short = self.open_eggs[0] == codes.NO_EGG or self.open_eggs[1] == codes.NO_EGG
            return 0 if self.stage == 0 and is_short else self.takes()
        if self.asked == codes.PROMPT_LOSE:
            return self.losses(self.turn)
        if self.asked == codes.PROMPT_CHANGE and self.round < codes.ROUNDS:
            return self.changes()
        return 0
