"""Networks as files: numpy arrays in a `.npz`, one for each number of players, without pickle.

Beside each network stands a text in JSON that says how it was made.
"""

from __future__ import annotations

import io
import itertools
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.errors import UsageError
from analyzer.files import write_whole

_NETWORK = "network_"
_MADE = "made_"


def write_networks(
    path: Path, networks: Mapping[int, np.ndarray], made: Mapping[int, Mapping[str, Any]]
) -> None:
    """Store networks (flat float32, see `kernels.network`) by number of players, and their origin.

    A crash at any moment leaves the old file or the new one.
    """
    arrays: dict[str, np.ndarray] = {}
    for players, network in sorted(networks.items()):
        arrays[f"{_NETWORK}{players}"] = network.astype(np.float32)
        text = json.dumps(made.get(players, {}), sort_keys=True)
        arrays[f"{_MADE}{players}"] = np.frombuffer(text.encode(), dtype=np.uint8)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    write_whole(path, buffer.getvalue())


def read_networks(path: Path, shown: str) -> dict[int, np.ndarray]:
    """The networks of a file by number of players; UsageError in one line if it has none."""
    found = {
        int(name.removeprefix(_NETWORK)): array
        for name, array in _arrays(path, shown).items()
        if name.startswith(_NETWORK) and name.removeprefix(_NETWORK).isdigit()
    }
    if not found:
        raise UsageError(f"{shown} holds no network")
    for players, network in found.items():
        if not _is_network(network):
            raise UsageError(f"{shown}: what should be the network for {players} players is none")
    return found


def read_made(path: Path, shown: str) -> dict[int, dict[str, Any]]:
    """How the networks of a file were made, by number of players."""
    return {
        int(name.removeprefix(_MADE)): json.loads(array.tobytes())
        for name, array in _arrays(path, shown).items()
        if name.startswith(_MADE)
    }


def _arrays(path: Path, shown: str) -> dict[str, np.ndarray]:
    try:
        with np.load(path, allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}
    except OSError as error:
        raise UsageError(f"cannot read the network {shown}: {error.strerror or error}") from None
    except (ValueError, EOFError, AttributeError, zipfile.BadZipFile):
        raise UsageError(f"{shown} is not a file of networks (.npz)") from None


def _is_network(flat: np.ndarray) -> bool:
    """Whether an array is a network with one output, complete and of finite numbers."""
    if flat.ndim != 1 or flat.size < 3 or flat.dtype.kind != "f" or not np.isfinite(flat).all():
        return False
    n_layers = int(flat[0])
    if not 1 <= n_layers <= 8 or flat.size < n_layers + 2:
        return False
    sizes = flat[1 : n_layers + 2].astype(np.int64)
    words = sum((a + 1) * b for a, b in itertools.pairwise(sizes))
    return bool((sizes > 0).all() and sizes[-1] == 1 and flat.size == n_layers + 2 + words)
