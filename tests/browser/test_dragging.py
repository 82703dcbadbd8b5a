"""Pieces are dragged to where they go, by a hand so quick that the browser notices it twice on the whole way."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator

from tests.browser import positions
from tests.browser.stage import Stage, Visitor


@dataclass(frozen=True)
class Drag:
    """A piece of a board, where it goes, and the line that this means; `{piece}` and `{goal}` are their parts."""

    prompt: str
    piece: str
    goal: str
    line: str


DRAGS = {
    "trex": Drag("play", "[data-part^='hand ']", "[data-zone='lane']", "play {piece}"),
    "tyrannosaurus": Drag(
        "act", "[data-part='card move']", ".cell [data-part^='direction ']", "{piece} {goal}"
    ),
    "cubosaurs": Drag("turn", "[data-part='hand']", "[data-place='keep']", "keep"),
}


@pytest.mark.parametrize("game", DRAGS)
def test_dragging_a_piece_makes_a_move(stage: Stage, game: str) -> None:
    drag = DRAGS[game]
    ana = stage.visit("Ana", isOneTap=True)  # a move that is clear is made
    said = listen(ana)
    ana.sit_down(game, 3, record=positions.asked(game, drag.prompt))
    piece = ana.page.locator(f"{drag.piece}:not([aria-disabled='true'])").last  # it lies on top of the others
    goal = ana.page.locator(drag.goal).first
    line = drag.line.format(piece=part_of(piece), goal=part_of(goal))
    with ana.moving():
        throw(ana, piece, goal)
    assert any(f'"line":"{line}"' in command for command in said), (line, said)


def listen(visitor: Visitor) -> list[str]:
    """All that their page is going to say to the table."""
    said: list[str] = []
    visitor.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: said.append(str(frame))))
    return said


def part_of(piece: Locator) -> str:
    """The name of a part without its kind."""
    return (piece.get_attribute("data-part") or "").partition(" ")[2]


def throw(visitor: Visitor, piece: Locator, goal: Locator) -> None:
    """Drag it there with few and large steps."""
    piece.hover()
    place = goal.bounding_box()
    assert place
    mouse = visitor.page.mouse
    mouse.down()
    mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2, steps=2)
    mouse.up()
