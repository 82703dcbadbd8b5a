# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True, annotation_typing=False
# cython: auto_pickle=False
"""The rules of Cubosaurs (Fabien Tanguy, 2022), base game and DNA evolutions.

Each function names the rules it implements; `rulebook.toml` states them in full. Everything here is an int
(`codes`), and a C value when compiled: `rules.pxd` declares the types.

Refusing and most purchases need several answers (which tile, whose card, which card): each is a move with its own
prompt, and the notation writes them on one line. Everything on the table is open; only the cards and tiles still
to be drawn are hidden, from everyone alike.
"""

from rexarium.games.cubosaurs import codes, lanes
from rexarium.kernel import bits, dice
from rexarium.kernel.state import State


def pack(counts: list[int]) -> list[int]:
    """Numbers by kind, packed into a bundle."""
    if len(counts) != codes.KINDS or min(counts) < 0 or max(counts) > codes.MOST:
        raise ValueError(f"cards are {codes.KINDS} numbers, by kind, up to {codes.MOST}")
    halves = [0, 0]
    for kind, count in enumerate(counts):
        halves[lanes.half(kind)] += lanes.one(kind) * count
    return halves


def unpack(halves: list[int]) -> list[int]:
    """A bundle, unpacked into numbers by kind."""
    return [lanes.get(halves[lanes.half(kind)], kind) for kind in range(codes.KINDS)]


