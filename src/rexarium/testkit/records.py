"""The fifth and the eighth law: a record brings back the whole match, at every ply; a damaged one is refused. `python
-m rexarium.testkit.records` stores a record in tests/records for every table that has none. Stored records are never
rewritten, because they must replay for ever.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from rexarium.games import AnyGame, all_games
from rexarium.kernel.errors import BadRecord, BadText
from rexarium.kernel.facts import TRUTH
from rexarium.kernel.game import Setup
from rexarium.kernel.outline import Line, read_outline
from rexarium.match import (
    Ending,
    Match,
    Note,
    Pledge,
    Record,
    fair_deal,
    read_whole_record,
    say_record,
    say_terms,
)
from rexarium.testkit.walk import all_eyes, at_random, begin, walk

FOLDER = Path("tests/records")
TABLE_FOLDER = FOLDER / "table"  # of games with data added by a table, which need not be finished
COMMAND = "./rex python -m rexarium.testkit.records"


def check_round_trip(match: Match) -> None:
    """A match that is written and read again is the same, and is written the same."""
    check_whole_round_trip(Record(match))


def check_whole_round_trip(record: Record) -> None:
    """The same holds with the data added by a table."""
    text = say_whole(record)
    again = read_whole_record(text)
    assert say_whole(again) == text, "a record that was read is written otherwise"
    check_same(record.match, again.match)
    assert (again.proof, again.notes, again.ending) == (record.proof, record.notes, record.ending)


def say_whole(record: Record) -> str:
    """The text of a record with everything it holds."""
    return say_record(record.match, record.proof, record.notes, record.ending)


def check_same(match: Match, again: Match) -> None:
    """Two matches are the same in everything that can be seen: state, record, questions, views and facts for all
    eyes."""
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

    If it is accepted, it must be a record of the match it `may_be`: then nothing important was damaged.
    """
    record = _read(text)
    if record is not None:
        assert may_be is not None, "a damaged record was read as if it were whole"
        check_same(may_be, record.match)


def check_sound(text: str) -> bool:
    """Check that a text which reads as a record can be written and read again; returns whether it does read."""
    record = _read(text)
    if record is not None:
        check_whole_round_trip(record)
    return record is not None


def _read(text: str) -> Record | None:
    """Everything a record holds; None if it is properly refused."""
    try:
        return read_whole_record(text)
    except BadRecord as error:
        refusal = error
    lines = len(text.splitlines())
    assert 0 <= refusal.line <= lines, f"'{refusal}' names a line that is not there: there are {lines}"
    assert refusal.sentence.strip(), "a refusal says nothing"
    return None


def reseal(text: str) -> str:
    """The text with a correct seal, so that the damage is not caught by it; unchanged if it has no seal."""
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
    """The tables with a stored record, by file name."""
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


def table_name(game: AnyGame) -> str:
    """The file name of a game's record with data added by a table."""
    return f"{game.id}-rules-{game.rules_version}.rex"


def play_at_table(game: AnyGame, name: str) -> Record:
    """Two people and a bot at a table: the deal is proved fair, they chat, and one resigns."""
    setup = game.setup(3)
    pledge = Pledge(name.removesuffix(".rex"), say_terms(game, setup), hashlib.sha256(name.encode()).digest())
    proof = pledge.prove(["anna:5f0c", "ben#77aa", ""])
    match = Match(game, setup, fair_deal(game, setup, proof), ["Anna", "Ben", "random bot"])
    for ply in walk(match, len(name)):
        if ply >= 12 and match.is_revealed:
            break
    notes = (
        Note(0, "seat 1 said good luck"),
        Note(9, "seat 2 took back to 8"),
        Note(match.ply, "seat 2 resigned"),
    )
    return Record(match, proof, notes, Ending("seat 2 resigned", (0, 2)))


def main() -> None:
    """Store the records that are missing."""
    for game in all_games().values():
        for name, setup in stored_names(game).items():
            if not (FOLDER / name).exists():
                _store(FOLDER / name, Record(play_whole(game, setup, name)))
        if not (TABLE_FOLDER / table_name(game)).exists():
            _store(TABLE_FOLDER / table_name(game), play_at_table(game, table_name(game)))


def _store(path: Path, record: Record) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(say_whole(record), encoding="utf-8")
    print("stored", path)


if __name__ == "__main__":
    main()
