"""Facts and reasons as people at a table say them: with the names of who sits there."""

import re
from collections.abc import Iterable, Sequence

from rexarium.games import AnyGame
from rexarium.kernel.facts import tell
from rexarium.kernel.rulebook import Reason
from rexarium.kernel.state import FactInts

_SEAT = re.compile(r"\b([Ss])eat ([1-9])\b")


class Narrator:
    """Tells what happened to one pair of eyes."""

    def __init__(self, game: AnyGame, players: Sequence[str]) -> None:
        self.game = game
        self.labels = label_players(players)

    def name_seats(self, text: str) -> str:
        """A sentence about seats as one about who sits there."""
        return _SEAT.sub(self._label, text)

    def _label(self, found: re.Match[str]) -> str:
        seat = int(found[2]) - 1
        if seat >= len(self.labels):
            return found[0]
        label = self.labels[seat]
        return capital(label) if found[1] == "S" else label

    def tell(self, facts: Iterable[FactInts], eyes: int) -> str:
        """Facts as sentences, with nothing that these eyes may not know."""
        told = (tell(self.game.fact_kinds, fact, eyes).sentence() for fact in facts)
        return self.name_seats(" ".join(told))

    def reasons(self, reasons: Sequence[Reason]) -> str:
        """Reasons in a row, each rule's number behind the last sentence that rests on it."""
        found = []
        for at, reason in enumerate(reasons):
            rules = (reason.rule, *reason.also)
            following = reasons[at + 1] if at + 1 < len(reasons) else None
            is_last = following is None or (following.rule, *following.also) != rules
            found.append(self.name_seats(reason.sentence) + (f" ({', '.join(rules)})" if is_last else ""))
        return " ".join(found)

    def cite(self, reason: Reason) -> str:
        """A reason with its rule and source, and what else to read."""
        sentence = self.name_seats(reason.sentence)
        cited = self.game.rulebook.cite(Reason(reason.rule, sentence, reason.also))
        return cited + (f"\nSee also {', '.join(reason.also)}." if reason.also else "")


def label_players(players: Sequence[str]) -> list[str]:
    """The players' names, with the seat's number where two have the same."""
    names = [" ".join(name.split()) or "nobody" for name in players]
    return [f"{name} {seat}" if names.count(name) > 1 else name for seat, name in enumerate(names, start=1)]


def listed(words: Sequence[str]) -> str:
    """Some words as a list: a, b and c."""
    return " and ".join([*([", ".join(words[:-1])] if words[1:] else []), *words[-1:]])


def capital(text: str) -> str:
    """A text as it begins a sentence."""
    return text[:1].upper() + text[1:]
