"""What Tyrannosaurus Rex counts, counted again: from the facts in words, and by the book-keeping of trees."""

from collections import Counter

import pytest

from rexarium.bots import RandomBot
from rexarium.games import find_game
from rexarium.kernel.chance import Chance
from rexarium.kernel.counts import Count
from rexarium.kernel.facts import TRUTH
from rexarium.match import Match

GAME = find_game("tyrannosaurus")


def play(seats: int, seed: int, edition: str, play_on: str) -> Match:
    setup = GAME.setup(seats, edition=GAME.edition(edition), rulings={"play_on": play_on})
    match = Match.fresh(GAME, setup, Chance.of(seed))
    bots = [RandomBot(10 * seed + seat) for seat in range(seats)]
    while not match.is_over:
        seat = match.waiting()[0]
        decision = match.decision(seat)
        assert decision
        match.submit(seat, bots[seat].choose(match.sight(seat), decision))
    return match


def count(match: Match) -> tuple[dict[int, Count], Count]:
    facts = [*match.opening, *(fact for ply in match.plies for fact in ply.facts)]
    counts = GAME.counts(match.state(), facts)
    (table,) = [found for found in counts if found.seat is None]
    return {found.seat: found for found in counts if found.seat is not None}, table


MATCHES = [
    play(seats, seed, edition, play_on)
    for seats in (2, 3, 4)
    for edition in ("standard", "other-split")
    for play_on in ("on", "off")
    for seed in range(8)
]
every_match = pytest.mark.parametrize("match", MATCHES)


@every_match
def test_counts_agree_with_a_recount_from_the_facts(match: Match) -> None:
    told = Counter((fact.kind.name, fact.values.get("seat")) for fact in match.facts(TRUTH))
    given_to = Counter(fact.values["to"] for fact in match.facts(TRUTH) if fact.kind.name == "gave")
    trees = {f.values["seat"]: f.values["trees"] for f in match.facts(TRUTH) if f.kind.name == "scored"}
    seats, table = count(match)
    for seat, found in seats.items():
        assert found.numbers == {
            "trees at the end": trees[seat + 1],
            "eliminated": bool(told["eliminated", seat + 1]),
            "harvested": told["harvested", seat + 1],
            "won by bumping": given_to[seat + 1],
            "given when bumped": told["gave", seat + 1],
            "bitten": told["bitten", seat + 1],
            "turned back": told["turned_back", seat + 1],
        }
    kinds = Counter(fact.kind.name for fact in match.facts(TRUTH))
    assert table.numbers["turns"] == kinds["turn_begun"]
    assert table.numbers["ended early"] == (kinds["bone_passed"] < (9 if match.setup.seats == 3 else 8))
    assert table.numbers["nobody left"] == (kinds["eliminated"] == match.setup.seats)
    assert table.numbers["panics"] == kinds["ran_away"]
    assert table.numbers["Ty-Rex vanished"] == kinds["rex_vanished"]


@every_match
def test_the_seats_add_up_to_the_table(match: Match) -> None:
    seats, table = count(match)
    pairs = {
        "eliminated": "eliminated",
        "harvested": "harvested",
        "bumps": "won by bumping",
        "bites": "bitten",
        "turned back": "turned back",
    }
    for of_table, of_seat in pairs.items():
        assert table.numbers[of_table] == sum(found.numbers[of_seat] for found in seats.values())
    assert table.numbers["bumps"] == sum(found.numbers["given when bumped"] for found in seats.values())


@every_match
def test_no_tree_is_lost_from_the_books(match: Match) -> None:
    seats, table = count(match)
    start = {"triceratops": 4, "pteranodon": 2, "diplodocus": 2, "stegosaurus": 4}
    for found in seats.values():
        n = found.numbers
        income = n["harvested"] + n["won by bumping"]
        outgo = n["given when bumped"] + n["bitten"] + n["turned back"]
        assert start[found.groups["dinosaur"]] + income - outgo == n["trees at the end"]
    assert table.numbers["trees out"] == table.numbers["bites"] + table.numbers["turned back"]


def test_dinosaurs_come_in_their_order() -> None:
    names = [found.groups["dinosaur"] for found in GAME.counts(MATCHES[-1].state(), []) if found.groups]
    assert names == ["triceratops", "pteranodon", "diplodocus", "stegosaurus"]
