"""Settings that hold for every test."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

# A shell without job control starts what runs in its background with Ctrl-C ignored, and every
# command that a test starts would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The time of one example says more about the machine than about the code, and the same examples
# every time make a failure somebody else's failure too.
settings.register_profile(
    "suite", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")
