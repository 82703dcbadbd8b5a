"""Asking a pool of workers for a table's bot moves and hints."""

import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

from rexarium.server.metrics import METRICS
from rexarium.server.model import schedule
from rexarium.server.model.decide import decide_bot_move
from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import AnyEntry
from rexarium.server.model.moment import Actor
from rexarium.server.model.table import Table
from rexarium.server.wire import messages, present
from rexarium.server.wire.problems import pattern_and_values
from rexarium.server.workers.bots import Advise, advise, choose_move
from rexarium.server.workers.pool import Pool, PoolClosed, WorkerFailed, always
from rexarium.server.workers.tasks import Task

T = TypeVar("T")
_log = logging.getLogger("rexarium.server")


async def ask_move(
    pool: Pool, table: Table, seat: int, is_urgent: Callable[[], bool]
) -> Callable[[Table], Sequence[AnyEntry]]:
    """Ask the bot on a seat for its move, and return what to decide when it is the table's turn to write.

    If the table has changed by then, the answer is dropped. A bot that fails is replaced so that the game can go on.
    Raises PoolClosed if the server is stopping.
    """
    player, key, match = table.players[seat], table.decision_key(), table.match
    assert player is not None
    assert match is not None

    def replace(now: Table) -> Sequence[AnyEntry]:
        return schedule.replace_bot(now, seat) if now.players[seat] == player else []

    try:
        task = choose_move(match.game.id, match.sight(seat), match.ply, player.bot)
        move = await _ask(pool, task, is_urgent)
    except PoolClosed:
        raise  # the bot has not failed
    except Exception as error:
        _note_failure(table.id, seat, player.bot, error)
        return replace

    def play(now: Table) -> Sequence[AnyEntry]:
        if now.players[seat] != player or now.decision_key() != key:
            return []
        try:
            return decide_bot_move(now, seat, move)
        except Exception as error:
            _note_failure(now.id, seat, player.bot, error)
            return replace(now)

    return play


def hint_task(table: Table, actor: Actor) -> Advise:
    """The task for a hint; refused if other people or programs play at the table."""
    seat = table.eyes_of(actor.id)
    if (
        not actor.person or table.outside_seats() != [seat] or table.substituted
    ):  # a player who left may come back
        raise Refusal("not allowed", "You can only get hints when you play against bots.")
    if present.decision_state(table, seat) is None:
        raise Refusal("not your turn", "There is nothing for you to choose right now.")
    match = table.match
    assert match is not None
    return advise(match.game.id, match.sight(seat), match.ply)


async def ask_hint(pool: Pool, task: Advise, say: Callable[[int], str]) -> list[messages.ProspectState]:
    """What the strongest bot thinks of a person's moves."""
    try:
        found = await _ask(pool, task, always)
    except WorkerFailed:
        raise Refusal(
            "unavailable", "Our strongest bot has no hint right now. Try again in a moment."
        ) from None
    return [
        messages.ProspectState(say(one.move), one.chance, one.error, str(why), *pattern_and_values(why))
        for one in found
        for why in (one.why.read(),)
    ]


async def _ask(pool: Pool, task: Task[T], is_urgent: Callable[[], bool]) -> T:
    """Run a bot's task; a worker that refuses it has failed, because the table itself did not."""
    try:
        return await pool.run(task, is_urgent)
    except Refusal as refusal:
        raise WorkerFailed(f"refused the task: {refusal.code}") from None


def _note_failure(table: str, seat: int, bot: str, error: Exception) -> None:
    is_known = isinstance(error, WorkerFailed)
    _log.warning(
        "a bot failed",
        extra={
            "table": table,
            "seat": seat + 1,
            "bot": bot,
            "why": str(error) if is_known else type(error).__name__,
        },
        exc_info=None if is_known else error,
    )
    METRICS.bot_failures.inc()
