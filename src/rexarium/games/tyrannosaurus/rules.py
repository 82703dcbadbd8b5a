# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True, annotation_typing=False
# cython: auto_pickle=False
"""The rules of Tyrannosaurus Rex (Sylvie Barc, Jean-Charles Rodriguez, with Michel Lalet, 1993).

Each function names the rules it implements; `rulebook.toml` states them in full. Everything here is an int
(`codes`), and a C value when compiled: `rules.pxd` declares the types.

All choices are secret and simultaneous. A seat commits with `apply` and may change its mind with another `apply`;
once the last choice is in, all are revealed and carried out up to the next question.

Even odds are computed without branches, because no processor can predict them; rare events branch.
"""

from rexarium.games.tyrannosaurus import codes, lanes
from rexarium.kernel import bits, dice
from rexarium.kernel.state import State


class TyrannosaurusState(State):
    """A valley: where the dinosaurs stand, how many trees and cards each seat has, and which secret choices have been
    made."""

    FIELDS = (
        "directions", "play_on", "turns", "splits", "start_cells", "start_trees",
        "turn", "asked", "bone", "dinosaur", "removed", "cards", "chosen", "revealed",
        "cell", "supply", "alive", "last_out", "rex", "lake", "volcano", "trees", "trees_out",
        "runaways", "runaway",
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.directions = 255  # ruling of TY-03: the set of directions
        self.play_on = 0  # ruling of TY-46
        self.turns = 8
        self.splits = [0] * 12  # by dinosaur, the numbers of movement, rest and panic cards
        self.start_cells = [0] * 6  # the corners of the four dinosaurs, of the lake and of the volcano
        self.start_trees = [0] * 4  # by dinosaur
        self.turn = 0  # 0 while lake and volcano are being placed
        self.asked = codes.PROMPT_LAKE
        self.bone = 0  # the seat that is first in every phase
        self.dinosaur = [0] * 4  # by seat
        self.removed = [codes.NO_ACTION] * 4  # by seat, the removed action card, known only to its owner
        self.cards = [0] * 12  # by seat, the numbers of movement, rest and panic cards left
        self.chosen = [codes.NO_MOVE] * 4  # by seat, the secret choice
        self.revealed = [codes.NO_MOVE] * 4  # by seat, the last revealed choice
        self.cells = lanes.all_of(codes.NOWHERE)  # lanes: `cell` of each seat
        self.supplies = 0  # lanes: `supply` of each seat
        self.alive = 0  # the seats still in the game
        self.last_out = 0  # the seats that were eliminated last, at the same moment
        self.rex = codes.LAIR
        self.lake = 0
        self.volcano = 0
        self.trees = 0  # the cells with a tree
        self.trees_out = 0
        self.runaways = 0  # the seats whose panic is still to be completed
        self.runaway = codes.NOBODY  # the one whose panic is being completed

    @property
    def cell(self) -> list[int]:
        """By seat, where the dinosaur stands; NOWHERE if it is out of the game or the seat is not in use."""
        return lanes.unpack(self.cells)

    @cell.setter
    def cell(self, numbers: list[int]) -> None:
        self.cells = lanes.pack(numbers)

    @property
    def supply(self) -> list[int]:
        """By seat, the number of trees."""
        return lanes.unpack(self.supplies)

    @supply.setter
    def supply(self, numbers: list[int]) -> None:
        self.supplies = lanes.pack(numbers)

    # Questions

    def prompt(self, seat: int) -> int:
        """What is being asked now."""
        return self.asked

    def ask(self, prompt: int, seats: int, base: int) -> None:
        """Ask all these seats at once for a secret direction; `base` is the move for north."""
        moves = self.directions * bits.bit(base)
        self.asked = prompt
        self.waiting = seats
        for seat in range(codes.MAX_SEATS):
            self.chosen[seat] = codes.NO_MOVE
            self.legal[seat] = moves * bits.has(seats, seat)

    def ask_for_actions(self) -> None:
        """TY-16: each player still in the game chooses one of their cards left and, unless resting, a direction."""
        seats = 0
        for seat in range(codes.MAX_SEATS):
            moves = self.actions(seat) * bits.has(self.alive, seat)
            seats |= (moves != 0) << seat
            self.chosen[seat] = codes.NO_MOVE
            self.legal[seat] = moves
        self.asked = codes.PROMPT_ACT
        self.waiting = seats
        if seats == 0:
            self.complete_panics()

    def actions(self, seat: int) -> int:
        """TY-16, TY-17: the moves that a seat's remaining cards allow."""
        place = seat * codes.ACTIONS
        moves = bits.bit(codes.MOVE) * (self.cards[place + codes.ACTION_MOVE] > 0)
        panics = bits.bit(codes.PANIC) * (self.cards[place + codes.ACTION_PANIC] > 0)
        rests = bits.bit(codes.REST) * (self.cards[place + codes.ACTION_REST] > 0)
        return self.directions * (moves | panics) | rests

    def after(self, seat: int) -> int:
        """The next seat to the left."""
        return seat + 1 if seat + 1 < self.seats else 0

    # Choices

    def apply(self, seat: int, move: int) -> None:
        """Commit a legal move in secret; the last one reveals them all."""
        is_new = self.chosen[seat] == codes.NO_MOVE
        self.chosen[seat] = move
        self.waiting &= ~bits.bit(seat)
        self.committed |= bits.bit(seat)
        if self.waiting == 0:
            self.committed = 0
            self.resolve()
        elif is_new and self.is_telling:
            self.tell(codes.FACT_COMMITTED, seat, 0, 0)

    def resolve(self) -> None:
        """TY-18: all choices are in; reveal them and carry them out."""
        for seat in range(codes.MAX_SEATS):
            self.revealed[seat] = self.chosen[seat]
        if self.is_telling:
            self.tell_choices()
        if self.asked == codes.PROMPT_ACT:
            self.act()
        elif self.asked == codes.PROMPT_REX:
            self.move_rex()
        elif self.asked == codes.PROMPT_DRIVE:
            self.drive()
        elif self.asked == codes.PROMPT_LAKE:
            self.place_lake()
        else:
            self.place_volcano()

    def tell_choices(self) -> None:
        """Tell the facts of the revealed choices, starting with the bone's holder."""
        seat = self.bone
        for _ in range(self.seats):
            if self.chosen[seat] != codes.NO_MOVE:
                self.tell(codes.FACT_REVEALED, seat, self.chosen[seat], 0)
            seat = self.after(seat)

    def step(self, cell: int, direction: int) -> int:
        """TY-03: the cell one step away; off the board it is OFF + cell, which is not a cell but says where one stays."""
        return codes.STEPS[direction * codes.OFF + cell]

    def dinosaurs_on(self, cell: int) -> int:
        """The seats whose dinosaurs are on a cell."""
        return lanes.seats(lanes.equal(self.cells, cell))

    def seat_of(self, dinosaur: int) -> int:
        """The seat that plays a dinosaur, or NOBODY."""
        for seat in range(self.seats):
            if self.dinosaur[seat] == dinosaur:
                return seat
        return codes.NOBODY

    # Set-up

    def place_lake(self) -> None:
        """TY-11, TY-12: the lake moves one cell for each choice, and the Diplodocus with it."""
        self.lake = self.place_tile(self.lake, codes.LAKE, codes.FACT_LAKE_MOVED)
        self.ask_for_tile(codes.PROMPT_VOLCANO, codes.VOLCANO, codes.PTERANODON)

    def place_volcano(self) -> None:
        """TY-13: then the volcano moves in the same way, and the Pteranodon with it."""
        self.volcano = self.place_tile(self.volcano, codes.VOLCANO, codes.FACT_VOLCANO_MOVED)
        self.plant_trees()

    def place_tile(self, start: int, base: int, fact: int) -> int:
        """TY-14: not off the board or onto the lair, the other tile or a dinosaur; a dinosaur at home moves along."""
        free = self.bare_cells() & ~bits.bit(codes.LAIR) | bits.bit(start)
        tile = start
        seat = self.bone
        for _ in range(self.seats):
            move = self.chosen[seat]
            step = self.step(tile, bits.choose(move != codes.NO_MOVE, move - base, codes.STAY))
            is_free = bits.has(free, step)
            tile = bits.choose(is_free, step, tile)
            if self.is_telling and move != codes.NO_MOVE:
                self.tell(fact if is_free else codes.FACT_TILE_STAYED, seat, tile if is_free else 0, 0)
            seat = self.after(seat)
        self.cells += lanes.equal(self.cells, start) * (tile - start)
        return tile

    def bare_cells(self) -> int:
        """The cells without a dinosaur, the Ty-Rex, the lake or the volcano."""
        taken = bits.bit(self.rex % codes.OFF) | bits.bit(self.lake) | bits.bit(self.volcano)
        for seat in range(codes.MAX_SEATS):
            taken |= bits.bit(lanes.get(self.cells, seat) % codes.OFF)
        return codes.BOARD & ~taken

    def ask_for_tile(self, prompt: int, base: int, dinosaur: int) -> None:
        """TY-11, TY-13: ask everyone except the player whose dinosaur is at home there."""
        seats = self.alive
        home = self.seat_of(dinosaur)
        if home != codes.NOBODY:
            seats &= ~bits.bit(home)
        self.ask(prompt, seats, base)

    def plant_trees(self) -> None:
        """TY-15: plant a tree on every cell without dinosaur, Ty-Rex, lake or volcano; then begin the first turn."""
        self.trees = self.bare_cells()
        if self.is_telling:
            self.tell(codes.FACT_TREES_PLANTED, bits.count(self.trees), 0, 0)
        self.begin_turn()

    # Phases 1 to 3

    def begin_turn(self) -> None:
        """TY-07: begin the next turn by asking for actions."""
        self.turn += 1
        if self.is_telling:
            self.tell(codes.FACT_TURN_BEGUN, self.turn, self.bone, 0)
        self.ask_for_actions()

    def act(self) -> None:
        """TY-18 to TY-26: carry out the actions, one player after the other; panics are completed later."""
        self.discard()
        starts = self.cells  # where everyone starts from: no action moves anyone else
        seat = self.bone
        for _ in range(self.seats):
            move = self.chosen[seat]
            is_acting = bits.has(self.alive, seat) and move != codes.NO_MOVE
            if is_acting and self.go(seat, lanes.get(starts, seat), self.direction(move), True):
                return
            seat = self.after(seat)
        self.complete_panics()

    def discard(self) -> None:
        """TY-17, TY-33: played cards are open and out for the rest of the game; TY-26: note who panicked."""
        runaways = 0
        for seat in range(self.seats):
            move = self.chosen[seat]
            if move != codes.NO_MOVE:
                is_panic = (move >= codes.PANIC) & (move < codes.REST)
                action = is_panic * codes.ACTION_PANIC + (move == codes.REST) * codes.ACTION_REST
                self.cards[seat * codes.ACTIONS + action] -= 1
                runaways |= is_panic << seat
        self.runaways = runaways

    def direction(self, move: int) -> int:
        """The direction of an action; STAY for a rest."""
        return move - bits.choose(move < codes.PANIC, codes.MOVE, codes.PANIC)

    def go(self, seat: int, start: int, direction: int, by_choice: bool) -> bool:
        """TY-20 to TY-26, TY-29 to TY-31: take one step with all its consequences; returns whether it ended the game."""
        step = self.step(start, direction)
        if self.is_forbidden(seat, step):
            return self.refuse(seat, step, by_choice)
        met = lanes.equal(self.cells, step)
        self.cells ^= lanes.at(seat, start ^ step % codes.OFF)
        if self.is_telling:
            self.tell_step(seat, direction, step)
        # TY-23, TY-46: gifts come before the bite, unless they have ended the game.
        if met != 0 and self.collect_gifts(seat, met):
            return True
        return step == self.rex and self.bite(lanes.at(seat, 1))

    def tell_step(self, seat: int, direction: int, step: int) -> None:
        """Tell the fact of a step, of a rest or of a stop at the edge."""
        if direction == codes.STAY:
            self.tell(codes.FACT_RESTED, seat, 0, 0)
        elif step < codes.OFF:
            self.tell(codes.FACT_MOVED, seat, step, 0)
        else:
            self.tell(codes.FACT_STOPPED, seat, 0, 0)

    def is_forbidden(self, seat: int, cell: int) -> bool:
        """TY-24, TY-32: only the Diplodocus may enter the lake and only the Pteranodon the volcano, their homes."""
        if cell == self.lake:
            return self.dinosaur[seat] != codes.DIPLODOCUS
        return cell == self.volcano and self.dinosaur[seat] != codes.PTERANODON

    def refuse(self, seat: int, cell: int, by_choice: bool) -> bool:
        """TY-24: a player's own choice costs a tree; TY-29: that of others is ignored; returns whether the game is over."""
        if self.is_telling:
            self.tell(codes.FACT_TURNED_BACK if by_choice else codes.FACT_STOPPED, seat, cell, 0)
        return by_choice and self.lose_trees(lanes.at(seat, 1))

    def collect_gifts(self, seat: int, givers: int) -> bool:
        """TY-22, TY-30: each gives one of their trees (TY-43, TY-47), all at once; returns whether the game is over."""
        self.supplies += lanes.at(seat, bits.count(givers)) - givers
        if self.is_telling:
            for giver in range(self.seats):
                if lanes.get(givers, giver) == 1:
                    self.tell(codes.FACT_GAVE, giver, seat, 0)
        return self.eliminate()

    def bite(self, bitten: int) -> bool:
        """TY-23, TY-35: each of them loses a tree to the Ty-Rex, all at once; returns whether the game is over."""
        if self.is_telling:
            for seat in range(self.seats):
                if lanes.get(bitten, seat) == 1:
                    self.tell(codes.FACT_BITTEN, seat, 0, 0)
        return self.lose_trees(bitten)

    def lose_trees(self, losers: int) -> bool:
        """TY-23, TY-24, TY-48: each of them loses a tree, which leaves the game; returns whether the game is over."""
        self.supplies -= losers
        self.trees_out += bits.count(losers)
        return self.eliminate()

    def eliminate(self) -> bool:
        """TY-43: seats without trees are out at once; TY-46: the game ends with at most one left; returns whether it has."""
        gone = self.alive & ~lanes.seats(lanes.positive(self.supplies))
        if gone == 0:
            return False
        for seat in range(self.seats):
            if bits.has(gone, seat):
                self.cells |= lanes.at(seat, codes.NOWHERE)
                if self.is_telling:
                    self.tell(codes.FACT_ELIMINATED, seat, 0, 0)
        self.alive &= ~gone
        self.runaways &= ~gone
        self.last_out = gone
        if self.play_on == 0 and self.alive & (self.alive - 1) == 0:
            self.end_game()
            return True
        return False

    def complete_panics(self) -> None:
        """TY-27, TY-28: runaways move one after the other in turn order, each driven by the opponents still in the game."""
        while self.runaways != 0:
            seat = self.first_of(self.runaways)
            self.runaways &= ~bits.bit(seat)
            drivers = self.alive & ~bits.bit(seat)
            if drivers != 0:
                self.runaway = seat
                if self.is_telling:
                    self.tell(codes.FACT_RAN_AWAY, seat, 0, 0)
                self.ask(codes.PROMPT_DRIVE, drivers, codes.DRIVE)
                return
        self.runaway = codes.NOBODY
        self.wake_rex()

    def first_of(self, seats: int) -> int:
        """The first of these seats, counting from the bone's holder."""
        seat = self.bone + bits.lowest((seats | seats << self.seats) >> self.bone)
        return seat if seat < self.seats else seat - self.seats

    def drive(self) -> None:
        """TY-27, TY-29, TY-43: each opponent, from the runaway's left, drives it a step; those out of the game do not."""
        runaway = self.runaway
        driver = self.after(runaway)
        for _ in range(self.seats - 1):
            if bits.has(self.alive, driver) and bits.has(self.alive, runaway):
                if self.is_telling:
                    self.tell(codes.FACT_DRIVEN, runaway, driver, 0)
                start = lanes.get(self.cells, runaway)
                if self.go(runaway, start, self.chosen[driver] - codes.DRIVE, False):
                    return
            driver = self.after(driver)
        self.complete_panics()

    # Phase 4

    def wake_rex(self) -> None:
        """TY-34, TY-44: everyone, in the game or not, chooses where it goes; TY-37: if it had left, it only returns."""
        if self.rex != codes.NOWHERE:
            self.ask(codes.PROMPT_REX, bits.bit(self.seats) - 1, codes.REX)
            return
        self.rex = codes.LAIR
        if self.is_telling:
            self.tell(codes.FACT_REX_RETURNED, codes.LAIR, 0, 0)
        if not self.bite(lanes.equal(self.cells, codes.LAIR)):
            self.harvest()

    def move_rex(self) -> None:
        """TY-34 to TY-38: one cell for each choice, starting with the bone's holder; lake and volcano swallow it."""
        seat = self.bone
        for _ in range(self.seats):
            step = self.step(self.rex, self.chosen[seat] - codes.REX)
            is_swallowed = (step == self.lake) | (step == self.volcano)
            if self.is_telling:
                self.tell_rex(seat, step, is_swallowed)
            if is_swallowed:
                self.rex = codes.NOWHERE
                break
            self.rex = step % codes.OFF
            bitten = lanes.equal(self.cells, step)
            if bitten != 0 and self.bite(bitten):
                return
            seat = self.after(seat)
        self.harvest()

    def tell_rex(self, seat: int, step: int, is_swallowed: bool) -> None:
        """Tell the fact of a step that the Ty-Rex is about to make."""
        if step >= codes.OFF:
            self.tell(codes.FACT_REX_STAYED, seat, 0, 0)
        else:
            self.tell(codes.FACT_REX_VANISHED if is_swallowed else codes.FACT_REX_MOVED, seat, step, 0)

    # Phases 5 and 6, and the end

    def harvest(self) -> None:
        """TY-39 to TY-41: a dinosaur alone on a cell with a tree takes it."""
        visited = 0
        crowded = bits.bit(self.rex % codes.OFF)
        for seat in range(codes.MAX_SEATS):
            cell = bits.bit(lanes.get(self.cells, seat) % codes.OFF)
            crowded |= visited & cell
            visited |= cell
        ripe = self.trees & visited & ~crowded
        self.trees ^= ripe
        for seat in range(codes.MAX_SEATS):
            self.supplies += lanes.at(seat, bits.has(ripe, lanes.get(self.cells, seat) % codes.OFF))
        if self.is_telling:
            self.tell_harvest(ripe)
        self.pass_bone()

    def tell_harvest(self, ripe: int) -> None:
        """Tell the facts of the trees taken."""
        for seat in range(self.seats):
            if bits.has(ripe, lanes.get(self.cells, seat) % codes.OFF):
                self.tell(codes.FACT_HARVESTED, seat, lanes.get(self.cells, seat), 0)

    def pass_bone(self) -> None:
        """TY-42: to the left, skipping nobody; TY-45: after the last turn the game is over."""
        self.bone = self.after(self.bone)
        if self.is_telling:
            self.tell(codes.FACT_BONE_PASSED, self.bone, 0, 0)
        if self.turn < self.turns:
            self.begin_turn()
        else:
            self.end_game()

    def end_game(self) -> None:
        """TY-45, TY-46: nothing more is asked."""
        self.ask(codes.PROMPT_OVER, 0, 0)
        self.runaways = 0
        self.runaway = codes.NOBODY
        if self.is_telling:
            for seat in range(self.seats):
                self.tell(codes.FACT_SCORED, seat, self.score(seat), 0)
            for seat in range(self.seats):
                if bits.has(self.winners(), seat):
                    self.tell(codes.FACT_WON, seat, 0, 0)

    def score(self, seat: int) -> int:
        """TY-45: the trees in the supply."""
        return lanes.get(self.supplies, seat)

    def winners(self) -> int:
        """TY-45: most trees, ties shared; TY-46: if nobody is left, the seats that left last, at the same moment."""
        if self.alive == 0:
            return self.last_out
        best = 0
        mask = 0
        for seat in range(self.seats):
            trees = self.score(seat)
            if bits.has(self.alive, seat) and trees >= best:
                mask = bits.bit(seat) | (mask if trees == best else 0)
                best = trees
        return mask

    def default_move(self, seat: int) -> int:
        """A time-out keeps a choice already made; otherwise it rests if possible, or takes the first legal move."""
        if self.chosen[seat] != codes.NO_MOVE:
            return self.chosen[seat]
        if bits.has(self.legal[seat], codes.REST):
            return codes.REST
        return bits.lowest(self.legal[seat])

    # What is hidden

    def imagine(self, seat: int, seed: int) -> int:
        """TY-49: redeal the others' removed cards and their choices that are not yet revealed."""
        for other in range(self.seats):
            if other != seat:
                if self.removed[other] != codes.NO_ACTION:
                    seed = self.imagine_removed(other, seed)
                if self.chosen[other] != codes.NO_MOVE and bits.has(self.committed, other):
                    seed = dice.advance(seed)
                    legal = self.legal[other]
                    self.chosen[other] = bits.nth(legal, dice.below(seed, bits.count(legal)))
        return seed

    def imagine_removed(self, seat: int, seed: int) -> int:
        """TY-07: each of the nine cards was equally likely to be removed, except those that have been played."""
        base = seat * codes.ACTIONS
        split = self.dinosaur[seat] * codes.ACTIONS
        self.cards[base + self.removed[seat]] += 1
        moves = self.splits[split + codes.ACTION_MOVE] * (self.cards[base + codes.ACTION_MOVE] > 0)
        rests = self.splits[split + codes.ACTION_REST] * (self.cards[base + codes.ACTION_REST] > 0)
        panics = self.splits[split + codes.ACTION_PANIC] * (self.cards[base + codes.ACTION_PANIC] > 0)
        seed = dice.advance(seed)
        draw = dice.below(seed, moves + rests + panics)
        action = (draw >= moves) + (draw >= moves + rests)
        self.removed[seat] = action
        self.cards[base + action] -= 1
        if self.asked == codes.PROMPT_ACT and bits.has(self.alive, seat):
            self.legal[seat] = self.actions(seat)
        return seed

    # The deal

    def deal(self, seed: int) -> int:
        """TY-06, TY-07, TY-10: deal with fast dice, keeping this state's box, rulings, seats and dinosaurs."""
        for last in range(self.seats - 1, 0, -1):
            seed = dice.advance(seed)
            other = dice.below(seed, last + 1)
            dinosaur = self.dinosaur[last]
            self.dinosaur[last] = self.dinosaur[other]
            self.dinosaur[other] = dinosaur
        for seat in range(self.seats):
            self.removed[seat] = codes.NO_ACTION
            if self.turns < codes.CARDS:
                seed = dice.advance(seed)
                self.removed[seat] = self.nth_action(self.dinosaur[seat], dice.below(seed, codes.CARDS))
        seed = dice.advance(seed)
        self.begin_game(dice.below(seed, self.seats))
        return seed

    def nth_action(self, dinosaur: int, place: int) -> int:
        """The action on the nth of a dinosaur's nine cards."""
        moves = self.splits[dinosaur * codes.ACTIONS + codes.ACTION_MOVE]
        rests = self.splits[dinosaur * codes.ACTIONS + codes.ACTION_REST]
        return (place >= moves) + (place >= moves + rests)

    def begin_game(self, bone: int) -> None:
        """TY-07 to TY-10: all dinosaurs are in their corners with their first trees and cards; then the lake is placed."""
        self.cells = lanes.all_of(codes.NOWHERE)
        self.supplies = 0
        for seat in range(self.seats):
            dinosaur = self.dinosaur[seat]
            self.revealed[seat] = codes.NO_MOVE
            self.cells += lanes.at(seat, self.start_cells[dinosaur] - codes.NOWHERE)
            self.supplies += lanes.at(seat, self.start_trees[dinosaur])
            for action in range(codes.ACTIONS):
                number = self.splits[dinosaur * codes.ACTIONS + action] - (self.removed[seat] == action)
                self.cards[seat * codes.ACTIONS + action] = number
        self.bone = bone
        self.turn = 0
        self.alive = bits.bit(self.seats) - 1
        self.last_out = 0
        self.committed = 0
        self.rex = codes.LAIR
        self.lake = self.start_cells[4]
        self.volcano = self.start_cells[5]
        self.trees = 0
        self.trees_out = 0
        self.runaways = 0
        self.runaway = codes.NOBODY
        self.ask_for_tile(codes.PROMPT_LAKE, codes.LAKE, codes.DIPLODOCUS)

    # Judgement for bots: heuristics, not rules

    def chapter(self) -> int:
        """Each turn is a chapter."""
        return self.turn

    def outlook(self, seat: int) -> float:
        """Trees count more the fewer turns are left, and so does staying in the game (docs/bots.md)."""
        weight = 1.29 / (1.0 + 0.7 * (self.turns - self.turn))
        return self.score(seat) * weight + 0.5 * bits.has(self.alive, seat)

    def appeal(self, seat: int, move: int) -> int:
        """How good a direction looks at a glance."""
        if self.asked == codes.PROMPT_ACT:
            return self.appeal_of_cell(seat, self.step(lanes.get(self.cells, seat), self.direction(move)))
        if self.asked == codes.PROMPT_REX:
            return self.appeal_of_hunt(seat, self.step(self.rex, move - codes.REX))
        if self.asked == codes.PROMPT_DRIVE:
            return -self.appeal_of_cell(
                self.runaway, self.step(lanes.get(self.cells, self.runaway), move - codes.DRIVE)
            )
        return 0

    def appeal_of_cell(self, seat: int, cell: int) -> int:
        """Prefer a tree to harvest alone or somebody to bump into; avoid the Ty-Rex and forbidden tiles."""
        place = cell % codes.OFF
        if self.is_forbidden(seat, place):
            return -6
        met = bits.count(lanes.equal(self.cells, place) & ~lanes.at(seat, 1))
        return 3 * met + 4 * (met == 0 and bits.has(self.trees, place)) - 6 * (place == self.rex)

    def appeal_of_hunt(self, seat: int, cell: int) -> int:
        """Prefer the Ty-Rex where others stand, and avoid it where the seat's own dinosaur does."""
        bitten = lanes.equal(self.cells, cell)
        own = lanes.get(bitten, seat)
        return bits.count(bitten) - 4 * own

    # Whether the core can trust the fields

    def is_in_bounds(self) -> bool:
        """Whether no field points outside an array."""
        fine = 2 <= self.seats <= codes.MAX_SEATS
        fine &= self.bone < self.seats and (self.runaway < self.seats or self.runaway == codes.NOBODY)
        fine &= (self.alive | self.runaways | self.last_out) < bits.bit(codes.MAX_SEATS)
        fine &= self.turns <= codes.CARDS and self.turn <= self.turns and self.asked <= codes.PROMPT_OVER
        fine &= self.lake < codes.CELLS and self.volcano < codes.CELLS and self.trees & ~codes.BOARD == 0
        fine &= (self.rex < codes.CELLS or self.rex == codes.NOWHERE) and self.directions != 0
        for place in range(6):
            fine &= self.start_cells[place] < codes.CELLS
        for seat in range(codes.MAX_SEATS):
            cell = lanes.get(self.cells, seat)
            fine &= cell < codes.CELLS or cell == codes.NOWHERE
            fine &= self.dinosaur[seat] < codes.MAX_SEATS and self.removed[seat] <= codes.NO_ACTION
            fine &= self.chosen[seat] < codes.MOVES or self.chosen[seat] == codes.NO_MOVE
            fine &= self.revealed[seat] < codes.MOVES or self.revealed[seat] == codes.NO_MOVE
        return fine

    def is_sound(self) -> bool:
        """With all fields in bounds: whether just the living are on the board, and the question is one the rules ask."""
        due = self.due() if self.waiting != 0 else 0
        fine = self.waiting & self.committed == 0 and self.waiting | self.committed == due
        fine &= (self.alive | self.runaways) < bits.bit(self.seats)
        trees = bits.count(self.trees)
        for seat in range(codes.MAX_SEATS):
            is_alive = bits.has(self.alive, seat)
            trees += self.score(seat)
            fine &= (self.score(seat) > 0) == is_alive
            fine &= (lanes.get(self.cells, seat) < codes.CELLS) == is_alive
            fine &= self.has_due_choice(seat, bits.has(due, seat))
        return fine and trees < codes.NOBODY

    def has_due_choice(self, seat: int, is_asked: bool) -> bool:
        """Whether a seat is asked exactly what the rules allow, and any choice it has made is one of those moves."""
        moves = self.due_of(seat) if is_asked else 0
        has_chosen = self.chosen[seat] != codes.NO_MOVE
        fine = self.legal[seat] == moves and is_asked == (moves != 0)
        fine &= has_chosen == bits.has(self.committed, seat)
        return fine and (not has_chosen or bits.has(moves, self.chosen[seat]))

    def due(self) -> int:
        """The seats that the present question asks; none if it cannot be asked."""
        if self.asked == codes.PROMPT_REX:
            return bits.bit(self.seats) - 1 if self.rex != codes.NOWHERE else 0
        if self.asked == codes.PROMPT_DRIVE:
            is_running = self.runaway != codes.NOBODY and bits.has(self.alive, self.runaway)
            return self.alive & ~bits.bit(self.runaway) if is_running else 0
        seats = 0
        if self.asked == codes.PROMPT_ACT:
            for seat in range(self.seats):
                seats |= (bits.has(self.alive, seat) and self.actions(seat) != 0) << seat
        elif self.asked != codes.PROMPT_OVER:
            home = self.seat_of(codes.DIPLODOCUS if self.asked == codes.PROMPT_LAKE else codes.PTERANODON)
            seats = self.alive if home == codes.NOBODY else self.alive & ~bits.bit(home)
        return seats

    def due_of(self, seat: int) -> int:
        """The moves that the present question allows such a seat."""
        if self.asked == codes.PROMPT_ACT:
            return self.actions(seat)
        if self.asked == codes.PROMPT_LAKE:
            return self.directions * bits.bit(codes.LAKE)
        if self.asked == codes.PROMPT_VOLCANO:
            return self.directions * bits.bit(codes.VOLCANO)
        return self.directions * bits.bit(codes.REX if self.asked == codes.PROMPT_REX else codes.DRIVE)
