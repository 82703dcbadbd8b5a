"""Deals that nobody can choose: the host binds itself to a seed before the players add their shares.

The host makes a seed and shows its commitment. Then the device of every person adds a share, and the deal is drawn
from all of them together. Once the seed is revealed, anyone who has the record can prove that nothing was swapped.
docs/how-to/verify-a-deal.md specifies every byte.
"""

import hashlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rexarium.games import AnyGame
from rexarium.kernel.chance import Chance
from rexarium.kernel.errors import UnfairDeal
from rexarium.kernel.game import Setup
from rexarium.match.match import Match

DEAL, SEED = "rexarium deal 1", "rexarium seed 1"  # so that a hash for one purpose cannot serve the other
SEED_BYTES = 32
_SIGNS = re.compile(r"[!-~]{0,64}")  # ASCII that can be seen: nothing that a file or a terminal could change
_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Proof:
    """All that a deal was drawn from; a bot's share, or one that never came, is empty."""

    table: str
    commitment: str
    seed: bytes = field(repr=False)  # the host's; anyone who knows it before the end knows every card
    shares: tuple[str, ...]  # by seat

    def __post_init__(self) -> None:
        """Refuse values that could not be written into a record and read again."""
        if not self.table or not is_share(self.table):
            raise UnfairDeal("The id of a table is 1 to 64 printable ASCII signs without a blank.")
        if not is_digest(self.commitment):
            raise UnfairDeal("A commitment is 64 hexadecimal digits.")
        if len(self.seed) != SEED_BYTES:
            raise UnfairDeal(f"The host's seed has {SEED_BYTES} bytes, not {len(self.seed)}.")
        if not all(map(is_share, self.shares)):
            raise UnfairDeal("A share is up to 64 printable ASCII signs without a blank.")


@dataclass(frozen=True, slots=True)
class Pledge:
    """What the host keeps secret until the game is over; only its commitment is shown."""

    table: str
    terms: str
    seed: bytes = field(repr=False)

    @classmethod
    def fresh(cls, table: str, game: AnyGame, setup: Setup) -> "Pledge":
        """A pledge for one deal at this table, with a seed that nobody else knows."""
        return cls(table, say_terms(game, setup), secrets.token_bytes(SEED_BYTES))

    @property
    def commitment(self) -> str:
        """What the players are shown before they add their shares."""
        return commitment(self.table, self.terms, self.seed)

    def prove(self, shares: Sequence[str]) -> Proof:
        """The proof with everybody's share, in the order of the seats."""
        return Proof(self.table, self.commitment, self.seed, tuple(shares))


def is_share(text: str) -> bool:
    """Can this be a player's share?"""
    return _SIGNS.fullmatch(text) is not None


def is_digest(text: str) -> bool:
    """Is this a SHA-256 as we write it?"""
    return _DIGEST.fullmatch(text) is not None


def say_terms(game: AnyGame, setup: Setup) -> str:
    """What is played, as a record writes it; with the whole edition, because its digest is short enough to be
    forged."""
    lines = [f"game: {game.id}", f"rules: {game.rules_version}", "edition:"]
    lines += [f"  {line}" for line in setup.edition.lines]
    lines += ["rulings:", *(f"  {name}: {answer}" for name, answer in setup.rulings.items())]
    return "\n".join([*lines, f"seats: {setup.seats}"])


def commitment(table: str, terms: str, seed: bytes) -> str:
    """What binds the host to its seed, and to the terms, without telling the seed."""
    return _fingerprint(DEAL.encode(), table.encode(), terms.encode(), seed).hex()


def deal_seed(proof: Proof) -> bytes:
    """The seed that the host and the players have made together."""
    return _fingerprint(
        SEED.encode(), proof.seed, proof.table.encode(), *(share.encode() for share in proof.shares)
    )


def _fingerprint(*parts: bytes) -> bytes:
    """SHA-256 over the parts, each preceded by its length in eight bytes, so that no two lists of parts look alike."""
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).digest()


def fair_deal(game: AnyGame, setup: Setup, proof: Proof) -> Any:
    """The deal that follows from a proof; chance also decides who goes first."""
    return game.deal(setup, Chance(deal_seed(proof)))


def check_proof(match: Match, proof: Proof) -> None:
    """Refuse a proof that does not fit the match, and say what does not fit."""
    game, setup = match.game, match.setup
    if len(proof.shares) != setup.seats:
        raise UnfairDeal(f"The proof has {len(proof.shares)} shares for {setup.seats} seats.")
    if proof.commitment != commitment(proof.table, say_terms(game, setup), proof.seed):
        raise UnfairDeal(
            "The commitment does not fit: it was made of another seed, for another table,"
            " or for another game, edition, rulings or number of seats."
        )
    if match.deal != fair_deal(game, setup, proof):
        raise UnfairDeal("The deal does not follow from the host's seed and the players' shares.")
