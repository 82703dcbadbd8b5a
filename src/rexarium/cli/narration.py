"""Facts and reasons with the players' names, as people at a table would say them."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from rexarium.games import AnyGame
from rexarium.kernel.facts import Fact, tell
from rexarium.kernel.rulebook import Reason
from rexarium.kernel.sentence import joined
from rexarium.kernel.state import FactInts

_SEAT = re.compile(r"\b([Ss])eat ([1-9])\b")


class Narrator:
    """Tells one pair of eyes what happened."""

    def __init__(self, game: AnyGame, players: Sequence[str]) -> None:
        self.game = game
        self.labels = label_players(players)

    def name_seats(self, text: str) -> str:
        """A sentence with the players' names instead of seats."""
        return _SEAT.sub(self._label, text)

    def _label(self, found: re.Match[str]) -> str:
        seat = int(found[2]) - 1
        if seat >= len(self.labels):
            return found[0]
        label = self.labels[seat]
        return capital(label) if found[1] == "S" else label

    def gloss(self, move: str) -> str:
        """A move as it is typed, with the player's name after each seat."""
        return _SEAT.sub(self._gloss, move)

    def _gloss(self, found: re.Match[str]) -> str:
        label = self._label(found)
        return found[0] if label.endswith(f" {found[2]}") else f"{found[0]} ({label})"

    def tell(self, facts: Iterable[FactInts], eyes: int) -> str:
        """Facts as sentences, without anything that these eyes may not know."""
        told = (tell(self.game.fact_kinds, fact, eyes) for fact in facts)
        runs = (_say_together(list(run)) for _, run in groupby(told, _but_last_word))
        return self.name_seats(" ".join(runs))

    def reasons(self, reasons: Sequence[Reason]) -> str:
        """Reasons one after another, with each rule's number after the last sentence that rests on it."""
        found = []
        for at, reason in enumerate(reasons):
            rules = (reason.rule, *reason.also)
            following = reasons[at + 1] if at + 1 < len(reasons) else None
            is_last = following is None or (following.rule, *following.also) != rules
            found.append(self.name_seats(reason.sentence) + (f" ({', '.join(rules)})" if is_last else ""))
        return " ".join(found)

    def cite(self, reason: Reason) -> str:
        """A reason with its rule and source, and related rules."""
        sentence = self.name_seats(reason.sentence)
        cited = self.game.rulebook.cite(Reason(reason.rule, sentence, reason.also))
        return cited + (f"\nSee also {', '.join(reason.also)}." if reason.also else "")


def _but_last_word(fact: Fact) -> tuple[object, ...]:
    """What facts that fit into one sentence have in common: all but the last word."""
    values = list(fact.values.values())
    return (fact.kind.name, *(values[:-1] if values and isinstance(values[-1], str) else values))


def _say_together(facts: Sequence[Fact]) -> str:
    """Consecutive facts that differ only in their last word, as one sentence; for cards that came one by one."""
    first, *others = facts
    if not others:
        return first.sentence()
    name = next(reversed(first.values), "")
    if not isinstance(first.values.get(name), str):
        return f"{first.sentence().rstrip('.')} ({len(facts)} times)."
    words = [str(fact.values[name]) for fact in facts]
    return Fact(first.kind, {**first.values, name: joined(words)}).sentence()


def label_players(players: Sequence[str]) -> list[str]:
    """The players' names, with the seat's number where two have the same."""
    names = [" ".join(name.split()) or "nobody" for name in players]
    return [f"{name} {seat}" if names.count(name) > 1 else name for seat, name in enumerate(names, start=1)]


def capital(text: str) -> str:
    """A text with a capital letter, as at the start of a sentence."""
    return text[:1].upper() + text[1:]
