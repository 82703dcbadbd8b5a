"""Everything a stored entry can hold, as text: a line for each kind, field and value.

`format-N/entries.txt` says it for format N. Once a release has written a format, its file is never changed.
`python -m tests.server.logs.entries` writes the file of the present format.
"""

from collections.abc import Iterator

from msgspec.inspect import (
    BoolType,
    DictType,
    Field,
    IntType,
    LiteralType,
    NoneType,
    StrType,
    StructType,
    TupleType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from rexarium.server.model import log
from rexarium.server.model.codec import STORED
from tests.server.logs import FOLDER

PLAIN = {
    BoolType: "yes or no",
    IntType: "number",
    StrType: "text",
    NoneType: "nothing",
    LiteralType: "choice",
}


def describe_entries(entry: object = STORED) -> list[str]:
    """Everything that entries can hold, each line once, in alphabetical order."""
    return sorted(set(_describe(type_info(entry))))


def _describe(kind: Type) -> Iterator[str]:
    if isinstance(kind, UnionType):
        for each in kind.types:
            yield from _describe(each)
    elif isinstance(kind, StructType):
        name = str(kind.tag or kind.cls.__name__)
        yield name
        for field in kind.fields:
            yield f"{name}.{field.encode_name}: {_say(field.type)}{_default(field)}"
            for value in _values(field.type):
                yield f"{name}.{field.encode_name} may be {value!r}"
            yield from _describe(field.type)
    elif isinstance(kind, VarTupleType):
        yield from _describe(kind.item_type)


def _say(kind: Type) -> str:
    """A type in words; the values of a choice have lines of their own, for there may be more in a later format."""
    if isinstance(kind, UnionType):
        return " or ".join(sorted(map(_say, kind.types)))
    if isinstance(kind, StructType):
        return str(kind.cls.__name__)
    if isinstance(kind, VarTupleType):
        return f"list of {_say(kind.item_type)}"
    if isinstance(kind, TupleType):
        return f"({', '.join(map(_say, kind.item_types))})"
    if isinstance(kind, DictType):
        return f"{_say(kind.value_type)} by {_say(kind.key_type)}"
    return PLAIN[type(kind)]


def _values(kind: Type) -> Iterator[object]:
    if isinstance(kind, LiteralType):
        yield from kind.values
    elif isinstance(kind, UnionType):
        for each in kind.types:
            yield from _values(each)


def _default(field: Field) -> str:
    return "" if field.required else f", {field.default!r} if it is missing"


def read_entries(number: int) -> list[str]:
    """All that may stand in entries of a format."""
    return (FOLDER / f"format-{number}" / "entries.txt").read_text(encoding="utf-8").splitlines()


def main() -> None:
    """Write down what the present format has."""
    path = FOLDER / f"format-{log.FORMAT}" / "entries.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join([*describe_entries(), ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
