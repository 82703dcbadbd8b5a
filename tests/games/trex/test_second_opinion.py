"""The engine against the second opinion, on thousands of random games and on positions made up by chance."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rexarium.games.trex import codes
from rexarium.games.trex.rules import TrexState
from rexarium.games.trex.words import COLOUR_NAMES
from rexarium.kernel import bits, dice
from rexarium.kernel.facts import TRUTH, Fact, tell
from rexarium.testkit.walk import at_random, begin, drowsy
from tests.games.trex.builders import OTHER_BOX, TREX, position, stock_of, table
from tests.games.trex.second_opinion import ALL_CARDS, NUMBERS, Round, points, sum_of_cards, winners

GAMES = 120  # for each of the twelve kinds of table


@pytest.mark.mutation
@pytest.mark.parametrize("extra", [False, True])
@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_games(seats: int, flip: bool, extra: bool) -> None:
    """TR-11 to TR-15, TR-18, TR-23 to TR-37, TR-41, TR-42, TR-50 to TR-54 in whole games."""
    edition = OTHER_BOX if seats % 2 else None
    for seed in range(GAMES):
        match = begin(
            TREX, table(seats, flip=flip, extra=extra, edition=edition), f"{seats} {flip} {extra} {seed}"
        )
        state = match.state()
        assert isinstance(state, TrexState)
        Referee(state, match.setup.edition.lines).watch(seed)


class Referee:
    """Follows a game by its facts alone and says what must come next."""

    def __init__(self, state: TrexState, box: tuple[str, ...]) -> None:
        numbers = dict(line.split(": ", 1) for line in box)
        self.comets = {card for card, symbol in numbers.items() if symbol == "comet"}
        self.draws = {
            card: int(symbol.split()[1]) for card, symbol in numbers.items() if symbol.startswith("draw")
        }
        self.state = state
        self.eggs: list[list[str]] = [[] for _ in range(state.seats)]
        self.stock = [10] * state.seats
        self.piles = [0] * state.seats
        self.has_extra_loss = state.shower_is_extra_loss == 1
        self.begin_round()

    def begin_round(self) -> None:
        strongest, weakest = COLOUR_NAMES[self.state.strongest], COLOUR_NAMES[self.state.weakest]
        self.round = Round(strongest, weakest, self.comets)
        self.ranked: list[int] = []
        self.lost: list[int] = []
        self.has_ended = False

    def watch(self, seed: int) -> None:
        state = self.state
        state.is_telling = True
        while state.waiting:
            seat = bits.lowest(state.waiting)
            seed = dice.advance(seed)
            choose = drowsy if seed % 2 else at_random
            state.apply(seat, choose(state, seat, seed))
            for fact in state.take_facts():
                self.hear(tell(TREX.fact_kinds, fact, TRUTH))
        assert state.round == 12
        self.check_result()

    def hear(self, fact: Fact) -> None:
        getattr(self, f"hear_{fact.kind.name}", lambda _: None)(fact.values)

    def hear_round_begun(self, values: dict[str, Any]) -> None:
        if self.ranked:
            assert values["seat"] - 1 == self.ranked[-1], "TR-50: the weakest leads"
        self.begin_round()

    def hear_played(self, values: dict[str, Any]) -> None:
        self.play(values["seat"] - 1, values["card"], 0)

    def hear_flipped(self, values: dict[str, Any]) -> None:
        self.play(values["seat"] - 1, values["card"], 1)

    def play(self, seat: int, card: str, from_stock: int) -> None:
        assert not self.round.ends_with_last_play(), "TR-30: the round should have ended before this card"
        self.round.plays.append((seat, card))
        self.stock[seat] -= from_stock
        self.piles[seat] += 1
        self.owed = min(self.draws.get(card, 0), self.stock[seat])

    def hear_drew(self, values: dict[str, Any]) -> None:
        assert values["number"] == len(values["cards"]) == self.owed, "TR-18"
        self.stock[values["seat"] - 1] -= self.owed
        self.owed = 0

    def hear_comet_ruled(self, values: dict[str, Any]) -> None:
        assert self.round.ruler() == values["seat"] - 1, "TR-24"

    def hear_comet_fell_short(self, values: dict[str, Any]) -> None:
        assert self.round.comet_worth(values["card"]) is not None
        earlier = Round(self.round.strongest, self.round.weakest, self.comets, self.round.plays[:-1])
        assert self.round.ruler() == earlier.ruler(), "TR-25"

    def hear_passed_over(self, values: dict[str, Any]) -> None:
        assert self.owed == 0
        assert self.stock[values["seat"] - 1] == 0, "TR-21"

    def hear_round_ended(self, values: dict[str, Any]) -> None:
        assert self.owed == 0, "TR-18: cards were owed"
        ruler = self.round.ruler()
        nobody_left = all(self.state.plays(seat) == 0 for seat in range(self.state.seats))
        ruler_cannot = ruler is not None and self.state.plays(ruler) == 0
        assert self.round.ends_with_last_play() or ruler_cannot or nobody_left, "TR-30, TR-31"
        self.has_ended = True

    def hear_ranked(self, values: dict[str, Any]) -> None:
        assert self.has_ended
        self.ranked.append(values["seat"] - 1)
        assert values["rank"] == len(self.ranked)
        if len(self.ranked) == self.state.seats:
            literal = self.round.ranking(self.state.seats)
            assert self.ranked[: len(literal)] == literal, "TR-11 to TR-15, TR-32 to TR-35, TR-37"

    def hear_took(self, values: dict[str, Any]) -> None:
        self.eggs[values["seat"] - 1].append(values["colour"])

    def hear_lost_top(self, values: dict[str, Any]) -> None:
        self.lose(values["seat"] - 1)
        self.piles[values["seat"] - 1] -= 1

    def hear_lost_stock(self, values: dict[str, Any]) -> None:
        self.lose(values["seat"] - 1)
        self.stock[values["seat"] - 1] -= 1

    def hear_lost_shower(self, values: dict[str, Any]) -> None:
        seat = values["seat"] - 1
        assert self.round.showered(seat), "TR-41"
        self.piles[seat] -= 1
        if not self.has_extra_loss:
            self.lose(seat)

    def lose(self, seat: int) -> None:
        self.lost.append(seat)
        # Who has no card at all to lose is left out (TR-21 with the extra loss).
        assert self.lost == [who for who in self.ranked if who in self.lost], "TR-42"

    def hear_pile_slid(self, values: dict[str, Any]) -> None:
        seat = values["seat"] - 1
        assert values["number"] == self.piles[seat], "TR-45"
        self.stock[seat] += self.piles[seat]
        self.piles[seat] = 0

    def check_result(self) -> None:
        state = self.state
        cards = [list(remaining(state, seat)) for seat in range(state.seats)]
        for seat in range(state.seats):
            assert state.score(seat) == points(self.eggs[seat]), "TR-52"
            assert state.remaining_sum(seat) == sum_of_cards(cards[seat]), "TR-53"
            if not self.has_extra_loss:
                assert len(cards[seat]) == 5, "TR-51"
            assert len(cards[seat]) in (4, 5), "TR-41"
        assert sum(len(eggs) for eggs in self.eggs) == 24, "TR-49: two eggs a round"
        assert bits.members(state.winners()) == winners(self.eggs, cards), "TR-52, TR-53, TR-54"


def remaining(state: TrexState, seat: int) -> Iterator[str]:
    for card in (*bits.members(state.hand[seat]), *stock_of(state, seat)):
        yield ALL_CARDS[card]


# Positions that chance makes up


@st.composite
def rounds(draw: st.DrawFn) -> tuple[int, Round, list[int]]:
    """A table whose round is over: who played what in which order."""
    seats = draw(st.integers(2, 5))
    strongest, weakest, *_ = draw(st.permutations(COLOUR_NAMES))
    found = Round(strongest, weakest, set())
    piles = [
        draw(st.lists(st.sampled_from(ALL_CARDS), min_size=1, max_size=4, unique=True)) for _ in range(seats)
    ]
    order = draw(st.permutations(range(seats)))
    for seat in order:
        found.plays += [(seat, card) for card in piles[seat][:-1]]
    found.plays += [(seat, piles[seat][-1]) for seat in order]
    return seats, found, order


@pytest.mark.mutation
@given(rounds())
def test_rank_of_any_top_cards(made: tuple[int, Round, list[int]]) -> None:
    """TR-11 to TR-15, TR-32 to TR-37: any piles, any colours, any order."""
    seats, played, order = made
    lines = [f"strongest: {played.strongest}", f"weakest: {played.weakest}", "phase: take", "comet: none"]
    lines.append(f"order: {' '.join(str(seat + 1) for seat in order)}")
    for seat in range(seats):
        lines += [
            f"seat {seat + 1}:",
            "  hand: none",
            f"  pile: {', '.join(card for _, card in played.pile(seat))}",
        ]
    state = position("\n".join(lines), seats)
    assert list(state.rank)[:seats] == played.ranking(seats)
    assert state.turn == played.ranking(seats)[0]


@given(
    eggs=st.lists(st.lists(st.integers(0, 4), max_size=5), min_size=2, max_size=5),
    lost=st.lists(
        st.lists(st.integers(0, 16), unique=True, min_size=12, max_size=12), min_size=5, max_size=5
    ),
    is_tied=st.booleans(),
)
def test_winners_of_any_end(eggs: list[list[int]], lost: list[list[int]], is_tied: bool) -> None:
    """TR-52, TR-53, TR-54: any eggs and any five cards; often with a tie."""
    if is_tied:
        eggs = [eggs[0][: 6 // 2]] * len(eggs) if len(eggs) * 3 <= 15 else eggs
    seats, state = len(eggs), ended(eggs, lost)
    if state is None:
        return
    words = [[COLOUR_NAMES[egg] for egg in mine] for mine in eggs]
    cards = [[ALL_CARDS[card] for card in range(17) if card not in lost[seat]] for seat in range(seats)]
    assert [state.score(seat) for seat in range(seats)] == [points(mine) for mine in words]
    assert [state.remaining_sum(seat) for seat in range(seats)] == [sum_of_cards(mine) for mine in cards]
    assert bits.members(state.winners()) == winners(words, cards)


def ended(eggs: list[list[int]], lost: list[list[int]]) -> TrexState | None:
    """The end of a game with these eggs and without these cards; None if the box has not so many eggs."""
    taken = [egg for mine in eggs for egg in mine]
    if any(taken.count(colour) > 6 for colour in range(5)) or len(taken) > 24:
        return None
    lines = ["round: 12", "phase: over"]
    for seat, mine in enumerate(eggs):
        said = [f"{COLOUR_NAMES[colour]} {mine.count(colour)}" for colour in set(mine)]
        gone = ", ".join(ALL_CARDS[card] for card in lost[seat])
        lines += [
            f"seat {seat + 1}:",
            "  hand: none",
            f"  eggs: {', '.join(said) or 'none'}",
            f"  lost: {gone}",
        ]
    return position("\n".join(lines), len(eggs))


def test_the_opinions_are_about_the_same_cards() -> None:
    """TR-01, TR-02, TR-04: seventeen cards, of which fifteen have a number in its colour."""
    assert [TREX.say(card).removeprefix("play ") for card in range(codes.CARDS)] == ALL_CARDS
    assert [COLOUR_NAMES[(number - 1) % 5] for number in NUMBERS] == list(NUMBERS.values())
