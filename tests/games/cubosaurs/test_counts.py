"""What Cubosaurs counts, counted again: from the facts in words, and by the book-keeping of cards and tokens."""

from collections import Counter
from typing import Any

import pytest

from rexarium.bots import RandomBot
from rexarium.games import find_game
from rexarium.kernel.chance import Chance
from rexarium.kernel.counts import Count, name_place
from rexarium.kernel.facts import TRUTH, Fact
from rexarium.match import Match

GAME = find_game("cubosaurs")
PARTS = {"velociraptors": "velociraptors_scored", "eggs": "egg_scored"}


def play(seats: int, seed: int, preset: str) -> Match:
    match = Match.fresh(GAME, GAME.setup(seats, preset=preset), Chance.of(seed))
    bots = [RandomBot(10 * seed + seat) for seat in range(seats)]
    while not match.is_over:
        seat = match.waiting()[0]
        decision = match.decision(seat)
        assert decision
        match.submit(seat, bots[seat].choose(match.sight(seat), decision))
    return match


MATCHES = [
    play(seats, seed, preset)
    for seats in (2, 3, 4, 5)
    for preset in ("table", "dna", "online")
    for seed in range(4)
]
every_match = pytest.mark.parametrize("match", MATCHES)


def count(match: Match) -> list[Count]:
    return list(GAME.counts(match.state(), [*match.opening, *(f for ply in match.plies for f in ply.facts)]))


def of_group(match: Match, group: str) -> dict[str, dict[str, float]]:
    return {found.groups[group]: dict(found.numbers) for found in count(match) if group in found.groups}


def of_seats(match: Match) -> dict[int, Any]:
    return {found.seat + 1: found.numbers for found in count(match) if found.seat is not None}


def of_table(match: Match) -> Any:
    (table,) = [found.numbers for found in count(match) if found.seat is None and not found.groups]
    return table


def is_advanced(match: Match) -> bool:
    return match.setup.rulings["dna"] == "on"


def told(facts: list[Fact], name: str, **values: object) -> list[Fact]:
    return [f for f in facts if f.kind.name == name and all(f.values[key] == v for key, v in values.items())]


def last_round(facts: list[Fact]) -> list[Fact]:
    starts = [place for place, fact in enumerate(facts) if fact.kind.name == "round_begun"]
    return facts[starts[-1] :]


@every_match
def test_seats_agree_with_a_recount_from_the_facts(match: Match) -> None:
    facts = match.facts(TRUTH)
    for seat, numbers in of_seats(match).items():
        (scored,) = told(facts, "scored", seat=seat)
        refused = len(told(facts, "refused", seat=seat)) + len(told(facts, "passed", seat=seat))
        assert numbers["points"] == scored.values["points"]
        assert (
            numbers["points in the last round"] == told(facts, "round_scored", seat=seat)[-1].values["points"]
        )
        assert numbers["hands refused"] == refused
        assert numbers["cards collected"] == len(told(facts, "collected", seat=seat))
        assert ("tiles bought" in numbers) == is_advanced(match)
        assert numbers.get("tiles bought", 0) == len(told(facts, "bought", seat=seat))


@every_match
def test_places_are_counted_from_the_first_player(match: Match) -> None:
    """CU-07: of the first round."""
    first = match.facts(TRUTH)[0].values["first"]
    assert isinstance(first, int)
    places = {found.seat + 1: found.groups["place"] for found in count(match) if found.seat is not None}
    ring = [*range(first, match.setup.seats + 1), *range(1, first)]
    assert places == {seat: name_place(place) for place, seat in enumerate(ring)}


@every_match
def test_no_card_is_lost_from_the_books(match: Match) -> None:
    """CU-06, CU-10, CU-11, CU-42 to CU-46: what the last round left each seat with."""
    facts = last_round(match.facts(TRUTH))
    for seat, numbers in of_seats(match).items():
        income = [
            *told(facts, "started_with", seat=seat),
            *told(facts, "collected", seat=seat),
            *told(facts, "took", seat=seat),
            *told(facts, "gave", to=seat),
        ]
        outgo = [
            *told(facts, "refused", seat=seat),
            *told(facts, "destroyed", owner=seat),
            *(fact for fact in told(facts, "took") if fact.values["from"] == seat),
            *told(facts, "gave", seat=seat),
        ]
        assert numbers["cards at the end"] == len(income) - len(outgo)


