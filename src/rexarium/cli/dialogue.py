"""The dialogue for one person's decision, from the question to the move."""

import secrets
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from pathlib import Path

from rexarium.bots import LEVELS, Thinker, thought_of
from rexarium.cli.narration import Narrator
from rexarium.cli.rules import say_rule
from rexarium.cli.screen import Screen
from rexarium.cli.storage import Keeper
from rexarium.kernel.decision import Decision
from rexarium.kernel.errors import RexariumError, Unknown, UnreadableMove
from rexarium.kernel.lines import follow, legal_lines
from rexarium.kernel.phrases import number_in
from rexarium.match import Match

LONGEST_LINE = 500
MOST_HINTS = 5


class Outcome(Enum):
    """How a dialogue ended."""

    MOVED = "a move was made"
    UNDONE = "moves were taken back"
    LEFT = "the person leaves"


class Dialogue:
    """Shows one seat the game through its own eyes, and answers commands until it moves."""

    def __init__(self, screen: Screen, match: Match, narrator: Narrator, keeper: Keeper, seat: int) -> None:
        self._screen = screen
        self._match = match
        self._game = match.game
        self._narrator = narrator
        self._keeper = keeper
        self._seat = seat
        decision = match.decision(seat)
        assert decision is not None, "a seat that owes a move is asked something"
        self._decision: Decision = decision

    def settle(self) -> Outcome:
        """Ask until the person moves or leaves."""
        self._show_table("")
        while True:
            line = self._screen.ask(f"{self._narrator.labels[self._seat]}> ")
            try:
                outcome = self._answer(line)
            except UnreadableMove as error:  # it shows how to write one, with seats and not with names
                self._screen.say(str(error), "bad")
            except RexariumError as error:
                self._screen.say(self._narrator.name_seats(str(error)), "bad")
            except OSError as error:
                self._screen.say(f"That does not work: {error.strerror}.", "bad")
            else:
                if outcome is not None:
                    return outcome

    def _answer(self, line: str) -> Outcome | None:
        if len(line) > LONGEST_LINE:
            raise Unknown("That line is too long.")
        word, _, rest = line.partition(" ")
        command = COMMANDS.get(word.lower())
        if command is not None:
            return command(self, rest)
        return self._move(line)

    def _move(self, line: str) -> Outcome | None:
        choices = self._decision.choices
        if not line and len(choices) > 1:
            raise Unknown("Type a move or its number. Type 'help' for everything else you can do.")
        move: int | str = line
        if not line:
            move = choices[0].move
        elif line.isdecimal() and line.isascii():
            number = number_in(line)
            if number is None or not 1 <= number <= len(choices):
                raise Unknown(f"The moves are numbered from 1 to {len(choices)}.")
            move = choices[number - 1].move
        self._match.submit(self._seat, move, self._decision.ply)
        return Outcome.MOVED

    # Commands

    def _show_table(self, _rest: str) -> None:
        screen = self._screen
        view = self._game.view(self._match.state(), self._seat)
        screen.say()
        screen.draw(self._game.picture(view, screen.picture_width, self._narrator.labels))
        screen.say()
        choices = [self._narrator.gloss(choice.text) for choice in self._decision.choices]
        hint = " (Enter does it)" if len(choices) == 1 else ""
        screen.say(self._decision.question + hint, "bold")
        room = len(str(len(choices)))
        screen.columns([f"{number:>{room}} {text}" for number, text in enumerate(choices, start=1)])

    def _show_help(self, _rest: str) -> None:
        self._screen.say("Type a move as it is listed, or its number.")
        lines = legal_lines(self._game, self._match.state(), self._seat)
        if example := next((line for line in lines if len(line) > 1), None):
            words = self._game.say_line(example)
            self._screen.say(f"You can type several moves in one line, like '{words}'.")
        self._screen.say("You can also type:")
        for usage, text in HELP:
            self._screen.say(f"{usage:<16} {text}", indent=2, hang=17)

    def _say_why(self, rest: str) -> None:
        first, _, more = rest.partition(" ")
        if not rest:
            self._say_why_all()
        elif first.lower() == "score":
            self._say_why_score(more)
        else:
            self._say_why_move(more if first.lower() == "not" else rest)

    def _say_why_all(self) -> None:
        self._screen.say(self._decision.question, "bold")
        state = self._match.state()
        for choice in self._decision.choices:
            reason = self._game.why_legal(state, self._seat, choice.move)
            move = self._narrator.gloss(choice.text)
            self._screen.say(f"{move}: {self._narrator.reasons([reason])}", indent=2, hang=2)

    def _say_why_move(self, text: str) -> None:
        moves = self._game.read_line(text)
        state, place = follow(self._match.state(), self._seat, moves)
        reason = self._game.why_illegal(state, self._seat, moves[place])
        verdict = "legal" if reason is None else "not legal"
        self._screen.say(f"{self._game.say_line(moves)} is {verdict}.", "bold")
        reason = reason or self._game.why_legal(state, self._seat, moves[place])
        self._screen.say(self._narrator.cite(reason), indent=2)

    def _say_why_score(self, text: str) -> None:
        seats = self._match.setup.seats
        number = number_in(text) if text else self._seat + 1
        if number is None or not 1 <= number <= seats:
            raise Unknown(f"Type 'why score' or 'why score N' with a seat from 1 to {seats}.")
        seat = number - 1
        reasons = self._game.why_score(self._match.state(), seat)
        self._screen.say(self._narrator.reasons(reasons), indent=2)

    def _show_rules(self, rest: str) -> None:
        if not rest:
            raise Unknown("Type the number of a rule, as in the answers to 'why'.")
        for number in rest.split():
            say_rule(self._screen, self._game.rulebook.rule(number))

    def _show_memory(self, _rest: str) -> None:
        """Show what a perfect memory knows: hands, piles and so on."""
        for name, text in self._game.memory(self._match.state(), self._seat).items():
            self._screen.say(f"{name:<10} {text}", indent=2, hang=11)

    def _show_odds(self, rest: str) -> None:
        words = rest.lower().split()
        odds = self._game.odds(self._match.state(), self._seat)
        asked = {name: chance for name, chance in odds.items() if _says(name, words)}
        if not asked:
            raise Unknown(f"Nothing is known about '{rest}'. Type 'odds' to see all.")
        if words:
            for name, chance in asked.items():
                self._screen.say(f"{name}: {say_chance(chance)}", indent=2)
            return
        self._say_odds(asked)

    def _say_odds(self, odds: dict[str, Fraction]) -> None:
        """Show the odds for each place, the likeliest first."""
        for (place, chance), things in _grouped(odds).items():
            each = "each with" if len(things) > 1 else "with"
            self._screen.say(f"{place}, {each} {say_chance(chance)}: {', '.join(things)}", indent=2, hang=2)

    def _show_hint(self, _rest: str) -> None:
        """Show what the strongest bot thinks of the moves, knowing only what this seat knows."""
        seat, match = self._seat, self._match
        world = match.sight(seat).imagine(secrets.randbits(64))
        thinker = Thinker(thought_of(LEVELS[-1], self._game))
        prospects = thinker.ponder(world, seat, secrets.randbits(64))
        texts = {choice.move: choice.text for choice in self._decision.choices}
        best = sorted(prospects, key=lambda prospect: -prospect.chance)[:MOST_HINTS]
        for prospect in best:
            chance = f"{prospect.chance:.0%} ± {prospect.error:.1%}"
            reason = self._narrator.name_seats(self._game.hint(world, seat, prospect.move))
            self._screen.say(f"{texts[prospect.move]}: {chance}. {reason}", indent=2, hang=2)
        self._screen.say(
            f"Chances to win, as the {LEVELS[-1]} sees them from your seat; it may be wrong.", "dim"
        )

    def _show_what_may_come(self, _rest: str) -> None:
        """Show the odds of what is drawn or turned up next."""
        odds = self._game.odds(self._match.state(), self._seat)
        coming = {name: chance for name, chance in odds.items() if name.startswith("next ")}
        if not coming:
            raise Unknown("Nothing hidden is drawn next. Type 'odds' to see what may be where.")
        self._say_odds(coming)

    def _show_log(self, rest: str) -> None:
        lines = self._match.lines()
        wanted = len(lines) if rest == "all" else number_in(rest or "20")
        if wanted is None:
            raise Unknown("Type 'log', 'log 50' or 'log all'.")
        since = max(0, len(lines) - wanted)
        if since == 0:
            self._screen.say(f"{0:>4} {self._narrator.tell(self._match.opening, self._seat)}", hang=5)
        number = sum(map(len, lines[:since]))
        for line in lines[since:]:
            number += len(line)
            facts = [fact for ply in line for fact in ply.facts]
            self._screen.say(f"{number:>4} {self._narrator.tell(facts, self._seat)}", hang=5)

    def _undo(self, _rest: str) -> Outcome:
        before = len(self._match.lines())
        self._match.undo(self._seat)
        gone = before - len(self._match.lines())
        self._screen.say(
            "Your last move is taken back." if gone <= 1 else f"{gone} moves are taken back.", "good"
        )
        return Outcome.UNDONE

    def _save(self, rest: str) -> None:
        if not rest:
            raise Unknown("Type 'save' and the name of a file.")
        self._keeper.keep_copy(Path(rest).expanduser(), self._match)
        self._screen.say(f"Saved as {rest}.", "good")

    def _leave(self, _rest: str) -> Outcome:
        return Outcome.LEFT


