"""The HTTP API as data: a call that comes in, an answer that goes out, and the endpoints between them.

Nothing here knows a web framework: an edition without a network answers the same calls.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from rexarium.kernel.sentence import sentence
from rexarium.kernel.texts import LANGUAGES
from rexarium.server.limits import Limit
from rexarium.server.model.moment import Actor
from rexarium.server.model.refusal import Refusal, RefusalCode
from rexarium.server.model.rows import Person
from rexarium.server.net.doors import Doors
from rexarium.server.runtime.networks import network_of
from rexarium.server.runtime.service import Service

Method = Literal["GET", "POST", "PATCH", "DELETE"]


JSON = "application/json"


@dataclass(frozen=True)
class Call:
    """A request that has been let in."""

    service: Service
    doors: Doors
    parts: Mapping[str, str]  # of the path
    words: Mapping[str, str]  # behind the question mark
    body: Any
    key: str  # of the device
    person: Person | None
    address: str  # where it comes from
    agent: str  # what its browser says that it is
    base: str  # the server's address as the visitor knows it

    @property
    def me(self) -> Person:
        """Whoever asks, if we know them."""
        if self.person is None:
            raise Refusal("not allowed", "Choose a nickname first.")
        return self.person

    @property
    def actor(self) -> Actor:
        """The same as a table knows them."""
        return Actor(self.person.id, self.person.nickname) if self.person else Actor()

    @property
    def network(self) -> str:
        """The network that the request comes from, by which its limits are counted."""
        return network_of(self.address)

    def part(self, name: str) -> str:
        """A part of the path."""
        return self.parts[name]

    def word(self, name: str) -> str | None:
        """What is said behind the question mark of the address, if anything."""
        return self.words.get(name)

    @property
    def language(self) -> str:
        """The language in which texts are wanted."""
        return self.word("language") or LANGUAGES[0]


@dataclass(frozen=True)
class Answer:
    """What goes back: a struct of the protocol, or a text of some kind."""

    body: Any = None
    status: int = 200
    kind: str = JSON
    key: str | None = None  # for the device to keep; empty: to forget
    filename: str = ""
    link: str = ""  # where the list goes on


Handler = Callable[[Call], Awaitable[Answer]]


@dataclass(frozen=True)
class Endpoint:
    """One thing that can be asked for over HTTP."""

    method: Method
    path: str
    handler: Handler
    answers: Any  # the type of the body that goes back; None: nothing
    takes: Any = None  # the type of the body that comes in
    status: int = 200
    kind: str = JSON
    refusals: tuple[RefusalCode, ...] = ()
    words: Mapping[str, Any] = field(
        default_factory=dict
    )  # what may stand behind the question mark: names, types

    @property
    def summary(self) -> str:
        """What it does, in a sentence."""
        return (self.handler.__doc__ or "").strip()


def limit_network(call: Call, limit: Limit) -> None:
    """Refuse what is asked too often from one network."""
    if excess := limit.take(call.network):
        why = sentence(
            "Too many requests of this kind from your network: the limit is {burst} at once, then {rate} a minute. "
            "Try again in {seconds, plural, one {# second} other {# seconds}}.",
            **excess._asdict(),
        )
        raise Refusal("too fast", why, seconds=excess.seconds)


def check_changes(doors: Doors, who: str) -> None:
    """Refuse what somebody does again and again without the game getting on."""
    if excess := doors.changes.take(who):
        why = sentence(
            "You’re changing things too fast: the limit is {burst} changes at once, then {rate} "
            "a minute. Try again in {seconds, plural, one {# second} other {# seconds}}.",
            **excess._asdict(),
        )
        raise Refusal("too fast", why, seconds=excess.seconds)
