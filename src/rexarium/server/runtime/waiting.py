"""Limits on tables waiting for players, per person and per network."""

from collections.abc import Sequence

from rexarium.kernel.sentence import Sentence, sentence
from rexarium.server.model import log
from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import AnyEntry
from rexarium.server.runtime.settings import Settings
from rexarium.server.storage.store import Store


async def check_waiting(
    store: Store, settings: Settings, asker: str, entries: Sequence[AnyEntry], network: str
) -> None:
    """Refuse a new table, given its first entries, if too many are waiting already.

    Stored tables are counted, so one that has started or ended is not waiting. Against bots alone a game starts as soon
    as the host has added a share. Such a table may exceed the limit, but not without bound, because its host could
    still free a seat.
    """
    if isinstance(entries[-1], log.Started):
        return
    host, is_complete = entries[0].by, needs_nobody(entries)
    of_host, of_network = await store.count_waiting(host, network)
    if of_host >= (2 if is_complete else 1) * settings.waiting:
        raise Refusal("not possible", _say_waiting(settings.waiting, is_own=host == asker))
    if network and not is_complete and of_network >= settings.waiting_network:
        why = sentence(
            "{most} tables from your network are waiting for players, and that is the limit. "
            "You can open one when one of them starts or is called off.",
            most=settings.waiting_network,
        )
        raise Refusal("not possible", why)


def needs_nobody(entries: Sequence[AnyEntry]) -> bool:
    """True if a new table needs no player but its host, because bots have all the other seats."""
    opened, *others = entries
    assert isinstance(opened, log.Opened)
    players = [entry.player for entry in others if isinstance(entry, log.Seated)]
    return len(players) == opened.seats and all(one.bot or one.person == opened.by for one in players)


def _say_waiting(most: int, *, is_own: bool) -> Sentence:
    """Why no more tables can wait for players, and what to do about it."""
    if is_own:
        return sentence(
            "You have {most, plural, one {# table} other {# tables}} waiting for players, and that is the limit. "
            "Start one of them or call it off, then you can open another.",
            most=most,
        )
    return sentence(
        "The host has {most, plural, one {# table} other {# tables}} waiting for players, and that is the limit. "
        "There can be a rematch when one of them starts or is called off.",
        most=most,
    )
