"""The verifier that needs nothing of Rexarium agrees with Rexarium, on what fits and on what does not."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from rexarium.games import AnyGame
from rexarium.kernel.chance import Chance
from rexarium.kernel.errors import BadRecord, UnfairDeal
from rexarium.kernel.game import Setup
from rexarium.match import (
    Match,
    Pledge,
    Record,
    check_proof,
    fair_deal,
    read_whole_record,
    say_record,
    say_terms,
)
from rexarium.match.fairness import deal_seed
from rexarium.testkit import records
from tests.laws.registry import every_game, every_table

ROOT = Path(__file__).parents[2]
PATH = ROOT / "examples" / "verify_deal.py"


def load() -> Any:
    spec = spec_from_file_location("verify_deal", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


verifier = load()
complaint: Callable[[str], str] = verifier.complaint


def proved(game: AnyGame, setup: Setup, shares: tuple[str, ...] = ("anna", "#", ":", "b#")) -> str:
    """The record of a match that has just been dealt."""
    pledge = Pledge("table-1", say_terms(game, setup), bytes(range(32)))
    proof = pledge.prove((*shares, "", "", "", "", "")[: setup.seats])
    return say_record(Match(game, setup, fair_deal(game, setup, proof)), proof)


def test_it_is_short_and_stands_alone() -> None:
    text = PATH.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 100
    imported = {
        name.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import) for name in node.names
    }
    imported |= {str(node.module) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
    assert imported == {"hashlib", "re", "sys", "pathlib"}


@every_table
def test_it_deals_as_the_engine_does_at_every_table(game: AnyGame, setup: Setup) -> None:
    assert complaint(proved(game, setup)) == ""


@every_game
def test_it_reads_a_whole_record_whatever_its_line_ends_and_comments(game: AnyGame) -> None:
    text = records.say_whole(records.play_at_table(game, "a-table"))
    commented = "".join(f"# a note\n{line}  # aside\n\n" for line in text.splitlines())
    for same in (text, text.replace("\n", "\r\n"), commented):
        assert complaint(same) == ""


def test_it_discards_values_that_would_favour_small_numbers() -> None:
    """Too rare to be seen in a deal: of 2**64 numbers, which is 1 more than a multiple of 3, the last one."""
    chance = verifier.Chance(b"")
    chance.words = iter([2**64 - 1, 2**64 - 2, 7])
    assert [chance.below(3), chance.below(3)] == [(2**64 - 2) % 3, 1]


TAMPERING = {
    "the host's seed": (r"host seed: 00", "host seed: 01"),
    "a share": (r"share 1: anna", "share 1: ann"),
    "an empty share": (r"share 3:", "share 3: late"),
    "two shares": (r"share 1: (.*)\n  share 2: (.*)\n", r"share 1: \2\n  share 2: \1\n"),
    "the commitment": (r"commitment: .{4}", "commitment: 0000"),
    "the table": (r"table: table-1", "table: table-2"),
}


@every_game
@pytest.mark.parametrize("name", TAMPERING)
def test_both_catch_any_change(game: AnyGame, name: str) -> None:
    pattern, new = TAMPERING[name]
    text = proved(game, game.setup(3), ("anna", "ben"))
    changed = re.sub(pattern, new, text, count=1)
    assert changed != text
    assert complaint(changed)
    assert "does not f" in refusal_of(records.reseal(changed))  # does not fit, or does not follow


@every_game
def test_both_catch_another_deal(game: AnyGame) -> None:
    setup = game.setup(3)
    text = proved(game, setup)
    record = read_whole_record(text)
    assert record.proof
    deals = [game.deal(setup, Chance(deal_seed(record.proof)), first) for first in range(3)]
    deals += [game.deal(setup, Chance.of(seed)) for seed in range(10)]
    others = [deal for deal in deals if deal != record.match.deal]
    assert len(others) > 9
    for deal in others:
        changed = say_record(Match(game, setup, deal), record.proof)
        assert "does not follow" in complaint(changed)
        assert "does not follow" in refusal_of(changed)


@every_game
def test_both_catch_another_ruling(game: AnyGame) -> None:
    setup = game.setup(3)
    text = proved(game, setup)
    for ruling in game.rulings:
        for answer in ruling.answers:
            if answer != setup.rulings[ruling.id]:
                changed = text.replace(
                    f"  {ruling.id}: {setup.rulings[ruling.id]}\n", f"  {ruling.id}: {answer}\n"
                )
                assert changed != text
                assert complaint(changed)
                assert refusal_of(records.reseal(changed))


def refusal_of(text: str) -> str:
    """What the engine says against a record; empty if nothing."""
    try:
        record = read_whole_record(text)
        assert record.proof
        check_proof(record.match, record.proof)
    except (BadRecord, UnfairDeal) as error:
        return str(error)
    return ""


@every_game
def test_without_a_proof_or_a_share_there_is_nothing_to_verify(game: AnyGame) -> None:
    record = records.play_at_table(game, "a-table")
    assert "no proof" in complaint(records.say_whole(Record(record.match)))
    assert "host alone" in complaint(proved(game, game.setup(3), ()))


def test_as_a_program(tmp_path: Path) -> None:
    stored = next((ROOT / records.TABLE_FOLDER).glob("*.rex"))
    forged = tmp_path / "forged.rex"
    forged.write_text(re.sub("share 1: .*", "share 1: other", stored.read_text("utf-8")), "utf-8")
    for path, code, said in ((stored, 0, "matches seed and shares"), (forged, 1, "does not follow")):
        done = subprocess.run(
            [sys.executable, "-I", "-S", PATH, path],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, said in done.stdout + done.stderr) == (code, True)
