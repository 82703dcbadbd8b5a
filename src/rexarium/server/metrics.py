"""What a server measures about itself. No label contains a name, a table or a person.

Most metrics keep no numbers of their own: a listener does, and without one, counting does nothing.
"""

from typing import Protocol

Label = str | int


class Listener(Protocol):
    """Keeps the numbers that metrics report."""

    def note(self, metric: "Metric", labels: tuple[Label, ...], number: float) -> None:
        """Take a number from a metric: a counter's increase, a gauge's new value, or one more value in a histogram."""

    def page(self) -> bytes:
        """All numbers, as a page to serve over HTTP."""


class Metric:
    """One thing that is measured: its name, a description, and the names of its labels."""

    def __init__(self, name: str, text: str, *labels: str) -> None:
        self.name = name
        self.text = text
        self.labels = labels
        self.listener: Listener | None = None

    def _note(self, number: float, *labels: Label) -> None:
        if self.listener is not None:
            self.listener.note(self, labels, number)


class Counter(Metric):
    """A metric that only grows."""

    def inc(self, *labels: Label, by: float = 1) -> None:
        """Add one, or the number given."""
        self._note(by, *labels)


class Gauge(Metric):
    """A metric that goes up and down, and keeps its current value."""

    value = 0.0

    def set(self, value: float) -> None:
        """Set the value."""
        self.value = value
        self._note(value)

    def inc(self) -> None:
        """Increase the value by one."""
        self.set(self.value + 1)

    def dec(self) -> None:
        """Decrease the value by one."""
        self.set(self.value - 1)


class Seconds(Metric):
    """A metric of how long something takes each time."""

    def observe(self, seconds: float) -> None:
        """Record one duration."""
        self._note(seconds)


class Metrics:
    """All the metrics of one server."""

    def __init__(self) -> None:
        self.entries = Counter("entries", "Entries written to the logs of tables")
        self.bot_failures = Counter("bot_failures", "Bots that crashed or thought for too long")
        self.commands = Counter("commands", "Commands by kind and reply", "kind", "answer")
        self.requests = Counter("requests", "HTTP requests by route and status", "route", "status")
        self.command_seconds = Seconds("command_seconds", "Time from a command to its reply")
        self.storage_failures = Counter("storage_failures", "Failed reads and writes of the storage")
        self.connections_refused = Counter(
            "connections_refused", "Connections over the limit of their address or of the server"
        )
        self.sockets = Gauge("sockets", "Open WebSockets")
        self.live_tables = Gauge("live_tables", "Tables in memory")
        self.collection_seconds = Counter("collection_seconds", "Processor time spent on garbage collection")
        self.longest_collection_seconds = Gauge(
            "longest_collection_seconds", "Processor time of the longest garbage collection"
        )
        self.resyncs = Counter("resyncs", "Snapshots for clients that had fallen behind")
        self.pages_behind = Counter("pages_behind", "Snapshots that clients asked for, by reason", "why")
        self._listener: Listener | None = None

    def all(self) -> list[Metric]:
        """Every metric."""
        return [each for each in vars(self).values() if isinstance(each, Metric)]

    def listen(self, listener: Listener | None) -> None:
        """Report to this listener only; None for none."""
        self._listener = listener
        for metric in self.all():
            metric.listener = listener

    def page(self) -> bytes:
        """The listener's page of all numbers; empty without one."""
        return self._listener.page() if self._listener else b""


METRICS = Metrics()
