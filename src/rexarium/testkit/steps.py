"""The steps of a case: moves, and what must hold. `docs/how-to/write-a-case.md` describes them all."""

import re
from collections.abc import Callable

import msgspec

from rexarium.kernel import bits, dice
from rexarium.kernel.errors import BadCase
from rexarium.kernel.facts import SPECTATOR, TRUTH, Fact, tell
from rexarium.kernel.lines import follow as follow_line
from rexarium.kernel.lines import legal_lines
from rexarium.kernel.outline import Line
from rexarium.kernel.phrases import plain
from rexarium.testkit.likeness import read_number, split_comparison, split_list
from rexarium.testkit.paths import follow, leaves, say_part
from rexarium.testkit.patterns import FactPattern, read_fact
from rexarium.testkit.trial import BY_SEAT, CaseFailed, Trial

_ABILITY = re.compile(r"^(cannot|can only|can)\b[\s:]*(.*)$")
_IN_BRACKETS = re.compile(r"\s*\(([^)]*)\)$")
_TIME_OUT = ("times out", "time out", "timeout")
_CONTENT = re.compile(r"^(.*?)\s*\b(contains|lacks)\s+(.+)$")
_PLAY_ON = re.compile(r"^(?:seed (\d{1,20}))?\s*(?:until (.+))?$")
_WHY = re.compile(r"^(?:(score) )?(?:seat )?(\d{1,3})(?: ?[:,])?(.*)$")
_WITH_LINES = ("told", "not told", "facts", "view", "memory", "odds", "moves")


def run(trial: Trial, step: Line) -> None:
    """Carry out or check one step."""
    trial.line = step.number
    text = plain(step.text)
    word = next((word for word in KEYWORDS if re.match(rf"{word}\b", text)), "")
    if step.children and word not in _WITH_LINES:
        raise BadCase(f"'{step.text}' is no head, and no step with lines below it.", step.children[0].number)
    if word:
        KEYWORDS[word](trial, text.removeprefix(word).strip(), step.children)
    elif (by_seat := BY_SEAT.match(text)) and not re.search(r"[=<>]", text):
        _run_by_seat(trial, trial.seat(by_seat[1]), by_seat["rest"], text)
    elif (content := _CONTENT.match(text)) and content[1]:
        trial.check_content(content[1], trial.measure(content[1]), content[2], content[3])
    elif comparison := split_comparison(text):
        _compare(trial, *comparison)
    else:
        raise BadCase(f"'{step.text}' is no step that a case can take.", step.number)


def _run_by_seat(trial: Trial, seat: int, rest: str, text: str) -> None:
    if ability := _ABILITY.match(rest):
        _check_ability(trial, seat, ability[1], ability[2])
    else:
        _make_all(trial, text.split(";"))


# Moves


def _make_all(trial: Trial, texts: list[str]) -> None:
    for text in texts:
        by_seat = BY_SEAT.match(text.strip())
        if not by_seat:
            raise BadCase(
                f"a move is written like '1 {trial.game.say(0)}', not '{text.strip()}'.", trial.line
            )
        seat, rest = trial.seat(by_seat[1]), by_seat["rest"]
        if rest in _TIME_OUT:
            trial.check_asked(seat)
            trial.make(seat, [trial.state.default_move(seat)])
        else:
            trial.make(seat, trial.read_moves(rest))


def _make_block(trial: Trial, rest: str, children: list[Line]) -> None:
    texts = [text for text in rest.lstrip(": ").split(";") if text.strip()]
    for child in children:
        texts += plain(child.text).split(";")
    _make_all(trial, texts)


def _play_on(trial: Trial, rest: str, children: list[Line]) -> None:
    """Make random legal moves to the end of the game, or until something holds."""
    found = _PLAY_ON.match(rest.lstrip(": "))
    goal = split_comparison(found[2]) if found and found[2] else None
    if not found or (found[2] and not goal):
        raise BadCase("write 'play on: seed 3' or 'play on: seed 3 until round = 2'.", trial.line)
    seed, plies = int(found[1] or 1) & dice.WORD, 0
    while trial.state.waiting and not (goal and trial.holds(*goal)):
        seat = bits.lowest(trial.state.waiting)
        moves = trial.state.moves(seat)
        seed = dice.advance(seed)
        trial.make(seat, [moves[dice.below(seed, len(moves))]])
        plies += 1
        if plies > trial.game.ply_bound:
            raise CaseFailed("the game does not come to an end.")
    if goal and not trial.holds(*goal):
        raise CaseFailed(f"the game ended before {found[2]}.")


