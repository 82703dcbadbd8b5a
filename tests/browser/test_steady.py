"""What lies on the table stays where it is, whatever is asked: eyes find it again, and the browser need not draw it anew."""

import pytest

from tests.browser import positions
from tests.browser.inspection import resize
from tests.browser.stage import DESKTOP, PHONE, Stage

WHERE = """(part) => {
  const { left, top, width, height } = document.querySelector(part).getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
}"""


@pytest.mark.parametrize(
    ("game", "part", "prompts"),
    [
        ("trex", "ol.lanes", ("play", "take", "lose")),
        ("cubosaurs", ".seats", ("turn", "add")),
    ],
)
def test_the_table_stays_where_it_is(stage: Stage, game: str, part: str, prompts: tuple[str, ...]) -> None:
    ana = stage.visit("Ana")
    places: dict[tuple[int, int], set[tuple[int, ...]]] = {PHONE: set(), DESKTOP: set()}
    for prompt in prompts:
        ana.sit_down(game, 3, record=positions.asked(game, prompt, 3, after=9))
        ana.glowing.first.wait_for()
        for size, found in places.items():
            resize(ana, size)
            found.add(tuple(ana.page.evaluate(WHERE, part)))
    assert [len(found) for found in places.values()] == [1, 1], places
