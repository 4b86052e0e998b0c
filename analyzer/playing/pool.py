"""Where the work is done: in this process, in worker processes, in threads, or on a Dask cluster.

All of it goes through joblib, and results come back in the order of the work.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import sys
import warnings
import weakref
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.errors import UsageError
from analyzer.playing.quiet_stop import quiet_stop

if TYPE_CHECKING:
    from types import TracebackType

    from distributed import Client
    from distributed.security import Security

    from analyzer.playing.processes import Workers

BACKENDS = ("auto", "processes", "threads", "dask")
_WAVE = 8  # pieces of work for each worker that joblib is given at a time
_AHEAD = 2  # pieces for each worker that are handed out before it needs them
_CONNECT_SECONDS = 10
_LAST_PORT = 65535
_ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):([0-9]{1,5})")


class LostWorkersError(UsageError):
    """Workers are gone, and nobody could take over.

    work: the arguments of the call that was not done, if it is known which.
    """

    def __init__(self, text: str, work: tuple[Any, ...] = ()) -> None:
        super().__init__(text)
        self.work = work


class Certificates(NamedTuple):
    """Files in PEM form for a scheduler at tls://; None for what Dask's configuration names."""

    ca_file: str | None = None
    cert: str | None = None
    key: str | None = None


NO_CERTIFICATES = Certificates()


class Pool:
    """Calls a function on many arguments, several at a time.

    backend: `auto` is worker processes, or threads where whoever plays finds them better. jobs:
    processes or threads, 0 for one a core. On the Dask cluster of a scheduler the cluster
    decides; without a scheduler's address one with that many worker processes is started here.
    Workers are started, or a cluster is sought, when they are first needed, and kept for everything
    that follows; as a context manager the pool lets go of them at the end. A worker process that
    dies is replaced. UsageError if these settings mean no pool.
    """

    def __init__(
        self,
        backend: str = "processes",
        jobs: int = 1,
        scheduler: str | None = None,
        certificates: Certificates = NO_CERTIFICATES,
    ) -> None:
        _check(backend, scheduler, certificates)
        self.backend = "processes" if backend == "auto" else backend
        self.may_be_threads = backend == "auto"
        self.is_optional = True  # work that is not worth its start may be done without it
        self._jobs = jobs
        self.scheduler = scheduler
        self._certificates = certificates
        self._client: Client | None = None
        self._workers: Workers | None = None
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
        if self._workers is not None:
            self._workers.stop()
        self._open.__exit__(kind, error, traceback)

    @cached_property
    def jobs(self) -> int:
        """Processes or threads; how many cores there are is looked up only if that is asked."""
        return self._jobs or cores()

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

        The function must be one of a module, where worker processes find it. Its errors are raised
        here. LostWorkersError if workers died over one piece of work again and again.
        """
        if self.jobs == 1 and self.backend != "dask":
            yield from (function(*arguments) for arguments in work)
            return
        try:
            with quiet_stop():
                yield from self._in_waves(function, iter(work))
        except _dead_worker_errors() as error:
            raise LostWorkersError(
                f"workers died again and again over the same piece of work{_cause(error)}",
                getattr(error, "arguments", ()),
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
                wave = waves.popleft()
                if wave.error is not None:
                    raise wave.error
                if wave.is_last:
                    break
        finally:
            for wave in reversed(waves):
                wave.close()

    def _started_wave(
        self, function: Callable[..., Any], queue: Iterator[tuple[Any, ...]]
    ) -> _Wave:
        """The next few pieces of work, which workers begin with at once."""
        from joblib import Parallel, delayed

        n_workers = self.n_workers
        wave = _Wave(queue, _WAVE * n_workers)
        with self._configured():
            pool = Parallel(batch_size=1, pre_dispatch=_AHEAD * n_workers, return_as="generator")
            wave.results = pool(delayed(function)(*piece) for piece in wave.work())
        return wave

    def _configured(self) -> AbstractContextManager[Any]:
        """Has joblib play where this pool plays."""
        if self.backend == "dask":
            from analyzer.playing.cluster import on_cluster

            return on_cluster(self._connected())
        if self.backend == "threads":
            from joblib import parallel_config

            return parallel_config(backend="threading", n_jobs=self.jobs)
        from analyzer.playing.processes import Workers, in_processes

        if self._workers is None or self._workers.is_stopped:
            self._workers = Workers(self.jobs)
            weakref.finalize(self, self._workers.stop)
        return in_processes(self._workers)

    def _connected(self) -> Client:
        """The cluster's client; UsageError if there is none."""
        if self._client is None:
            self._client = (
                _own_cluster(self._open, self.jobs)
                if self.scheduler is None
                else _client_of(self._open, self.scheduler, self._certificates)
            )
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
        self.error: Exception | None = None
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
            except Exception as error:  # joblib asks in a thread where nobody would hear of it
                self.error, self.is_last, self.is_handed_out = error, True, True
                return
            self.is_handed_out = taken == self._size
            yield piece

    def close(self) -> None:
        """Gives up what is still under way; joblib need not warn of that."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            self.results.close()  # type: ignore[attr-defined]


def _dead_worker_errors() -> tuple[type[BaseException], ...]:
    """What is raised when workers died and nobody could take over."""
    from analyzer.playing.processes import DeadWorkersError

    try:
        from distributed.scheduler import KilledWorker
    except ImportError:
        return (DeadWorkersError,)
    return (DeadWorkersError, KilledWorker)


def _cause(error: BaseException) -> str:
    """Of a worker's death, as far as it is known."""
    code = getattr(error, "exit_code", None)
    if code is None:
        return f" ({type(error).__name__}), perhaps for lack of memory"
    if code >= 0:
        return f" (exit code {code})"
    return f" (signal {-code}), perhaps for lack of memory"


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


