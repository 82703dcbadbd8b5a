"""What clients may rely on, written from the messages themselves: docs/protocol.md for people, types for the page.

Nothing is listed here by hand: messages, fields, limits and endpoints are read from `protocol` and `http`, their sentences
from the docstrings and comments there. The example is a little game that is really played.
"""

import ast
import asyncio
import functools
import inspect
import io
import json
import sys
import textwrap
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec.inspect import (
    AnyType,
    BoolType,
    DictType,
    Field,
    FloatType,
    IntType,
    ListType,
    LiteralType,
    NoneType,
    RawType,
    StrType,
    StructType,
    Type,
    UnionType,
    type_info,
)

from rexarium.games import find_game
from rexarium.kernel.facts import SPECTATOR
from rexarium.server.model import absence, commands, log, refusal
from rexarium.server.model.fold import fold
from rexarium.server.model.log import AnyBody, Player
from rexarium.server.model.moment import Actor
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.room import Room
from rexarium.server.model.rows import Entry
from rexarium.server.net import admission, api, dispatch, doors, http, session
from rexarium.server.net.endpoints import ENDPOINTS
from rexarium.server.runtime import reliance, replies
from rexarium.server.runtime.desk import Desk
from rexarium.server.runtime.heartbeat import Heartbeat
from rexarium.server.storage.memory import MemoryStore
from rexarium.server.wire import bodies, messages, problems, summary
from rexarium.server.workers.inline import InlinePool

COMMAND = "./rex python -m tools.contract"
PAGE, TYPES = Path("docs/protocol.md"), Path("web/src/protocol.ts")
WIDTH = 120
_SOURCES = (commands, messages, bodies, refusal, log)


# What there is


def client_messages() -> list[StructType]:
    """Everything that a client may send."""
    return [_struct(kind) for kind in get_args(messages.ClientMessage)]


def server_messages() -> list[StructType]:
    """Everything that a client is sent."""
    return [_struct(kind) for kind in get_args(messages.ServerMessage)]


def http_bodies() -> list[StructType]:
    """Everything that goes into an HTTP request, or comes out."""
    kinds = [kind for point in ENDPOINTS for kind in (point.takes, point.answers) if kind is not None]
    return _unique(struct for kind in (*kinds, bodies.Problem) for struct in _heads(type_info(kind)))


def parts(structs: Sequence[StructType]) -> list[StructType]:
    """What these are made of, and what that is made of, in the order in which one comes upon it."""
    found: list[StructType] = []
    for struct in structs:
        for field in struct.fields:
            for head in _heads(field.type):
                found += [head, *parts([head])]
    return [struct for struct in _unique(found) if struct.cls not in {known.cls for known in structs}]


@functools.cache
def literals() -> dict[str, tuple[str, ...]]:
    """The sets of words that have a name."""
    found: dict[str, tuple[str, ...]] = {}
    for module in _SOURCES:
        found |= {
            name: get_args(value) for name, value in vars(module).items() if get_origin(value) is Literal
        }
    return found


def _struct(kind: Any) -> StructType:
    info = type_info(kind)
    assert isinstance(info, StructType)
    return info


def _heads(kind: Type) -> Iterator[StructType]:
    """The structs that a type names itself."""
    if isinstance(kind, StructType):
        yield kind
    elif isinstance(kind, ListType):
        yield from _heads(kind.item_type)
    elif isinstance(kind, DictType):
        yield from _heads(kind.value_type)
    elif isinstance(kind, UnionType):
        for one in kind.types:
            yield from _heads(one)


def _unique(structs: Iterable[StructType]) -> list[StructType]:
    return list({struct.cls: struct for struct in structs}.values())


def fields(struct: StructType) -> list[Field]:
    """The fields of a struct; what a command is called comes first."""
    return sorted(struct.fields, key=lambda field: field.name != "id")


def sentence(struct: StructType) -> str:
    """What a struct is, as its docstring says."""
    return " ".join((inspect.getdoc(struct.cls) or "").split())


