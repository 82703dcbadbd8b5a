"""A server and a browser, and the people who come by: what they see, what they do, and what their browsers complain of."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, TypeVar

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Playwright,
    StorageState,
    WebSocket,
    expect,
    sync_playwright,
)

from bench.table.process import STORE, free_port, table_server
from rexarium.server.net.pages import BUILT
from tests.browser import chromium

T = TypeVar("T")

# The title says whose turn it is, for players looking at another tab; it comes a frame after the prompt.
IS_ASKED_OR_OVER = """() => document.title.startsWith('●') && document.querySelector('section.prompt:not(.idle)') ? 'asked'
  : document.getElementById('over-title') ? 'over' : null"""
HAS_MOVED = """(ply) => !document.title.startsWith('●') || document.querySelector('section.prompt')?.dataset.ply !== ply"""
GLOWING = "main button[data-part]:not([aria-disabled='true'], [aria-pressed='true'])"
BUTTON = "section.prompt .btn.go"
# Where to touch, until the move is made: the button that makes it, if there is one, else by chance a piece that glows.
# After a card comes a direction, so that cards are not selected for ever; keeping hands finishes a game sooner.
# What is to be touched has to be on top there.
AIM = """([ply, chance, glowing, button]) => {
  if (!document.title.startsWith('●') || document.querySelector('section.prompt')?.dataset.ply !== ply) return 'made';
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const place = { x: left + width / 2, y: top + height / 2, name: element.dataset.part ?? element.innerText };
    return element.contains(document.elementFromPoint(place.x, place.y)) ? place : null;
  };
  const aim = (element) => {
    for (const block of ['nearest', 'center', 'start', 'end']) {
      const place = middle(element);
      if (place) return place;
      element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
    }
    return middle(element);
  };
  const last = document.querySelector(button);
  if (last) return last.disabled ? null : aim(last);
  const kind = (piece) => piece.dataset.part.split(' ')[0];
  const taken = new Set([...document.querySelectorAll("main [data-part][aria-pressed='true']")].map(kind));
  const weight = (piece) => (taken.has(kind(piece)) ? 0 : piece.dataset.part === 'keep' ? 8 : 1);
  const pieces = [...document.querySelectorAll(glowing)].filter((piece) => piece.checkVisibility());
  const fresh = pieces.flatMap((piece) => Array(weight(piece)).fill(piece));
  const choice = fresh.length ? fresh : pieces;
  return choice.length ? aim(choice[Math.floor(chance * choice.length)]) : null;
}"""
MOST_TOUCHES = 12
PULSE = 20  # milliseconds between two looks; looking at every frame keeps the browser painting

DESKTOP, PHONE = (1280, 800), (390, 844)
PATIENCE = 120_000  # milliseconds; only who waits in vain waits so long
expect.set_options(timeout=PATIENCE)  # the default is five seconds, however busy the machine is
SETTINGS = {"pace": "none", "hasGuide": False, "isOneTap": False}

# What a browser tells only the page itself.
CONFESS = """
addEventListener('securitypolicyviolation', (event) =>
  console.error(`against the content-security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
addEventListener('unhandledrejection', (event) => console.error(`unhandled: ${event.reason}`));
"""


class BrowserServer:
    """One server and one browser, which lives in a thread of its own."""

    def __init__(self, program: str, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.server = table_server(folder, self.port)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="browser")
        self.server.start()
        self._playwright, self.browser = self.run(lambda: _launch(program))
        self.server.wait()

    @property
    def address(self) -> str:
        """The page's address, without a slash at the end."""
        return f"http://localhost:{self.port}"

    @property
    def store(self) -> Path:
        """The file that holds everything."""
        return self.folder / STORE

    def run(self, action: Callable[[], T]) -> T:
        """Do something where the browser lives."""
        return self._thread.submit(action).result()

    def crash(self) -> None:
        """The server dies without a word."""
        self.server.kill()

    def reopen(self) -> None:
        """And there is another one, in its place."""
        self.server = table_server(self.folder, self.port)
        self.server.start()
        self.server.wait()

    @contextmanager
    def replaced(self, *command: str) -> Iterator[None]:
        """Another server in its place for a while; it is told the store and the port."""
        self.crash()
        self.server = replace(self.server, command=[*command, str(self.store), str(self.port)])
        try:
            self.server.start()
            self.server.wait()
            yield
        finally:
            self.crash()
            self.reopen()

    def close(self) -> None:
        """The end."""
        self.run(self.browser.close)
        self.run(self._playwright.stop)
        self._thread.shutdown()
        self.server.stop()


def _launch(program: str) -> tuple[Playwright, Browser]:
    playwright = sync_playwright().start()
    browser = playwright.chromium.launch(
        executable_path=program,
        args=chromium.options(),
        env={**os.environ, "TZ": "UTC"},
        timeout=PATIENCE,
    )
    return playwright, browser


class Stage:
    """Those who take part in one test."""

    def __init__(self, browser_server: BrowserServer, shots: Path) -> None:
        self.browser_server = browser_server
        self.shots = shots
        self.people: list[Visitor] = []

    def visit(
        self,
        name: str = "",
        size: tuple[int, int] = DESKTOP,
        *,
        language: str = "en",
        is_dark: bool = False,
        has_worker: bool = False,
        **settings: Any,
    ) -> "Visitor":
        """Somebody comes by with a browser of their own; without a name they have never been here."""
        context = self.browser_server.browser.new_context(
            base_url=self.browser_server.address,
            viewport={"width": size[0], "height": size[1]},
            is_mobile=size[0] < 700,
            has_touch=size[0] < 700,
            locale={"en": "en-GB"}.get(language, language),
            color_scheme="dark" if is_dark else "light",
            reduced_motion="reduce",
            service_workers="allow" if has_worker else "block",
            storage_state=_remember(self.browser_server.address, SETTINGS | settings),
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(CONFESS)
        if name:
            self._introduce(context, name)
        visitor = Visitor(self, context, name)
        self.people.append(visitor)
        return visitor

    def _introduce(self, context: BrowserContext, name: str) -> None:
        answer = context.request.post(
            "/api/people", data={"nickname": name}, headers={"origin": self.browser_server.address}
        )
        assert answer.ok, answer.text()

    def shoot_all(self, name: str) -> None:
        """Everything a person sees on the page."""
        for number, visitor in enumerate(self.people):
            visitor.shoot(f"{name} {number}")

    def close(self) -> None:
        """Everybody goes; nobody's browser may have complained."""
        complaints = [complaint for visitor in self.people for complaint in visitor.complaints]
        for visitor in self.people:
            visitor.context.close()
        assert not complaints, complaints


def _remember(address: str, settings: Mapping[str, Any]) -> StorageState:
    kept = json.dumps(settings)
    return {
        "cookies": [],
        "origins": [{"origin": address, "localStorage": [{"name": "rexarium", "value": kept}]}],
    }


class Visitor:
    """Somebody with a browser."""

    def __init__(self, stage: Stage, context: BrowserContext, name: str) -> None:
        self.stage = stage
        self.context = context
        self.name = name
        self.complaints: list[str] = []
        self.frames: list[str] = []  # all that came in over WebSockets
        self.addresses: set[str] = set()  # all that was asked for
        context.on("request", lambda request: self._check_address(request.url))
        context.on("weberror", lambda error: self.complaints.append(f"{self.name}: {error.error}"))
        self.page = self.open_tab()

    def open_tab(self) -> Page:
        """One more page of the same browser."""
        page = self.context.new_page()
        page.on("console", lambda said: self._hear(said.type, said.text, said.location.get("url", "")))
        page.on("websocket", self._listen)
        return page

    def _check_address(self, address: str) -> None:
        self.addresses.add(address)
        if not address.startswith(
            (self.stage.browser_server.address, "blob:" + self.stage.browser_server.address)
        ):
            self.complaints.append(f"{self.name} was sent elsewhere: {address}")

    def _hear(self, kind: str, text: str, where: str) -> None:
        if kind in ("error", "warning") and not self._is_expected(text):
            self.complaints.append(f"{self.name}, {kind} at {where}: {text}")

    def _is_expected(self, text: str) -> bool:
        """A server that is not there is no fault of the page."""
        return any(word in text for word in self.expected)

    expected: tuple[str, ...] = ("Service Worker registration blocked by Playwright",)

    def _listen(self, socket: WebSocket) -> None:
        self._check_address(socket.url.replace("ws:", "http:", 1))
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def script_size(self) -> int:
        """Bytes of all scripts that were asked for, as they are sent."""
        names = {address.rpartition("/")[2] for address in self.addresses if address.endswith(".js")}
        return sum((BUILT / "assets" / f"{name}.gz").stat().st_size for name in names)

    # The server

    def open_table(self, game: str, seats: int = 2, **fields: Any) -> str:
        """The visitor's own table against the weakest bots, dealt at once by default."""
        bots = {str(seat): "hatchling" for seat in range(2, seats + 1)}
        fields = {"game": game, "seats": seats, "seat": 1, "bots": bots, "is_started": True} | fields
        owes_share = fields["is_started"] and fields["seat"] is not None and "record" not in fields
        table = str(
            self._post("/api/tables", fields | {"is_started": fields["is_started"] and not owes_share})[
                "table"
            ]
        )
        if owes_share:
            self._post(f"/api/tables/{table}/seats/{fields['seat']}", {"share": "s", "is_started": True})
        return table

    def _post(self, path: str, data: dict[str, Any]) -> Any:
        """The answer to something that the page could ask for itself."""
        answer = self.context.request.post(
            path, data=data, headers={"origin": self.stage.browser_server.address}
        )
        assert answer.ok, answer.text()
        return answer.json() if answer.status != 204 else None

    def go(self, path: str) -> None:
        """To a page, until it is there."""
        self.page.goto(path)
        self.page.locator("main").wait_for()

    def shoot(self, name: str) -> None:
        """A picture for people to look at."""
        self.page.screenshot(path=self.stage.shots / f"{name}.jpg", quality=80, animations="disabled")

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Let the browser go on until it is so."""
        deadline = monotonic() + PATIENCE / 1000
        while not is_so():
            assert monotonic() < deadline, "it never came to be so"
            self.page.wait_for_timeout(PULSE)

    # At the table

    def sit_down(self, game: str, seats: int = 2, **fields: Any) -> str:
        """Open a table and wait for the first question."""
        table = self.open_table(game, seats, **fields)
        self.go(f"/t/{table}")
        assert self.is_asked()
        return table

    def is_asked(self) -> bool:
        """Wait until a move is owed, or the game is over; says which."""
        return bool(
            self.page.wait_for_function(IS_ASKED_OR_OVER, polling=PULSE).evaluate(
                "(found) => found === 'asked'"
            )
        )

    def state(self) -> str | None:
        """Is it one's turn just now ("asked"), or is the result shown ("over")?"""
        found = self.page.evaluate(IS_ASKED_OR_OVER)
        return None if found is None else str(found)

    @property
    def prompt(self) -> Locator:
        """The band that says what is to be done."""
        return self.page.locator("section.prompt")

    @property
    def button(self) -> Locator:
        """The one button that does it."""
        return self.page.locator(BUTTON)

    @property
    def glowing(self) -> Locator:
        """Everything that can be touched now and is not selected yet."""
        return self.page.locator(f"{GLOWING}:visible")

    def move(self, dice: Random) -> None:
        """Touch what glows until there is something to be done, and do it."""
        ply = self.prompt.get_attribute("data-ply")
        touched = []
        for _ in range(MOST_TOUCHES):
            fields = [ply, dice.random(), GLOWING, BUTTON]
            place = self.page.wait_for_function(AIM, arg=fields, polling=PULSE).json_value()
            if place == "made":
                return
            touched.append(place["name"])
            self.page.mouse.click(place["x"], place["y"])
        raise AssertionError(f"whatever is touched, there is no move: {touched}")

    @contextmanager
    def moving(self) -> Iterator[None]:
        """The block makes a move: wait until it is made."""
        before = self.prompt.get_attribute("data-ply")
        yield
        self.page.wait_for_function(HAS_MOVED, arg=before, polling=PULSE)

    def resign(self) -> None:
        """Give one's seat up, which at a table for two ends the game."""
        self.page.get_by_role("button", name="Menu").click()
        self.page.get_by_role("button", name="Resign").click()
        self.page.get_by_role("button", name="Yes, resign").click()
        self.page.locator("#over-title").wait_for()

    def play(
        self, dice: Random, most: int = 500, move: "Callable[[Visitor, Random], None] | None" = None
    ) -> int:
        """Move whenever it is one's turn, until the game is over; returns how many moves that were.

        Deals are the server's, so that a game may be short: how many moves there are is nothing to hold a test to.
        """
        for number in range(most):
            if not self.is_asked():
                return number
            (move or Visitor.move)(self, dice)
        return most
