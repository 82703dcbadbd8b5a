"""Laws 5 and 8: records round-trip at every ply, stored ones replay, damaged ones are refused, for every game."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rexarium.games import AnyGame
from rexarium.kernel.errors import BadRecord
from rexarium.kernel.game import Setup
from rexarium.match import Match, read_record, read_record_file, say_record
from rexarium.testkit import records
from rexarium.testkit.strategies import matches
from rexarium.testkit.walk import at_random, begin, walk
from tests.laws.registry import GAMES, every_game, every_table

STORE = Path(__file__).parents[1] / "records"
STORED = sorted(STORE.glob("*.rex"))


def whole(game: AnyGame, plies: int = 10_000, seats: int = 3) -> Match:
    match = begin(game, game.setup(seats), "records")
    for ply in walk(match, 7, at_random):
        if ply >= plies and match.is_revealed:
            break
    return match


@every_table
def test_a_match_restarts_from_its_record_at_every_ply(game: AnyGame, setup: Setup) -> None:
    """Every ply at the smallest tables, every so-manieth at larger ones."""
    match, step = begin(game, setup, 71), 1 + 2 * (setup.seats - game.min_seats)
    for ply in walk(match, 71):
        if match.is_revealed and (ply % step == 0 or match.is_over):
            records.check_round_trip(match)


@every_game
@given(data=st.data())
@settings(max_examples=40)
def test_any_match_round_trips(game: AnyGame, data: st.DataObject) -> None:
    records.check_round_trip(data.draw(matches(game)))


@every_game
@given(name=st.text(max_size=60))
def test_any_name_of_a_player_can_be_written_down(game: AnyGame, name: str) -> None:
    setup = game.setup(game.min_seats)
    match = Match(game, setup, begin(game, setup, 1).deal, [name])
    again = read_record(say_record(match))
    assert say_record(again) == say_record(match)
    records.check_same(match, again)


@pytest.mark.parametrize(
    "name", ["a" * 39 + " b", "#1", "a  # b", "seal: x", "\u2028", "\ud800", ":", "\t", "é" * 80]
)
@every_game
def test_awkward_names_do_not_break_a_record(game: AnyGame, name: str) -> None:
    setup = game.setup(game.min_seats)
    match = Match(game, setup, begin(game, setup, 1).deal, [name])
    records.check_same(match, read_record(say_record(match)))


@every_game
def test_every_table_has_a_record_in_store(game: AnyGame) -> None:
    missing = [name for name in records.stored_names(game) if not (STORE / name).exists()]
    assert not missing, f"no record of {', '.join(missing)}; make them with: {records.COMMAND}"


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_stored_records_replay(path: Path) -> None:
    """Whatever version wrote them. What this version wrote, it also writes the same again."""
    match = read_record_file(path)
    assert match.is_over, "a record in store is of a whole match"
    text = path.read_text(encoding="utf-8")
    if f"rules: {match.game.rules_version}\n" in text:
        assert say_record(match) == text


# Damage


@every_game
@pytest.mark.parametrize("plies", [10_000, 30])
def test_a_record_that_lacks_a_line_is_refused(game: AnyGame, plies: int) -> None:
    match = whole(game, plies)
    lines = say_record(match).splitlines()
    for at in range(len(lines)):
        text = "\n".join(lines[:at] + lines[at + 1 :]) + "\n"
        records.check_refusal(text)
        records.check_sound(records.reseal(text))


@every_game
def test_a_record_with_two_lines_swapped_is_refused(game: AnyGame) -> None:
    match = whole(game, 60)
    lines = say_record(match).splitlines()
    for at in range(len(lines) - 1):
        swapped = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        if swapped != lines:
            text = "\n".join(swapped) + "\n"
            records.check_refusal(text)
            records.check_sound(records.reseal(text))


@every_game
def test_a_record_that_is_cut_off_is_refused(game: AnyGame) -> None:
    text = say_record(whole(game))
    for end in {*range(0, len(text) - 1, 200), *range(len(text) - 90, len(text) - 1)}:
        records.check_refusal(text[:end])
        records.check_refusal(text[len(text) - end :])


@every_game
def test_a_changed_sign_is_noticed(game: AnyGame) -> None:
    match = whole(game, 40)
    text = say_record(match)
    for at in range(0, len(text), 7):
        for sign in "x0 \n:#,\x00é\u2028":
            changed = text[:at] + sign + text[at + 1 :]
            if changed != text:
                records.check_refusal(changed, may_be=match)


@every_game
def test_a_changed_sign_behind_a_mended_seal_is_sound_or_refused(game: AnyGame) -> None:
    text = say_record(whole(game, 25))
    for at in range(0, text.index("seal:"), 5):
        for sign in "19 \n:,x":
            records.check_sound(records.reseal(text[:at] + sign + text[at + 1 :]))


@every_game
def test_comments_blank_lines_and_line_ends_mean_nothing(game: AnyGame) -> None:
    match = whole(game, 50)
    text = say_record(match)
    commented = "".join(
        f"\n# a note\n{line}   \n" if n % 3 else f"{line}  # aside\n"
        for n, line in enumerate(text.splitlines())
    )
    for same in (
        text.replace("\n", "\r\n"),
        commented,
        text.rstrip("\n"),
        f"\n\n{text}\n\n",
        text.replace("\n  ", "\n     "),
    ):
        records.check_same(match, read_record(same))


HUGE = "9" * 3000  # digits, in a line that may be read


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rules: 1", f"rules: {HUGE}"),
        ("rules: 1", "rules: 0"),
        ("rules: 1", "rules: 999"),
        ("rules: 1", "rules: -1"),
        ("rules: 1", "rules: ²"),
        ("rules: 1", "rules: one"),
        ("seats: 3", f"seats: {HUGE}"),
        ("seats: 3", "seats: 6"),
        ("seats: 3", "seats: 4"),
        ("seats: 3", "seats: 2"),
        ("seats: 3", "seats: ٣"),
        ("seat 1: ", "seat 1: \ud800"),
        ("deal:", "deal:\n  seat 1: shower"),
        ("rulings:", "rulings:\n  house rule: on"),
        ("\n  1 ", "\n    1 "),
        ("\n  1 ", f"\n  {HUGE} "),
        ("\n  1 ", "\n  0 "),
        ("\n  1 ", "\n  9 "),
        ("\n  1 ", "\n  ² "),
        ("\n  1 ", "\n  1"),
        ("digest: sha256:", "digest: sha512:"),
        ("game: ", "game: chess "),
        ("rexarium record 1", "rexarium record 2"),
        ("rexarium record 1", "rexarium record 1: x"),
        ("result: over", "result: unfinished"),
        ("winners: ", "winners: 1 2 3 "),
        ("scores: ", "scores: 1"),
        ("title: ", "titel: "),
        ("moves:", "moves: 3"),
    ],
)
@every_game
def test_odd_numbers_and_words_behind_a_mended_seal(game: AnyGame, old: str, new: str) -> None:
    match = whole(game)
    text = say_record(match)
    assert old in text
    changed = text.replace(old, new, 1)
    # The first line of a list may be indented otherwise than the rest.
    records.check_refusal(changed, may_be=match if new.split() == old.split() else None)
    resealed = records.reseal(changed)
    assert "seal does not fit" not in refusal_of(resealed)
    records.check_sound(resealed)


def refusal_of(text: str) -> str:
    try:
        read_record(text)
    except BadRecord as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b"\x00" * 100,
        bytes(range(256)),
        b"\xff\xfe" + "rexarium record 1".encode("utf-16-le"),
        b"PK\x03\x04",
    ],
)
def test_files_that_are_no_records(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "match.rex"
    path.write_bytes(data)
    with pytest.raises(BadRecord):
        read_record_file(path)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.rex", tmp_path / "missing" / "match.rex"):
        with pytest.raises(BadRecord):
            read_record_file(path)
    large = tmp_path / "large.rex"
    large.write_bytes(b"# more\n" * 700_000)
    with pytest.raises(BadRecord, match="too large"):
        read_record_file(large)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_byte_order_mark_is_refused_or_means_nothing(game: AnyGame, tmp_path: Path) -> None:
    match = whole(game, 20)
    path = tmp_path / "match.rex"
    path.write_bytes(b"\xef\xbb\xbf" + say_record(match).encode())
    records.check_refusal("\ufeff" + say_record(match), may_be=match)
    with suppress(BadRecord):
        records.check_same(match, read_record_file(path))


@every_game
@given(data=st.data())
@settings(max_examples=150)
def test_a_record_damaged_in_any_way_is_sound_or_refused(game: AnyGame, data: st.DataObject) -> None:
    text = say_record(whole(game, data.draw(st.integers(0, 40))))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 30)))
        text = text[:start] + data.draw(st.text(max_size=12)) + text[end:]
    records.check_sound(text)
    records.check_sound(records.reseal(text))


@given(text=st.text())
def test_any_text_is_refused_as_a_record(text: str) -> None:
    with pytest.raises(BadRecord):
        read_record(text)
    with pytest.raises(BadRecord):
        read_record("rexarium record 1\n" + text)


@given(data=st.binary(max_size=300))
def test_any_bytes_are_refused_as_a_record(data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("bytes") / "match.rex"
    path.write_bytes(data)
    with pytest.raises(BadRecord):
        read_record_file(path)
