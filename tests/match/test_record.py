"""What a table adds to a record: the proof of its deal, what happened besides the moves, and how it ended the game."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rexarium.games import AnyGame, find_game
from rexarium.kernel.errors import BadRecord
from rexarium.match import Ending, Match, Note, Record, read_record, read_whole_record, say_record
from rexarium.match.record import LABELS, LARGEST_FILE, LONGEST_NOTE, MOST_NOTES
from rexarium.testkit import records
from rexarium.testkit.records import check_whole_round_trip, play_at_table, reseal, say_whole
from rexarium.testkit.walk import begin, walk
from tests.laws.registry import every_game

ROOT = Path(__file__).parents[2]
TREX = find_game("trex")
WHOLE = play_at_table(TREX, "a-table")
TEXT = say_whole(WHOLE)
HOSTILE = {
    "a line of its own": "hello\nseal: sha256:0",
    "another note": "hello\n  at 3: seat 1 resigned",
    "every line end": "a\x0bb\x0cc\x1cd\x1de\x1ef\x85g\u2028h\u2029i\r\nj",
    "a comment": "we are  # one",
    "control codes": "\x1b[2J\x1b]0;owned\x07\x9b31m\x00",
    "turned round": "\u202eevil\u202c \u2066deep\u2069 \u200f",
    "unseen": "a\u200bb\u2060c\ufeffd\U000e0041",
    "half a sign": "\ud83d",
    "nothing": " \t ",
    "too long": "x" * 3000,
    "a cut before a blank": "x" * (LONGEST_NOTE - 1) + " y",
}


def over(game: AnyGame) -> Match:
    match = begin(game, game.setup(3), "over")
    for _ in walk(match, 3):
        pass
    return match


# Writing


@every_game
def test_without_anything_added_a_record_is_what_it_always_was(game: AnyGame) -> None:
    match = over(game)
    text = say_record(match)
    assert text == say_record(match, None, (), None)
    labels = re.findall(r"^(\w[\w ]*)", text, re.M)
    assert labels == [
        "rexarium record 1",
        "game",
        "rules",
        "edition",
        "rulings",
        "seats",
        "deal",
        "moves",
        "result",
        "seal",
    ]
    assert read_whole_record(text).notes == ()


@every_game
def test_everything_a_table_adds_has_its_place(game: AnyGame) -> None:
    record = play_at_table(game, "a-table")
    text = say_whole(record)
    labels = re.findall(r"^(\w[\w ]*)", text, re.M)
    assert labels[0] == "rexarium record 1"
    assert labels[6:] == ["deal", "proof", "moves", "table", "result", "seal"]
    assert "\n  share 2: ben#77aa\n  share 3:\nmoves:\n" in text
    assert "\ntable:\n  at 0: seat 1 said good luck\n" in text
    assert "\nresult: ended\n  ended: seat 2 resigned\n  winners: 1 3\nseal: " in text
    check_whole_round_trip(record)
    for part in (
        Record(record.match, proof=record.proof),
        Record(record.match, notes=record.notes),
        Record(record.match, ending=record.ending),
        Record(record.match, ending=Ending("agreement")),
    ):
        check_whole_round_trip(part)
    records.check_same(record.match, read_record(text))


@given(
    notes=st.lists(st.tuples(st.integers(0, 10**9 - 1), st.text(max_size=60)), max_size=5),
    words=st.text(max_size=60),
    winners=st.lists(st.integers(0, 2), unique=True),
    share=st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=64),
)
@settings(max_examples=200)
def test_any_words_can_be_written_down(
    notes: list[tuple[int, str]], words: str, winners: list[int], share: str
) -> None:
    assert WHOLE.proof
    text = say_record(
        WHOLE.match,
        replace(WHOLE.proof, shares=("", share, share)),
        [Note(*note) for note in notes],
        Ending(words, tuple(winners)),
    )
    record = read_whole_record(text)
    assert record.proof
    assert record.proof.shares == ("", share, share)
    assert [note.ply for note in record.notes] == [ply for ply, _ in notes]
    assert record.ending
    assert record.ending.winners == tuple(sorted(winners))
    check_whole_round_trip(record)


@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE)
def test_hostile_words_are_only_words(words: str) -> None:
    text = say_record(WHOLE.match, None, [Note(1, words), Note(2, "seat 1 left")], Ending(words))
    assert all(line.isprintable() for line in text.split("\n"))
    assert text.count("\n") == say_record(WHOLE.match, None, WHOLE.notes[:2], Ending("so")).count("\n")
    record = read_whole_record(text)
    assert len(record.notes) == 2
    assert record.notes[1] == Note(2, "seat 1 left")
    assert record.notes[0].words == (record.ending and record.ending.words)
    check_whole_round_trip(record)


@pytest.mark.parametrize("title", ["", "#", " # ", "\t"])
def test_a_box_without_a_title_is_untitled(title: str) -> None:
    edition = replace(WHOLE.match.setup.edition, id=title, title=title)
    match = Match(WHOLE.match.game, replace(WHOLE.match.setup, edition=edition), WHOLE.match.deal)
    text = say_record(match)
    assert "\nedition: untitled\n  title: untitled\n" in text
    assert say_record(read_record(text)) == text


def test_words_are_kept_as_far_as_they_can_be() -> None:
    said = "seat 1 said: we're #1 — ça va? 恐竜 👍 (12:30), 50% \\o/"
    assert read_whole_record(say_record(WHOLE.match, notes=[Note(3, said)])).notes == (Note(3, said),)


@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_in_a_file_is_harmless_once_read(words: str) -> None:
    """A record need not have been written by us."""
    visible = " ".join(words.split())
    text = reseal(re.sub(r"(at 0|ended): .*", lambda found: f"{found[1]}: {visible or 'x'}", TEXT))
    record = read_whole_record(text)
    assert all(note.words.isprintable() for note in record.notes)
    assert record.ending
    assert record.ending.words.isprintable()


def test_a_table_that_never_stops_talking_has_a_record_that_can_be_read() -> None:
    notes = [Note(at, f"{at} " + "\U0001f996" * 5000) for at in range(3 * MOST_NOTES)]
    text = say_record(over(TREX), WHOLE.proof, notes)
    assert len(text.encode()) < LARGEST_FILE
    kept = read_whole_record(text).notes
    assert [note.ply for note in kept] == [note.ply for note in notes[-MOST_NOTES:]]


@every_game
def test_no_ending_of_the_table_goes_before_that_of_the_rules(game: AnyGame) -> None:
    match = over(game)
    assert say_record(match, ending=Ending("seat 1 resigned", (1,))) == say_record(match)
    text = re.sub(r"result: over\n(  .*\n)*", "result: ended\n  ended: agreement\n", say_record(match))
    with pytest.raises(BadRecord, match="not what these moves lead to"):
        read_record(reseal(text))


def test_the_page_about_records_shows_one_with_every_section() -> None:
    page = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    shown = [line[4:] for line in page.splitlines() if line.startswith("    ")]
    assert [line.partition(":")[0] for line in shown if not line.startswith((" ", "…"))] == [*LABELS]
    stored = (ROOT / records.TABLE_FOLDER / "trex-rules-1.rex").read_text(encoding="utf-8")
    assert [line for line in shown if line.rstrip("…").rstrip() not in stored] == []


# Damage


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("  table: a-table\n", "", "says table, commitment, host seed, share 1, share 2, share 3"),
        ("  share 3:\n", "", "says table, commitment"),
        ("  share 3:\n", "  share 3:\n  share 4:\n", "says table, commitment"),
        ("  share 2", "  share 1", "says table, commitment"),
        ("share 1: anna", "share 1: an na", "A share is"),
        ("share 1: anna", "share 1: änna", "A share is"),
        ("share 1: anna", "share 1: " + "a" * 60, "A share is"),
        ("table: a-table", "table: a table", "The id of a table"),
        ("table: a-table", "table:", "The id of a table"),
        ("commitment: ", "commitment: 0", "A commitment is"),
        ("host seed: ", "host seed: 0", "64 hexadecimal digits"),
        ("host seed: ", "host seed: X", "64 hexadecimal digits"),
        ("at 9: ", "at: ", "a note is written like"),
        ("at 9: ", "9: ", "a note is written like"),
        ("at 9: ", "at -9: ", "a note is written like"),
        ("at 9: ", "at nine: ", "a note is written like"),
        ("at 9: ", f"at {'9' * 3000}: ", "a note is written like"),
        ("at 9: seat 2 took back to 8", "at 9:", "a note is written like"),
        ("  ended: seat 2 resigned\n", "", "says how"),
        ("ended: seat 2 resigned\n", "ended:\n", "says how"),
        ("  winners: 1 3\n", "  winners: 1 3\n  winners: 1 3\n", "says how"),
        ("  winners: 1 3\n", "  scores: 1 2 3\n  winners: 1 3\n", "says how"),
        ("  winners: 1 3\n", "  winners:\n", "says how"),
        ("winners: 1 3", "winners: 0 3", "seats from 1 to 3"),
        ("winners: 1 3", "winners: 1 4", "seats from 1 to 3"),
        ("winners: 1 3", "winners: 3 1", "seats from 1 to 3"),
        ("winners: 1 3", "winners: 1 1 3", "seats from 1 to 3"),
        ("winners: 1 3", "winners: Anna", "seats from 1 to 3"),
        ("winners: 1 3", f"winners: {'9' * 3000}", "seats from 1 to 3"),
        ("result: ended", "result: unfinished", "not what these moves lead to"),
        ("result: ended", "result: over", "not what these moves lead to"),
        ("proof:", "prof:", "here the record must say 'moves'"),
        ("table:\n", "tables:\n", "here the record must say 'result'"),
    ],
)
def test_a_malformed_record_is_refused_with_the_line(old: str, new: str, sentence: str) -> None:
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    records.check_refusal(text)
    with pytest.raises(BadRecord, match=sentence) as refusal:
        read_whole_record(reseal(text))
    changed = TEXT[: TEXT.index(old)].count("\n")
    head = max(at for at, line in enumerate(TEXT.splitlines()[: changed + 1]) if not line.startswith(" "))
    assert refusal.value.line in (changed + 1, head + 1)


def test_the_sections_stand_in_their_order_and_once() -> None:
    proof, table = (re.search(rf"^{name}:\n(  .*\n)+", TEXT, re.M) for name in ("proof", "table"))
    assert proof is not None
    assert table is not None
    for section, place in ((proof, "deal:"), (proof, "result:"), (table, "moves:"), (table, "seal:")):
        moved = TEXT.replace(section[0], "").replace(f"\n{place}", f"\n{section[0]}{place}")
        twice = TEXT.replace(section[0], section[0] * 2)
        for text in (moved, twice):
            with pytest.raises(BadRecord, match="here the record must say"):
                read_whole_record(reseal(text))


def test_a_record_of_a_table_that_lacks_a_line_or_has_two_swapped() -> None:
    lines = TEXT.splitlines()
    for at in range(len(lines) - 1):
        lacking = "\n".join(lines[:at] + lines[at + 1 :]) + "\n"
        swapped = "\n".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]) + "\n"
        for text in (lacking, swapped):
            records.check_refusal(text)
            records.check_sound(reseal(text))


def test_a_changed_sign_is_sound_or_refused() -> None:
    start = TEXT.index("proof:")
    for at in range(start, TEXT.index("seal:"), 3):
        for sign in "19 \n:,x#\x00\u202e":
            changed = TEXT[:at] + sign + TEXT[at + 1 :]
            if changed != TEXT:
                records.check_refusal(changed, may_be=WHOLE.match)
                records.check_sound(reseal(changed))
