"""Pictures of Cubosaurs tables, base and advanced: nothing too wide, nothing missing, every purchase told."""

import random
from collections.abc import Iterator
from textwrap import dedent

import pytest

from rexarium.games import find_game
from rexarium.games.cubosaurs.rules import CubosaursState
from rexarium.games.cubosaurs.view import SeatView, View
from rexarium.kernel.chance import Chance
from rexarium.kernel.drawing import width_of
from rexarium.kernel.facts import SPECTATOR, TRUTH
from rexarium.kernel.outline import read_outline

CUBOSAURS = find_game("cubosaurs")
NAMES = (
    "Anna",
    "恐竜恐竜恐竜恐竜恐竜",
    "a name that is much too long for any row",
    "random bot 4",
    "Zoe\u0301",
)
WIDTHS = (60, 61, 79, 80, 90, 100, 120)
ADVANCED = {"dna": "on"}
LATE = {"dna": "on", "buy_window": "before_or_after", "rounds": "3"}


def tables() -> Iterator[CubosaursState]:
    """Positions all over some games, the end included."""
    rulings: dict[str, str]
    for seed, (seats, rulings) in enumerate(
        ((2, {}), (5, {}), (2, ADVANCED), (3, LATE), (4, LATE), (5, ADVANCED))
    ):
        setup = CUBOSAURS.setup(seats, rulings=rulings)
        state = CUBOSAURS.start(setup, CUBOSAURS.deal(setup, Chance.of(seed)))
        assert isinstance(state, CubosaursState)
        dice, ply = random.Random(seed), 0
        while state.waiting:
            if ply % 13 == 0:
                yield state
            seat = next(seat for seat in range(seats) if state.legal[seat])
            state.apply(seat, dice.choice(state.moves(seat)))
            ply += 1
        yield state


def position(text: str, seats: int) -> CubosaursState:
    setup = CUBOSAURS.setup(seats, rulings=ADVANCED)
    state = CUBOSAURS.read_position(setup, read_outline(dedent(text)))
    assert isinstance(state, CubosaursState)
    return state


def drawn(state: CubosaursState, eyes: int, width: int) -> list[str]:
    picture = CUBOSAURS.picture(CUBOSAURS.view(state, eyes), width, NAMES[: state.seats])
    return ["".join(span.text for span in line).rstrip() for line in picture]


def as_one(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())


def rows(lines: list[str]) -> dict[str, list[str]]:
    """The sheet: by label the rest of the lines that bear it; eggs by the dinosaur above them."""
    found: dict[str, list[str]] = {}
    label = above = ""
    for line in lines:
        label = line[:15].strip() or label
        if label == "its egg":
            label = f"egg {above}"
        elif not line.startswith(" "):
            above = label
        found.setdefault(label, []).append(line[15:])
    return found


def test_no_line_is_too_wide() -> None:
    for state in tables():
        for eyes, width in [(TRUTH, width) for width in WIDTHS] + [(1, 60), (0, 80), (SPECTATOR, 60)]:
            assert max(map(width_of, drawn(state, eyes, width))) <= width


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_picture_shows_everything_shared(width: int) -> None:
    for state in tables():
        view = CUBOSAURS.view(state, 1)
        text = as_one(drawn(state, 1, width))
        assert f"Round {view.round} of {view.rounds}, {view.direction}" in text
        assert (f"{view.deck_size} card" in text and "(next is " in text) == (view.turn is not None)
        assert ("Turn you" in text) == (view.turn == 2)
        assert ("Won by" in text) == bool(view.winners)
        for card, number in view.hand.items():
            times = f"{number} x " if number > 1 else ""
            assert f"{times}{card} ({view.seats[1].one_more[card]:+})" in text
        is_hand = sum(view.hand.values()) > 1
        assert ("each card alone" in text) == is_hand
        is_own = view.turn is not None and (view.turn == 2) != view.is_decided
        if is_hand and is_own and not view.is_decided:
            assert f"all together {view.if_kept.points:+}" in text
        assert ("destroyed: " in text) == bool(view.destroyed and view.turn)
        assert ("Supply" in text) == view.is_advanced
        for tile in view.market:
            assert tile.effect in text
            between = ", " if width < 80 else " "
            assert f"{tile.tile} {tile.title}{between}{tile.cost} token" in text


def test_everything_of_every_seat_is_in_the_sheet() -> None:
    """At 120 columns every seat has 20 of them."""
    for state in tables():
        view = CUBOSAURS.view(state, TRUTH)
        found = rows(drawn(state, TRUTH, 120))
        for seat in view.seats:
            check_column(view, seat, {label: cell_of(seat, lines) for label, lines in found.items()})


def cell_of(seat: SeatView, lines: list[str]) -> str:
    return as_one([line[(seat.seat - 1) * 20 :][:20] for line in lines])


