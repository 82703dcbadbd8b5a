"""The WebSocket over a real network: greetings, refusals, nonsense, floods, slow readers, tabs and programs."""

import asyncio
import json
import random
import socket
from collections import Counter
from dataclasses import replace
from typing import Any, get_args

import msgspec
import pytest
import websockets
from websockets.frames import Frame, Opcode

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.limits import Limit
from rexarium.server.model import commands, log
from rexarium.server.model.commands import Say
from rexarium.server.model.log import Clock
from rexarium.server.net import admission, dispatch, session
from rexarium.server.net.session import MOST_WAITING, Session
from rexarium.server.net.websocket import WebSocketConnection, head_of
from rexarium.server.wire import messages
from rexarium.server.wire.messages import VERSION, ClientMessage
from tests.server.port import GREETED, HELLO, Phone, Port, on_port
from tests.server.stage import (
    ANNA,
    BEN,
    PATIENCE,
    PEOPLE,
    TABLE,
    Theatre,
    bot,
    in_theatre,
    line_of,
    moves_of,
    opening,
    settle,
)
from tests.server.street import BOUNDLESS, counted, open_doors, tiered

# At the door


def test_hello_is_answered_with_welcome_and_snapshot() -> None:
    async def scene(port: Port) -> None:
        async with port.call("ben") as ben, port.call() as guest:
            await ben.send(HELLO)
            welcome, snapshot, _ = await ben.expect("welcome", "snapshot", "presence")
            assert (welcome["version"], welcome["person"], welcome["seat"]) == (VERSION, "ben", 2)
            assert snapshot["table"]["table"] == TABLE
            await guest.send(json.dumps(HELLO).encode())  # bytes will do
            welcome, *_ = await guest.expect("welcome", "snapshot", "presence")
            assert welcome["seat"] is None
            await ben.send(HELLO)
            await ben.expect("presence", "refused")

    on_port(scene)


def test_a_version_in_the_address_is_a_hello_that_came_with_the_handshake() -> None:
    async def scene(port: Port) -> None:
        async with port.call("ben", query=GREETED) as ben, port.call() as guest:
            welcome, snapshot, _ = await ben.expect("welcome", "snapshot", "presence")
            await guest.send(HELLO)
            _, other, _ = await guest.expect("welcome", "snapshot", "presence")
            assert (welcome["version"], welcome["person"], welcome["seat"]) == (VERSION, "ben", 2)
            assert snapshot["table"] == other["table"]
            assert snapshot["number"] == other["number"]
            await ben.send(HELLO)  # which is one too many, and does no harm
            _, refused = await ben.expect("presence", "refused")
            assert (refused["id"], refused["code"]) == (None, "not possible")
            assert (await ben.ask(do="say", text="still here"))["is"] == "done"

    on_port(scene)


def test_what_is_said_before_the_greeting_is_answered_after_it() -> None:
    async def scene(port: Port) -> None:
        async with port.call("ben", query=GREETED) as ben:
            await ben.send({"do": "say", "id": "s", "text": "in a hurry"})
            await ben.send({"do": "ping", "seen": 1_000})
            await ben.expect("welcome", "snapshot", "presence", "event", "done", "snapshot", "pong")

    on_port(scene)


@pytest.mark.parametrize(
    ("query", "code"),
    [
        (f"?version={VERSION + 1}", "wrong version"),
        ("?version=0", "wrong version"),
        ("?version=", "unreadable"),
        ("?version=one", "unreadable"),
        ("?version=-1", "unreadable"),
        ("?version=%D9%A1", "unreadable"),  # a digit elsewhere
        ("?version=%FF%00", "unreadable"),
        ("?version=1%2C%22key%22%3A%221234567890123456%22", "unreadable"),
        (f"?version={'1' * 3000}", "unreadable"),
        (f"?version={'1' * 5000}", "too large"),
    ],
)
def test_another_version_in_the_address_is_refused_as_in_a_hello(query: str, code: str) -> None:
    async def scene(port: Port) -> None:
        async with port.call("ben", query=query) as ben:
            (refused,) = await ben.expect("refused")
            assert refused["code"] == code
            assert await ben.until_closed() == 1008

    on_port(scene)


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"do": "hello", "version": VERSION + 1}, "wrong version"),
        ({"do": "hello", "version": "one"}, "unreadable"),
        ({"do": "hello", "version": 1, "key": "a-key-that-nobody-has"}, "not allowed"),
        ({"do": "hello", "version": 1, "surprise": 1}, "unreadable"),
        ({"do": "ping", "seen": 1}, "not possible"),
        ({"do": "start", "id": "1"}, "not possible"),
        ("", "unreadable"),
        ("hello", "unreadable"),
        ("[" * 4000, "unreadable"),
        (b"\xff\xfe\x00", "unreadable"),
    ],
)
def test_anything_but_a_hello_is_refused_at_the_door(first: Any, code: str) -> None:
    async def scene(port: Port) -> None:
        async with port.call("ben") as ben:
            await ben.send(first)
            (refused,) = await ben.expect("refused")
            assert refused["code"] == code
            assert await ben.until_closed() == 1008

    on_port(scene)


