"""Records: a match as a text that a person can read, diff and mail, and that replays for ever.

A record holds the numbers of its edition, its rulings and its deal, so it needs nothing else to be played
again. A table may add the proof of its deal, what happened besides the moves, and how it ended the game. The seal
at its end is the fingerprint of all lines above it, comments and blank lines aside. docs/records.md has the format.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from rexarium.games import AnyGame, find_game
from rexarium.kernel.edition import Edition
from rexarium.kernel.errors import BadRecord, BadText, RexariumError
from rexarium.kernel.game import Setup, winners
from rexarium.kernel.outline import LONGEST_TEXT, Line, read_outline
from rexarium.kernel.phrases import number_in
from rexarium.match.fairness import Proof, is_digest
from rexarium.match.match import Match

HEADING = "rexarium record 1"
LABELS = (
    HEADING, "game", "rules", "edition", "rulings", "seats", "deal", "proof", "moves", "table", "result", "seal"
)  # fmt: skip
OPTIONAL = ("proof", "table")
UNTITLED = "untitled"  # a box whose title has no letter that a record could hold
LONGEST_NAME = 40
LONGEST_NOTE = 400
MOST_NOTES = 2000  # so that even a table with endless chat has a record that can be read
LARGEST_FILE = LONGEST_TEXT  # bytes
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened at the table besides the moves, with its ply: `seat 2 said hello`."""

    ply: int
    words: str


@dataclass(frozen=True, slots=True)
class Ending:
    """How the table ended a game that the rules would have let continue: `seat 2 resigned`; without winners if it named
    none."""

    words: str
    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """All that a record holds: the match, and what the table adds to it."""

    match: Match
    proof: Proof | None = None
    notes: tuple[Note, ...] = ()
    ending: Ending | None = None


def say_record(
    match: Match, proof: Proof | None = None, notes: Sequence[Note] = (), ending: Ending | None = None
) -> str:
    """The record of a match, finished or not; once the rules have ended it, no other ending counts."""
    game, setup = match.game, match.setup
    lines = [HEADING, f"game: {game.id}", f"rules: {game.rules_version}"]
    lines += _block(
        f"edition: {_one_line(setup.edition.id) or UNTITLED}",
        [
            f"title: {_one_line(setup.edition.title) or UNTITLED}",
            f"digest: {setup.edition.digest}",
            *setup.edition.lines,
        ],
    )
    lines += _block("rulings:", [f"{name}: {answer}" for name, answer in setup.rulings.items()])
    lines += _block(
        f"seats: {setup.seats}", [f"seat {n}: {_name(name)}" for n, name in enumerate(match.players, start=1)]
    )
    lines += _block("deal:", game.say_deal(match.deal))
    lines += _block("proof:", _say_proof(proof)) if proof else []
    lines += _block("moves:", [f"{line[0].seat + 1} {match.say_line(line)}" for line in match.lines()])
    lines += _block("table:", [_say_note(note) for note in notes[-MOST_NOTES:]]) if notes else []
    lines += _block(*_result(match, ending))
    return "\n".join([*lines, f"seal: {_seal(lines)}", ""])


def _block(head: str, lines: list[str]) -> list[str]:
    return [head, *(f"  {line}" for line in lines)]


def _name(text: str) -> str:
    """A player's name that cannot break the form of the file."""
    return _one_line(text)[:LONGEST_NAME].strip() or "nobody"


def _one_line(text: str) -> str:
    """Somebody's words without anything that means something in a record or cannot be written."""
    return " ".join(text.replace("#", " ").encode("utf-8", "replace").decode().split())


def _words(text: str) -> str:
    """Somebody's words, safe to print: no line ends, no control codes, nothing that reverses the direction of
    writing."""
    visible = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(visible.split())[:LONGEST_NOTE].strip() or "nothing"


def _say_note(note: Note) -> str:
    return f"at {note.ply}: {_words(note.words)}"


def _say_proof(proof: Proof) -> list[str]:
    lines = [
        f"table: {proof.table}",
        f"commitment: {proof.commitment}",
        f"host seed: {proof.seed.hex()}",
        *(f"share {n}: {share}" for n, share in enumerate(proof.shares, start=1)),
    ]
    return [line.rstrip() for line in lines]


