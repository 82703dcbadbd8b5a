"""The page in a real browser: one server and one browser for all tests of a worker.

Playwright keeps an event loop running in its thread for as long as it lives, and other tests run loops of their own; so it
lives in a thread of its own, and the tests that have a stage are run there.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Never

import pytest

from rexarium.server.net.pages import BUILT
from tests.browser import chromium
from tests.browser.stage import BrowserServer, Stage

SHOTS = Path(__file__).parents[2] / "build" / "shots"


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that has a stage where the browser lives."""
    stage = pyfuncitem.funcargs.get("stage")
    if not isinstance(stage, Stage):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    try:
        stage.browser_server.run(lambda: pyfuncitem.obj(**given))
    except BaseException:
        stage.browser_server.run(lambda: stage.shoot_all(f"failed {pyfuncitem.name}"))
        raise
    return True


@pytest.fixture(scope="session")
def browser_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserServer]:
    """A server with the built page, and a browser."""
    if not (BUILT / "index.html").is_file():
        miss("The page is not built: ./rex setup builds it, or says why it cannot.")
    try:
        program = chromium.find_or_install()
    except chromium.Missing as missing:
        miss(str(missing))
    opened = BrowserServer(program, tmp_path_factory.mktemp("browser_server"))
    yield opened
    opened.close()


@pytest.fixture
def stage(browser_server: BrowserServer) -> Iterator[Stage]:
    """A stage for people with their own browsers; in the end no browser may have reported an error."""
    fresh = Stage(browser_server, SHOTS)
    yield fresh
    browser_server.run(fresh.close)


def miss(sentence: str) -> Never:
    """Without a browser the test is skipped with a message on a person's machine, and fails in CI."""
    if os.environ.get("CI", "").lower() in ("", "0", "false"):
        pytest.skip(sentence)
    pytest.fail(sentence)