# What seats can do


def _check_ability(trial: Trial, seat: int, verb: str, rest: str) -> None:
    text, _, rule = _IN_BRACKETS.sub(r": \1", rest).partition(":")
    if not text.strip():
        raise BadCase("say which moves, like '1 can only: take green, take red'.", trial.line)
    wanted = [trial.read_moves(item) for item in split_list(text) if item not in ("nothing", "none")]
    if verb == "cannot":
        for moves in wanted:
            _check_illegal(trial, seat, moves, rule)
        return
    if rule:
        raise BadCase("a rule stands behind 'cannot' only; for a legal move write 'why'.", trial.line)
    say_line = trial.game.say_line
    legal = legal_lines(trial.game, trial.state, seat)
    missing = [say_line(moves) for moves in wanted if trial.why_not(seat, moves) is not None]
    extra = [say_line(line) for line in legal if not any(line[: len(moves)] == moves for moves in wanted)]
    if missing:
        there = ", ".join(say_line(line) for line in legal) or "nothing"
        raise CaseFailed(f"not legal: {', '.join(missing)}; legal is {there}.")
    if extra and (verb == "can only" or not wanted):
        raise CaseFailed(f"legal too: {', '.join(extra)}.")


def _check_illegal(trial: Trial, seat: int, moves: list[int], rule: str) -> None:
    reason = trial.why_not(seat, moves)
    if reason is None:
        raise CaseFailed(f"{trial.game.say_line(moves)} is legal.")
    trial.check_rules([reason], rule, "forbidden by")


def _check_legal(trial: Trial, rest: str, children: list[Line]) -> None:
    is_only = re.search(r"\bonly\b", rest)
    _check_by_seat(trial, re.sub(r"\bonly\b", "", rest), "can only" if is_only else "can")


def _check_illegal_list(trial: Trial, rest: str, children: list[Line]) -> None:
    _check_by_seat(trial, rest, "cannot")


def _check_by_seat(trial: Trial, rest: str, verb: str) -> None:
    by_seat = BY_SEAT.match(plain(rest).replace(" :", ":"))
    if not by_seat:
        raise BadCase("say whose, like 'legal 1: flip' or 'illegal 1 flip: TR-19'.", trial.line)
    _check_ability(trial, trial.seat(by_seat[1]), verb, by_seat["rest"])


# What was told


def _check_told(trial: Trial, rest: str, children: list[Line]) -> None:
    for eyes, facts, patterns in _told_and_wanted(trial, rest, children):
        for pattern in patterns:
            if not any(pattern.fits(fact) for fact in facts):
                raise CaseFailed(f"not told '{pattern.text}'; {_say_told(eyes, facts)}")


def _check_not_told(trial: Trial, rest: str, children: list[Line]) -> None:
    for eyes, facts, patterns in _told_and_wanted(trial, rest, children):
        for pattern in patterns:
            if any(pattern.fits(fact) for fact in facts):
                raise CaseFailed(f"told '{pattern.text}'; {_say_told(eyes, facts)}")


def _check_facts(trial: Trial, rest: str, children: list[Line]) -> None:
    for eyes, facts, patterns in _told_and_wanted(trial, rest, children):
        if len(facts) != len(patterns):
            raise CaseFailed(f"{len(facts)} facts, not {len(patterns)}; {_say_told(eyes, facts)}")
        for place, (fact, pattern) in enumerate(zip(facts, patterns, strict=True), start=1):
            if not pattern.fits(fact):
                text = f"fact {place} is '{fact.line()}', not '{pattern.text}'"
                raise CaseFailed(f"{text}; {_say_told(eyes, facts)}")


def _told_and_wanted(
    trial: Trial, rest: str, children: list[Line]
) -> list[tuple[int, list[Fact], list[FactPattern]]]:
    who, _, listed = rest.partition(":")
    texts = [text.strip() for text in [*listed.split(";"), *(plain(child.text) for child in children)]]
    kinds = trial.game.fact_kinds
    patterns = [read_fact(kinds, text, trial.line) for text in texts if text not in ("", "none", "nothing")]
    if not any(texts):
        raise BadCase(
            f"say what was told, like 'told all: {kinds[0].name}', or 'facts all: none'.", trial.line
        )
    return [(eyes, [tell(kinds, fact, eyes) for fact in trial.told], patterns) for eyes in trial.eyes(who)]


