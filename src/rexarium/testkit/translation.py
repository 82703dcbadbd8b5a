"""Are a game's texts there in every language, and do they translate the current English? Run it to see what is missing
or out of date.

`rexarium.kernel.texts` says how the files of a game are read; `rexarium.testkit.wording` finds the sentences.
"""

import re
import sys
from collections.abc import Iterator, Mapping

from rexarium.games import AnyGame, all_games
from rexarium.kernel.texts import LANGUAGES, Translation, stamp
from rexarium.testkit import languages, wording

COMMAND = "./rex python -m rexarium.testkit.translation"
Fields = dict[str, str]  # the texts of a piece, by field
Pieces = dict[tuple[str, str], Fields]

_MARKS = re.compile(r"`[^`]+`|\b[A-Z]{2}-(?:\d\d|X\d)\b|\d+")  # the same in every language
# By language: what its typography does not allow, and what to write instead.
_TYPOGRAPHY: dict[str, tuple[tuple[re.Pattern[str], str], ...]] = {
    "fr": (
        (
            re.compile(r"(?<!\u00a0):(?!\w)|(?<!\u202f)[;?!]|«(?!\u00a0)|(?<!\u00a0)»"),
            "hard spaces, narrow before ; ? !",
        ),
        (re.compile(r"\x22|\x27"), "guillemets"),
    ),
    "nl": ((re.compile(r"\x22|\x27"), "single quotation marks"),),
    "de": ((re.compile(r"\x22|\x27"), "German quotation marks"),),
}


def complaints(game: AnyGame, language: str) -> Iterator[str]:
    """What is wrong with a game's translation, one sentence per problem."""
    said = game.library.translation(language)
    if not said:
        yield "there is no such file"
        return
    wanted = pieces(game)
    yield from _compare_chapters(game, said)
    if said.get("citation", "").count("{sources}") != 1:
        yield "citation must have {sources} once"
    for (kind, id_), english in wanted.items():
        where = f"[{kind}.{id_}]" if id_ else f"[{kind}]"
        table = said.get(kind, {})
        piece = table.get(id_) if id_ else table
        if not piece:
            yield f"{where} is missing; its of is {stamp(*english.values())}"
        else:
            yield from (f"{where} {complaint}" for complaint in _compare(english, piece, language))
    for kind in ("sources", "rules", "rulings", "presets", "editions"):
        for id_ in said.get(kind, {}):
            if (kind, id_) not in wanted:
                yield f"[{kind}.{id_}] translates nothing"


def pieces(game: AnyGame) -> Pieces:
    """Everything that has to be translated, except chapter titles, which are their own keys."""
    book = game.library.original()
    found: Pieces = {("intro", ""): {"text": book["intro"]}}
    for source in book["source"]:
        found["sources", source["id"]] = {"name": source["name"], "detail": source["detail"]}
    for rule in game.rulebook.rules.values():
        found["rules", rule.number] = {"title": rule.title, "text": rule.text}
        if rule.reason:
            found["rules", rule.number]["reason"] = rule.reason
    for ruling in game.rulings:
        answers = {f"answers.{answer}": ruling.said.get(answer, answer) for answer in ruling.answers}
        found["rulings", ruling.id] = {"question": ruling.question, "source": ruling.source, **answers}
    found |= {("presets", preset.id): {"title": preset.title} for preset in game.presets}
    found |= {("editions", id_): {"title": game.edition(id_).title} for id_ in game.edition_ids()}
    return found


def _compare_chapters(game: AnyGame, said: Translation) -> Iterator[str]:
    wanted = {rule.chapter for rule in game.rulebook.rules.values()}
    for chapter in wanted ^ set(said.get("chapters", {})):
        yield f"[chapters] {'lacks' if chapter in wanted else 'has no use for'} {chapter!r}"


def _compare(english: Fields, piece: Translation, language: str) -> Iterator[str]:
    translated = _flatten(piece)
    now, of = stamp(*english.values()), translated.pop("of", "")
    if of != now:
        yield f'is of another English text ({of or "none"}); renew it, then write of = "{now}"'
    for field in english.keys() ^ translated.keys():
        yield f"{'lacks' if field in english else 'has no use for'} {field}"
    for field in english.keys() & translated.keys():
        text = translated[field]
        if not text.strip():
            yield f"{field} says nothing"
        if field in ("text", "reason") and sorted(set(_MARKS.findall(english[field]))) != sorted(
            set(_MARKS.findall(text))
        ):
            yield f"{field} has not the same numbers, rules or options as the English"
        for pattern, better in _TYPOGRAPHY.get(language, ()):
            if found := pattern.search(re.sub(r"`[^`]+`", "", text)):
                yield f"{field}: write {better} at {text[max(0, found.start() - 20) : found.end() + 5]!r}"


def _flatten(piece: Translation) -> Fields:
    flat: Fields = {}
    for key, value in piece.items():
        flat |= (
            {f"{key}.{name}": text for name, text in value.items()}
            if isinstance(value, Mapping)
            else {key: value}
        )
    return flat


def main() -> int:
    """Print every complaint."""
    found = [
        f"{game.id}/languages/{language}.toml: {complaint}"
        for game in all_games().values()
        for language in LANGUAGES[1:]
        for complaint in complaints(game, language)
    ]
    found += [*wording.complaints(), *languages.complaints(wording.ROOT)]
    print("\n".join(found) or "Every translation is there and of the present English.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