def test_where_there_is_no_table_nobody_stays() -> None:
    async def scene(port: Port) -> None:
        for table in ("nothing-here", "x", "x" * 200):
            async with port.call("ben", table, query=GREETED) as ben:
                (refused,) = await ben.expect("refused")
                assert refused["code"] == "unknown"
                assert await ben.until_closed() == 1008

    on_port(scene)


def test_who_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "HELLO_SECONDS", 0.1)

    async def scene(port: Port) -> None:
        async with port.call("ben") as ben:
            assert await ben.until_closed() == 1001

    on_port(scene)


@pytest.mark.parametrize("query", ["", GREETED])
@pytest.mark.parametrize(
    ("person", "origin", "host", "is_let_in"),
    [
        ("ben", "", "", True),
        ("ben", "http://evil.example", "", False),
        ("ben", "null", "", False),
        ("ben", "http://[", "", False),
        ("ben", None, "", False),  # a cookie without an origin: no page of ours, and no program needs one
        ("", None, "", True),
        ("", "http://evil.example", "", False),
        ("", None, "evil.example", False),
        ("", "http://evil.example", "evil.example", False),
    ],
)
def test_only_pages_of_this_house_and_programs_without_cookies_come_in(
    person: str, origin: str | None, host: str, is_let_in: bool, query: str
) -> None:
    async def scene(port: Port) -> None:
        with socket.create_connection(("127.0.0.1", port.number)) as raw:
            raw.setblocking(False)
            calling = port.call(person, origin=origin, host=host or "localhost", sock=raw, query=query)
            if is_let_in:
                async with calling:
                    return
            with pytest.raises(websockets.InvalidStatus, match="HTTP 403"):
                await calling.__aenter__()

    on_port(scene)


def test_nobody_holds_too_many_lines() -> None:
    async def scene(port: Port) -> None:
        async with port.join(), port.join(), port.call(query=GREETED) as third:
            (refused,) = await third.expect("refused")
            assert (refused["code"], refused["values"]) == ("not possible", {"most": 2})
            assert await third.until_closed() == admission.REFUSED
        while True:  # who is gone makes room, as soon as it is noticed
            async with port.call(query=GREETED) as third:
                if (await third.hear())["is"] == "welcome":
                    break
            await asyncio.sleep(0.02)

    on_port(scene, open_doors(settings=replace(BOUNDLESS, connections_guests=2)))


# At the table


def test_nobody_calls_too_often() -> None:
    async def scene(port: Port) -> None:
        for _ in range(3):
            async with port.join("ben"):
                pass
        for person in ("ben", ""):
            with pytest.raises(websockets.InvalidStatus, match="HTTP 403"):
                async with port.call(person):
                    pass

    on_port(scene, open_doors(requests=tiered(network=Limit(3, 0.0001))))


def test_two_tabs_of_one_person_see_the_same_and_each_hears_its_own_answers() -> None:
    async def scene(port: Port) -> None:
        room = (await port.street.service.tables.get(TABLE)).room
        seat = room.waiting()[0]
        who = PEOPLE[seat].person
        async with port.join(who) as first, port.join(who) as second:
            await first.expect("presence")
            line = line_of(room, seat)
            done = await first.ask(do="move", ply=0, line=line)
            assert done == {"is": "done", "id": "q1", "number": room.size, "table": None}
            (event,) = await second.expect("event")
            assert event in first.heard
            assert event["happened"] == {"what": "moved", "seat": seat + 1, "line": line}
            again = await second.ask(
                do="move", ply=0, line=line
            )  # the same person, the same name: the same command
            assert again == done
            stale = await second.ask(id="other", do="move", ply=0, line=line)
            assert stale["code"] == "stale"
            await second.expect("snapshot")

    on_port(scene)


