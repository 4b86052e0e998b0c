"""A player that does what uniform players never do, to take both engines to rare places.

It moves shrimps onto bare rock and in the middle of growths, grows without cubes where the rules
allow it, mixes tiles from behind and in front of the screen, and attacks whenever it can.
"""

from __future__ import annotations

from random import Random

from analyzer.games.encounter.judge import Position, actions, write_action
from analyzer.games.encounter.judge.play import begin_growth, end_growth, move_shrimp, place_tile
from analyzer.games.encounter.judge.tiles import total
from analyzer.games.encounter.rules import COLOURS
from analyzer.records.errors import IllegalAction
from tests.judge.uniform import UniformPlayer


class Rover(UniformPlayer):
    """Plays legally and oddly, with its own generator."""

    name = "rover"

    def action(self, position: Position, seat: int) -> str:
        """An odd action instead of the uniform player's where there is one."""
        text = super().action(position, seat)
        verb = text.split()[0]
        if verb == "eat":
            return text
        if verb == "grow":
            return self._roving_growth(position, seat, text.split()[1], free=False)
        if total(position.use.owed):
            return text
        if self.rng.random() < 0.3 and (colours := self._free_colours(position, seat)):
            return self._roving_growth(position, seat, self.rng.choice(colours), free=True)
        if verb == "move":
            return write_action(self._roving_move(position, seat))
        bare = [c for c in position.shrimps_of(seat) if c not in position.tiles]
        if verb == "draft" and bare:
            return f"move {bare[0]}>screen"
        return text

    def _free_colours(self, position: Position, seat: int) -> list[str]:
        """Colours in which a growth without a cube is possible."""
        if not position.rules.free_growth or position.use.n_growths >= 2:
            return []
        consumed = position.players[seat].consumed
        return [c for c in COLOURS if consumed[c] and position.has_placement(c)]

    def _roving_move(self, position: Position, seat: int) -> actions.Move:
        """Any legal move, bare rock and the screen included."""
        start = self.rng.choice(position.shrimps_of(seat))
        targets = sorted(position.move_targets(seat, start))
        return actions.Move(start, self.rng.choice([*targets, None]))

    def _roving_growth(self, position: Position, seat: int, colour: str, free: bool) -> str:
        """A growth of random tiles, attacks preferred, with moves in between."""
        trial, steps = position.copy(), list[actions.GrowthStep]()
        begin_growth(trial, seat, colour, free)
        growth, player = trial.growth, trial.players[seat]
        most_behind = 0 if free else min(position.rules.grow_limit, player.hand[colour])
        n_behind = self.rng.randint(0, most_behind)
        n_consumed = self.rng.randint(0, player.consumed[colour])
        if n_behind + n_consumed == 0:
            n_behind, n_consumed = (1, 0) if most_behind else (0, 1)
        for k in range(n_behind + n_consumed):
            while self.rng.random() < 0.3 and trial.shrimps_of(seat):
                move = self._roving_move(trial, seat)
                if k == 0 and not self._leaves_placement(trial, seat, move, colour):
                    break
                move_shrimp(trial, seat, move.start, move.target)
                steps.append(move)
            legal = sorted(trial.legal_placements(colour))
            if not legal:
                break
            attacks = [c for c in legal if c in trial.tiles]
            cell = self.rng.choice(attacks if attacks and self.rng.random() < 0.7 else legal)
            placed = place_tile(trial, seat, cell, consumed=k >= n_behind)
            steps.append(actions.Placement(cell, placed.consumed))
            if placed.extra is not None:
                steps.append(actions.ExtraGrowth(placed.extra))
        assert growth is not None
        end_growth(trial)
        return write_action(
            actions.Grow(colour, growth.n_behind, growth.n_consumed, tuple(steps), free)
        )

    def _leaves_placement(
        self, position: Position, seat: int, move: actions.Move, colour: str
    ) -> bool:
        """Whether a growth that has placed nothing yet still can after a move."""
        trial = position.copy()
        try:
            move_shrimp(trial, seat, move.start, move.target)
        except IllegalAction:
            return False
        return trial.has_placement(colour)


def rovers(n_players: int, seed: int) -> list[Rover]:
    """One for each seat, sharing a generator."""
    rng = Random(seed)
    return [Rover(rng) for _ in range(n_players)]
