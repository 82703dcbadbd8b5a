"""Messages survive the pipe unchanged, and a worker understands only its own pool's tasks."""

import io
from typing import Any

import msgspec
import pytest

from rexarium.bots import LEVELS, cheat_words, make_bot
from rexarium.games import AnyGame, find_game
from rexarium.kernel.chance import Chance
from rexarium.kernel.errors import BadSetup, IllegalMove, RexariumError, Unknown
from rexarium.kernel.facts import TRUTH
from rexarium.kernel.sentence import Sentence, sentence
from rexarium.match import Match, say_record
from rexarium.server.framing import frame, take_messages
from rexarium.server.model import checks
from rexarium.server.model.errors import Refusal, as_refusal
from rexarium.server.runtime import records
from rexarium.server.runtime.records import ContinueRecord
from rexarium.server.wire.aftermath import ChancesTask, OutlineTask, TurnsTask
from rexarium.server.wire.problems import to_problem
from rexarium.server.wire.replay import ReplayTask
from rexarium.server.workers import bots
from rexarium.server.workers.bots import Advise, ChooseMove, advise, choose_move
from rexarium.server.workers.loop import serve
from rexarium.server.workers.tasks import (
    Answered,
    Failed,
    Refused,
    Reply,
    Task,
    Text,
    decode_reply,
    encode,
    read_answer,
)
from rexarium.testkit.walk import walk
from tests.laws.registry import every_game


def ask(worker: Any, *tasks: Task[Any]) -> list[Reply]:
    """What a worker for a union of tasks replies, over pipes in memory."""
    replies = io.BytesIO()
    serve(worker, io.BytesIO(b"".join(frame(encode(task)) for task in tasks)), replies)
    return [decode_reply(message) for message in take_messages(bytearray(replies.getvalue()))]


def work_out(worker: Any, task: Task[Any]) -> Any:
    (reply,) = ask(worker, task)
    assert isinstance(reply, Answered), reply
    return read_answer(task, reply.answer)


def begun(game: AnyGame, plies: int = 6) -> Match:
    """A match in which somebody is asked something."""
    match = Match.fresh(game, game.setup(3), Chance.of("tasks"))
    for _, _ in zip(range(plies), walk(match, 1), strict=False):
        pass
    assert match.waiting()
    return match


def test_a_worker_understands_only_its_own_pools_tasks() -> None:
    match = begun(find_game("trex"))
    (seat,) = match.waiting()
    record = say_record(match)
    thoughts: list[Task[Any]] = [
        choose_move("trex", match.sight(seat), match.ply, "hatchling"),
        advise("trex", match.sight(seat), match.ply),
    ]
    readings: list[Task[Any]] = [
        ReplayTask(record, TRUTH),
        ContinueRecord(record, None),
        OutlineTask(record),
        ChancesTask(record, 0),
        TurnsTask(record, ()),
    ]
    assert ask(bots.Task, *readings) == [Failed("ValidationError")] * len(readings)
    assert ask(records.Task, *thoughts) == [Failed("ValidationError")] * len(thoughts)


@every_game
def test_a_bot_makes_the_same_move_in_a_worker_as_at_the_table(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A world that was imagined for a seat is as good as the truth to a bot that sees what the seat sees."""
    monkeypatch.setattr(bots, "_bot", lambda word, _game, seats: make_bot(word, game, seats, 5))
    match = Match.fresh(game, game.setup(3), Chance.of("honest"))
    for number, _ in enumerate(walk(match, 3)):
        if number % 5 or match.is_over:
            continue
        for seat in match.waiting():
            for word in ("hatchling", "greedy", "random"):
                decision = match.decision(seat)
                assert decision is not None
                here = make_bot(word, game, 3, 5).choose(match.sight(seat), decision)
                task = choose_move(game.id, match.sight(seat), match.ply, word)
                assert work_out(bots.Task, task) == here


@every_game
def test_advice_comes_with_sentences_that_can_be_said_in_every_language(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "HINT_SECONDS", 0.0)
    match = begun(game)
    seat = match.waiting()[0]
    prospects = work_out(bots.Task, advise(game.id, match.sight(seat), match.ply))
    assert prospects
    assert {prospect.move for prospect in prospects} <= {*match.state().moves(seat)}
    for prospect in prospects:
        said = prospect.why.read()
        expected = game.hint(match.state(), seat, prospect.move)
        assert isinstance(said, Sentence)
        assert (said, said.pattern, said.values) == (expected, expected.pattern, expected.values)


def test_a_text_survives_the_pipe() -> None:
    whole = sentence("{who, seat} has {what, names} in {where, seats}.", who=1, what=("a", "b"), where=(1, 2))
    for text in (whole, "something plain", ""):
        again = msgspec.msgpack.decode(encode(Text.of(text)), type=Text).read()
        assert (again, type(again)) == (text, type(text))
        if isinstance(again, Sentence):
            assert (again.pattern, again.values) == (whole.pattern, whole.values)


@pytest.mark.parametrize(
    "error",
    [
        Refusal("not possible", sentence("There is no seat {number} at this table.", number=9), "TR-01"),
        Unknown("There is no such thing."),
        BadSetup(sentence("{seat, seat} has nothing to choose right now.", seat=2), "TR-06"),
        IllegalMove("You do not have that card.", "TR-12"),
    ],
)
def test_a_refusal_survives_the_pipe(error: RexariumError) -> None:
    """A record's error is said in every language, though another process has found it."""
    there = as_refusal(error)
    sent = Refused.of(there)
    again = msgspec.msgpack.decode(encode(sent), type=Refused).read()
    assert to_problem(again) == to_problem(there)


def test_no_cheating_bot_or_program_plays_with_people() -> None:
    for word in [*cheat_words(), "outside:./a-program", "clairvoyant:400"]:
        with pytest.raises(Refusal):
            checks.bot_player(word)
    assert all(checks.bot_player(word).bot == word for word in LEVELS)
    match = begun(find_game("trex"))
    (seat,) = match.waiting()
    task = choose_move("trex", match.sight(seat), match.ply, "clairvoyant")
    (reply,) = ask(bots.Task, task)
    assert isinstance(reply, Refused)


def test_a_task_holds_what_its_seat_may_see_and_nothing_else() -> None:
    """Whoever adds a field to a bot's task has to think about it here, and in the law on the pipe."""
    assert ChooseMove.__struct_fields__ == ("game", "bot", "seat", "ply", "position")
    assert Advise.__struct_fields__ == ("game", "seat", "ply", "position")
