"""The form of a casebook: every step can hold and can fail, with the right line and sentence."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rexarium.kernel.errors import BadCase
from rexarium.testkit.casebook import HEADS, read_casebook, read_casebook_file, run_case
from rexarium.testkit.steps import KEYWORDS

# Seat 1 is asked; lines 1 to 17 of the case below.
POSITION = """\
game: trex
case: A case
  seats: 3
  position:
    strongest: yellow
    weakest: green
    open eggs: green, red
    seat 1:
      hand: yellow 6, red 5
      stock: blue 2, shower, brown 8
      pile: blue 12
      seen: brown 8
      eggs: green 2, red 1
    seat 2:
      hand: yellow 1, red 15
      pile: red 10
"""
FIRST = POSITION.count("\n") + 1  # the line of the first step


def run(*steps: str) -> tuple[str, int]:
    """The failure of a case with these steps, and how many steps it got to."""
    result = run_case(read_casebook(POSITION + "".join(f"  {step}\n" for step in steps))[0])
    return result.failure, result.line - FIRST + 1 if result.failure else 0


# By kind of step: one that holds, one that fails, and the sentence of the failure.
STEPS = {
    "move": (
        "1 play yellow 6",
        "1 play blue 7",
        "play blue 7 is illegal: Seat 1 cannot play blue 7: it is not in the hand",
    ),
    "move out of turn": (
        "1 play red 5",
        "2 play yellow 1",
        "play yellow 1 is illegal: It is the turn of seat 1",
    ),
    "time-out": ("1 times out", "2 times out", "seat 2 is not asked anything; asked: 1."),
    "can": (
        "1 can play red 5",
        "1 can: play red 5, flip",
        "not legal: flip; legal is play red 5, play yellow 6.",
    ),
    "can only": (
        "1 can only: play red 5, play yellow 6",
        "1 can only: play red 5",
        "legal too: play yellow 6.",
    ),
    "can nothing": ("2 can nothing", "1 can nothing", "legal too: play red 5, play yellow 6."),
    "cannot": ("1 cannot flip", "1 cannot play red 5", "play red 5 is legal."),
    "cannot, by a rule": (
        "1 cannot flip: TR-19",
        "1 cannot flip: TR-21",
        "forbidden by TR-16, TR-19, TR-20, not TR-21: Seat 1",
    ),
    "legal": ("legal 1: play red 5", "legal 1: flip", "not legal: flip; legal is play red 5, play yellow 6."),
    "legal only": (
        "legal 1 only: play red 5, play yellow 6",
        "legal only 1: play red 5",
        "legal too: play yellow 6.",
    ),
    "illegal": (
        "illegal 1 flip: TR-19",
        "illegal 1 flip: TR-30",
        "forbidden by TR-16, TR-19, TR-20, not TR-30",
    ),
    "measure": ("hand size 1 = 2", "hand size 1 = 3", "hand size 1 is 2, not 3."),
    "measure, unlike": ("round != 2", "round != 1", "round is 1, not != 1."),
    "measure, more": ("hand size 1 > 1", "hand size 1 > 2", "hand size 1 is 2, not > 2."),
    "measure, less": ("hand size 1 <= 2", "hand size 1 < 2", "hand size 1 is 2, not < 2."),
    "measure, contents": (
        "stock 1 contains shower",
        "stock 1 lacks shower",
        "stock 1 contains 'shower': blue 2, shower, brown 8.",
    ),
    "asked": ("asked = 1", "asked = 2", "asked is 1, not 2."),
    "winners": ("winners = nobody", "winners = 1", "winners is nobody, not 1."),
    "over": ("over = no", "over = yes", "over is no, not yes."),
    "seats": ("seats = 3", "seats = 4", "seats is 3, not 4."),
    "ruling": (
        "ruling flip_with_one = on",
        "ruling flip_with_one = off",
        "ruling flip_with_one is on, not off.",
    ),
    "default": (
        "default 1 = play yellow 6",
        "default 1 = play red 5",
        "default 1 is play yellow 6, not play red 5.",
    ),
    "view": (
        "view 2: seats.1.hand = hidden",
        "view 1: seats.1.hand = hidden",
        "seats.1.hand is red 5, yellow 6, not hidden.",
    ),
    "view, contents": ("view 2: lacks yellow 6", "view 1: lacks yellow 6", "the view contains 'yellow 6'"),
    "memory": ("memory 2: hand 1 = ?, ?", "memory 1: hand 1 = ?, ?", "hand 1 is red 5, yellow 6, not ?, ?."),
    "memory, contents": (
        "memory 2: stock 1 contains brown 8",
        "memory 2: stock 1 lacks brown 8",
        "the memory contains 'brown 8'",
    ),
    "odds": (
        "odds 2: hand 2 has red 15 = 1",
        "odds 1: hand 2 has red 15 = 1/2",
        "hand 2 has red 15 is 1/8, not 1/2.",
    ),
    "why": (
        "why 1 play red 5: TR-16",
        "why 1 play red 5: TR-19",
        "allowed by TR-16, TR-23, TR-24, not TR-19",
    ),
    "why of an illegal move": ("why 1 play yellow 6: TR-18", "why 1 flip: TR-19", "flip is not legal."),
    "why score": ("why score 1: TR-52", "why score 1: TR-53", "the score is by TR-52, not TR-53"),
    "play on": (
        "play on: seed 3 until round = 2",
        "play on: seed 3 until round = 13",
        "the game ended before round = 13.",
    ),
    "moves": (
        "moves: 1 yellow 6; 2 red 15",
        "moves: 1 yellow 6; 1 red 5",
        "play red 5 is illegal: It is the turn of seat 2",
    ),
}


@pytest.mark.parametrize(("right", "wrong", "sentence"), STEPS.values(), ids=STEPS.keys())
def test_a_step_holds_or_fails_with_its_line(right: str, wrong: str, sentence: str) -> None:
    assert run("round = 1", right) == ("", 0)
    failure, step = run("round = 1", wrong, right)
    assert failure.startswith(sentence)
    assert step == 2


# After `1 play yellow 6`, which draws blue 2 and the shower.
TOLD = {
    "told": (
        "told all: played seat 1 card yellow 6",
        "told all: played seat 2",
        "not told 'played seat 2'; told to seat 1 was: played",
    ),
    "told, hidden": (
        "told 2: drew seat 1 number 2 cards hidden",
        "told 1: drew cards hidden",
        "not told 'drew cards hidden'",
    ),
    "told, secret": (
        "told 1: drew cards shower, blue 2",
        "told 2: drew cards blue 2, shower",
        "not told 'drew cards blue 2, shower'",
    ),
    "not told": (
        "not told all: comet_ruled",
        "not told all: drew",
        "told 'drew'; told to seat 1 was: played seat 1 card yellow 6; drew",
    ),
    "not told, secret": (
        "not told 2: drew cards blue 2, shower",
        "not told 1: drew cards blue 2, shower",
        "told 'drew cards",
    ),
    "facts": (
        "facts all: played seat 1; drew seat 1",
        "facts all: drew; played",
        "fact 1 is 'played seat 1 card yellow 6', not 'drew'",
    ),
    "facts, all": (
        "facts truth: played; drew number 2",
        "facts truth: played",
        "2 facts, not 1; told to truth was: played",
    ),
    "facts, too many": (
        "facts 3: played; drew",
        "facts 3: played; drew; drew",
        "2 facts, not 3; told to seat 3 was: played",
    ),
    "no facts": ("facts 3: played; drew", "facts 3: none", "2 facts, not 0; told to seat 3 was: played"),
}


@pytest.mark.parametrize(("right", "wrong", "sentence"), TOLD.values(), ids=TOLD.keys())
def test_expected_facts_hold_or_fail(right: str, wrong: str, sentence: str) -> None:
    assert run("1 play yellow 6", right) == ("", 0)
    failure, step = run("1 play yellow 6", wrong)
    assert failure.startswith(sentence)
    assert step == 2


def test_every_keyword_is_shown_to_fail() -> None:
    tried = [wrong for _, wrong, _ in (*STEPS.values(), *TOLD.values())]
    assert [word for word in KEYWORDS if not any(step.startswith(word) for step in tried)] == []


# What a stranger may write as well.
SPELLINGS = {
    "1 play yellow 6": (
        "seat 1 play yellow 6",
        "Seat 1: play Yellow 6",
        "1: play yellow 6",
        "1 yellow 6",
        "Seat 1 plays yellow 6",
        "1  PLAY  yellow   6",
    ),
    "1 can only: play red 5, play yellow 6": (
        "1 can only play yellow 6 and play red 5",
        "seat 1 can only: red 5; yellow 6",
        "1 can only: play yellow 6 or play red 5",
    ),
    "1 cannot flip: TR-19": (
        "1 cannot: flip: tr-19",
        "seat 1 cannot flip: TR-19, TR-20",
        "1 cannot flip: TR-19 and TR-20",
        "1 cannot flip: tr-19 tr-20",
        "1 cannot flip (TR-19)",
        "illegal 1: flip: TR-19",
        "illegal seat 1 flip",
    ),
    "hand 1 = red 5, yellow 6": (
        "hand 1 = yellow 6, red 5",
        "hand 1: yellow 6 and red 5",
        "hand of seat 1 = Yellow 6, Red 5",
        "seat 1 hand = yellow 6, red 5",
        "hand seat 1 is yellow 6, red 5",
        "hand 1 == yellow 6; red 5",
    ),
    "rank = 1 2": ("rank = 1, 2", "rank: seat 1, seat 2", "rank = 1 > 2", "rank is 1 2", "rank = 1 and 2"),
    "eggs 1 = green 2, red 1": (
        "eggs 1 = red 1, green 2",
        "eggs 1 = 2 green, 1 red",
        "eggs 1 = blue 0, red 1, green 2",
    ),
    "open eggs = green, red": ("open eggs = red, green", "Open eggs: green and red"),
    "asked = 1": ("asked: 1", "asked = seat 1", "asked: seat 1", "turn = seat 1"),
    "comet = none": ("comet: none", "comet = nobody", "last lap = none"),
    "hand 3 = none": ("hand 3 = nothing", "hand 3 = empty", "hand 3: none"),
    "view 2: seats.1.hand_size = 2": (
        "view 2: seat 1 hand size = 2",
        "view seat 2: seats.1.hand_size: 2",
        "view 2: hand size 1 = 2",
        "view all: hand_size of seat 1 = 2",
    ),
    "view 2: seats.1.hand = hidden": (
        "view 2, 3: hand 1 = hidden",
        "view 3 and spectator: seats.1.hand is hidden",
        "view 2: hand 1 = none",
    ),
    "odds 1: hand 2 has red 15 = 1/8": (
        "odds 1: hand 2 has red 15 = 0.125",
        "odds 1: hand 2 has red 15 = 12.5%",
        "odds 1: hand of seat 2 has red 15 = 2/16",
        "odds seat 1: hand 2 has Red 15 < 1/7",
    ),
    "memory 2: hand 1 = ?, ?": (
        "memory spectator: hand 1 contains ?",
        "memory 3: hand of seat 1 != none",
        "memory 2: seat 1 hand = ?, ?",
        "memory 2:\n    hand 1 = ?, ?\n    hand 2 = red 15, yellow 1",
    ),
    "ruling flip_with_one = on": ("ruling flip with one = on", "Ruling flip_with_one: on"),
}


@pytest.mark.parametrize(
    "spelling", [(said, other) for said, others in SPELLINGS.items() for other in others]
)
def test_other_spellings_mean_the_same(spelling: tuple[str, str]) -> None:
    for step in spelling:
        assert run(step) == ("", 0)


@pytest.mark.parametrize(
    "step",
    [
        "stock 1 = shower, blue 2, brown 8",
        "rank = 2 1",
        "pile 1 = none",
        "counts as 1 = blue",
        "hand 1 = red 5",
        "top 1 = red 10",
    ],
)
def test_order_and_numbers_count_where_they_mean_something(step: str) -> None:
    assert run(step)[0]


# Steps that nobody can mean: refused with the line and what would be right.
UNREADABLE = {
    "1 play purple 7": "'play purple 7' is no move of T-Rex.",
    "7 play red 5": "there is no seat 7; this table has 1 to 3.",
    "tolled all: drew": "T-Rex has nothing called 'tolled all' for a table of 3 seats. Nor is 'tolled all' a step",
    "hand 4 = none": "T-Rex has nothing called 'hand 4' for a table of 3 seats.",
    "hello": "'hello' is no step that a case can take.",
    "told all: sneezed seat 1": "'sneezed seat 1' is no fact; facts are eggs_turned,",
    "told all: played by seat 1": "write this fact as 'played seat … card …', with all of its arguments or fewer",
    "told all: played seat 1 seat 2": "write this fact as 'played seat … card …'",
    "not told all: played card bleu 7": "'bleu 7' is no card; it is blue 12, blue 2,",
    "not told all: drew cards bleu 7": "'bleu 7' is no cards; it is blue 12, blue 2,",
    "not told all: took colour purple": "'purple' is no colour; it is blue,",
    "told 9: drew": "there is no seat 9; this table has 1 to 3.",
    "told him: drew": "'him' is no seat, nor all, spectator or truth.",
    "told all": "say what was told, like 'told all: eggs_turned', or 'facts all: none'.",
    "view 2": "say whose eyes and what they know, like 'view 2: seats.1.hand = hidden'.",
    "view 2: seats.1.hand": "'seats.1.hand' compares nothing; write it like 'view 1: seats.1.hand_size = 7'.",
    "view 2: seats.9.hand = hidden": "the view has no 'seats.9.hand': at '9' there is 1 to 3.",
    "view 2: seats.1.feet = 2": "the view has no 'seats.1.feet': at 'feet' there is seat, hand, hand_size,",
    "view 2: round.one = 2": "the view has no 'round.one': at 'one' there is nothing more.",
    "memory 1: hand 9 = ?": "there is no 'hand 9'; there is hand 1, hand 2, hand 3 and so on.",
    "odds 1: hand 2 has bleu 7 = 0": "there is no 'hand 2 has bleu 7'; there is hand 1 has yellow 1,",
    "odds 1: hand 2 has red 15 = often": "'often' is no chance; write it like 3/10, 0.3 or 30%.",
    "odds 1: hand 2 has red 15 = 1/0": "'1/0' is no chance",
    "hand size 1 > many": "'>' compares numbers, not '2' and 'many'.",
    "round =": "there is nothing to compare 'round' with.",
    "why 1 play red 5": "write 'why 1 flip: TR-19' or 'why score 1: TR-52'.",
    "why 1 play red 5: TR-99": "There is no rule TR-99; T-Rex has TR-01 to",
    "1 cannot flip: TR-99": "There is no rule TR-99",
    "1 can play red 5: TR-16": "a rule stands behind 'cannot' only; for a legal move write 'why'.",
    "1 can": "say which moves, like '1 can only: take green, take red'.",
    "legal play red 5": "say whose, like 'legal 1: flip' or 'illegal 1 flip: TR-19'.",
    "play on: quickly": "write 'play on: seed 3' or 'play on: seed 3 until round = 2'.",
    "play on: seed 3 until later": "write 'play on: seed 3'",
    "moves: 1 yellow 6; and so on": "a move is written like '1 play yellow 1', not 'and so on'.",
    "default 2 = flip": "seat 2 is not asked anything; asked: 1.",
    "ruling of_thumb = on": "there is no 'of_thumb'; there is flip_with_one, shower_is_extra_loss and so on.",
}


@pytest.mark.parametrize(("step", "sentence"), UNREADABLE.items(), ids=UNREADABLE.keys())
def test_an_unreadable_step_fails_with_its_line(step: str, sentence: str) -> None:
    failure, line = run("round = 1", step)
    assert failure.startswith(sentence)
    assert line == 2


def test_lines_below_a_step_that_has_none_are_refused() -> None:
    failure, line = run("1 play red 5", "  told all: played")
    assert failure == "'1 play red 5' is no head, and no step with lines below it."
    assert line == 2


def test_facts_moves_and_views_may_stand_in_lines_of_their_own() -> None:
    steps = [
        "moves:",
        "  1 play yellow 6",
        "  2 play red 15",
        "facts all:",
        "  played seat 2",
        "  drew seat 2",
        "told all:",
        "  drew",
    ]
    assert run(*steps, "view 1:", "  seats.2.top = red 15", "  seats.2.hand_size = 2") == ("", 0)
    assert run(*steps, "view 1:", "  seats.2.top = red 15", "  seats.2.hand_size = 9")[1] == 9


def test_expected_facts_are_those_of_the_last_move() -> None:
    assert run("1 play yellow 6; 2 play red 15", "facts all: played seat 2; drew seat 2") == ("", 0)


# Files that cannot be read: the line and the sentence.
FILES = {
    "nothing": ("", 0, "there is no case in this file"),
    "no game": (
        "case: A case\n  round = 1",
        1,
        "expected 'game: NAME' and then 'case: TITLE', not 'case: A case'.",
    ),
    "unknown game": ("game: chess\ncase: A case", 1, "There is no game 'chess'; there is cubosaurs, trex"),
    "no title": (
        "game: trex\ncase:\n  round = 1",
        2,
        "expected 'game: NAME' and then 'case: TITLE', not 'case:'.",
    ),
    "a line before the first case": ("game: trex\nseats: 3", 2, "expected 'game: NAME'"),
    "no step": ("game: trex\ncase: A case\n  shows: TR-01", 2, "this case has no step and shows nothing."),
    "unknown rule": ("game: trex\ncase: A case\n  shows: TR-77\n  round = 1", 3, "There is no rule TR-77"),
    "unknown refusal": ("game: trex\ncase: A case\n  refused: TR-77", 3, "There is no rule TR-77"),
    "head twice": (
        "game: trex\ncase: A case\n  seats: 3\n  seats: 3\n  round = 1",
        4,
        "'seats' stands twice in this case.",
    ),
    "head behind a step": (
        "game: trex\ncase: A case\n  round = 1\n  seats: 3",
        4,
        "'seats' must stand before the first step, and 'round = 1' in line 3 is one.",
    ),
    "position and deal": (
        "game: trex\ncase: A case\n  position:\n    round: 1\n  deal: seed 1\n  round = 1",
        5,
        "a case starts from a position or from a deal, not from both.",
    ),
    "steps of what is refused": (
        "game: trex\ncase: A case\n  refused: TR-03\n  round = 1",
        4,
        "what is refused has no steps.",
    ),
    "a tab": ("game: trex\ncase: A case\n\tround = 1", 3, "indent with spaces, not with a tab."),
    "a lost indentation": (
        "  game: trex",
        1,
        "this line is indented, but there is no line above that it belongs to.",
    ),
}


@pytest.mark.parametrize(("text", "line", "sentence"), FILES.values(), ids=FILES.keys())
def test_an_unreadable_file_is_refused_with_its_line(text: str, line: int, sentence: str) -> None:
    with pytest.raises(BadCase, match=re.escape(sentence)) as refusal:
        read_casebook(text)
    assert refusal.value.line == line


def test_steps_need_not_be_indented_and_remarks_may_stand_behind_them() -> None:
    lines = [
        "# remark",
        "game: trex # remark",
        "",
        "case: A case",
        "seats: 3",
        "round = 1 # remark",
        "seats = 3  # remark",
    ]
    assert run_case(read_casebook("\r\n".join(lines))[0]).failure == ""


def test_a_file_with_several_cases_and_games(tmp_path: Path) -> None:
    path = tmp_path / "two.case"
    path.write_text("\ufeffgame: trex\ncase: One\n  round = 1\ncase: Two\n  round = 2\n", encoding="utf-8")
    one, two = read_casebook_file(path)
    assert [run_case(case).failure for case in (one, two)] == ["", "round is 1, not 2."]
    assert (one.title, two.title, two.line, run_case(two).line) == ("One", "Two", 4, 5)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(BadCase, match=r"cannot read .*nowhere\.case: No such file or directory\."):
        read_casebook_file(tmp_path / "nowhere.case")
    path = tmp_path / "picture.case"
    path.write_bytes(b"\x89PNG\xff")
    with pytest.raises(BadCase, match="is no text in UTF-8"):
        read_casebook_file(path)


WORDS = [
    *KEYWORDS,
    *HEADS,
    *"=:;,>?.%1259",
    "99",
    "seat",
    "all",
    "truth",
    "play",
    "flip",
    "can",
    "cannot",
    "only",
]
WORDS += ["until", "seed", "rank", "hand", "is", "has", "red", "TR-19"]


@given(words=st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=3)), max_size=8))
@example(words=["1" * 5000, "play", "flip"])
@example(words=["odds", "1:", "hand 2 has red 15 =", "1e999999999"])
@example(words=["play", "on:", "seed", "9" * 5000])
@settings(max_examples=1000)
def test_no_step_brings_the_runner_down(words: list[str]) -> None:
    """Whatever is written is a step that holds, or fails with a sentence; nothing else comes out."""
    text = " ".join(words)
    try:
        cases = read_casebook(f"{POSITION}  round = 1\n  {text}\n")
    except BadCase:
        return
    for case in cases:
        run_case(case)
