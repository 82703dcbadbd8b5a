"""docs/protocol.md: the protocol for people who write a client."""

import json
import textwrap
from typing import Any

import msgspec
from msgspec.inspect import Field, StructType, type_info

from rexarium.server.model import absence
from rexarium.server.net import access, adapter, admission, api, dispatch, session
from rexarium.server.net.endpoints import ENDPOINTS
from rexarium.server.runtime import availability, replies
from rexarium.server.wire import bodies, messages
from tools.contract import COMMAND, example
from tools.contract.inspect import (
    client_messages,
    fields,
    http_bodies,
    incoming,
    is_optional,
    limits,
    literals,
    parts,
    remark,
    remarks,
    sentence,
    server_messages,
    unique,
)
from tools.contract.typescript import typescript

WIDTH = 120


def say_page() -> str:
    """docs/protocol.md."""
    client, server, over_http = client_messages(), server_messages(), http_bodies()
    in_messages = parts([*client, *server])
    known = {struct.cls for struct in (*client, *server, *in_messages)}
    rest = [struct for struct in unique([*over_http, *parts(over_http)]) if struct.cls not in known]
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
            *(f"| {code} | {status} |" for code, status in adapter.STATUS.items()),
            "",
        ]
    )


def _numbers() -> dict[str, Any]:
    own = access.Access()
    return {
        "version": messages.VERSION,
        "hello": admission.HELLO_SECONDS,
        "message": messages.LARGEST_MESSAGE,
        "body": bodies.LARGEST_BODY,
        "waiting": session.MOST_WAITING,
        "refusals": replies.MOST_REFUSED,
        "patience": round(availability.PATIENCE),
        "nonsense": dispatch.MAX_BAD_MESSAGES,
        "refused": admission.REFUSED,
        "gone": session.GONE,
        "ask": absence.ASK_TIMEOUT // 1000,
        "wires": own.settings.connections_person,
        "guests": own.settings.connections_guests,
        "network": own.settings.connections,
        "cookie": access.COOKIE,
    }


_HEAD = """\
# The protocol

Written by `{command}` from the messages themselves; a test keeps it up to date. This is version {version}.

A table is watched and played over a WebSocket at `/ws/{{table}}`, one JSON message in each frame; everything else goes
over HTTP. Seats count from 1, plies and event numbers from 0, and times are milliseconds since 1970.
"""

