"""Networks as files: numpy arrays in a `.npz`, one for each number of players, without pickle.

Beside each network stand its checksum, which files of earlier versions lack, and a text in JSON
that says how it was made.
"""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.errors import UsageError
from analyzer.files import checksum, write_whole

_NETWORK = "network_"
_MADE = "made_"
_CHECKSUM = "checksum_"
MAX_LAYERS = 8  # of a network, that of the output included


def write_networks(
    path: Path, networks: Mapping[int, np.ndarray], made: Mapping[int, Mapping[str, Any]]
) -> None:
    """Store networks (flat float32, see `kernels.network`) by number of players, and their origin.

    A crash at any moment leaves the old file or the new one.
    """
    arrays: dict[str, np.ndarray] = {}
    for players, network in sorted(networks.items()):
        told = network.astype(np.float32)
        text = json.dumps(made.get(players, {}), sort_keys=True)
        arrays[f"{_NETWORK}{players}"] = told
        arrays[f"{_MADE}{players}"] = np.frombuffer(text.encode(), dtype=np.uint8)
        arrays[f"{_CHECKSUM}{players}"] = np.frombuffer(_checksum(told), dtype=np.uint8)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    write_whole(path, buffer.getvalue())


def read_networks(path: Path, shown: str) -> dict[int, np.ndarray]:
    """The networks of a file by number of players; UsageError in one line if it has none."""
    arrays = _arrays(path, shown)
    found, checksums = _by_players(arrays, _NETWORK), _by_players(arrays, _CHECKSUM)
    if not found:
        raise UsageError(f"{shown} holds no network")
    for players, network in found.items():
        if not _is_network(network):
            raise UsageError(f"{shown}: what should be the network for {players} players is none")
        if players in checksums and checksums[players].tobytes() != _checksum(network):
            raise UsageError(
                f"{shown}: the network for {players} players is damaged: its checksum differs"
            )
    return found


def read_made(path: Path, shown: str) -> dict[int, dict[str, Any]]:
    """How the networks of a file were made, by number of players; UsageError if it is not told."""
    found = {}
    for players, array in _by_players(_arrays(path, shown), _MADE).items():
        try:
            found[players] = json.loads(array.tobytes())
        except (ValueError, RecursionError):
            found[players] = None
        if not isinstance(found[players], dict):
            raise UsageError(
                f"{shown} is damaged: how the network for {players} players was made is no JSON"
                " object"
            )
    return found


def _by_players(arrays: Mapping[str, np.ndarray], prefix: str) -> dict[int, np.ndarray]:
    """The arrays whose names are a prefix and a number of players."""
    return {
        int(name.removeprefix(prefix)): array
        for name, array in arrays.items()
        if name.startswith(prefix) and name.removeprefix(prefix).isdecimal()
    }


def _checksum(network: np.ndarray) -> bytes:
    return checksum(network.tobytes()).encode()


def _arrays(path: Path, shown: str) -> dict[str, np.ndarray]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read the network {shown}: {error.strerror or error}") from None
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}
    except Exception:
        # What numpy, zipfile and zlib raise over damaged bytes has nothing else in common.
        raise UsageError(f"{shown} is not a file of networks (.npz)") from None


def _is_network(flat: np.ndarray) -> bool:
    """Whether an array is a network with one output, complete and of finite numbers."""
    if flat.ndim != 1 or flat.size < 3 or flat.dtype.kind != "f":
        return False
    if not (np.abs(flat) <= np.finfo(np.float32).max).all():
        return False
    head = flat[: min(int(flat[0]), MAX_LAYERS) + 2]
    if (head < 1).any() or (head > flat.size).any() or (head != np.floor(head)).any():
        return False
    n_layers, *sizes = (int(number) for number in head)
    words = sum((a + 1) * b for a, b in itertools.pairwise(sizes))
    return n_layers == len(sizes) - 1 and sizes[-1] == 1 and flat.size == len(head) + words
