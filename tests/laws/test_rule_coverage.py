"""Every branch of the rules is taken by a case or a law, seen uncompiled."""

from pathlib import Path

from rexarium.testkit import rule_coverage

ROOT = Path(__file__).parents[2]


def test_every_branch_of_the_rules_is_taken() -> None:
    gaps = rule_coverage.gaps(ROOT)
    assert not gaps, f"{gaps}; the same from the command line: {rule_coverage.COMMAND}"
