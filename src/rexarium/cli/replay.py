"""`rexarium replay`: show a record move by move, through any pair of eyes."""

import argparse
import re
from collections.abc import Sequence

from rexarium.analysis import find_steps
from rexarium.cli.narration import Narrator, capital
from rexarium.cli.screen import Screen
from rexarium.cli.storage import load_record
from rexarium.kernel.errors import BadSetup, Unknown
from rexarium.kernel.facts import SPECTATOR, TRUTH
from rexarium.kernel.game import winners
from rexarium.kernel.phrases import number_in
from rexarium.kernel.sentence import joined
from rexarium.match import Ending, Match, Note

_SEAT = re.compile(r"(?:seat\s*)?([1-9])")
_NAMED = re.compile(r"\bseat [1-9] \(| said “")  # changes of players, and chat


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `rexarium replay`."""
    parser.add_argument("file", metavar="FILE", help="a record")
    parser.add_argument(
        "--eyes",
        default="truth",
        metavar="EYES",
        help="truth (the default), spectator, or seat N",
    )
    parser.add_argument("--from", dest="start", type=int, default=0, metavar="PLY", help="start at this move")
    parser.add_argument("--pictures", action="store_true", help="draw the table after every move")
    parser.add_argument(
        "--step", action="store_true", help="step through one move at a time, forwards and backwards"
    )


def join_eyes(words: Sequence[str]) -> list[str]:
    """Join `--eyes seat 2` into one option and one value, with or without quotes."""
    found = list(words)
    for at in range(len(found) - 2, 0, -1):
        if found[at - 1 : at + 1] == ["--eyes", "seat"]:
            found[at : at + 2] = [f"seat {found[at + 1]}"]
    return found


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Read and check the whole record before anything is shown."""
    record = load_record(args.file)
    match = record.match
    eyes = _read_eyes(args.eyes, match.setup.seats)
    if not 0 <= args.start <= match.ply:
        raise BadSetup(f"{args.file} has the plies 0 to {match.ply}, not {args.start}.")
    replay = Replay(screen, match, eyes, record.notes, record.ending)
    if args.step:
        replay.step(args.start)
    else:
        replay.show_all(args.start, args.pictures)
    return 0


def _read_eyes(text: str, seats: int) -> int:
    name = text.strip().lower()
    if name in ("truth", "spectator"):
        return TRUTH if name == "truth" else SPECTATOR
    found = _SEAT.fullmatch(name)
    if not found or int(found[1]) > seats:
        raise BadSetup(f"Eyes are truth, spectator or seat 1 to {seats}, not '{text}'.")
    return int(found[1]) - 1


