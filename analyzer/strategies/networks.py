"""The networks of a strategy, for each number of players, as one array that a kernel reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from analyzer.errors import UsageError
from analyzer.learning.network_file import MAX_LAYERS, read_networks
from kernels.network import layer_room

if TYPE_CHECKING:
    from analyzer.strategies.lineup import Strategy


@dataclass(frozen=True)
class Networks:
    """What the networks of a game are like.

    player_counts: numbers of players that there may be a network for. n_features: of a position
    with so many players. layer_words: that a network's inputs and layers may take.
    """

    player_counts: tuple[int, ...]
    n_features: Callable[[int], int]
    layer_words: int

    def joined(self, networks: Mapping[int, np.ndarray]) -> np.ndarray:
        """float32: where the network of each number of players begins, 0 for none; then they."""
        table = np.zeros(len(self.player_counts), dtype=np.float32)
        parts = [table]
        for k, players in enumerate(self.player_counts):
            if players in networks:
                table[k] = sum(part.size for part in parts)
                parts.append(networks[players].astype(np.float32))
        return np.concatenate(parts)

    def has(self, joined: np.ndarray, players: int) -> bool:
        """Whether there is a network for so many players."""
        return bool(joined[self.player_counts.index(players)] > 0)

    def alone(self, joined: np.ndarray, players: int) -> np.ndarray | None:
        """The network for so many players, flat and alone; None if there is none."""
        if not self.has(joined, players):
            return None
        begins = {int(begin) for begin in joined[: len(self.player_counts)] if begin > 0}
        at = int(joined[self.player_counts.index(players)])
        return joined[at : min((b for b in begins if b > at), default=joined.size)].copy()

    def check(self, spec: str, strategy: Strategy, players: int) -> None:
        """UsageError if the strategy has learned, but not with so many players."""
        if strategy.network is not None and not self.has(strategy.network, players):
            raise UsageError(f"strategy {spec} has no network for {players} players")

    def read(self, path: Path, shown: str) -> np.ndarray:
        """The networks in a file, joined; UsageError in one line if they cannot be used."""
        try:
            version = self, path, path.stat().st_mtime_ns
        except OSError as error:
            raise UsageError(f"cannot read the network {shown}: {error.strerror}") from None
        if version not in _READ:
            found = read_networks(path, shown)
            for players, network in found.items():
                objection = self.objection(players, network)
                if objection is not None:
                    raise UsageError(f"{shown}{objection}")
            _READ[version] = self.joined(found)
        return _READ[version]

    def objection(self, players: int, network: np.ndarray | Sequence[int]) -> str | None:
        """Why a network cannot be that of so many players, None if it can.

        Looks at the number of layers and at their sizes only, which may stand there alone.
        """
        layers, inputs = int(network[0]), int(network[1])
        if players not in self.player_counts:
            return f" has a network for {players} players, which is not possible"
        if inputs != self.n_features(players):
            return (
                f": the network for {players} players reads {inputs} features, not the"
                f" {self.n_features(players)} that a position has; it was made by another version"
            )
        if layers > MAX_LAYERS:
            return (
                f": the network for {players} players is too large: {layers} layers, that of the"
                f" output included, where {MAX_LAYERS} are allowed"
            )
        room = self.layer_words - inputs - 1
        hidden = layer_room(np.asarray(network)) - inputs - 1
        if hidden > room:
            return (
                f": the network for {players} players is too large: its hidden layers add up to"
                f" {hidden}, where at most {room} are allowed"
            )
        return None


_READ: dict[tuple[Networks, Path, int], np.ndarray] = {}
"""One array for each version of a file: strategies with the same file share it."""


def placed_networks(strategies: Sequence[Strategy], numbers: np.ndarray, place: int) -> np.ndarray:
    """All networks of a line-up as one float32 array, each once.

    numbers: float64 (strategies, words); where a strategy's networks begin is written to `place`.
    """
    begins: dict[int, int] = {}
    networks = [np.zeros(0, dtype=np.float32)]
    for seat, strategy in enumerate(strategies):
        if strategy.network is None:
            continue
        if id(strategy.network) not in begins:
            begins[id(strategy.network)] = sum(each.size for each in networks)
            networks.append(strategy.network)
        numbers[seat, place] = begins[id(strategy.network)]
    return np.concatenate(networks)
