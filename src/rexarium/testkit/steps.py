"""The steps of a case: moves, and what must hold. `docs/how-to/write-a-case.md` describes them all."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from rexarium.games import AnyGame
from rexarium.kernel import bits, dice
from rexarium.kernel.errors import BadCase, Unknown, UnreadableMove
from rexarium.kernel.facts import SPECTATOR, TRUTH, Fact, tell
from rexarium.kernel.game import Setup
from rexarium.kernel.lines import follow as follow_line
from rexarium.kernel.lines import legal_lines
from rexarium.kernel.outline import Line
from rexarium.kernel.phrases import plain
from rexarium.kernel.rulebook import Reason
from rexarium.kernel.state import FactInts, State
from rexarium.testkit.likeness import holds, read_number, split_comparison, split_list, split_rules
from rexarium.testkit.paths import follow, leaves, say_part
from rexarium.testkit.patterns import FactPattern, read_fact

_BY_SEAT = re.compile(r"^(?:seat )?(\d{1,3})\s*[:,]?\s*(?P<rest>[^\W\d].*)$")
_ABILITY = re.compile(r"^(cannot|can only|can)\b[\s:]*(.*)$")
_IN_BRACKETS = re.compile(r"\s*\(([^)]*)\)$")
_TIME_OUT = ("times out", "time out", "timeout")
_CONTENT = re.compile(r"^(.*?)\s*\b(contains|lacks)\s+(.+)$")
_PLAY_ON = re.compile(r"^(?:seed (\d{1,20}))?\s*(?:until (.+))?$")
_WHY = re.compile(r"^(?:(score) )?(?:seat )?(\d{1,3})(?: ?[:,])?(.*)$")
_WITH_LINES = ("told", "not told", "facts", "view", "memory", "odds", "moves")


class CaseFailed(Exception):
    """A step did not hold."""


class Steps:
    """One case on its way: a state, and the facts that the last move brought about."""

    def __init__(self, game: AnyGame, setup: Setup, state: State) -> None:
        self.game = game
        self.setup = setup
        self.state = state
        self.told: list[FactInts] = state.take_facts()
        state.is_telling = True
        self.line = 0

    def run(self, step: Line) -> None:
        """Carry out or check one step."""
        self.line = step.number
        text = plain(step.text)
        word = next((word for word in KEYWORDS if re.match(rf"{word}\b", text)), "")
        if step.children and word not in _WITH_LINES:
            raise BadCase(
                f"'{step.text}' is no head, and no step with lines below it.", step.children[0].number
            )
        if word:
            KEYWORDS[word](self, text.removeprefix(word).strip(), step.children)
        elif (by_seat := _BY_SEAT.match(text)) and not re.search(r"[=<>]", text):
            self._run_by_seat(self._seat(by_seat[1]), by_seat["rest"], text)
        elif (content := _CONTENT.match(text)) and content[1]:
            self._check_content(content[1], self._measure(content[1]), content[2], content[3])
        elif comparison := split_comparison(text):
            self._compare(*comparison)
        else:
            raise BadCase(f"'{step.text}' is no step that a case can take.", step.number)

    def _run_by_seat(self, seat: int, rest: str, text: str) -> None:
        if ability := _ABILITY.match(rest):
            self._check_ability(seat, ability[1], ability[2])
        else:
            self._make_all(text.split(";"))

    # Moves

    def _make_all(self, texts: list[str]) -> None:
        for text in texts:
            by_seat = _BY_SEAT.match(text.strip())
            if not by_seat:
                raise BadCase(
                    f"a move is written like '1 {self.game.say(0)}', not '{text.strip()}'.", self.line
                )
            seat, rest = self._seat(by_seat[1]), by_seat["rest"]
            if rest in _TIME_OUT:
                self._check_asked(seat)
                self._make(seat, [self.state.default_move(seat)])
            else:
                self._make(seat, self._read_moves(rest))

    def _read_moves(self, text: str) -> list[int]:
        """A line of moves, also as something the seat does: `plays blue 7`."""
        verb, _, rest = text.strip().partition(" ")
        with suppress(UnreadableMove):
            return self.game.read_line(f"{verb.removesuffix('s')} {rest}")
        return self.game.read_line(text)

    def _make(self, seat: int, moves: list[int]) -> None:
        reason = self._why_not(seat, moves)
        if reason is not None:
            raise CaseFailed(f"{self.game.say_line(moves)} is illegal: {reason.sentence} ({reason.rule})")
        for move in moves:
            self.state.apply(seat, move)
        self.told = self.state.take_facts()

    def _why_not(self, seat: int, moves: list[int]) -> Reason | None:
        """Why a line cannot be made; None if it can."""
        state, place = follow_line(self.state, seat, moves)
        return self.game.why_illegal(state, seat, moves[place])

    def _make_block(self, rest: str, children: list[Line]) -> None:
        texts = [text for text in rest.lstrip(": ").split(";") if text.strip()]
        for child in children:
            texts += plain(child.text).split(";")
        self._make_all(texts)

    def _play_on(self, rest: str, children: list[Line]) -> None:
        """Random legal moves to the end of the game, or until something holds."""
        found = _PLAY_ON.match(rest.lstrip(": "))
        goal = split_comparison(found[2]) if found and found[2] else None
        if not found or (found[2] and not goal):
            raise BadCase("write 'play on: seed 3' or 'play on: seed 3 until round = 2'.", self.line)
        seed, plies = int(found[1] or 1) & dice.WORD, 0
        while self.state.waiting and not (goal and self._holds(*goal)):
            seat = bits.lowest(self.state.waiting)
            moves = self.state.moves(seat)
            seed = dice.advance(seed)
            self._make(seat, [moves[dice.below(seed, len(moves))]])
            plies += 1
            if plies > self.game.ply_bound:
                raise CaseFailed("the game does not come to an end.")
        if goal and not self._holds(*goal):
            raise CaseFailed(f"the game ended before {found[2]}.")

    # What seats may do

    def _check_ability(self, seat: int, verb: str, rest: str) -> None:
        text, _, rule = _IN_BRACKETS.sub(r": \1", rest).partition(":")
        if not text.strip():
            raise BadCase("say which moves, like '1 can only: take green, take red'.", self.line)
        wanted = [self._read_moves(item) for item in split_list(text) if item not in ("nothing", "none")]
        if verb == "cannot":
            for moves in wanted:
                self._check_illegal(seat, moves, rule)
            return
        if rule:
            raise BadCase("a rule stands behind 'cannot' only; for a legal move write 'why'.", self.line)
        say_line = self.game.say_line
        legal = legal_lines(self.game, self.state, seat)
        missing = [say_line(moves) for moves in wanted if self._why_not(seat, moves) is not None]
        extra = [say_line(line) for line in legal if not any(line[: len(moves)] == moves for moves in wanted)]
        if missing:
            there = ", ".join(say_line(line) for line in legal) or "nothing"
            raise CaseFailed(f"not legal: {', '.join(missing)}; legal is {there}.")
        if extra and (verb == "can only" or not wanted):
            raise CaseFailed(f"legal too: {', '.join(extra)}.")

    def _check_illegal(self, seat: int, moves: list[int], rule: str) -> None:
        reason = self._why_not(seat, moves)
        if reason is None:
            raise CaseFailed(f"{self.game.say_line(moves)} is legal.")
        self._check_rules([reason], rule, "forbidden by")

    def _check_legal(self, rest: str, children: list[Line]) -> None:
        is_only = re.search(r"\bonly\b", rest)
        self._check_by_seat(re.sub(r"\bonly\b", "", rest), "can only" if is_only else "can")

    def _check_illegal_list(self, rest: str, children: list[Line]) -> None:
        self._check_by_seat(rest, "cannot")

    def _check_by_seat(self, rest: str, verb: str) -> None:
        by_seat = _BY_SEAT.match(plain(rest).replace(" :", ":"))
        if not by_seat:
            raise BadCase("say whose, like 'legal 1: flip' or 'illegal 1 flip: TR-19'.", self.line)
        self._check_ability(self._seat(by_seat[1]), verb, by_seat["rest"])

    # What was told

    def _check_told(self, rest: str, children: list[Line]) -> None:
        for eyes, facts, patterns in self._told_and_wanted(rest, children):
            for pattern in patterns:
                if not any(pattern.fits(fact) for fact in facts):
                    raise CaseFailed(f"not told '{pattern.text}'; {self._say_told(eyes, facts)}")

    def _check_not_told(self, rest: str, children: list[Line]) -> None:
        for eyes, facts, patterns in self._told_and_wanted(rest, children):
            for pattern in patterns:
                if any(pattern.fits(fact) for fact in facts):
                    raise CaseFailed(f"told '{pattern.text}'; {self._say_told(eyes, facts)}")

    def _check_facts(self, rest: str, children: list[Line]) -> None:
        for eyes, facts, patterns in self._told_and_wanted(rest, children):
            if len(facts) != len(patterns):
                raise CaseFailed(f"{len(facts)} facts, not {len(patterns)}; {self._say_told(eyes, facts)}")
            for place, (fact, pattern) in enumerate(zip(facts, patterns, strict=True), start=1):
                if not pattern.fits(fact):
                    text = f"fact {place} is '{fact.line()}', not '{pattern.text}'"
                    raise CaseFailed(f"{text}; {self._say_told(eyes, facts)}")

    def _told_and_wanted(
        self, rest: str, children: list[Line]
    ) -> list[tuple[int, list[Fact], list[FactPattern]]]:
        who, _, listed = rest.partition(":")
        texts = [text.strip() for text in [*listed.split(";"), *(plain(child.text) for child in children)]]
        kinds = self.game.fact_kinds
        patterns = [
            read_fact(kinds, text, self.line) for text in texts if text not in ("", "none", "nothing")
        ]
        if not any(texts):
            raise BadCase(
                f"say what was told, like 'told all: {kinds[0].name}', or 'facts all: none'.", self.line
            )
        return [(eyes, [tell(kinds, fact, eyes) for fact in self.told], patterns) for eyes in self._eyes(who)]

    def _say_told(self, eyes: int, facts: list[Fact]) -> str:
        name = {TRUTH: "truth", SPECTATOR: "the spectator"}.get(eyes, f"seat {eyes + 1}")
        return f"told to {name} was: {'; '.join(fact.line() for fact in facts) or 'nothing'}."

    # What eyes see, remember and reckon

    def _check_view(self, rest: str, children: list[Line]) -> None:
        for eyes, text in self._sights(rest, children):
            view = msgspec.to_builtins(self.game.view(self.state, eyes))
            if content := _CONTENT.match(text):
                part = follow(view, content[1], self.line)
                self._check_content("the view", ", ".join(leaves(part)), content[2], content[3])
            else:
                name, sign, wanted = self._split(text, "view 1: seats.1.hand_size = 7")
                part = follow(view, name, self.line)
                is_hidden = part is None and wanted == "hidden"
                self._check_same(name, wanted if is_hidden else say_part(part), sign, wanted)

    def _check_memory(self, rest: str, children: list[Line]) -> None:
        for eyes, text in self._sights(rest, children):
            memory = self.game.memory(self.state, eyes)
            if content := _CONTENT.match(text):
                self._check_content("the memory", self._look_up(memory, content[1]), content[2], content[3])
            else:
                name, sign, wanted = self._split(text, "memory 1: stock 2 = ?, ?, blue 7")
                self._check_same(name, self._look_up(memory, name), sign, wanted)

    def _check_odds(self, rest: str, children: list[Line]) -> None:
        for eyes, text in self._sights(rest, children):
            name, sign, value = self._split(text, "odds 1: hand 2 has blue 7 = 3/10")
            found = str(self._look_up(self.game.odds(self.state, eyes), name))
            wanted = read_number(value)
            if wanted is None:
                raise BadCase(f"'{value}' is no chance; write it like 3/10, 0.3 or 30%.", self.line)
            self._check_same(name, found, sign, str(wanted))

    def _sights(self, rest: str, children: list[Line]) -> list[tuple[int, str]]:
        who, _, text = rest.partition(":")
        texts = [text.strip()] if text.strip() else [plain(child.text) for child in children]
        if not texts or (text.strip() and children):
            raise BadCase(
                "say whose eyes and what they know, like 'view 2: seats.1.hand = hidden'.", self.line
            )
        return [(eyes, text) for eyes in self._eyes(who) for text in texts]

    def _split(self, text: str, example: str) -> tuple[str, str, str]:
        found = split_comparison(text)
        if found is None:
            raise BadCase(f"'{text}' compares nothing; write it like '{example}'.", self.line)
        return found

    def _look_up(self, table: Mapping[str, Any], name: str) -> Any:
        """An entry by its name; `seat 2 hand` and `hand of seat 2` are `hand 2`."""
        by_seat = _BY_SEAT.match(name)
        key = (
            f"{by_seat['rest']} {by_seat[1]}"
            if by_seat
            else name.replace("of seat ", "").replace("seat ", "")
        )
        if key not in table:
            start = key.split()[0] if key.split() else ""
            near = [known for known in table if known.split()[0] == start] or list(table)
            raise BadCase(f"there is no '{name}'; there is {', '.join(near[:4])} and so on.", self.line)
        return table[key]

    def _check_content(self, what: str, text: str, verb: str, wanted: str) -> None:
        is_in = re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", text) is not None
        if is_in != (verb == "contains"):
            raise CaseFailed(f"{what} {'contains' if is_in else 'lacks'} '{wanted}': {text}.")

    # Whys

    def _check_why(self, rest: str, children: list[Line]) -> None:
        subject, _, rules = rest.rpartition(":")
        found = _WHY.match(subject.strip())
        if not found or not rules.strip() or not (found[1] or found[3].strip()):
            raise BadCase("write 'why 1 flip: TR-19' or 'why score 1: TR-52'.", self.line)
        seat = self._seat(found[2])
        if found[1]:
            self._check_rules(self.game.why_score(self.state, seat), rules, "the score is by")
            return
        moves = self._read_moves(found[3])
        if self._why_not(seat, moves) is not None:
            raise CaseFailed(f"{self.game.say_line(moves)} is not legal.")
        state, place = follow_line(self.state, seat, moves)
        self._check_rules([self.game.why_legal(state, seat, moves[place])], rules, "allowed by")

    def _check_rules(self, reasons: list[Reason], text: str, verb: str) -> None:
        known = {rule for reason in reasons for rule in (reason.rule, *reason.also)}
        for number in split_rules(text):
            rule = self.game.rulebook.rule(number).number
            if rule not in known:
                sentences = " ".join(reason.sentence for reason in reasons)
                raise CaseFailed(f"{verb} {', '.join(sorted(known))}, not {rule}: {sentences}")

    # Measures

    def _compare(self, name: str, sign: str, wanted: str) -> None:
        self._check_same(name, self._measure(name), sign, wanted)

    def _holds(self, name: str, sign: str, wanted: str) -> bool:
        return holds(name, self._measure(name), sign, wanted, self.line)

    def _measure(self, name: str) -> str:
        label = _number_last(name)
        if label in MEASURES:
            return MEASURES[label](self)
        if label.startswith("ruling "):
            return str(self._look_up(self.setup.rulings, label.removeprefix("ruling ").replace(" ", "_")))
        if label.startswith("default "):
            seat = self._seat(label.removeprefix("default "))
            self._check_asked(seat)
            return self.game.say(self.state.default_move(seat))
        try:
            return self.game.measure(self.setup, self.state, label)
        except Unknown as error:
            known = "docs/how-to/write-a-case.md lists all steps and names"
            raise BadCase(f"{error} Nor is '{name}' a step; {known}.", self.line) from None

    def _say_asked(self) -> str:
        return self._say_seats(self.state.waiting)

    def _say_winners(self) -> str:
        return self._say_seats(self.state.winners()) if self.state.waiting == 0 else "nobody"

    def _say_over(self) -> str:
        return "no" if self.state.waiting else "yes"

    def _say_table(self) -> str:
        return str(self.setup.seats)

    def _check_same(self, name: str, found: str, sign: str, wanted: str) -> None:
        if not holds(name, found, sign, wanted, self.line):
            raise CaseFailed(f"{name} is {found}, not {'' if sign == '=' else sign + ' '}{wanted}.")

    # Seats and eyes

    def _seat(self, text: str) -> int:
        if text not in map(str, range(1, self.setup.seats + 1)):
            raise BadCase(f"there is no seat {text}; this table has 1 to {self.setup.seats}.", self.line)
        return int(text) - 1

    def _check_asked(self, seat: int) -> None:
        if not bits.has(self.state.waiting, seat):
            raise CaseFailed(f"seat {seat + 1} is not asked anything; asked: {self._say_asked()}.")

    def _eyes(self, text: str) -> list[int]:
        everybody = [*range(self.setup.seats), SPECTATOR]
        named = {"all": everybody, "spectator": [SPECTATOR], "truth": [TRUTH]}
        named |= {"everybody": everybody, "everyone": everybody, "": everybody}
        found: list[int] = []
        for name in split_list(text) or [""]:
            word = name.removeprefix("to ").removeprefix("seat ")
            if word not in named and not word.isdecimal():
                raise BadCase(f"'{name}' is no seat, nor all, spectator or truth.", self.line)
            found += named[word] if word in named else [self._seat(word)]
        return found

    def _say_seats(self, mask: int) -> str:
        return " ".join(str(seat + 1) for seat in bits.members(mask)) or "nobody"


def _number_last(name: str) -> str:
    """`hand 2`, which `seat 2 hand` and `hand of seat 2` say too."""
    by_seat = _BY_SEAT.match(name)
    return f"{by_seat['rest']} {by_seat[1]}" if by_seat else re.sub(r"\b(of )?seat (?=\d)", "", name)


KEYWORDS: dict[str, Callable[[Steps, str, list[Line]], None]] = {
    "told": Steps._check_told,
    "not told": Steps._check_not_told,
    "facts": Steps._check_facts,
    "view": Steps._check_view,
    "memory": Steps._check_memory,
    "odds": Steps._check_odds,
    "why": Steps._check_why,
    "legal": Steps._check_legal,
    "illegal": Steps._check_illegal_list,
    "play on": Steps._play_on,
    "moves": Steps._make_block,
}

MEASURES: dict[str, Callable[[Steps], str]] = {
    "asked": Steps._say_asked,
    "winners": Steps._say_winners,
    "over": Steps._say_over,
    "seats": Steps._say_table,
}
