"""Endpoints: records, replays and analyses of finished games."""

import msgspec

from rexarium.server.model import checks
from rexarium.server.net.api import Answer, Call, Endpoint, limit_network
from rexarium.server.wire import bodies, messages, replay


async def _record(call: Call) -> Answer:
    """The record of a finished game, with the proof of its deal."""
    table = call.part("table")
    text = await call.service.tables.record(table)
    return Answer(text.encode(), kind="text/plain; charset=utf-8", filename=f"{table}.rex")


async def _replay(call: Call) -> Answer:
    """A table's game ply by ply, through the caller's eyes; once it is over, through any eyes, the truth by default."""
    limit_network(call, call.doors.replays)
    who = call.person.id if call.person else ""
    desk = await call.service.tables.get(call.part("table"))
    await desk.look(lambda room: checks.check_entry(room, call.actor))
    wish = await desk.look(lambda room: replay.wish_of(room, who, call.word("eyes")))
    return Answer(msgspec.Raw(await call.service.records.replay(wish)))


async def _replay_record(call: Call) -> Answer:
    """An uploaded record, ply by ply."""
    limit_network(call, call.doors.replays)
    wish = replay.Wish(call.body.record, replay.read_eyes(call.word("eyes") or "truth"))
    return Answer(msgspec.Raw(await call.service.records.replay(wish)))


async def _look_back(call: Call) -> Answer:
    """A finished game analysed: the score explained, everyone's chances along the way, the turning points."""
    return await _study(call, await call.service.tables.record(call.part("table")))


async def _look_back_on_record(call: Call) -> Answer:
    """An uploaded record analysed likewise."""
    return await _study(call, call.body.record)


async def _study(call: Call, record: str) -> Answer:
    if not call.service.studies.knows(record):
        limit_network(call, call.doors.studies)
    return Answer(await call.service.studies.look_back(record))


REPLAYS_ROWS = (
    Endpoint(
        "GET",
        "/api/tables/{table}/record",
        _record,
        str,
        kind="text/plain",
        refusals=("not allowed", "not possible", "unknown"),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/replay",
        _replay,
        bodies.Replay,
        refusals=("not allowed", "not possible", "unknown", "unavailable"),
        words={"eyes": messages.Eyes},
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/aftermath",
        _look_back,
        bodies.Aftermath,
        refusals=("not allowed", "not possible", "unknown", "unavailable"),
    ),
    Endpoint(
        "POST",
        "/api/replays",
        _replay_record,
        bodies.Replay,
        bodies.RecordText,
        refusals=("not possible", "unknown", "unavailable"),
        words={"eyes": messages.Eyes},
    ),
    Endpoint(
        "POST",
        "/api/aftermaths",
        _look_back_on_record,
        bodies.Aftermath,
        bodies.RecordText,
        refusals=("not possible", "unknown", "unavailable"),
    ),
)
