"""A player without a mouse: Tab and the arrows lead to what glows, Space takes it up, Enter makes the move."""

from random import Random

from tests.browser.stage import BUTTON, GLOWING, PULSE, Visitor

MOST_STOPS = 80  # presses of Tab; the whole page has fewer stops
MOST_PIECES = 10  # in a group that arrows lead through
MOST_TOUCHES = 12

# What has the focus: the button that makes the move, a piece that glows and goes with what is taken up, or something else;
# and whether that is to be seen.
FOCUS = """() => {
  const here = document.activeElement;
  const hasRing = [null, '::after'].some((part) => {  // a title that covers all of its box has the ring around that
    const { outlineStyle, boxShadow } = getComputedStyle(here, part);
    return outlineStyle !== 'none' || boxShadow !== 'none';
  });
  const isSeen = here === document.body || (here.matches(':focus-visible') && hasRing);
  const kind = (piece) => piece.dataset.part.split(' ')[0];
  const taken = [...document.querySelectorAll("main [data-part][aria-pressed='true']")].map(kind);
  const glows = here.matches("main [data-part]:not([aria-disabled='true'], [aria-pressed='true'])");
  const where = here.matches('section.prompt .btn.go:enabled') ? 'button'
    : glows && !taken.includes(kind(here)) ? 'piece'
    : here.matches("main [data-part], main button[tabindex='0']") ? 'among pieces' : 'elsewhere';
  return { where, isSeen, what: here.outerHTML.slice(0, 200) };
}"""
IS_READY = """([glowing, button]) => [...document.querySelectorAll(`${glowing}, ${button}:enabled`)].some(
  (each) => each.checkVisibility())"""


def tab_to(visitor: Visitor, *wanted: str) -> str:
    """Press Tab, and arrows among pieces, until the focus is on something wanted; it is to be seen at every stop."""
    press = visitor.page.keyboard.press
    focus = visitor.page.evaluate(FOCUS)
    for _ in range(MOST_STOPS):
        for key in ("ArrowRight",) * MOST_PIECES + ("ArrowLeft",) * MOST_PIECES:
            if focus["where"] in wanted:
                return str(focus["where"])
            if focus["where"] == "elsewhere":
                break
            press(key)
            focus = visitor.page.evaluate(FOCUS)
        press("Tab")
        focus = visitor.page.evaluate(FOCUS)
        assert focus["isSeen"], focus["what"]
    raise AssertionError(f"no keys lead to {wanted}")


def move(visitor: Visitor, dice: Random) -> None:
    """Make a move."""
    press = visitor.page.keyboard.press
    visitor.page.wait_for_function(IS_READY, arg=[GLOWING, BUTTON], polling=PULSE)
    for _ in range(MOST_TOUCHES):
        where = tab_to(visitor, "piece", "button")
        for _ in range(dice.randrange(3) if where == "piece" else 0):
            press("ArrowRight")
        if tab_to(visitor, "piece", "button") == "button":
            break
        press("Space")
        if visitor.button.is_visible():
            break
    with visitor.moving():
        press("Enter")
