"""Whatever may stand in a stored entry belongs to a format, and nothing that a release has written ever changes."""

import hashlib
from typing import Literal

import msgspec
import pytest

from rexarium.server.model import log
from rexarium.server.model.codec import Codec
from tests.server.logs import FOLDER
from tests.server.logs.entries import describe_entries, read_entries

# Of formats that a release has written: these lists are never changed. The one after them is still open.
RELEASED = {1: "sha256:92180864307669301662ce2d0bcb6235ceb6652cf1ad5298067c1808981ddbdb"}
RENEW = "./rex python -m tests.server.logs.entries"


def test_every_entry_that_can_be_written_belongs_to_the_present_format() -> None:
    new = set(describe_entries()) - set(read_entries(log.FORMAT))
    first = "raise log.FORMAT, for a release writes this one; then " if log.FORMAT in RELEASED else ""
    assert not new, f"not in the list of format {log.FORMAT}: {first}{RENEW}"


def test_the_list_holds_nothing_that_cannot_be_written() -> None:
    assert set(read_entries(log.FORMAT)) == set(describe_entries())


@pytest.mark.parametrize("number", range(2, log.FORMAT + 1))
def test_everything_in_an_older_format_stays_readable(number: int) -> None:
    assert set(read_entries(number - 1)) <= set(read_entries(number))


@pytest.mark.parametrize("number", range(2, log.FORMAT + 1))
def test_a_new_field_of_an_old_kind_has_a_default(number: int) -> None:
    before, now = read_entries(number - 1), read_entries(number)
    added = [line for line in now if line not in before and line.partition(".")[0] in before]
    assert [line for line in added if " may be " not in line and " if it is missing" not in line] == []


def test_lists_of_released_formats_never_change() -> None:
    for number, digest in RELEASED.items():
        text = (FOLDER / f"format-{number}" / "entries.txt").read_bytes()
        assert f"sha256:{hashlib.sha256(text).hexdigest()}" == digest
    assert max(RELEASED) + 1 >= log.FORMAT, "a format is skipped"


def test_a_kind_a_field_and_a_value_each_have_a_line() -> None:
    class Waved(log.Entry, frozen=True):
        hand: Literal["left", "right"] = "left"
        times: int = 1

    found = set(describe_entries(log.Paused | Waved)) - set(describe_entries(log.Paused))
    assert found == {
        "waved",
        "waved.by: text, '' if it is missing",
        "waved.command: text, '' if it is missing",
        "waved.hand: choice, 'left' if it is missing",
        "waved.hand may be 'left'",
        "waved.hand may be 'right'",
        "waved.times: number, 1 if it is missing",
    }


def test_entries_of_a_newer_format_cannot_be_read_by_accident() -> None:
    with pytest.raises(msgspec.ValidationError):
        Codec().decode(b'{"is":"waved"}')
