"""Where the work is done: in this process, in worker processes, in threads, or on a Dask cluster.

All of it goes through joblib, and results come back in the order of the work.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

from analyzer.errors import UsageError
from analyzer.play.quiet_stop import quiet_stop

if TYPE_CHECKING:
    from types import TracebackType

    from distributed import Client

BACKENDS = ("auto", "processes", "threads", "dask")
_WAVE = 8  # pieces of work for each worker that joblib is given at a time
_AHEAD = 2  # pieces for each worker that are handed out before it needs them
_CONNECT_SECONDS = 10
_LAST_PORT = 65535
_ADDRESS = re.compile(r"tcp://(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):([0-9]{1,5})")
_WORKER_SECONDS = 60  # how long to wait for the first Dask worker
_PARENT_CHECK = 1.0  # seconds


class LostWorkersError(UsageError):
    """Workers are gone, and nobody could take over."""


class Pool:
    """Calls a function on many arguments, several at a time.

    backend: `auto` is worker processes, or threads where whoever plays finds them better. jobs:
    processes or threads, 0 for one a core. On the Dask cluster of a scheduler the cluster
    decides; without a scheduler's address one with that many worker processes is started here. A
    cluster is sought when it is first needed and kept for everything that follows; as a context
    manager the pool lets go of it at the end. UsageError if these settings mean no pool.
    """

    def __init__(
        self, backend: str = "processes", jobs: int = 1, scheduler: str | None = None
    ) -> None:
        _check(backend, scheduler)
        self.backend = "processes" if backend == "auto" else backend
        self.may_be_threads = backend == "auto"
        self.jobs = jobs or cores()
        self.scheduler = scheduler
        self._client: Client | None = None
        self._open = ExitStack()

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._client = None
        self._open.__exit__(kind, error, traceback)

    @property
    def n_workers(self) -> int:
        """How many pieces of work are done at a time; a scheduler is asked how many it has now."""
        if self.backend != "dask" or (self.scheduler is None and self._client is None):
            return self.jobs
        return max(1, sum(self._connected().ncores().values()))

    def check_scheduler(self) -> None:
        """UsageError if there is a scheduler to be asked and it does not answer."""
        if self.scheduler is not None:
            self._connected()

    def map(self, function: Callable[..., Any], work: Iterable[tuple[Any, ...]]) -> Generator[Any]:
        """The results in the order of the work, which is asked for only as workers get free.

        The function must be one of a module: joblib would ship anything else by value, the
        compiled kernel with it, and every worker would compile again.
        """
        if self.jobs == 1 and self.backend != "dask":
            yield from (function(*arguments) for arguments in work)
            return
        try:
            with quiet_stop():
                yield from self._in_waves(function, iter(work))
        except _dead_worker_errors() as error:
            raise LostWorkersError(
                f"a worker died ({type(error).__name__}), perhaps for lack of memory"
            ) from error
        except _lost_cluster_errors() as error:
            raise LostWorkersError(
                f"the Dask cluster no longer answers ({type(error).__name__})"
            ) from error

    def _in_waves(
        self, function: Callable[..., Any], queue: Iterator[tuple[Any, ...]]
    ) -> Iterator[Any]:
        """The results in the order of the queue."""
        waves: deque[_Wave] = deque()
        try:
            while True:
                if not waves:
                    waves.append(self._started_wave(function, queue))
                for result in waves[0].results:
                    yield result
                    if len(waves) == 1 and waves[0].is_handed_out and not waves[0].is_last:
                        waves.append(self._started_wave(function, queue))
                if waves.popleft().is_last:
                    break
        finally:
            for wave in reversed(waves):
                wave.close()

    def _started_wave(
        self, function: Callable[..., Any], queue: Iterator[tuple[Any, ...]]
    ) -> _Wave:
        """The next few pieces of work, which workers begin with at once."""
        from joblib import Parallel, delayed, parallel_config

        n_workers = self.n_workers
        wave = _Wave(queue, _WAVE * n_workers)
        with parallel_config(**self._backend_options()):
            pool = Parallel(batch_size=1, pre_dispatch=_AHEAD * n_workers, return_as="generator")
            if self.backend == "processes":
                here = os.getpid()
                calls = (delayed(_call_in_process)(here, function, piece) for piece in wave.work())
            else:
                calls = (delayed(function)(*piece) for piece in wave.work())
            wave.results = pool(calls)
        return wave

    def _backend_options(self) -> dict[str, Any]:
        if self.backend == "dask":
            return {
                "backend": "dask",
                "client": self._connected(),
                "wait_for_workers_timeout": _WORKER_SECONDS,
            }
        return {
            "backend": {"processes": "loky", "threads": "threading"}[self.backend],
            "n_jobs": self.jobs,
        }

    def _connected(self) -> Client:
        """The cluster's client; UsageError if there is none."""
        if self._client is None:
            self._client = _dask_client(self._open, self.scheduler, self.jobs)
        return self._client


