"""What the house counts of itself, for Prometheus. No label holds a name, a table or a person."""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

import rexarium

_QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """All counters of one server."""

    def __init__(self) -> None:
        # When a counter began is when the process did, and that is told already.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # memory, processor time, open files, and since when
        Info("rexarium", "What runs here", registry=self.registry).info({"version": rexarium.__version__})
        self.entries = self._counter("entries", "Entries written to the logs of tables")
        self.bot_failures = self._counter("bot_failures", "Bots that crashed or thought for too long")
        self.commands = Counter(
            "rexarium_commands", "Commands by kind and answer", ["kind", "answer"], registry=self.registry
        )
        self.requests = Counter(
            "rexarium_requests",
            "HTTP requests by route and status",
            ["route", "status"],
            registry=self.registry,
        )
        self.command_seconds = Histogram(
            "rexarium_command_seconds", "From a command to its answer", buckets=_QUICK, registry=self.registry
        )
        self.storage_failures = self._counter(
            "storage_failures", "Times that the storage could not be read or written"
        )
        self.connections_refused = self._counter(
            "connections_refused", "Connections that were one too many for their address, or for us"
        )
        self.wires = self._gauge("wires", "Open WebSockets")
        self.desks = self._gauge("desks", "Tables in memory")
        self.collection_seconds = self._counter(
            "collection_seconds", "Processor time spent looking for garbage"
        )
        self.longest_collection_seconds = self._gauge(
            "longest_collection_seconds", "Processor time of the longest look for garbage"
        )
        self.resyncs = self._counter("resyncs", "Snapshots for clients that had come behind")
        self.pages_behind = Counter(
            "rexarium_pages_behind",
            "Snapshots that clients asked for, by what was wrong",
            ["why"],
            registry=self.registry,
        )

    def _counter(self, name: str, text: str) -> Counter:
        return Counter(f"rexarium_{name}", text, registry=self.registry)

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(f"rexarium_{name}", text, registry=self.registry)

    def page(self) -> bytes:
        """The page that Prometheus reads."""
        return generate_latest(self.registry)


METRICS = Metrics()
