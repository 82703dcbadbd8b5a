"""Moves are ints in memory and notation in storage; one codec stands between them."""

from collections.abc import Callable
from functools import partial

import pytest

from rexarium.kernel.errors import UnreadableMove
from rexarium.kernel.lines import legal_lines
from rexarium.server.model import commands, log
from rexarium.server.model.codec import Codec
from tests.server.model.tables import dna_sitting
from tests.server.support.model_table import ModelTable
from tests.server.support.samples import ANNA, GAMES, opened


def codec_of(game: str) -> Codec:
    """One that has learned which game is played."""
    codec = Codec()
    codec.encode(opened(game))
    return codec


def test_a_move_is_stored_in_record_notation() -> None:
    stored = b'{"is":"moved","seat":1,"line":"play blue 7"}'
    codec = codec_of("trex")
    entry = codec.decode(stored)
    assert entry == log.Moved(seat=1, moves=(6,))
    assert codec.encode(entry) == stored


def test_several_moves_made_together_are_one_entry() -> None:
    stored = b'{"is":"moved","seat":0,"line":"buy 10 seat 2 grey 3 for t-rex","is_forced":true,"by":"anna","command":"c1"}'
    codec = codec_of("cubosaurs")
    entry = codec.decode(stored)
    assert isinstance(entry, log.Moved)
    assert (len(entry.moves), entry.is_forced, entry.by, entry.command) == (4, True, "anna", "c1")
    assert codec.encode(entry) == stored


@pytest.mark.parametrize(
    "sit", [*(partial(ModelTable, game) for game in GAMES), dna_sitting], ids=[*GAMES, "dna"]
)
def test_every_legal_move_survives_encoding(sit: Callable[[], ModelTable]) -> None:
    model = sit()
    for step in range(80):
        if model.table.stage == "over":
            break
        table = model.table
        assert table.match is not None
        for seat in table.waiting():
            for line in legal_lines(table.game, table.match.state(), seat):
                entry = log.Moved(seat=seat, moves=tuple(line))
                assert table.codec.decode(table.codec.encode(entry)) == entry
        model.move(choice=step)


def test_the_codec_learns_its_game_from_the_first_entry_either_way() -> None:
    first = Codec()
    data = first.encode(opened("trex"))
    second = Codec()
    assert second.decode(data) == opened("trex")
    move = log.Moved(seat=0, moves=(6,))
    assert first.encode(move) == second.encode(move)


def test_no_move_can_be_decoded_before_the_first_entry() -> None:
    for attempt in (
        lambda: Codec().encode(log.Moved(seat=0, moves=(6,))),
        lambda: Codec().decode(b'{"is":"moved","seat":0,"line":"play blue 7"}'),
    ):
        with pytest.raises(ValueError, match="before the entry that names the game"):
            attempt()


def test_text_that_is_not_a_move_cannot_be_decoded() -> None:
    for line in (b"", b"checkmate", b"keep"):
        with pytest.raises(UnreadableMove):
            codec_of("trex").decode(b'{"is":"moved","seat":0,"line":"%s"}' % line)


def test_other_entries_are_stored_unchanged() -> None:
    model = ModelTable()
    model.do(ANNA, commands.Say, text="hm")
    model.do(ANNA, commands.AskFor, matter="end")
    codec = Codec()
    for entry, _ in model.log:
        assert codec.decode(codec.encode(entry)) == entry
