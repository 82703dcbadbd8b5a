"""A session of a game that the command line does not know: two seats choose at once, hidden."""

import io
from types import SimpleNamespace
from typing import Any

import pytest

from rexarium.bots import RandomBot
from rexarium.cli.replay import Replay
from rexarium.cli.screen import Screen
from rexarium.cli.seating import Seating
from rexarium.cli.session import Session
from rexarium.kernel.decision import Choice, Decision
from rexarium.kernel.errors import UnreadableMove
from rexarium.kernel.facts import SPECTATOR, Argument, FactKind, Secrecy
from rexarium.kernel.game import Span
from rexarium.match import Match

WORDS = ("low", "high")


class PairState:
    """Each of two seats owes a choice; the second one reveals both."""

    def __init__(self) -> None:
        self.seats = 2
        self.waiting = 0b11
        self.committed = 0
        self.legal = [0b11, 0b11]
        self.chosen: list[int | None] = [None, None]
        self.facts: list[tuple[int, int, int, int]] = []

    def copy(self) -> "PairState":
        return self

    def take_facts(self) -> list[tuple[int, int, int, int]]:
        told, self.facts = self.facts, []
        return told

    def apply(self, seat: int, move: int) -> None:
        self.chosen[seat] = move
        self.legal[seat] = 0
        self.waiting &= ~(1 << seat)
        self.committed |= 1 << seat
        self.facts.append((0, seat, move, 0))
        if not self.waiting:
            self.committed = 0
            self.facts += [(1, other, choice or 0, 0) for other, choice in enumerate(self.chosen)]

    def score(self, seat: int) -> int:
        return self.chosen[seat] or 0

    def winners(self) -> int:
        return 0b11


class Pair:
    """As much of a game as a sitting needs."""

    id = title = "pair"
    move_count = 2
    has_secrets = True
    fact_kinds = (
        FactKind(
            "chose",
            (Argument("seat", lambda seat: seat + 1), Argument("move", WORDS.__getitem__, Secrecy.OWNER)),
            "Seat {seat} chooses {move}.",
            "PA-01",
            hidden_sentence="Seat {seat} has chosen.",
        ),
        FactKind(
            "showed",
            (Argument("seat", lambda seat: seat + 1), Argument("move", WORDS.__getitem__)),
            "Seat {seat} shows {move}.",
            "PA-02",
        ),
    )

    def start(self, _setup: Any, _deal: Any, *, is_telling: bool) -> PairState:
        assert is_telling
        return PairState()

    def reveal_order(self, _state: PairState) -> list[int]:
        return [0, 1]

    def decision(self, _state: PairState, seat: int, ply: int) -> Decision:
        choices = tuple(Choice(move, word, ()) for move, word in enumerate(WORDS))
        return Decision(seat, ply, "choose", "Choose, hidden.", choices)

    def say(self, move: int) -> str:
        return WORDS[move]

    def say_line(self, moves: list[int]) -> str:
        return " ".join(WORDS[move] for move in moves)

    def read_line(self, text: str) -> list[int]:
        if text not in WORDS:
            raise UnreadableMove(f"'{text}' is no move.")
        return [WORDS.index(text)]

    def continues(self, _move: int) -> bool:
        return False

    def view(self, state: PairState, eyes: int) -> str:
        own = state.chosen[eyes] if 0 <= eyes < 2 else None
        return "nothing yet" if own is None else WORDS[own]

    def picture(self, view: str, _width: int, names: tuple[str, ...]) -> list[list[Span]]:
        return [[Span(f"{' and '.join(names)}: {view}")]]

    def why_score(self, _state: PairState, _seat: int) -> list[Any]:
        return []


def sit_down(seating: Seating, typed: str, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    game: Any = Pair()
    setup: Any = SimpleNamespace(seats=2)
    keeper: Any = SimpleNamespace(
        keep=lambda _: None, trouble="", path="nowhere", how_to_resume=lambda: "again"
    )
    return Session(Screen(), Match(game, setup, None, seating.players), seating, keeper).run()


def test_both_choose_in_turn_and_neither_sees_the_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    people = Seating(("Anna", "Ben"), {})
    assert sit_down(people, "\nhigh\n\nnonsense\nlow\n", monkeypatch) == 0
    _, anna, ben, result = capsys.readouterr().out.split("-" * 60 + "\n")
    assert anna.startswith("Seat 1, Anna: press Enter")
    assert ben.startswith("Seat 2, Ben: press Enter")
    assert "'nonsense' is no move." in ben
    assert "high" not in ben.replace("2 high", "")
    assert "Anna and Ben: nothing yet" in ben
    assert "Anna shows high. Ben shows low." in result
    assert "Anna and Ben share the win." in result


def test_a_person_is_not_shown_what_a_bot_has_chosen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = Seating((RandomBot.name, "Ben"), {0: RandomBot(1)})
    assert sit_down(bot, "low\n", monkeypatch) == 0
    before, _, after = capsys.readouterr().out.partition("Ben> low\n")
    assert "Random bot chooses" not in before + after
    assert "Random bot shows" in after


def test_choices_made_at_once_are_replayed_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    game: Any = Pair()
    setup: Any = SimpleNamespace(seats=2, edition=SimpleNamespace(title="a pair"))
    match = Match(game, setup, None, ("Anna", "Ben"))
    match.submit(1, "low")
    match.submit(0, "high")
    Replay(Screen(), match, SPECTATOR).show_all(0, has_pictures=True)
    told = capsys.readouterr().out
    assert told.count("Anna and Ben:") == 2  # the set-up, and both choices together
    assert "   1 Anna: high\n   2 Ben: low\n" in told
    assert "Anna has chosen." in told
