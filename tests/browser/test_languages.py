"""The page in every language: nothing of it is left in English, and no message is missing."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from rexarium.kernel.texts import LANGUAGES
from tests.browser import positions
from tests.browser.stage import Stage, Visitor

WEB = Path(__file__).parents[2] / "web"
GAMES = {"trex": "take", "tyrannosaurus": "act", "cubosaurs": "turn"}

# Everything that is read or spoken, by the language that it is marked with.
TEXTS = """() => {
  const found = [];
  const add = (element, text) => {
    const words = text?.replace(/\\s+/g, ' ').trim();
    if (words && !element.closest('option[lang]')) found.push([element.closest('[lang]').lang, words]);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) add(walker.currentNode.parentElement, walker.currentNode.data);
  for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) add(element, element.getAttribute(name));
  return found;
}"""
# What is made of Intl's, which takes a phone longer than to draw a move; when a game is over, there is time.
COUNT_FORMATS = """
window.formats = [];
const note = (name) => document.getElementById('over-title') || window.formats.push(name);
for (const name of Object.getOwnPropertyNames(Intl)) {
  const Format = Intl[name];
  if (typeof Format === 'function' && Format.prototype)
    Intl[name] = new Proxy(Format, { construct: (...words) => (note(name), Reflect.construct(...words)) });
}
"""
KEY = re.compile(r"[a-z]+(?:[.][a-z0-9 -]+)+")


def messages(language: str) -> dict[str, str]:
    """All messages of a language, by file and key."""
    files = [
        WEB / "messages",
        WEB / "messages" / "guide",
        *sorted((WEB / "src" / "games").glob("*/messages")),
    ]
    found: dict[str, str] = {}
    for folder in files:
        path = folder / f"{language}.json"
        if path.exists():
            found |= {
                f"{folder.parent.name}/{key}": text
                for key, text in json.loads(path.read_text("utf-8")).items()
            }
    return found


def english_for(language: str) -> Callable[[str], bool]:
    """Reports an English message on the page that this language has a different text for."""
    own = messages(language)
    told = set(own.values())
    foreign = {
        text
        for key, text in messages("en").items()
        if own.get(key) != text and text not in told and is_telling(text)
    }
    plain = {text for text in foreign if "{" not in text}
    filled = re.compile("|".join(sorted(map(say_pattern, foreign - plain))))
    return lambda text: text in plain or filled.fullmatch(text) is not None


def is_telling(text: str) -> bool:
    """Does it have enough words of its own to be known by, and no branches?"""
    return "," not in "".join(re.findall(r"\{[^}]*\}", text)) and len(re.sub(r"\{[^}]*\}|\W", "", text)) >= 5


def say_pattern(text: str) -> str:
    return ".+".join(re.escape(part) for part in re.split(r"\{[^{}]*\}", text))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_nothing_is_left_in_english(stage: Stage, language: str) -> None:
    ana = stage.visit("Ana", language=language)
    is_english = english_for(language)
    read(ana, "/", language, is_english)
    ana.page.get_by_role("article").first.get_by_role("button").first.click()
    ana.page.get_by_role("dialog").locator("summary").click()
    check(ana, language, is_english)
    read(ana, f"/t/{ana.open_table('trex', 3, bots={}, is_started=False)}", language, is_english)
    for game, prompt in GAMES.items():
        ana.sit_down(game, 3, record=positions.asked(game, prompt, 3, after=12))
        check(ana, language, is_english)
        ana.page.locator(".why.btn").click()
        expect(ana.page.locator("section.why .reason p").first).to_be_visible()
        check(ana, language, is_english)
        ana.shoot(f"{game} in {language}")
    table = ana.sit_down("cubosaurs", 2, record=positions.late("cubosaurs", left=1))
    ana.play(Random(1))
    expect(ana.page.locator(".aftermath .why .reason p")).not_to_have_count(0)
    check(ana, language, is_english)
    read(ana, f"/replay/{table}", language, is_english)
    ana.expected += ("404",)
    for path in ("/rules", "/rules/cubosaurs", "/me", "/no/such/page"):
        read(ana, path, language, is_english)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_described_without_slow_intl_formats(stage: Stage, game: str) -> None:
    ana = stage.visit("Ana", language="fr")
    ana.context.add_init_script(COUNT_FORMATS)
    ana.sit_down(game, 4)
    ana.page.locator("aside.rail").wait_for()
    ana.play(Random(game), most=8)
    assert ana.page.evaluate("window.formats") == []
    assert ana.page.evaluate("new Intl.ListFormat('fr').format(['a', 'b']) && window.formats") == [
        "ListFormat"
    ]


def read(visitor: Visitor, path: str, language: str, is_english: Callable[[str], bool]) -> None:
    """Go there and check it."""
    visitor.go(path)
    expect(visitor.page.locator("main[aria-busy]")).to_have_count(0)
    visitor.page.get_by_role("heading").first.wait_for()
    check(visitor, language, is_english)


def check(visitor: Visitor, language: str, is_english: Callable[[str], bool]) -> None:
    """Nothing is in English, marked so or not."""
    where = visitor.page.url
    assert visitor.page.locator("html").get_attribute("lang") == language
    texts = visitor.page.evaluate(TEXTS)
    assert len(texts) > 5
    left = [text for tongue, text in texts if tongue == "en" or is_english(text)]
    assert not left, f"{where} says in English: {left}"
    missing = [text for _, text in texts if KEY.fullmatch(text)]
    assert not missing, f"{where} has no message for: {missing}"


def test_english_is_noticed() -> None:
    is_english = english_for("de")
    assert is_english("Three dinosaur games, one table.")
    assert is_english("Table Hell Creek 20")
    assert not is_english("T-Rex")