@every_match
def test_no_token_is_lost_from_the_books(match: Match) -> None:
    """CU-32 to CU-34: gained, taken, paid."""
    if not is_advanced(match):
        return
    facts = match.facts(TRUTH)
    for seat, numbers in of_seats(match).items():
        gained = len(told(facts, "gained_token", seat=seat)) + len(told(facts, "took_token", seat=seat))
        lost = sum(fact.values["from"] == seat for fact in told(facts, "took_token"))
        costs = [fact.values["cost"] for fact in told(facts, "bought", seat=seat)]
        assert numbers["tokens gained"] == gained
        assert numbers["tokens left"] == gained - lost - sum(cost for cost in costs if isinstance(cost, int))


@every_match
def test_the_table_agrees_with_a_recount_from_the_facts(match: Match) -> None:
    facts = match.facts(TRUTH)
    kinds = Counter(fact.kind.name for fact in facts)
    points = [number for f in told(facts, "scored") if isinstance(number := f.values["points"], int)]
    table, seats = of_table(match), of_seats(match)
    assert table["hands refused"] == sum(numbers["hands refused"] for numbers in seats.values())
    assert table["winner's points"] == max(points)
    assert table["loser's points"] == min(points)
    assert table["equal on points (CU-30)"] is (points.count(max(points)) > 1)
    assert table["win shared"] is (kinds["won"] > 1)
    assert table["somebody below zero"] is (min(points) < 0)
    if is_advanced(match):
        assert table["tiles bought"] == kinds["bought"]
        assert table["supply empty"] is (kinds["took_token"] + kinds["went_without"] > 0)


@every_match
def test_types_bring_what_the_rounds_brought(match: Match) -> None:
    """CU-25, CU-37, CU-38: all parts of the scores together are the scores."""
    facts = match.facts(TRUTH)
    places = match.setup.seats * int(match.setup.rulings["rounds"])
    types, tiles = of_group(match, "type"), of_group(match, "tile")
    for name, numbers in types.items():
        lines = told(facts, PARTS[name]) if name in PARTS else told(facts, "set_scored", type=name)
        points = [number for line in lines if isinstance(number := line.values["points"], int)]
        assert numbers["points a seat and round"] * places == pytest.approx(sum(points))
        assert numbers["scored for, of all"] * places == pytest.approx(len(points))
        assert numbers["brought points, of all"] * places == pytest.approx(sum(n > 0 for n in points))
        assert numbers["cost points, of all"] * places == pytest.approx(sum(n < 0 for n in points))
    scored = [number for f in told(facts, "round_scored") if isinstance(number := f.values["points"], int)]
    of_types = sum(numbers["points a seat and round"] for numbers in types.values()) * places
    of_tiles = sum(numbers["points scored by it"] for numbers in tiles.values())
    assert of_types + of_tiles == pytest.approx(sum(scored))
    assert len(types) == 7


@every_match
def test_tiles_and_their_buyers(match: Match) -> None:
    facts = match.facts(TRUTH)
    tiles = of_group(match, "tile")
    assert len(tiles) == (10 if is_advanced(match) else 0)
    winners = {fact.values["seat"] for fact in told(facts, "won")}
    for name, numbers in tiles.items():
        buyers = [fact.values["seat"] for fact in told(facts, "bought", tile=int(name.split()[0]))]
        assert numbers["bought"] == len(buyers)
        wins = sum(buyer in winners for buyer in buyers) / len(winners)
        assert numbers["wins of buyers"] == pytest.approx(wins)


def test_these_games_are_not_all_alike() -> None:
    tables = [of_table(match) for match in MATCHES]
    assert any(table["somebody below zero"] for table in tables)
    assert not all(table["somebody below zero"] for table in tables)
    assert sum(table.get("tiles bought", 0) for table in tables) > 50