def check_column(view: View, seat: SeatView, cells: dict[str, str]) -> None:
    for line in seat.score_lines:
        label = {"velociraptor": "velociraptors", "egg velociraptor": "egg velociraptors"}.get(
            line.of, line.of
        )
        if line.of.startswith("tile "):
            assert f"{line.points:+}" in cells["tiles"]
        else:
            assert cells[label].endswith(f"{line.points:+}")
            assert cells[label].startswith(f"{line.number}") or line.of.startswith("egg ")
    for colour in ("grey", "black"):
        values = [card.removeprefix(f"{colour} ") for card in seat.collection if card.startswith(colour)]
        assert sorted(set(cells.get(f"{colour} values", "").split(", ")) - {""}) == sorted(values)
    for name in ("t-rex", "stegosaurus", "brontosaurus", "pterodactyl", "pentaceratops"):
        icons = seat.collection.get(f"{name} dna", 0)
        assert (f"({icons} dna)" in cells[name]) == bool(icons)
    for number, points in enumerate(seat.round_scores, start=1):
        assert cells[f"round {number}"] == f"{points:+}"
    assert view.winners or cells[f"round {view.round} so far"] == f"{seat.round_score:+}"
    assert cells["total"] == f"{seat.score:+}"
    assert cells.get("tokens") == (f"{seat.tokens} {seat.tokens // 2:+}" if view.is_advanced else None)
    for tile in seat.tiles:
        assert f"{tile} " in cells["tiles"]


def test_everything_of_every_seat_is_on_a_narrow_terminal() -> None:
    for state in tables():
        view = CUBOSAURS.view(state, 0)
        if len(view.seats) < 4 or not view.is_advanced:
            continue
        lines = drawn(state, 0, 60)
        starts = [
            next(at for at, line in enumerate(lines) if line[2:].startswith(f"{seat.seat} "))
            for seat in view.seats
        ]
        ends = [*starts[1:], next(at for at, line in enumerate(lines) if line.startswith("Supply"))]
        for seat, start, end in zip(view.seats, starts, ends, strict=True):
            text = as_one(lines[start:end])
            assert f"total {seat.score:+}" in text
            assert (f"now {seat.round_score:+}" in text) == (view.turn is not None)
            assert " ".join(f"{points:+}" for points in seat.round_scores) in text
            assert f"{seat.tokens} token" in text
            for line in seat.score_lines:
                assert f"{line.points:+}" in text
                assert line.of in text
            for card in seat.collection:
                assert card.removesuffix(" dna") in text
            for tile in seat.tiles:
                assert f"tile {tile} " in text


def test_the_words_stay_without_the_styles() -> None:
    """Whatever is coloured names its dinosaur, stands in its dinosaur's row, or bears a minus."""
    for state in tables():
        for line in CUBOSAURS.picture(CUBOSAURS.view(state, 0), 60):
            for span in line:
                colour = span.style.split()[-1] if span.style else ""
                if colour in ("yellow", "blue", "brown", "green", "red"):
                    assert any(
                        word in span.text
                        for word in ("t-rex", "saurus", "dactyl", "ceratops", "its egg", "-")
                    )


EXCHANGE = """
    round: 1
    phase: own
    turn: seat 1
    tile: 10
    victim: seat 2
    theirs: grey 3
    hand: t-rex
    seat 1:
      collection: stegosaurus
      bought: 10
    seat 2:
      collection: grey 3, black 2
    seat 3:
      collection: egg t-rex
"""


def test_a_purchase_is_shown_as_far_as_it_is_settled() -> None:
    state = position(EXCHANGE, 3)
    assert "Buying tile 10, swap, with you, for grey 3: Exchange a card" in as_one(drawn(state, 1, 100))
    text = EXCHANGE.replace("phase: own", "phase: whom")
    state = position(text.replace("victim: seat 2", "").replace("theirs: grey 3", ""), 3)
    assert "Buying tile 10, swap: Exchange a card" in as_one(drawn(state, 1, 60))


@pytest.mark.parametrize(("width", "words"), [(60, "0 tokens (1 owed) +0"), (100, "1 owed")])
def test_a_token_that_is_to_be_taken_from_an_opponent(width: int, words: str) -> None:
    state = position(
        """
        phase: token
        turn: seat 1
        then: decision
        supply: 0
        hand: t-rex
        seat 1:
          collection: stegosaurus
          tokens: 40
        seat 2:
          owed: 1
        """,
        4,
    )
    text = as_one(drawn(state, SPECTATOR, width))
    assert f"Token for {NAMES[1][:8]} from which opponent? The supply is empty." in text
    assert words in text


def test_the_worth_of_the_hand_is_that_of_these_eyes() -> None:
    state = position("turn: seat 1\nhand: t-rex dna\nseat 2:\n  collection: 3 t-rex\n", 2)
    assert "Hand t-rex dna (+4) for you, and 1 token" in as_one(drawn(state, 0, 60))
    assert "Hand t-rex dna (-3) for you, and 1 token" in as_one(drawn(state, 1, 60))
    assert "Hand t-rex dna (+4) for Anna, and 1 token" in as_one(drawn(state, SPECTATOR, 60))


def test_without_names_the_seats_are_numbered() -> None:
    state = position("turn: seat 2\nhand: t-rex", 3)
    lines = ["".join(span.text for span in line) for line in CUBOSAURS.picture(CUBOSAURS.view(state, 0), 80)]
    assert "Turn     seat 2: keep or refuse (next is seat 3)" in lines
    assert any(line.split() == ["1", "seat", "(you)", ">", "2", "seat", "3", "seat"] for line in lines)
