"""Tyrannosaurus Rex and its second opinion agree, in whole games, at crowded tables and in any position."""

import random
from collections import Counter

import pytest

from rexarium.games import find_game
from rexarium.games.tyrannosaurus import GAME
from rexarium.games.tyrannosaurus.rules import TyrannosaurusState
from rexarium.kernel import bits
from rexarium.kernel.chance import Chance
from rexarium.kernel.errors import BadEdition, BadPosition
from rexarium.kernel.facts import SPECTATOR, TRUTH
from rexarium.kernel.game import Setup
from rexarium.kernel.outline import Line, read_outline
from rexarium.match import Match, read_record, say_record
from tests.games.tyrannosaurus.second_opinion import (
    ACTIONS,
    ALL,
    any_setup,
    check_round_trip,
    fuzzed,
    imagined,
    play_both,
    read,
    say_fuzzed,
    start_both,
)


@pytest.mark.parametrize("seed", range(8))
def test_whole_games_agree(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(100):
        setup = any_setup(dice)
        state, valley = start_both(dice, setup)
        play_both(dice, state, valley, "lake")


@pytest.mark.parametrize("seed", range(8))
def test_crowded_valleys_agree(seed: int) -> None:
    dice = random.Random(1000 + seed)
    ends: Counter[str] = Counter()
    for _ in range(400):
        setup = any_setup(dice)
        valley, phase, removed = fuzzed(dice, setup)
        if phase == "act" and not any(valley.may("act", seat) for seat in valley.in_game):
            continue
        state = read(setup, say_fuzzed(valley, phase, removed))
        check_round_trip(setup, state)
        play_both(dice, state, valley, phase)
        ends[
            "nobody left"
            if not valley.in_game
            else "one left"
            if len(valley.in_game) == 1
            else "several left"
        ] += 1
        ends["shared"] += len(valley.winners()) > 1
    assert len(ends) == 4, ends
    assert min(ends.values()) > 10, ends


NONSENSE = ("none", "all", "-1", "241", "f9", "c3", "seat 9", "over", "rest", "1, 1", "", "?")
VALUES = {
    "turn": ("1", "2", "7", "8", "9"),
    "phase": ("act", "drive", "rex", "over", "lake", "volcano"),
    "bone": ("seat 1", "2", "seat 4"),
    "lake": ("a1", "b2", "e5"),
    "volcano": ("a1", "b4", "d3"),
    "rex": ("none", "c3", "b2", "e1"),
    "trees": ("all", "none", "a1, b1", "a2, b2, c2, d2, e2", "0", "1", "7"),
    "out": ("0", "3", "240", "200"),
    "runaway": ("none", "seat 1", "2"),
    "runaways": ("none", "2", "1 3", "3 4"),
    "last out": ("none", "1", "1 2", "1 2 3 4"),
    "dinosaur": ("triceratops", "pteranodon", "diplodocus", "stegosaurus"),
    "cell": ("none", "a1", "c3", "b2", "d4"),
    "cards": ("none", "1 movement", "0 movement, 1 rest", "9 panic", "1 rest, 1 rest"),
    "removed": ("none", "movement", "rest", "panic"),
    "choice": ("none", "move n", "panic se", "rest", "rex s", "drive e", "lake w", "volcano n"),
    "wind": ("west",),
}
SEAT_LABELS = ("dinosaur", "cell", "trees", "cards", "removed", "choice")


def spoilt(dice: random.Random, text: str) -> str:
    """A position with some lines left out, said otherwise or added."""
    lines = text.splitlines()
    for _ in range(dice.choice([1, 1, 2, 3])):
        at = dice.choice([at for at, line in enumerate(lines) if not line.startswith("seat")])
        indent = "  " if lines[at].startswith("  ") else ""
        label = lines[at].split(":")[0].strip()
        if dice.random() < 0.3:
            lines.pop(at)
            continue
        if dice.random() < 0.2:
            label = dice.choice(SEAT_LABELS if indent else sorted(VALUES))
            lines.insert(at, "")
        value = dice.choice(NONSENSE if dice.random() < 0.1 else VALUES[label])
        lines[at] = f"{indent}{label}: {value}"
    return "\n".join(lines)


def play_out(dice: random.Random, setup: Setup, state: TyrannosaurusState) -> None:
    """Any legal moves to the end; every position on the way is sound and can be written down."""
    for _ in range(4 * GAME.ply_bound):
        if state.waiting == 0:
            break
        check_round_trip(setup, state)
        for seat in range(setup.seats):
            assert bool(state.moves(seat)) == bits.has(state.waiting | state.committed, seat)
        if dice.random() < 0.2:
            eyes = dice.choice([*range(setup.seats), SPECTATOR])
            (world,) = imagined(state, eyes, [dice.getrandbits(60)])
            assert GAME.view(world, eyes) == GAME.view(state, eyes)
            check_round_trip(setup, world)
        seat = dice.choice(bits.members(state.waiting))
        state.apply(seat, dice.choice(state.moves(seat)))
    assert state.waiting == 0
    assert state.winners()


@pytest.mark.parametrize("seed", range(6))
def test_any_position_is_refused_or_plays_to_the_end(seed: int) -> None:
    dice = random.Random(2000 + seed)
    played = refused = 0
    for _ in range(300):
        setup = any_setup(dice)
        text = spoilt(dice, say_fuzzed(*fuzzed(dice, setup)))
        try:
            state = read(setup, text)
        except BadPosition:
            refused += 1
            continue
        played += 1
        play_out(dice, setup, state)
        for seat in range(setup.seats):
            assert GAME.why_score(state, seat)
    assert played > 60
    assert refused > 60


def test_secret_choices_and_removed_cards_are_redealt() -> None:
    setup = GAME.setup(4)
    state = read(setup, "phase: act\nseat 2:\n  removed: panic\n  choice: move n\nseat 3:\n  choice: move s")
    worlds = imagined(state, 0, range(3000))
    assert len({world.chosen[1] for world in worlds}) == 8 + 8 + 1
    assert {world.removed[1] for world in worlds} == {0, 1, 2}
    for world in worlds:
        assert world.chosen[1] in world.moves(1), "the imagined choice needs an imagined card"
        assert sum(world.cards[3:6]) == 8
        assert world.legal[0] == state.legal[0]
    assert {world.chosen[2] for world in imagined(state, 2, range(50))} == {GAME.read("move s")}


@pytest.mark.parametrize(
    ("removed", "cards"),
    [
        ("movement", "6 movement, 1 rest, 1 panic"),
        ("movement", "6 movement, 1 panic"),
        ("movement", "1 rest, 1 panic"),
        ("panic", "1 movement, 1 rest"),
        ("rest", "7 movement"),
        ("movement", "none"),
    ],
)
def test_removed_cards_are_imagined_by_the_odds(removed: str, cards: str) -> None:
    setup = GAME.setup(4)
    text = f"phase: rex\nseat 1:\n  dinosaur: triceratops\n  removed: {removed}\n  cards: {cards}"
    state = read(setup, text)
    worlds = imagined(state, 1, range(2700))
    odds = GAME.odds(state, 1)
    for action, name in enumerate(ACTIONS):
        share = sum(world.removed[0] == action for world in worlds) / len(worlds)
        assert abs(share - odds[f"removed 1 is {name}"]) < 0.05
    for world in worlds[:50]:
        check_round_trip(setup, world)


def test_a_fast_deal_is_a_fresh_game() -> None:
    dice = random.Random(77)
    seen: Counter[tuple[int, ...]] = Counter()
    for seed in range(300):
        setup = any_setup(dice)
        state = GAME.start(setup, GAME.deal(setup, Chance.of(seed)))
        for _ in range(dice.choice([0, 5, 1000])):
            if state.waiting:
                seat = dice.choice(bits.members(state.waiting))
                state.apply(seat, dice.choice(state.moves(seat)))
        state.deal(dice.getrandbits(60))
        view = GAME.view(state, TRUTH)
        deal = [f"seat {seat.seat}: {seat.dinosaur}, removed {seat.removed}" for seat in view.seats]
        deal.append(f"bone: seat {view.bone}")
        fresh = GAME.start(setup, GAME.read_deal(setup, read_outline("\n".join(deal))))
        assert state.fields() == fresh.fields()
        if setup.seats == 4:
            seen[tuple(state.dinosaur)] += 1
    assert len(seen) > 15


def test_fast_deals_are_even() -> None:
    setup = GAME.setup(4)
    state = GAME.start(setup, GAME.deal(setup, Chance.of(1)))
    first: Counter[int] = Counter()
    removed: Counter[int] = Counter()
    bones: Counter[int] = Counter()
    seed = 5
    for _ in range(3600):
        seed = state.deal(seed)
        first[state.dinosaur[3]] += 1
        bones[state.bone] += 1
        removed[state.removed[list(state.dinosaur).index(1)]] += 1
    assert all(abs(count - 900) < 150 for count in (*first.values(), *bones.values())), (first, bones)
    assert abs(removed[0] - 2400) < 150, removed  # of the Pteranodon's 6, 2 and 1
    assert abs(removed[1] - 800) < 120, removed
    assert abs(removed[2] - 400) < 100, removed


def test_a_time_out_keeps_the_choice_that_was_made() -> None:
    state = read(GAME.setup(4), "seat 1:\n  choice: panic sw")
    assert GAME.say(state.default_move(0)) == "panic sw"
    assert GAME.say(state.default_move(1)) == "rest"
    assert GAME.say(state.default_move(2)) == "move n"


def test_choices_are_written_from_the_bone_and_only_the_last_of_each() -> None:
    deal = "seat 1: triceratops, removed movement\nseat 2: pteranodon, removed rest\n"
    deal += "seat 3: diplodocus, removed panic\nseat 4: stegosaurus, removed movement\nbone: seat 3"
    setup = GAME.setup(4)
    match = Match(find_game("tyrannosaurus"), setup, GAME.read_deal(setup, read_outline(deal)))
    for seat, text in ((0, "lake n"), (1, "lake w"), (0, "lake sw")):
        match.submit(seat, text)
    assert not match.plies
    assert [fact.line() for fact in match.facts(1)] == ["committed seat 1", "committed seat 2"]
    match.submit(3, "lake s")
    assert [(ply.seat + 1, GAME.say(ply.move)) for ply in match.plies] == [
        (4, "lake s"),
        (1, "lake sw"),
        (2, "lake w"),
    ]
    for seat in (0, 2, 3):
        match.submit(seat, "volcano n")
    assert [ply.seat + 1 for ply in match.plies[3:]] == [3, 4, 1]
    for seat, text in ((0, "rest"), (1, "panic e"), (2, "move s"), (3, "rest")):
        match.submit(seat, text)
    assert [ply.seat + 1 for ply in match.plies[6:]] == [3, 4, 1, 2]
    for seat in (
        0,
        2,
        3,
    ):  # applied from seat 3, on the left of seat 2, and written from the bone all the same
        match.submit(seat, "drive n")
    assert [ply.seat + 1 for ply in match.plies[10:]] == [3, 4, 1]
    last = [fact for fact in match.facts(0) if fact.kind.name == "revealed"][-7:]
    assert [fact.values["seat"] for fact in last] == [3, 4, 1, 2, 3, 4, 1]
    driven = [fact.values["by"] for fact in match.facts(0) if fact.kind.name == "driven"]
    assert driven == [3, 4, 1]
    text = say_record(match)
    assert say_record(read_record(text)) == text


def test_deals_are_even() -> None:
    setup = GAME.setup(4)
    deals = [GAME.deal(setup, Chance.of(seed)) for seed in range(3600)]
    bones = Counter(deal.bone for deal in deals)
    assert all(abs(bones[seat] - 900) < 150 for seat in range(4)), bones
    first = Counter(deal.dinosaurs[0] for deal in deals)
    assert all(abs(first[dinosaur] - 900) < 150 for dinosaur in range(4)), first
    of_triceratops = Counter(deal.removed[deal.dinosaurs.index(0)] for deal in deals)
    assert abs(of_triceratops[0] - 2800) < 150, of_triceratops
    assert abs(of_triceratops[1] - 400) < 100, of_triceratops


STANDARD = (
    '[edition]\ngame = "tyrannosaurus"\nid = "mine"\ntitle = "My box"\n'
    '[board]\nsize = 5\nlair = "c3"\nprovenance = "book"\ntrees = 32\ntrees_provenance = "book"\n'
    + "".join(
        f'[[dinosaur]]\nname = "{name}"\ncorner = "{corner}"\ncorner_provenance = "book"\ntrees = {trees}\n'
        f'trees_provenance = "book"\nmovement = 7\nrest = 1\npanic = 1\nsplit_provenance = "book"\n'
        for name, corner, trees in (
            ("triceratops", "e5", 4),
            ("pteranodon", "a5", 2),
            ("diplodocus", "e1", 2),
            ("stegosaurus", "a1", 4),
        )
    )
    + '[[tile]]\nname = "lake"\ncorner = "e1"\nhome = "diplodocus"\nprovenance = "book"\n'
    + '[[tile]]\nname = "volcano"\ncorner = "a5"\nhome = "pteranodon"\nprovenance = "book"\n'
)


def test_a_custom_edition_is_read() -> None:
    edition = GAME.read_edition(STANDARD)
    assert edition.lines[0] == "triceratops: e5, 4 trees, 7 movement, 1 rest, 1 panic"
    assert ("board", "book") in edition.provenance
    assert (
        GAME.edition_of_lines("mine", "My box", [Line(1, text) for text in edition.lines]).lines
        == edition.lines
    )


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("size = 5", "size = 7", "TY-02"),
        ('lair = "c3"', 'lair = "b2"', "TY-01"),
        ("trees = 32", "trees = 44", "TY-01"),
        ("size = 5\n", "", "TY-02"),
        ('\nprovenance = "book"', '\nprovenance = "hearsay"', ""),
        ("movement = 7", "movement = 6", "TY-01"),
        ("movement = 7", "movement = true", ""),
        ("movement = 7", "movement = -7", ""),
        ("trees = 4\n", "trees = 5\n", "TY-02"),
        ("trees = 4\n", "trees = 0\n", "TY-09"),
        ('corner = "a1"', 'corner = "b1"', "TY-08"),
        ('corner = "a1"', 'corner = "e5"', "TY-08"),
        ('corner = "e1"\nhome', 'corner = "a1"\nhome', "TY-08"),
        ('home = "diplodocus"', 'home = "pteranodon"', "TY-32"),
        ('name = "stegosaurus"', 'name = "triceratops"', ""),
        ('name = "stegosaurus"', 'name = "brontosaurus"', ""),
        ('name = "volcano"', 'name = "swamp"', ""),
        ('game = "tyrannosaurus"', 'game = "trex"', ""),
        ('title = "My box"', 'title = ""', ""),
        ("[board]", "[board", ""),
    ],
)  # fmt: skip
def test_editions_that_cannot_be_are_refused(old: str, new: str, rule: str) -> None:
    assert old in STANDARD
    with pytest.raises(BadEdition) as refusal:
        GAME.read_edition(STANDARD.replace(old, new, 1))
    assert refusal.value.rule == rule


def test_an_edition_without_one_of_its_pieces_is_refused() -> None:
    for lost in ("lake", "volcano", *ALL[4]):
        lines = [line for line in GAME.edition().lines if not line.startswith(f"{lost}: ")]
        with pytest.raises(BadEdition) as refusal:
            GAME.edition_of_lines("mine", "My box", [Line(n, text) for n, text in enumerate(lines, start=1)])
        assert refusal.value.rule == "TY-01"
