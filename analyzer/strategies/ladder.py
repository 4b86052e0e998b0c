"""Measures strategies against each other: ratings, and how each of them plays.

Knows games only through the `Game` interface. Every line-up is played on rotated deals of its own,
so that all deals are independent of each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from analyzer.cells import Cell
from analyzer.game import COUNT, TIE_BREAK, Game, Quantity, Trait, columns_of
from analyzer.games import get_game
from analyzer.playing.pool import Pool
from analyzer.playing.worker import ROWS, PlayedTask, Task, play
from analyzer.strategies.ladder_plan import GROUPS, Match, Plan
from analyzer.tally.cell_tally import cell_blocks

if TYPE_CHECKING:
    import numpy as np

    from analyzer.statistics import BlockTally, Estimate


class Tallies:
    """Running sums over line-ups of one number of players, by strategy."""

    def __init__(self, game: Game, names: tuple[str, ...]) -> None:
        from analyzer.statistics import RankingTally

        self.game = game
        self.traits = traits_of(game)
        self.names = names
        self.games = 0
        self.groups = [RankingTally.empty(len(names)) for _ in range(GROUPS)]
        self.seats: dict[str, list[BlockTally]] = {name: [] for name in names}
        self.against: dict[tuple[str, str], Estimate] = {}
        self.decisive_alike: dict[str, Estimate] = {}
        self.decisive_mixed: list[BlockTally] = []
        self.cpu_ms: dict[str, float] = {}
        """CPU time of a game and side, by strategy among its like."""

    def add(self, done: PlayedTask) -> None:
        """Count the rows of one line-up."""
        from analyzer.statistics import share_interval
        from analyzer.tally.quantities import is_decisive, trait_of_place

        assert done.rows is not None
        cell, rows = done.task.cell, done.rows
        self.games += len(rows["win"]) // cell.players
        decisive = _tally(done, [is_decisive(self.game)])
        if len(set(cell.strategies)) == 1:
            self.decisive_alike[cell.strategies[0]] = share_interval(decisive)
            milliseconds = 1000 * done.cpu_seconds / len(rows["win"])
            self.cpu_ms[cell.strategies[0]] = float(f"{milliseconds:.3g}")
            return
        self._rank(cell, rows)
        if cell.players == 2:
            own, other = cell.strategies
            self.against[own, other], self.against[other, own] = _win_shares(done)
        if self.game.defaults.baseline not in cell.strategies:
            self.decisive_mixed.append(decisive)
            for place, name in enumerate(cell.strategies):
                traits = [trait_of_place(trait, place) for trait in self.traits]
                self.seats[name].append(_tally(done, traits))

    def _rank(self, cell: Cell, rows: Mapping[str, np.ndarray]) -> None:
        import numpy as np

        from analyzer.statistics import RankingTally

        n = cell.players
        number = np.array([self.names.index(name) for name in cell.strategies])
        line_ups = number[rows["strategy"].reshape(GROUPS, -1, n)]
        places = rows["rank"].reshape(GROUPS, -1, n)
        for k in range(GROUPS):
            self.groups[k] += RankingTally.of_games(line_ups[k], places[k], len(self.names))


def measure(plan: Plan, jobs: int, report: Callable[[int, int], None]) -> dict[str, Any]:
    """Play a plan and tell what it shows as a JSON object.

    `cpu_ms` in it, milliseconds of CPU time by number of players and strategy, are this machine's.
    jobs: line-ups played at a time; the rest does not depend on it. report: line-ups done, of
    how many.
    """
    planned = {n: plan.cells(n) for n in plan.players}
    matches = [plan.match_cell(match) for match in plan.matches]
    total, done = sum(map(len, planned.values())) + len(matches), 0
    told: dict[str, Any] = {"players": {}, "matches": [], "cpu_ms": {}}
    for players, cells in planned.items():
        tallies = Tallies(get_game(plan.game), plan.strategies)
        for played_cell in _played(cells, (plan.seed, players), jobs):
            tallies.add(played_cell)
            done += 1
            report(done, total)
        told["players"][str(players)] = _told(tallies)
        told["cpu_ms"][str(players)] = tallies.cpu_ms
    played = _played(matches, (plan.seed, 0), jobs)
    for match, played_cell in zip(plan.matches, played, strict=True):
        told["matches"].append(_match_told(match, played_cell))
        done += 1
        report(done, total)
    return told


def _played(
    cells: Sequence[tuple[Cell, int]], seed: tuple[int, int], jobs: int
) -> Iterator[PlayedTask]:
    """The cells with their rows, in their order."""
    # The kernel lets go of Python's lock while it plays, so threads are as good as processes.
    tasks = (
        Task(
            k,
            get_game(cell.game).check(cell),
            _line_up_seed(*seed, k),
            0,
            deals * cell.players,
            ROWS,
        )
        for k, (cell, deals) in enumerate(cells)
    )
    with Pool("threads", jobs) as pool:
        yield from play(tasks, pool)


def _match_told(match: Match, done: PlayedTask) -> dict[str, Any]:
    share = _win_shares(done)[0]
    return {
        "strategy": match.strategy,
        "rival": match.rival,
        "players": match.players,
        "deals": share.n,
        "share": _numbers(share, 4),
    }


def _told(tallies: Tallies) -> dict[str, Any]:
    from analyzer.statistics import merge_tallies, plackett_luce, share_interval

    played = [k for k, name in enumerate(tallies.names) if name in tallies.decisive_alike]
    ratings = plackett_luce(tallies.groups)
    strategies: dict[str, Any] = {}
    for k in played:
        name = tallies.names[k]
        about: dict[str, Any] = {"rating": _numbers(ratings.elo[k], 1)}
        about["decisive_alike"] = _numbers(tallies.decisive_alike[name], 4)
        against = {b: _numbers(e, 4) for (a, b), e in tallies.against.items() if a == name}
        if against:
            about["against"] = against
        if tallies.seats[name]:
            about["profile"] = _profile(tallies.traits, merge_tallies(tallies.seats[name]))
        strategies[name] = about
    told: dict[str, Any] = {"games": tallies.games, "strategies": strategies}
    if tallies.decisive_mixed:
        told["decisive_mixed"] = _numbers(share_interval(merge_tallies(tallies.decisive_mixed)), 4)
    return told


def _numbers(estimate: Estimate, decimals: int) -> list[float | None]:
    """Value, low and high end; None for an end that is open."""
    ends = (estimate.value, estimate.low, estimate.high)
    return [round(x, decimals) if abs(x) != float("inf") else None for x in ends]


def traits_of(game: Game) -> list[Trait]:
    """What a profile tells: points, turns, all that seats count, and what the game adds."""
    counted = [c.name for c in columns_of(game, COUNT, TIE_BREAK) if c.kind == "seat"]
    words = {column.name: column.words for column in game.columns}
    return [
        *(Trait(name, words[name], itemgetter(name)) for name in ("score", "turns", *counted)),
        *game.traits,
    ]


def _profile(traits: Sequence[Trait], tally: BlockTally) -> dict[str, list[float | None]]:
    """Means per seat and game, each with its interval; a trait per another is a ratio of means."""
    from analyzer.statistics import mean_interval

    names = [trait.name for trait in traits]
    told = {}
    for k, trait in enumerate(traits):
        if not trait.per:
            told[trait.name] = _numbers(mean_interval(tally, k), 3)
        elif tally.mean[names.index(trait.per)] > 0:
            told[trait.name] = _numbers(mean_interval(tally.ratio(k, names.index(trait.per))), 3)
    return told


def _tally(done: PlayedTask, quantities: Sequence[Quantity]) -> BlockTally:
    """A line-up's tally over deals; every quantity is a whole number in a game."""
    from analyzer.statistics import BlockTally

    assert done.rows is not None
    cell = done.task.cell
    return BlockTally.of_blocks(cell_blocks(cell, done.rows, quantities), cell.players)


def _win_shares(done: PlayedTask) -> list[Estimate]:
    """The share of the wins of every place of the line-up, by deal."""
    from analyzer.statistics import BlockTally, share_interval, share_unit
    from analyzer.tally.quantities import column_quantities

    assert done.rows is not None
    cell = done.task.cell
    wins = cell_blocks(cell, done.rows, column_quantities("win", cell.players, "strategy"))
    tally = BlockTally.of_blocks(wins, share_unit(cell.players))
    return [share_interval(tally, place) for place in range(cell.players)]


def _line_up_seed(seed: int, players: int, line_up: int) -> int:
    import numpy as np

    state = np.random.SeedSequence((seed, players, line_up)).generate_state(1, np.uint64)
    return int(state[0])
