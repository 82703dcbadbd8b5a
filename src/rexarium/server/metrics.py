"""What a server counts of itself. No label holds a name, a table or a person.

Nothing here keeps the numbers: that is up to a listener, and without one, counting does nothing.
"""

from typing import Protocol

Label = str | int


class Listener(Protocol):
    """Keeps the numbers."""

    def note(self, metric: "Metric", labels: tuple[Label, ...], number: float) -> None:
        """A counter has grown by this number, a gauge stands at it, or a histogram has one more value."""

    def page(self) -> bytes:
        """All numbers, for whoever asks over HTTP."""


class Metric:
    """One thing that is measured: its name, what it says, and the names of its labels."""

    def __init__(self, name: str, text: str, *labels: str) -> None:
        self.name = name
        self.text = text
        self.labels = labels
        self.listener: Listener | None = None

    def _note(self, number: float, *labels: Label) -> None:
        if self.listener is not None:
            self.listener.note(self, labels, number)


class Counter(Metric):
    """Only grows."""

    def inc(self, *labels: Label, by: float = 1) -> None:
        """Count one more, or several."""
        self._note(by, *labels)


class Gauge(Metric):
    """Goes up and down, and remembers where it stands."""

    value = 0.0

    def set(self, value: float) -> None:
        """Stand there from now on."""
        self.value = value
        self._note(value)

    def inc(self) -> None:
        """Rise by one."""
        self.set(self.value + 1)

    def dec(self) -> None:
        """Fall by one."""
        self.set(self.value - 1)


class Seconds(Metric):
    """How long something takes, each time."""

    def observe(self, seconds: float) -> None:
        """It took this long."""
        self._note(seconds)


class Metrics:
    """All that one server measures."""

    def __init__(self) -> None:
        self.entries = Counter("entries", "Entries written to the logs of tables")
        self.bot_failures = Counter("bot_failures", "Bots that crashed or thought for too long")
        self.commands = Counter("commands", "Commands by kind and answer", "kind", "answer")
        self.requests = Counter("requests", "HTTP requests by route and status", "route", "status")
        self.command_seconds = Seconds("command_seconds", "From a command to its answer")
        self.storage_failures = Counter(
            "storage_failures", "Times that the storage could not be read or written"
        )
        self.connections_refused = Counter(
            "connections_refused", "Connections that were one too many for their address, or for us"
        )
        self.sockets = Gauge("sockets", "Open WebSockets")
        self.live_tables = Gauge("live_tables", "Tables in memory")
        self.collection_seconds = Counter("collection_seconds", "Processor time spent looking for garbage")
        self.longest_collection_seconds = Gauge(
            "longest_collection_seconds", "Processor time of the longest look for garbage"
        )
        self.resyncs = Counter("resyncs", "Snapshots for clients that had come behind")
        self.pages_behind = Counter(
            "pages_behind", "Snapshots that clients asked for, by what was wrong", "why"
        )
        self._listener: Listener | None = None

    def all(self) -> list[Metric]:
        """Everything that is measured."""
        return [each for each in vars(self).values() if isinstance(each, Metric)]

    def listen(self, listener: Listener | None) -> None:
        """Tell this listener from now on, and no other."""
        self._listener = listener
        for metric in self.all():
            metric.listener = listener

    def page(self) -> bytes:
        """All numbers, as the listener writes them."""
        return self._listener.page() if self._listener else b""


METRICS = Metrics()
