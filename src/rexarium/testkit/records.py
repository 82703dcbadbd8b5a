"""The fifth and the eighth law: a record brings back the whole match, at every ply; a damaged one is refused.

`python -m rexarium.testkit.records` stores a record for every table that has none in tests/records. What is stored there
is never written anew: it must replay for ever.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from rexarium.games import AnyGame, all_games
from rexarium.kernel.errors import BadRecord, BadText
from rexarium.kernel.facts import TRUTH
from rexarium.kernel.game import Setup
from rexarium.kernel.outline import Line, read_outline
from rexarium.match import Match, read_record, say_record
from rexarium.testkit.walk import all_eyes, at_random, begin, walk

FOLDER = Path("tests/records")
COMMAND = "./rex python -m rexarium.testkit.records"


def check_round_trip(match: Match) -> None:
    """A match that is written down and read again is the same match, and is written down the same."""
    text = say_record(match)
    again = read_record(text)
    assert say_record(again) == text, "a record that was read is written otherwise"
    check_same(match, again)


def check_same(match: Match, again: Match) -> None:
    """Two matches that nobody could tell apart: state, record, questions, views and facts for all eyes."""
    assert again.state().fields() == match.state().fields(), "the state is another one"
    assert again.plies == match.plies, "the moves or their facts are others"
    assert (again.opening, again.deal) == (match.opening, match.deal), "the deal is another one"
    assert (again.ply, again.waiting(), again.is_over) == (match.ply, match.waiting(), match.is_over)
    assert again.setup.rulings == match.setup.rulings, "the rulings are others"
    assert again.setup.edition.digest == match.setup.edition.digest, "the edition is another one"
    for seat in range(match.setup.seats):
        assert again.decision(seat) == match.decision(seat), f"seat {seat + 1} is asked otherwise"
    for eyes in (TRUTH, *all_eyes(match.setup)):
        assert again.view(eyes) == match.view(eyes), f"eyes {eyes} see otherwise"
        assert again.facts(eyes) == match.facts(eyes), f"eyes {eyes} were told otherwise"


def check_refusal(text: str, *, may_be: Match | None = None) -> None:
    """A damaged record is refused with a line that exists, and in no other way.

    If it is not refused, it must be a record of the match it `may_be`: then nothing that counts was damaged.
    """
    match = _read(text)
    if match is not None:
        assert may_be is not None, "a damaged record was read as if it were whole"
        check_same(may_be, match)


def check_sound(text: str) -> None:
    """Whatever is read as a record, however it came about, is one: it is written and read again."""
    match = _read(text)
    if match is not None:
        check_round_trip(match)


def _read(text: str) -> Match | None:
    """The match of a record; None if it is refused as it should be."""
    try:
        return read_record(text)
    except BadRecord as error:
        refusal = error
    lines = len(text.splitlines())
    assert 0 <= refusal.line <= lines, f"'{refusal}' names a line that is not there: there are {lines}"
    assert refusal.sentence.strip(), "a refusal says nothing"
    return None


def reseal(text: str) -> str:
    """The text with a seal that fits, so that damage gets past it; as it is if it has no form or no seal."""
    try:
        *lines, seal = read_outline(text)
    except (BadText, ValueError):
        return text
    if seal.label != "seal":
        return text
    fingerprint = hashlib.sha256("\n".join(_flatten(lines, 0)).encode("utf-8", "surrogatepass")).hexdigest()
    return text.replace(seal.value, f"sha256:{fingerprint}")


def _flatten(lines: list[Line], depth: int) -> Iterator[str]:
    for line in lines:
        yield "  " * depth + line.text
        yield from _flatten(line.children, depth + 1)


# Stored records


def stored_names(game: AnyGame) -> dict[str, Setup]:
    """The tables that have a record in store, by the name of its file."""
    return {
        f"{game.id}-rules-{game.rules_version}-{seats}-{preset.id}.rex": game.setup(seats, preset=preset.id)
        for seats in range(game.min_seats, game.max_seats + 1)
        for preset in game.presets
    }


def play_whole(game: AnyGame, setup: Setup, name: str) -> Match:
    """A whole random match for the store."""
    match = begin(game, setup, name)
    for _ in walk(match, len(name), at_random):
        pass
    return match


def main() -> None:
    """Store what is missing."""
    for game in all_games().values():
        for name, setup in stored_names(game).items():
            path = FOLDER / name
            if not path.exists():
                path.write_text(say_record(play_whole(game, setup, name)), encoding="utf-8")
                print("stored", path)


if __name__ == "__main__":
    main()
