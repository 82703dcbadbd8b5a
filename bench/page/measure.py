"""`./rex python -m bench.page.measure`: script size and loading time for each game, written into docs/benchmarks-page.md.

A phone is simulated by a processor slowed down four times and one of two networks: Lighthouse's slow one, and the one
that Chromium's developer tools call fast 4G. Needs the packages of `./rex setup test` and Chromium.
"""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

from bench.table import page as pages
from tests.browser import chromium, positions
from tests.browser.stage import DESKTOP, PHONE, BrowserServer, Stage, Visitor

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks-page.md"
GAMES = {"trex": "play", "tyrannosaurus": "act", "cubosaurs": "turn"}
Line = dict[str, float]  # milliseconds to the server and back, and bytes a second
SLOW: Line = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
FAST: Line = {"latency": 165, "downloadThroughput": 8.1e6 / 8, "uploadThroughput": 1.35e6 / 8}
SLOWER = 4
TIMES = (
    "first visit ms",
    "on 4G ms",
    "known here ms",
    "echo50 ms",
    "echo95 ms",
    "laptop50 ms",
    "laptop95 ms",
)
COLUMNS = ("script kB", "sent kB", *TIMES)
ROUNDS = 5

# When the first interactive piece was painted: the frame after it enters the document, in ms since the navigation began.
WATCH = """
new MutationObserver((_, watcher) => {
  if (!document.querySelector('main [data-part]')) return;
  watcher.disconnect();
  requestAnimationFrame(() => requestAnimationFrame((now) => { window.painted = now; }));
}).observe(document, { childList: true, subtree: true });
"""
# Bytes received so far, including headers.
SENT = """
() => ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, entry) => sum + entry.transferSize, 0)
"""
# How long a page takes from an event's WebSocket frame to the animation frame that shows it.
ECHO = """
const Socket = WebSocket;
window.echoes = [];
window.WebSocket = class extends Socket {
  constructor(...words) {
    super(...words);
    this.addEventListener('message', ({ data }) => {
      if (!data.startsWith('{"is":"event"')) return;
      const came = performance.now();
      requestAnimationFrame(() => requestAnimationFrame((now) => { window.echoes.push(now - came); }));
    });
  }
};
"""


def throttle(visitor: Visitor, line: Line) -> None:
    """Slow the page down to the speed of a phone."""
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False} | line)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def weigh(stage: Stage, game: str) -> int:
    """Bytes of script for the front page and a game, compressed as sent."""
    ana = stage.visit("Ana")
    ana.go("/")
    ana.page.get_by_role("article").first.wait_for()
    ana.sit_down(game, 3)
    return ana.script_size()


def time_first_board(
    stage: Stage, game: str, *, line: Line = SLOW, is_known: bool = False
) -> tuple[float, float]:
    """Milliseconds on a slow phone until a table shows its first piece, and kilobytes sent. A returning visitor has the
    files already."""
    ana = stage.visit("Ana", PHONE, has_worker=is_known)
    ana.expected += ("Service Worker",)
    table = ana.open_table(game, 3, record=positions.asked(game, GAMES[game], 3, after=12))
    if is_known:
        ana.go("/")
        ana.page.wait_for_function("() => navigator.serviceWorker.controller")
    throttle(ana, line)
    ana.context.add_init_script(WATCH)
    ana.page.goto(f"/t/{table}", wait_until="commit")
    painted = float(ana.page.wait_for_function("() => window.painted").json_value())
    sent = float(ana.page.evaluate(SENT)) / 1000
    leave(stage)
    return painted, sent


def leave(stage: Stage) -> None:
    """Close every page: a slowed-down one keeps a processor busy, and would make the next slower still."""
    stage.close()
    stage.people.clear()


def time_echoes(stage: Stage, game: str, *, is_phone: bool) -> tuple[float, float]:
    """The median and the 95th percentile of the milliseconds from an event to the frame that shows it."""
    found = sorted(echo for _ in range(ROUNDS) for echo in hear_echoes(stage, game, is_phone=is_phone))
    return found[len(found) // 2], found[int(len(found) * 0.95)]


def hear_echoes(stage: Stage, game: str, *, is_phone: bool) -> list[float]:
    """The echoes of a game's first moves, about thirty."""
    ana = stage.visit("Ana", PHONE if is_phone else DESKTOP)
    ana.context.add_init_script(ECHO)
    ana.sit_down(game, 3)
    session = ana.context.new_cdp_session(ana.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER if is_phone else 1})
    ana.play(Random(1), most=8)
    echoes: list[float] = ana.page.evaluate("window.echoes")
    leave(stage)
    return echoes


def rows(stage: Stage) -> list[str]:
    """The figures, one line for each game."""
    lines = ["              " + "".join(f"{column:>16}" for column in COLUMNS)]
    for game in GAMES:
        script = weigh(stage, game) / 1000
        visits = [time_first_board(stage, game) for _ in range(ROUNDS)]
        first, sent = (statistics.median(column) for column in zip(*visits, strict=True))
        on_4g = statistics.median(time_first_board(stage, game, line=FAST)[0] for _ in range(ROUNDS))
        known = statistics.median(time_first_board(stage, game, is_known=True)[0] for _ in range(ROUNDS))
        echoes = [*time_echoes(stage, game, is_phone=True), *time_echoes(stage, game, is_phone=False)]
        lines.append(
            f"{game:14}{script:16.1f}{sent:16.1f}"
            + "".join(f"{time:16.0f}" for time in (first, on_4g, known, *echoes))
        )
    return lines


def main(words: Sequence[str]) -> int:
    """Measure and save the results."""
    parser = argparse.ArgumentParser(prog="bench.page.measure")
    parser.add_argument("--output", type=Path, help="write the results to this file instead of docs/")
    args = parser.parse_args(words)
    head = pages.head()
    with tempfile.TemporaryDirectory() as folder:
        browser_server = BrowserServer(chromium.find_or_install(), Path(folder))
        try:
            stage = Stage(browser_server, Path(folder))
            lines: list[str] = browser_server.run(lambda: rows(stage))
        finally:
            browser_server.close()
    text = "\n".join([*head, *lines, ""])
    print(text)
    if args.output:
        args.output.write_text(text, "utf-8")
    else:
        PAGE.write_text(pages.with_part(PAGE.read_text("utf-8"), "page", text), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
