"""Law 3, simultaneity: for every game, and shown to be able to fail with a tiny game of our own."""

from typing import ClassVar

import pytest

from rexarium.games import AnyGame
from rexarium.kernel import bits
from rexarium.kernel.game import Setup
from rexarium.kernel.state import State
from rexarium.testkit.simultaneity import check_order, check_secrecy, check_simultaneity, check_stillness
from rexarium.testkit.walk import begin, walk
from tests.laws.registry import every_table


@every_table
def test_the_order_of_choices_does_not_matter(game: AnyGame, setup: Setup) -> None:
    """At every so-manieth position; where one seat moves at a time there is nothing to try."""
    match = begin(game, setup, 81)
    for ply in walk(match, 81):
        if ply % 5:
            continue
        state = match.state()
        tried = check_simultaneity(game, state)
        assert (tried > 0) == (bits.count(state.waiting) > 1)


class Fingers(State):
    """Three seats show one to three fingers at once; whoever shows a number alone gets that many points."""

    FIELDS: ClassVar[tuple[str, ...]] = ("chosen", "points")

    def __init__(self) -> None:
        super().__init__()
        self.seats = 3
        self.chosen = [0, 0, 0]
        self.points = [0, 0, 0]
        self.ask()

    def ask(self) -> None:
        self.waiting = 0b111
        self.legal = [0b111, 0b111, 0b111, 0, 0]

    def copy(self) -> "Fingers":
        """The base class copies the fields of compiled states; these are plain Python."""
        twin = type(self)()
        twin.assign(self.fields())
        return twin

    def apply(self, seat: int, move: int) -> None:
        self.chosen[seat] = move + 1
        self.waiting &= ~(1 << seat)
        self.committed |= 1 << seat
        legal = list(self.legal)
        legal[seat] = 0
        self.legal = legal
        if self.waiting == 0:
            self.reveal()

    def reveal(self) -> None:
        for seat, number in enumerate(self.chosen):
            if self.chosen.count(number) == 1:
                self.points[seat] += number
        self.chosen = [0, 0, 0]
        self.committed = 0
        self.ask()
        if self.is_telling:
            self.facts.append((0, *self.points))  # type: ignore[arg-type]

    def seen_by(self, eyes: int) -> object:
        own = self.chosen[eyes] if eyes < 3 else None
        return (own, tuple(self.points))


class FirstComesFirst(Fingers):
    """Whoever chooses first gets a point more."""

    def apply(self, seat: int, move: int) -> None:
        if self.waiting == 0b111:
            self.points[seat] += 1
        super().apply(seat, move)


class NoTwice(Fingers):
    """What one has chosen no other may choose."""

    def apply(self, seat: int, move: int) -> None:
        super().apply(seat, move)
        if self.waiting != 0b111:
            self.legal = [mask & ~(1 << move) for mask in self.legal]


class TellsInOrder(Fingers):
    """The facts say who chose last."""

    def apply(self, seat: int, move: int) -> None:
        if self.is_telling and bits.count(self.waiting) == 1:
            self.facts.append((1, seat, 0, 0))
        super().apply(seat, move)


class ShowsChoosers(Fingers):
    """Everybody sees who has not chosen yet."""

    def seen_by(self, eyes: int) -> object:
        return (super().seen_by(eyes), self.waiting)


class ShowsChoices(Fingers):
    """Everybody sees how many fingers are up so far."""

    def seen_by(self, eyes: int) -> object:
        return (super().seen_by(eyes), sum(self.chosen))


def shown(state: State, eyes: int) -> object:
    assert isinstance(state, Fingers)
    return state.seen_by(eyes)


CHOICES = {0: 0, 1: 1, 2: 1}


def test_an_honest_game_passes() -> None:
    assert check_order(Fingers(), CHOICES) == 6
    check_secrecy(Fingers(), shown)
    check_stillness(Fingers(), shown)


@pytest.mark.parametrize("game", [FirstComesFirst, NoTwice, TellsInOrder])
def test_a_game_in_which_order_matters_is_caught(game: type[Fingers]) -> None:
    with pytest.raises(AssertionError):
        check_order(game(), CHOICES)


def test_a_game_that_shows_choices_too_early_is_caught() -> None:
    with pytest.raises(AssertionError):
        check_secrecy(ShowsChoices(), shown)


def test_a_view_that_changes_with_a_hidden_choice_is_caught() -> None:
    check_secrecy(ShowsChoosers(), shown)
    with pytest.raises(AssertionError):
        check_stillness(ShowsChoosers(), shown)
