"""Which browser is driven, and what is said if there is none."""

import pytest

from tests.browser import chromium
from tests.browser.conftest import miss


def there(*names: str) -> chromium.Which:
    return lambda name: f"/bin/{name}" if name in names else None


def test_a_named_browser_comes_first() -> None:
    variables = {chromium.VARIABLE: "my-browser"}
    assert chromium.find(variables, there("my-browser", "chromium")) == "/bin/my-browser"
    with pytest.raises(chromium.Missing, match="my-browser"):
        chromium.find(variables, there("chromium"))


def test_an_installed_browser_comes_next() -> None:
    assert chromium.find({}, there("google-chrome")) == "/bin/google-chrome"
    assert chromium.find({}, there()) is None


def test_without_a_browser_the_error_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    with pytest.raises(chromium.Missing, match="install Chromium"):
        chromium.find_or_install()


@pytest.mark.parametrize(("value", "fate"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_a_missing_browser_is_never_silently_ignored(
    monkeypatch: pytest.MonkeyPatch, value: str, fate: type[BaseException]
) -> None:
    monkeypatch.setenv("CI", value)
    with pytest.raises(fate, match="no browser"):
        miss("There is no browser.")
