"""The server's metrics, kept and written for Prometheus."""

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
from rexarium.server import metrics
from rexarium.server.metrics import Label, Metric

_QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Prometheus:
    """The metrics of one server."""

    def __init__(self, measured: metrics.Metrics) -> None:
        # Counters start with the process, whose start time is reported anyway.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)  # memory, processor time, open files and start time
        Info("rexarium", "What runs here", registry=self._registry).info({"version": rexarium.__version__})
        self._kept = {metric: self._keep(metric) for metric in measured.all()}

    def _keep(self, metric: Metric) -> Counter | Gauge | Histogram:
        name = f"rexarium_{metric.name}"
        if isinstance(metric, metrics.Seconds):
            return Histogram(name, metric.text, buckets=_QUICK, registry=self._registry)
        if isinstance(metric, metrics.Gauge):
            kept = Gauge(name, metric.text, registry=self._registry)
            kept.set(metric.value)
            return kept
        return Counter(name, metric.text, metric.labels, registry=self._registry)

    def note(self, metric: Metric, labels: tuple[Label, ...], number: float) -> None:
        """Update a metric: a counter grows by this number, a gauge is set to it, a histogram observes it."""
        kept = self._kept[metric]
        if isinstance(kept, Counter):
            (kept.labels(*labels) if labels else kept).inc(number)
        elif isinstance(kept, Gauge):
            kept.set(number)
        else:
            kept.observe(number)

    def page(self) -> bytes:
        """The page that Prometheus scrapes."""
        return generate_latest(self._registry)