def test_a_program_plays_the_seat_of_its_key() -> None:
    async def scene(port: Port) -> None:
        street = port.street
        await street.service.tables.begin(_two_seats())
        anna = await street.store.person("anna")
        assert anna is not None
        key = await street.service.tables.make_seat_key(anna, "for-a-program", 2)
        desk = await street.service.tables.get("for-a-program")
        named = f"{GREETED}&key={key}"  # in an address, which others may read: there a key is none
        async with port.call(table="for-a-program", origin=None, query=named) as nobody:
            welcome, *_ = await nobody.expect("welcome", "snapshot", "presence")
            assert welcome["seat"] is None
        async with port.call(table="for-a-program", origin=None) as program:
            await program.send(HELLO | {"key": key})
            welcome, snapshot, _ = await program.expect("welcome", "snapshot", "presence")
            assert (welcome["seat"], welcome["person"]) == (2, None)
            await desk.write(lambda _: [log.Started()])
            made = 0
            while made < 3:
                room = desk.room
                if room.waiting() == [0]:
                    await desk.write(lambda room: [log.Moved(seat=0, moves=moves_of(room, 0))])
                    continue
                ply = room.match.ply if room.match else -1
                done = await program.ask(do="move", ply=ply, line=line_of(room, 1))
                assert done["is"] == "done"
                made += 1
            refused = await program.ask(do="say", text="beep")
            assert refused["code"] == "not allowed"
            position = next(m for m in reversed(program.heard) if m["is"] == "event")["position"]
            assert position["view"]["seats"][0]["hand"] is None
            assert position["view"]["seats"][1]["hand"] is not None
            assert snapshot["position"] is None

    on_port(scene)


def _two_seats() -> list[log.AnyBody]:
    first, *rest = opening("trex", [ANNA, None], is_started=False)
    return [msgspec.structs.replace(first, table="for-a-program"), *rest]


def test_speech_hints_and_rematches_go_over_the_same_line() -> None:
    async def scene(port: Port) -> None:
        bodies = opening("trex", [ANNA, bot(), bot()], Clock())
        await port.street.service.tables.begin(
            [msgspec.structs.replace(bodies[0], table="with-bots"), *bodies[1:]]
        )
        desk = await port.street.service.tables.get("with-bots")
        async with port.join("anna", "with-bots") as anna:
            said = [await anna.ask(do="say", text=f"{n}") for n in range(4)]
            assert [answer["is"] for answer in said] == ["done", "done", "done", "refused"]
            assert said[-1]["code"] == "too fast"
            assert await anna.ask(do="say", text="2", id=said[2]["id"]) == said[2]
            while desk.room.waiting() != [0]:
                await asyncio.sleep(0.01)
            hints = [await anna.ask(do="hint") for _ in range(2)]
            assert [answer["is"] for answer in hints] == ["prospects", "refused"]
            assert (await anna.ask(do="rematch"))["code"] == "not possible"
            await anna.ask(do="resign")
            done = await anna.ask(do="rematch")
            assert done["table"]
            async with port.join("anna", done["table"]):
                pass

    on_port(scene, open_doors(speech=Limit(3, 0.001), hints=Limit(1, 0.001)))


def test_minds_and_seats_are_changed_in_measure_and_moves_are_not_counted() -> None:
    async def scene(port: Port) -> None:
        for table, is_started in (("of-choices", True), ("of-seats", False)):
            bodies = opening("tyrannosaurus", [ANNA, BEN], is_started=is_started)
            await port.street.service.tables.begin(
                [msgspec.structs.replace(bodies[0], table=table), *bodies[1:]]
            )
        room = (await port.street.service.tables.get("of-choices")).room
        async with port.join("anna", "of-choices") as anna, port.join("ben", "of-seats") as ben:

            async def choose(choice: int, **fields: Any) -> dict[str, Any]:
                assert room.match is not None
                return await anna.ask(do="move", ply=room.match.ply, line=line_of(room, 0, choice), **fields)

            chosen = [await choose(number) for number in range(4)]
            assert [answer["is"] for answer in chosen] == ["done", "done", "done", "refused"]
            assert chosen[-1]["code"] == "too fast"
            assert await choose(2, id=chosen[2]["id"]) == chosen[2]
            for more in (
                {"do": "ask", "matter": "take back"},
                {"do": "mute", "person": "ben", "is_muted": True},
            ):
                assert (await anna.ask(**more))["code"] == "too fast"
            assert (await anna.ask(do="say", text="well"))["is"] == "done"
            seats = [await ben.ask(do=what, **where) for what, where in (("sit", {"seat": 2}), ("stand", {}))]
            assert [answer["is"] for answer in seats] == ["done", "done"]
            assert (await ben.ask(do="sit", seat=2))["code"] == "too fast"

    on_port(scene, open_doors(changes=Limit(2, 0.001)))


