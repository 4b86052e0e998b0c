"""The networks of a strategy, for each number of players, as one array that the kernel reads."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from analyzer.errors import UsageError
from analyzer.games.encounter.rules import PLAYER_COUNTS
from analyzer.learning.network_file import read_networks
from analyzer.strategies.lineup import Strategy
from kernels.encounter.value.features import n_features
from kernels.encounter.value.tables import LAYER_WORDS
from kernels.network import layer_room


def joined_networks(networks: Mapping[int, np.ndarray]) -> np.ndarray:
    """float32: where the network for 2, 3 and 4 players begins, 0 for none; then the networks."""
    table = np.zeros(len(PLAYER_COUNTS), dtype=np.float32)
    parts = [table]
    for k, players in enumerate(PLAYER_COUNTS):
        if players in networks:
            table[k] = sum(part.size for part in parts)
            parts.append(networks[players].astype(np.float32))
    return np.concatenate(parts)


def has_network(joined: np.ndarray, players: int) -> bool:
    """Whether there is a network for so many players."""
    return bool(joined[PLAYER_COUNTS.index(players)] > 0)


def network_for(joined: np.ndarray, players: int) -> np.ndarray | None:
    """The network for so many players, flat and alone; None if there is none."""
    if not has_network(joined, players):
        return None
    begins = sorted({int(begin) for begin in joined[: len(PLAYER_COUNTS)] if begin > 0})
    at = int(joined[PLAYER_COUNTS.index(players)])
    return joined[at : min((b for b in begins if b > at), default=joined.size)].copy()


def check_network(spec: str, strategy: Strategy, players: int) -> None:
    """UsageError if the strategy has learned, but not with so many players."""
    if strategy.network is not None and not has_network(strategy.network, players):
        raise UsageError(f"strategy {spec} has no network for {players} players")


def strategy_networks(path: Path, shown: str) -> np.ndarray:
    """The networks in a file, joined; UsageError in one line if they cannot be used."""
    try:
        return _joined(path, path.stat().st_mtime_ns, shown)
    except OSError as error:
        raise UsageError(f"cannot read the network {shown}: {error.strerror}") from None


@cache
def _joined(path: Path, _changed: int, shown: str) -> np.ndarray:
    """One array for each version of a file: strategies with the same file share it."""
    networks = read_networks(path, shown)
    for players, network in networks.items():
        inputs = int(network[1])
        if players not in PLAYER_COUNTS:
            raise UsageError(f"{shown} has a network for {players} players, which is not possible")
        if inputs != n_features(players):
            raise UsageError(
                f"{shown}: the network for {players} players reads {inputs} features, not the"
                f" {n_features(players)} that a position has; it was made by another version"
            )
        if layer_room(network) > LAYER_WORDS:
            raise UsageError(f"{shown}: the network for {players} players is too large")
    return joined_networks(networks)
