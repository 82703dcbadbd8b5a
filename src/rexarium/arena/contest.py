"""A contest: which bots meet at which table, and how a block of games is played.

A block is one deal and one pairing: the deal is played once with the challenger on every seat, and on all other seats
sits its opponent. So both sides get every hand and every place equally often, and a challenger no better than the
others wins 1 / n.

A round robin with more than two seats has every pair twice, with each side once as the challenger: a table may favour a
player that is unlike the rest, and that must not count as strength. With two seats the two are the same.
All pairings have the same deals. What is dealt, and the chance of every bot, depend only on the seed, the deal, the
pairing and the seat: not on the other contestants, the order of play or the number of processes.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import combinations, permutations
from typing import Any, cast

import rexarium
from rexarium.arena.bout import Clairvoyant, ask_bot, ask_clairvoyant, bot_seed, count_game, play_out
from rexarium.arena.sequential import Trial
from rexarium.arena.tally import WON
from rexarium.bots import Bot, make_bot, seated
from rexarium.games import AnyGame, find_game
from rexarium.kernel.chance import Chance
from rexarium.kernel.counts import Count
from rexarium.kernel.decision import Decision
from rexarium.kernel.errors import BadSetup, BotForfeit
from rexarium.kernel.game import Setup
from rexarium.match import Match

ROUND_ROBIN, GAUNTLET, SPRT = "round-robin", "gauntlet", "sprt"
MODES = (ROUND_ROBIN, GAUNTLET, SPRT)

Pairing = tuple[str, str]  # the challenger, and the bot on all other seats


@dataclass(frozen=True)
class Terms:
    """Everything that decides what is played, as plain data; a results file keeps it, and a resumed contest must equal
    it."""

    version: str
    game: str
    rules_version: int
    seats: int
    edition: str
    edition_title: str
    edition_digest: str
    preset: str
    rulings: Mapping[str, str]
    seed: str
    mode: str
    contestants: tuple[str, ...]
    trial: Trial | None = None  # of a sequential test

    def pairings(self) -> list[Pairing]:
        """The pairings, challenger first, in the order of play."""
        if self.mode != ROUND_ROBIN:
            return [(self.contestants[0], other) for other in self.contestants[1:]]
        return list((combinations if self.seats == 2 else permutations)(self.contestants, 2))

    def difference(self, other: "Terms") -> str:
        """The first difference in words; empty if there is none."""
        for field in fields(self):
            ours, theirs = getattr(self, field.name), getattr(other, field.name)
            if ours != theirs:
                return f"{field.name.replace('_', ' ')}: {_say(ours)}, not {_say(theirs)}"
        return ""


def _say(value: Any) -> str:
    if isinstance(value, Trial):
        return f"{value.elo0:g} against {value.elo1:g} (alpha {value.alpha:g}, beta {value.beta:g})"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {answer}" for name, answer in value.items())
    return ",".join(value) if isinstance(value, tuple) else "none" if value is None else str(value)


@dataclass(frozen=True)
class Contest:
    """What is to be played: the terms, the table they describe, and the greatest number of deals."""

    terms: Terms
    setup: Setup
    deals: int


@dataclass(frozen=True)
class Block:
    """One pairing on one deal: the task of a process. Blocks are numbered deal by deal."""

    contest: Contest
    number: int
    pairing: Pairing
    deal: int


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """What one seat did in a game."""

    contestant: str
    place: int  # its distance from the one that began
    share: float  # its share of the win
    score: int
    decisions: int  # questions with more than one answer
    seconds: float  # of thinking, in total
    labels: Mapping[str, str]  # what it is compared by
    numbers: Mapping[str, float]  # what the game counts


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game of a block."""

    seat: int  # the challenger's
    plies: int
    forfeit: int | None  # the seat that broke its terms and so lost; the others share the win
    seats: tuple[PlayedSeat, ...]

    @property
    def share(self) -> float:
        """The challenger's part of the win."""
        return self.seats[self.seat].share


@dataclass(frozen=True, slots=True)
class PlayedBlock:
    """A block after its games."""

    number: int
    deal: int
    pairing: Pairing
    games: tuple[PlayedGame, ...]

    @property
    def won(self) -> float:
        """The number of games the challenger has won."""
        return sum(game.share for game in self.games)


def make_contest(
    game: AnyGame,
    setup: Setup,
    contestants: Sequence[str],
    *,
    deals: int,
    seed: str,
    mode: str = ROUND_ROBIN,
    preset: str = "",
    trial: Trial | None = None,
) -> Contest:
    """A contest that can be played, or a refusal; in a gauntlet the first contestant is the challenger."""
    _check(contestants, deals, mode, trial)
    for word in contestants:
        make_bot(word, game, setup.seats, 0)  # which says what there is
    terms = Terms(
        version=rexarium.__version__,
        game=game.id,
        rules_version=game.rules_version,
        seats=setup.seats,
        edition=setup.edition.id,
        edition_title=setup.edition.title,
        edition_digest=setup.edition.digest,
        preset=preset,
        rulings=dict(setup.rulings),
        seed=seed,
        mode=mode,
        contestants=tuple(contestants),
        trial=(trial or Trial()) if mode == SPRT else None,
    )
    return Contest(terms, setup, deals)


