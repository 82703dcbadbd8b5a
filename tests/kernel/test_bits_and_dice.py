"""Sets, dice and reals: what the Python side says, and that the C side in the .pxd files says the same."""

import math
import subprocess
import sys
from collections import Counter
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import rexarium
from rexarium.kernel import bits, dice, reals

WORDS = st.integers(0, dice.WORD)
SETS = st.integers(1, dice.WORD)
SOURCES = Path(rexarium.__file__).parents[1]

PROBE = """\
# cython: language_level=3
from rexarium.kernel cimport bits, dice, reals
def bit(int n): return bits.bit(n)
def has(unsigned long long mask, int n): return bool(bits.has(mask, n))
def count(unsigned long long mask): return bits.count(mask)
def lowest(unsigned long long mask): return bits.lowest(mask)
def nth(unsigned long long mask, int n): return bits.nth(mask, n)
def choose(bint is_first, int first, int second): return bits.choose(is_first, first, second)
def advance(unsigned long long seed): return dice.advance(seed)
def below(unsigned long long seed, int n): return dice.below(seed, n)
def exp(double x): return reals.exp(x)
def log(double x): return reals.log(x)
"""
BUILD = """\
import sys
from Cython.Build import cythonize
from setuptools import Extension, setup
extension = Extension("probe", ["probe.pyx"], extra_compile_args=["-O1", "-ffp-contract=off", *sys.argv[2:]])
sys.argv = [sys.argv[0], "-q", "build_ext", "--inplace"]
setup(name="probe", ext_modules=cythonize([extension], include_path=[SOURCES], quiet=True))
"""


def load(folder: Path) -> ModuleType:
    path = next(folder.glob("probe.*.so"))
    spec = spec_from_file_location("probe", path, loader=ExtensionFileLoader("probe", str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def c_side(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The inline functions of bits.pxd, dice.pxd and reals.pxd, made callable from Python."""
    folder = tmp_path_factory.mktemp("probe")
    (folder / "probe.pyx").write_text(PROBE)
    (folder / "build.py").write_text(f"SOURCES = {str(SOURCES)!r}\n{BUILD}")
    subprocess.run([sys.executable, "build.py", "--"], cwd=folder, check=True, capture_output=True)
    return load(folder)


@pytest.mark.compiled
class TestBothSides:
    """Each function gives the same numbers in Python and in C."""

    @given(mask=SETS, data=st.data())
    def test_sets(self, c_side: ModuleType, mask: int, data: st.DataObject) -> None:
        n = data.draw(st.integers(0, 63))
        assert c_side.bit(n) == bits.bit(n)
        assert c_side.has(mask, n) == bits.has(mask, n)
        assert c_side.count(mask) == bits.count(mask)
        assert c_side.lowest(mask) == bits.lowest(mask)
        place = data.draw(st.integers(0, bits.count(mask) - 1))
        assert c_side.nth(mask, place) == bits.nth(mask, place)

    @given(
        is_first=st.booleans(),
        first=st.integers(-(2**31), 2**31 - 1),
        second=st.integers(-(2**31), 2**31 - 1),
    )
    def test_choice(self, c_side: ModuleType, is_first: bool, first: int, second: int) -> None:
        assert c_side.choose(is_first, first, second) == bits.choose(is_first, first, second)

    @given(seed=WORDS, n=st.integers(1, 2**31 - 1))
    def test_dice(self, c_side: ModuleType, seed: int, n: int) -> None:
        assert c_side.advance(seed) == dice.advance(seed)
        assert c_side.below(seed, n) == dice.below(seed, n)

    @given(x=st.floats())
    @example(0.0)
    @example(-0.0)
    @example(5e-324)
    @example(-5e-324)
    @example(-700.0)
    @example(-699.9999999)
    @example(1.0)
    @example(1.7976931348623157e308)
    def test_reals(self, c_side: ModuleType, x: float) -> None:
        """To the last bit, also of what is no number."""
        assert repr(c_side.exp(x)) == repr(reals.exp(x))
        assert repr(c_side.log(x)) == repr(reals.log(x))

    def test_the_ends_of_the_range(self, c_side: ModuleType) -> None:
        assert c_side.bit(63) == 1 << 63
        assert c_side.count(dice.WORD) == 64
        assert [c_side.nth(dice.WORD, n) for n in range(64)] == list(range(64))
        assert c_side.advance(dice.WORD) == dice.advance(dice.WORD)


@given(st.floats(-700, 0, exclude_min=True))
def test_e_to_a_power_is_right_to_the_last_bits(x: float) -> None:
    assert abs(reals.exp(x) - math.exp(x)) <= math.ulp(math.exp(x))


@given(st.floats(1, 2**53))
def test_a_logarithm_is_right_to_the_last_bits(x: float) -> None:
    assert abs(reals.log(x) - math.log(x)) <= math.ulp(math.log(x))


@pytest.mark.parametrize("x", [-700.0, -1e9, -math.inf])
def test_e_to_a_very_low_power_is_nothing(x: float) -> None:
    assert reals.exp(x) == 0.0


@pytest.mark.parametrize("x", [math.nan, math.inf, 1e-9])
def test_invalid_arguments_give_nan(x: float) -> None:
    assert math.isnan(reals.exp(x))
    assert math.isnan(reals.log(x))


@given(st.sets(st.integers(0, 63)))
def test_a_set_is_its_members(numbers: set[int]) -> None:
    mask = bits.mask_of(sorted(numbers))
    assert bits.members(mask) == sorted(numbers)
    assert bits.count(mask) == len(numbers)
    assert [bits.nth(mask, n) for n in range(len(numbers))] == sorted(numbers)
    assert {n for n in range(64) if bits.has(mask, n)} == numbers
    if numbers:
        assert bits.lowest(mask) == min(numbers)
    assert sum(bits.bit(n) for n in numbers) == mask


def test_a_choice_is_one_of_two() -> None:
    assert bits.choose(True, 3, 5) == 3
    assert bits.choose(False, 3, 5) == 5


@pytest.mark.parametrize("sides", [1, 2, 3, 5, 17, 30, 64])
def test_dice_are_even(sides: int) -> None:
    seed, counts, throws = 2024, Counter[int](), 20_000
    for _ in range(throws):
        seed = dice.advance(seed)
        counts[dice.below(seed, sides)] += 1
    assert set(counts) == set(range(sides))
    chi_square = sum((counts[side] - throws / sides) ** 2 / (throws / sides) for side in range(sides))
    assert chi_square < sides + 5 * (2 * sides) ** 0.5 + 5


def test_two_dice_in_a_row_are_independent() -> None:
    seed, counts, throws = 7, Counter[tuple[int, int]](), 25_000
    for _ in range(throws):
        first = dice.advance(seed)
        seed = dice.advance(first)
        counts[dice.below(first, 5), dice.below(seed, 5)] += 1
    chi_square = sum((counts[a, b] - throws / 25) ** 2 / (throws / 25) for a in range(5) for b in range(5))
    assert chi_square < 24 + 5 * 48**0.5