@functools.cache
def remarks() -> dict[tuple[str, str], str]:
    """The comments behind the fields, by class and field."""
    found: dict[tuple[str, str], str] = {}
    for module in _SOURCES:
        text = inspect.getsource(module)
        comments = dict(_comments(text))
        for node in ast.walk(ast.parse(text)):
            for line in node.body if isinstance(node, ast.ClassDef) else ():
                if (
                    isinstance(node, ast.ClassDef)
                    and isinstance(line, ast.AnnAssign)
                    and line.lineno in comments
                ):
                    found[node.name, ast.unparse(line.target)] = comments[line.lineno]
    return found


def _comments(text: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")


def remark(struct: StructType, field: Field, found: dict[tuple[str, str], str]) -> str:
    """What is said about a field, in its class or in one above it."""
    return next(
        (found[c.__name__, field.name] for c in struct.cls.__mro__ if (c.__name__, field.name) in found), ""
    )


# The page's types


@functools.cache
def incoming() -> set[type]:
    """What clients send, and what that is made of: there a field that has a default may be left out."""
    takes = [type_info(point.takes) for point in ENDPOINTS if point.takes is not None]
    sent = [*client_messages(), *(struct for kind in takes for struct in _heads(kind))]
    return {struct.cls for struct in (*sent, *parts(sent))}


def is_optional(struct: StructType, field: Field, sent: set[type]) -> bool:
    """May a field be missing?"""
    return not field.required and (struct.cls in sent or struct.cls.__struct_config__.omit_defaults)


def say_types() -> str:
    """web/src/protocol.ts."""
    client, server, over_http = client_messages(), server_messages(), http_bodies()
    every = _unique([*client, *server, *over_http, *parts([*client, *server, *over_http])])
    blocks = [
        f"// Written by `{COMMAND}` from src/rexarium/server/wire. Change it there.",
        f"export const VERSION = {messages.VERSION};\nexport const LARGEST_MESSAGE = {messages.LARGEST_MESSAGE}; // bytes",
        *(f"export type {name} = {_say_words(values)};" for name, values in literals().items()),
        *(_say_interface(struct) for struct in every),
        _say_union("Everything that a client may send; told apart by `do`.", "ClientMessage", client),
        _say_union("Everything that a client is sent; told apart by `is`.", "ServerMessage", server),
        _say_endpoints(),
    ]
    return "\n\n".join(blocks) + "\n"


def _say_interface(struct: StructType) -> str:
    found, sent, lines = remarks(), incoming(), []
    if struct.tag is not None:
        lines.append(f"  {struct.tag_field}: {json.dumps(struct.tag)};")
    for field in fields(struct):
        text = remark(struct, field, found)
        note = f" // {text}" if text else ""
        mark = "?" if is_optional(struct, field, sent) else ""
        lines.append(f"  {field.encode_name}{mark}: {typescript(field.type)};{note}")
    return "\n".join(
        [f"/** {sentence(struct)} */", f"export interface {struct.cls.__name__} {{", *lines, "}"]
    )


def _say_union(text: str, name: str, structs: Sequence[StructType]) -> str:
    return (
        "\n".join([f"/** {text} */", f"export type {name} =", *(f"  | {s.cls.__name__}" for s in structs)])
        + ";"
    )


def _say_endpoints() -> str:
    lines = []
    for point in ENDPOINTS:
        takes = typescript(type_info(point.takes)) if point.takes else "null"
        answers = typescript(type_info(point.answers)) if point.answers else "null"
        lines.append(f'  "{point.method} {point.path}": {{ takes: {takes}; answers: {answers} }};')
    head = [
        "/** What each endpoint takes and answers; a text is a string. */",
        "export interface Endpoints {",
    ]
    return "\n".join([*head, *lines, "}"])


def typescript(kind: Type) -> str:
    """A type as TypeScript writes it."""
    if isinstance(kind, StructType):
        return kind.cls.__name__
    if isinstance(kind, LiteralType):
        values = set(kind.values)
        named = [name for name, words in literals().items() if set(words) == values]
        return named[0] if named else _say_words(tuple(map(str, kind.values)))
    if isinstance(kind, UnionType):
        return " | ".join(
            typescript(one) for one in sorted(kind.types, key=lambda one: isinstance(one, NoneType))
        )
    if isinstance(kind, ListType):
        item = typescript(kind.item_type)
        return f"({item})[]" if " | " in item else f"{item}[]"
    if isinstance(kind, DictType):
        return f"Record<string, {typescript(kind.value_type)}>"
    return _PLAIN[type(kind)]


_PLAIN: dict[type[Type], str] = {
    AnyType: "unknown",
    RawType: "unknown",
    NoneType: "null",
    BoolType: "boolean",
    IntType: "number",
    FloatType: "number",
    StrType: "string",
}


def _say_words(values: Sequence[str]) -> str:
    return " | ".join(json.dumps(value) for value in values)


# The page for people


def say_page() -> str:
    """docs/protocol.md."""
    client, server, over_http = client_messages(), server_messages(), http_bodies()
    in_messages = parts([*client, *server])
    known = {struct.cls for struct in (*client, *server, *in_messages)}
    rest = [struct for struct in _unique([*over_http, *parts(over_http)]) if struct.cls not in known]
    return "\n".join(
        [
            _fill(_HEAD.format(command=COMMAND, version=messages.VERSION)),
            _fill(_CONVERSATION.format(**_numbers())),
            "## An example",
            "",
            *_say_example(),
            "## What a client sends",
            "",
            *(line for struct in client for line in _say_struct(struct, f"`{struct.tag}`")),
            "## What a client is sent",
            "",
            *(line for struct in server for line in _say_struct(struct, f"`{struct.tag}`")),
            "## What these are made of",
            "",
            *(line for struct in in_messages for line in _say_struct(struct, struct.cls.__name__)),
            "## Over HTTP",
            "",
            _fill(_OVER_HTTP.format(**_numbers())),
            *_say_calls(),
            "",
            *(line for struct in rest for line in _say_struct(struct, struct.cls.__name__)),
            "## Words",
            "",
            *(f"- **{name}**: {', '.join(values)}" for name, values in literals().items()),
            "",
            "| code of a refusal | HTTP status |",
            "|---|---|",
            *(f"| {code} | {status} |" for code, status in http.STATUS.items()),
            "",
        ]
    )


def _numbers() -> dict[str, Any]:
    own = doors.Doors()
    return {
        "version": messages.VERSION,
        "hello": admission.HELLO_SECONDS,
        "message": messages.LARGEST_MESSAGE,
        "body": bodies.LARGEST_BODY,
        "waiting": session.MOST_WAITING,
        "refusals": replies.MOST_REFUSED,
        "patience": round(reliance.PATIENCE),
        "nonsense": dispatch.MOST_NONSENSE,
        "refused": admission.REFUSED,
        "gone": session.GONE,
        "ask": absence.ASK_TIME // 1000,
        "wires": own.settings.connections_person,
        "guests": own.settings.connections_guests,
        "network": own.settings.connections,
        "cookie": doors.COOKIE,
    }


_HEAD = """\
# The protocol

Written by `{command}` from the messages themselves; a test holds it fresh. This is version {version}.

A table is watched and played over a WebSocket at `/ws/{{table}}`, one JSON message a frame; everything else is
asked for over HTTP. Seats are counted from 1, plies and event numbers from 0, times are milliseconds since 1970.
"""

_CONVERSATION = """\
## The conversation

- **Hello.** The first message is a `hello`, within {hello} seconds, with the version the client speaks and, if a
program plays a seat, its key. The answer is a `welcome` (who you are here), a `snapshot` (everything your eyes may
know) and a `presence`; or a `refused`, and the line is closed. Who opens `/ws/{{table}}?version={version}` has said hello
with the handshake, and is answered a round trip sooner. Only a `hello` brings a key, for addresses are written down
on their way.
- **Events.** What happens is an `event`. Its `number` is one more than that of the last event, or of the last
snapshot; if it is not, something was missed, and `resync` brings a snapshot. An event carries the whole `table`, the
new `turns` and, if it has changed for these eyes, the whole `position`, which replace what the client holds; a
hidden choice of somebody else leaves it as it was, and so does talk. `hash` is that of the view that is held then:
whoever holds another one asks for a snapshot by `resync`. It may say `why`, which is only counted; servers from before
that refuse a `resync` with a `why` as `unreadable`, so whoever gets no snapshot asks again without.
- **Turns.** New turns go behind the old ones; old ones whose `ply` is not below that of the first new turn, or
below the position's if there is none, were taken back. If the first turn of an event is the set-up (`seat` is
null), all turns are told anew: at the start, and when the game is over and everything is uncovered.
- **Chat.** An event that `said` something is a line of the chat, at its `now`.
- **Commands.** Everything with an `id` is a command. It is answered once: by `done`, by `refused`, or by what it
asked for. The id is the client's own choice, one a command and person. What was `done` under an id is done once,
and the same id again gets the same answer, also after the server was started anew. What was refused stays refused: the
table remembers the last {refusals} refusals as long as it is at work, so that a copy on its way does not come true
after its client was told no. `unavailable` and `too fast` are no decisions and are not remembered. So a
client that does not know whether it was heard sends the command again, with the same id; one that wants something
again after a no takes a new id. What a command brings about reaches the client as events before it is `done`.
- **In doubt.** When the storage keeps a command waiting for {patience} seconds, its sender gets a `refused` with the
command's id and `is_in_doubt`: nobody knows yet whether it counts. Nothing is given up or undone by that. The true
answer follows on the same line as soon as it is known; on another line, the same id gets it.
- **Dealing.** A table shows its `commitment` from the beginning. Whoever sits adds a share to the deal after they have
seen it: by `sit` with a random text, also on a seat that they have already, as their own table's host, at a rematch,
or by a program's key. `start` is refused until every person has; `shared` says who. Who keeps commitment,
share and seat can tell at the end whether they are in the `proof`.
- **Moves.** A `move` names the `ply` of the decision that it answers, and its `taken_back`: after a move was taken
back, the same ply may ask something else. If another question is asked meanwhile it is refused as `stale`, and a
snapshot follows. A `move` without `taken_back` answers whatever is asked at its ply.
- **Secret choices.** Where several choose at once, the others are told that a seat has chosen, not what. Until all
have, it may choose anew: that is an event for its own seat alone, and the others' numbers do not count it.
- **Eyes.** Who sits down, gets up, resigns or is replaced sees with other eyes from then on: a new `welcome` and a
new `snapshot` follow, in the place of the event.
- **Asking the others.** An `ask` waits until all who must have answered, at most {ask} seconds (a day where moves
take days).
- **Still there?** A `ping` is answered with a `pong`; if `seen` is not the newest number, a snapshot comes before
it.
- **Too slow.** Of who does not read, {waiting} messages wait; then they are thrown away, and `welcome` and
`snapshot` are sent when the line is free. Answers may be among what is thrown away: send the command again.
- **Too much.** A frame has at most {message} bytes. What cannot be read, or comes too fast, is refused; after
{nonsense} such messages the line is closed. A person has at
most {wires} lines, a network {network}, of which {guests} are for guests without a nickname and for programs.
- **Goodbye.** Before a table sends somebody away it sends `bye`; a server that stops only closes the line. Come again
in a moment, and be told everything anew.

| closed with | because |
|---|---|
| {refused} | the hello was refused; the message before says why |
| {gone} | the table sends you away, or heard no hello; come again |
| 1007 | what was called a text was none |
| 1009 | a frame was too large |
| 1011 | a ping was not answered |
| 1012 | the server is started anew; come again |
| HTTP 403 | the page is of another origin, the house is not called so, or there are too many lines |

A line is opened by a page of the house's own origin, where the cookie `{cookie}` says who it is, or by a program
that sends neither an `Origin` nor a cookie.
"""

_OVER_HTTP = """\
Bodies are JSON of at most {body} bytes. A person is known by the cookie `{cookie}`, which the first `POST
/api/people` sets. Whatever is refused is answered with a Problem and a status; every answer may be a 429. Requests
that change something and have an `Origin` must have the house's own.
"""


def _fill(text: str) -> str:
    """Paragraphs and list items in lines of one width; headings and tables as they are."""
    lines: list[str] = []
    paragraph: list[str] = []

    def end() -> None:
        indent = "  " if paragraph and paragraph[0].startswith("- ") else ""
        lines.extend(
            textwrap.wrap(" ".join(paragraph), WIDTH, subsequent_indent=indent, break_on_hyphens=False)
        )
        paragraph.clear()

    for line in text.split("\n"):
        if not line or line.startswith(("#", "|", "- ")):
            end()
        if line.startswith(("#", "|")) or not line:
            lines.append(line)
        else:
            paragraph.append(line)
    end()
    return "\n".join(lines)


def _say_struct(struct: StructType, title: str) -> list[str]:
    found = remarks()
    lines = [f"### {title}", "", sentence(struct), ""]
    if struct.fields:
        lines += ["| field | type | |", "|---|---|---|"]
        lines += [_say_field(struct, field, remark(struct, field, found)) for field in fields(struct)]
        lines.append("")
    return lines


def _say_field(struct: StructType, field: Field, text: str) -> str:
    notes = [text] if text else []
    notes += _limits(field.type)
    if is_optional(struct, field, incoming()):
        default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
        plain = json.dumps(msgspec.to_builtins(default))
        is_left_out = struct.cls.__struct_config__.omit_defaults
        notes.append(f"left out if {plain}" if is_left_out else f"if left out, {plain}")
    return f"| `{field.encode_name}` | {_escape(typescript(field.type))} | {_escape('; '.join(notes))} |"


def _limits(kind: Type) -> list[str]:
    """What a value must keep to."""
    if isinstance(kind, UnionType):
        return [note for one in kind.types for note in _limits(one)]
    if isinstance(kind, IntType):
        return [f"{kind.ge} to {kind.le}"] if kind.ge is not None and kind.le is not None else []
    if isinstance(kind, StrType):
        least, most = kind.min_length or 0, kind.max_length
        notes = [f"{least} to {most} characters"] if most is not None else []
        return notes + ([f"`{kind.pattern}`"] if kind.pattern else [])
    if isinstance(kind, DictType):
        return [f"at most {kind.max_length}"] if kind.max_length is not None else []
    return []


def _escape(text: str) -> str:
    return text.replace("|", "\\|")


def _say_calls() -> list[str]:
    lines = ["| call | takes | answers | refused with | |", "|---|---|---|---|---|"]
    for point in ENDPOINTS:
        takes = typescript(type_info(point.takes)) if point.takes else ""
        kind = "" if point.kind == api.JSON else f" ({point.kind})"
        answers = (typescript(type_info(point.answers)) if point.answers else "nothing") + kind
        statuses = ", ".join(f"{http.STATUS[code]} {code}" for code in point.refusals)
        cells = (
            f"`{point.method} {point.path}`{_say_questions(point)}",
            takes,
            f"{point.status} {answers}",
            statuses,
            point.summary,
        )
        lines.append(f"| {' | '.join(map(_escape, cells))} |")
    return lines


def _say_questions(point: api.Endpoint) -> str:
    """What may stand behind the question mark."""
    said = (f" `?{name}=` {', '.join(_limits(type_info(kind)))}" for name, kind in point.words.items())
    return ";".join(said)


# The example


ANNA, BEN = Actor("anna-1", "Anna"), Actor("ben-2", "Ben")


class _Tape:
    """A wire that keeps what it is sent."""

    def __init__(self, actor: Actor) -> None:
        self.actor, self.eyes = actor, SPECTATOR
        self.letters: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.letters.append(message)

    def catch_up(self) -> None:
        self.letters.clear()

    def hang_up(self, sentence: str) -> None:
        self.letters.append(messages.encode(messages.Bye(sentence)))


def _say_example() -> list[str]:
    """Two people place a lake in secret, as one of them sends and is sent it."""
    text = (
        "Anna and Ben play Tyrannosaurus Rex. This is what Anna's page sends (→) and is sent (←), with long values cut"
        " short. She makes a secret choice and changes it; Ben makes his, and both are shown; he makes the next one, which"
        " she cannot see; and a move of hers comes too late."
    )
    return [*textwrap.wrap(text, WIDTH), "", "```", *asyncio.run(_play_example()), "```", ""]


async def _play_example() -> list[str]:
    now = 1_700_000_000_000
    room, store, bodies = Room(), MemoryStore(), _example_bodies()
    for body in bodies:
        fold(room, body, now)
    entries = [Entry(number, now, room.codec.encode(body)) for number, body in enumerate(bodies)]
    await store.create(summary.list_room(room), entries)
    ownership = await store.take(room.id)
    assert ownership is not None
    heartbeat = Heartbeat(store, lambda: now, lambda: None)
    desk = Desk(room, ownership, store, InlinePool(), heartbeat, lambda: now, lambda _: None)
    tape, lines = _Tape(ANNA), list[str]()

    def note() -> None:
        for letter in tape.letters:
            is_first = not any('"snapshot"' in line for line in lines)
            lines.append(f"← {_cut(json.loads(letter), is_first)}")
        tape.letters.clear()

    async def send(**message: Any) -> None:
        lines.append(f"→ {json.dumps(message, ensure_ascii=False)}")
        command = messages.decode(json.dumps(message))
        if isinstance(command, messages.Ping):
            await desk.answer_ping(tape, command.seen)
        elif isinstance(command, messages.Hello):
            await desk.join(tape)
        elif isinstance(command, commands.Command):
            try:
                tape.send(messages.encode(await desk.do(ANNA, command)))
            except Refusal as refusal:
                tape.send(messages.encode(problems.say_refusal(command.id, refusal)))
                await desk.resync(tape)
        note()

    await send(do="hello", version=messages.VERSION)
    await send(do="move", id="a1", ply=0, taken_back=0, line=_line(desk, 0, 0))
    await send(do="move", id="a2", ply=0, taken_back=0, line=_line(desk, 0, 1))
    late = _line(desk, 0, 2)
    for name in ("b1", "b2"):
        assert desk.room.match is not None
        await desk.do(BEN, commands.Move(id=name, ply=desk.room.match.ply, line=_line(desk, 1, 0)))
    note()
    await send(do="move", id="a3", ply=0, taken_back=0, line=late)
    await send(do="ping", seen=desk.room.number_for(0))
    desk.close("The house closes; come again in a moment.")
    note()
    return lines


def _example_bodies() -> list[AnyBody]:
    game = find_game("tyrannosaurus")
    setup = game.setup(2)
    people = [
        log.Seated(
            by=who.person, seat=seat, player=Player(who.name, person=who.person), share=f"share-{seat + 1}"
        )
        for seat, who in enumerate((ANNA, BEN))
    ]
    opened = log.Opened(
        by=ANNA.person,
        table="example-table-01",
        game=game.id,
        edition=setup.edition.id,
        edition_title=setup.edition.title,
        edition_lines=setup.edition.lines,
        rulings=dict(setup.rulings),
        seats=setup.seats,
        clock=log.Clock(),
        is_open=False,
        host_seed="00" * 32,
    )
    return [opened, *people, log.Started(by=ANNA.person)]


def _line(desk: Desk, seat: int, choice: int) -> str:
    assert desk.room.match is not None
    decision = desk.room.match.decision(seat)
    assert decision is not None
    return decision.choices[choice].text


class _Long:
    """What the example leaves out."""


def _cut(message: dict[str, Any], is_first: bool) -> str:
    """A message in one line; what is long is cut, and what has been shown before."""
    if message["is"] == "snapshot" and not is_first:
        message = {"is": "snapshot", "number": message["number"], "…": _Long}
    return _dumps({key: _short(key, value, message["is"]) for key, value in message.items()})


def _short(key: str, value: Any, kind: str) -> Any:
    if key == "view" or (key == "table" and kind == "event"):
        return _Long
    if isinstance(value, dict):
        return {name: _short(name, item, kind) for name, item in value.items()}
    if isinstance(value, list):
        most = 1 if key in ("seats", "choices", "turns", "facts") else 3
        items = [_short("", item, kind) for item in value[:most]]
        return items + [_Long] * (len(value) > most)
    if isinstance(value, str) and len(value) > 60:
        return value[:8] + "…"
    return value


def _dumps(value: Any) -> str:
    if value is _Long:
        return "…"
    if isinstance(value, dict):
        items = (f"{json.dumps(key)}: {_dumps(item)}" if key != "…" else key for key, item in value.items())
        return "{" + ", ".join(items) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_dumps, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def files() -> dict[Path, str]:
    """What is to be written, and where."""
    return {PAGE: say_page(), TYPES: say_types()}


def main() -> None:
    """Write both files."""
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"wrote {path}\n")


if __name__ == "__main__":
    main()
