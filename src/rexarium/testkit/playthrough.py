"""The sixth law: whole matches as files that a person can read, so that any change of play shows in a diff.

`python -m rexarium.testkit.playthrough` writes all that are missing; with names, it rewrites these.
"""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

from rexarium.games import AnyGame, all_games, find_game
from rexarium.kernel.facts import TRUTH, tell
from rexarium.kernel.game import Setup
from rexarium.kernel.state import FactInts
from rexarium.match import Match
from rexarium.testkit.information import channels, say_plain
from rexarium.testkit.walk import Chooser, all_eyes, at_random, begin, drowsy, walk

FOLDER = Path("tests/playthroughs")
COMMAND = "./rex python -m rexarium.testkit.playthrough"


def names(game: AnyGame) -> list[str]:
    """The names of a game's playthroughs: every number of seats and every preset occurs, and even seeds are long
    games."""
    seats = range(game.min_seats, game.max_seats + 1)
    return [
        f"{game.id}-{count}-{game.presets[place % len(game.presets)].id}-{place + 1}"
        for place, count in enumerate(seats)
    ]


def play_through(name: str) -> str:
    """The text of a playthrough, which its name determines."""
    id_, seats, rest = name.split("-", 2)
    preset, _, seed = rest.rpartition("-")
    game = find_game(id_)
    setup = game.setup(int(seats), preset=preset)
    return "\n".join([*_lines(game, setup, name, int(seed)), ""])


def _lines(game: AnyGame, setup: Setup, name: str, seed: int) -> Iterator[str]:
    choose: Chooser = at_random if seed % 2 else drowsy
    match = begin(game, setup, name)
    yield f"{game.title}, {setup.seats} seats, edition {setup.edition.id} ({setup.edition.digest})"
    yield from (f"ruling {ruling}: {answer}" for ruling, answer in setup.rulings.items())
    yield from (f"deal {line}" for line in game.say_deal(match.deal))
    yield from _told(game, match.opening)
    before: list[str] = []
    shown = 0
    for ply in walk(match, seed, choose):
        if not match.is_revealed:
            continue
        for made in match.plies[shown:]:
            yield f"  {made.seat + 1} {game.say(made.move)}"
            yield from _told(game, made.facts)
        now = [*_flat(game.say_position(match.state())), *_eyes(game, match)]
        yield f"\nply {ply}"
        yield from (f"  {line}" for line in now if line not in before)
        yield from _questions(game, match)
        before, shown = now, ply
    state = match.state()
    for seat in range(setup.seats):
        yield f"score {seat + 1}: {state.score(seat)}"
    yield "winners: " + " ".join(str(seat + 1) for seat in range(setup.seats) if state.winners() >> seat & 1)


def _flat(lines: list[str]) -> Iterator[str]:
    """A position's lines, each with the name of its parent, so that only those that change need showing."""
    head = ""
    for line in lines:
        if line.startswith(" "):
            yield f"{head} {line.strip()}"
        else:
            head = line.rstrip(":")
            if not line.endswith(":"):
                yield line


def _eyes(game: AnyGame, match: Match) -> Iterator[str]:
    state = match.state()
    for eyes in all_eyes(match.setup):
        texts = channels(game, state, eyes, is_brief=True)
        shown = [texts["view"], texts["memory"], say_plain(dict(game.odds(state, eyes))), texts["waiting"]]
        digest = hashlib.sha256("\n".join(shown).encode()).hexdigest()[:12]
        yield f"eyes {_name(match, eyes)} see {digest}"


def _questions(game: AnyGame, match: Match) -> Iterator[str]:
    for seat in match.waiting():
        decision = match.decision(seat)
        assert decision is not None
        yield f"  asked {seat + 1}: {decision.question}"
        yield f"    {', '.join(choice.text for choice in decision.choices)}"
        yield f"    late: {game.say(match.state().default_move(seat))}"


def _told(game: AnyGame, facts: tuple[FactInts, ...]) -> Iterator[str]:
    yield from (f"  > {tell(game.fact_kinds, fact, TRUTH).line()}" for fact in facts)


def _name(match: Match, eyes: int) -> str:
    return str(eyes + 1) if eyes < match.setup.seats else "of a spectator"


def main(wanted: list[str]) -> None:
    """Write what is missing or wanted."""
    for game in all_games().values():
        for name in names(game):
            path = FOLDER / f"{name}.txt"
            if name in wanted or (not wanted and not path.exists()):
                path.write_text(play_through(name), encoding="utf-8")
                print("wrote", path)


if __name__ == "__main__":
    main(sys.argv[1:])
