"""Settings for all tests: what is random is so in the same way every time."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "rexarium", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("rexarium")
