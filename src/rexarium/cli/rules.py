"""`rexarium rules`: print a game's rulebook, or the rules with some numbers or words."""

import argparse

from rexarium.cli.catalogue import chosen_game
from rexarium.cli.screen import Screen
from rexarium.kernel.errors import Unknown
from rexarium.kernel.rulebook import Rule, Rulebook
from rexarium.kernel.texts import LANGUAGES


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `rexarium rules`."""
    parser.add_argument("game", metavar="GAME", help="which game; `rexarium games` lists them")
    parser.add_argument("numbers", nargs="*", metavar="NUMBER", help="only these rules")
    parser.add_argument("--search", metavar="WORDS", help="only rules with these words")
    parser.add_argument(
        "--language", choices=LANGUAGES, default=LANGUAGES[0], help="the language to read them in"
    )


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Print the rules that were asked for, or all."""
    book = chosen_game(args.game).texts(args.language).rulebook
    if args.numbers or args.search:
        found = [book.rule(number) for number in args.numbers] or list(book.rules.values())
        found = [rule for rule in found if _says(rule, args.search or "")]
        if not found:
            raise Unknown(f"No rule of {book.title} says '{args.search}'.")
        for rule in found:
            say_rule(screen, rule)
        return 0
    _say_book(screen, book)
    return 0


def _says(rule: Rule, words: str) -> bool:
    text = f"{rule.number} {rule.title} {rule.text} {rule.reason} {rule.option}".lower()
    return all(word in text for word in words.lower().split())


def _say_book(screen: Screen, book: Rulebook) -> None:
    screen.say(book.title, "title")
    screen.say(book.intro)
    screen.say()
    for source in book.sources.values():
        screen.say(source[:1].upper() + source[1:], "dim", hang=2)
    chapter = ""
    for rule in book.rules.values():
        if rule.chapter != chapter:
            chapter = rule.chapter
            screen.say(f"\n{chapter}\n{'-' * len(chapter)}", "title")
        say_rule(screen, rule)


def say_rule(screen: Screen, rule: Rule) -> None:
    """One rule in full."""
    screen.say(f"{rule.number} {rule.title}", "bold")
    screen.say(rule.text, indent=2)
    screen.say(rule.source(), "dim", indent=2)
    if rule.option:
        screen.say(f"--ruling {rule.option}=...", "dim", indent=2)