def test_who_is_cut_off_while_letters_wait_is_no_accident(caplog: pytest.LogCaptureFixture) -> None:
    async def scene(port: Port) -> None:
        desk = await port.street.service.tables.get(TABLE)
        async with port.join("anna"):
            (wire,) = desk.presence.wires
            assert isinstance(wire, Session)

            assert isinstance(wire._connection, WebSocketConnection)
            wire._connection._transport.abort()
            wire.send(b"{}")
            wire.hang_up("Too late.")
            while desk.presence.wires:
                await asyncio.sleep(0.01)

    on_port(scene)
    assert not caplog.records


def test_a_house_that_closes_says_goodbye() -> None:
    async def scene(port: Port) -> None:
        desk = await port.street.service.tables.get(TABLE)
        async with port.join("anna") as anna, port.join("ben") as ben:
            await anna.expect("presence")
            for phone in (anna, ben):
                phone.heard.clear()
            desk.close("Come again.")
            for phone in (anna, ben):
                assert await phone.until_closed() == 1001
                assert phone.heard == [{"is": "bye", "sentence": "Come again."}]

    on_port(scene)


def test_a_server_that_is_started_anew_says_so() -> None:
    async def scene(port: Port) -> None:
        async with port.join("anna") as anna:
            port.server.should_exit = True
            assert await anna.until_closed() == 1012

    on_port(scene)


# Nonsense


def test_a_message_that_is_too_large_ends_the_line() -> None:
    async def scene(port: Port) -> None:
        async with port.join("anna") as anna:
            largest = json.dumps({"do": "say", "id": "1", "text": "x" * 500}).ljust(messages.LARGEST_MESSAGE)
            assert (await _answer(anna, largest))["is"] == "done"
            await anna.send(largest + " ")
            assert await anna.until_closed() == 1009

    on_port(scene)


async def _answer(phone: Phone, text: str) -> dict[str, Any]:
    await phone.send(text)
    while (heard := await phone.hear())["is"] in ("event", "presence"):
        pass
    return heard


def test_whoever_sends_nothing_but_nonsense_is_sent_away() -> None:
    async def scene(port: Port) -> None:
        async with port.join("anna") as anna:
            for number in range(dispatch.MOST_NONSENSE):
                await anna.send(f"nonsense {number}")
            assert await anna.until_closed() == 1001
            refusals = [message for message in anna.heard if message["is"] == "refused"]
            assert len(refusals) == dispatch.MOST_NONSENSE
            assert anna.heard[-1]["is"] == "bye"

    on_port(scene)


def test_a_flood_is_refused_by_name_and_then_ended_and_nobody_else_is_troubled() -> None:
    async def scene(port: Port) -> None:
        async with port.join("ben") as ben, port.join("anna") as anna:
            await ben.expect("presence")
            for number in range(60):
                await anna.send({"do": "why", "id": f"w{number}", "seat": 1})
            assert await anna.until_closed() == 1001
            kinds = Counter(message["is"] for message in anna.heard)
            assert kinds["reasons"] == 10
            assert kinds["refused"] == dispatch.MOST_NONSENSE
            refused = [message for message in anna.heard if message["is"] == "refused"]
            assert {(message["code"], message["id"]) for message in refused} == {
                ("too fast", f"w{number}") for number in range(10, 10 + dispatch.MOST_NONSENSE)
            }
            assert (await ben.ask(do="why", seat=1))["is"] == "reasons"
        async with port.join("anna") as anna:  # and may come again
            assert (await anna.ask(do="why", seat=1))["is"] == "reasons"

    on_port(scene, open_doors(commands=Limit(10, 0.001)))


