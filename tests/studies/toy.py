"""A game whose truth is known: scores are sums of planted effects and noise.

The score of a seat is ten times: its strategy's strength, plus `tile` for every start tile (times
the strategy's own sign), plus what the rocks, the side and both together give to seat 0, plus
`hand` for every tile of colour w in its hand, plus `bonus`, plus noise. Everything is computed
from (seed, deal, rotation) by a hash, as in a real game.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np

from analyzer.errors import UsageError
from analyzer.game import Column, Defaults, Ending, Handicap

RULES_VERSION = 7
STRENGTH = {"random": 0.0, "equal": 0.0, "strong": 0.7, "weak": -0.7, "clumsy": 0.0}
STRENGTH |= {"rock": 0.0, "paper": 0.0, "scissors": 0.0}
BEATS = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
TILE_SIGN = {"clumsy": -1.0}
EFFECTS = ("tile", "rocks", "both", "hand", "bonus", "circle")
PRINTED = {2: (4, 6), 3: (5, 5, 5), 4: (5, 5, 5, 5)}


def uniform(seed: int, deal: np.ndarray, stream: int) -> np.ndarray:
    """Numbers in [0, 1) by splitmix64."""
    with np.errstate(over="ignore"):
        z = deal.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z += np.uint64(seed * 7919 % 2**64) + np.uint64(stream) * np.uint64(0xD1B54A32D192ED03)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            z = (z ^ (z >> np.uint64(shift))) * np.uint64(factor)
        z ^= z >> np.uint64(31)
    return (z >> np.uint64(11)).astype(np.float64) * 2.0**-53


def noise(seed: int, deal: np.ndarray, stream: int) -> np.ndarray:
    """About normal: the sum of four uniform numbers, variance 1."""
    parts = [uniform(seed, deal, 1000 + 4 * stream + k) for k in range(4)]
    return (np.sum(parts, axis=0) - 2) * np.sqrt(3)


def column(name, dtype, kind, text, categories=(), label=""):
    """A column with the role that its name tells."""
    roles = {"rocks": "set-up", "side": "set-up", "pokes": "count", "start_w": "dealt"}
    roles |= dict.fromkeys(("game", "deal", "seat", "strategy"), "key") | {"start_tiles": "dealt"}
    return Column(name, dtype, kind, text, roles.get(name, "result"), categories, label)


class Toy:
    name = "toy"
    rules_version = RULES_VERSION
    title = "Toy"
    player_counts = (2, 3, 4)
    kernel = "0123456789abcdef"
    defaults = Defaults("basic", 2, "equal", "random", ("strong", "equal"), ("basic", "advanced"))
    handicap = Handicap("start_tiles", "start tile", "start tiles", 0, 9)
    endings = (Ending("locks", "locks"), Ending("refill", "a refill", is_decisive=False))
    rulesets = MappingProxyType({"basic": "the game", "advanced": "five points more"})
    examples = MappingProxyType({})
    columns = (
        column("game", "int64", "game", "index"),
        column("deal", "int64", "game", "deal"),
        column("seat", "int8", "seat", "seat"),
        column("strategy", "int8", "seat", "strategy"),
        column("start_tiles", "int8", "seat", "start tiles"),
        column("start_w", "int8", "seat", "start tiles of colour w", label="white start tiles"),
        column("win", "float32", "seat", "win"),
        column("rocks", "int8", "game", "rocks", ("A", "B", "C")),
        column("side", "int8", "game", "side", ("plain", "star")),
        column("turns", "int16", "game", "turns"),
        column("ended_by", "int8", "game", "ending", ("running", "locks", "refill")),
        column("winners", "int8", "game", "winners"),
        column("rank", "int16", "seat", "rank"),
        column("score", "int16", "seat", "score"),
        column("pokes", "int16", "seat", "pokes"),
    )

    def choices(self, players):  # noqa: ARG002
        return ()

    def rules(self, cell):
        return {"start_tiles": PRINTED[cell.players], **dict(cell.overrides)}

    def check(self, cell):
        if cell.players not in self.player_counts or len(cell.strategies) != cell.players:
            raise UsageError("this number of players or strategies is not possible")
        for spec in cell.strategies:
            if spec not in STRENGTH:
                raise UsageError(f"unknown strategy {spec!r}")
        if cell.ruleset not in ("basic", "advanced"):
            raise UsageError(f"unknown ruleset {cell.ruleset!r}")
        overrides = {name: self._value(name, value) for name, value in cell.overrides}
        tiles = overrides.get("start_tiles")
        if tiles is not None and (
            len(tiles) != cell.players or not all(0 <= t <= 9 for t in tiles)
        ):
            raise UsageError("start_tiles must be 0 to 9 for each seat")
        return replace(cell, overrides=tuple(sorted(overrides.items())))

    def is_same(self, a, b):
        plain = [replace(cell, overrides=()) for cell in (a, b)]
        effects = [{n: v for n, v in cell.overrides if v} for cell in (a, b)]
        return plain[0] == plain[1] and effects[0] == effects[1]

    def is_compiled(self, cell):  # noqa: ARG002
        return False

    def _value(self, name, value):
        if name == "start_tiles":
            return tuple(int(v) for v in (value.split(",") if isinstance(value, str) else value))
        if name not in EFFECTS:
            raise UsageError(f"unknown rule parameter {name!r}; known are {', '.join(EFFECTS)}")
        return float(value)

    def play(self, cell, seed, first, last):
        n = cell.players
        game = np.arange(first, last)
        deal, rotation = (game // n, game % n) if cell.rotate else (game, 0 * game)
        effect = dict.fromkeys(EFFECTS, 0.0) | dict(cell.overrides)
        tiles = np.array(effect.pop("start_tiles", PRINTED[n]))
        rocks = (3 * uniform(seed, deal, 1)).astype(int)
        side = (2 * uniform(seed, deal, 2)).astype(int)
        strategy = (np.arange(n) + rotation[:, np.newaxis]) % n
        hand = np.column_stack([(3 * uniform(seed, deal, 10 + s)).astype(int) for s in range(n)])
        strength = np.array([STRENGTH[s] for s in cell.strategies])[strategy]
        sign = np.array([TILE_SIGN.get(s, 1.0) for s in cell.strategies])[strategy]
        shared = np.column_stack([noise(seed, deal, s) for s in range(n)])
        own = np.column_stack([noise(seed, 8 * deal + rotation, 20 + s) for s in range(n)])
        value = strength + sign * effect["tile"] * tiles + effect["hand"] * hand
        value = value + 0.7 * shared + 0.7 * own + effect["bonus"]
        value[:, 0] += effect["rocks"] * (rocks == 0) + effect["both"] * (rocks == 0) * side
        if n == 2:
            value += effect["circle"] * self._circle(cell, strategy)
        score = np.rint(10 * value + 100).astype(int)
        if cell.ruleset == "advanced":
            score += 5
        rank = 1 + (score[:, np.newaxis, :] > score[:, :, np.newaxis]).sum(axis=2)
        winners = (rank == 1).sum(axis=1)
        made = {
            "game": np.repeat(game, n),
            "deal": np.repeat(deal, n),
            "seat": np.tile(np.arange(n), len(game)),
            "strategy": strategy.ravel(),
            "start_tiles": np.tile(tiles, len(game)),
            "start_w": hand.ravel(),
            "win": ((rank == 1) / winners[:, np.newaxis]).ravel(),
            "rocks": np.repeat(rocks, n),
            "side": np.repeat(side, n),
            "turns": np.repeat(20 + (9 * uniform(seed, deal, 3)).astype(int), n),
            "ended_by": np.repeat(1 + (uniform(seed, deal, 4) < 0.5), n),
            "winners": np.repeat(winners, n),
            "rank": rank.ravel(),
            "score": score.ravel(),
            "pokes": np.repeat((5 * uniform(seed, deal, 5)).astype(int), n),
        }
        return {c.name: made[c.name].astype(c.dtype) for c in self.columns}

    def _circle(self, cell, strategy):
        """1 for the seat whose strategy beats the other's, -1 for the other one."""
        wins = np.array([[(a, b) in BEATS for b in cell.strategies] for a in cell.strategies])
        ahead = wins[strategy[:, 0], strategy[:, 1]].astype(int)
        behind = wins[strategy[:, 1], strategy[:, 0]].astype(int)
        return np.column_stack([ahead - behind, behind - ahead])

    def record(self, cell, seed, game):
        raise NotImplementedError


GAME = ABOUT = Toy()
