"""What goes over the pipe between a pool and its workers, as msgpack: a task, and one of three replies to it.

Each pool has its own tasks, a tagged union of msgspec structs, and its workers can decode no others. An answer is decoded
as the return type of its task's `run`. Nothing is pickled, because unpickling runs whatever code the sender likes.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol, Self, TypeVar, get_type_hints

import msgspec

from rexarium.kernel.sentence import Sentence
from rexarium.server.model.errors import Refusal, RefusalCode

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Task(Protocol[R_co]):
    """Something for a worker to compute: a msgspec struct with a tag."""

    def run(self) -> R_co:
        """Compute the answer. A refusal is passed on to the caller; any other error counts as the worker's failure."""


class Text(msgspec.Struct, frozen=True):
    """A text with its pattern and values, so that it can still be translated on the other side."""

    text: str
    pattern: str = ""
    values: Mapping[str, int | str | tuple[int | str, ...]] = {}

    @classmethod
    def of(cls, text: str) -> Self:
        """Wrap a text, whether it is a `Sentence` or not."""
        if isinstance(text, Sentence):
            return cls(str(text), text.pattern, dict(text.values))
        return cls(text)

    def read(self) -> str:
        """The original text."""
        return Sentence(self.pattern, self.values) if self.pattern else self.text  # type: ignore[arg-type]


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """The task was completed."""

    answer: msgspec.Raw


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The task was refused, and would be by any worker: what it asks for is not possible."""

    code: RefusalCode
    text: Text
    rule: str | None

    @classmethod
    def of(cls, refusal: Refusal) -> Self:
        """A refusal as it goes over the pipe."""
        return cls(refusal.code, Text.of(refusal.sentence), refusal.rule)

    def read(self) -> Refusal:
        """The refusal that was sent."""
        return Refusal(self.code, self.text.read(), self.rule)


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The worker failed. Only the type of the error is sent: its text might name a hidden card and end up in a log."""

    why: str


Reply = Answered | Refused | Failed
encode = msgspec.msgpack.Encoder().encode
decode_reply = msgspec.msgpack.Decoder[Reply](Reply).decode


def read_answer(task: Task[R], answer: msgspec.Raw) -> R:
    """A worker's answer, decoded and checked as the type that its task returns."""
    found: R = _answers_to(type(task)).decode(answer)
    return found


@cache
def _answers_to(kind: type[Task[Any]]) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(get_type_hints(kind.run)["return"])
