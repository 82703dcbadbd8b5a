"""Small contests, and what their results files hold."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rexarium.arena.contest import ROUND_ROBIN, Contest, make_contest
from rexarium.arena.results import Results
from rexarium.arena.sequential import Trial
from rexarium.arena.tournament import Tournament
from rexarium.games import find_game

WORDS = ("random", "search:2", "search:8")


def contest_of(
    words: Sequence[str] = WORDS,
    *,
    game: str = "tyrannosaurus",
    seats: int = 2,
    deals: int = 3,
    seed: str = "a seed",
    mode: str = ROUND_ROBIN,
    trial: Trial | None = None,
) -> Contest:
    found = find_game(game)
    return make_contest(found, found.setup(seats), words, deals=deals, seed=seed, mode=mode, trial=trial)


def play(contest: Contest, path: Path, jobs: int = 1) -> Path:
    """Play to the end."""
    with Results.open(path, contest.terms) as results:
        tournament = Tournament(contest, results)
        before = tournament.games
        assert before + sum(tournament.run(jobs)) == tournament.games
        assert tournament.is_done
    return path


def rows_of(path: Path) -> list[Any]:
    """Everything in the file but the thinking times, which no two runs have in common."""
    seats = "game, seat, contestant, place, share, score, decisions, labels, numbers"
    with sqlite3.connect(path) as connection:
        found = [
            row
            for query in ("SELECT * FROM plan", "SELECT * FROM games", f"SELECT {seats} FROM seats")
            for row in connection.execute(query)
        ]
    connection.close()
    return found
