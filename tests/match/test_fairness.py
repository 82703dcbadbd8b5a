"""Deals that nobody can choose: what binds the host, what the deal follows from, and what does not fit."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rexarium.games import AnyGame, find_game
from rexarium.kernel.chance import Chance
from rexarium.kernel.errors import UnfairDeal
from rexarium.kernel.game import Setup
from rexarium.match import Match, Pledge, Proof, check_proof, fair_deal, is_share, say_terms
from rexarium.match.fairness import commitment, deal_seed
from rexarium.match.record import read_whole_record_file
from rexarium.testkit import records
from tests.laws.registry import every_game, every_table

ROOT = Path(__file__).parents[2]
STORE = ROOT / records.TABLE_FOLDER
PAGE = (ROOT / "docs" / "how-to" / "verify-a-deal.md").read_text(encoding="utf-8")

TREX = find_game("trex")
SEED = bytes(range(32))
SIGNS = st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=64)
PROOF = Proof("table-1", "0" * 64, SEED, ("ab", "c", ""))


def dealt(game: AnyGame, setup: Setup, shares: tuple[str, ...] = ("anna", "ben")) -> tuple[Match, Proof]:
    seats = (*shares, *[""] * setup.seats)[: setup.seats]
    proof = Pledge("table-1", say_terms(game, setup), SEED).prove(seats)
    return Match(game, setup, fair_deal(game, setup, proof)), proof


def long(text: bytes) -> bytes:
    return len(text).to_bytes(8, "big") + text


# What is hashed


def test_the_bytes_are_what_the_page_says() -> None:
    terms = "game: trex\nrules: 1"
    parts = (b"rexarium deal 1", b"table-1", terms.encode(), SEED)
    assert commitment("table-1", terms, SEED) == hashlib.sha256(b"".join(map(long, parts))).hexdigest()
    shares = (b"rexarium seed 1", SEED, b"table-1", b"ab", b"c", b"")
    assert deal_seed(PROOF) == hashlib.sha256(b"".join(map(long, shares))).digest()


def test_the_terms_are_the_lines_of_the_record() -> None:
    setup = TREX.setup(3, preset="dutch")
    lines = say_terms(TREX, setup).split("\n")
    assert lines[:4] == ["game: trex", "rules: 1", "edition:", "  yellow 1: draw 1"]
    assert lines[-4:] == ["rulings:", "  flip_with_one: on", "  shower_is_extra_loss: on", "seats: 3"]
    assert lines[3:-4] == [f"  {line}" for line in setup.edition.lines]


def test_the_example_of_the_page_is_a_record_in_store() -> None:
    record = read_whole_record_file(STORE / "trex-rules-1.rex")
    assert record.proof
    seed = deal_seed(record.proof)
    block = hashlib.sha256(seed + bytes(8)).hexdigest()
    for number in (record.proof.commitment, record.proof.seed.hex(), seed.hex(), block[:16], block[16:32]):
        assert number in PAGE


@given(one=st.tuples(SIGNS, st.lists(SIGNS)), other=st.tuples(SIGNS, st.lists(SIGNS)))
def test_any_difference_gives_another_seed(one: tuple[str, list[str]], other: tuple[str, list[str]]) -> None:
    seeds = [
        deal_seed(Proof("t" + table[:63], "0" * 64, SEED, tuple(shares))) for table, shares in (one, other)
    ]
    assert (seeds[0] == seeds[1]) == ((one[0][:63], one[1]) == (other[0][:63], other[1]))


@pytest.mark.parametrize(
    "other",
    [
        replace(PROOF, table="table-2"),
        replace(PROOF, seed=SEED[::-1]),
        replace(PROOF, shares=("c", "ab", "")),
        replace(PROOF, shares=("a", "bc", "")),
        replace(PROOF, shares=("ab", "", "c")),
        replace(PROOF, shares=("ab", "c")),
        replace(PROOF, shares=("ab", "c", "", "")),
    ],
)
def test_everybody_and_the_order_of_the_seats_count(other: Proof) -> None:
    assert deal_seed(other) != deal_seed(PROOF)


def test_a_pledge_is_fresh_and_keeps_its_secret() -> None:
    setup = TREX.setup(3)
    one, other = (Pledge.fresh("table-1", TREX, setup) for _ in range(2))
    assert len(one.seed) == 32
    assert one.seed != other.seed
    assert one.commitment != other.commitment
    proof = one.prove(["a", "b", "c"])
    for told in (repr(one), repr(proof)):
        assert one.seed.hex() not in told
        assert repr(one.seed) not in told


@pytest.mark.parametrize(
    ("table", "digest", "seed", "share"),
    [
        ("", "0" * 64, SEED, "a"),
        ("t" * 65, "0" * 64, SEED, "a"),
        ("my table", "0" * 64, SEED, "a"),
        ("t", "0" * 63, SEED, "a"),
        ("t", "A" * 64, SEED, "a"),
        ("t", "0" * 64 + "\n", SEED, "a"),
        ("t", "0" * 64, SEED[1:], "a"),
        ("t", "0" * 64, SEED, "a" * 65),
        ("t", "0" * 64, SEED, "a b"),
        ("t", "0" * 64, SEED, "a\n"),
        ("t", "0" * 64, SEED, "é"),
        ("t", "0" * 64, SEED, "\x7f"),
    ],
)
def test_a_malformed_proof_is_not_a_proof(table: str, digest: str, seed: bytes, share: str) -> None:
    with pytest.raises(UnfairDeal):
        Proof(table, digest, seed, ("b", share))


def test_shares() -> None:
    assert all(map(is_share, ("", "a", "#", ":", "~" * 64)))
    assert not any(map(is_share, (" ", "a ", "\t", "ü", "\u202e", "a" * 65)))


# What fits


@every_table
def test_a_fair_deal_fits_at_every_table(game: AnyGame, setup: Setup) -> None:
    match, proof = dealt(game, setup)
    assert match.deal == game.deal(setup, Chance(deal_seed(proof)), None)
    check_proof(match, proof)


@every_game
def test_another_deal_does_not_fit(game: AnyGame) -> None:
    match, proof = dealt(game, game.setup(3))
    deals = [game.deal(match.setup, Chance.of(seed)) for seed in range(10)]
    others = [deal for deal in deals if deal != match.deal]
    assert len(others) > 5
    for deal in others:
        with pytest.raises(UnfairDeal, match=r"^The deal does not follow from .*\.$"):
            check_proof(Match(game, match.setup, deal), proof)


@every_game
def test_who_begins_cannot_be_chosen(game: AnyGame) -> None:
    match, proof = dealt(game, game.setup(3))
    deals = [game.deal(match.setup, Chance(deal_seed(proof)), first) for first in range(3)]
    assert deals.count(match.deal) == 1
    for deal in deals:
        if deal != match.deal:
            with pytest.raises(UnfairDeal):
                check_proof(Match(game, match.setup, deal), proof)


@every_game
@pytest.mark.parametrize("shares", [(), ("a", "b"), ("a", "b", "c", "d")])
def test_a_share_for_every_seat(game: AnyGame, shares: tuple[str, ...]) -> None:
    match, proof = dealt(game, game.setup(3))
    with pytest.raises(UnfairDeal, match=f"has {len(shares)} shares for 3 seats"):
        check_proof(match, replace(proof, shares=shares))


@every_game
def test_the_host_is_bound_to_what_is_played(game: AnyGame) -> None:
    """Every ruling, edition and number of seats is settled with the commitment, whether the deal depends on it or not."""
    setup = game.setup(2)
    _, proof = dealt(game, setup)
    others = [game.setup(3), *(game.setup(2, edition=game.edition(id_)) for id_ in game.edition_ids()[1:])]
    for ruling in game.rulings:
        answers = (answer for answer in ruling.answers if answer != setup.rulings[ruling.id])
        others += [game.setup(2, rulings={**setup.rulings, ruling.id: answer}) for answer in answers]
    assert len(others) > len(game.rulings)
    for other in others:
        known = replace(proof, shares=(*proof.shares, "")[: other.seats])
        match = Match(game, other, fair_deal(game, other, known))
        with pytest.raises(UnfairDeal, match=r"^The commitment does not fit: .*\.$"):
            check_proof(match, known)


@every_game
def test_the_host_is_bound_to_the_version_of_the_rules(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, proof = dealt(game, game.setup(2))
    monkeypatch.setattr(game, "rules_version", game.rules_version + 1)
    with pytest.raises(UnfairDeal, match="commitment"):
        check_proof(match, proof)


# For ever


@every_game
def test_every_game_has_a_proved_record_in_store(game: AnyGame) -> None:
    assert (STORE / records.table_name(game)).exists(), f"make it with: {records.COMMAND}"


@pytest.mark.parametrize("path", sorted(STORE.glob("*.rex")), ids=lambda path: path.stem)
def test_stored_proofs_hold_and_their_records_are_written_the_same_again(path: Path) -> None:
    """Also those of older rules: whoever raises a version keeps the terms of what was pledged under the one before."""
    record = read_whole_record_file(path)
    assert record.proof
    check_proof(record.match, record.proof)
    if f"rules: {record.match.game.rules_version}\n" in path.read_text(encoding="utf-8"):
        assert records.say_whole(record) == path.read_text(encoding="utf-8")
