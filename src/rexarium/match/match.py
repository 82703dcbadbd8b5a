"""The authority over one game: the only door through which moves reach a state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rexarium.games import AnyGame
from rexarium.kernel import bits
from rexarium.kernel.chance import Chance
from rexarium.kernel.decision import Decision
from rexarium.kernel.errors import CannotUndo, IllegalMove, NotYourTurn, StalePly, UnreadableMove
from rexarium.kernel.facts import TRUTH, Fact, teaches, tell
from rexarium.kernel.game import Setup
from rexarium.kernel.lines import follow
from rexarium.kernel.sentence import sentence
from rexarium.kernel.sight import Sight
from rexarium.kernel.state import FactInts, State


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of the record and the facts it brought about.

    Simultaneous choices are plies that follow each other; the last of them has the facts of all.
    """

    seat: int
    move: int
    facts: tuple[FactInts, ...]
    asked_at: int  # the ply at which its question was asked


class Match:
    """A game from its deal on: moves come in, facts come out, and nothing is ever half done."""

    def __init__(self, game: AnyGame, setup: Setup, deal: Any, players: Sequence[str] = ()) -> None:
        self.game = game
        self.setup = setup
        self.deal = deal
        self.players = [
            players[seat] if seat < len(players) else f"seat {seat + 1}" for seat in range(setup.seats)
        ]
        self._begin()

    @classmethod
    def fresh(
        cls,
        game: AnyGame,
        setup: Setup,
        chance: Chance,
        *,
        players: Sequence[str] = (),
        first: int | None = None,
    ) -> "Match":
        """A new match, dealt by chance."""
        return cls(game, setup, game.deal(setup, chance, first), players)

    def _begin(self) -> None:
        self._state = self.game.start(self.setup, self.deal, is_telling=True)
        self.opening = tuple(self._state.take_facts())
        self.plies: list[Ply] = []
        self._secret: dict[int, int] = {}  # choices that wait for the last one, by seat
        self._secret_facts: tuple[FactInts, ...] = ()

    # Questions

    @property
    def ply(self) -> int:
        """How many moves have been revealed: the position in the record."""
        return len(self.plies)

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self._state.waiting == 0

    @property
    def is_revealed(self) -> bool:
        """Is every move made so far in the record, with no secret choice waiting for others?"""
        return not self._secret

    def state(self) -> State:
        """A copy of the true state."""
        return self._state.copy()

    def waiting(self) -> list[int]:
        """The seats that owe a move."""
        return bits.members(self._state.waiting)

    def chosen(self, seat: int) -> int | None:
        """The seat's choice, hidden until the others have chosen; only the seat may know it."""
        return self._secret.get(seat)

    def decision(self, seat: int) -> Decision | None:
        """What the seat is asked."""
        return self.game.decision(self._state, seat, self.ply)

    def sight(self, seat: int) -> Sight:
        """What the seat may know, for the bot that sits there."""
        return Sight(self.game, self.state(), seat)

    def view(self, eyes: int) -> Any:
        """The table through these eyes; once the game is over everybody may see everything."""
        return self.game.view(self._state, TRUTH if self.is_over else eyes)

    def views(self, eyes: Sequence[int]) -> list[Any]:
        """The same through several pairs of eyes."""
        return self.game.views(self._state, [TRUTH] * len(eyes) if self.is_over else eyes)

    def lines(self, since: int = 0, until: int | None = None) -> list[tuple[Ply, ...]]:
        """The plies grouped into lines, as they are written."""
        found: list[tuple[Ply, ...]] = []
        for ply in self.plies[since:until]:
            if found and self.game.continues(ply.move):
                found[-1] += (ply,)
            else:
                found.append((ply,))
        return found

    def say_line(self, plies: Sequence[Ply]) -> str:
        """A line as a record writes it, without the seat."""
        return self.game.say_line([ply.move for ply in plies])

    def facts(self, eyes: int, since: int = -1) -> list[Fact]:
        """What these eyes have been told from the given ply on; from -1 on, the set-up too."""
        told = list(self.opening) if since < 0 else []
        for ply in self.plies[max(since, 0) :]:
            told += ply.facts
        told += self._secret_facts
        seen = TRUTH if self.is_over else eyes
        return [tell(self.game.fact_kinds, fact, seen) for fact in told]

    # Moves

    def submit(self, seat: int, move: int | str, ply: int | None = None) -> tuple[FactInts, ...]:
        """Check a move or a written line of moves, and make it; a refusal says why, and nothing changes."""
        return self.play(seat, self.check(seat, move, ply))

    def check(self, seat: int, move: int | str | Sequence[int], ply: int | None = None) -> tuple[int, ...]:
        """The moves of a line that the seat may make now; anything else is refused and says why.

        The line may be one move, several, or written: then it is read.
        """
        if ply is not None and ply != self.ply:
            text = sentence("The game has moved on since you chose that move.")
            raise StalePly(text)
        if not 0 <= seat < self.setup.seats:
            raise NotYourTurn(sentence("There is no seat {number} at this table.", number=seat + 1))
        moves = self._read(move)
        for each in moves:
            if not 0 <= each < self.game.move_count:
                raise UnreadableMove(f"{each} is no move of {self.game.title}.")
        state, place = follow(self._state, seat, moves)
        if not bits.has(state.legal[seat], moves[place]):
            raise self._refusal(state, seat, moves[place])
        return moves

    def _read(self, move: int | str | Sequence[int]) -> tuple[int, ...]:
        if isinstance(move, str):
            return tuple(self.game.read_line(move))
        return (move,) if isinstance(move, int) else tuple(move)

    def play(self, seat: int, moves: Sequence[int]) -> tuple[FactInts, ...]:
        """Make moves that `check` has let through, or that the rules make themselves: nobody checks them here."""
        return tuple(fact for move in moves for fact in self._make(seat, move))

    def _make(self, seat: int, move: int) -> tuple[FactInts, ...]:
        """Make a legal move."""
        order = self.game.reveal_order(self._state)
        self._state.apply(seat, move)
        facts = tuple(self._state.take_facts())
        self._secret[seat] = move
        if self._state.committed == 0:
            self._write_down(order, facts)
        else:
            self._secret_facts += facts
        return facts

    def _write_down(self, order: Sequence[int], facts: tuple[FactInts, ...]) -> None:
        """Turn the revealed choices into plies, the last one with the facts; the order in which they were made is
        forgotten."""
        asked_at = self.ply
        seats = [seat for seat in order if seat in self._secret]
        for seat in seats:
            told = facts if seat == seats[-1] else ()
            self.plies.append(Ply(seat, self._secret[seat], told, asked_at))
        self._secret = {}
        self._secret_facts = ()

    def _refusal(self, state: State, seat: int, move: int) -> NotYourTurn | IllegalMove:
        reason = self.game.why_illegal(state, seat, move)
        assert reason is not None, "a move that is not legal has a reason"
        error = NotYourTurn if state.legal[seat] == 0 else IllegalMove
        return error(reason.sentence, reason.rule)

    def time_out(self, seat: int) -> tuple[FactInts, ...]:
        """Make the move that the rules make for a seat whose time is up; it is recorded like any other."""
        return self.play(seat, (self.default_move(seat),))

    def default_move(self, seat: int) -> int:
        """What the rules play for a seat whose time is up."""
        if self._state.legal[seat] == 0:
            raise NotYourTurn(sentence("{seat, seat} has nothing to choose right now.", seat=seat + 1))
        return self._state.default_move(seat)

    # Going back, and forking

    def undo(self, seat: int) -> None:
        """Take back the seat's last line of moves and all after it, unless the seat has learnt something since."""
        if seat in self._secret:
            kept = {other: move for other, move in self._secret.items() if other != seat}
            self._rewind(self.ply, kept)
        else:
            self._rewind(self.check_undo(seat), {})

    def check_undo(self, seat: int) -> int:
        """The ply to which the seat may go back; a refusal if there is none."""
        if seat in self._secret:
            return self.ply
        at = self._last_question_to(seat)
        if any(teaches(self.game.fact_kinds, fact, seat) for ply in self.plies[at:] for fact in ply.facts):
            text = sentence(
                "Too late to take that back: {seat, seat} has seen something new since.", seat=seat + 1
            )
            raise CannotUndo(text)
        return at

    def _last_question_to(self, seat: int) -> int:
        for ply in reversed(self.plies):
            if ply.seat == seat and not self.game.continues(ply.move):
                return ply.asked_at
        raise CannotUndo(sentence("{seat, seat} has not made a move yet.", seat=seat + 1))

    def _rewind(self, ply: int, secret: Mapping[int, int]) -> None:
        """Replay up to a ply, then make these secret choices."""
        kept = self.plies[:ply]
        self._begin()
        for old in kept:
            self._make(old.seat, old.move)
        for seat, move in secret.items():
            self._make(seat, move)

    def fork(self, ply: int) -> "Match":
        """A new match that continues from an earlier ply."""
        twin = Match(self.game, self.setup, self.deal, self.players)
        for old in self.plies[:ply]:
            twin.play(old.seat, (old.move,))
        return twin
