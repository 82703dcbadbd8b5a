"""The page by its sources: nothing inline, nothing from elsewhere, and no text that becomes HTML."""

import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
INDEX = (WEB / "index.html").read_text("utf-8")
SCRIPTS = sorted(path for path in (WEB / "src").rglob("*") if path.suffix in (".ts", ".svelte"))
WRITTEN = (".ts", ".svelte", ".css", ".svg", ".html", ".json")
FILES = [path for path in sorted((WEB / "src").rglob("*")) if path.suffix in WRITTEN]

# What makes a script, a style or an element of a text.
MAKES_HTML = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|cssText|srcdoc|\{@html"
    r"""|setAttribute\(\s*["'](?:on|style|href|src)|javascript:"""
)
ELSEWHERE = re.compile(r"""(?:https?|wss?)://(?!www\.w3\.org/)\w|(?:src|href|url|import)\s*[=(]?\s*["']?//""")


def test_the_page_has_no_inline_script_or_style() -> None:
    assert re.findall(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:", INDEX) == []
    assert re.findall(r"<script[^>]*>(?!</script>)", INDEX) == []


def test_scripts_never_turn_text_into_html() -> None:
    assert len(SCRIPTS) > 50
    assert {
        path.name: found for path in SCRIPTS if (found := MAKES_HTML.findall(path.read_text("utf-8")))
    } == {}


def test_nothing_is_loaded_from_elsewhere() -> None:
    texts = {path.name: path.read_text("utf-8") for path in [WEB / "index.html", *FILES]}
    assert {name: found for name, text in texts.items() if (found := ELSEWHERE.findall(text))} == {}


@pytest.mark.parametrize(
    "text",
    ["box.innerHTML = name", "{@html name}", 'link.setAttribute("href", name)', "eval(name)"],
)
def test_turning_text_into_html_is_noticed(text: str) -> None:
    assert MAKES_HTML.search(text)


@pytest.mark.parametrize("text", ["'https://example.org/x.js'", 'src="//example.org/x.js"', "wss://other"])
def test_loading_from_elsewhere_is_noticed(text: str) -> None:
    assert ELSEWHERE.search(text)
