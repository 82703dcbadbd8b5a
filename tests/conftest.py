"""Settings for all tests: what is random is so in the same way every time; what is slow runs when it is asked for."""

import signal

import pytest
from hypothesis import HealthCheck, settings

import rexarium

settings.register_profile(
    "rexarium", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("rexarium")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell has it for what runs in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)  # for the tests that press Ctrl-C


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without `-m` the slow tests stay out; without a compiled core the tests of it are skipped."""
    if not config.option.markexpr:
        slow = [item for item in items if item.get_closest_marker("slow")]
        items[:] = [item for item in items if item not in slow]
        config.hook.pytest_deselected(items=slow)
    if not rexarium.is_compiled():
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="the core is not compiled: ./rex setup compiles it"))
