"""Mutated records of all games, resealed so that the seal fits: each is read, or refused with a line number."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

from bench.fuzz.mutate import spoil_text
from bench.rounds import ROOT
from rexarium.kernel.errors import BadRecord
from rexarium.match import read_whole_record
from rexarium.testkit.records import FOLDER, check_sound, reseal

_DIGEST = re.compile(r"have the digest (sha256:\w+)")


@contextmanager
def open_target() -> Iterator[Callable[[int], str]]:
    """The target that reads mutated records."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / FOLDER).rglob("*.rex"))]

    def check(seed: int) -> str:
        random = Random(f"records {seed}")
        text = with_digest(reseal(spoil_text(random, random.choice(texts))))
        return "read" if check_sound(text) else "refused"

    yield check


def with_digest(text: str) -> str:
    """The text with its edition's true digest if only that was wrong, so that mutated editions are played, too."""
    try:
        read_whole_record(text)
    except BadRecord as error:
        if found := _DIGEST.search(error.sentence):
            return reseal(re.sub("(?m)^  digest: .*$", f"  digest: {found[1]}", text, count=1))
    return text
