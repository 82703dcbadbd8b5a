"""The OpenAPI description of the HTTP API, generated from the table of endpoints."""

import re
from typing import Any

import msgspec

import rexarium
from rexarium.server.model.errors import RefusalCode
from rexarium.server.net.adapter import STATUS
from rexarium.server.net.api import JSON, Endpoint
from rexarium.server.net.endpoints import ENDPOINTS
from rexarium.server.wire import bodies

_REFERENCE = "#/components/schemas/{name}"
_ALWAYS: tuple[RefusalCode, ...] = ("too fast", "unavailable")


def describe() -> dict[str, Any]:
    """The whole description."""
    types = [kind for point in ENDPOINTS for kind in (point.body, point.response) if kind is not None]
    schemas, components = msgspec.json.schema_components([*types, bodies.Problem], ref_template=_REFERENCE)
    schema_of = dict(zip(map(repr, [*types, bodies.Problem]), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for point in ENDPOINTS:
        paths.setdefault(point.path, {})[point.method.lower()] = _operation(point, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rexarium",
            "version": rexarium.__version__,
            "summary": "Tables, people and records.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(point: Endpoint, schema_of: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": point.summary,
        "operationId": point.handler.__name__.strip("_"),
        "responses": _responses(point, schema_of),
    }
    if parameters := _parameters(point):
        operation["parameters"] = parameters
    if point.body is not None:
        content = {JSON: {"schema": schema_of[repr(point.body)]}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _parameters(point: Endpoint) -> list[dict[str, Any]]:
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in re.findall(r"\{(\w+)\}", point.path)
    ]
    in_query = [
        {"name": name, "in": "query", "required": False, "schema": msgspec.json.schema(kind)}
        for name, kind in point.query.items()
    ]
    return in_path + in_query


def _responses(point: Endpoint, schema_of: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {str(point.status): {"description": "Done."}}
    if point.response is not None:
        found[str(point.status)]["content"] = {point.media_type: {"schema": schema_of[repr(point.response)]}}
    if point.handler.__name__ == "_come_in":
        found["200"] = {**found["201"], "description": "The person this device belongs to, renamed."}
    codes = [*point.refusals, *_ALWAYS]
    if point.method != "GET":
        codes.append("not allowed")
    if point.body is not None:
        codes += ["unreadable", "too large"]
    if point.query:
        codes.append("unreadable")
    for code in codes:
        problem = {JSON: {"schema": schema_of[repr(bodies.Problem)]}}
        found.setdefault(str(STATUS[code]), {"description": "Refused.", "content": problem})
    return found
