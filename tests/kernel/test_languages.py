"""What people read of a game is there in every language, and of the present English."""

import dataclasses
from collections.abc import Iterator

import pytest

from rexarium.games import AnyGame
from rexarium.kernel.errors import Unknown
from rexarium.kernel.texts import LANGUAGES, Library, stamp
from rexarium.testkit import translation
from tests.laws.registry import every_game

every_language = pytest.mark.parametrize("language", LANGUAGES[1:])


@every_game
@every_language
def test_a_translation_is_complete_and_up_to_date(game: AnyGame, language: str) -> None:
    assert list(translation.complaints(game, language)) == []


@every_game
@every_language
def test_nothing_of_a_translated_game_is_english(game: AnyGame, language: str) -> None:
    english, said = game.texts(), game.texts(language)
    assert list(said.rulebook.rules) == list(english.rulebook.rules)
    for number, rule in english.rulebook.rules.items():
        there = said.rulebook.rule(number)
        assert there.text != rule.text
        assert there.source() != rule.source()
        assert bool(there.reason) == bool(rule.reason)
        assert there.option == rule.option
    assert all(a.question != b.question for a, b in zip(said.rulings, english.rulings, strict=True))
    assert all(a.title != b.title for a, b in zip(said.presets, english.presets, strict=True))
    assert all(set(ruling.said) == set(ruling.answers) for ruling in said.rulings)
    assert said.editions.keys() == english.editions.keys()


@every_game
def test_english_is_the_game_itself(game: AnyGame) -> None:
    assert game.texts().rulebook == game.rulebook
    assert game.texts().rulings == tuple(game.rulings)
    with pytest.raises(Unknown, match=f"there is {', '.join(LANGUAGES)}"):
        game.texts("tlh")


Rules = dict[str, dict[str, str]]


def _spoil(rules: Rules, number: str) -> Iterator[tuple[str, Rules]]:
    """The rules of a language file with one thing wrong, and what is to be said of it."""
    rule = rules[number]
    text = rule["text"]
    yield "is missing", {other: rules[other] for other in rules if other != number}
    yield "of another English text", {**rules, number: {**rule, "of": stamp("older")}}
    yield "lacks text", {**rules, number: {name: said for name, said in rule.items() if name != "text"}}
    yield "says nothing", {**rules, number: {**rule, "text": " "}}
    yield "not the same numbers", {**rules, number: {**rule, "text": f"{text} 4711"}}
    yield "hard spaces", {**rules, number: {**rule, "text": f"{text} Vraiment ?"}}
    yield "translates nothing", {**rules, "XX-99": rule}


@every_game
def test_faults_in_a_translation_are_reported(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    file = game.library.translation("fr")
    for name, rules in _spoil(file["rules"], next(iter(file["rules"]))):
        monkeypatch.setattr(Library, "translation", lambda *_, rules=rules: {**file, "rules": rules})
        assert any(name in complaint for complaint in translation.complaints(game, "fr")), name


@every_game
def test_untranslated_texts_stay_english(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Library, "translation", lambda *_: {})
    assert game.library.rulebook("fr") == game.rulebook


@every_game
def test_a_changed_rule_has_another_stamp(game: AnyGame) -> None:
    rule = next(iter(game.rulebook.rules.values()))
    changed = dataclasses.replace(rule, text=rule.text + " Now.")
    assert stamp(rule.title, rule.text) != stamp(changed.title, changed.text)
