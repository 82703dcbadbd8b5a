"""Counting: nothing happens without a listener, and Prometheus receives everything."""

import re

import pytest

from rexarium.server.metrics import Counter, Gauge, Label, Metric, Metrics, Seconds
from rexarium.server.net.prometheus import Prometheus


class Ear:
    """Keeps what it receives."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, tuple[Label, ...], float]] = []

    def note(self, metric: Metric, labels: tuple[Label, ...], number: float) -> None:
        self.heard.append((metric.name, labels, number))

    def page(self) -> bytes:
        return b"all of it"


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


def measure(metrics: Metrics) -> None:
    """Something of every kind happens."""
    metrics.entries.inc(by=3)
    metrics.commands.inc("move", "done")
    metrics.sockets.inc()
    metrics.sockets.inc()
    metrics.sockets.dec()
    metrics.live_tables.set(7)
    metrics.command_seconds.observe(0.03)


def test_without_a_listener_only_gauges_remember(metrics: Metrics) -> None:
    measure(metrics)
    assert (metrics.sockets.value, metrics.live_tables.value) == (1, 7)
    assert metrics.page() == b""


def test_a_listener_receives_everything_until_it_is_replaced(metrics: Metrics) -> None:
    first, second = Ear(), Ear()
    metrics.listen(first)
    measure(metrics)
    metrics.listen(second)
    metrics.resyncs.inc()
    assert first.heard == [
        ("entries", (), 3),
        ("commands", ("move", "done"), 1),
        ("sockets", (), 1),
        ("sockets", (), 2),
        ("sockets", (), 1),
        ("live_tables", (), 7),
        ("command_seconds", (), 0.03),
    ]
    assert second.heard == [("resyncs", (), 1)]
    assert metrics.page() == b"all of it"


def test_prometheus_reads_every_metric_under_its_name(metrics: Metrics) -> None:
    metrics.listen(Prometheus(metrics))
    measure(metrics)
    lines = metrics.page().decode().splitlines()
    kinds = {Counter: "counter", Gauge: "gauge", Seconds: "histogram"}
    for metric in metrics.all():
        suffix = "_total" if isinstance(metric, Counter) else ""
        assert f"# HELP rexarium_{metric.name}{suffix} {metric.text}" in lines
        assert f"# TYPE rexarium_{metric.name}{suffix} {kinds[type(metric)]}" in lines
    for line in (
        "rexarium_entries_total 3.0",
        'rexarium_commands_total{answer="done",kind="move"} 1.0',
        "rexarium_sockets 1.0",
        "rexarium_live_tables 7.0",
        'rexarium_command_seconds_bucket{le="0.02"} 0.0',
        'rexarium_command_seconds_bucket{le="0.05"} 1.0',
    ):
        assert line in lines
    assert [line for line in lines if re.match(r"process_|rexarium_info", line)]


def test_prometheus_starts_from_the_current_gauges(metrics: Metrics) -> None:
    metrics.sockets.set(4)
    metrics.listen(Prometheus(metrics))
    assert b"\nrexarium_sockets 4.0\n" in metrics.page()
