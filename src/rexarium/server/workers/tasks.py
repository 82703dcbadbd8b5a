"""What goes over the pipe to a worker and back, as msgpack: a task, and one of three replies.

Every pool has tasks of its own, a tagged union of msgspec structs, and its workers can decode no others. What a task's `run`
says it returns is what an answer is decoded as. Nothing is pickled: a pickle would run what its sender likes.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol, Self, TypeVar, get_type_hints

import msgspec

from rexarium.kernel.sentence import Sentence
from rexarium.server.model.refusal import Refusal, RefusalCode

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Task(Protocol[R_co]):
    """Something to be worked out in another process: a msgspec struct with a tag."""

    def run(self) -> R_co:
        """Work it out. A refusal gets to whoever asked; any other error is the worker's failure."""


class Text(msgspec.Struct, frozen=True):
    """A text with what it was made of, so that it can be said in every language afterwards."""

    text: str
    pattern: str = ""
    values: Mapping[str, int | str | tuple[int | str, ...]] = {}

    @classmethod
    def of(cls, text: str) -> Self:
        """A text, be it a sentence or not."""
        if isinstance(text, Sentence):
            return cls(str(text), text.pattern, dict(text.values))
        return cls(text)

    def read(self) -> str:
        """The text as it was."""
        return Sentence(self.pattern, self.values) if self.pattern else self.text  # type: ignore[arg-type]


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """What came of the task."""

    answer: msgspec.Raw


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The task cannot be done by any worker: something is wrong with what it is about."""

    code: RefusalCode
    text: Text
    rule: str | None

    @classmethod
    def of(cls, refusal: Refusal) -> Self:
        """A refusal for the pipe."""
        return cls(refusal.code, Text.of(refusal.sentence), refusal.rule)

    def read(self) -> Refusal:
        """The refusal again."""
        return Refusal(self.code, self.text.read(), self.rule)


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The worker came to grief: the kind of the error, since its words may hold a card and end in a log."""

    why: str


Reply = Answered | Refused | Failed
encode = msgspec.msgpack.Encoder().encode
decode_reply = msgspec.msgpack.Decoder[Reply](Reply).decode


def read_answer(task: Task[R], answer: msgspec.Raw) -> R:
    """What a worker answered, if that is what its task promises."""
    found: R = _answers_to(type(task)).decode(answer)
    return found


@cache
def _answers_to(kind: type[Task[Any]]) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(get_type_hints(kind.run)["return"])