def test_many_lines_of_one_address_are_no_more_than_one() -> None:
    async def scene(port: Port) -> None:
        async with port.join("anna") as one, port.join("anna") as other:
            for number in range(5):
                assert (await one.ask(do="why", id=f"a{number}", seat=1))["is"] == "reasons"
                assert (await other.ask(do="why", id=f"b{number}", seat=1))["is"] == "reasons"
            assert (await one.ask(do="why", id="a", seat=1))["code"] == "too fast"
            before = counted("rexarium_commands_total", kind="unheard", answer="too fast")
            assert (await other.ask(do="why", id="b", seat=1))["code"] == "too fast"
            assert counted("rexarium_commands_total", kind="unheard", answer="too fast") == before + 1

    on_port(scene, open_doors(messages=tiered(person=Limit(10, 0.001))))


# A grammar of messages, some of them broken


KINDS = [kind for kind in get_args(ClientMessage) if kind not in (messages.Hello, commands.Resign)]
WORDS = (
    "take blue",
    "play blue 7",
    "lose top",
    "hunter",
    "anna",
    "hello",
    "é\u202e",
    "x" * 70,
    "x" * 600,
    "\x00",
    "",
)


def any_message(chance: random.Random) -> dict[str, Any]:
    """A message of some kind with fields of the right or the wrong sort."""
    kind = chance.choice(KINDS)
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    message: dict[str, Any] = {"do": info.tag}
    for field in info.fields:
        if field.encode_name == "id" and chance.random() < 0.9:
            message["id"] = f"id{chance.randrange(10**6)}"
        elif field.required or chance.random() < 0.5:
            message[field.encode_name] = any_value(field.type, chance)
    return message


def any_value(kind: Any, chance: random.Random) -> Any:
    """A value that fits, mostly."""
    if isinstance(kind, msgspec.inspect.UnionType):
        kind = chance.choice(kind.types)
    if chance.random() < 0.08:
        return any_junk(chance)
    if isinstance(kind, msgspec.inspect.LiteralType):
        return chance.choice(kind.values)
    fitting: dict[type, Any] = {
        msgspec.inspect.IntType: chance.choice([1, 1, 2, 2, 3, 3, 4, 0, 9, -1, 10**6, 2**70]),
        msgspec.inspect.BoolType: chance.random() < 0.5,
        msgspec.inspect.NoneType: None,
    }
    return fitting.get(type(kind), chance.choice(WORDS))


def any_junk(chance: random.Random) -> Any:
    return chance.choice(
        [None, True, 1.5, -0.0, 10**400, "", [], {}, [[[]]], {"a": {"b": 1}}, "\ud800", "\uffff"]
    )


def broken(text: str, chance: random.Random) -> str:
    """A text that was damaged on its way."""
    place = chance.randrange(len(text) + 1)
    ways = (
        text[:place],
        text[:place] + chance.choice('{}[]",:\\\x00é') + text[place:],
        text + text,
        text.replace('"do"', '"is"'),
        text.replace(":", " : ", 1),
        text.replace("{", '{"extra":1,', 1),
    )
    return chance.choice(ways)


