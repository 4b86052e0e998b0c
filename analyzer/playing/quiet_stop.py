"""Stopping joblib's workers in the middle of their work, without its tracebacks.

At Ctrl-C joblib kills its workers. A piece of work that was handed out at that very moment is then
unknown to the thread that serves them, which dies of it (a KeyError), or can no longer be handed
out; either would print a traceback. By then the workers are gone and nobody waits for the work, so
there is nothing to tell.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_SERVING_THREAD = "ExecutorManagerThread"
_CALLBACKS = logging.getLogger("concurrent.futures")
_CANNOT_HAND_OUT = (RuntimeError, AttributeError)  # the pool is shut down, or already None


@contextmanager
def quiet_stop() -> Iterator[None]:
    """Keeps joblib silent about work that is given up within; all other trouble is still told."""
    before = threading.excepthook

    def hook(trouble: threading.ExceptHookArgs) -> None:
        is_serving = trouble.thread is not None and trouble.thread.name == _SERVING_THREAD
        if not (is_serving and issubclass(trouble.exc_type, KeyError)):
            before(trouble)

    threading.excepthook = hook
    _CALLBACKS.addFilter(_is_other_trouble)
    try:
        yield
    finally:
        threading.excepthook = before
        _CALLBACKS.removeFilter(_is_other_trouble)


def _is_other_trouble(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, _CANNOT_HAND_OUT)
