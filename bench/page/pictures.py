"""`./rex python -m bench.page.pictures`: draw the pictures in README.md, always from the same positions.

Needs the packages of `./rex setup test` and Chromium.
"""

import base64
import sys
import tempfile
from pathlib import Path

from tests.browser import chromium, positions
from tests.browser.stage import BrowserServer, Stage, Visitor

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SIZE = (1280, 800)
BOARDS = {
    "trex": ("play", 40, "hand"),
    "tyrannosaurus": ("act", 40, "card move"),
    "cubosaurs": ("turn", 30, "keep"),
}
BOTS = {"2": "hunter", "3": "forager", "4": "alpha"}
LARGEST = 150_000  # bytes

NAME = (
    "() => document.querySelectorAll('.crumb b').forEach((name) => { name.textContent = 'Hell Creek 20'; })"
)
TO_WEBP = """async (png) => {
  const data = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([data], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d').drawImage(picture, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
  return btoa([...new Uint8Array(await blob.arrayBuffer())].map((byte) => String.fromCharCode(byte)).join(''));
}"""


def paint_all(stage: Stage) -> None:
    """Every board."""
    for game in BOARDS:
        paint(stage, game)
    stage.close()


def paint(stage: Stage, game: str) -> None:
    """Take pictures of a board in mid-game, in light and dark."""
    prompt, ply, part = BOARDS[game]
    ana = stage.visit("Ana", SIZE)
    ana.sit_down(game, 4, record=positions.asked(game, prompt, 4, after=ply), bots=BOTS)
    ana.page.locator(f"main button[data-part^='{part}']").last.click()
    ana.page.mouse.move(0, 0)
    ana.page.evaluate(NAME)
    keep(ana, f"{game}-light")
    ana.page.emulate_media(color_scheme="dark")
    keep(ana, f"{game}-dark")


def keep(visitor: Visitor, name: str) -> None:
    """Save the page as a small WebP picture, encoded by the browser itself."""
    png = visitor.page.screenshot(animations="disabled")
    webp = base64.b64decode(visitor.page.evaluate(TO_WEBP, base64.b64encode(png).decode()))
    assert len(webp) < LARGEST, f"{name} has {len(webp)} bytes"
    (PICTURES / f"{name}.webp").write_bytes(webp)
    print(f"docs/pictures/{name}.webp", len(webp))


def main() -> int:
    """Take all the pictures."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        browser_server = BrowserServer(chromium.find_or_install(), Path(folder))
        try:
            stage = Stage(browser_server, Path(folder))
            browser_server.run(lambda: paint_all(stage))
        finally:
            browser_server.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