class _Wave:
    """Some pieces of work that joblib is given at once, and their results.

    joblib hands out work as workers get free and keeps results until they are asked for: given all
    work at once, it would pile up results that come faster than they can be stored. So it gets one
    wave after the other. The next begins when the last piece of this one has been handed out,
    which keeps the order and all workers busy.
    """

    def __init__(self, queue: Iterator[tuple[Any, ...]], size: int) -> None:
        self.results: Iterator[Any] = iter(())
        self.is_handed_out = False
        self.is_last = False
        self._queue = queue
        self._size = size

    def work(self) -> Iterator[tuple[Any, ...]]:
        """The pieces, taken from the queue when they are asked for."""
        for taken in range(1, self._size + 1):
            try:
                piece = next(self._queue)
            except StopIteration:
                self.is_last = self.is_handed_out = True
                return
            self.is_handed_out = taken == self._size
            yield piece

    def close(self) -> None:
        """Gives up what is still under way; joblib need not warn of that."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            self.results.close()  # type: ignore[attr-defined]


def _dead_worker_errors() -> tuple[type[BaseException], ...]:
    """What joblib raises when workers died and nobody could take over."""
    from concurrent.futures.process import BrokenProcessPool

    try:
        from distributed.scheduler import KilledWorker
    except ImportError:
        return (BrokenProcessPool,)
    return (BrokenProcessPool, KilledWorker)


def _lost_cluster_errors() -> tuple[type[BaseException], ...]:
    """What is raised when a scheduler went away and did not come back in time."""
    from asyncio import CancelledError
    from concurrent.futures import CancelledError as FutureCancelledError

    try:
        from distributed.comm.core import CommClosedError
    except ImportError:
        return ()
    return (CommClosedError, CancelledError, FutureCancelledError)


def cores() -> int:
    """The cores this process may use."""
    from joblib import cpu_count

    return int(cpu_count())


def _check(backend: str, scheduler: str | None) -> None:
    """UsageError if these mean no pool: an unknown backend, or an address that is none."""
    if backend not in BACKENDS:
        raise UsageError(f"unknown backend {backend!r}; known are {', '.join(BACKENDS)}")
    if scheduler is None:
        return
    if backend != "dask":
        raise UsageError("a scheduler is only used by the backend dask")
    # A client that was given no address at all would also complain when it is thrown away.
    address = _ADDRESS.fullmatch(scheduler)
    if address is None or not 1 <= int(address[2]) <= _LAST_PORT:
        raise UsageError(f"{scheduler!r} is no address of a scheduler; write tcp://HOST:PORT")


def _dask_client(closing: ExitStack, scheduler: str | None, jobs: int) -> Client:
    """A client of the scheduler, or of a cluster that is started here; `closing` will end both."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise UsageError(
            "the backend dask needs the extra: pip install 'reef-analyzer[dask]'"
        ) from None
    if scheduler is None:
        cluster = closing.enter_context(
            LocalCluster(
                n_workers=jobs,
                threads_per_worker=1,
                # Any port: without an address it wants the usual one, and warns if that is taken.
                dashboard_address="127.0.0.1:0",
                # What stops a run is told in one line; workers would add what they think of it.
                silence_logs=logging.CRITICAL,
            )
        )
        client = closing.enter_context(Client(cluster, set_as_default=False))
        client.register_worker_callbacks(partial(_settle, os.getpid()))
        return client
    # That the scheduler went away is told in one line, and not by the client too.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        client = Client(scheduler, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise UsageError(f"no Dask scheduler answers at {scheduler}: {reason}") from None
    return closing.enter_context(client)


# --- in worker processes of this machine ---------------------------------------------------------


def _call_in_process(parent: int, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    _settle(parent)
    return function(*arguments)


def _settle(parent: int) -> None:
    """Makes a worker process of this machine a good child.

    Ctrl-C reaches every process of a terminal, but stopping is the parent's decision; and a parent
    that was killed cannot tell its workers, so they watch for it. It may be gone before they begin.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not any(thread.name == _watch_parent.__name__ for thread in threading.enumerate()):
        threading.Thread(
            target=_watch_parent, args=(parent,), name=_watch_parent.__name__, daemon=True
        ).start()


def _watch_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_PARENT_CHECK)
    os._exit(1)
