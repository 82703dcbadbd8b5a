"""`./rex python -m bench.table.hostile [ATTACK …]`: run attacks, each on a fresh server, and report which promises held.

The server is the one that `rexarium serve` starts, with its default limits, behind a proxy that the attacker plays.
Without names all attacks run, and the result is written into docs/security.md.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from time import perf_counter

from bench.rounds import commit
from bench.table import page
from bench.table.hostile import absence, failures, floods, names
from bench.table.hostile.finding import Finding
from bench.table.hostile.visitor import fresh_server
from bench.table.process import Server

PAGE = page.PAGE.with_name("security.md")
WORKER, WRITER = "rexarium.server.workers.bots", "rexarium.server.storage.sqlite.child"
Attack = Callable[[Server, Path], Awaitable[list[Finding]]]

ATTACKS: dict[str, Attack] = {
    "hands": lambda server, _: absence.hands(server.port),
    "results": lambda server, _: absence.results(server.port),
    "nicknames": lambda server, _: names.nicknames(server.port),
    "links": lambda server, _: names.links(server.port),
    "tables": lambda server, _: floods.tables(server.port),
    "newcomers": lambda server, _: floods.newcomers(server.port),
    "chatter": lambda server, _: floods.chatter(server.port),
    "connections": lambda server, _: floods.connections(server.port),
    "workers": lambda server, _: failures.workers(server, WORKER),
    "storage": lambda server, _: failures.storage(server, WRITER),
    "records": lambda server, _: failures.records(server.port),
    "damage": lambda _, folder: failures.damage(folder),
}


async def play(name: str) -> list[Finding]:
    """Run one attack on its own server, which must be healthy afterwards and have logged no unexpected error."""
    with tempfile.TemporaryDirectory(prefix="rexarium-hostile-") as text:
        folder = Path(text)
        server = fresh_server(folder)
        server.start()
        try:
            await asyncio.to_thread(server.wait)
            found = await ATTACKS[name](server, folder)
            await asyncio.to_thread(server.wait)
            is_well = server.is_alive
        finally:
            server.kill()
        accidents = server.log.read_text().count('"trace"')
    return [
        *found,
        Finding(
            "the server is still running, and its log has no traceback",
            is_well and not accidents,
            f"{accidents}",
        ),
    ]


def main(words: Sequence[str]) -> int:
    """Run the attacks, and report which promises held."""
    parser = argparse.ArgumentParser(prog="./rex python -m bench.table.hostile", description=__doc__)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"one of {', '.join(ATTACKS)}")
    asked = parser.parse_args(words)
    if strangers := set(asked.attacks) - set(ATTACKS):
        parser.error(
            f"there is no attack {', '.join(sorted(strangers))}; the attacks are {', '.join(ATTACKS)}"
        )
    lines = [f"commit      {commit()}", *page.head()]
    failed = 0
    for name in asked.attacks or ATTACKS:
        begin = perf_counter()
        found = asyncio.run(play(name))
        failed += sum(not finding.held for finding in found)
        report = [f"{name} ({perf_counter() - begin:.0f} s)", *map(str, found)]
        print("\n".join(report), flush=True)
        lines += report
    verdict = "everything held" if not failed else f"{failed} promises did not hold"
    print(verdict)
    if not asked.attacks:
        page.write("hostile", [*lines, "", verdict], page=PAGE)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
