"""The HTTP API as data: requests, responses and the endpoints between them.

Nothing here knows a web framework, so an edition without a network can answer the same requests.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from rexarium.kernel.sentence import sentence
from rexarium.kernel.texts import LANGUAGES
from rexarium.server.limits import Limit
from rexarium.server.model.errors import Refusal, RefusalCode
from rexarium.server.model.moment import Actor
from rexarium.server.model.rows import Person
from rexarium.server.net.access import Access
from rexarium.server.runtime.networks import network_of
from rexarium.server.runtime.service import Service

Method = Literal["GET", "POST", "PATCH", "DELETE"]


JSON = "application/json"


@dataclass(frozen=True)
class ApiRequest:
    """A request that has been admitted."""

    service: Service
    access: Access
    path_params: Mapping[str, str]  # from the path
    query: Mapping[str, str]  # from the query
    body: Any
    key: str  # the device's
    person: Person | None
    address: str  # the client's
    agent: str  # the User-Agent header
    base: str  # the server's URL as the client knows it

    @property
    def me(self) -> Person:
        """The person asking; refused if they have no nickname yet."""
        if self.person is None:
            raise Refusal("not allowed", "Choose a nickname first.")
        return self.person

    @property
    def actor(self) -> Actor:
        """The person asking, as tables know them."""
        return Actor(self.person.id, self.person.nickname) if self.person else Actor()

    @property
    def network(self) -> str:
        """The network the request comes from, for its limits."""
        return network_of(self.address)

    def path_param(self, name: str) -> str:
        """A parameter from the path."""
        return self.path_params[name]

    def query_param(self, name: str) -> str | None:
        """A parameter from the query, if given."""
        return self.query.get(name)

    @property
    def language(self) -> str:
        """The language that texts are wanted in."""
        return self.query_param("language") or LANGUAGES[0]


@dataclass(frozen=True)
class ApiResponse:
    """A response: a struct of the protocol, or text of some media type."""

    body: Any = None
    status: int = 200
    media_type: str = JSON
    key: str | None = None  # for the device to keep; empty: to forget
    filename: str = ""
    link: str = ""  # to the next page of a list


EndpointHandler = Callable[[ApiRequest], Awaitable[ApiResponse]]


@dataclass(frozen=True)
class Endpoint:
    """One operation of the HTTP API."""

    method: Method
    path: str
    handler: EndpointHandler
    response: Any  # type of the response body; None: no body
    body: Any = None  # type of the request body
    status: int = 200
    media_type: str = JSON
    refusals: tuple[RefusalCode, ...] = ()
    query: Mapping[str, Any] = field(default_factory=dict)  # names and types of query parameters

    @property
    def summary(self) -> str:
        """What it does, in one sentence."""
        return (self.handler.__doc__ or "").strip()


def limit_network(request: ApiRequest, limit: Limit) -> None:
    """Refuse a kind of request that one network makes too often."""
    if excess := limit.take(request.network):
        why = sentence(
            "Too many requests of this kind from your network: the limit is {burst} at once, then {rate} a minute. "
            "Try again in {seconds, plural, one {# second} other {# seconds}}.",
            **excess._asdict(),
        )
        raise Refusal("too fast", why, seconds=excess.seconds)


def check_changes(access: Access, who: str) -> None:
    """Refuse commands that can be repeated for ever without the game moving on, if they come too fast."""
    if excess := access.changes.take(who):
        why = sentence(
            "You’re changing things too fast: the limit is {burst} changes at once, then {rate} "
            "a minute. Try again in {seconds, plural, one {# second} other {# seconds}}.",
            **excess._asdict(),
        )
        raise Refusal("too fast", why, seconds=excess.seconds)