class Replay:
    """Shows a match again; what is hidden from the eyes stays hidden, even after the end."""

    def __init__(
        self,
        screen: Screen,
        match: Match,
        eyes: int,
        notes: Sequence[Note] = (),
        ending: Ending | None = None,
    ) -> None:
        """`notes` and `ending` are what the table added to the record."""
        self._screen = screen
        self._match = match
        self._eyes = eyes
        self._notes = notes
        self._ending = ending
        self._narrator = Narrator(match.game, match.players)
        self._stops = find_steps(match)
        self._at = match.fork(0)

    def show_all(self, start: int, has_pictures: bool) -> None:
        """Show every move from the given ply on."""
        say_head(self._screen, self._match)
        for place in range(self._place_of(start), len(self._stops)):
            self._show(place)
            if has_pictures:
                self._draw()
        say_end(self._screen, self._narrator, self._match, self._ending)

    def step(self, start: int) -> None:
        """Step forwards and backwards on request."""
        say_head(self._screen, self._match)
        place: int | None = self._place_of(start)
        while place is not None:
            self._show(place)
            self._draw()
            if place == len(self._stops) - 1:
                say_end(self._screen, self._narrator, self._match, self._ending)
            try:
                place = self._ask(place)
            except EOFError:
                return

    def _place_of(self, ply: int) -> int:
        """The first stop that is not before the ply."""
        return next(place for place, stop in enumerate(self._stops) if stop >= ply)

    def _ask(self, place: int) -> int | None:
        """Ask for the stop to show next; None to leave."""
        prompt = f"{self._stops[place]} of {self._match.ply}; Enter on, b back, g N go to, q quit> "
        while True:
            answer = self._screen.ask(prompt).lower()
            if answer in ("q", "quit"):
                return None
            try:
                return self._read_step(answer, place)
            except Unknown as error:
                self._screen.say(str(error), "bad")

    def _read_step(self, answer: str, place: int) -> int:
        word, _, number = answer.partition(" ")
        if answer in ("", "n"):
            if place == len(self._stops) - 1:
                raise Unknown("This is the end of the record.")
            return place + 1
        if answer == "b":
            if place == 0:
                raise Unknown("This is the beginning of the record.")
            return place - 1
        ply = number_in(number)
        if word == "g" and ply is not None and ply <= self._match.ply:
            return self._place_of(ply)
        raise Unknown(f"Type Enter, b, q, or g and a number from 0 to {self._match.ply}.")

    # Words

    def _show(self, place: int) -> None:
        """Go to a stop, and tell the moves that lead there from the previous one, with their facts."""
        before, stop = self._stops[max(0, place - 1)], self._stops[place]
        if stop < self._at.ply:
            self._at = self._match.fork(before)
        for old in self._match.plies[self._at.ply : stop]:
            self._at.submit(old.seat, old.move)
        if stop == 0:
            self._screen.say(f"{0:>4} {self._narrator.tell(self._match.opening, self._eyes)}", hang=5)
        number = before
        for line in self._match.lines(before, stop):
            number += len(line)
            who = self._narrator.labels[line[0].seat]
            self._screen.say(f"{number:>4} {who}: {self._match.say_line(line)}", "bold", hang=5)
            if told := self._narrator.tell([fact for ply in line for fact in ply.facts], self._eyes):
                self._screen.say(told, indent=5)
        for note in self._notes:
            at = min(note.ply, self._match.ply)  # moves that were taken back may have gone further
            if at == stop or before < at < stop:
                has_names = _NAMED.search(note.words)
                words = note.words if has_names else self._narrator.name_seats(note.words)
                self._screen.say(words, "dim", indent=5)

    def _draw(self) -> None:
        game = self._match.game
        view = game.view(self._at.state(), self._eyes)
        self._screen.say()
        self._screen.draw(game.picture(view, self._screen.picture_width, self._narrator.labels))
        self._screen.say()


def say_head(screen: Screen, match: Match) -> None:
    """Say what was played, and by whom."""
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(match.players, start=1))
    title, box = match.game.title, match.setup.edition.title
    head = box if box.startswith(title) else f"{title}, {box}"
    screen.say(f"{head}; {match.ply} moves", "title", hang=2)
    screen.say(f"Seats: {seats}", "dim", hang=2)


def say_end(screen: Screen, narrator: Narrator, match: Match, ending: Ending | None) -> None:
    """Say how it ended, and who won."""
    if ending:
        how = narrator.name_seats(ending.words)
        screen.say(f"The game was ended at the table after {match.ply} moves: {how}.")
        _say_winners(screen, narrator, ending.winners)
    elif match.is_over:
        state = match.state()
        scores = [f"{label} {state.score(seat)}" for seat, label in enumerate(narrator.labels)]
        screen.say(f"Points: {', '.join(scores)}.")
        _say_winners(screen, narrator, winners(state))
    else:
        screen.say(f"The record ends here, unfinished, after {match.ply} moves.", "dim")


def _say_winners(screen: Screen, narrator: Narrator, seats: Sequence[int]) -> None:
    names = [narrator.labels[seat] for seat in seats]
    verb = "wins" if len(names) == 1 else "share the win"
    screen.say(f"{capital(joined(names))} {verb}." if names else "Nobody wins.", "good")
