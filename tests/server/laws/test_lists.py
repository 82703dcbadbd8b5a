"""Every command and every kind of entry is in each list that has to say something about it."""

import re
from pathlib import Path
from typing import get_args

from rexarium.server.model import commands, log
from rexarium.server.model.decide import DECISIONS, REPEATABLE
from rexarium.server.model.fold import HANDLERS
from rexarium.server.wire import messages
from rexarium.server.wire.events import TALK

PAGE = Path(__file__).parents[3] / "web" / "src"

# A game ends however often these are sent: each needs a seat, a question or a stage that it uses up.
ENDS_BY_ITSELF = {
    commands.Sit,  # repeatable only before the deal: `is_repeatable` asks
    commands.Start,
    commands.Move,  # repeatable only while it is a hidden choice: `is_repeatable` asks
    commands.Resign,
    commands.TakeSeat,
    commands.Answer,
    commands.Resume,
    commands.CallOff,
}
# These change what somebody sees of the game, so their events carry a view.
CHANGES_VIEWS = {
    log.Opened,
    log.Seated,
    log.Vacated,
    log.Started,
    log.Moved,  # unless it is another seat's hidden choice: `leaves_view_unchanged` asks
    log.TakenBack,
    log.Settled,
    log.Paused,
    log.Resumed,
    log.Resigned,
    log.Replaced,
    log.HandedOver,
    log.Forfeited,
    log.Ended,
    log.Credited,
}


def test_every_command_can_be_sent() -> None:
    assert set(DECISIONS) <= set(get_args(messages.ClientMessage))


def test_every_command_is_bounded_or_ends_by_itself() -> None:
    assert set(REPEATABLE) | ENDS_BY_ITSELF == set(DECISIONS)
    assert not set(REPEATABLE) & ENDS_BY_ITSELF


def test_every_entry_is_folded_and_is_talk_or_changes_views() -> None:
    kinds = set(get_args(log.AnyEntry))
    assert set(HANDLERS) == kinds
    assert set(get_args(TALK)) | CHANGES_VIEWS == kinds
    assert not set(get_args(TALK)) & CHANGES_VIEWS


def test_the_page_says_every_kind_of_entry_or_leaves_it_out_of_the_log() -> None:
    state = (PAGE / "lib" / "game-state.ts").read_text()
    untold = re.search(r"UNTOLD = new Set\(\[(.*?)\]\)", state, re.S)
    assert untold
    told = re.findall(r"what === '([a-z ]+)'", (PAGE / "parts" / "Log.svelte").read_text())
    on_page = {*re.findall(r"'([a-z ]+)'", untold[1]), *told}
    assert on_page >= {kind.__struct_config__.tag for kind in get_args(log.AnyEntry)}
