"""The same reply to the same command, recognised by its id."""

from collections.abc import Callable

from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import AnyEntry
from rexarium.server.model.moment import Actor
from rexarium.server.model.table import Table

MOST_REFUSED = 256  # refusals remembered per table


class Replies:
    """A table's replies. What was carried out is in its log; what was refused is remembered here for a while."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._refused: dict[tuple[str, str], Refusal] = {}  # by actor and command id, the oldest first

    def find(self, actor: Actor, id_: str) -> int | None:
        """The number of the event that a command led to, or its refusal again; None if the command is new."""
        name = (actor.id, id_)
        if name in self._refused:
            raise self._refused[name].copy()
        return self._table.replies.get(name)

    def remember(self, actor: Actor, id_: str, decide: Callable[[], list[AnyEntry]]) -> list[AnyEntry]:
        """Decide a command. If it is refused it stays refused, even when it is repeated after much has changed."""
        self.find(actor, id_)
        try:
            return decide()
        except Refusal as refusal:
            if len(self._refused) >= MOST_REFUSED:
                del self._refused[next(iter(self._refused))]
            # A copy: the original holds everything it was raised in.
            self._refused[actor.id, id_] = refusal.copy()
            raise
