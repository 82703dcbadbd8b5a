"""The table of games in README.md, written from the registry."""

import sys
from pathlib import Path

from rexarium.games import AnyGame, all_games
from rexarium.testkit.casebook import read_casebook_file

COMMAND = "./rex python -m rexarium.testkit.game_table"
README = "README.md"
BEGIN, END = "<!-- the games, written by rexarium.testkit.game_table -->\n", "<!-- end of the games -->\n"


def say_table(root: Path) -> str:
    """One row per game: its authors, its seats, and the numbers of its rules, options, boxes and cases."""
    rows = ["| game | by | seats | rules | options | boxes | cases |", "|---|---|---|---|---|---|---|"]
    return "\n".join([*rows, *(_say_row(game, root) for game in all_games().values()), ""])


def _say_row(game: AnyGame, root: Path) -> str:
    seats = f"{game.min_seats}–{game.max_seats}"
    cases = sum(len(read_casebook_file(path)) for path in (root / "casebook" / game.id).glob("*.case"))
    cells = [
        f"**{game.title}** ({game.year})",
        game.authors,
        seats,
        f"[{len(game.rulebook.rules)}](docs/rules/{game.id}.md)",
        str(len(game.rulings)),
        str(len(game.edition_ids())),
        str(cases),
    ]
    return f"| {' | '.join(cells)} |"


def with_table(page: str, root: Path) -> str:
    """The page with this table instead of the old one."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{say_table(root)}\n{END}{after}"


def main() -> None:
    """Write the table into README.md."""
    path = Path.cwd() / README
    path.write_text(with_table(path.read_text(encoding="utf-8"), Path.cwd()), encoding="utf-8")
    sys.stdout.write(f"wrote {README}\n")


if __name__ == "__main__":
    main()
