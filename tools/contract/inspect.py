"""Reads messages, fields, limits and remarks from the types that the server sends and accepts."""

import ast
import functools
import inspect
import io
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, get_args, get_origin

from msgspec.inspect import (
    DictType,
    Field,
    IntType,
    ListType,
    StrType,
    StructType,
    Type,
    UnionType,
    type_info,
)

from rexarium.server.model import commands, errors, log
from rexarium.server.net.endpoints import ENDPOINTS
from rexarium.server.wire import bodies, messages

_SOURCES = (commands, messages, bodies, errors, log)


def client_messages() -> list[StructType]:
    """Every message that a client may send."""
    return [_struct(kind) for kind in get_args(messages.ClientMessage)]


def server_messages() -> list[StructType]:
    """Every message that the server sends."""
    return [_struct(kind) for kind in get_args(messages.ServerMessage)]


def http_bodies() -> list[StructType]:
    """Every struct in an HTTP request or its answer."""
    kinds = [kind for point in ENDPOINTS for kind in (point.body, point.response) if kind is not None]
    return unique(struct for kind in (*kinds, bodies.Problem) for struct in heads(type_info(kind)))


def parts(structs: Sequence[StructType]) -> list[StructType]:
    """The structs that these contain, directly or indirectly, in order of appearance."""
    found: list[StructType] = []
    for struct in structs:
        for field in struct.fields:
            for head in heads(field.type):
                found += [head, *parts([head])]
    return [struct for struct in unique(found) if struct.cls not in {known.cls for known in structs}]


@functools.cache
def literals() -> dict[str, tuple[str, ...]]:
    """The named sets of words."""
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


def heads(kind: Type) -> Iterator[StructType]:
    """The structs that a type names directly."""
    if isinstance(kind, StructType):
        yield kind
    elif isinstance(kind, ListType):
        yield from heads(kind.item_type)
    elif isinstance(kind, DictType):
        yield from heads(kind.value_type)
    elif isinstance(kind, UnionType):
        for one in kind.types:
            yield from heads(one)


def unique(structs: Iterable[StructType]) -> list[StructType]:
    return list({struct.cls: struct for struct in structs}.values())


def fields(struct: StructType) -> list[Field]:
    """The fields of a struct; a command's id comes first."""
    return sorted(struct.fields, key=lambda field: field.name != "id")


def sentence(struct: StructType) -> str:
    """A struct's docstring, in one line."""
    return " ".join((inspect.getdoc(struct.cls) or "").split())


@functools.cache
def remarks() -> dict[tuple[str, str], str]:
    """The comments beside the fields, by class and field."""
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
    """The comment on a field, in its class or in a base class."""
    return next(
        (found[c.__name__, field.name] for c in struct.cls.__mro__ if (c.__name__, field.name) in found), ""
    )


@functools.cache
def incoming() -> set[type]:
    """The types that clients send, with those they contain: their fields with a default may be left out."""
    takes = [type_info(point.body) for point in ENDPOINTS if point.body is not None]
    sent = [*client_messages(), *(struct for kind in takes for struct in heads(kind))]
    return {struct.cls for struct in (*sent, *parts(sent))}


def is_optional(struct: StructType, field: Field, sent: set[type]) -> bool:
    """True if a field may be left out."""
    return not field.required and (struct.cls in sent or struct.cls.__struct_config__.omit_defaults)


def limits(kind: Type) -> list[str]:
    """The limits on a value."""
    if isinstance(kind, UnionType):
        return [note for one in kind.types for note in limits(one)]
    if isinstance(kind, IntType):
        return [f"{kind.ge} to {kind.le}"] if kind.ge is not None and kind.le is not None else []
    if isinstance(kind, StrType):
        least, most = kind.min_length or 0, kind.max_length
        notes = [f"{least} to {most} characters"] if most is not None else []
        return notes + ([f"`{kind.pattern}`"] if kind.pattern else [])
    if isinstance(kind, DictType):
        return [f"at most {kind.max_length}"] if kind.max_length is not None else []
    return []