def _check(backend: str, scheduler: str | None, certificates: Certificates) -> None:
    """UsageError if these mean no pool: an unknown backend, or an address that is none."""
    if backend not in BACKENDS:
        raise UsageError(f"unknown backend {backend!r}; known are {', '.join(BACKENDS)}")
    if any(certificates) and not (scheduler or "").startswith("tls:"):
        raise UsageError("certificates are only used with --scheduler tls://HOST:PORT")
    if scheduler is None:
        return
    if backend != "dask":
        raise UsageError("a scheduler is only used by the backend dask")
    # A client that was given no address at all would also complain when it is thrown away.
    address = _ADDRESS.fullmatch(scheduler)
    if address is None or not 1 <= int(address[3]) <= _LAST_PORT:
        raise UsageError(
            f"{scheduler!r} is no address of a scheduler; write tcp://HOST:PORT or tls://HOST:PORT"
        )


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise UsageError(
            "the backend dask needs the extra: pip install 'reef-analyzer[dask]'"
        ) from None
    return distributed


def _own_cluster(closing: ExitStack, jobs: int) -> Client:
    """A client of a cluster that is started here; `closing` will end both."""
    from analyzer.playing.serve import settle

    dask = _distributed()
    # Workers that are ended while they start are no news for whoever ended them.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    with _deaf_children():
        cluster = closing.enter_context(
            dask.LocalCluster(
                n_workers=jobs,
                threads_per_worker=1,
                host="127.0.0.1",
                security=_own_security(),
                # Any port: without an address it wants the usual one, and warns if that is taken.
                dashboard_address="127.0.0.1:0",
                # What stops a run is told in one line; workers would add what they think of it.
                silence_logs=logging.CRITICAL,
            )
        )
    client = closing.enter_context(dask.Client(cluster, set_as_default=False))
    client.register_worker_callbacks(partial(settle, os.getpid()))
    return client


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Threads and processes that are started within never hear of Ctrl-C, which reaches every
    process of a terminal: stopping is this process's decision. Nor does the one that clears up
    after processes which were ended at once tell that it does so."""
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    options = sys.warnoptions[:]
    sys.warnoptions.append("ignore::UserWarning:multiprocessing.resource_tracker")
    try:
        yield
    finally:
        sys.warnoptions[:] = options
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _client_of(closing: ExitStack, scheduler: str, certificates: Certificates) -> Client:
    """A client of a scheduler; `closing` will end it. UsageError if none answers."""
    dask = _distributed()
    security = _security(certificates) if scheduler.startswith("tls:") else None
    # That the scheduler went away is told in one line, and not by the client too.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        client = dask.Client(
            scheduler, timeout=_CONNECT_SECONDS, set_as_default=False, security=security
        )
    except (OSError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise UsageError(f"no Dask scheduler answers at {scheduler}: {reason}") from None
    return closing.enter_context(client)


def _own_security() -> Security | None:
    """Keys made for one cluster of this machine; None, which is told, where none can be made.

    Whoever may talk to a scheduler may run anything as its user.
    """
    from distributed.security import Security

    try:
        return Security.temporary()
    except ImportError:
        print(
            "reef: this machine's Dask cluster goes without encryption, open to all users of this"
            " machine: pip install cryptography",
            file=sys.stderr,
        )
        return None


def _security(certificates: Certificates) -> Security:
    """How to talk to a scheduler at tls://; UsageError if a certificate is missing or unusable."""
    import ssl

    from distributed.security import Security

    own = dict(zip(("tls_ca_file", "tls_client_cert", "tls_client_key"), certificates, strict=True))
    security = Security(require_encryption=True, **{k: v for k, v in own.items() if v is not None})
    for key, option in zip(own, ("--tls-ca-file", "--tls-cert", "--tls-key"), strict=True):
        path = getattr(security, key)
        if path is None or not os.path.isfile(path):
            reason = "none is named" if path is None else f"there is no file {path}"
            raise UsageError(f"a scheduler at tls:// needs certificates: {option} FILE ({reason})")
    try:
        security.get_connection_args("client")
    except (ssl.SSLError, OSError) as error:
        raise UsageError(f"these certificates cannot be used: {error.strerror}") from None
    return security