def _check(contestants: Sequence[str], deals: int, mode: str, trial: Trial | None) -> None:
    if mode not in MODES:
        raise BadSetup(f"There is no mode '{mode}'; there is {', '.join(MODES)}.")
    if len(set(contestants)) < len(contestants):
        raise BadSetup("Every contestant is named once: two of one name could not be told apart.")
    if len(contestants) < 2 or (mode == SPRT and len(contestants) > 2):
        most = "exactly two: the challenger and who it is to beat" if mode == SPRT else "at least two"
        raise BadSetup(f"A contest of the mode {mode} has {most}, not {len(contestants)}.")
    if deals < 1:
        raise BadSetup("There must be at least one deal.")
    if trial and not (trial.elo0 < trial.elo1 and 0 < trial.alpha < 0.5 and 0 < trial.beta < 0.5):
        raise BadSetup("A sequential test needs elo0 below elo1, and alpha and beta between 0 and 0.5.")


def blocks(contest: Contest) -> list[Block]:
    """All blocks, deal by deal, so that an interrupted contest has as many games of each pairing."""
    pairings = contest.terms.pairings()
    return [
        Block(contest, deal * len(pairings) + at, pairing, deal)
        for deal in range(contest.deals)
        for at, pairing in enumerate(pairings)
    ]


# Playing


def play_block(block: Block) -> PlayedBlock:
    """Play a deal with the challenger on every seat."""
    game = find_game(block.contest.terms.game)
    seats = range(block.contest.setup.seats)
    games = tuple(play_game(game, block, seat) for seat in seats)
    return PlayedBlock(block.number, block.deal, block.pairing, games)


def play_game(game: AnyGame, block: Block, challenger: int) -> PlayedGame:
    """Play one game of a block, with the challenger on this seat; the seat that begins rotates from deal to deal."""
    setup = block.contest.setup
    deal = f"{block.contest.terms.seed}, {setup.seats} seats, deal {block.deal}"
    first = block.deal % setup.seats
    match = Match.fresh(game, setup, Chance.of(deal), first=first)
    words = [block.pairing[seat != challenger] for seat in range(setup.seats)]
    name = f"{deal}, {' among '.join(block.pairing)}, on seat {challenger + 1}"
    bots = [
        make_bot(word, game, setup.seats, bot_seed(f"{name}, seat {seat + 1}"))
        for seat, word in enumerate(words)
    ]
    clock = _Clock(match, bots)
    forfeit = None
    with seated(bots):
        try:
            play_out(match, clock.ask)
        except BotForfeit as error:
            forfeit = error.seat
    counts = _count_seats(match, forfeit)
    played = (_look_back(match, seat, words[seat], first, clock, counts[seat]) for seat in range(setup.seats))
    return PlayedGame(challenger, match.ply, forfeit, tuple(played))


class _Clock:
    """Asks the bots, and measures their time."""

    def __init__(self, match: Match, bots: Sequence[Bot]) -> None:
        self.seconds = [0.0] * len(bots)
        self.decisions = [0] * len(bots)
        self._match = match
        self._bots = bots

    def ask(self, decision: Decision) -> int:
        """The answer of the bot on that seat; a clairvoyant is asked by another function."""
        seat, bot = decision.seat, self._bots[decision.seat]
        began = time.perf_counter()
        if getattr(bot, "sees_everything", False) is True:
            move = ask_clairvoyant(cast(Clairvoyant, bot), self._match, decision)
        else:
            move = ask_bot(bot, self._match, decision)
        self.seconds[seat] += time.perf_counter() - began
        self.decisions[seat] += len(decision.choices) > 1
        return move


def _count_seats(match: Match, forfeit: int | None) -> dict[int, Count]:
    """What the game counts, by seat; for a game that was broken off, only which seat lost."""
    if forfeit is None:
        return {count.seat: count for count in count_game(match) if count.seat is not None}
    others = match.setup.seats - 1
    return {
        seat: Count({}, {WON: 0.0 if seat == forfeit else 1 / others}, seat) for seat in range(others + 1)
    }


def _look_back(match: Match, seat: int, word: str, first: int, clock: _Clock, count: Count) -> PlayedSeat:
    return PlayedSeat(
        contestant=word,
        place=(seat - first) % match.setup.seats,
        share=count.numbers[WON],
        score=match.state().score(seat),
        decisions=clock.decisions[seat],
        seconds=clock.seconds[seat],
        labels=dict(count.groups),
        numbers={name: number for name, number in count.numbers.items() if name != WON},
    )
