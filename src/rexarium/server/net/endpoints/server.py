"""Endpoints: the server and its games."""

import rexarium
from rexarium.kernel.texts import Language
from rexarium.server.metrics import METRICS
from rexarium.server.model.errors import Refusal
from rexarium.server.net.access import LOOPBACK
from rexarium.server.net.api import ApiRequest, ApiResponse, Endpoint
from rexarium.server.wire import bodies, catalogue, messages


async def _health(request: ApiRequest) -> ApiResponse:
    """Whether the server is open and able to write."""
    is_healthy = request.service.is_healthy
    return ApiResponse(
        bodies.Health(is_healthy, rexarium.__version__, messages.VERSION), 200 if is_healthy else 503
    )


async def _metrics(request: ApiRequest) -> ApiResponse:
    """Metrics for Prometheus, from this machine only: watching them closely could reveal what players do in secret."""
    if request.address not in LOOPBACK:
        raise Refusal("not allowed", "The counters can only be read on the server’s own machine.")
    return ApiResponse(METRICS.page(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def _games(request: ApiRequest) -> ApiResponse:
    """The games that can be played here."""
    return ApiResponse(catalogue.list_games(request.language))


async def _rules(request: ApiRequest) -> ApiResponse:
    """A game's rules."""
    return ApiResponse(catalogue.rulebook_card(request.path_param("game"), request.language))


SERVER_ENDPOINTS = (
    Endpoint("GET", "/healthz", _health, bodies.Health, refusals=("unavailable",)),
    Endpoint("GET", "/metrics", _metrics, str, media_type="text/plain", refusals=("not allowed",)),
    Endpoint("GET", "/api/games", _games, list[bodies.GameCard], query={"language": Language}),
    Endpoint(
        "GET",
        "/api/games/{game}/rules",
        _rules,
        bodies.RulebookCard,
        refusals=("unknown",),
        query={"language": Language},
    ),
)
