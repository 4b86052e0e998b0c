"""What a worker process does: answers calls until its parent is gone."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
import traceback
from multiprocessing.connection import Connection
from typing import Any

_PARENT_CHECK = 1.0  # seconds


def serve(parent: int, calls_end: int, results_end: int) -> None:
    """Reads calls from one pipe and writes their results to the other; both are descriptors."""
    settle(parent)
    for end in (calls_end, results_end):
        os.set_inheritable(end, False)  # what a bot starts must not keep them open
    calls, results = Connection(calls_end, writable=False), Connection(results_end, readable=False)
    while True:
        try:
            results.send_bytes(_answer(calls.recv_bytes(), results))
        except (EOFError, OSError):  # nobody is there any more
            os._exit(0)


def settle(parent: int) -> None:
    """Makes a worker process of this machine a good child.

    Ctrl-C reaches every process of a terminal, but stopping is the parent's decision; and a parent
    that was killed cannot tell its workers, so they watch for it. It may be gone before they begin.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not any(thread.name == _watch.__name__ for thread in threading.enumerate()):
        threading.Thread(target=_watch, args=(parent,), name=_watch.__name__, daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_PARENT_CHECK)
    os._exit(1)


def _answer(data: bytes, results: Connection) -> bytes:
    """A pickled call, done: whether it went well, and its result or its error, pickled.

    That it begins is told before, once arguments that can prepare themselves have done so: a worker
    that is killed while it loads must not make the call look deadly.
    """
    answer: tuple[bool, Any]
    try:
        try:
            function, arguments = pickle.loads(data)
            for argument in arguments:
                if hasattr(argument, "prepare"):
                    argument.prepare()
        finally:
            results.send_bytes(b"begun")
        answer = (True, function(*arguments))
    except BaseException as error:
        error.add_note("".join(traceback.format_exception(error)))
        answer = (False, error)
    try:
        packed = pickle.dumps(answer, protocol=pickle.HIGHEST_PROTOCOL)
        pickle.loads(packed)  # some errors can be packed, but not unpacked
        return packed
    except Exception as error:
        told = RuntimeError(f"{type(answer[1]).__name__}: {answer[1]} ({error})")
        return pickle.dumps((False, told))
