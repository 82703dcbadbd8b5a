"""Chance at the table: even, repeatable, and the same for ever, because records may name their seed."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rexarium.kernel.chance import Chance


def test_the_stream_is_what_its_description_says() -> None:
    """SHA-256 blocks over the seed and a counter of eight bytes, read as 64-bit numbers."""
    block = hashlib.sha256(b"tonight" + (0).to_bytes(8, "big")).digest()
    words = [int.from_bytes(block[at : at + 8], "big") for at in range(0, 32, 8)]
    chance = Chance.of("tonight")
    assert [chance.below(1 << 32) for _ in range(4)] == [word % (1 << 32) for word in words]
    following = hashlib.sha256(b"tonight" + (1).to_bytes(8, "big")).digest()
    assert chance.below(1 << 32) == int.from_bytes(following[:8], "big") % (1 << 32)


def test_a_seed_deals_the_same_for_ever() -> None:
    order = [3, 7, 6, 12, 14, 15, 13, 1, 8, 16, 4, 11, 9, 2, 10, 5, 0]
    assert Chance.of(1).shuffled(list(range(17))) == order


@given(st.text(), st.lists(st.integers(), max_size=30))
def test_the_same_seed_shuffles_the_same_way_and_loses_nothing(seed: str, items: list[int]) -> None:
    shuffled = Chance.of(seed).shuffled(items)
    assert shuffled == Chance.of(seed).shuffled(items)
    assert sorted(shuffled) == sorted(items)


def test_fresh_seeds_differ() -> None:
    assert len({Chance.fresh().seed for _ in range(50)}) == 50
    assert len(Chance.fresh().seed) == 32


@pytest.mark.parametrize("n", [1, 2, 3, 7, 20])
def test_numbers_are_even(n: int) -> None:
    chance, trials = Chance.of("even"), 10_000
    counts = Counter(chance.below(n) for _ in range(trials))
    assert set(counts) == set(range(n))
    chi_square = sum((counts[side] - trials / n) ** 2 / (trials / n) for side in range(n))
    assert chi_square < n + 5 * (2 * n) ** 0.5 + 5


def test_every_order_is_equally_likely() -> None:
    chance, trials = Chance.of("orders"), 12_000
    counts = Counter(tuple(chance.shuffled([0, 1, 2, 3])) for _ in range(trials))
    assert len(counts) == 24
    chi_square = sum((count - trials / 24) ** 2 / (trials / 24) for count in counts.values())
    assert chi_square < 23 + 5 * 46**0.5


def test_values_that_would_favour_small_numbers_are_discarded() -> None:
    """With a bound just above half of all words, nearly every second word must be drawn again."""
    chance = Chance.of("bias")
    drawn = [chance.below((1 << 63) + 1) for _ in range(400)]
    assert chance._block * 4 > 600
    assert max(drawn) <= 1 << 63