def _result(match: Match, ending: Ending | None) -> tuple[str, list[str]]:
    """How it stands: its head, and the lines below."""
    if match.is_over:
        state = match.state()
        scores = " ".join(str(state.score(seat)) for seat in range(match.setup.seats))
        return "result: over", [f"scores: {scores}", _say_winners(winners(state))]
    if ending:
        named = [_say_winners(sorted(ending.winners))] if ending.winners else []
        return "result: ended", [f"ended: {_words(ending.words)}", *named]
    return "result: unfinished", []


def _say_winners(seats: Sequence[int]) -> str:
    return f"winners: {' '.join(str(seat + 1) for seat in seats)}"


def _seal(lines: list[str]) -> str:
    return "sha256:" + hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def read_record_file(path: str | Path) -> Match:
    """The match of a record file."""
    return read_whole_record_file(path).match


def read_whole_record_file(path: str | Path) -> Record:
    """All that a record file holds."""
    try:
        data = Path(path).read_bytes()
        if len(data) > LARGEST_FILE:
            raise BadRecord("this file is too large to be a record.", 0)
        text = data.decode("utf-8")
    except OSError as error:
        raise BadRecord(f"cannot read {path}: {error.strerror}.", 0) from None
    except UnicodeDecodeError as error:
        raise BadRecord("this is no text in UTF-8.", data[: error.start].count(b"\n") + 1) from None
    return read_whole_record(text)


def read_record(text: str) -> Match:
    """The match of a record, every move played again; anything wrong is refused with its line."""
    return read_whole_record(text).match


def read_whole_record(text: str) -> Record:
    """All that a record holds, checked; whether the proof fits is left to `check_proof`, because an unfair deal can be
    read too."""
    lines = read_outline(text, BadRecord)
    sections = _sections(lines)
    _check_seal(lines, sections["seal"])
    game = _within(sections["game"], lambda: find_game(sections["game"].value))
    _check_version(game, sections["rules"])
    setup = _read_setup(game, sections)
    deal = game.read_deal(setup, sections["deal"].children)
    match = Match(game, setup, deal, _read_players(setup, sections["seats"]))
    for line in sections["moves"].children:
        _play(match, line)
    if not match.is_revealed:
        raise BadRecord("the last choices are not complete.", sections["result"].number)
    proof = _read_proof(setup, sections["proof"]) if "proof" in sections else None
    notes = tuple(map(_read_note, sections["table"].children)) if "table" in sections else ()
    return Record(match, proof, notes, _read_result(match, sections["result"]))


def _sections(lines: list[Line]) -> dict[str, Line]:
    if not lines or lines[0].text != HEADING:
        raise BadRecord(
            f"this is not a record: a record begins with the line '{HEADING}'.",
            lines[0].number if lines else 0,
        )
    found: dict[str, Line] = {}
    rest = list(lines)
    for label in LABELS:
        if rest and rest[0].label == label:
            found[label] = rest.pop(0)
        elif label in OPTIONAL:
            continue
        elif rest:
            raise BadRecord(f"here the record must say '{label}', not '{rest[0].text}'.", rest[0].number)
        else:
            raise BadRecord(f"the record is cut off: it ends without '{label}'.", _last_line(lines))
    if rest:
        raise BadRecord("there is more behind the seal.", rest[0].number)
    return found


def _last_line(lines: list[Line]) -> int:
    last = lines[-1]
    while last.children:
        last = last.children[-1]
    return last.number


def _check_seal(lines: list[Line], seal: Line) -> None:
    if seal.value != _seal(_flatten(lines[:-1], 0)):
        raise BadRecord(
            "the seal does not fit: the record was changed or damaged after it was written.", seal.number
        )


def _flatten(lines: list[Line], depth: int) -> list[str]:
    flat = []
    for line in lines:
        flat.append("  " * depth + line.text)
        flat += _flatten(line.children, depth + 1)
    return flat


def _within(line: Line, read: Callable[[], T]) -> T:
    """Give a refusal from inside this line's number, unless it has its own."""
    try:
        return read()
    except BadRecord:
        raise
    except BadText as error:
        raise BadRecord(error.sentence, error.line or line.number, error.rule) from None
    except RexariumError as error:
        raise BadRecord(str(error), line.number) from None


