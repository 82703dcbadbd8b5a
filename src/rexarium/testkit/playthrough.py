"""The sixth law: whole matches as readable files, so that any change of play or of a view shows up in a diff.

After each move a file has the new lines of the position and of every view and memory, with the eyes that see them.
Odds would be longer than all the rest, so there is only a digest of them; the second law checks them.
`python -m rexarium.testkit.playthrough` writes all that are missing; with `all` or names, it rewrites those.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rexarium.games import AnyGame, all_games, find_game
from rexarium.kernel.facts import TRUTH, tell
from rexarium.kernel.game import Setup
from rexarium.kernel.state import FactInts
from rexarium.match import Match
from rexarium.testkit.information import plain, say_plain
from rexarium.testkit.walk import Chooser, all_eyes, at_random, begin, drowsy, walk

FOLDER = Path("tests/playthroughs")
COMMAND = "./rex python -m rexarium.testkit.playthrough"

_ODD_WORDS = ("", "nothing", "null", "true", "false")


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
    seen: dict[int, list[str]] = {eyes: [] for eyes in all_eyes(setup)}
    shown = 0
    for ply in walk(match, seed, choose):
        if not match.is_revealed:
            continue
        for made in match.plies[shown:]:
            yield f"  {made.seat + 1} {game.say(made.move)}"
            yield from _told(game, made.facts)
        now = [*_flat(game.say_position(match.state()))]
        sights = {eyes: _sight(game, match, eyes) for eyes in seen}
        yield f"\nply {ply}"
        yield from (f"  {line}" for line in now if line not in before)
        yield from _news(match.setup, seen, sights)
        yield from (
            f"  odds {_name(match.setup, eyes)}: {_digest_of_odds(game, match, eyes)}" for eyes in seen
        )
        yield from _questions(game, match)
        before, seen, shown = now, sights, ply
    state = match.state()
    for seat in range(setup.seats):
        yield f"score {seat + 1}: {state.score(seat)}"
    yield "winners: " + " ".join(str(seat + 1) for seat in range(setup.seats) if state.winners() >> seat & 1)


def _flat(lines: list[str]) -> Iterator[str]:
    """A position's lines, each with its parent's name, so that only those that change need showing."""
    head = ""
    for line in lines:
        if line.startswith(" "):
            yield f"{head} {line.strip()}"
        else:
            head = line.rstrip(":")
            if not line.endswith(":"):
                yield line


def _sight(game: AnyGame, match: Match, eyes: int) -> list[str]:
    """Everything these eyes are shown and may remember, one line each."""
    state = match.state()
    memory = {f"memory {name}": value for name, value in game.memory(state, eyes).items()}
    return [*_named("", plain(game.view(state, eyes)) | memory)]


def _named(name: str, value: Any) -> Iterator[str]:
    """Plain data as lines, each with the path to it; data with no nested data is one line."""
    if isinstance(value, dict) and (
        not name or any(isinstance(each, dict | list) for each in value.values())
    ):
        for key, each in value.items():
            yield from _named(f"{name} {key}".strip(), each)
    elif isinstance(value, list) and any(isinstance(each, dict | list) for each in value):
        for number, each in enumerate(value, start=1):
            yield from _named(f"{name} {number}", each)
    elif isinstance(value, dict):
        yield f"{name}: {', '.join(f'{key} {_word(each)}' for key, each in value.items()) or 'nothing'}"
    elif isinstance(value, list):
        yield f"{name}: {', '.join(map(_word, value)) or 'nothing'}"
    else:
        yield f"{name}: {_word(value)}"


def _word(value: str | int | bool | None) -> str:
    """One value. A text stays as it is, unless it could be mistaken for something else."""
    if isinstance(value, str) and value not in _ODD_WORDS and not value.isdigit():
        return value
    return json.dumps(value)


def _news(setup: Setup, before: dict[int, list[str]], now: dict[int, list[str]]) -> Iterator[str]:
    """The lines that are new or gone for some eyes, each with the eyes that see it."""
    names = {eyes: {line.partition(":")[0] for line in lines} for eyes, lines in now.items()}
    found: dict[str, list[int]] = {}
    for eyes, lines in now.items():
        new = [line for line in lines if line not in before[eyes]]
        gone = [name for line in before[eyes] if (name := line.partition(":")[0]) not in names[eyes]]
        for line in [*new, *(f"{name} is gone" for name in gone)]:
            found.setdefault(line, []).append(eyes)
    for line, seers in found.items():
        who = "all" if len(seers) == len(now) else " ".join(_name(setup, eyes) for eyes in seers)
        yield f"  {who} see: {line}"


def _digest_of_odds(game: AnyGame, match: Match, eyes: int) -> str:
    odds = say_plain(dict(game.odds(match.state(), eyes)))
    return hashlib.sha256(odds.encode()).hexdigest()[:12]


def _questions(game: AnyGame, match: Match) -> Iterator[str]:
    for seat in match.waiting():
        decision = match.decision(seat)
        assert decision is not None
        yield f"  asked {seat + 1}: {decision.question}"
        yield f"    {', '.join(choice.text for choice in decision.choices)}"
        yield f"    late: {game.say(match.state().default_move(seat))}"


def _told(game: AnyGame, facts: tuple[FactInts, ...]) -> Iterator[str]:
    yield from (f"  > {tell(game.fact_kinds, fact, TRUTH).line()}" for fact in facts)


def _name(setup: Setup, eyes: int) -> str:
    return str(eyes + 1) if eyes < setup.seats else "spectator"


def main(wanted: list[str]) -> None:
    """Write the files that are missing or named."""
    for game in all_games().values():
        for name in names(game):
            path = FOLDER / f"{name}.txt"
            if name in wanted or wanted == ["all"] or (not wanted and not path.exists()):
                path.write_text(play_through(name), encoding="utf-8")
                print("wrote", path)


if __name__ == "__main__":
    main(sys.argv[1:])
