"""One thread for matrix products: how many share them shows in the last digits."""

from __future__ import annotations

import os

ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""What the environment must say of threads, in the words of the libraries that numpy may use."""


def use_one_thread() -> None:
    """Has matrix products of this process use one thread, whatever its environment says.

    Must be called before numpy is loaded, which looks only then. More threads would not even be
    faster: the products of a fit are small, and on a busy machine threads wait for each other.
    """
    os.environ.update(ONE_THREAD)
