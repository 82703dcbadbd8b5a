"""A game's rules in words: what `rexarium rules` prints and every `why` quotes."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from rexarium.kernel.errors import Unknown


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered statement."""

    number: str
    title: str
    text: str
    sources: tuple[str, ...]  # who says so, in full
    reason: str  # of a ruling: why we decided so
    option: str  # the ruling that changes it
    chapter: str

    def source(self) -> str:
        """Who says so, and why where it is our ruling."""
        who = "Source: " + "; ".join(self.sources) + "."
        return f"{who} {self.reason}" if self.reason else who


@dataclass(frozen=True, slots=True)
class Reason:
    """An answer to a why: the rule, a sentence about this position, and the rules that have a say in it too."""

    rule: str
    sentence: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All rules of a game in their order."""

    title: str
    intro: str
    sources: Mapping[str, str]
    rules: Mapping[str, Rule]

    def rule(self, number: str) -> Rule:
        """The rule of that number, in any spelling of its letters."""
        found = self.rules.get(number.upper())
        if found is None:
            first, *_, last = self.rules
            raise Unknown(f"There is no rule {number}; {self.title} has {first} to {last}.")
        return found

    def cite(self, reason: Reason) -> str:
        """A reason with its rule and source, ready to print."""
        rule = self.rule(reason.rule)
        return f"{reason.sentence}\n{rule.number}, {rule.title}: {rule.text}\n{rule.source()}"


def read_rulebook(text: str) -> Rulebook:
    """A rulebook from its TOML file."""
    data = tomllib.loads(text)
    names = {source["id"]: source["name"] for source in data["source"]}
    rules = {
        entry["number"]: Rule(
            number=entry["number"],
            title=entry["title"],
            text=entry["text"],
            sources=tuple(names[source] for source in entry["sources"]),
            reason=entry.get("reason", ""),
            option=entry.get("option", ""),
            chapter=chapter["title"],
        )
        for chapter in data["chapter"]
        for entry in chapter["rule"]
    }
    return Rulebook(
        data["title"], data["intro"], {s["id"]: f"{s['name']}. {s['detail']}" for s in data["source"]}, rules
    )
