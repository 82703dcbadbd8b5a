"""A game's rules in words: what `rexarium rules` prints and every `why` quotes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rexarium.kernel.errors import Unknown

CITATION = "Source: {sources}."


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered statement."""

    number: str
    title: str
    text: str
    sources: tuple[str, ...]  # the source, in full
    reason: str  # of a ruling: why we decided this way
    option: str  # the ruling that changes it
    chapter: str
    citation: str = CITATION

    def source(self) -> str:
        """The source, and the reason if it is our ruling."""
        who = self.citation.format(sources=", ".join(self.sources))
        return f"{who} {self.reason}" if self.reason else who


@dataclass(frozen=True, slots=True)
class Reason:
    """An answer to a why: the rule, a sentence about this position, and other rules that matter for it."""

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
        """The rule with that number, in upper or lower case."""
        found = self.rules.get(number.upper())
        if found is None:
            first, *_, last = self.rules
            raise Unknown(f"There is no rule {number}; {self.title} has {first} to {last}.")
        return found

    def cite(self, reason: Reason) -> str:
        """A reason with its rule and source, ready to print."""
        rule = self.rule(reason.rule)
        return f"{reason.sentence}\n{rule.number}, {rule.title}: {rule.text}\n{rule.source()}"


def read_rulebook(data: Mapping[str, Any], said: Mapping[str, Any]) -> Rulebook:
    """A rulebook from its TOML file; in another language, if that language's file is not empty."""
    sources = {entry["id"]: entry | said.get("sources", {}).get(entry["id"], {}) for entry in data["source"]}
    chapters, rules = said.get("chapters", {}), said.get("rules", {})
    return Rulebook(
        title=data["title"],
        intro=said.get("intro", {}).get("text", data["intro"]),
        sources={id_: f"{source['name']}. {source['detail']}" for id_, source in sources.items()},
        rules={
            entry["number"]: _read_rule(
                entry | rules.get(entry["number"], {}),
                [sources[source]["name"] for source in entry["sources"]],
                chapters.get(chapter["title"], chapter["title"]),
                said.get("citation", CITATION),
            )
            for chapter in data["chapter"]
            for entry in chapter["rule"]
        },
    )


def _read_rule(entry: Mapping[str, Any], sources: Sequence[str], chapter: str, citation: str) -> Rule:
    return Rule(
        number=entry["number"],
        title=entry["title"],
        text=entry["text"],
        sources=tuple(sources),
        reason=entry.get("reason", ""),
        option=entry.get("option", ""),
        chapter=chapter,
        citation=citation,
    )