def _number(text: str) -> int:
    """A number of reasonable length; -1 if the text is not one."""
    number = number_in(text)
    return -1 if number is None else number


def _check_version(game: AnyGame, line: Line) -> None:
    if not 1 <= _number(line.value) <= game.rules_version:
        known = f"this Rexarium knows {game.title} up to rules {game.rules_version}"
        raise BadRecord(f"the record is played by rules '{line.value}'; {known}.", line.number)


def _read_setup(game: AnyGame, sections: dict[str, Line]) -> Setup:
    seats, rulings = sections["seats"], sections["rulings"]
    edition = _read_edition(game, sections["edition"])
    answers = {line.label: line.value for line in rulings.children}
    if len(answers) < len(game.rulings):
        raise BadRecord("the record does not answer every ruling.", rulings.number)
    if _number(seats.value) < 0:
        raise BadRecord(f"'{seats.value}' is no number of seats.", seats.number)
    return _within(seats, lambda: game.setup(_number(seats.value), edition=edition, rulings=answers))


def _read_edition(game: AnyGame, section: Line) -> Edition:
    if [line.label for line in section.children[:2]] != ["title", "digest"]:
        raise BadRecord("an edition begins with its title and its digest.", section.number)
    title, digest, *numbers = section.children
    edition = _within(section, lambda: game.edition_of_lines(section.value, title.value, numbers))
    if digest.value != edition.digest:
        raise BadRecord(f"the numbers of this edition have the digest {edition.digest}.", digest.number)
    return edition


def _read_players(setup: Setup, section: Line) -> list[str]:
    if [line.label for line in section.children] != [f"seat {n + 1}" for n in range(setup.seats)]:
        raise BadRecord(f"the record must name who sits on each of the {setup.seats} seats.", section.number)
    return [line.value for line in section.children]


def _play(match: Match, line: Line) -> None:
    seat, _, move = line.text.partition(" ")
    if _number(seat) < 0 or not move:
        raise BadRecord(f"a move is written like '1 {match.game.say(0)}', not '{line.text}'.", line.number)
    _within(line, lambda: match.submit(_number(seat) - 1, move))


def _read_proof(setup: Setup, section: Line) -> Proof:
    wanted = ["table", "commitment", "host seed", *(f"share {n + 1}" for n in range(setup.seats))]
    if [line.label for line in section.children] != wanted:
        raise BadRecord(f"the proof of this deal says {', '.join(wanted)}.", section.number)
    table, commitment, seed, *shares = (line.value for line in section.children)
    if not is_digest(seed):
        raise BadRecord("the host's seed is 64 hexadecimal digits.", section.children[2].number)
    return _within(section, lambda: Proof(table, commitment, bytes.fromhex(seed), tuple(shares)))


def _read_note(line: Line) -> Note:
    at, _, ply = line.label.partition(" ")
    if at != "at" or _number(ply) < 0 or not line.value:
        raise BadRecord(f"a note is written like 'at 12: seat 2 resigned', not '{line.text}'.", line.number)
    return Note(_number(ply), _words(line.value))


def _read_result(match: Match, section: Line) -> Ending | None:
    """How the table ended the game; None if the rules have, or nobody yet."""
    if section.value == "ended" and not match.is_over:
        return _read_ending(match.setup, section)
    head, lines = _result(match, None)
    if [f"result: {section.value}", *(line.text for line in section.children)] != [head, *lines]:
        raise BadRecord("the result is not what these moves lead to.", section.number)
    return None


def _read_ending(setup: Setup, section: Line) -> Ending:
    labels = [line.label for line in section.children]
    if labels not in (["ended"], ["ended", "winners"]) or not all(line.value for line in section.children):
        raise BadRecord("a game that was ended says how, and who won if anybody did.", section.number)
    ended, *named = section.children
    seats = [_number(seat) - 1 for line in named for seat in line.value.split()]
    if seats != sorted({*seats} & {*range(setup.seats)}):
        raise BadRecord(
            f"winners are seats from 1 to {setup.seats} in their order, not '{named[0].value}'.",
            named[0].number,
        )
    return Ending(_words(ended.value), tuple(seats))
