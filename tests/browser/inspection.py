"""A close look at what a page shows: axe's verdict, whether it fits, and a picture for people."""

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Literal

from playwright.sync_api import expect

from tests.browser.stage import DESKTOP, PHONE, Visitor

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "resultTypes": ["violations"],
    "preload": False,  # what only rules about sound and video ask for
}
RUN_AXE = """async ([part, rules]) => (await axe.run(part, rules)).violations.map(({ id, help, nodes }) =>
  ({ id, help, where: nodes.map((node) => `${node.html.slice(0, 200)} ${node.any[0]?.message ?? ''}`) }))"""

Dress = tuple[str, tuple[int, int], Literal["light", "dark"]]
DRESSES: tuple[Dress, ...] = (("phone dark", PHONE, "dark"), ("desktop light", DESKTOP, "light"))
# The smallest phone, and a desktop of 1280 × 800 at 200 and 125 %.
NARROW = ((320, 568), (640, 400), (1024, 640))

# Whatever can be operated lies on the page, or can be scrolled to; nothing makes the page scroll sideways, or past its end.
STICKS_OUT = """() => {
  const width = document.documentElement.clientWidth;
  const height = document.documentElement.scrollHeight;
  const { bottom } = (document.querySelector('.page') ?? document.body).getBoundingClientRect();
  const end = Math.max(innerHeight, bottom + scrollY);
  const scrolls = (element) => {
    for (let around = element.parentElement; around; around = around.parentElement)
      if (/auto|scroll/.test(getComputedStyle(around).overflowX) && around.scrollWidth > around.clientWidth) return true;
    return false;
  };
  const whole = document.documentElement.scrollWidth;
  const found = whole > width ? [`the page is ${whole} wide`] : [];
  if (height > end + 1) found.push(`the page ends at ${end} and is ${height} high`);
  for (const element of document.querySelectorAll('a, button, input, select, summary, [tabindex]')) {
    const box = element.getBoundingClientRect();
    if (!box.width || !element.checkVisibility() || element.closest('.sr, .skip')) continue;
    if ((box.right > width + 1 || box.left < -1) && !scrolls(element))
      found.push(`${Math.round(box.left)} to ${Math.round(box.right)}: ${element.outerHTML.slice(0, 160)}`);
  }
  return found;
}"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"


def inspect(
    visitor: Visitor, name: str, part: str = "html", dresses: Sequence[str] = ("phone dark", "desktop light")
) -> None:
    """Look at what is there on a phone in the dark and on a desktop in light, and whether it fits where it is narrow.

    Axe can be sent to a part of the page, or see it in one dress, where the rest has been looked at before.
    """
    page = visitor.page
    expect(page.locator("main[aria-busy]")).to_have_count(0)
    page.locator(f"{part}:visible").first.wait_for()
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: dict[str, Any] = {}
    for dress, size, scheme in DRESSES:
        page.emulate_media(color_scheme=scheme)
        resize(visitor, size)
        found[dress] = page.evaluate(RUN_AXE, [part, RULES]) if dress in dresses else []
        found[f"{size[0]} wide"] = page.evaluate(STICKS_OUT)
        visitor.shoot(f"{name} {dress}")
    for size in NARROW:
        resize(visitor, size)
        found[f"{size[0]} wide"] = page.evaluate(STICKS_OUT)
    resize(visitor, DESKTOP)
    wrong = {where: what for where, what in found.items() if what}
    assert not wrong, f"{name}: {json.dumps(wrong, indent=1, ensure_ascii=False)}"


def resize(visitor: Visitor, size: tuple[int, int]) -> None:
    """Another window, until what is in it has found its place: boards measure themselves when they are laid out."""
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    visitor.page.evaluate(TWO_FRAMES)
