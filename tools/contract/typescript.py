"""web/src/protocol.ts: the messages as TypeScript types."""

import json
from collections.abc import Sequence

from msgspec.inspect import (
    AnyType,
    BoolType,
    DictType,
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

from rexarium.server.net.endpoints import ENDPOINTS
from rexarium.server.wire import messages
from tools.contract import COMMAND
from tools.contract.inspect import (
    client_messages,
    fields,
    http_bodies,
    incoming,
    is_optional,
    literals,
    parts,
    remark,
    remarks,
    sentence,
    server_messages,
    unique,
)


def say_types() -> str:
    """web/src/protocol.ts."""
    client, server, over_http = client_messages(), server_messages(), http_bodies()
    every = unique([*client, *server, *over_http, *parts([*client, *server, *over_http])])
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
        takes = typescript(type_info(point.body)) if point.body else "null"
        answers = typescript(type_info(point.response)) if point.response else "null"
        lines.append(f'  "{point.method} {point.path}": {{ takes: {takes}; answers: {answers} }};')
    head = [
        "/** What each endpoint takes and answers; a text is a string. */",
        "export interface Endpoints {",
    ]
    return "\n".join([*head, *lines, "}"])


def typescript(kind: Type) -> str:
    """A type in TypeScript's notation."""
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
