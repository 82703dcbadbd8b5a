"""A contest being played, block by block, into its results."""

from collections.abc import Iterator
from contextlib import closing

from rexarium.arena.contest import Contest, blocks, play_block
from rexarium.arena.processes import do_all
from rexarium.arena.rating import Ratings
from rexarium.arena.results import BlockScore, Results
from rexarium.arena.sequential import Course, Verdict
from rexarium.arena.standing import rate_blocks

REPLICATES = 100  # for an interim look


class Tournament:
    """Plays what is missing from the results; the standings can be read at any time."""

    def __init__(self, contest: Contest, results: Results) -> None:
        terms = contest.terms
        self.contest = contest
        self.games = 0
        self.course = Course(terms.trial, terms.seats) if terms.trial else None
        self._results = results
        self._scores: list[BlockScore] = []
        for score in results.scores():
            self._take(score)

    def _take(self, score: BlockScore) -> None:
        self.games += score.games
        self._scores.append(score)
        if self.course:
            self.course.add(score.won / score.games)

    @property
    def total(self) -> int:
        """The total number of games; a sequential test may end earlier."""
        terms = self.contest.terms
        return self.contest.deals * len(terms.pairings()) * terms.seats

    @property
    def is_done(self) -> bool:
        """Has everything been played?"""
        return self.games >= self.total or self._has_verdict

    @property
    def _has_verdict(self) -> bool:
        return self.course is not None and self.course.verdict is not Verdict.OPEN

    def run(self, jobs: int = 1) -> Iterator[int]:
        """Play on a number of processes; yields the number of further games that are safe in the results.

        A sequential test takes its blocks in their order and none after its verdict: so it ends at the same deal on
        any number of processes.
        """
        if self._has_verdict:
            return
        done = self._results.done()
        open_ = (block for block in blocks(self.contest) if block.number not in done)
        with closing(do_all(play_block, open_, jobs, in_order=self.course is not None)) as played:
            for block in played:
                self._results.write(block)
                self._take(BlockScore(block.deal, block.pairing, len(block.games), block.won))
                yield len(block.games)
                if self._has_verdict:
                    return

    def ratings(self) -> Ratings:
        """The current ratings, with rough intervals."""
        return rate_blocks(self.contest.terms, self._scores, REPLICATES)
