"""Whatever the project raises is refused in the same words over HTTP and over a WebSocket."""

import msgspec
import pytest

from rexarium.kernel.errors import RexariumError, Unknown
from rexarium.kernel.sentence import sentence
from rexarium.server.model.errors import Refusal
from rexarium.server.wire.problems import to_problem, to_refused


@pytest.mark.parametrize(
    "error",
    [
        Refusal("too fast", "Wait a moment.", "TR-24", seconds=3),
        Unknown(sentence("There is no game {name}.", name="chess")),
        RexariumError("This is not a record."),
    ],
    ids=["refusal", "unknown", "other"],
)
def test_both_ways_refuse_alike(error: RexariumError) -> None:
    problem, refused = (
        msgspec.structs.asdict(to_problem(error)),
        msgspec.structs.asdict(to_refused("q1", error)),
    )
    assert problem.items() <= refused.items()
    assert refused["id"] == "q1"
