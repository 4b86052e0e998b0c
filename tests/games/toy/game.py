"""A game whose truth is known: scores are sums of planted effects and noise.

The score of a seat is ten times: its strategy's strength, plus `stride` for every step of head
start (times the strategy's own sign), plus what the weather, the track and both together give to
seat 0, plus `boots` for every pair of spare boots dealt to it, plus `bonus`, plus noise. Everything
is computed from (seed, deal, rotation) by a hash, as in a real game.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from analyzer.games.toy.about import EFFECTS, TRACKS, WEATHER, ToyAbout
from analyzer.games.toy.line_up import LINE_UP, strength

from analyzer.errors import UsageError
from analyzer.game import (
    CHECKPOINT,
    COUNT,
    DEALT,
    DISTRIBUTION,
    RESULT,
    SETUP,
    WINNERS,
    Column,
    ColumnGroup,
    Quantity,
    Ratio,
    check_players,
    common_columns,
)
from analyzer.rule_parameters import parse_parameter

BEATS = {("stone", "scissors"), ("scissors", "paper"), ("paper", "stone")}
SIGN = {"clumsy": -1.0}
COMMON = common_columns(ToyAbout.endings)
OWN = (
    Column("boots", "int8", "seat", "pairs of spare boots", DEALT, label="spare boots"),
    Column("weather", "int8", "game", "weather of the day", SETUP, WEATHER, "weather"),
    Column("track", "int8", "game", "track of the day", SETUP, TRACKS, "track"),
    Column(
        "sprints", "int16", "seat", "sprints, all of them", COUNT, label="sprints", unit="number",
        group="effort", member="sprints", total="sprints", is_headline=True,
    ),
    Column("gusts", "int8", "game", "gusts at the end", RESULT, group="wind", member="gusts"),
    Column("metres_3", "int16", "seat", "metres after lap 3", CHECKPOINT, member="3"),
    Column("metres_9", "int16", "seat", "metres after lap 9", CHECKPOINT, member="9"),
)  # fmt: skip


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


class Toy(ToyAbout):
    kernel = "0123456789abcdef"
    columns = (*COMMON.values(), *OWN)
    groups = (
        ColumnGroup("effort", "Effort", WINNERS, "effort", "number per runner"),
        ColumnGroup("wind", "Wind", DISTRIBUTION, "wind", "gusts"),
    )
    quantities = (
        Quantity("points of all", "per game", ("score",), lambda rows: rows["score"].sum(axis=1)),
    )
    ratios = (Ratio("points for a sprint", "points", "points of all", "sprints"),)
    traits = ()
    strategies = LINE_UP

    def rules(self, cell):
        return {**self.ruleset(cell.ruleset, cell.players), **dict(cell.overrides)}

    def check(self, cell):
        check_players(self, cell.players)
        if len(cell.strategies) != cell.players:
            raise UsageError("name one strategy for each seat")
        self.ruleset(cell.ruleset, cell.players)
        overrides = {n: parse_parameter(self.parameters, n, v) for n, v in cell.overrides}
        allowed = {choice.name: choice.values for choice in self.choices(cell.players)}
        setup = {name: value for name, value in cell.setup if value != "random"}
        for name, value in setup.items():
            if value not in allowed.get(name, ()):
                raise UsageError(f"{name} {value} is not possible")
        return replace(
            cell,
            strategies=tuple(LINE_UP.canonical(spec) for spec in cell.strategies),
            overrides=tuple(sorted(overrides.items())),
            setup=tuple(sorted(setup.items())),
        )

    def is_same(self, a, b):
        plain = [replace(cell, overrides=()) for cell in (a, b)]
        return plain[0] == plain[1] and self.rules(a) == self.rules(b)

    def is_compiled(self, cell):  # noqa: ARG002
        return False

    def head_start(self, cell):
        """Steps of head start by seat: nobody has one."""
        return np.zeros(cell.players, dtype=int)

    def play(self, cell, seed, first, last):
        n = cell.players
        game = np.arange(first, last)
        deal, rotation = (game // n, game % n) if cell.rotate else (game, 0 * game)
        strategy = (np.arange(n) + rotation[:, np.newaxis]) % n
        weather = self._chosen(cell, "weather", WEATHER, uniform(seed, deal, 1))
        track = self._chosen(cell, "track", TRACKS, uniform(seed, deal, 2))
        boots = np.column_stack([(3 * uniform(seed, deal, 10 + s)).astype(int) for s in range(n)])
        shared = np.column_stack([noise(seed, deal, s) for s in range(n)])
        own = np.column_stack([noise(seed, 8 * deal + rotation, 20 + s) for s in range(n)])
        planted = self._planted(cell, strategy, boots, weather, track)
        score = np.rint(10 * (planted + 0.7 * shared + 0.7 * own) + 100).astype(int)
        if cell.ruleset == "long":
            score += 5
        rank = 1 + (score[:, np.newaxis, :] > score[:, :, np.newaxis]).sum(axis=2)
        winners = (rank == 1).sum(axis=1)
        turns = 20 + (9 * uniform(seed, deal, 3)).astype(int)
        made = {
            "game": game, "deal": deal, "rotation": rotation, "seat": np.arange(n) + 0 * strategy,
            "strategy": strategy, "win": (rank == 1) / winners[:, np.newaxis], "turns": turns,
            "ended_by": 1 + (uniform(seed, deal, 4) < 0.5), "ender": turns % n, "rank": rank,
            "winners": winners, "lead_changes": (4 * uniform(seed, deal, 6)).astype(int),
            "decided_turn": (turns * uniform(seed, deal, 7)).astype(int), "score": score,
            "boots": boots, "weather": weather, "track": track,
            "sprints": (5 * uniform(seed, deal, 5)).astype(int)[:, np.newaxis] + 0 * strategy,
            "gusts": (6 * uniform(seed, deal, 8)).astype(int), "metres_3": score // 3,
            "metres_9": np.where((turns > 24)[:, np.newaxis], score // 2, -1),
        }  # fmt: skip
        made |= self._further(cell, strategy)
        return {c.name: self._long(made[c.name], n).astype(c.dtype) for c in self.columns}

    def _further(self, cell, strategy):  # noqa: ARG002
        """Columns that only some games of the family have."""
        return {}

    def _chosen(self, cell, name, values, by_chance):
        """A choice of the set-up in every game: fixed, or by chance."""
        fixed = dict(cell.setup).get(name)
        drawn = (len(values) * by_chance).astype(int)
        return drawn if fixed is None else 0 * drawn + values.index(fixed)

    def _planted(self, cell, strategy, boots, weather, track):
        effect = dict.fromkeys(EFFECTS, 0.0) | dict(self.rules(cell))
        runners = [LINE_UP.get(spec) for spec in cell.strategies]
        strengths = np.array([strength(runner) for runner in runners])[strategy]
        sign = np.array([SIGN.get(runner.name, 1.0) for runner in runners])[strategy]
        value = strengths + sign * effect["stride"] * self.head_start(cell)
        value = value + effect["boots"] * boots + effect["bonus"]
        value[:, 0] += (effect["weather"] + effect["both"] * track) * (weather == 0)
        if cell.players == 2:
            value += effect["circle"] * self._circle(runners, strategy)
        return value

    def _circle(self, runners, strategy):
        """1 for the seat whose strategy beats the other's, -1 for the other one."""
        wins = np.array([[(a.name, b.name) in BEATS for b in runners] for a in runners])
        ahead = wins[strategy[:, 0], strategy[:, 1]].astype(int)
        behind = wins[strategy[:, 1], strategy[:, 0]].astype(int)
        return np.column_stack([ahead - behind, behind - ahead])

    def _long(self, values, n):
        """One row for every game and seat; what a game has once is repeated."""
        return values.ravel() if values.ndim == 2 else np.repeat(values, n)

    def record(self, cell, seed, game):  # noqa: ARG002
        raise UsageError(f"{self.title} keeps no records")


GAME = Toy()
