"""Where the work is done: in this process, in worker processes, in threads, or on a Dask cluster.

All of it goes through joblib, and results come back in the order of the work.
"""

from __future__ import annotations

import os
import re
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyzer.errors import UsageError
from analyzer.quiet_stop import quiet_stop

if TYPE_CHECKING:
    from distributed import Client

BACKENDS = ("processes", "threads", "dask")
_WAVE = 8  # pieces of work for each worker that joblib is given at a time
_AHEAD = 2  # pieces for each worker that are handed out before it needs them
_CONNECT_SECONDS = 10
_LAST_PORT = 65535
_ADDRESS = re.compile(r"tcp://(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):([0-9]{1,5})")
_WORKER_SECONDS = 60  # how long to wait for the first Dask worker


@dataclass(slots=True)
class Pool:
    """Calls a function on many arguments, several at a time."""

    backend: str
    jobs: int
    client: Client | None = None

    def map(
        self,
        function: Callable[..., Any],
        in_process: Callable[..., Any],
        work: Iterable[tuple[Any, ...]],
    ) -> Generator[Any]:
        """The results in the order of the work, which is asked for only as workers get free.

        in_process: what worker processes of this machine call instead of `function`.
        """
        if self.jobs == 1 and self.client is None:
            yield from (function(*arguments) for arguments in work)
            return
        task = in_process if self.backend == "processes" else function
        try:
            with quiet_stop():
                yield from self._in_waves(task, iter(work))
        except _dead_worker_errors() as error:
            raise UsageError(
                f"a worker died ({type(error).__name__}), perhaps for lack of memory; what was"
                " finished is kept: repeat the command to continue"
            ) from error

    def _in_waves(
        self, task: Callable[..., Any], queue: Iterator[tuple[Any, ...]]
    ) -> Iterator[Any]:
        """The results in the order of the queue."""
        waves: deque[_Wave] = deque()
        try:
            while True:
                if not waves:
                    waves.append(self._started_wave(task, queue))
                for result in waves[0].results:
                    yield result
                    if len(waves) == 1 and waves[0].is_handed_out and not waves[0].is_last:
                        waves.append(self._started_wave(task, queue))
                if waves.popleft().is_last:
                    break
        finally:
            for wave in reversed(waves):
                wave.close()

    def _started_wave(self, task: Callable[..., Any], queue: Iterator[tuple[Any, ...]]) -> _Wave:
        """The next few pieces of work, which workers begin with at once."""
        from joblib import Parallel, delayed, parallel_config

        wave = _Wave(queue, _WAVE * self._workers())
        with parallel_config(**self._backend_options()):
            pool = Parallel(
                batch_size=1, pre_dispatch=_AHEAD * self._workers(), return_as="generator"
            )
            wave.results = pool(delayed(task)(*arguments) for arguments in wave.work())
        return wave

    def _workers(self) -> int:
        if self.client is None:
            return self.jobs
        return max(1, sum(self.client.ncores().values()))

    def _backend_options(self) -> dict[str, Any]:
        if self.client is not None:
            return {
                "backend": "dask",
                "client": self.client,
                "wait_for_workers_timeout": _WORKER_SECONDS,
            }
        return {
            "backend": {"processes": "loky", "threads": "threading"}[self.backend],
            "n_jobs": self.jobs,
        }


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


def check_pool(backend: str, scheduler: str | None = None) -> None:
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


@contextmanager
def open_pool(backend: str, jobs: int, scheduler: str | None = None) -> Iterator[Pool]:
    """A pool of workers; UsageError if it cannot be had.

    jobs: processes or threads, 0 for one a core; on a Dask cluster the cluster decides, and
    without a scheduler's address one with that many worker processes is started here.
    """
    check_pool(backend, scheduler)
    jobs = jobs or os.cpu_count() or 1
    if backend != "dask":
        yield Pool(backend, jobs)
        return
    with _dask_client(scheduler, jobs) as client:
        yield Pool(backend, jobs, client)


@contextmanager
def _dask_client(scheduler: str | None, jobs: int) -> Iterator[Client]:
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise UsageError(
            "the backend dask needs the extra: pip install 'reef-analyzer[dask]'"
        ) from None
    if scheduler is None:
        with (
            LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster, set_as_default=False) as client,
        ):
            yield client
        return
    try:
        client = Client(scheduler, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise UsageError(f"no Dask scheduler answers at {scheduler}: {reason}") from None
    with client:
        yield client
