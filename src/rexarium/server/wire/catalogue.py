"""The games that the lobby offers, with their editions, rulings and rules."""

from rexarium.bots import LEVELS
from rexarium.games import AnyGame, all_games, find_game
from rexarium.server.wire import bodies


def list_games(language: str) -> list[bodies.GameCard]:
    """Every game that can be played."""
    return [_card(game, language) for game in all_games().values()]


def _card(game: AnyGame, language: str) -> bodies.GameCard:
    texts = game.texts(language)
    return bodies.GameCard(
        id=game.id,
        title=game.title,
        year=game.year,
        authors=game.authors,
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        editions=[bodies.EditionCard(id_, title) for id_, title in texts.editions.items()],
        presets=[bodies.PresetCard(p.id, p.title, dict(p.answers)) for p in texts.presets],
        rulings=[
            bodies.RulingCard(r.id, r.rule, r.question, list(r.answers), r.default, dict(r.said))
            for r in texts.rulings
        ],
        bots=list(LEVELS),
    )


def rulebook_card(game: str, language: str) -> bodies.RulebookCard:
    """The rules of a game in our own words."""
    book = find_game(game).texts(language).rulebook
    rules = [
        bodies.RuleCard(rule.number, rule.title, rule.text, rule.source(), rule.chapter)
        for rule in book.rules.values()
    ]
    return bodies.RulebookCard(book.title, book.intro, rules)
