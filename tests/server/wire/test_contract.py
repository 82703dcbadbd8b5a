"""docs/protocol.md and the page's types say what is really sent, and are as fresh as the messages themselves."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from rexarium.server.model import commands, log
from rexarium.server.model.commands import AskFor, Say, Sit
from rexarium.server.net.endpoints import ENDPOINTS
from rexarium.server.wire import messages
from rexarium.server.wire.messages import encode
from tests.server.laws.test_machine import Client
from tests.server.support.samples import ANNA, BEN, CLEO, DORA
from tests.server.support.server import start_server
from tools.contract import COMMAND, files
from tools.contract.inspect import client_messages, sentence, server_messages

ROOT = Path(__file__).parents[3]
TYPES = (ROOT / files.TYPES).read_text(encoding="utf-8")
PAGE = (ROOT / files.PAGE).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", [files.PAGE, files.TYPES], ids=str)
def test_the_generated_contract_is_up_to_date(path: Path) -> None:
    fresh = files.texts()[path]
    assert (ROOT / path).read_text(encoding="utf-8") == fresh, f"{path} is old: {COMMAND}"


def interfaces() -> dict[str, dict[str, tuple[str, bool]]]:
    """The interfaces of the page's types: by name, the type of each field and whether it may be missing."""
    found = {}
    for name, body in re.findall(r"^export interface (\w+) \{\n(.*?)^\}", TYPES, re.M | re.S):
        fields = re.findall(r'^  "?([^"\n:?]+)"?(\??): (.*?);(?: //.*)?$', body, re.M)
        found[name] = {field: (kind, bool(mark)) for field, mark, kind in fields}
    return found


INTERFACES = interfaces()
ALIASES = {
    name: re.findall(r'"([^"]*)"', words)
    for name, words in re.findall(r"^export type (\w+) = (.*);$", TYPES, re.M)
}
PLAIN: dict[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "unknown": lambda _: True,
}


def fits(value: Any, kind: str) -> bool:
    """Is a value of JSON of a type, as the page's types have it?"""
    choices = re.split(r" \| (?![^(]*\))", kind)
    if len(choices) > 1:
        return any(fits(value, choice) for choice in choices)
    if kind.endswith("[]"):
        return isinstance(value, list) and all(fits(item, kind[:-2].strip("()")) for item in value)
    if record := re.fullmatch(r"Record<string, (.*)>", kind):
        return isinstance(value, dict) and all(fits(item, record[1]) for item in value.values())
    if kind in INTERFACES:
        return isinstance(value, dict) and has_fields(value, INTERFACES[kind])
    return value in ALIASES[kind] if kind in ALIASES else PLAIN.get(kind, kind.strip('"').__eq__)(value)


def has_fields(value: dict[str, Any], fields: dict[str, tuple[str, bool]]) -> bool:
    needed = {name for name, (_, may_miss) in fields.items() if not may_miss}
    return needed <= set(value) <= set(fields) and all(
        fits(item, fields[name][0]) for name, item in value.items()
    )


async def test_every_message_really_sent_matches_its_type() -> None:
    names = {message.tag: message.cls.__name__ for message in server_messages()}
    seen: set[str] = set()

    class Checked(Client):
        """A page that trusts nothing."""

        def read(self) -> None:
            for letter in self.session.messages:
                message = json.loads(letter)
                seen.add(message["is"])
                assert fits(message, names[message["is"]]), f"no {message['is']}: {message}"
            super().read()

    async with start_server("tyrannosaurus", ANNA, BEN, None, is_started=False) as server:
        clients = [Checked(who) for who in (ANNA, BEN, CLEO, DORA)]
        for client in clients:
            await server.live.join(client.session)
        await server.do(CLEO, Sit, seat=3, share="of-cleo")
        await server.do(ANNA, commands.Start)
        await server.do(ANNA, commands.OpenChat)
        await server.do(DORA, Say, text="hello")
        await server.do(ANNA, AskFor, matter="pause")
        for choice in range(12):
            await server.move(choice=choice)
        await server.live.pong(clients[0].session, 0)
        await server.live.append(lambda _: [log.Ended(how="agreement")])
        for client in clients:
            client.read()
    assert seen == {"welcome", "snapshot", "presence", "event", "pong"}


def test_a_message_that_does_not_match_its_type_is_noticed() -> None:
    good = json.loads(encode(messages.Refused("1", "stale", "Too late.")))
    assert fits(good, "Refused")
    for change in ({"code": "late"}, {"id": 7}, {"sentence": None}, {"extra": 1}, {"is": "done"}):
        assert not fits(good | change, "Refused")
    assert not fits({"is": "refused"}, "Refused")


def test_everything_is_described() -> None:
    for message in (*client_messages(), *server_messages()):
        assert f"### `{message.tag}`" in PAGE
        assert sentence(message) in PAGE
        assert message.cls.__name__ in INTERFACES
    for point in ENDPOINTS:
        assert f"`{point.method} {point.path}`" in PAGE
        assert f"{point.method} {point.path}" in INTERFACES["Endpoints"]
    for name in set(re.findall(r"\b[A-Z]\w+(?=\[\]|;| \|)", TYPES)):
        assert re.search(rf"^export (interface|type) {name}\b", TYPES, re.M), name


def test_unions_hold_exactly_the_messages() -> None:
    for name, union in (
        ("ClientMessage", messages.ClientMessage),
        ("ServerMessage", messages.ServerMessage),
    ):
        listed = re.search(rf"^export type {name} =\n(.*?);$", TYPES, re.M | re.S)
        assert listed is not None
        assert re.findall(r"\w+", listed[1]) == [kind.__name__ for kind in get_args(union)]


def test_optional_fields_can_be_left_out() -> None:
    assert INTERFACES["Hello"]["key"] == ("string | null", True)
    assert INTERFACES["Move"]["line"] == ("string", False)
    assert INTERFACES["Happening"]["line"] == ("string | null", True)
    assert INTERFACES["Refused"]["rule"] == ("string | null", False)
    assert INTERFACES["Clock"]["kind"] == ("ClockKind", True)
    assert INTERFACES["Position"]["view"][0] in ("unknown", "unknown | null")
