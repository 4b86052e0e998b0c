"""The uniform player: the baseline strategy `random`, defined exactly.

It chooses uniformly among the kinds of action that have a legal instance, then an instance. Any
two engines that play it must agree in distribution, which is what it is for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from analyzer.games.encounter.judge import actions
from analyzer.games.encounter.judge.chance import random_tile
from analyzer.games.encounter.judge.play import (
    GROWTHS_PER_TURN,
    begin_growth,
    end_growth,
    place_tile,
)
from analyzer.games.encounter.judge.position import Position
from analyzer.games.encounter.judge.tiles import total
from analyzer.games.encounter.rules import COLOURS, Rules
from tests.judge.playing import DEFAULT_TURN_LIMIT, play_game

STOP_PROBABILITY = 0.25
"""Chance to stop a growth after each placement."""


class UniformPlayer:
    """Plays uniformly at random, with its own generator."""

    name = "random"

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def fed_tile(self, position: Position, seat: int) -> str:
        """A tile chosen uniformly among the tiles in hand."""
        return random_tile(position.players[seat].hand, self.rng)

    def start_larvae(self, position: Position, seat: int, n_larvae: int) -> str:  # noqa: ARG002
        """Cubes, each of a colour chosen uniformly among those still in supply."""
        supply, taken = dict(position.larva_supply), ""
        for _ in range(n_larvae):
            taken += self.rng.choice([c for c in COLOURS if supply[c]])
            supply[taken[-1]] -= 1
        return taken

    def final_meal(self, position: Position, seat: int) -> str | None:
        """One of the edible corals or none, all equally likely."""
        return self._meal(position, seat, final=True)

    def action(self, position: Position, seat: int) -> str:
        """The next action: a meal or none at the start of a turn, then kinds uniformly."""
        if position.use.n_actions == 0:
            cell = self._meal(position, seat, final=False)
            if cell is not None:
                return actions.write_action(actions.Eat(cell))
        return self.rng.choice(self._kinds(position, seat))()

    def _meal(self, position: Position, seat: int, final: bool) -> str | None:
        return self.rng.choice([*position.edible_corals(seat, final), None])

    def _kinds(self, position: Position, seat: int) -> list[Callable[[], str]]:
        """One function for each kind of action that has a legal instance; it chooses one."""
        growable = self._growable_colours(position, seat)
        if total(position.use.owed):
            owed = [c for c in growable if position.use.owed[c]]
            return [lambda: self._growth(position, seat, owed)]
        targets = position.introduce_targets(seat)
        shrimps = position.shrimps_of(seat)
        larvae = self._larva_colours(position, seat)
        plays = position.alga_plays(seat)
        tiles = position.tile_exchanges(seat)
        kinds: list[tuple[object, Callable[[], str]]] = [
            (growable, lambda: self._growth(position, seat, growable)),
            (targets, lambda: actions.write_action(actions.Introduce(self._one_of(targets)))),
            (shrimps, lambda: self._move(position, seat, shrimps)),
            (larvae, lambda: actions.write_action(actions.LarvaExchange(self._one_of(larvae)))),
            (plays, lambda: self._alga(position, seat, plays)),
            (tiles, lambda: actions.write_action(actions.TileExchange(self._one_of(tiles)))),
            (COLOURS, lambda: f"draft {self.rng.choice(COLOURS)}"),
        ]
        return [choose for instances, choose in kinds if instances]

    def _one_of(self, cells: Iterable[str]) -> str:
        # Sorted, because the order of a set differs from process to process.
        return self.rng.choice(sorted(cells))

    def _growable_colours(self, position: Position, seat: int) -> list[str]:
        if position.use.n_growths >= GROWTHS_PER_TURN:
            return []
        player = position.players[seat]
        return [
            c
            for c in COLOURS
            if player.larvae[c]
            and player.hand[c] + player.consumed[c]
            and position.has_placement(c)
        ]

    def _growth(self, position: Position, seat: int, colours: list[str]) -> str:
        colour = self.rng.choice(colours)
        trial = position.copy()
        begin_growth(trial, seat, colour)
        growth, steps = trial.growth, list[actions.GrowthStep]()
        assert growth is not None
        while True:
            cell = self._one_of(trial.legal_placements(colour))
            placed = place_tile(trial, seat, cell, self._is_behind_used_up(trial, seat))
            steps.append(actions.Placement(cell, placed.consumed))
            if placed.extra is not None:
                steps.append(actions.ExtraGrowth(placed.extra))
            if not self._can_go_on(trial, seat) or self.rng.random() < STOP_PROBABILITY:
                break
        end_growth(trial)
        return actions.write_action(
            actions.Grow(colour, growth.n_behind, growth.n_consumed, tuple(steps))
        )

    def _is_behind_used_up(self, trial: Position, seat: int) -> bool:
        growth = trial.growth
        assert growth is not None
        hand = trial.players[seat].hand
        return growth.n_behind >= trial.rules.grow_limit or not hand[growth.colour]

    def _can_go_on(self, trial: Position, seat: int) -> bool:
        growth = trial.growth
        assert growth is not None
        has_tile = trial.players[seat].consumed[growth.colour] > 0 or not self._is_behind_used_up(
            trial, seat
        )
        return has_tile and trial.has_placement(growth.colour)

    def _move(self, position: Position, seat: int, shrimps: list[str]) -> str:
        start = self.rng.choice(shrimps)
        targets = sorted(c for c in position.move_targets(seat, start) if c in position.tiles)
        target = self.rng.choice([*targets, None])
        return actions.write_action(actions.Move(start, target))

    def _larva_colours(self, position: Position, seat: int) -> list[str]:
        colours = position.larva_exchanges(seat)
        if position.rules.larva_use == "keep":
            return colours
        if position.use.n_growths >= GROWTHS_PER_TURN:
            return []
        player = position.players[seat]
        # One consumed tile pays for the cube; another tile must be left to grow with it.
        return [
            c
            for c in colours
            if player.hand[c] + player.consumed[c] > 1 and position.has_placement(c)
        ]

    def _alga(self, position: Position, seat: int, plays: list[tuple[str, int | None]]) -> str:
        alga, lock = self.rng.choice(plays)
        consumed = position.players[seat].consumed
        paying = self.rng.choice([c for c in COLOURS if consumed[c]])
        return actions.write_action(actions.AlgaPlay(alga, lock, paying))


def play_uniform_game(
    rules: Rules, rng: Random, turn_limit: int = DEFAULT_TURN_LIMIT
) -> dict[str, object]:
    """One game of uniform players, recorded."""
    players = [UniformPlayer(rng) for _ in range(rules.n_players)]
    return play_game(rules, players, rng, turn_limit)
