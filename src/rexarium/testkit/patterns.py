"""Facts as cases write them: `drew seat 1 number 2`, with as many of the arguments as matter."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rexarium.kernel.errors import BadCase
from rexarium.kernel.facts import Argument, Fact, FactKind, say_value
from rexarium.testkit.likeness import is_alike, split_list


@dataclass(frozen=True)
class FactPattern:
    """A kind of fact and the values of the arguments it names."""

    text: str
    kind: FactKind
    values: dict[str, str]

    def fits(self, fact: Fact) -> bool:
        """Whether a fact matches."""
        return fact.kind is self.kind and all(
            is_alike(say_value(fact.values[name]), value, is_ordered=not isinstance(fact.values[name], tuple))
            for name, value in self.values.items()
        )


def read_fact(kinds: Sequence[FactKind], text: str, line: int) -> FactPattern:
    """Read a pattern; unknown kinds, arguments and values are refused."""
    spelled = {name: kind for kind in kinds for name in (kind.name, kind.name.replace("_", " "))}
    names = [name for name in spelled if re.match(rf"{name}\b", text)]
    if not names:
        raise BadCase(f"'{text}' is no fact; facts are {', '.join(kind.name for kind in kinds)}.", line)
    name = max(names, key=len)
    kind = spelled[name]
    arguments = {argument.name: argument for argument in kind.arguments}
    start, *rest = re.split(rf"\b({'|'.join(arguments)})\b", text.removeprefix(name))
    values = {key: value.strip(" ,") for key, value in zip(rest[::2], rest[1::2], strict=True)}
    if start.strip() or len(values) < len(rest) // 2 or not all(values.values()):
        form = " ".join([kind.name, *(f"{argument} …" for argument in arguments)])
        raise BadCase(f"write this fact as '{form}', with all of its arguments or fewer, not '{text}'.", line)
    for key, value in values.items():
        _check_value(arguments[key], value, line)
    return FactPattern(text, kind, values)


def _check_value(argument: Argument, text: str, line: int) -> None:
    """Refuse a misspelt value: it would match nothing, and so make every `not told` true."""
    known = _vocabulary(argument)
    for item in split_list(text):
        if not item.removeprefix("-").isdecimal() and item not in known:
            listed = ", ".join(sorted(known)) or "a number"
            raise BadCase(f"'{item}' is no {argument.name}; it is {listed}.", line)


def _vocabulary(argument: Argument) -> set[str]:
    """All words that an argument's int, or set of ints, can become."""
    words = {"hidden"}
    for number in range(256):
        try:
            value = argument.namer(number)
            value = argument.namer(1 << number % 64) if isinstance(value, tuple) else value
        except IndexError:
            continue
        words.update(value if isinstance(value, tuple) else [] if isinstance(value, int) else [str(value)])
    return words
