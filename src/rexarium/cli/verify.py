"""`rexarium verify`: prove from a record alone that its deal was not chosen."""

import argparse

from rexarium.cli.narration import label_players
from rexarium.cli.screen import Screen
from rexarium.cli.storage import load_record
from rexarium.kernel.sentence import joined
from rexarium.match import Proof, Record, check_proof

UNPROVEN = 1


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `rexarium verify`."""
    parser.add_argument("file", metavar="FILE", help="a record")


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Print a sentence for everything that holds; refuse a record in which something does not."""
    record = load_record(args.file)
    screen.say(f"The seal fits. The moves, {record.match.ply} in all, are legal. {_say_result(record)}")
    if record.proof is None:
        screen.say("This record has no proof of its deal: nobody can tell how it came about.", "bad")
        return UNPROVEN
    check_proof(record.match, record.proof)
    return _say_proof(screen, record.proof, label_players(record.match.players))


def _say_result(record: Record) -> str:
    if record.match.is_over:
        return "The result is what they lead to."
    if record.ending:
        return "The game was ended at the table, not by the rules."
    return "The game is unfinished."


def _say_proof(screen: Screen, proof: Proof, labels: list[str]) -> int:
    screen.say("The commitment matches the host's seed, the table and the game set-up.")
    givers = [label for label, share in zip(labels, proof.shares, strict=True) if share]
    if not givers:
        screen.say("The deal follows from the host's seed alone, because no player added a share.")
        screen.say("So nothing proves that the host did not choose it.", "bad")
        return UNPROVEN
    screen.say(f"The deal follows from the host's seed and the shares of {joined(givers)}.")
    screen.say("So the host did not choose it, provided that you recognise these:", "good")
    screen.say_whole(f"table {proof.table}", indent=2)
    screen.say_whole(f"commitment {proof.commitment}", indent=2)
    for label, share in zip(labels, proof.shares, strict=True):
        screen.say_whole(f"share of {label}: {share or 'none'}", indent=2)
    return 0
