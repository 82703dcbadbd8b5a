"""Pictures of random tables: nothing too wide, nothing missing, nothing that the eyes may not see."""

from collections.abc import Iterator

import pytest

from rexarium.kernel.facts import SPECTATOR, TRUTH
from rexarium.match import Match
from tests.cli.samples import GAME, fresh, play_on

NAMES = (
    "Anna",
    "恐竜恐竜恐竜恐竜恐竜",
    "a name that is much too long for any row",
    "random bot 4",
    "Zoe\u0301",
)
WIDTHS = (60, 61, 80, 97, 98, 99, 100, 120)


def tables() -> Iterator[Match]:
    """Positions all over some games, the end included."""
    for seed, seats in ((1, 2), (2, 3), (3, 5)):
        match = play_on(fresh(seed, NAMES[:seats]), seed)
        for ply in range(0, match.ply, 11):
            yield match.fork(ply)
        yield match


def columns(text: str) -> int:
    return sum(2 if ord(character) > 0x2E80 else character != "\u0301" for character in text)


def drawn(match: Match, eyes: int, width: int) -> list[str]:
    picture = GAME.picture(GAME.view(match.state(), eyes), width, match.players)
    return ["".join(span.text for span in line).rstrip() for line in picture]


def test_no_line_is_too_wide() -> None:
    for match in tables():
        for eyes, width in [(TRUTH, width) for width in WIDTHS] + [(0, 60), (0, 98), (SPECTATOR, 60)]:
            assert max(map(columns, drawn(match, eyes, width))) <= width


@pytest.mark.parametrize("width", [60, 100])
def test_the_picture_shows_everything_a_seat_may_know(width: int) -> None:
    for match in tables():
        view = GAME.view(match.state(), 1)
        text = " ".join(" ".join(drawn(match, 1, width)).split())
        middle = " = ".join(view.aside)
        assert f"Round {view.round} of 12" in text
        assert f"{view.strongest} > {middle} > {view.weakest}" in text
        assert f"{view.egg_pile_size} face down in each pile" in text
        for egg in view.open_eggs:
            assert f"{egg} +{view.seats[1].next_egg[egg]}" in text
        if view.comet:
            assert (f"{view.comet.card} of " in text) == (view.prompt == "play")
        for card in view.seats[1].hand:
            assert f"{card} (" in text
        for seat in view.seats:
            assert seat.top is None or seat.top in text
            assert str(seat.score) in text
        assert ("> 1 Anna" in text) == (view.turn == 1)
        assert "Hand 1" not in text


def test_the_words_stay_without_the_styles() -> None:
    """No span says something by its style alone: every coloured one has its colour's name, or stands in its column."""
    for match in tables():
        for line in GAME.picture(GAME.view(match.state(), 0), 60, match.players):
            for span in line:
                colour = span.style.split()[-1] if span.style else ""
                assert colour not in ("yellow", "blue", "brown", "green", "red") or colour in span.text


def test_without_names_the_seats_are_numbered() -> None:
    view = GAME.view(fresh(1).state(), SPECTATOR)
    lines = ["".join(span.text for span in line) for line in GAME.picture(view, 80)]
    assert any(line[2:].startswith("3 seat") for line in lines)
