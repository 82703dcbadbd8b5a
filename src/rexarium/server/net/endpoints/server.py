"""Endpoints: the server and its games."""

import rexarium
from rexarium.kernel.texts import Language
from rexarium.server.metrics import METRICS
from rexarium.server.model.refusal import Refusal
from rexarium.server.net.api import Answer, Call, Endpoint
from rexarium.server.net.doors import LOOPBACK
from rexarium.server.wire import bodies, catalogue, messages


async def _health(call: Call) -> Answer:
    """Whether the server is open and able to write."""
    is_well = call.service.is_healthy
    return Answer(bodies.Health(is_well, rexarium.__version__, messages.VERSION), 200 if is_well else 503)


async def _metrics(call: Call) -> Answer:
    """Metrics for Prometheus, from this machine only: watching them closely could reveal what players do in secret."""
    if call.address not in LOOPBACK:
        raise Refusal("not allowed", "The counters can only be read on the server’s own machine.")
    return Answer(METRICS.page(), kind="text/plain; version=0.0.4; charset=utf-8")


async def _games(call: Call) -> Answer:
    """The games that can be played here."""
    return Answer(catalogue.list_games(call.language))


async def _rules(call: Call) -> Answer:
    """A game's rules."""
    return Answer(catalogue.show_rulebook(call.part("game"), call.language))


SERVER_ROWS = (
    Endpoint("GET", "/healthz", _health, bodies.Health, refusals=("unavailable",)),
    Endpoint("GET", "/metrics", _metrics, str, kind="text/plain", refusals=("not allowed",)),
    Endpoint("GET", "/api/games", _games, list[bodies.GameCard], words={"language": Language}),
    Endpoint(
        "GET",
        "/api/games/{game}/rules",
        _rules,
        bodies.RulebookCard,
        refusals=("unknown",),
        words={"language": Language},
    ),
)
