"""The watchers are watched: a browser's complaints are noticed, and faults in a page are found."""

import pytest

from tests.browser.inspection import inspect
from tests.browser.stage import Stage


def test_every_complaint_is_heard(stage: Stage) -> None:
    ana = stage.visit("Ana")
    ana.go("/me")
    assert ana.complaints == []
    ana.page.evaluate("document.querySelector('main').setAttribute('style', 'color: red')")
    ana.page.evaluate("void fetch('http://127.0.0.1:9/').catch(() => {})")
    ana.page.evaluate("setTimeout(() => { throw new Error('an accident') })")
    ana.page.evaluate("void Promise.reject(new Error('a broken promise'))")
    wanted = ("style-src", "connect-src", "an accident", "a broken promise")
    ana.wait_until(lambda: all(what in "\n".join(ana.complaints) for what in wanted))
    ana.complaints.clear()


def test_what_is_wrong_is_found(stage: Stage) -> None:
    ana = stage.visit("Ana")
    ana.go("/me")
    ana.page.evaluate(
        """() => {
          const picture = document.createElement('img');
          picture.src = '/page/mark.svg';
          const button = document.createElement('button');
          button.textContent = 'far too wide for a phone'.repeat(20);
          button.style.whiteSpace = 'nowrap';
          const ghost = document.createElement('span');
          ghost.style.position = 'absolute';
          ghost.style.top = '9000px';
          ghost.textContent = 'far below';
          document.querySelector('main').append(picture, button, ghost);
        }"""
    )
    with pytest.raises(AssertionError) as found:
        inspect(ana, "wrong on purpose")
    assert "image-alt" in str(found.value)
    assert "the page is" in str(found.value)
    assert "the page ends at" in str(found.value)
