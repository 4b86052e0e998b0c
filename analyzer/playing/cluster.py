"""A Dask cluster as a backend of joblib."""

from __future__ import annotations

from typing import Any

from joblib import parallel_config
from joblib._dask import DaskDistributedBackend

_WORKER_SECONDS = 60  # how long to wait for the first worker


class _ClusterBackend(DaskDistributedBackend):
    """joblib's own, which is not used where there is one worker: joblib would rather play in this
    process, although that worker was asked, and others may come later."""

    def effective_n_jobs(self, n_jobs: int) -> int:
        """As many as the cluster has threads, or two."""
        return max(2, int(super().effective_n_jobs(n_jobs)))


def on_cluster(client: Any) -> Any:
    """The configuration under which joblib plays on the cluster of a client."""
    return parallel_config(
        backend=_ClusterBackend(client=client, wait_for_workers_timeout=_WORKER_SECONDS)
    )
