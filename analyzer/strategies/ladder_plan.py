"""What a measurement of strategies plays: line-ups, their games, and how long that takes."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.game import Game
from analyzer.playing.pace import measure_pace

GROUPS = 20
"""Groups of deals that the ratings' bootstrap draws from; each holds deals of every line-up."""
N_REFERENCES = 3
_SLOWER = 8.0  # times the typical strategy's time: from there on a strategy is slow
_AIM = 0.9  # of a budget: games are rounded to whole groups, and speeds are known roughly
_FAST_PART = 0.5  # of a budget at most, for line-ups without slow strategies

SideSeconds = Mapping[tuple[str, int], float]
"""CPU seconds that a side takes for a game, by strategy and number of players."""


@dataclass(frozen=True, slots=True)
class Match:
    """One of a strategy against rivals of another one, in every seat; games of all rotations."""

    strategy: str
    rival: str
    players: int
    games: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: each pair (or three, or four) of strategies, and each among its like.

    games: of each pair; larger line-ups are more and play fewer, so that the total is about the
    same. slow: by strategy that thinks long, the games of each of its line-ups; these it plays
    with references only, and among its like. matches: what is played besides.
    """

    game: str
    ruleset: str
    strategies: tuple[str, ...]
    players: tuple[int, ...]
    games: int
    seed: int
    slow: Mapping[str, int] = field(default_factory=dict)
    matches: tuple[Match, ...] = ()
    references: tuple[str, ...] = ()

    def cells(self, players: int) -> list[tuple[Cell, int]]:
        """The line-ups of a number of players, and the deals of each."""
        fast = [name for name in self.strategies if name not in self.slow]
        mixed = list(itertools.combinations(fast, players))
        n_pairs = len(fast) * (len(fast) - 1) // 2
        planned = [self._planned(line_up, self.games * n_pairs / len(mixed)) for line_up in mixed]
        planned += [self._planned((name,) * players, self.games) for name in fast]
        for name, games in self.slow.items():
            among = [(name, *few) for few in itertools.combinations(self.references, players - 1)]
            planned += [self._planned(line_up, games) for line_up in among]
            # games among its like are not rated, so they need no whole groups of deals
            planned.append((self._cell((name,) * players), max(2, games // players)))
        return planned

    def match_cell(self, match: Match) -> tuple[Cell, int]:
        """The line-up of a match, and its deals."""
        line_up = (match.strategy, *(match.rival,) * (match.players - 1))
        return self._cell(line_up), max(2, -(-match.games // match.players))

    def all_cells(self) -> list[tuple[Cell, int]]:
        """Everything that is played."""
        by_count = [self.cells(n) for n in self.players]
        return [*itertools.chain(*by_count), *(self.match_cell(match) for match in self.matches)]

    def _planned(self, line_up: tuple[str, ...], games: float) -> tuple[Cell, int]:
        groups = max(1, round(games / (len(line_up) * GROUPS)))
        return self._cell(line_up), GROUPS * groups

    def _cell(self, line_up: tuple[str, ...]) -> Cell:
        return Cell(self.game, len(line_up), self.ruleset, line_up, rotate=True)


def usual_references(game: Game, strategies: Iterable[str], slow: Iterable[str]) -> tuple[str, ...]:
    """Whom slow strategies meet: the game's skill levels, its default strategy, then others."""
    fast = [name for name in strategies if name not in set(slow)]
    first = [name for name in (*game.defaults.levels, game.defaults.strategy) if name in fast]
    return tuple(dict.fromkeys((*first, *fast)))[:N_REFERENCES]


def check_references(plan: Plan) -> None:
    """UsageError unless slow strategies find enough others to play with."""
    for name in plan.references:
        if name in plan.slow or name not in plan.strategies:
            what = "is slow itself" if name in plan.slow else "is not measured"
            raise UsageError(f"--references: {name} {what}")
    if plan.slow and len(plan.references) < max(plan.players) - 1:
        raise UsageError(
            f"slow strategies need {max(plan.players) - 1} references for {max(plan.players)}"
            f" players, not {len(plan.references)}"
        )


def side_seconds(plan: Plan) -> dict[tuple[str, int], float]:
    """How long each strategy thinks, from short trials among its like."""
    wanted = {(name, n) for name in plan.strategies for n in plan.players}
    for match in plan.matches:
        wanted |= {(match.strategy, match.players), (match.rival, match.players)}
    return {
        (name, n): measure_pace(
            Cell(plan.game, n, plan.ruleset, (name,) * n, rotate=True), plan.seed
        ).seconds
        / n
        for name, n in sorted(wanted)
    }


def cpu_seconds(cells: Iterable[tuple[Cell, int]], sides: SideSeconds) -> float:
    """About what cells take, given with the deals of each."""
    return sum(
        deals * cell.players * sum(sides[name, cell.players] for name in cell.strategies)
        for cell, deals in cells
    )


def slow_ones(plan: Plan, sides: SideSeconds) -> list[str]:
    """Strategies that think much longer than the one in the middle, slowest last."""
    n = plan.players[0]
    by_time = sorted(plan.strategies, key=lambda name: sides[name, n])
    typical = sides[by_time[(len(by_time) - 1) // 2], n]
    return [name for name in by_time if sides[name, n] > _SLOWER * typical]


def within(plan: Plan, seconds: float, sides: SideSeconds, game: Game) -> Plan:
    """The plan with its games divided so that it takes about so many CPU seconds.

    `games` is the most that any line-up gets. Strategies that are not named slow but are share,
    with those that are, what fast line-ups leave; each of them gets the same time.
    """
    left = _AIM * seconds - cpu_seconds([plan.match_cell(match) for match in plan.matches], sides)
    fewest = max(plan.players) - 1  # strategies that must be left for slow ones to play with
    found = slow_ones(plan, sides)[-(len(plan.strategies) - fewest) :]
    slow = dict.fromkeys((*plan.slow, *found), plan.games)
    references = plan.references or usual_references(game, plan.strategies, slow)
    full = replace(plan, slow=slow, references=references)
    check_references(full)
    part = {"": _part(full, None, sides), **{name: _part(full, name, sides) for name in slow}}
    fast = min(part[""], _FAST_PART * left if slow else left)
    each = (left - fast) / max(1, len(slow))
    games = {
        name: int(plan.games * max(0.0, min(1.0, (each if name else fast) / whole)))
        for name, whole in part.items()
        if whole > 0
    }
    divided = replace(full, games=games[""], slow={name: games[name] for name in slow})
    needed = cpu_seconds(divided.all_cells(), sides)
    if needed > seconds:
        raise UsageError(
            f"--budget is too short: {GROUPS} deals of each line-up take {needed / seconds:.1f}"
            " times as long"
        )
    return divided


def _part(plan: Plan, slow: str | None, sides: SideSeconds) -> float:
    """CPU seconds of the line-ups of a slow strategy; without one, of those of fast ones."""

    def is_meant(cell: Cell) -> bool:
        there = set(cell.strategies) & set(plan.slow)
        return slow in there if slow else not there

    cells = [planned for n in plan.players for planned in plan.cells(n) if is_meant(planned[0])]
    return cpu_seconds(cells, sides)