_CONVERSATION = """\
## The conversation

- **Hello.** The first message is a `hello`, within {hello} seconds, with the version that the client speaks and, if a
program plays a seat, its key. The answer is a `welcome` (who you are here), a `snapshot` (everything your eyes may
know) and a `presence`; or a `refused`, and the connection is closed. A client that opens
`/ws/{{table}}?version={version}` has said hello with the handshake, and is answered a round trip sooner. Only a `hello`
can carry a key, because addresses are written down on their way.
- **Events.** What happens is an `event`. Its `number` is one more than that of the last event or snapshot; if it is
not, something was missed, and `resync` brings a snapshot. An event carries the whole `table`, the new `turns` and, if
it has changed for these eyes, the whole `position`. They replace what the client holds; another seat's hidden choice
leaves the position as it was, and so does chat. `hash` is the hash of the view after the event: a client whose view has
another hash asks for a snapshot by `resync`. It may say `why`, which is only counted; older servers refuse a `resync`
with a `why` as `unreadable`, so a client that gets no snapshot asks again without it.
- **Turns.** New turns follow the old ones. Old turns whose `ply` is not below that of the first new turn, or below the
position's if there is none, were taken back. If the first turn of an event is the set-up (`seat` is null), the event
has all turns from the beginning: at the start, and when the game is over and everything is uncovered.
- **Chat.** An event that `said` something is a line of the chat, at its `now`.
- **Commands.** Everything with an `id` is a command. It is answered once: by `done`, by `refused`, or by what it asked
for. The client chooses the id, a new one for each command. What was `done` under an id is done once, and the same id
again gets the same answer, even after the server has restarted. What was refused stays refused: the table remembers the
last {refusals} refusals for as long as it is in memory, so that a delayed copy does not take effect after its client
was told no. `unavailable` and `too fast` are not decisions and are not remembered. So a client that does not know
whether it was heard sends the command again with the same id; to try again after a refusal it takes a new id. The
events that a command causes reach the client before its `done`.
- **In doubt.** When the storage keeps a command waiting for {patience} seconds, its sender gets a `refused` with the
command's id and `is_in_doubt`: nobody knows yet whether it counts. That neither gives it up nor undoes it. The true
answer follows on the same connection as soon as it is known; on another connection, the same id gets it.
- **Dealing.** A table shows its `commitment` from the beginning. All seated players add a share to the deal after they
have seen it: by `sit` with a random text (also on a seat they already have, as the host of a new table or at a
rematch), or by a program's key. `start` is refused until every person has added one; `shared` says who has. A player
who keeps commitment, share and seat can tell at the end whether they are in the `proof`.
- **Moves.** A `move` names the `ply` of the decision that it answers, and its `taken_back`, because after a move was
taken back, the same ply may ask something else. If the question has changed in the meantime, the move is refused as
`stale`, and a snapshot follows. A `move` without `taken_back` answers whatever is asked at its ply.
- **Secret choices.** Where several seats choose at once, the others are told that a seat has chosen, not what. Until
all have chosen, a seat may change its choice: that is an event for this seat alone, and the others' numbers do not
count it.
- **Eyes.** A client that sits down, gets up, resigns or is replaced sees through other eyes from then on: a new
`welcome` and a new `snapshot` take the place of the event.
- **Asking the others.** An `ask` waits until everyone who has to answer has done so, at most {ask} seconds (a day where
moves take days).
- **Still there?** A `ping` is answered with a `pong`; if `seen` is not the newest number, a snapshot comes first.
- **Too slow.** Up to {waiting} messages wait for a client that does not read. Then they are thrown away, and a
`welcome` and a `snapshot` are sent when the connection is writable again. Answers may be among the messages that were
thrown away: send the command again.
- **Too much.** A frame has at most {message} bytes. What cannot be read, or comes too fast, is refused; after
{nonsense} such messages the connection is closed. A person has at most {wires} connections, a network {network}, of
which {guests} are for guests without a nickname and for programs.
- **Goodbye.** Before a table sends somebody away it sends `bye`; a server that stops only closes the connection.
Reconnect in a moment, and you will get everything afresh.

| closed with | because |
|---|---|
| {refused} | the hello was refused; the message before says why |
| {gone} | the table sends you away, or heard no hello; reconnect |
| 1007 | a text frame was not valid text |
| 1009 | a frame was too large |
| 1011 | a ping was not answered |
| 1012 | the server is restarting; reconnect |
| HTTP 403 | the page is of another origin, the server does not answer to that name, or there are too many connections |

A connection is opened by a page of the server's own origin, where the cookie `{cookie}` says who it is, or by a program
that sends neither an `Origin` nor a cookie.
"""

_OVER_HTTP = """\
Bodies are JSON of at most {body} bytes. A person is known by the cookie `{cookie}`, which the first `POST
/api/people` sets. A refusal is answered with a Problem and a status; every answer may be a 429. Requests that change
something and have an `Origin` must come from the server's own.
"""


def _fill(text: str) -> str:
    """Wrap paragraphs and list items to one width; leave headings and tables as they are."""
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


def _say_example() -> list[str]:
    """The example: two people place a lake in secret, as seen by one of them."""
    text = (
        "Anna and Ben play Tyrannosaurus Rex. This is what Anna's page sends (→) and receives (←), with long values cut"
        " short. She makes a secret choice and changes it. Ben makes his, and both are shown. He makes the next one, which"
        " she cannot see, and one of her moves comes too late."
    )
    return [*textwrap.wrap(text, WIDTH), "", "```", *example.play(), "```", ""]


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
    notes += limits(field.type)
    if is_optional(struct, field, incoming()):
        default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
        plain = json.dumps(msgspec.to_builtins(default))
        is_left_out = struct.cls.__struct_config__.omit_defaults
        notes.append(f"left out if {plain}" if is_left_out else f"if left out, {plain}")
    return f"| `{field.encode_name}` | {_escape(typescript(field.type))} | {_escape('; '.join(notes))} |"


def _escape(text: str) -> str:
    return text.replace("|", "\\|")


def _say_calls() -> list[str]:
    lines = ["| call | takes | answers | refused with | |", "|---|---|---|---|---|"]
    for point in ENDPOINTS:
        takes = typescript(type_info(point.body)) if point.body else ""
        kind = "" if point.media_type == api.JSON else f" ({point.media_type})"
        answers = (typescript(type_info(point.response)) if point.response else "nothing") + kind
        statuses = ", ".join(f"{adapter.STATUS[code]} {code}" for code in point.refusals)
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
    """The query parameters of an endpoint."""
    said = (f" `?{name}=` {', '.join(limits(type_info(kind)))}" for name, kind in point.query.items())
    return ";".join(said)
