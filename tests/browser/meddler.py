"""Somebody between a page and its server who loses events, sends them twice, swaps them and falsifies them."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

Sent = dict[str, Any]
Fate = Callable[[Sent], list[str]]  # what arrives of a letter


def told(**fields: Any) -> Fate:
    """It arrives, but some of it is false."""
    return lambda sent: [json.dumps(sent | fields)]


def half(sent: Sent) -> list[str]:
    """It breaks off."""
    text = json.dumps(sent)
    return [text[: len(text) // 2]]


FAULTS: dict[str, Fate] = {
    "lost": lambda _: [],
    "late": lambda _: [],  # it goes behind the next one
    "twice": lambda sent: 2 * [json.dumps(sent)],
    "cut": half,
    "other hash": told(hash="0123456789abcdef"),
    "far number": lambda sent: [json.dumps(sent | {"number": sent["number"] + 7})],
    "old number": told(number=0),
    "other kind": told(**{"is": "firework"}),
    "hollow": told(turns=None),
}
SILENT = ("lost", "late", "old number", "other kind")  # a page notices with the next letter only


class Meddler:
    """Passes on what a page and its server say to each other; every other event goes wrong, each time in another way."""

    def __init__(self, page: Page, dice: Random) -> None:
        self.is_at_work = True
        self.next: str | None = None  # how the next event goes wrong
        self.done: list[str] = []
        self.reasons: list[str | None] = []  # that the page gave when it asked for a snapshot
        self.withheld: list[str] | None = None  # snapshots, while none is to arrive
        self.is_silent = False  # has the page had no chance yet to notice the last fault?
        self._dice = dice
        self._deck: list[str] = []
        self._late: list[str] = []
        self._page: WebSocketRoute | None = None
        page.route_web_socket("**/ws/**", self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        server, self._page = page.connect_to_server(), page
        page.on_message(lambda text: self._ask(server, str(text)))
        server.on_message(lambda text: self._tell(page, str(text)))

    def _ask(self, server: WebSocketRoute, text: str) -> None:
        sent = json.loads(text)
        if sent["do"] == "resync":
            self.reasons.append(sent.get("why"))
        server.send(text)

    def _tell(self, page: WebSocketRoute, text: str) -> None:
        sent = json.loads(text)
        if sent["is"] == "snapshot" and self.withheld is not None:
            self.withheld.append(text)
            return
        waiting, self._late = self._late, []
        for each in [*self._treat(sent, text), *waiting]:
            page.send(each)

    def _treat(self, sent: Sent, text: str) -> list[str]:
        if sent["is"] in ("event", "snapshot"):
            self.is_silent = False
        fault = self._find_fault() if sent["is"] == "event" else None
        if fault is None:
            return [text]
        self.done.append(fault)
        self.is_silent = fault in SILENT
        if fault == "late":
            self._late.append(text)
        return FAULTS[fault](sent)

    def _find_fault(self) -> str | None:
        found, self.next = self.next, None
        if found is None and self.is_at_work and self._dice.random() < 0.5:
            self._deck = self._deck or self._dice.sample([*FAULTS], len(FAULTS))
            found = self._deck.pop()
        return found

    def let_go(self) -> None:
        """Withheld messages arrive."""
        sent, self.withheld = self.withheld or [], None
        assert self._page is not None
        for text in sent:
            self._page.send(text)
