"""Endpoints: records, replays and analyses of finished games."""

import msgspec

from rexarium.server.model import checks
from rexarium.server.net.api import ApiRequest, ApiResponse, Endpoint, limit_network
from rexarium.server.wire import bodies, messages, replay


async def _record(request: ApiRequest) -> ApiResponse:
    """The record of a finished game, with the proof of its deal."""
    table = request.path_param("table")
    text = await request.service.tables.record(table)
    return ApiResponse(text.encode(), media_type="text/plain; charset=utf-8", filename=f"{table}.rex")


async def _replay(request: ApiRequest) -> ApiResponse:
    """A table's game ply by ply, through the caller's eyes; once it is over, through any eyes, the truth by default."""
    limit_network(request, request.access.replays)
    who = request.person.id if request.person else ""
    live = await request.service.tables.get(request.path_param("table"))
    await live.read(lambda table: checks.check_entry(table, request.actor))
    task = await live.read(lambda table: replay.replay_task(table, who, request.query_param("eyes")))
    return ApiResponse(msgspec.Raw(await request.service.records.replay(task)))


async def _replay_record(request: ApiRequest) -> ApiResponse:
    """An uploaded record, ply by ply."""
    limit_network(request, request.access.replays)
    task = replay.ReplayTask(request.body.record, replay.read_eyes(request.query_param("eyes") or "truth"))
    return ApiResponse(msgspec.Raw(await request.service.records.replay(task)))


async def _look_back(request: ApiRequest) -> ApiResponse:
    """A finished game analysed: the score explained, everyone's chances along the way, the turning points."""
    return await _analysis(request, await request.service.tables.record(request.path_param("table")))


async def _look_back_on_record(request: ApiRequest) -> ApiResponse:
    """An uploaded record analysed likewise."""
    return await _analysis(request, request.body.record)


async def _analysis(request: ApiRequest, record: str) -> ApiResponse:
    if not request.service.analyses.knows(record):
        limit_network(request, request.access.analyses)
    return ApiResponse(await request.service.analyses.get(record))


REPLAYS_ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/tables/{table}/record",
        _record,
        str,
        media_type="text/plain",
        refusals=("not allowed", "not possible", "unknown"),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/replay",
        _replay,
        bodies.Replay,
        refusals=("not allowed", "not possible", "unknown", "unavailable"),
        query={"eyes": messages.Eyes},
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
        query={"eyes": messages.Eyes},
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
