"""Permissions: which commands each person may send in each stage of a table."""

from collections.abc import Callable
from typing import Any

import pytest

from rexarium.server.model import commands, decide, log
from rexarium.server.model.commands import (
    Answer,
    AskFor,
    CallOff,
    Close,
    HandOver,
    Move,
    Mute,
    OpenChat,
    Resign,
    Resume,
    Say,
    SeatBot,
    Sit,
    Stand,
    Start,
    TakeSeat,
)
from rexarium.server.model.moment import Actor
from rexarium.server.wire import messages
from tests.server.support.model_table import ModelTable, refused
from tests.server.support.samples import ANNA, BEN, DORA, NOBODY
from tests.server.support.stages import full, gathering, over


def paused() -> ModelTable:
    model = ModelTable()
    model.write([log.Paused()])
    return model


STAGES = {"gathering": gathering, "full": full, "playing": ModelTable, "paused": paused, "over": over}
COMMANDS: dict[str, tuple[Callable[..., commands.Command], dict[str, Any]]] = {
    "sit": (Sit, {"seat": 3}),
    "stand": (Stand, {}),
    "clear": (Stand, {"seat": 2}),
    "seat bot": (SeatBot, {"seat": 3, "bot": "hunter"}),
    "start": (Start, {}),
    "move": (Move, {"ply": 0, "line": "play blue 7"}),
    "ask to pause": (AskFor, {"matter": "pause"}),
    "ask to end": (AskFor, {"matter": "end"}),
    "ask to take back": (AskFor, {"matter": "take back"}),
    "ask to take over": (AskFor, {"matter": "take over", "seat": 3, "bot": "hunter"}),
    "ask to claim": (AskFor, {"matter": "claim", "seat": 3}),
    "ask for a clock": (AskFor, {"matter": "clock"}),
    "hand over": (HandOver, {"secret": "s" * 22}),
    "take seat": (TakeSeat, {"seat": 3, "secret": "s" * 22}),
    "answer": (Answer, {"ask": 0, "is_yes": True}),
    "resume": (Resume, {}),
    "resign": (Resign, {}),
    "say": (Say, {"text": "hello"}),
    "mute": (Mute, {"person": "ben"}),
    "open chat": (OpenChat, {}),
    "close": (Close, {}),
    "call off": (CallOff, {}),
}
# What is allowed to whom; "-" is a refusal. By stage: the host, a player, a guest with a name, and one without.
ALLOWED: dict[str, dict[str, str]] = {
    "sit": {"gathering": "anna ben dora"},
    "stand": {"gathering": "anna ben", "full": "anna ben"},
    "clear": {"gathering": "anna ben", "full": "anna ben"},
    "seat bot": {"gathering": "anna"},
    "start": {"full": "anna ben"},
    "move": {},
    "ask to pause": {"playing": "anna ben"},
    "ask to end": {"playing": "anna ben", "paused": "anna ben"},
    "ask to take back": {},
    "ask to take over": {},
    "ask to claim": {},
    "ask for a clock": {},
    "hand over": {"playing": "anna ben", "paused": "anna ben"},
    "take seat": {},
    "answer": {},
    "resume": {"paused": "anna ben"},
    "resign": {"playing": "anna ben", "paused": "anna ben"},
    "say": dict.fromkeys(STAGES, "anna ben"),
    "mute": dict.fromkeys(STAGES, "anna"),
    "open chat": dict.fromkeys(STAGES, "anna"),
    "close": dict.fromkeys(("gathering", "full", "playing", "paused"), "anna"),
    "call off": {"gathering": "anna", "full": "anna"},
}


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("who", [ANNA, BEN, DORA, NOBODY], ids=lambda who: who.person or "nobody")
def test_whether_a_command_is_allowed_depends_on_its_sender_and_the_stage(
    stage: str, command: str, who: Actor
) -> None:
    make, fields = COMMANDS[command]
    model = STAGES[stage]()
    if who.person and who.person in ALLOWED[command].get(stage, "").split():
        assert model.do(who, make, **fields)
    else:
        assert refused(model, who, make, **fields) in (
            "not allowed",
            "not possible",
            "not your turn",
            "illegal",
            "unknown",
        )


def test_every_protocol_command_is_tried_here_or_answered_elsewhere() -> None:
    tried = {make for make, _ in COMMANDS.values()}
    elsewhere = {messages.Why, messages.Hint, messages.Rematch}
    ours = (commands.__name__, messages.__name__)
    known = {kind for kind in commands.Command.__subclasses__() if kind.__module__ in ours}
    assert tried | elsewhere == known
    assert tried == set(decide.DECISIONS)
