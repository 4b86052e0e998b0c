"""What a learning run is asked to do."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from analyzer.learning.fit import FitSettings


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that the network a run ends with depends on.

    first_games: of strategies without a network, for the first one; 0 if the run starts from
    another network, whose digest is `start`. games: of each round of self-play. kept: rounds whose
    positions are fitted. search_rounds: after those, in which a network learns from what search
    finds with it, in search_games each. gate_deals: on which a new network must not do worse than
    the one before, against that one and against a pool (see `Gate`). settling_games: of each
    variant, among equals and without noise, that the last network is fitted to once more.
    """

    game: str
    players: int
    seed: int
    rounds: int
    games: int
    first_games: int
    kept: int
    search_rounds: int
    search_games: int
    gate_deals: int
    settling_games: int
    fit: FitSettings
    start: str = ""

    @property
    def all_rounds(self) -> int:
        """Rounds of self-play and of search."""
        return self.rounds + self.search_rounds

    def as_json(self) -> dict[str, Any]:
        """The settings as a JSON object."""
        told = asdict(self)
        told["fit"]["hidden"] = list(self.fit.hidden)
        return told