def test_whatever_is_sent_every_message_is_answered_and_nothing_breaks(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(dispatch, "MOST_NONSENSE", 10**9)
    monkeypatch.setattr(session, "MOST_WAITING", 10**6)
    chance = random.Random(7)

    async def scene(port: Port) -> None:
        desk = await port.street.service.tables.get(TABLE)
        async with port.join("anna") as anna:
            expected: Counter[str] = Counter()
            for _ in range(800):
                text = json.dumps(any_message(chance))
                text = broken(text, chance) if chance.random() < 0.25 else text
                expected[expects(text)] += 1
                await anna.send(text)
            await anna.send({"do": "why", "id": "the-end", "seat": 1})
            while (await anna.hear()).get("id") != "the-end":
                pass
            answers = Counter(message["is"] for message in anna.heard[3:])
            commands = answers["done"] + answers["refused"] + answers["reasons"] + answers["prospects"]
            assert commands == expected["answer"] + 1
            assert answers["pong"] == expected["pong"] > 5
            assert answers["done"] > 20
            assert answers["refused"] > 300
            codes = Counter(m["code"] for m in anna.heard if m["is"] == "refused")
            assert len(codes) >= 5, codes
            assert "unavailable" not in codes
        async with port.join("ben") as ben:
            assert ben.heard[1]["number"] == desk.room.number_for(1)

    on_port(scene)
    assert not caplog.records


def expects(text: str) -> str:
    """How a text will be answered: by a pong, by a snapshot, or by an answer to a command."""
    try:
        message = messages.decode(text)
    except (msgspec.DecodeError, UnicodeError):
        return "answer"
    return {"Ping": "pong", "Resync": "snapshot"}.get(type(message).__name__, "answer")


# Slow readers


def test_who_does_not_read_is_told_everything_anew_when_they_do() -> None:
    """Behind a line that is full the letters do not pile up: they are thrown away, and a snapshot says it all."""

    async def scene(port: Port) -> None:
        desk = await port.street.service.tables.get(TABLE)
        with socket.socket() as raw:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            raw.connect(("127.0.0.1", port.number))
            raw.setblocking(False)
            async with port.call(sock=raw, max_queue=1) as slow:
                await slow.send(HELLO)
                await slow.expect("welcome", "snapshot", "presence")
                for number in range(400):
                    await desk.do(ANNA, Say(id=f"s{number}", text="x" * 400))
                    await asyncio.sleep(0)
                (wire,) = desk.presence.wires
                assert isinstance(wire, Session)
                assert len(wire._letters) <= MOST_WAITING
                assert wire.is_behind
                number = desk.room.number_for(SPECTATOR)
                while slow.heard[-1].get("number") != number:
                    await slow.hear()
                kinds = [message["is"] for message in slow.heard[3:]]
                assert "welcome" in kinds
                assert kinds.count("event") < 400
                last = max(place for place, message in enumerate(slow.heard) if message["is"] == "snapshot")
                numbers = [m["number"] for m in slow.heard[last:] if m["is"] in ("event", "snapshot")]
                assert numbers == list(range(numbers[0], number + 1))
                before = [m["number"] for m in slow.heard[: last - 1] if m["is"] in ("event", "snapshot")]
                assert before == list(range(before[0], before[-1] + 1))

    on_port(scene, buffer=4096)


class PaperLine:
    """A connection whose other end reads when it likes."""

    def __init__(self) -> None:
        self.is_writable = True
        self.is_heard = True
        self.posted: list[dict[str, Any]] = []
        self.is_over = False

    def send(self, message: bytes) -> None:
        self.posted.append(json.loads(message))

    def pause_reading(self) -> None:
        self.is_heard = False

    def resume_reading(self) -> None:
        self.is_heard = True

    def close(self, code: int) -> None:
        self.is_over = True


def wire_on(line: PaperLine) -> Session:
    """A session of Ben's on a line of paper."""
    wire = Session(line, Limit(1, 1).bucket())
    wire.actor = BEN
    return wire


def test_a_wire_that_is_stuck_keeps_little_and_asks_for_everything_when_it_is_free() -> None:
    async def scene(theatre: Theatre) -> None:
        line = PaperLine()
        wire = wire_on(line)
        await theatre.desk.join(wire)
        wire.stay(theatre.desk, no_answer, part)
        line.is_writable = False
        line.posted.clear()
        for number in range(300):
            await theatre.do(ANNA, Say, text=f"{number}")
            assert len(wire._letters) <= MOST_WAITING
        await theatre.do(BEN, commands.Resign)  # the eyes change while nothing can be told
        assert not line.posted
        line.is_writable = True
        wire.on_writable()
        await settle()
        wire.hang_up("Bye.")
        welcome, snapshot, bye = line.posted
        assert bye == {"is": "bye", "sentence": "Bye."}
        assert line.is_over
        assert (welcome["is"], welcome["seat"]) == ("welcome", None)
        assert (snapshot["is"], snapshot["number"]) == ("snapshot", theatre.desk.room.number_for(SPECTATOR))

    in_theatre(scene)


def test_letters_that_waited_go_before_later_ones_and_before_goodbye() -> None:
    async def scene(theatre: Theatre) -> None:
        line = PaperLine()
        wire = wire_on(line)
        wire.stay(theatre.desk, no_answer, part)
        line.is_writable = False
        for number in range(3):
            wire.send(b"%d" % number)
        wire.hang_up("Bye.")
        wire.send(b"3")
        assert not line.posted
        assert not line.is_over
        line.is_writable = True
        wire.on_writable()
        assert line.posted == [0, 1, 2, {"is": "bye", "sentence": "Bye."}]
        assert line.is_over

    in_theatre(scene)


def part(_: Session) -> None:
    """Nobody has to be told."""


async def no_answer(_: Session, text: str) -> None:
    """Of somebody who is not talked to."""
    raise AssertionError(text)


# Hearing


def test_messages_are_answered_one_after_the_other_and_who_talks_too_fast_waits() -> None:
    async def scene(theatre: Theatre) -> None:
        line, answered, go = PaperLine(), list[str](), asyncio.Event()

        async def answer(_: Session, text: str) -> None:
            await go.wait()
            answered.append(text)

        wire = wire_on(line)
        wire.stay(theatre.desk, answer, part)
        for text in "abc":
            wire.on_message(text)
            assert line.is_heard == (text == "a")
        await settle()
        assert not answered
        go.set()
        await settle()
        assert answered == ["a", "b", "c"]
        assert line.is_heard
        wire.on_message("d")
        wire.hang_up("Bye.")
        await settle()
        assert answered == ["a", "b", "c"]  # after a goodbye nothing is heard

    in_theatre(scene)


def test_an_accident_while_greeting_again_is_noted_too(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise ZeroDivisionError

    async def scene(theatre: Theatre) -> None:
        line = PaperLine()
        wire = wire_on(line)
        wire.stay(theatre.desk, no_answer, part)
        monkeypatch.setattr(theatre.desk, "greet_again", fail)
        line.is_writable = False
        for _ in range(MOST_WAITING + 1):
            wire.send(b"{}")
        line.is_writable = True
        wire.on_writable()
        await settle()
        assert line.posted == [{"is": "bye", "sentence": session.ACCIDENT}]
        assert line.is_over

    in_theatre(scene)
    assert [record.message for record in caplog.records] == ["could not answer a client"]


def test_goodbye_is_said_once() -> None:
    async def scene(theatre: Theatre) -> None:
        line = PaperLine()
        wire = wire_on(line)
        wire.stay(theatre.desk, no_answer, part)
        wire.hang_up("Bye.")
        wire.on_writable()  # the goodbye had filled the line, and it is free again
        wire.hang_up("Bye again.")
        assert line.posted == [{"is": "bye", "sentence": "Bye."}]

    in_theatre(scene)


def test_who_has_gone_gets_no_hint_and_nobody_thinks_of_one_any_more() -> None:
    async def scene(theatre: Theatre) -> None:
        is_over = asyncio.Event()

        async def think_for_ever(*_: object) -> None:
            try:
                await asyncio.sleep(PATIENCE)
            finally:
                is_over.set()

        async def answer(wire: Session, _: str) -> None:
            await wire.ask(think_for_ever())

        line = PaperLine()
        wire = wire_on(line)
        wire.stay(theatre.desk, answer, part)
        wire.on_message("hint")
        await settle()
        wire.on_close()
        await settle()
        assert is_over.is_set()
        assert not theatre.desk._tasks
        assert not line.posted

    in_theatre(scene)


def test_what_was_sent_is_carried_out_though_the_line_is_cut_at_once() -> None:
    async def scene(port: Port) -> None:
        desk = await port.street.service.tables.get(TABLE)
        async with port.join("anna") as anna:
            await anna.send({"do": "say", "id": "last", "text": "my last words"})
            anna.line.transport.abort()
        async with asyncio.timeout(PATIENCE):
            while desk.presence.wires or not desk.room.chat:
                await asyncio.sleep(0.01)
        assert [said.text for said in desk.room.chat] == ["my last words"]

    on_port(scene)


def test_an_accident_while_answering_is_noted_and_the_visitor_comes_again(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise ZeroDivisionError("the seven of hearts")

    async def scene(port: Port) -> None:
        desk = await port.street.service.tables.get(TABLE)
        async with port.join("anna") as anna:
            monkeypatch.setattr(desk, "do", fail)
            await anna.send({"do": "say", "id": "s", "text": "hello"})
            assert await anna.until_closed() == 1001
            assert anna.heard[-1] == {"is": "bye", "sentence": session.ACCIDENT}

    on_port(scene)
    assert [record.message for record in caplog.records] == ["could not answer a client"]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_the_frame_of_a_letter_is_what_websockets_makes_of_it(size: int) -> None:
    letter = b"x" * size
    assert head_of(letter) + letter == Frame(Opcode.TEXT, letter).serialize(mask=False)


def test_a_text_that_is_none_ends_the_line() -> None:
    async def scene(port: Port) -> None:
        async with port.join("anna") as anna:
            await anna.line.send(b"\xff\xfe", text=True)
            assert await anna.until_closed() == 1007

    on_port(scene)
