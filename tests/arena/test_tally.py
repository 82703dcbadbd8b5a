"""Counts are added up by group, label and number; truth values become shares."""

from rexarium.arena.tally import WON, Tally
from rexarium.kernel.counts import Count


def game(winner: int) -> list[Count]:
    return [
        Count({"side": "left"}, {WON: float(winner == 0), "eggs": 2, "slept": winner == 0}, 0),
        Count({"side": "right"}, {WON: float(winner == 1), "eggs": 4, "slept": False}, 1),
        Count({}, {"eggs": 6}),
    ]


def test_numbers_are_averaged_in_their_groups() -> None:
    tally = Tally()
    tally.add_block([game(0), game(1)])
    tally.add_block([game(0), game(0)])
    means = {key: average.mean for key, average in tally.averages.items()}
    assert tally.games == 4
    assert means["side", "left", WON] == 0.75
    assert means["side", "right", WON] == 0.25
    assert means["side", "right", "eggs"] == 4
    assert means["side", "left", "slept"] == 0.75
    assert means["", "", "eggs"] == 6
    assert all(average.blocks == 2 for average in tally.averages.values())


def test_only_wins_and_truth_values_are_shares() -> None:
    tally = Tally()
    tally.add_block([game(0)])
    assert tally.shares == {(g, s, n) for g, s, n in tally.averages if n in (WON, "slept")}


def test_a_seat_without_groups_is_not_the_table() -> None:
    tally = Tally()
    tally.add_block([[Count({}, {"eggs": 1}, 0), Count({}, {"eggs": 9})]])
    assert tally.averages["", "", "eggs"].mean == 9


def test_merged_tallies_are_the_tally_of_all() -> None:
    whole, left, right = Tally(), Tally(), Tally()
    for tally, winners in ((left, (0, 1)), (right, (1, 1))):
        for winner in winners:
            tally.add_block([game(winner), game(0)])
            whole.add_block([game(winner), game(0)])
    left.merge(right)
    assert (left.games, left.averages, left.shares) == (whole.games, whole.averages, whole.shares)
