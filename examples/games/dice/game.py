"""Dice Race, played: in plain Python, where a real game would call its kernel."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
from analyzer.games.dice.about import DiceAbout

from analyzer.errors import UsageError
from analyzer.game import COUNT, Column, common_columns
from analyzer.kernel_game import KernelGame
from analyzer.strategies.kinds import Kind
from analyzer.strategies.lineup import LineUp

CALM, BOLD = range(2)


class Dice(DiceAbout, KernelGame):
    """Dice Race behind the `Game` interface."""

    kernel = "dice 1"  # another text whenever other games would be played
    columns = (
        *common_columns(DiceAbout.endings).values(),
        Column("sixes", "int16", "seat", "sixes thrown", COUNT, unit="number"),
    )
    game_columns = (
        "rotation", "turns", "ended_by", "ender", "winners", "lead_changes", "decided_turn",
    )  # fmt: skip
    seat_columns = ("rank", "score", "sixes")
    groups = quantities = ratios = traits = ()
    strategies = LineUp(
        folder=Path(__file__).with_name("strategies"),
        kinds={"calm": Kind("calm", CALM), "bold": Kind("bold", BOLD)},
        usual="calm",
    )

    def rules(self, cell):
        """Every rule parameter as it holds in a cell."""
        rules = {**self.ruleset(cell.ruleset, cell.players), **dict(cell.overrides)}
        if len(rules["ahead"]) != cell.players:
            raise UsageError(f"ahead names {len(rules['ahead'])} seats, not {cell.players}")
        return rules

    def vector(self, cell):
        """The rules as numbers: two cells with equal ones are the same game."""
        rules = self.rules(cell)
        return np.array([rules["throws"], *rules["ahead"]])

    def play_compiled(self, cell, seed, first, last):
        """Games [first, last): a row of `game_columns` a game, one of `seat_columns` a seat."""
        games = np.zeros((last - first, len(self.game_columns)), dtype=np.int32)
        seats = np.zeros((last - first, cell.players, len(self.seat_columns)), dtype=np.int32)
        for game in range(first, last):
            games[game - first], seats[game - first] = self._game(cell, seed, game)
        return games, seats

    def _game(self, cell, seed, game):
        rules, n = self.rules(cell), cell.players
        deal, rotation, seated, _ = self.seated(cell, game)
        chance = Random(f"{seed} {deal} {rotation}")  # a row depends on these and on nothing else
        points, sixes = list(rules["ahead"]), [0] * n
        leader, changes, since, turns = None, 0, 0, rules["throws"] * n
        for turn in range(turns):
            seat, eyes = turn % n, chance.randint(1, 6)
            if seated[seat].kind == BOLD and eyes < 4:
                eyes = chance.randint(1, 6)
            points[seat] += eyes
            sixes[seat] += eyes == 6
            if max(points) > max((p for s, p in enumerate(points) if s != seat)) and leader != seat:
                leader, changes, since = seat, changes + (leader is not None), turn
        ranks = [1 + sum(other > own for other in points) for own in points]
        row = (rotation, turns, 1, n - 1, ranks.count(1), changes, since)
        return row, list(zip(ranks, points, sixes, strict=True))


GAME = Dice()