class CubosaursState(State):
    """Collections, the hand being passed, the decks of all rounds and, in the advanced game, tiles and tokens.

    Cards that lie together are a *bundle*, a number for each kind in two ints (`lanes`); Python reads it as a list.
    """

    FIELDS = (
        "dna", "zero_majority", "late_window", "rounds", "tiles", "market_size",
        "box", "rows", "egg_pays", "egg_costs", "tile_costs",
        "round", "direction", "turn", "asked", "then", "is_decided", "has_bought", "tile", "victim", "theirs",
        "hand", "hand_kinds", "closed", "collection", "held", "unseen", "decks", "deck_left",
        "tokens", "owed", "supply", "market", "bought", "tile_orders", "round_scores",
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.dna = 0  # ruling of CU-31
        self.zero_majority = 1  # ruling of CU-24
        self.late_window = 0  # ruling of CU-34: whether tiles can be bought after keeping or refusing
        self.rounds = 2  # ruling of CU-29
        self.tiles = 0  # the set of tiles in the game
        self.market_size = 0
        self.box_cards = [0] * 2  # bundle: `box`
        self.cards = [0] * 55  # the kind of every card in the box, in ascending order
        self.sets = [0] * 40  # by dinosaur and number of cards, 0 to 7, the points of a set: `rows`
        self.egg_pays = [0] * 6
        self.egg_costs = [0] * 6
        self.tile_costs = [0] * 11  # by number; there is no tile 0
        self.round = 0
        self.direction = 0  # 0 is clockwise
        self.turn = 0
        self.asked = codes.PROMPT_OVER
        self.then = codes.THEN_BEGIN
        self.is_decided = 0  # whether the player on turn has kept or refused
        self.has_bought = 0  # whether the player on turn has bought a tile this turn
        self.tile = codes.NO_TILE  # the tile being bought, until all its prompts are answered
        self.victim = codes.NOBODY  # the opponent named by the purchase
        self.theirs = 0  # the kind of the opponent's card to be exchanged
        self.hand_cards = [0] * 2  # bundle: `hand`
        self.hand_kinds = 0  # the set of kinds in the hand
        self.closed = 0  # the set of all kinds whose type is in the hand: these cannot be added to it
        self.collections = [0] * 10  # bundles: `collection` of each seat
        self.held = [0] * 5  # by seat, the set of kinds in its collection
        self.destroyed_cards = [0] * 2  # bundle: `destroyed`
        self.piles = [
            0
        ] * 165  # by round, the deck from bottom to top; whatever lies above it is out of the game
        self.top = 0  # the place in the piles above the next card: `deck_left` places above the bottom of the round's deck
        self.tokens = [0] * 5
        self.owed = [0] * 5  # by seat, tokens still to be gained
        self.supply = 0
        self.market = 0  # the set of tiles face up
        self.bought = [0] * 5  # by seat, the set of tiles bought this round
        self.tile_orders = [0] * 30  # by round; cleared once the market is filled from it
        self.round_scores = [0] * 15  # by round and seat; 0 until the round has ended

    @property
    def box(self) -> list[int]:
        """By kind, the number of cards in the box."""
        return unpack(self.box_cards)

    @box.setter
    def box(self, counts: list[int]) -> None:
        self.box_cards = pack(counts)
        cards = [kind for kind, count in enumerate(counts) for _ in range(count)]
        self.cards = [*cards, *[0] * codes.BOX][: codes.BOX]

    @property
    def rows(self) -> list[int]:
        """By dinosaur, the points for 1, 2, 3, and 4 or more."""
        return [self.sets[place] for place in range(40) if 0 < place % 8 <= codes.ROW]

    @rows.setter
    def rows(self, points: list[int]) -> None:
        if len(points) != codes.DINOSAURS * codes.ROW:
            raise ValueError(f"the points of sets are {codes.DINOSAURS * codes.ROW} numbers")
        rows = [points[place : place + codes.ROW] for place in range(0, len(points), codes.ROW)]
        self.sets = [
            0 if count == 0 else row[min(count, codes.ROW) - 1] for row in rows for count in range(8)
        ]

    @property
    def hand(self) -> list[int]:
        """By kind, the cards in the hand."""
        return unpack(self.hand_cards)

    @hand.setter
    def hand(self, counts: list[int]) -> None:
        self.hand_cards = pack(counts)

    @property
    def collection(self) -> list[int]:
        """By seat and kind, the cards in the collections."""
        return [
            lanes.get(self.collections[2 * seat + lanes.half(kind)], kind)
            for seat in range(codes.MAX_SEATS)
            for kind in range(codes.KINDS)
        ]

    @collection.setter
    def collection(self, counts: list[int]) -> None:
        places = range(0, len(counts), codes.KINDS)
        self.collections = [half for place in places for half in pack(counts[place : place + codes.KINDS])]

    @property
    def unseen(self) -> list[int]:
        """By kind, the cards of this round that nobody has seen: in the deck, or set aside."""
        return unpack([self.unseen_half(0), self.unseen_half(1)])

    @unseen.setter
    def unseen(self, counts: list[int]) -> None:
        """Set what is hidden; cards that are then neither hidden nor in a collection nor in the hand count as destroyed."""
        unseen = pack(counts)
        hidden = [self.unseen_half(half) + self.destroyed_cards[half] for half in range(2)]
        self.destroyed_cards = [hidden[half] - unseen[half] for half in range(2)]

    @property
    def destroyed(self) -> list[int]:
        """CU-42, CU-43: by kind, the cards of this round that were destroyed."""
        return unpack(self.destroyed_cards)

    @property
    def deck_left(self) -> int:
        """How many cards can still be drawn this round."""
        return self.top - self.round * codes.BOX

    @deck_left.setter
    def deck_left(self, number: int) -> None:
        if not 0 <= number <= codes.BOX:
            raise ValueError(f"a deck has up to {codes.BOX} cards")
        self.top = self.round * codes.BOX + number

    @property
    def decks(self) -> list[int]:
        """By round, the cards still to be drawn, from bottom to top; 0 above them."""
        cards = list(self.piles)
        for round_ in range(codes.MAX_ROUNDS):
            whole = self.seats * codes.DECK_A_SEAT * (self.round < round_ < self.rounds)
            left = self.deck_left if round_ == self.round else whole
            cards[round_ * codes.BOX + left : (round_ + 1) * codes.BOX] = [0] * (codes.BOX - left)
        return cards

    @decks.setter
    def decks(self, cards: list[int]) -> None:
        self.piles = cards

    # Questions

    def prompt(self, seat: int) -> int:
        """What is being asked now."""
        return self.asked

    def ask(self, prompt: int, seat: int, moves: int) -> None:
        """Ask one seat; nobody else has a legal move, because `apply` has cleared the previous question."""
        self.legal[seat] = moves
        self.waiting = bits.bit(seat)
        self.asked = prompt

    def ask_for_card(self, prompt: int, kinds: int) -> None:
        """Ask the player on turn to name a card of one of these kinds."""
        self.ask(prompt, self.turn, kinds << codes.CARD)

    def apply(self, seat: int, move: int) -> None:
        """Make a legal move and continue to the next question."""
        self.legal[seat] = 0
        if move == codes.KEEP:
            self.keep()
        elif move == codes.REFUSE:
            self.ask_for_card(codes.PROMPT_ADD, self.addable())
        elif move >= codes.CARD:
            self.name_card(move - codes.CARD)
        elif move == codes.END_TURN:
            self.pass_turn()
        elif move >= codes.TOKEN:
            self.take_token(seat, move - codes.TOKEN)
        elif move >= codes.SEAT:
            self.name_victim(move - codes.SEAT)
        else:
            self.buy(move - codes.BUY)

    def name_card(self, kind: int) -> None:
        """Handle the card named in answer to a prompt."""
        if self.asked == codes.PROMPT_ADD:
            self.refuse(kind)
        elif self.asked == codes.PROMPT_OWN:
            self.give_up(kind)
        else:
            self.pick(kind)

    # Cards

    def addable(self) -> int:
        """CU-11, CU-52: the kinds in the collection of the player on turn whose type is not in the hand."""
        return self.held[self.turn] & ~self.closed

    def collect(self, seat: int, kind: int, number: int) -> None:
        """CU-32: cards join a collection; each one with a DNA icon earns its new owner a token."""
        self.collections[2 * seat + lanes.half(kind)] += lanes.one(kind) * number
        self.held[seat] |= bits.bit(kind)
        self.owed[seat] += number * bits.has(codes.WITH_ICON, kind)

    def remove(self, seat: int, kind: int) -> None:
        """Remove a card from a collection."""
        left = self.collections[2 * seat + lanes.half(kind)] - lanes.one(kind)
        self.collections[2 * seat + lanes.half(kind)] = left
        self.held[seat] ^= (lanes.get(left, kind) == 0) << kind

    def add_to_hand(self, kind: int) -> None:
        """CU-01, CU-02: a card joins the hand, which can take no more of its type when refused."""
        self.hand_cards[lanes.half(kind)] += lanes.one(kind)
        self.hand_kinds |= bits.bit(kind)
        self.closed |= codes.KIN[kind]

    def elsewhere(self, seat: int, kind: int) -> int:
        """How many cards of a kind are outside a collection."""
        half = lanes.half(kind)
        return lanes.get(self.box_cards[half], kind) - lanes.get(self.collections[2 * seat + half], kind)

    def has_deck(self) -> bool:
        """Whether a card can be drawn."""
        return self.top != self.round * codes.BOX

    def draw(self) -> int:
        """Draw the next card of the deck, for everyone to see."""
        self.top -= 1
        return self.piles[self.top]

    def unseen_half(self, half: int) -> int:
        """CU-05, CU-08: half of the bundle of this round's unseen cards: those that are not open anywhere."""
        cards = self.box_cards[half] - self.hand_cards[half] - self.destroyed_cards[half]
        for seat in range(codes.MAX_SEATS):
            cards -= self.collections[2 * seat + half]
        return cards

    # A turn

    def next_seat(self, seat: int) -> int:
        """CU-07, CU-28, CU-29: the next player in the round's direction; CU-16: with two, the other one."""
        if self.direction == 0:
            return seat + 1 if seat + 1 < self.seats else 0
        return seat - 1 if seat > 0 else self.seats - 1

    def begin_turn(self) -> None:
        """CU-09: begin with the hand passed on, or draw a card; CU-17: if there is none to draw, the round ends."""
        self.is_decided = 0
        self.has_bought = 0
        if self.hand_kinds != 0:
            self.ask_to_decide()
        elif bits.rarely(not self.has_deck()):
            self.end_round()
        else:
            self.draw_into_hand()
            self.ask_to_decide()

    def draw_into_hand(self) -> None:
        """CU-09, CU-39: draw a card of whatever type; CU-15: it is open."""
        card = self.draw()
        self.add_to_hand(card)
        if bits.rarely(self.is_telling):
            self.tell(codes.FACT_DREW, self.turn, card, 0)

    def ask_to_decide(self) -> None:
        """CU-10 to CU-12: keep, or refuse if a card can be added; CU-34: or buy a tile, once."""
        moves = bits.bit(codes.KEEP) | (self.addable() != 0) << codes.REFUSE
        if self.market == 0:
            self.ask(codes.PROMPT_TURN, self.turn, moves)
        else:
            self.ask_at_market(moves)

    def ask_at_market(self, moves: int) -> None:
        """CU-34: these moves, or a purchase if there has been none."""
        if self.has_bought == 0:
            moves |= self.affordable(codes.ALL_TILES) << codes.BUY
        self.ask(codes.PROMPT_TURN, self.turn, moves)

    def keep(self) -> None:
        """CU-10, CU-13: the whole hand joins the collection."""
        if bits.rarely(self.is_telling):
            self.tell_kept()
        if self.dna == 1:
            self.owed[self.turn] += self.icons_in_hand()
        self.collections[2 * self.turn] += self.hand_cards[0]
        self.collections[2 * self.turn + 1] += self.hand_cards[1]
        self.held[self.turn] |= self.hand_kinds
        self.empty_hand()
        if self.dna == 1:
            self.settle(codes.THEN_OFFER)
        else:
            self.pass_turn()

    def tell_kept(self) -> None:
        """Tell the facts of a hand that is about to be kept."""
        for kind in range(codes.KINDS):
            for _ in range(lanes.get(self.hand_cards[lanes.half(kind)], kind)):
                self.tell(codes.FACT_COLLECTED, self.turn, kind, 0)

    def empty_hand(self) -> None:
        """Clear the hand."""
        self.hand_cards[0] = 0
        self.hand_cards[1] = 0
        self.hand_kinds = 0
        self.closed = 0

    def icons_in_hand(self) -> int:
        """CU-32: how many cards of the hand have a DNA icon: those of odd kinds, except eggs."""
        return lanes.total(
            lanes.odd(self.hand_cards[0]) + lanes.first(lanes.odd(self.hand_cards[1]), codes.VALUES)
        )

    def refuse(self, kind: int) -> None:
        """CU-11, CU-14, CU-41: a card of the collection is added, and the whole hand goes to the next player."""
        self.remove(self.turn, kind)
        self.add_to_hand(kind)
        self.tile = codes.NO_TILE
        if bits.rarely(self.is_telling):
            self.tell(codes.FACT_REFUSED, self.turn, kind, self.next_seat(self.turn))
        if self.dna == 1:
            self.offer_tiles()
        else:
            self.pass_turn()

    def offer_tiles(self) -> None:
        """CU-34, ruling `buy_window`: tiles that need no hand can also be bought after keeping or refusing."""
        self.is_decided = 1
        if self.late_window == 1 and self.has_bought == 0:
            tiles = self.affordable(codes.LATE_TILES)
            if tiles != 0:
                self.ask(codes.PROMPT_END, self.turn, bits.bit(codes.END_TURN) | tiles << codes.BUY)
                return
        self.pass_turn()

    def pass_turn(self) -> None:
        """CU-14: begin the next player's turn."""
        self.turn = self.next_seat(self.turn)
        self.begin_turn()

    # Tiles

    def affordable(self, tiles: int) -> int:
        """CU-34 to CU-36: which of these tiles the player on turn can pay for and whose effect can be applied."""
        tiles &= self.market
        if tiles == 0:
            return 0
        if not self.has_deck():
            tiles &= ~codes.DRAWING_TILES
        if self.held[self.turn] == 0:
            tiles &= ~codes.GIVING_TILES
        if self.rivals_with_cards() == 0:
            tiles &= ~codes.PICKING_TILES
        found = 0
        while tiles != 0:
            tile = bits.lowest(tiles)
            tiles &= tiles - 1
            found |= (self.tile_costs[tile] <= self.tokens[self.turn]) << tile
        return found

    def rivals_with_cards(self) -> int:
        """The opponents of the player on turn who have a collection."""
        found = 0
        for seat in range(self.seats):
            found |= (seat != self.turn and self.held[seat] != 0) << seat
        return found

    def buy(self, tile: int) -> None:
        """CU-34, CU-35: pay the supply, take the tile and apply its effect; CU-40: with tile 4 that means refusing."""
        cost = self.tile_costs[tile]
        self.tokens[self.turn] -= cost
        self.supply += cost
        self.market &= ~bits.bit(tile)
        self.bought[self.turn] |= bits.bit(tile)
        self.has_bought = 1
        if self.is_telling:
            self.tell(codes.FACT_BOUGHT, self.turn, tile, cost)
        if tile <= codes.LAST_SCORING_TILE:
            self.finish_purchase()
        elif tile == codes.DRAW_TILE:
            self.draw_into_hand()
            self.finish_purchase()
        elif tile == codes.PASS_TILE:
            if self.is_telling:
                self.tell(codes.FACT_PASSED, self.turn, self.next_seat(self.turn), 0)
            self.offer_tiles()
        else:
            self.tile = tile
            self.ask_for_target()

    def ask_for_target(self) -> None:
        """CU-41 to CU-46: ask for the first thing that the tile being bought needs to know."""
        if self.tile == codes.ADD_TILE:
            self.ask_for_card(codes.PROMPT_ADD, self.held[self.turn])
        elif self.tile == codes.DESTROY_OWN_TILE:
            self.ask_for_card(codes.PROMPT_OWN, self.held[self.turn])
        elif self.tile == codes.GIVE_TILE:
            rivals = (bits.bit(self.seats) - 1) & ~bits.bit(self.turn)
            self.ask(codes.PROMPT_WHOM, self.turn, rivals << codes.SEAT)
        else:
            self.ask(codes.PROMPT_WHOM, self.turn, self.rivals_with_cards() << codes.SEAT)

    def name_victim(self, seat: int) -> None:
        """CU-43 to CU-46: the opponent has been named; the card comes next."""
        self.victim = seat
        if self.tile == codes.GIVE_TILE:
            self.ask_for_card(codes.PROMPT_OWN, self.held[self.turn])
        else:
            self.ask_for_card(codes.PROMPT_THEIRS, self.held[seat])

    def pick(self, kind: int) -> None:
        """CU-43, CU-44, CU-46: an opponent's card is destroyed, taken, or chosen for an exchange."""
        if self.tile == codes.EXCHANGE_TILE:
            self.theirs = kind
            self.ask_for_card(codes.PROMPT_OWN, self.held[self.turn])
            return
        if self.tile == codes.DESTROY_THEIRS_TILE:
            self.destroy(self.victim, kind)
        else:
            self.hand_over(self.victim, self.turn, kind)
        self.finish_purchase()

    def give_up(self, kind: int) -> None:
        """CU-42, CU-45, CU-46: one of the player's own cards is destroyed, given away, or exchanged."""
        if self.tile == codes.DESTROY_OWN_TILE:
            self.destroy(self.turn, kind)
        else:
            if self.tile == codes.EXCHANGE_TILE:
                self.hand_over(self.victim, self.turn, self.theirs)
            self.hand_over(self.turn, self.victim, kind)
        self.finish_purchase()

    def destroy(self, owner: int, kind: int) -> None:
        """CU-42, CU-43: the card is set aside; everyone has seen it."""
        self.remove(owner, kind)
        self.destroyed_cards[lanes.half(kind)] += lanes.one(kind)
        if self.is_telling:
            self.tell(codes.FACT_DESTROYED, self.turn, owner, kind)

    def hand_over(self, giver: int, taker: int, kind: int) -> None:
        """CU-44 to CU-47: a card moves from one collection to another."""
        self.remove(giver, kind)
        self.collect(taker, kind, 1)
        if self.is_telling:
            if taker == self.turn:
                self.tell(codes.FACT_TOOK, taker, giver, kind)
            else:
                self.tell(codes.FACT_GAVE, giver, taker, kind)

    def finish_purchase(self) -> None:
        """CU-34: the player then keeps or refuses; a late purchase ends the turn."""
        self.tile = codes.NO_TILE
        self.victim = codes.NOBODY
        self.theirs = 0
        self.settle(codes.THEN_PASS if self.is_decided == 1 else codes.THEN_DECIDE)

    # Tokens

    def settle(self, then: int) -> None:
        """CU-32, CU-33, CU-46: tokens owed are gained one by one, the player on turn first; then play goes on."""
        if self.dna == 1:
            seat = 0 if then == codes.THEN_BEGIN else self.turn
            for _ in range(self.seats):
                if self.owed[seat] != 0 and self.collect_tokens(seat):
                    self.then = then
                    return
                seat = seat + 1 if seat + 1 < self.seats else 0
            self.then = codes.THEN_BEGIN
        self.go_on(then)

    def collect_tokens(self, seat: int) -> bool:
        """CU-32: gain from the supply; CU-33: or from an opponent who has one; returns whether the seat must choose."""
        while self.owed[seat] != 0:
            if self.supply == 0:
                rich = self.rivals_with_tokens(seat)
                if rich != 0:
                    self.ask(codes.PROMPT_TOKEN, seat, rich << codes.TOKEN)
                    return True
                if self.is_telling:
                    self.tell(codes.FACT_WENT_WITHOUT, seat, 0, 0)
            else:
                self.supply -= 1
                self.tokens[seat] += 1
                if self.is_telling:
                    self.tell(codes.FACT_GAINED_TOKEN, seat, 0, 0)
            self.owed[seat] -= 1
        return False

    def rivals_with_tokens(self, seat: int) -> int:
        """The opponents of a seat who have a token."""
        found = 0
        for other in range(self.seats):
            found |= (other != seat and self.tokens[other] != 0) << other
        return found

    def take_token(self, seat: int, giver: int) -> None:
        """CU-33: when the supply is empty, the token comes from an opponent."""
        self.tokens[giver] -= 1
        self.tokens[seat] += 1
        self.owed[seat] -= 1
        if self.is_telling:
            self.tell(codes.FACT_TOOK_TOKEN, seat, giver, 0)
        self.settle(self.then)

    def go_on(self, then: int) -> None:
        """Continue with what was due once every token is gained."""
        if then == codes.THEN_OFFER:
            self.offer_tiles()
        elif then == codes.THEN_BEGIN:
            self.begin_turn()
        elif then == codes.THEN_DECIDE:
            self.ask_to_decide()
        else:
            self.pass_turn()

    # Scores

    def count_type(self, seat: int, type_: int) -> int:
        """CU-01: how many cards of a type are in a collection."""
        if type_ < codes.DINOSAURS:
            return lanes.byte(lanes.pairs(self.collections[2 * seat]), type_)
        return lanes.total(self.greys(seat) if type_ == codes.GREY else self.blacks(seat))

    def greys(self, seat: int) -> int:
        """The grey Velociraptors of a collection: bytes by value."""
        return lanes.pairs(self.collections[2 * seat]) >> 8 * codes.DINOSAURS

    def blacks(self, seat: int) -> int:
        """The black Velociraptors of a collection: bytes by value."""
        return lanes.first(lanes.pairs(self.collections[2 * seat + 1]), codes.VALUES)

    def score_set(self, seat: int, dinosaur: int) -> int:
        """CU-18, CU-19: a set scores the points printed for its number of cards."""
        return self.sets[8 * dinosaur + self.count_type(seat, dinosaur)]

    def score_velociraptors(self, seat: int) -> int:
        """CU-20, CU-21: as many pairs as possible, of the highest values; each single card costs its value."""
        greys = self.greys(seat)
        blacks = self.blacks(seat)
        pairs = min(lanes.total(greys), lanes.total(blacks))
        return self.score_colour(greys, pairs) + self.score_colour(blacks, pairs)

    def score_colour(self, numbers: int, paired: int) -> int:
        """CU-20: of one colour's cards, given as bytes by value, the highest are paired and score; the others cost."""
        points = 0
        for value in range(codes.VALUES, 0, -1):
            number = lanes.byte(numbers, value - 1)
            lucky = min(number, paired)
            paired -= lucky
            points += value * (2 * lucky - number)
        return points

    def counts_for_eggs(self, seat: int) -> int:
        """CU-23: bytes by egg, the cards that count for it; for the Velociraptor egg, those of both colours."""
        dinosaurs = lanes.first(lanes.pairs(self.collections[2 * seat]), codes.DINOSAURS)
        raptors = lanes.total(self.greys(seat) + self.blacks(seat))
        return dinosaurs | raptors << 8 * codes.DINOSAURS

    def count_for_egg(self, seat: int, egg: int) -> int:
        """CU-23: the cards that count for an egg."""
        return lanes.byte(self.counts_for_eggs(seat), egg)

    def majorities(self) -> int:
        """CU-22: bytes by egg, the most that anyone has; CU-24: at least one, by ruling."""
        most = lanes.all_of(1 - self.zero_majority)
        for seat in range(self.seats):
            most = lanes.most(most, self.counts_for_eggs(seat))
        return most

    def score_eggs(self, seat: int, eggs: int, majorities: int) -> int:
        """CU-22: with the most cards of its dinosaur, tied or not, each of these eggs pays; otherwise it costs."""
        winning = lanes.at_least(self.counts_for_eggs(seat), majorities)
        points = 0
        for egg in range(codes.EGGS):
            worth = bits.choose(lanes.byte(winning, egg) == 1, self.egg_pays[egg], -self.egg_costs[egg])
            points += bits.has(eggs, egg) * worth
        return points

    def score_egg(self, seat: int, egg: int) -> int:
        """CU-22: what an egg brings or costs; nothing for a seat that does not own it."""
        return self.score_eggs(seat, self.eggs(seat) & bits.bit(egg), self.majorities())

    def eggs(self, seat: int) -> int:
        """The set of eggs in a collection."""
        return self.held[seat] >> codes.FIRST_EGG

    def count_types(self, seat: int) -> int:
        """CU-37: how many different types; all eggs are one type, grey and black are two."""
        kinds = self.held[seat]
        dinosaurs = bits.count((kinds | kinds >> 1) & codes.WITHOUT_ICON)
        grey = (kinds & codes.ALL_GREY) != 0
        black = (kinds & codes.ALL_BLACK) != 0
        return dinosaurs + grey + black + ((kinds & codes.ALL_EGGS) != 0)

    def score_tile(self, seat: int, tile: int) -> int:
        """CU-37: tile 1 brings a point per type; CU-38: tile 2 brings two points per egg."""
        if not bits.has(self.bought[seat], tile):
            return 0
        if tile == codes.VARIETY_TILE:
            return self.count_types(seat)
        return 2 * bits.count(self.held[seat] & codes.ALL_EGGS)

    def score_round(self, seat: int) -> int:
        """CU-18 to CU-25, CU-48: what the collection brings as it stands."""
        return self.score_cards(seat, self.majorities())

    def score_cards(self, seat: int, majorities: int) -> int:
        """The same, given these majorities."""
        points = self.score_velociraptors(seat) + self.score_eggs(seat, self.eggs(seat), majorities)
        for dinosaur in range(codes.DINOSAURS):
            points += self.score_set(seat, dinosaur)
        if self.bought[seat] != 0:
            points += self.score_tile(seat, codes.VARIETY_TILE) + self.score_tile(seat, codes.BROOD_TILE)
        return points

    def total(self, seat: int) -> int:
        """CU-30: the points of all finished rounds."""
        points = 0
        for round_ in range(codes.MAX_ROUNDS):
            points += self.round_scores[round_ * codes.MAX_SEATS + seat]
        return points

    def score(self, seat: int) -> int:
        """CU-30, CU-50: all rounds, the present one as it stands, and a point for every two tokens."""
        points = self.total(seat) + self.tokens[seat] // 2
        return points if self.asked == codes.PROMPT_OVER else points + self.score_round(seat)

    def winners(self) -> int:
        """CU-30: the highest total, then the higher score in the last round; ties are shared."""
        mask = 0
        best = 0
        best_last = 0
        for seat in range(self.seats):
            points = self.score(seat)
            last = self.last_score(seat)
            is_better = points > best or (points == best and last > best_last)
            if mask == 0 or is_better:
                mask = bits.bit(seat)
                best = points
                best_last = last
            elif points == best and last == best_last:
                mask |= bits.bit(seat)
        return mask

    def last_score(self, seat: int) -> int:
        """CU-30: the points of the last round, as they stand."""
        if self.asked != codes.PROMPT_OVER:
            return self.score_round(seat)
        return self.round_scores[self.round * codes.MAX_SEATS + seat]

    # Rounds

    def begin_round(self) -> None:
        """CU-05, CU-06, CU-27: a new deck, and four cards of it for each; CU-32: tokens once everyone has theirs."""
        self.top = self.round * codes.BOX + self.seats * codes.DECK_A_SEAT
        self.destroyed_cards[0] = 0
        self.destroyed_cards[1] = 0
        if self.is_telling:
            self.tell(codes.FACT_ROUND_BEGUN, self.round + 1, self.turn, self.direction)
        for seat in range(self.seats):
            self.collections[2 * seat] = 0
            self.collections[2 * seat + 1] = 0
            self.held[seat] = 0
            self.bought[seat] = 0
            for _ in range(codes.START):
                card = self.draw()
                self.collect(seat, card, 1)
                if self.is_telling:
                    self.tell(codes.FACT_STARTED_WITH, seat, card, 0)
        if self.dna == 1:
            self.fill_market()
        self.settle(codes.THEN_BEGIN)

    def fill_market(self) -> None:
        """CU-31, CU-49, CU-51: unsold tiles stay; the others, shuffled, fill the market up to players + 1."""
        base = self.round * codes.TILES
        for place in range(base, base + codes.TILES):
            tile = self.tile_orders[place]
            self.tile_orders[place] = codes.NO_TILE
            is_wanted = tile != codes.NO_TILE and not bits.has(self.market, tile)
            if is_wanted and bits.count(self.market) < self.market_size:
                self.market |= bits.bit(tile)
                if self.is_telling:
                    self.tell(codes.FACT_TILE_OFFERED, tile, 0, 0)

    def end_round(self) -> None:
        """CU-17, CU-25 to CU-27: all collections score; then the next round begins, or the game ends."""
        if self.is_telling:
            self.tell(codes.FACT_ROUND_ENDED, self.turn, 0, 0)
            self.tell_scores()
        base = self.round * codes.MAX_SEATS
        majorities = self.majorities()
        for seat in range(self.seats):
            self.round_scores[base + seat] = self.score_cards(seat, majorities)
        if self.round + 1 == self.rounds:
            self.end_game()
            return
        self.turn = self.find_least()
        self.round += 1
        self.direction ^= 1
        self.begin_round()

    def find_least(self) -> int:
        """CU-28: the seat with the lowest score this round leads; ties go to the first, counted from the one that could not
        draw."""
        base = self.round * codes.MAX_SEATS
        seat = self.turn
        least = seat
        for _ in range(self.seats - 1):
            seat = self.next_seat(seat)
            if self.round_scores[base + seat] < self.round_scores[base + least]:
                least = seat
        return least

    def tell_scores(self) -> None:
        """Tell the facts of a round's scores, line by line."""
        for seat in range(self.seats):
            for dinosaur in range(codes.DINOSAURS):
                if self.count_type(seat, dinosaur) != 0:
                    self.tell(codes.FACT_SET_SCORED, seat, dinosaur, self.score_set(seat, dinosaur))
            if self.count_for_egg(seat, codes.GREY) != 0:
                self.tell(codes.FACT_VELOCIRAPTORS_SCORED, seat, self.score_velociraptors(seat), 0)
            for egg in range(codes.EGGS):
                if bits.has(self.held[seat], codes.FIRST_EGG + egg):
                    self.tell(codes.FACT_EGG_SCORED, seat, codes.FIRST_EGG + egg, self.score_egg(seat, egg))
            for tile in range(codes.VARIETY_TILE, codes.LAST_SCORING_TILE + 1):
                if bits.has(self.bought[seat], tile):
                    self.tell(codes.FACT_TILE_SCORED, seat, tile, self.score_tile(seat, tile))
            points = self.score_round(seat)
            self.tell(codes.FACT_ROUND_SCORED, seat, points, self.total(seat) + points)

    def end_game(self) -> None:
        """CU-30, CU-50: nothing more is asked."""
        self.ask(codes.PROMPT_OVER, 0, 0)
        self.waiting = 0
        if self.is_telling:
            for seat in range(self.seats):
                if self.dna == 1:
                    self.tell(codes.FACT_TOKENS_SCORED, seat, self.tokens[seat] // 2, 0)
            for seat in range(self.seats):
                self.tell(codes.FACT_SCORED, seat, self.score(seat), 0)
            for seat in range(self.seats):
                if bits.has(self.winners(), seat):
                    self.tell(codes.FACT_WON, seat, 0, 0)

    def default_move(self, seat: int) -> int:
        """A time-out keeps the hand or ends the turn; in the middle of a line it takes the first legal move."""
        return bits.lowest(self.legal[seat])

    # What is hidden

    def imagine(self, seat: int, seed: int) -> int:
        """CU-05, CU-08, CU-15: everything open is the same for everyone; the cards and tiles to come are redealt."""
        if self.asked == codes.PROMPT_OVER:
            return seed
        seed = self.shuffle_cards(
            self.round * codes.BOX, self.top - self.round * codes.BOX, self.lay_out_unseen(), seed
        )
        return self.deal_rounds(self.round + 1, seed)

    def lay_out_unseen(self) -> int:
        """Lay out the unseen cards, in the order of kinds, in and above the deck; returns how many there are."""
        first = self.round * codes.BOX
        left = self.find_unseen()
        number = bits.count(left)
        for place in range(first, first + number):
            self.piles[place] = self.cards[bits.lowest(left)]
            left &= left - 1
        return number

    def find_unseen(self) -> int:
        """The unseen cards as a set of places in `cards`, taking the first ones of each kind."""
        found = 0
        place = 0
        unseen = self.unseen_half(0)
        for kind in range(codes.KINDS):
            if kind == codes.FIRST_BLACK:
                unseen = self.unseen_half(1)
            found |= (bits.bit(lanes.get(unseen, kind)) - 1) << place
            place += lanes.get(self.box_cards[lanes.half(kind)], kind)
        return found

    def shuffle_cards(self, first: int, number: int, total: int, seed: int) -> int:
        """Fill places with cards drawn uniformly from the given ones."""
        for place in range(number):
            seed = dice.advance(seed)
            other = first + place + dice.below(seed, total - place)
            card = self.piles[other]
            self.piles[other] = self.piles[first + place]
            self.piles[first + place] = card
        return seed

    def deal_rounds(self, first: int, seed: int) -> int:
        """CU-05, CU-27, CU-49: shuffle the decks and the orders of tiles, from a round on."""
        for round_ in range(first, self.rounds):
            place = round_ * codes.BOX
            for card in range(codes.BOX):
                self.piles[place + card] = self.cards[card]
            seed = self.shuffle_cards(place, self.seats * codes.DECK_A_SEAT, codes.BOX, seed)
            if self.dna == 1:
                seed = self.shuffle_tiles(round_, seed)
        return seed

    def shuffle_tiles(self, round_: int, seed: int) -> int:
        """CU-31, CU-49, CU-51: shuffle all tiles in the game."""
        base = round_ * codes.TILES
        left = self.tiles
        number = bits.count(left)
        for place in range(number):
            seed = dice.advance(seed)
            tile = bits.nth(left, dice.below(seed, number - place))
            left &= ~bits.bit(tile)
            self.tile_orders[base + place] = tile
        return seed

    # The deal

    def deal(self, seed: int) -> int:
        """CU-05 to CU-07, CU-31: deal with fast dice, keeping this state's box, rulings and seats."""
        seed = self.deal_rounds(0, seed)
        seed = dice.advance(seed)
        self.begin_game(dice.below(seed, self.seats))
        return seed

    def begin_game(self, first: int) -> None:
        """CU-07, CU-31: no scores, no tokens given out, no tiles sold; then the first round begins."""
        for place in range(codes.MAX_ROUNDS * codes.MAX_SEATS):
            self.round_scores[place] = 0
        for seat in range(codes.MAX_SEATS):
            self.tokens[seat] = 0
            self.owed[seat] = 0
            self.legal[seat] = 0
        self.empty_hand()
        self.supply = codes.TOKENS * self.dna
        self.market = 0
        self.tile = codes.NO_TILE
        self.victim = codes.NOBODY
        self.theirs = 0
        self.round = 0
        self.direction = 0
        self.turn = first
        self.begin_round()

    # Judgement for bots: heuristics, not rules

    def chapter(self) -> int:
        """Every card drawn begins a chapter."""
        return (self.round + 1) * self.seats * codes.DECK_A_SEAT + self.round * codes.BOX - self.top

    def outlook(self, seat: int) -> float:
        """Points count more the fewer cards are to come; the present round counts as it stands (docs/bots.md)."""
        left = self.rounds * self.seats * codes.DECK_A_SEAT - self.chapter()
        return self.score(seat) * (0.12 + 1.2 / (4.0 + left))

    def appeal(self, seat: int, move: int) -> int:
        """How good a move looks at a glance: its immediate effect on the player's points in this round."""
        if move == codes.KEEP:
            return 2 * self.gain_of_hand(seat) + 1
        if move < codes.CARD:
            return -3 * (move > codes.BUY)
        kind = move - codes.CARD
        if self.asked == codes.PROMPT_THEIRS:
            return -self.loss_of(self.victim, kind)
        return self.loss_of(seat, kind)

    def gain_of_hand(self, seat: int) -> int:
        """What keeping the whole hand would add to a seat's points in this round."""
        before = self.score_round(seat)
        held = self.held[seat]
        self.collections[2 * seat] += self.hand_cards[0]
        self.collections[2 * seat + 1] += self.hand_cards[1]
        self.held[seat] |= self.hand_kinds
        gain = self.score_round(seat) - before
        self.collections[2 * seat] -= self.hand_cards[0]
        self.collections[2 * seat + 1] -= self.hand_cards[1]
        self.held[seat] = held
        return gain

    def gains(self, seat: int, kinds: int) -> list[int]:
        """For each of these kinds, in ascending order: how one more card would change a seat's points in this round."""
        found = []
        while kinds != 0:
            found.append(self.gain_of(seat, bits.lowest(kinds)))
            kinds &= kinds - 1
        return found

    def gain_of(self, seat: int, kind: int) -> int:
        """How one more card would change a seat's points in this round; 0 if it already has them all."""
        place = 2 * seat + lanes.half(kind)
        before = self.score_round(seat)
        cards = self.collections[place]
        held = self.held[seat]
        owed = self.owed[seat]
        self.collect(seat, kind, self.elsewhere(seat, kind) > 0)
        change = self.score_round(seat) - before
        self.collections[place] = cards
        self.held[seat] = held
        self.owed[seat] = owed
        return change

    def loss_of(self, seat: int, kind: int) -> int:
        """How losing a card would change a seat's points in this round."""
        before = self.score_round(seat)
        owed = self.owed[seat]
        self.remove(seat, kind)
        change = self.score_round(seat) - before
        self.collect(seat, kind, 1)
        self.owed[seat] = owed
        return change

    # Whether the core can trust the fields

    def is_in_bounds(self) -> bool:
        """Whether no field, such as the number of cards in a set, points outside an array."""
        fine = 2 <= self.seats <= codes.MAX_SEATS and self.turn < self.seats
        fine &= self.round < self.rounds <= codes.MAX_ROUNDS
        fine &= self.victim < self.seats or self.victim == codes.NOBODY
        fine &= (self.dna | self.zero_majority | self.late_window | self.direction) <= 1
        fine &= self.asked <= codes.PROMPT_OVER and self.then <= codes.THEN_PASS
        fine &= self.tile <= codes.TILES and self.theirs < codes.KINDS
        fine &= (self.tiles | self.market) & ~codes.ALL_TILES == 0
        fine &= self.hand_kinds & ~codes.ALL_KINDS == 0
        for seat in range(codes.MAX_SEATS):
            fine &= self.bought[seat] & ~codes.ALL_TILES == 0 and self.held[seat] & ~codes.ALL_KINDS == 0
        for place in range(codes.MAX_ROUNDS * codes.TILES):
            fine &= self.tile_orders[place] <= codes.TILES
        kinds = 0
        for place in range(codes.MAX_ROUNDS * codes.BOX):
            kinds |= self.piles[place] + 32 - codes.KINDS  # reaches 32 if there is no such kind
        first = self.round * codes.BOX
        return fine and kinds < 32 and first <= self.top <= first + codes.BOX and self.is_box_in_bounds()

    def is_box_in_bounds(self) -> bool:
        """Whether the box has all its cards, and no collection has more of a kind than the box."""
        fine = True
        total = 0
        for dinosaur in range(codes.DINOSAURS):
            fine &= lanes.byte(lanes.pairs(self.box_cards[0]), dinosaur) <= codes.SET
        for half in range(2):
            box = self.box_cards[half]
            total += lanes.total(lanes.pairs(box))
            for seat in range(codes.MAX_SEATS):
                cards = self.collections[2 * seat + half]
                fine &= lanes.at_least(lanes.odd(box), lanes.odd(cards)) == lanes.all_of(1)
                fine &= lanes.at_least(lanes.even(box), lanes.even(cards)) == lanes.all_of(1)
        return fine and total == codes.BOX

    def is_sound(self) -> bool:
        """With all fields in bounds: whether every card is accounted for, and the question is one that the rules ask."""
        fine = self.committed == 0 and self.waiting < bits.bit(self.seats) and bits.count(self.waiting) <= 1
        closed = 0
        for kind in range(codes.KINDS):
            fine &= self.is_kind_sound(kind)
            closed |= codes.KIN[kind] if bits.has(self.hand_kinds, kind) else 0
        for seat in range(codes.MAX_SEATS):
            is_asked = bits.has(self.waiting, seat)
            due = self.due(seat) if is_asked else 0
            fine &= self.legal[seat] & ~due == 0 and is_asked == (self.legal[seat] != 0)
        return fine and self.closed == closed

    def is_kind_sound(self, kind: int) -> bool:
        """Whether the sets say where the cards of a kind are, and enough of them are left for the decks."""
        half = lanes.half(kind)
        whole = lanes.get(self.box_cards[half], kind)
        number = lanes.get(self.hand_cards[half], kind)
        fine = bits.has(self.hand_kinds, kind) == (number > 0)
        unseen = whole - number - lanes.get(self.destroyed_cards[half], kind)
        for seat in range(codes.MAX_SEATS):
            number = lanes.get(self.collections[2 * seat + half], kind)
            fine &= bits.has(self.held[seat], kind) == (number > 0)
            unseen -= number
        for round_ in range(self.round, self.rounds):
            first = round_ * codes.BOX
            end = self.top if round_ == self.round else first + self.seats * codes.DECK_A_SEAT
            left = unseen if round_ == self.round else whole
            for place in range(first, end):
                left -= self.piles[place] == kind
            fine &= left >= 0
        return fine

    def due(self, seat: int) -> int:
        """All moves that the present question can allow this seat; none if it cannot be asked."""
        if self.asked == codes.PROMPT_TOKEN:
            return (self.rivals_with_tokens(seat) << codes.TOKEN) * (self.owed[seat] > 0)
        if seat != self.turn or self.asked == codes.PROMPT_OVER:
            return 0
        if self.asked == codes.PROMPT_WHOM:
            return self.due_targets() << codes.SEAT
        if self.asked in (codes.PROMPT_TURN, codes.PROMPT_END):
            moves = bits.bit(codes.END_TURN)
            if self.asked == codes.PROMPT_TURN:
                moves = bits.bit(codes.KEEP) | (self.addable() != 0) << codes.REFUSE
            return moves | (self.affordable(codes.ALL_TILES) << codes.BUY) * (self.has_bought == 0)
        return self.due_kinds() << codes.CARD

    def due_targets(self) -> int:
        """The opponents that a purchase can name, provided its buyer has any card it needs."""
        can_give = not bits.has(codes.GIVING_TILES, self.tile) or self.held[self.turn] != 0
        if self.tile == codes.GIVE_TILE:
            return ((bits.bit(self.seats) - 1) & ~bits.bit(self.turn)) * can_give
        return self.rivals_with_cards() * (can_give and bits.has(codes.PICKING_TILES, self.tile))

    def due_kinds(self) -> int:
        """The kinds that the player on turn can name, from their own collection or the victim's."""
        own = self.held[self.turn]
        if self.asked == codes.PROMPT_ADD or self.tile == codes.DESTROY_OWN_TILE:
            return own
        if self.victim in (codes.NOBODY, self.turn):
            return 0
        theirs = self.held[self.victim]
        is_exchange = self.tile == codes.EXCHANGE_TILE
        if self.asked == codes.PROMPT_THEIRS:
            can_pick = bits.has(codes.PICKING_TILES, self.tile) and (own != 0 or not is_exchange)
            return theirs if can_pick else 0
        can_give = self.tile == codes.GIVE_TILE or (is_exchange and bits.has(theirs, self.theirs))
        return own if can_give else 0
