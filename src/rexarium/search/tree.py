# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True, annotation_typing=False
# cython: auto_pickle=False
"""Information-set tree search for any game; C when compiled. `thinking` is its front door.

Every simulation imagines a world that agrees with what the seat knows, walks down the tree by what its nodes have
learnt, adds a node, plays on lightly for some chapters and judges how well each seat stands. A node is a
history of moves; its edges belong to a seat and a move, and hold what that seat got out of it. So each seat pursues its
own good (max^n). Where several choose at once, each chooses for itself without seeing the others (decoupled), by the
same bound or, if asked to, by regret matching. Only moves that are legal in the imagined world
compete.

Nothing is allocated while it runs: the tree has a fixed size, and when it is full, simulations go on without adding to
it. Python may set how a tree thinks, but cannot reach its arrays, since nothing here is checked.
"""

import math
from array import array

from rexarium.kernel import bits, dice, guard, reals
from rexarium.kernel.state import State

LONGEST_PATH = 256
MOST_ROOM = 1 << 24
FURTHEST = 1 << 20  # chapters ahead, and moves that a playout compares; more would make no difference
MANY = 1024  # chances whose logarithm is kept in a table
LOGS = array("d", [0.0, *(reals.log(number) for number in range(1, MANY))])


class Tree:
    """What is known of the moves ahead, with room for a number of edges."""

    def __init__(self, room: int) -> None:
        if getattr(self, "is_taken", False):
            raise ValueError("this tree is in use")
        room = guard.number(room, MOST_ROOM + 1, "room", least=1)
        self.is_taken = False
        self.room = room
        self.size = 0
        self.seat = array("b", bytes(room))
        self.move = array("b", bytes(room))
        self.visits = array("i", bytes(4 * room))
        self.chances = array("i", bytes(4 * room))  # how often the move was legal when its node was there
        self.total = array("d", bytes(8 * room))  # of what its seat got
        self.squares = array("d", bytes(8 * room))
        self.regret = array("d", bytes(8 * room))  # the sum of how much better it seemed than what was chosen
        self.first = array("i", bytes(4 * room))  # the first edge after it
        self.other = array("i", bytes(4 * room))  # the next edge beside it
        self.path = array("i", bytes(4 * LONGEST_PATH))
        self.origin = array("i", bytes(4 * LONGEST_PATH))  # the node behind which each edge on the path is
        self.is_matched = array("b", bytes(LONGEST_PATH))  # was that edge chosen by regret matching?
        self.depth = 0
        self.is_new = False
        self.logs = LOGS
        self.value = array("d", bytes(8 * 5))
        self.got = array("d", bytes(8 * 5))  # sums of what each seat got in playouts
        self.horizon = 0
        self.care = 1
        self.exploration = 0.7
        self.is_matching = False
        self.is_clairvoyant = False
        self.clear()

    def check_free(self) -> None:
        """The tree must be initialised, and no other thread may be using it."""
        if self.room == 0:
            raise ValueError("this tree has no room")
        if self.is_taken:
            raise ValueError("this tree is in use")

    def take(self) -> None:
        """Lock the tree for one search, and check its settings."""
        self.check_free()
        guard.number(self.horizon, FURTHEST, "the horizon")
        guard.number(self.care, FURTHEST, "the care")
        self.is_taken = True

    def clear(self) -> None:
        """Forget everything; edge 0 is the root, which follows no other edge, so 0 also stands for none."""
        self.check_free()
        self.size = 1
        self.first[0] = 0
        self.other[0] = 0
        self.visits[0] = 0

    @property
    def sums(self) -> list[float]:
        """What each seat got in the playouts of `appraise`."""
        self.check_free()
        return list(self.got)

    def weigh(self, seat: int) -> list[tuple[int, int, float, float]]:
        """For each move of the seat at the root: the move, its visits, and the sums of its results and of their
        squares."""
        self.check_free()
        found = []
        edge = self.first[0]
        while edge != 0:
            if self.seat[edge] == seat:
                found.append((self.move[edge], self.visits[edge], self.total[edge], self.squares[edge]))
            edge = self.other[edge]
        return found

    def think(self, scratch: State, root: State, seat: int, simulations: int, seed: int) -> int:
        """Run simulations for a seat that has to move at the root; returns the next seed. A clairvoyant treats the root
        as the truth, hidden cards and choices alike, and imagines nothing.
        """
        for _ in range(simulations):
            scratch.copy_from(root)
            if not self.is_clairvoyant:
                seed = scratch.imagine(seat, seed)
            seed = self.simulate(scratch, seat, dice.branch(seed))
        return seed

    def appraise(self, scratch: State, root: State, playouts: int, seed: int) -> int:
        """Play the root on lightly a number of times, as it truly is; `sums` has what each seat got. Returns the next
        seed."""
        for seat in range(root.seats):
            self.got[seat] = 0.0
        for _ in range(playouts):
            scratch.copy_from(root)
            seed = self.play_on(scratch, scratch.chapter() + self.horizon, dice.branch(dice.advance(seed)))
            self.judge(scratch)
            for seat in range(root.seats):
                self.got[seat] += self.value[seat]
        return seed

    def simulate(self, world: State, seat: int, seed: int) -> int:
        """One world from the root to a verdict."""
        end = world.chapter() + self.horizon
        node = 0
        self.depth = 0
        self.is_new = False
        while world.waiting != 0 and not self.is_new and world.chapter() < end:
            seed = dice.branch(dice.advance(seed))
            node = self.descend(world, node, seat, seed)
        seed = self.play_on(world, end, seed)
        self.judge(world)
        self.learn()
        return seed

    def descend(self, world: State, node: int, seat: int, seed: int) -> int:
        """Every seat that is asked chooses, even one that has already committed; the next edge belongs to the thinker
        or the first seat."""
        committed = 0 if self.is_clairvoyant else world.committed
        waiting = world.waiting
        is_matched = self.is_matching and bits.count(committed | waiting) > 1
        following = 0
        is_own = False
        while committed | waiting != 0:
            if committed != 0:
                mover = bits.lowest(committed)
                committed &= committed - 1
            else:
                mover = bits.lowest(waiting)
                waiting &= waiting - 1
            if is_matched:
                edge = self.match(node, mover, world.legal[mover], seed)
            else:
                edge = self.select(node, mover, world.legal[mover], seed)
            seed = dice.advance(seed)
            if edge == 0:
                legal = world.legal[mover]
                world.apply(mover, bits.nth(legal, dice.below(seed, bits.count(legal))))
                is_own = True
                following = 0
                continue
            if self.depth < LONGEST_PATH:
                self.path[self.depth] = edge
                self.origin[self.depth] = node
                self.is_matched[self.depth] = is_matched
                self.depth += 1
            if not is_own:
                following = edge
                is_own = mover == seat
            world.apply(mover, self.move[edge])
        return following

    def select(self, node: int, mover: int, legal: int, seed: int) -> int:
        """The edge of a legal move: one never tried, or the most promising; 0 if there is no room for a new one."""
        known = 0
        best = 0
        best_promise = 0.0
        edge = self.first[node]
        while edge != 0:
            move = self.move[edge]
            if self.seat[edge] == mover and bits.has(legal, move):
                known |= bits.bit(move)
                self.chances[edge] += 1
                promise = self.promise(edge)
                if best == 0 or promise > best_promise:
                    best = edge
                    best_promise = promise
            edge = self.other[edge]
        fresh = legal & ~known
        if fresh == 0:
            return best
        return self.grow(node, mover, bits.nth(fresh, dice.below(seed, bits.count(fresh))))

    def match(self, node: int, mover: int, legal: int, seed: int) -> int:
        """The edge of a legal move: one never tried, otherwise in proportion to regret, and now and then any."""
        known = 0
        sum_ = 0.0
        edge = self.first[node]
        while edge != 0:
            if self.seat[edge] == mover and bits.has(legal, self.move[edge]):
                known |= bits.bit(self.move[edge])
                sum_ += self.regret[edge] if self.regret[edge] > 0.0 else 0.0
            edge = self.other[edge]
        fresh = legal & ~known
        if fresh != 0:
            return self.grow(node, mover, bits.nth(fresh, dice.below(seed, bits.count(fresh))))
        move = bits.nth(legal, dice.below(seed, bits.count(legal)))
        draw = dice.below(dice.branch(seed), 1 << 20) / 1048576.0
        is_even = sum_ <= 0.0 or draw < self.exploration
        left = (draw - self.exploration) / (1.0 - self.exploration) * sum_
        found = 0
        edge = self.first[node]
        while edge != 0:
            if self.seat[edge] == mover and bits.has(legal, self.move[edge]):
                if is_even:
                    found = edge if self.move[edge] == move else found
                elif self.regret[edge] > 0.0 and left >= 0.0:
                    found = edge
                    left -= self.regret[edge]
            edge = self.other[edge]
        return found

    def promise(self, edge: int) -> float:
        """Upper confidence bound: the average result, and more the less it is known."""
        visits = self.visits[edge]
        chances = self.chances[edge]
        log = self.logs[chances] if chances < MANY else reals.log(chances)
        return self.total[edge] / visits + self.exploration * math.sqrt(log / visits)

    def grow(self, node: int, mover: int, move: int) -> int:
        """A new edge after a node, if there is room."""
        self.is_new = True
        if self.size == self.room:
            return 0
        edge = self.size
        self.size += 1
        self.seat[edge] = mover
        self.move[edge] = move
        self.visits[edge] = 0
        self.chances[edge] = 1
        self.total[edge] = 0.0
        self.squares[edge] = 0.0
        self.regret[edge] = 0.0
        self.first[edge] = 0
        self.other[edge] = self.first[node]
        self.first[node] = edge
        return edge

    def play_on(self, world: State, end: int, seed: int) -> int:
        """Light play to the horizon: the best of a few random moves, by the game's `appeal`."""
        while world.waiting != 0 and world.chapter() < end:
            seat = bits.lowest(world.waiting)
            legal = world.legal[seat]
            number = bits.count(legal)
            seed = dice.advance(seed)
            move = bits.nth(legal, dice.below(seed, number))
            if self.care > 1 and number > 1:
                appeal = world.appeal(seat, move)
                for _ in range(self.care - 1):
                    seed = dice.advance(seed)
                    rival = bits.nth(legal, dice.below(seed, number))
                    rival_appeal = world.appeal(seat, rival)
                    if rival_appeal > appeal:
                        move = rival
                        appeal = rival_appeal
            world.apply(seat, move)
        return seed

    def judge(self, world: State) -> None:
        """Each seat's result: its share of the win, or of the prospects."""
        if world.waiting == 0:
            won = world.winners()
            share = 1.0 / bits.count(won)
            for seat in range(world.seats):
                self.value[seat] = share if bits.has(won, seat) else 0.0
            return
        best = world.outlook(0)
        for seat in range(world.seats):
            self.value[seat] = world.outlook(seat)
            best = max(best, self.value[seat])
        sum_ = 0.0
        for seat in range(world.seats):
            self.value[seat] = reals.exp(self.value[seat] - best)
            sum_ += self.value[seat]
        for seat in range(world.seats):
            self.value[seat] /= sum_

    def learn(self) -> None:
        """Add to every edge on the path what its own seat got."""
        for place in range(self.depth):
            edge = self.path[place]
            got = self.value[self.seat[edge]]
            self.visits[edge] += 1
            self.total[edge] += got
            self.squares[edge] += got * got
            if self.is_matched[place]:
                self.rue(self.origin[place], self.seat[edge], got)

    def rue(self, node: int, seat: int, got: float) -> None:
        """Add to each move's regret how much more it has brought on average."""
        edge = self.first[node]
        while edge != 0:
            if self.seat[edge] == seat and self.visits[edge] > 0:
                self.regret[edge] += self.total[edge] / self.visits[edge] - got
            edge = self.other[edge]
