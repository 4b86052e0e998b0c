"""Worker processes of this machine as a backend of joblib, each with two pipes of its own.

joblib's own processes write their results into one pipe: one that is killed as it writes leaves
half a message there, on which all others and the end of the program wait for ever. Here a dead
worker closes its pipe and nobody else's; it is replaced, and what it was doing is done again.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from joblib import parallel_config
from joblib.parallel import ParallelBackendBase

from analyzer.errors import UsageError
from analyzer.threads import ONE_THREAD

MAX_DEATHS = 3  # of workers over one piece of work, before it is given up
_MAX_STARTS = 20  # of workers that die before they begin with it


class DeadWorkersError(Exception):
    """Workers died over one piece of work. arguments: of the function that was called."""

    def __init__(self, arguments: tuple[Any, ...], exit_code: int | None) -> None:
        super().__init__(f"{MAX_DEATHS} workers died over the same piece of work")
        self.arguments = arguments
        self.exit_code = exit_code


class _DiedError(Exception):
    """A worker is gone before the end of a call. has_begun: with the call itself."""

    def __init__(self, has_begun: bool) -> None:
        super().__init__()
        self.has_begun = has_begun


class _Call:
    """A piece of work, and what came of it."""

    def __init__(self, work: tuple[Any, ...], callback: Callable[[_Call], None]) -> None:
        self.work = work
        self.callback = callback
        self.is_done = False
        self.answer: Any = None

    def finish(self, is_done: bool, answer: Any) -> None:
        """Tells joblib, which then hands out more work, in this thread."""
        self.is_done, self.answer = is_done, answer
        self.callback(self)


class _Worker:
    """One worker process and its pipes."""

    def __init__(self) -> None:
        calls_end, calls = os.pipe()
        results, results_end = os.pipe()
        here = f"{os.getpid()}, {calls_end}, {results_end}"
        program = (
            f"import sys; sys.path[:] = {sys.path!r};"
            f" from analyzer.playing.serve import serve; serve({here})"
        )
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-c", program],
                pass_fds=(calls_end, results_end),
                stdin=subprocess.DEVNULL,
                # The work is cut so that every worker is busy: more threads would only wait.
                env={**ONE_THREAD, **os.environ},
            )
        except BaseException:
            os.close(calls)
            os.close(results)
            raise
        finally:
            # Nobody but the worker may hold its ends, or its death would go unnoticed.
            os.close(calls_end)
            os.close(results_end)
        self._calls = Connection(calls, readable=False)
        self._results = Connection(results, writable=False)

    def call(self, data: bytes) -> tuple[bool, Any]:
        """Whether a pickled call went well, and its result or its error."""
        has_begun = False
        try:
            self._calls.send_bytes(data)
            self._results.recv_bytes()
            has_begun = True
            answer: tuple[bool, Any] = pickle.loads(self._results.recv_bytes())
        except (EOFError, OSError):
            self.process.kill()
            raise _DiedError(has_begun) from None
        return answer

    def is_dead(self) -> bool:
        """Whether the process has ended."""
        return self.process.poll() is not None

    def end(self) -> int:
        """Lets go of the process, which must be dead or dying, and returns its exit code."""
        self._calls.close()
        self._results.close()
        return self.process.wait()


class Workers:
    """Up to `jobs` worker processes, started as there is work and kept until `stop`."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.is_stopped = False
        self._queue: queue.SimpleQueue[_Call | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._live: set[_Worker] = set()
        self._attendants = 0

    def submit(self, call: _Call) -> _Call:
        """Has a worker do this as soon as one is free."""
        with self._lock:
            is_wanted = self._attendants < self.jobs
            self._attendants += is_wanted
        self._queue.put(call)
        if is_wanted:
            threading.Thread(target=self._attend, name="reef-attendant", daemon=True).start()
        return call

    def stop(self) -> None:
        """Ends all workers at once, whatever they are doing; nothing more is called back."""
        with self._lock:
            self.is_stopped = True
            live, self._live = self._live, set()
        for worker in live:
            worker.process.kill()
        for _ in range(self._attendants):
            self._queue.put(None)

    def _attend(self) -> None:
        """Serves one worker for as long as there may be work."""
        # Ctrl-C in a terminal reaches every process, but stopping is the parent's decision. What
        # is blocked here stays blocked in processes that this thread starts.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        worker: _Worker | None = None
        while (call := self._queue.get()) is not None:
            is_done, answer, worker = self._done(call, worker)
            if self.is_stopped:
                break
            call.finish(is_done, answer)
        if worker is not None:
            worker.process.kill()
            worker.end()

    def _done(self, call: _Call, worker: _Worker | None) -> tuple[bool, Any, _Worker | None]:
        """Whether it went well, the result or the error, and the worker for the next call."""
        function, arguments, _ = call.work
        try:
            data = pickle.dumps((function, arguments), protocol=pickle.HIGHEST_PROTOCOL)
        except Exception as error:
            return False, error, worker
        exit_code, deaths = None, 0
        for _ in range(_MAX_STARTS):
            try:
                if worker is not None and worker.is_dead():
                    self._buried(worker)  # while it had nothing to do
                    worker = None
                worker = worker or self._started()
                return (*worker.call(data), worker)
            except _DiedError as death:
                assert worker is not None
                exit_code = self._buried(worker)
                worker = None
                deaths += death.has_begun
            except OSError as error:
                return False, UsageError(f"no worker can be started: {error.strerror}"), None
            if self.is_stopped or deaths == MAX_DEATHS:
                break
        return False, DeadWorkersError(arguments, exit_code), None

    def _started(self) -> _Worker:
        worker = _Worker()
        with self._lock:
            self._live.add(worker)
            if self.is_stopped:
                worker.process.kill()
        return worker

    def _buried(self, worker: _Worker) -> int:
        with self._lock:
            self._live.discard(worker)
        return worker.end()


class ProcessBackend(ParallelBackendBase):
    """What joblib's Parallel needs of a backend, on top of `Workers`."""

    supports_retrieve_callback = True

    def __init__(self, workers: Workers) -> None:
        super().__init__(nesting_level=0)
        self._workers = workers

    def effective_n_jobs(self, n_jobs: int | None) -> int:  # noqa: ARG002
        """As many as there are workers, whatever is asked for."""
        return self._workers.jobs

    def submit(self, func: Any, callback: Callable[[_Call], None]) -> _Call:
        """Hands a batch, which has one call, to the workers."""
        (work,) = func.items
        return self._workers.submit(_Call(work, callback))

    apply_async = submit  # its name before joblib 1.5

    def retrieve_result_callback(self, out: _Call) -> list[Any]:
        """The results of a batch; raises what the call raised."""
        if not out.is_done:
            raise out.answer
        return [out.answer]

    def abort_everything(self, ensure_ready: bool = True) -> None:  # noqa: ARG002
        """Gives up what is under way."""
        self._workers.stop()


def in_processes(workers: Workers) -> Any:
    """The configuration under which joblib plays in these workers."""
    return parallel_config(backend=ProcessBackend(workers), n_jobs=workers.jobs)