def _say_told(eyes: int, facts: list[Fact]) -> str:
    name = {TRUTH: "truth", SPECTATOR: "the spectator"}.get(eyes, f"seat {eyes + 1}")
    return f"told to {name} was: {'; '.join(fact.line() for fact in facts) or 'nothing'}."


# What eyes see, remember and work out


def _check_view(trial: Trial, rest: str, children: list[Line]) -> None:
    for eyes, text in _sights(trial, rest, children):
        view = msgspec.to_builtins(trial.game.view(trial.state, eyes))
        if content := _CONTENT.match(text):
            part = follow(view, content[1], trial.line)
            trial.check_content("the view", ", ".join(leaves(part)), content[2], content[3])
        else:
            name, sign, wanted = _split(trial, text, "view 1: seats.1.hand_size = 7")
            part = follow(view, name, trial.line)
            is_hidden = part is None and wanted == "hidden"
            trial.check_same(name, wanted if is_hidden else say_part(part), sign, wanted)


def _check_memory(trial: Trial, rest: str, children: list[Line]) -> None:
    for eyes, text in _sights(trial, rest, children):
        memory = trial.game.memory(trial.state, eyes)
        if content := _CONTENT.match(text):
            trial.check_content("the memory", trial.look_up(memory, content[1]), content[2], content[3])
        else:
            name, sign, wanted = _split(trial, text, "memory 1: stock 2 = ?, ?, blue 7")
            trial.check_same(name, trial.look_up(memory, name), sign, wanted)


def _check_odds(trial: Trial, rest: str, children: list[Line]) -> None:
    for eyes, text in _sights(trial, rest, children):
        name, sign, value = _split(trial, text, "odds 1: hand 2 has blue 7 = 3/10")
        found = str(trial.look_up(trial.game.odds(trial.state, eyes), name))
        wanted = read_number(value)
        if wanted is None:
            raise BadCase(f"'{value}' is no chance; write it like 3/10, 0.3 or 30%.", trial.line)
        trial.check_same(name, found, sign, str(wanted))


def _sights(trial: Trial, rest: str, children: list[Line]) -> list[tuple[int, str]]:
    who, _, text = rest.partition(":")
    texts = [text.strip()] if text.strip() else [plain(child.text) for child in children]
    if not texts or (text.strip() and children):
        raise BadCase("say whose eyes and what they know, like 'view 2: seats.1.hand = hidden'.", trial.line)
    return [(eyes, text) for eyes in trial.eyes(who) for text in texts]


def _split(trial: Trial, text: str, example: str) -> tuple[str, str, str]:
    found = split_comparison(text)
    if found is None:
        raise BadCase(f"'{text}' compares nothing; write it like '{example}'.", trial.line)
    return found


# Reasons


def _check_why(trial: Trial, rest: str, children: list[Line]) -> None:
    subject, _, rules = rest.rpartition(":")
    found = _WHY.match(subject.strip())
    if not found or not rules.strip() or not (found[1] or found[3].strip()):
        raise BadCase("write 'why 1 flip: TR-19' or 'why score 1: TR-52'.", trial.line)
    seat = trial.seat(found[2])
    if found[1]:
        trial.check_rules(trial.game.why_score(trial.state, seat), rules, "the score is by")
        return
    moves = trial.read_moves(found[3])
    if trial.why_not(seat, moves) is not None:
        raise CaseFailed(f"{trial.game.say_line(moves)} is not legal.")
    state, place = follow_line(trial.state, seat, moves)
    trial.check_rules([trial.game.why_legal(state, seat, moves[place])], rules, "allowed by")


def _compare(trial: Trial, name: str, sign: str, wanted: str) -> None:
    trial.check_same(name, trial.measure(name), sign, wanted)


KEYWORDS: dict[str, Callable[[Trial, str, list[Line]], None]] = {
    "told": _check_told,
    "not told": _check_not_told,
    "facts": _check_facts,
    "view": _check_view,
    "memory": _check_memory,
    "odds": _check_odds,
    "why": _check_why,
    "legal": _check_legal,
    "illegal": _check_illegal_list,
    "play on": _play_on,
    "moves": _make_block,
}
