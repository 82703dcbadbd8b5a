"""A game at the terminal from the deal to the scores: bots move, people choose, everything is saved."""

from rexarium.bots import seated
from rexarium.cli.dialogue import Dialogue, Outcome
from rexarium.cli.narration import Narrator, capital
from rexarium.cli.screen import Screen
from rexarium.cli.seating import USUAL_LEVEL, Seating, make_stand_in
from rexarium.cli.storage import Keeper
from rexarium.kernel.decision import Decision
from rexarium.kernel.errors import BotForfeit, CannotUndo
from rexarium.kernel.facts import SPECTATOR, TRUTH
from rexarium.kernel.game import winners
from rexarium.kernel.sentence import joined
from rexarium.match import Match

INTERRUPTED = 130


class Session:
    """A game at one keyboard; if several people have secrets, the screen is cleared before the next one looks."""

    def __init__(self, screen: Screen, match: Match, seating: Seating, keeper: Keeper) -> None:
        self._screen = screen
        self._match = match
        self._bots = dict(seating.bots)
        self._keeper = keeper
        self._narrator = Narrator(match.game, match.players)
        self._told = {eyes: self._last_question_to(eyes) for eyes in (*seating.people, SPECTATOR)}
        self._is_shared = len(seating.people) > 1 and match.game.has_secrets
        self._watcher = SPECTATOR if not seating.people else seating.people[0]
        self._viewer: int | None = (
            None if self._is_shared else self._watcher
        )  # the seat whose secrets the screen shows
        self._warned = ""

    def _last_question_to(self, seat: int) -> int:
        """The ply from which a seat gets news after the game is resumed; -1 if it has not moved yet."""
        lines = reversed(self._match.lines())
        return next((line[0].asked_at for line in lines if line[0].seat == seat), -1)

    def run(self) -> int:
        """Play to the end, or until somebody leaves; returns the exit code."""
        try:
            with seated(tuple(self._bots.values())):
                self._keep()
                self._play()
            return 0
        except EOFError:
            self._say_farewell()
            return 0
        except KeyboardInterrupt:
            self._screen.say()
            self._say_farewell()
            return INTERRUPTED

    def _play(self) -> None:
        while not self._match.is_over:
            seat = self._match.waiting()[0]
            if seat in self._bots:
                self._let_bot_move(seat)
            elif not self._ask_person(seat):
                self._say_farewell()
                return
            self._keep()
        self._say_result()

    def _let_bot_move(self, seat: int) -> None:
        decision = self._match.decision(seat)
        assert decision is not None, "a seat that owes a move is asked something"
        self._match.submit(seat, self._ask_bot(decision), decision.ply)
        if not self._is_shared:
            self._tell_news(self._watcher)

    def _ask_bot(self, decision: Decision) -> int:
        """The bot's answer; a program that has failed too often is replaced by one of our bots."""
        seat, match = decision.seat, self._match
        try:
            return self._bots[seat].choose(match.sight(seat), decision)
        except BotForfeit as forfeit:
            self._screen.say(f"{forfeit} A {USUAL_LEVEL} plays on in its place.", "bad")
            self._bots[seat] = make_stand_in(match.game, match.setup)
            match.players[seat] = self._bots[seat].name  # so that a saved game is resumed with it
            self._narrator = Narrator(match.game, match.players)
            return self._bots[seat].choose(match.sight(seat), decision)

    def _keep(self) -> None:
        self._keeper.keep(self._match)
        if self._keeper.trouble != self._warned and self._keeper.trouble:
            self._screen.say(f"{self._keeper.trouble} The game goes on, but is not saved.", "bad")
        self._warned = self._keeper.trouble

    # People

    def _ask_person(self, seat: int) -> bool:
        """Handle a person's decision; false if the person leaves."""
        if self._is_shared and self._viewer != seat:
            outcome = self._hand_over(seat)
            if outcome is not Outcome.MOVED:
                return outcome is Outcome.UNDONE
        self._viewer = seat if self._is_shared else self._watcher
        self._tell_news(self._viewer)
        outcome = Dialogue(self._screen, self._match, self._narrator, self._keeper, seat).settle()
        if outcome is Outcome.UNDONE:
            self._forget_undone()
        elif outcome is Outcome.MOVED and not self._is_shared:
            self._tell_news(self._watcher)
        return outcome is not Outcome.LEFT

    def _hand_over(self, seat: int) -> Outcome:
        """Hide what the last person saw, and wait for the next one."""
        before, self._viewer = self._viewer, None
        name = self._narrator.labels[seat]
        who = f"Seat {seat + 1}" if name == f"player {seat + 1}" else f"Seat {seat + 1}, {name}"
        self._screen.clear()
        while True:
            self._screen.say(f"{who}: press Enter when only you are looking.", "bold")
            answer = self._screen.ask("> ").lower()
            if answer in ("quit", "q"):
                return Outcome.LEFT
            if answer == "undo" and before is not None:
                try:
                    self._match.undo(before)
                except CannotUndo as error:
                    self._screen.say(self._narrator.name_seats(str(error)), "bad")
                    continue
                self._forget_undone()
                return Outcome.UNDONE
            if not answer:
                return Outcome.MOVED
            self._screen.say(
                "Press Enter without typing anything. Type 'undo' to take back the last person's move, or 'quit' to leave.",
                "dim",
            )

    def _tell_news(self, eyes: int) -> None:
        """Tell these eyes what they have not been told yet, one paragraph for each move."""
        since = self._told[eyes]
        news = [self._match.opening] if since < 0 else []
        for line in self._match.lines(max(since, 0)):
            news.append(tuple(fact for ply in line for fact in ply.facts))
        for facts in news:
            if told := self._narrator.tell(facts, eyes):
                self._screen.say(told, hang=2)
        self._told[eyes] = self._match.ply

    def _forget_undone(self) -> None:
        self._told = {eyes: min(ply, self._match.ply) for eyes, ply in self._told.items()}

    # The end

    def _say_farewell(self) -> None:
        self._viewer = None
        if self._is_shared:
            self._screen.clear()
        if self._keeper.trouble:
            self._screen.say(f"{self._keeper.trouble} This game is not saved.", "bad")
            return
        self._screen.say_whole(f"The game is saved in {self._keeper.path}")
        self._screen.say("Continue with:")
        self._screen.say_whole(self._keeper.how_to_resume(), "bold", indent=2)

    def _say_result(self) -> None:
        match, screen = self._match, self._screen
        if self._is_shared:
            screen.clear()
            facts = [fact for ply in match.lines()[-1] for fact in ply.facts]
            screen.say(self._narrator.tell(facts, TRUTH), hang=2)
        screen.say()
        state = match.state()
        view = match.game.view(state, TRUTH)
        screen.draw(match.game.picture(view, screen.picture_width, self._narrator.labels))
        screen.say()
        for seat, label in enumerate(self._narrator.labels):
            reasons = self._narrator.reasons(match.game.why_score(state, seat))
            screen.say(f"{capital(label)}: {reasons}", hang=2)
        best = [self._narrator.labels[seat] for seat in winners(state)]
        won = f"{best[0]} wins." if len(best) == 1 else f"{joined(best)} share the win."
        screen.say()
        screen.say(capital(won), "good")
        if not self._keeper.trouble:
            screen.say_whole(f"The record is in {self._keeper.path}", "dim")