def _says(name: str, words: list[str]) -> bool:
    """True if the name contains the words in this order."""
    rest = iter(name.lower().split())
    return all(word in rest for word in words)


def say_chance(chance: Fraction) -> str:
    """A chance as an exact fraction and a rounded percentage."""
    if chance in (0, 1):
        return "certain" if chance else "impossible"
    return f"{chance} ({float(chance):.1%})"


def _grouped(odds: dict[str, Fraction]) -> dict[tuple[str, Fraction], list[str]]:
    """Everything that is neither certain nor impossible, by place and chance; for each place the likeliest first."""
    found: dict[tuple[str, Fraction], list[str]] = {}
    for name, chance in odds.items():
        if chance in (0, 1):
            continue
        for verb in (" has ", " is "):
            if verb in name:
                place, _, thing = name.partition(verb)
                found.setdefault((place + verb.rstrip(), chance), []).append(thing)
                break
        else:
            found.setdefault((name, chance), []).append("yes")
    places = list(dict.fromkeys(place for place, _ in found))
    return dict(sorted(found.items(), key=lambda entry: (places.index(entry[0][0]), -entry[0][1])))


HELP = (
    ("view", "see the table again"),
    ("why", "why each of these moves is legal"),
    ("why [not] MOVE", "why one move is legal, or is not, with rule and source"),
    ("why score [N]", "where the points of seat N, or yours, come from"),
    ("rules NUMBER", "a rule in full"),
    ("memory", "what a perfect memory in your place knows"),
    ("odds [WORDS]", "what may be where, exactly; WORDS narrow it down"),
    ("what may come", "the same for the cards that are drawn next"),
    ("hint", "the best moves, as the strongest bot sees them from your seat"),
    ("log [N|all]", "what has happened in the last N moves"),
    ("undo", "take back your last move, if you have learnt nothing since"),
    ("save FILE", "save the game so far in another file"),
    ("quit", "leave; the game is saved and can be resumed"),
)

COMMANDS: dict[str, Callable[[Dialogue, str], Outcome | None]] = {
    "view": Dialogue._show_table,
    "help": Dialogue._show_help,
    "?": Dialogue._show_help,
    "why": Dialogue._say_why,
    "rules": Dialogue._show_rules,
    "rule": Dialogue._show_rules,
    "memory": Dialogue._show_memory,
    "odds": Dialogue._show_odds,
    "what": Dialogue._show_what_may_come,
    "hint": Dialogue._show_hint,
    "log": Dialogue._show_log,
    "undo": Dialogue._undo,
    "save": Dialogue._save,
    "quit": Dialogue._leave,
    "q": Dialogue._leave,
}
